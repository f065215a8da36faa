"""The figures of `render.py` as tables, and what they must be. It measures nothing."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

BARE_SHARE = 0.8
REQUESTS = 1.1
AUTO_TIMES = 4.0
BROWSER = "chromium"


@dataclass(frozen=True, slots=True)
class Figures:
    """One run of one tool on one site. Seconds and MiB."""

    round: int
    site: str
    tool: str
    asked: int
    pages: int
    good: int
    start_s: float
    wall_s: float
    pages_per_s: float
    cpu_per_page: float
    cpu_by_part: Mapping[str, float]
    peak_mib: float
    peak_by_part: Mapping[str, float]
    requests_per_page: float
    again_per_page: float
    left: int
    """Processes that had to be killed after it."""
    others: float
    """Processors busy with something else meanwhile."""

    @property
    def key(self) -> tuple[str, int]:
        """What is compared: a site, and how many of its pages."""
        return self.site, self.asked

    @property
    def browser_cpu(self) -> float:
        """A page, in Chromium's own processes."""
        return sum(seconds for part, seconds in self.cpu_by_part.items() if part.startswith(BROWSER))

    def line(self) -> str:
        """In a run that is going on."""
        return (
            f"{self.site} {self.tool}: {self.good}/{self.asked} good, {self.pages_per_s:.2f} pages/s, "
            f"{self.cpu_per_page:.2f} CPU s/page, {self.peak_mib:.0f} MiB, {self.requests_per_page:.2f} requests/page, "
            f"start {self.start_s:.1f} s, others {self.others:.2f}" + f", {self.left} left running" * bool(self.left)
        )


COLUMNS: tuple[tuple[str, str, Callable[[Figures], float]], ...] = (
    ("good", "{:.0f}", lambda f: f.good),
    ("pages/s", "{:.2f}", lambda f: f.pages_per_s),
    ("CPU s", "{:.2f}", lambda f: f.cpu_per_page),
    ("chromium", "{:.2f}", lambda f: f.browser_cpu),
    ("python", "{:.2f}", lambda f: f.cpu_by_part.get("python", 0.0)),
    ("driver", "{:.2f}", lambda f: f.cpu_by_part.get("driver", 0.0)),
    ("peak MiB", "{:.0f}", lambda f: f.peak_mib),
    ("requests", "{:.2f}", lambda f: f.requests_per_page),
    ("again", "{:.2f}", lambda f: f.again_per_page),
    ("start", "{:.1f}", lambda f: f.start_s),
    ("others", "{:.2f}", lambda f: f.others),
)


def report(rounds: Sequence[Figures], unequal: Mapping[str, Sequence[str]]) -> str:
    """Everything that is printed at the end: Markdown."""
    lines = [
        "CPU seconds and requests are per page; the middle of the rounds, and the lowest to the highest speed.",
        "",
        "| site | pages | tool | " + " | ".join(name for name, *_ in COLUMNS) + " | of bare |",
        "|---|--:|---|" + "--:|" * (len(COLUMNS) + 1),
    ]
    for key, tool in dict.fromkeys((f.key, f.tool) for f in rounds):
        runs = [f for f in rounds if (f.key, f.tool) == (key, tool)]
        cells = [form.format(statistics.median(value(f) for f in runs)) for _, form, value in COLUMNS]
        cells[1] += f" ({min(f.pages_per_s for f in runs):.2f}-{max(f.pages_per_s for f in runs):.2f})"
        share = ratios(rounds, key, tool, "bare", lambda f: f.pages_per_s)
        lines.append(f"| {key[0]} | {key[1]} | {tool} | " + " | ".join(cells) + f" | {shown(share)} |")
    return "\n".join([*lines, "", *verdicts(rounds, unequal)])


def shown(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f}" if values else ""


def ratios(
    rounds: Sequence[Figures], key: tuple[str, int], tool: str, base: str, value: Callable[[Figures], float]
) -> list[float]:
    """`tool` over `base` in each round; empty where one of them did not run."""

    def of(name: str) -> dict[int, float]:
        return {f.round: value(f) for f in rounds if (f.key, f.tool) == (key, name)}

    bases = of(base)
    return [one / bases[number] for number, one in of(tool).items() if bases.get(number)]


def verdicts(rounds: Sequence[Figures], unequal: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """Each thing that must hold, and whether it does."""

    def says(ok: bool, text: str) -> str:  # noqa: FBT001 - it is the thing said
        return f"{'holds' if ok else 'FAILS'}: {text}"

    def speed(figure: Figures) -> float:
        return figure.pages_per_s

    for f in rounds:
        if f.good < f.asked:
            yield f"note: {f.tool} gave {f.good} of {f.asked} pages of {f.site} in round {f.round}"
    for key in dict.fromkeys(f.key for f in rounds):
        where = f"{key[0]} ({key[1]} pages)"
        if share := ratios(rounds, key, "getdocs", "bare", speed):
            yield says(
                statistics.median(share) >= BARE_SHARE,
                f"{where}: {shown(share)} of the bare limit, at least {BARE_SHARE}",
            )
        for peer in ("crawl4ai", "crawlee"):
            if times := ratios(rounds, key, "getdocs", peer, speed):
                yield says(statistics.median(times) > 1, f"{where}: {shown(times)} times as fast as {peer}")
        if memory := ratios(rounds, key, "getdocs", "crawl4ai", lambda f: f.peak_mib):
            yield says(statistics.median(memory) < 1, f"{where}: {shown(memory)} of crawl4ai's peak memory")
        requests = [f.requests_per_page for f in rounds if (f.key, f.tool) == (key, "getdocs")]
        if requests:
            yield says(
                statistics.median(requests) <= REQUESTS,
                f"{where}: {shown(requests)} requests a page, at most {REQUESTS}",
            )
        if times := ratios(rounds, key, "auto", "getdocs", speed):
            differing = unequal.get(key[0], ())
            fast = statistics.median(times) >= AUTO_TIMES
            yield says(fast, f"{where}: auto is {shown(times)} times as fast as always, at least {AUTO_TIMES}")
            saved = [1 / cost for cost in ratios(rounds, key, "auto", "getdocs", lambda f: f.cpu_per_page)]
            yield f"note: {where}: always takes {shown(saved)} times the processor time of auto"
            yield says(
                not differing, f"{where}: auto writes what always writes" + "".join(f"; not {n}" for n in differing)
            )
