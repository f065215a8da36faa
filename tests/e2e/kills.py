"""One crawl that is killed again and again, each time to be taken up where it was, until it comes to its end.

What must hold is looked up after every kill, in the folder and in a copy of the state; at the end the folder must be that of
a crawl that nobody disturbed.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from conftest import CommandLine
from crawls import LISTS, LONGEST_WAIT, NOW, Crawled, Run, examine, less_origin, url_of

from fixtures.server import FixtureServer
from fixtures.site import document
from getdocs.frontier.store import Frontier, state_path
from getdocs.model import Saved
from getdocs.write.relink.destinations import rewritten

SEED = int(os.environ.get("GETDOCS_TEST_SEED", random.randrange(1 << 32)))
"""Of the moments. Every failure names it; set GETDOCS_TEST_SEED to it to have the same ones again."""

SECTIONS = ("install", "configure", "write", "publish", "search", "extend", "deploy", "operate")
TOPICS = ("overview", "linux", "windows", "network", "storage", "accounts", "limits")
UNLINKED = tuple(f"/notes/{name}" for name in ("first", "second", "third", "fourth"))
_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
KILLER = Path(__file__).with_name("killing.py")

Kill = Callable[["subprocess.Popen[str]"], None]


def build(server: FixtureServer, *, topics: int = len(TOPICS), script: bool = False) -> None:
    """8 sections of `topics` pages; redirects that last and that do not, duplicates, a sitemap, and what is no page.

    With `script`, the page of each section makes its text by a script.
    """
    server.robots(f"User-agent: *\nDisallow: /private/\n\nSitemap: {server.url('/sitemap.xml')}\n")
    sections = tuple(f"/{section}/" for section in SECTIONS)
    server.page("/", document("Start", linking("/missing", "/private/a", "/manual.pdf"), sections))
    server.page("/manual.pdf", b"%PDF-1.7", content_type="application/pdf")
    for number, section in enumerate(SECTIONS):
        pages = tuple(f"/{section}/{topic}" for topic in TOPICS[:topics])
        odd = (f"/old/{section}", f"/latest/{section}", f"/{section}/missing")
        text = f"<p>{f'All about {section}. ' * 20}</p>"
        made = f"<p id=o></p><script>o.textContent = 'All about {section}, by a script.'</script>"
        server.page(f"/{section}/", document(section.title(), (made if script else text) + linking(*odd), pages))
        for topic, page in zip(TOPICS, pages, strict=False):
            following = sections[(number + 1) % len(sections)]
            body = "".join(f"<p>{section} and {topic}, part {part}. {'Words of it. ' * 40}</p>" for part in range(12))
            # Of the two, the one that is found first is the Page: so they are to be found far apart.
            twin = linking(f"{pages[0]}?view=print") if page == pages[-1] else ""
            server.page(page, document(f"{section} {topic}", body + twin, ("/", *pages, following)))
        server.redirect(f"/old/{section}", f"/older/{section}", 301)
        server.redirect(f"/older/{section}", pages[1], 308)
        server.redirect(f"/latest/{section}", pages[-1], 302)
    for path in UNLINKED:
        server.page(path, document(path))
    listed = "".join(f"<url><loc>{server.url(path)}</loc></url>" for path in (*sections, *UNLINKED))
    server.page(
        "/sitemap.xml",
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>',
        content_type="application/xml",
    )


def linking(*paths: str) -> str:
    """Links in the text: what the sidebar names is expected to be a page."""
    return "".join(f'<p>See <a href="{path}">here</a>.</p>' for path in paths)


@dataclass(frozen=True, slots=True)
class Copy:
    """What a finished crawl has left: Pages by their path, less the line that says when; and the URLs of each list."""

    pages: dict[str, bytes]
    lists: dict[str, list[str]]

    @classmethod
    def of(cls, crawled: Crawled) -> "Copy":
        lists = {name: sorted(less_origin(url_of(entry)) for entry in crawled.manifest[name]) for name in LISTS}
        return cls(pages_in(crawled.out), lists)

    @property
    def asked(self) -> set[str]:
        """What has to be asked for on the way there."""
        return {url for name, found in self.lists.items() for url in found if name != "skipped"}


def pages_in(out: Path) -> dict[str, bytes]:
    """Everything that a reader could take for a Page."""
    return {
        str(file.relative_to(out)): undated(file.read_bytes())
        for file in out.rglob("*")
        if file.is_file() and file.suffix == ".md"
    }


def undated(page: bytes) -> bytes:
    return b"".join(line for line in page.splitlines(keepends=True) if not line.startswith(b"crawled_at: "))


def wherever_it_links(page: bytes) -> str:
    """A page without where its links lead: it is linked to what is saved, at the end of the crawl."""
    return _ANCHOR.sub("", rewritten(page.decode(), link=lambda _: "-", image=lambda _: "-"))


@dataclass
class Chain:
    """A crawl into one folder. `run` begins it, or takes it up; `kill` may end it, or let it come to its end."""

    server: FixtureServer
    getdocs: CommandLine
    out: Path
    options: tuple[str, ...]
    whole: Copy
    """What a crawl that nobody disturbed leaves."""
    saved: dict[str, str] = field(default_factory=dict)
    """What was Saved at the last kill: URL, and the path of its file."""
    phases: Counter[str] = field(default_factory=Counter)
    started: int = field(init=False)

    def __post_init__(self) -> None:
        self.started = len(self.server.hits())

    def moment(self, chance: random.Random, start_up: float) -> Kill | None:
        """One of six is in the first seconds, `start_up`; one after the last request; the others soon after any request.

        None where everything has been asked for: then it is time to `finish`.
        """
        left = self._left()
        if not left:
            return None
        kind = chance.choice(("start", "end", *["middle"] * 4))
        if kind == "start":
            return after(lambda: True, chance.uniform(0, start_up))
        if kind == "end":
            return after(lambda: not self._left(), chance.uniform(0, 0.4))
        until = chance.randrange(left)
        return after(lambda: self._left() <= until, chance.uniform(0, 0.1))

    def _left(self) -> int:
        """Pages that are still to be asked for."""
        return len(self.whole.asked - set(self.server.paths()[self.started :]))

    def run(self, kill: Kill, through: tuple[str | Path, ...] = ()) -> bool:
        """True where it was killed before it was over. What must hold is checked either way."""
        before = len(self.server.hits())
        process = self.getdocs.start(*self._command, through=through, stderr=subprocess.STDOUT)
        kill(process)
        said, _ = process.communicate(timeout=LONGEST_WAIT)
        asked = {self.server.url(hit.path) for hit in self.server.hits()[before:]}
        assert asked & set(self.saved) == set(), f"seed {SEED}: asked for again though they are saved"
        if process.returncode == -signal.SIGKILL:
            self._look(asked)
            return True
        assert process.returncode == 0, f"seed {SEED}: {said}"
        return False

    def finish(self) -> None:
        """Lets the crawl come to its end, and compares what it has left with what nobody disturbed."""
        assert not self.run(never)
        ours = Copy.of(examine(Run((), 0, "", "", 0.0), self.out))
        assert ours.lists == self.whole.lists, f"seed {SEED}"
        assert ours.pages == self.whole.pages, f"seed {SEED}"
        assert [str(file) for file in self.out.rglob("*.tmp") if ".getdocs" not in file.parts] == []

    @property
    def _command(self) -> tuple[str | Path, ...]:
        return ("crawl", self.server.url("/"), "-o", self.out, "--resume", *NOW, *self.options)

    def _look(self, asked: set[str]) -> None:
        lying = pages_in(self.out)
        whole = self.whole.pages
        half = [
            path for path, page in lying.items() if wherever_it_links(page) != wherever_it_links(whole.get(path, b""))
        ]
        assert half == [], f"seed {SEED}: not the Pages that they should be"
        state = state_path(self.out)
        if not state.exists():
            assert lying == {}, f"seed {SEED}: Pages without a state"
            self.phases["before there is a state"] += 1
            return
        with TemporaryDirectory() as folder:
            for file in state.parent.glob(f"{state.name}*"):
                if not file.name.endswith(".lock"):
                    shutil.copy(file, folder)
            with Frontier.open(Path(folder) / state.name) as frontier:
                counts = frontier.counts()
                rows = list(frontier.rows())
        assert counts.balanced
        assert counts.discovered >= len(rows)
        saved = {row.url: row.outcome.path for row in rows if isinstance(row.outcome, Saved)}
        assert set(self.saved) <= set(saved), f"seed {SEED}: Saved once, and not any more"
        assert set(saved.values()) <= set(lying), f"seed {SEED}: Saved without a file"
        self.saved = saved
        self.phases["starting" if not asked else "ending" if not counts.pending else "crawling"] += 1


def kill_at_moments(
    getdocs: CommandLine, server: FixtureServer, folder: Path, kills: int, *options: str, start_up: float
) -> None:
    """Crawls into one folder after the other until so many kills have been got over. `start_up`: seconds of a start."""
    chance = random.Random(SEED)
    whole = undisturbed(getdocs, server, folder / "whole", *options)
    phases: Counter[str] = Counter()
    while phases.total() < kills:
        chain = Chain(server, getdocs, folder / f"killed-{phases.total()}", options, whole)
        while phases.total() + chain.phases.total() < kills and (kill := chain.moment(chance, start_up)):
            if not chain.run(kill):
                break
        chain.finish()
        phases += chain.phases
    print(f"seed {SEED}: {dict(phases)}")  # noqa: T201 - what `pytest -rP` shows: how the kills were spread
    assert phases["crawling"] > kills // 6, f"seed {SEED}: too few kills in the middle of the crawl: {phases}"


def undisturbed(getdocs: CommandLine, server: FixtureServer, out: Path, *options: str) -> Copy:
    """What a crawl that nobody disturbs leaves."""
    return Copy.of(examine(getdocs("crawl", server.url("/"), "-o", out, *NOW, *options), out))


def after(asked: Callable[[], bool], seconds: float) -> Kill:
    """Kills `seconds` after the server has been `asked` enough, unless the process is over before."""

    def kill(process: "subprocess.Popen[str]") -> None:
        while not asked() and process.poll() is None:
            time.sleep(0.002)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()

    return kill


def never(_process: "subprocess.Popen[str]") -> None:
    """Leaves the process alone."""


def at_step(number: int, log: Path) -> tuple[str | Path, ...]:
    """What a command line is started through to be killed at its step of that number (see `killing`); 0: never."""
    return (KILLER, str(number), log)
