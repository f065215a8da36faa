"""One visit, with a site and a browser made up: every Outcome, and who has the page at the end of a redirect."""

import asyncio
import threading
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

import pytest

from getdocs import urls
from getdocs.config import CrawlConfig, RenderMode
from getdocs.errors import OutputError
from getdocs.frontier.store import Empty, Frontier, Wait
from getdocs.model import (
    Deferred,
    Discovered,
    Duplicate,
    Failed,
    FailReason,
    Hop,
    Listing,
    Moved,
    Navigation,
    NotAPage,
    Redirected,
    RequestKind,
    Response,
    Saved,
    Skipped,
    SkipReason,
    Snapshot,
)
from getdocs.policy.families.known import Families
from getdocs.policy.pin import Pins
from getdocs.policy.scope import Scope
from getdocs.visits.finding import LINKS_AT_ONCE, Finder
from getdocs.visits.patience import LONGEST_PAUSE, MAX_DEFERRALS, MAX_TROUBLE, Patience
from getdocs.visits.pool import Pool
from getdocs.visits.reading import NO_CONTENT, Reader, page_at
from getdocs.visits.soft404 import SoftNotFound
from getdocs.visits.visit import Settled, Visitor
from getdocs.write.files import PageWriter
from getdocs.write.sources import Sources

H = "http://docs.test"
NOW = 1_800_000_000.0
IMPOSSIBLE = "getdocs-0"
"""The name of the page that no host has; see `soft404`."""
NOTHING = Failed(FailReason.HTTP, 404)
HTML = (("content-type", "text/html; charset=utf-8"),)


def html(text="Text.", links=()):
    anchors = "".join(f'<a href="{link}">{link}</a>' for link in links)
    return f"<!doctype html><title>Title</title><body><main><h1>Title</h1><p>{text}</p>{anchors}</main>"


def page(url, body=None, status=200, headers=HTML, trail=None):
    """An answer for `url`, the last of `trail`."""
    return Response(
        url, status, headers, (html() if body is None else body).encode(), trail or (Hop(url, status, "allowed"),)
    )


def redirected(*locations, status=302, body=None):
    """An answer that was reached by redirects over `locations`, the last of which it is for."""
    *before, last = locations
    trail = (*(Hop(url, status, "allowed") for url in before), Hop(last, 200, "allowed"))
    return page(last, body, trail=trail)


class Site:
    """Answers by URL, and what was asked. What is asked for twice is answered from a list, one after the other."""

    def __init__(self, answers):
        self._answers = answers
        self.asked = []

    async def fetch(self, request, trail):
        assert request.kind is RequestKind.DOCUMENT
        if request.url.endswith(IMPOSSIBLE):
            return self._answers.get(IMPOSSIBLE, NOTHING)
        self.asked.append((request.url, trail))
        answer = self._answers[request.url]
        answer = answer.pop(0) if isinstance(answer, list) else answer
        if isinstance(answer, Deferred):
            return answer
        return answer if not trail else with_trail(answer, (*trail, *answer.trail))


def with_trail(answer, trail):
    match answer:
        case Response():
            return Response(answer.url, answer.status, answer.headers, answer.body, trail)
        case Failed():
            return Failed(answer.reason, answer.status, answer.detail, trail)


class World:
    """A Visitor, and all that it works on. `shown` is what the browser makes of a URL; without it there is no browser."""

    def __init__(self, frontier, folder, pool, answers, shown=None, **settings):
        mode = RenderMode.NEVER if shown is None else RenderMode.ALWAYS
        self.config = CrawlConfig(**{"seeds": (f"{H}/",), "render": mode, **settings})
        self.frontier = frontier
        self.folder = folder
        self.site = Site(answers)
        self.rendered = []
        self.quieted = []
        self.warned = []
        self.is_there = False
        self.looked_at = []
        self.listings = {}
        self.now = NOW
        self._shown = shown
        self.writer = PageWriter(folder)
        self.sources = Sources(folder / "sources", warn=pytest.fail)
        scope = Scope.of(self.config)
        reader = Reader(self.config, None if shown is None else self._render, pool=pool)
        patience = Patience(
            frontier,
            quiet=lambda host, seconds: self.quieted.append((host, seconds)),
            answers=self._is_there,
            now=lambda: self.now,
        )
        self.visitor = Visitor(
            self.config,
            scope=scope,
            pins=Pins(self.config.seeds),
            frontier=frontier,
            writer=self.writer,
            sources=self.sources,
            fetch=self.site.fetch,
            reader=reader,
            finder=Finder(self.config, scope=scope, families=Families(self.config.seeds), known=frontier),
            soft404=SoftNotFound(
                show=partial(page_at, fetch=self.site.fetch, reader=reader),
                kept=frontier.meta,
                keep=frontier.set_meta,
                warn=self.warned.append,
                token=lambda: IMPOSSIBLE,
                folder_of=scope.folder_of,
            ),
            patience=patience,
            listings=lambda url: self.listings.pop(urls.netloc(url), ()),
            now=lambda: self.now,
        )
        frontier.add(Discovered(seed, depth=0, seed=True) for seed in self.config.seeds)

    async def _is_there(self, url):
        self.looked_at.append(url)
        return self.is_there

    async def _render(self, response):
        self.rendered.append(response.url)
        return self._shown[response.url]

    def lease(self):
        return self.frontier.lease(self.now)

    def visit(self, lease=None):
        return asyncio.run(self.visitor.visit(lease or self.lease()))

    def add(self, *paths, depth=1):
        self.frontier.add(Discovered(f"{H}{path}", depth, f"{H}/") for path in paths)

    def outcomes(self):
        return {row.url.removeprefix(H): row.outcome for row in self.frontier.rows()}

    def row(self, path):
        (row,) = [row for row in self.frontier.rows() if row.url == f"{H}{path}"]
        return row

    def files(self):
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*.md"))


@pytest.fixture
def world(tmp_path):
    """`world({url: answer})`: see World. Afterwards the counts must add up."""
    with Frontier.open(None) as frontier, Pool() as pool:
        yield lambda answers, shown=None, **settings: World(frontier, tmp_path, pool, answers, shown, **settings)
        assert frontier.counts().balanced


def temporaries(folder):
    return [file for file in folder.rglob("*.tmp") if "sources" not in file.parts]


def snapshot(url, body=None, status=200, **facts):
    return Snapshot(url=url, status=status, html=html() if body is None else body, title="Title", base_url=url, **facts)


# --- saved


def test_a_page_is_written_settled_and_told_of(world):
    made = world({f"{H}/": page(f"{H}/")})
    (settled,) = made.visit()
    assert settled.page is not None
    assert settled.page.markdown == "# Title\n\nText.\n"
    assert replace(settled, page=None) == Settled(f"{H}/", "", True, Saved("index.md", "Title", 200))
    assert made.files() == ["index.md"]
    assert made.row("/").facts.saved_at == "2027-01-15T08:00:00+00:00"


def test_links_in_scope_enter_the_frontier_one_step_further_from_the_seed(world):
    links = ("/docs/a", "/docs/b", "/blog", "http://other.test/docs/c")
    made = world({f"{H}/docs/": page(f"{H}/docs/", html(links=links))}, seeds=(f"{H}/docs/",))
    made.visit()
    entered = [(row.url, row.depth, row.found_on) for row in made.frontier.rows() if not row.seed]
    assert entered == [(f"{H}/docs/a", 1, f"{H}/docs/"), (f"{H}/docs/b", 1, f"{H}/docs/")]


def test_what_the_page_declares_and_what_it_went_without_is_kept(world):
    shown = snapshot(f"{H}/", refused=(f"{H}/app.js",), unsettled=True)
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": shown})
    made.visit()
    assert made.row("/").facts.refused == (f"{H}/app.js",)
    assert made.row("/").facts.unsettled


def test_what_the_browser_shows_is_what_is_saved(world):
    made = world({f"{H}/": page(f"{H}/", html("Loading"))}, {f"{H}/": snapshot(f"{H}/", html("Made by a script"))})
    made.visit()
    text = (made.folder / "index.md").read_text("utf-8")
    assert "Made by a script" in text
    assert "Loading" not in text


def test_plain_text_is_kept_verbatim_and_shown_to_no_browser(world):
    text = page(f"{H}/", "# as *it* stands\n", headers=(("content-type", "text/markdown"),))
    made = world({f"{H}/": text}, {})
    made.visit()
    assert "# as *it* stands" in (made.folder / "index.md").read_text("utf-8")
    assert made.rendered == []


def test_the_selector_says_what_of_the_page_is_kept(world):
    made = world({f"{H}/": page(f"{H}/", "<p>No.</p><p class=x>Yes.</p>")}, selector=".x")
    made.visit()
    assert (made.folder / "index.md").read_text("utf-8").endswith("---\n\nYes.\n")


@pytest.mark.parametrize(("keep", "kept"), [(True, [PurePosixPath("index.html")]), (False, [])])
def test_html_is_kept_beside_the_page_where_that_is_asked(world, keep, kept):
    made = world({f"{H}/": page(f"{H}/")}, keep_html=keep)
    made.visit()
    assert [PurePosixPath(file.relative_to(made.folder)) for file in made.folder.rglob("*.html")] == kept


def test_pages_of_several_hosts_have_a_folder_each(world):
    made = world({f"{H}/": page(f"{H}/"), "http://b.test/": page("http://b.test/")}, seeds=(f"{H}/", "http://b.test/"))
    made.visit()
    made.visit()
    assert made.files() == ["b.test/index.md", "docs.test/index.md"]


def test_a_page_that_cannot_be_written_ends_the_crawl_and_stays_pending(world):
    made = world({f"{H}/": page(f"{H}/")})
    (made.folder / "index.md").mkdir()
    with pytest.raises(OutputError):
        made.visit()
    assert made.outcomes() == {"/": None}


def test_what_a_page_was_read_from_is_kept_under_the_time_of_the_page(world):
    shown = snapshot(f"{H}/", html("Made by a script"))
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": shown})
    made.visit()
    assert made.sources.find(f"{H}/", saved_at=made.row("/").facts.saved_at) == shown


# --- the same page twice


def test_the_same_content_under_a_spelling_of_the_same_url_is_a_duplicate(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?print")
    assert made.visit() == [Settled(f"{H}/a?print", f"{H}/", False, Duplicate(f"{H}/a"))]
    assert made.files() == ["a.md"]
    assert made.sources.find(f"{H}/a?print", saved_at=made.row("/a").facts.saved_at) is None


def test_of_two_that_are_visited_at_once_one_is_the_page_and_the_other_its_duplicate(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.add("/a?print")
    leases = [made.lease(), made.lease()]

    async def both():
        await asyncio.gather(*map(made.visitor.visit, leases))

    asyncio.run(both())
    assert sorted(type(outcome).__name__ for outcome in made.outcomes().values()) == ["Duplicate", "Saved"]
    assert len(made.files()) == 1
    assert temporaries(made.folder) == []


def test_nothing_of_a_duplicate_is_on_the_disk_any_more_when_it_is_settled(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?print": page(f"{H}/a?print")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?print")
    left = []
    settle = made.frontier.settle

    def looked_at(*args, **kwargs):
        left.extend(temporaries(made.folder))
        settle(*args, **kwargs)

    made.frontier.settle = looked_at
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Duplicate)
    assert left == []


def test_a_visit_that_is_given_up_while_its_page_is_written_leaves_nothing_of_it(world):
    made = world({f"{H}/": page(f"{H}/")})
    writing, goes_on = threading.Event(), threading.Event()
    write = made.writer.write_aside

    def slowly(*args, **kwargs):
        writing.set()
        assert goes_on.wait(60)
        write(*args, **kwargs)

    made.writer.write_aside = slowly

    async def given_up():
        visit = asyncio.ensure_future(made.visitor.visit(made.lease()))
        await asyncio.to_thread(writing.wait)
        visit.cancel()
        await asyncio.sleep(0)
        goes_on.set()
        await asyncio.wait([visit])
        return visit.cancelled()

    assert asyncio.run(given_up())
    assert made.files() == temporaries(made.folder) == []
    assert made.outcomes() == {"/": None}


def test_the_links_of_a_duplicate_are_followed_all_the_same(world):
    answers = {f"{H}/a": page(f"{H}/a"), f"{H}/a?v": page(f"{H}/a?v")}
    shown = {
        f"{H}/a": snapshot(f"{H}/a"),
        f"{H}/a?v": snapshot(f"{H}/a?v", html().replace("<body>", "<body><nav><a href=/b>b</a></nav>")),
    }
    made = world(answers, shown, seeds=(f"{H}/a",), allow_backward=True)
    made.visit()
    made.add("/a?v")
    made.visit()
    assert isinstance(made.outcomes()["/a?v"], Duplicate)
    assert made.row("/b").found_on == f"{H}/a?v"


def test_the_same_content_under_another_url_is_another_page(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/b": page(f"{H}/b")}, seeds=(f"{H}/a", f"{H}/b"))
    made.visit()
    made.visit()
    assert made.files() == ["a.md", "b.md"]


def test_other_content_under_another_query_is_another_page(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/a?v": page(f"{H}/a?v", html("Other."))}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/a?v")
    made.visit()
    assert made.files() == ["a%3fv.md", "a.md"]


# --- no page


@pytest.mark.parametrize("status", [199, 300, 301, 404, 410, 500, *NO_CONTENT])
def test_a_status_that_makes_no_page_is_an_error(world, status):
    made = world({f"{H}/": page(f"{H}/", status=status)}, {})
    (settled,) = made.visit()
    assert settled.outcome == Failed(FailReason.HTTP, status, trail=(Hop(f"{H}/", status, "allowed"),))
    assert (made.rendered, made.files()) == ([], [])


def test_a_status_that_is_accepted_makes_a_page(world):
    made = world({f"{H}/": page(f"{H}/", status=404)}, accept_status=(404,))
    (settled,) = made.visit()
    assert settled.outcome == Saved("index.md", "Title", 404)


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ((("content-type", "application/pdf"),), "application/pdf"),
        ((("x-content-type-options", "nosniff"),), "unknown"),
    ],
)
def test_what_is_neither_html_nor_text_is_no_page_and_is_shown_to_no_browser(world, headers, said):
    made = world({f"{H}/": page(f"{H}/", "%PDF-", headers=headers)}, {})
    (settled,) = made.visit()
    assert settled.outcome == NotAPage(said, (Hop(f"{H}/", 200, "allowed"),))
    assert made.rendered == []


def test_a_page_without_text_is_an_error(world):
    made = world({f"{H}/": page(f"{H}/", "<!doctype html><title>Empty</title><body><div id=app></div>")})
    (settled,) = made.visit()
    assert (settled.outcome.reason, settled.outcome.status) == (FailReason.EMPTY, 200)


def test_the_links_of_a_page_without_text_are_followed_all_the_same(world):
    body = "<a href=/nav></a><a href=/start></a>"
    made = world({f"{H}/": page(f"{H}/", body)})
    made.visit()
    assert made.outcomes()["/"].reason is FailReason.EMPTY
    assert {"/nav", "/start"} <= set(made.outcomes())


def test_a_page_that_the_browser_fails_on_is_an_error_with_the_trail_of_the_visit(world):
    failed = Failed(FailReason.UNRESPONSIVE, 200, "dialog loop")
    made = world({f"{H}/": redirected(f"{H}/old", f"{H}/")}, {f"{H}/": failed})
    (settled,) = made.visit()
    assert settled.outcome == Failed(
        FailReason.UNRESPONSIVE, 200, "dialog loop", (Hop(f"{H}/old", 302, "allowed"), Hop(f"{H}/", 200, "allowed"))
    )


@pytest.mark.parametrize("outcome", [Skipped(SkipReason.ROBOTS, "Disallow: /"), Failed(FailReason.TIMEOUT)])
def test_what_is_not_fetched_is_settled_as_fetch_says(world, outcome):
    made = world({f"{H}/": outcome})
    assert made.visit() == [Settled(f"{H}/", "", True, outcome)]
    assert made.outcomes() == {"/": outcome}


def test_what_is_too_many_links_away_is_skipped_without_being_asked_for(world):
    made = world({f"{H}/": page(f"{H}/")}, depth=1)
    made.visit()
    made.add("/far", depth=2)
    (settled,) = made.visit()
    assert (settled.outcome.reason, settled.outcome.detail) == (SkipReason.DEPTH, "2 links away from a Seed")
    assert [url for url, _ in made.site.asked] == [f"{H}/"]


def test_what_is_as_many_links_away_as_is_allowed_is_visited(world):
    made = world({f"{H}/": page(f"{H}/")}, depth=0)
    assert isinstance(made.visit()[0].outcome, Saved)


# --- redirects


def test_a_redirect_is_settled_and_the_page_that_it_leads_to_is_saved_in_the_same_visit(world):
    made = world({f"{H}/": redirected(f"{H}/", f"{H}/new", status=301)})
    first, second = made.visit()
    assert first.outcome == Redirected(
        f"{H}/new", (301,), (Hop(f"{H}/", 301, "allowed"), Hop(f"{H}/new", 200, "allowed"))
    )
    assert (second.url, second.seed, second.outcome) == (f"{H}/new", True, Saved("new.md", "Title", 200))
    assert made.row("/new").depth == 0


def test_a_redirect_to_a_page_that_is_saved_already_ends_there(world):
    made = world(
        {f"{H}/a": page(f"{H}/a"), f"{H}/old": redirected(f"{H}/old", f"{H}/a")},
        {f"{H}/a": snapshot(f"{H}/a")},
        seeds=(f"{H}/a",),
    )
    made.visit()
    made.add("/old")
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Redirected)
    assert made.rendered == [f"{H}/a"]


def test_a_redirect_to_a_page_that_another_worker_has_leaves_it_to_that_one(world):
    made = world({f"{H}/old": redirected(f"{H}/old", f"{H}/a")}, {}, seeds=(f"{H}/a", f"{H}/old"))
    theirs = made.lease()
    (settled,) = made.visit()
    assert settled.outcome.to == f"{H}/a" == theirs.url
    assert made.outcomes()["/a"] is None
    assert made.rendered == []


def test_a_redirect_to_a_page_that_waits_takes_it_out_of_the_queue(world):
    made = world({f"{H}/old": redirected(f"{H}/old", f"{H}/a")}, seeds=(f"{H}/old",))
    made.add("/a")
    made.visit()
    assert isinstance(made.outcomes()["/a"], Saved)
    assert made.lease() == Empty()


def test_a_redirect_that_differs_in_an_anchor_only_is_none(world):
    made = world({f"{H}/": page(f"{H}/#part")})
    (settled,) = made.visit()
    assert isinstance(settled.outcome, Saved)


def test_what_is_found_behind_a_redirect_has_the_final_url_as_its_source(world):
    made = world({f"{H}/": redirected(f"{H}/", f"{H}/new/", body=html(links=("x",)))})
    made.visit()
    assert made.row("/new/x").found_on == f"{H}/new/"


def test_an_error_behind_a_redirect_is_the_target_s(world):
    trail = (Hop(f"{H}/", 302, "allowed"), Hop(f"{H}/gone", 404, "allowed"))
    made = world({f"{H}/": page(f"{H}/gone", status=404, trail=trail)})
    made.visit()
    assert isinstance(made.outcomes()["/"], Redirected)
    assert made.outcomes()["/gone"] == Failed(FailReason.HTTP, 404, trail=trail)


def test_a_way_over_two_pages_is_told_of_each_from_where_it_began(world):
    answers = {f"{H}/": redirected(f"{H}/", f"{H}/b"), f"{H}/c": page(f"{H}/c")}
    made = world(answers, {f"{H}/b": Navigation(f"{H}/c"), f"{H}/c": snapshot(f"{H}/c")})
    first, second, _ = made.visit()
    assert (first.outcome.to, first.outcome.statuses, [hop.url for hop in first.outcome.trail]) == (
        f"{H}/b",
        (302,),
        [f"{H}/", f"{H}/b"],
    )
    assert (second.outcome.to, second.outcome.statuses, [hop.url for hop in second.outcome.trail]) == (
        f"{H}/c",
        (0,),
        [f"{H}/b", f"{H}/c"],
    )


def test_the_pin_that_a_redirect_teaches_is_kept_before_the_page_behind_it_is_read(world):
    trail = (Hop("http://docs.test/", 301, "allowed"), Hop("https://docs.test/", 200, "allowed"))
    made = world({"http://docs.test/": page("https://docs.test/", trail=trail)}, seeds=("http://docs.test/",))
    made.visitor._pins.observe("http://docs.test/", "https://docs.test/")
    made.frontier.redirect = lambda *_, **__: (
        pytest.fail(str(made.frontier.pins())) if not made.frontier.pins() else None
    )
    made.visit()
    assert made.frontier.pins() == {"docs.test": "https"}


# --- what is for the Frontier to ask for


TWO_HOSTS = {"seeds": (f"{H}/", "http://b.test/")}


def moved(url, to, status=302):
    return Moved(to, (Hop(url, status, "allowed"),))


def test_a_redirect_to_another_host_waits_there_for_its_turn_with_the_trail_that_led_to_it(world):
    made = world(
        {f"{H}/a": moved(f"{H}/a", "http://b.test/a"), "http://b.test/a": page("http://b.test/a")}, **TWO_HOSTS
    )
    made.frontier.settle(made.lease(), NOTHING)
    made.frontier.settle(made.lease(), NOTHING)
    made.add("/a")
    (settled,) = made.visit()
    assert settled.outcome == Redirected(
        "http://b.test/a",
        (302,),
        (Hop(f"{H}/a", 302, "allowed"), Hop("http://b.test/a", None, "left to its own visit")),
    )
    lease = made.lease()
    assert (lease.url, lease.depth, lease.trail) == ("http://b.test/a", 1, (Hop(f"{H}/a", 302, "allowed"),))
    (settled,) = made.visit(lease)
    assert made.site.asked[-1] == ("http://b.test/a", lease.trail)
    assert isinstance(settled.outcome, Saved)


def test_a_seed_that_another_host_has_makes_a_seed_there(world):
    made = world({f"{H}/": moved(f"{H}/", "http://b.test/new")}, **TWO_HOSTS)
    made.visit()
    assert {row.url for row in made.frontier.rows() if row.seed} == {f"{H}/", "http://b.test/", "http://b.test/new"}


def test_a_redirect_to_a_known_page_asks_for_nothing_more(world):
    made = world({f"{H}/a": page(f"{H}/a"), f"{H}/old": moved(f"{H}/old", f"{H}/a#part")}, seeds=(f"{H}/a",))
    made.visit()
    made.add("/old")
    (settled,) = made.visit()
    assert (settled.outcome.to, settled.outcome.statuses) == (f"{H}/a", (302,))
    assert [url for url, _ in made.site.asked] == [f"{H}/a", f"{H}/old"]


def test_hosts_that_send_a_url_round_among_them_are_a_loop_and_no_two_redirects(world):
    answers = {f"{H}/": moved(f"{H}/", "http://b.test/"), "http://b.test/": moved("http://b.test/", f"{H}/")}
    made = world(answers, **TWO_HOSTS)
    made.visit()
    (settled,) = made.visit()
    assert settled.outcome.reason is FailReason.REDIRECT_LOOP
    assert made.frontier.counts().failed == 1


def test_a_page_that_goes_to_another_host_by_itself_leaves_that_one_its_turn(world):
    answers = {f"{H}/": page(f"{H}/")}
    made = world(answers, {f"{H}/": Navigation("http://b.test/next")}, **TWO_HOSTS)
    (settled,) = made.visit()
    assert settled.outcome.to == "http://b.test/next"
    assert [url for url, _ in made.site.asked] == [f"{H}/"]


def test_a_page_that_leaves_its_scope_by_itself_is_told_so_by_fetch(world):
    answers = {f"{H}/": page(f"{H}/"), "http://other.test/": Failed(FailReason.TLS)}
    made = world(answers, {f"{H}/": Navigation("http://other.test/")})
    made.visit()
    assert [url for url, _ in made.site.asked] == [f"{H}/", "http://other.test/"]


# --- what enters the Frontier


def test_the_listings_of_a_host_are_asked_for_when_one_of_its_pages_has_answered(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("/a",)))})
    made.listings["docs.test"] = (Discovered(f"{H}/sitemap.xml", 0, tier=1, listing=Listing.SITEMAP),)
    made.visit()
    assert [row.url for row in made.frontier.listings()] == [f"{H}/sitemap.xml"]
    assert made.lease().listing is Listing.SITEMAP


def test_no_listing_is_asked_for_of_a_host_that_does_not_answer(world):
    made = world({f"{H}/": Failed(FailReason.CONNECTION)})
    made.listings["docs.test"] = (Discovered(f"{H}/sitemap.xml", 0, tier=1, listing=Listing.SITEMAP),)
    made.visit()
    assert made.frontier.listings() == ()


def test_more_links_than_are_looked_at_in_one_go_all_enter_in_their_order(world):
    links = [f"/{number}" for number in range(2 * LINKS_AT_ONCE + 1)]
    made = world({f"{H}/": page(f"{H}/", html(links=links))})
    made.visit()
    assert [row.url for row in made.frontier.rows()] == [f"{H}/", *(f"{H}{link}" for link in links)]
    assert made.lease().url == f"{H}/0"


def test_a_link_that_is_no_url_is_skipped_and_named(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("http://[", "/good")))})
    made.visit()
    assert made.frontier.counts().skipped == 1
    assert [row.outcome.reason for row in made.frontier.rows() if row.url == "http://["] == [SkipReason.SCHEME]


def test_a_url_that_is_a_trap_by_its_shape_is_skipped_without_being_asked_for(world):
    made = world({f"{H}/": page(f"{H}/", html(links=("/a/a/a/a/",)))})
    made.visit()
    assert made.row("/a/a/a/a/").outcome.reason is SkipReason.TRAP
    assert made.lease() == Empty()


def test_of_the_queries_of_one_path_only_so_many_are_visited(world):
    links = [f"/cal?month={number}" for number in range(5)]
    made = world({f"{H}/": page(f"{H}/", html(links=links))}, max_variants=3)
    made.visit()
    counts = made.frontier.counts()
    assert (counts.pending, counts.skipped) == (3, 2)


# --- soft 404


def test_a_page_that_shows_what_an_impossible_url_shows_is_skipped_and_its_links_are_not_followed(world):
    same = html("There is nothing at this address.", links=("more",))
    answers = {
        f"{H}/": page(f"{H}/", html(links=("/dead/",))),
        f"{H}/dead/": page(f"{H}/dead/", same),
        IMPOSSIBLE: page(f"{H}/{IMPOSSIBLE}", same),
    }
    made = world(answers)
    made.visit()
    (settled,) = made.visit()
    assert settled.outcome.reason is SkipReason.TRAP
    assert made.outcomes().keys() == {"/", "/dead/"}
    assert len(made.warned) == 1


# --- pages that go elsewhere by themselves


def test_a_page_that_goes_elsewhere_is_one_more_hop_of_the_same_visit(world):
    answers = {f"{H}/": page(f"{H}/"), f"{H}/next": page(f"{H}/next")}
    made = world(answers, {f"{H}/": Navigation(f"{H}/next"), f"{H}/next": snapshot(f"{H}/next")})
    first, second = made.visit()
    left = Hop(f"{H}/", 200, "the page went on by itself")
    assert made.site.asked == [(f"{H}/", ()), (f"{H}/next", (left,))]
    assert first.outcome == Redirected(f"{H}/next", (0,), (left, Hop(f"{H}/next", 200, "allowed")))
    assert second.outcome == Saved("next.md", "Title", 200)


def test_a_page_that_goes_on_and_on_is_settled_as_fetch_says_of_the_whole_trail(world):
    loop = Failed(FailReason.REDIRECT_LOOP, 200, f"back at {H}/")
    answers = {f"{H}/": [page(f"{H}/"), loop], f"{H}/b": page(f"{H}/b")}
    made = world(answers, {f"{H}/": Navigation(f"{H}/b"), f"{H}/b": Navigation(f"{H}/")})
    made.visit()
    assert [hop.url for hop in made.outcomes()["/b"].trail] == [f"{H}/", f"{H}/b"]
    assert made.outcomes()["/b"].reason is FailReason.REDIRECT_LOOP


def test_a_page_that_goes_to_one_that_another_worker_has_leaves_it_to_that_one(world):
    answers = {f"{H}/old": page(f"{H}/old"), f"{H}/a": page(f"{H}/a")}
    made = world(answers, {f"{H}/old": Navigation(f"{H}/a")}, seeds=(f"{H}/a", f"{H}/old"))
    made.lease()
    (settled,) = made.visit()
    assert settled.outcome.to == f"{H}/a"
    assert made.rendered == [f"{H}/old"]


def test_a_route_that_a_page_goes_to_by_itself_is_the_page_s_own_url(world):
    made = world({f"{H}/": page(f"{H}/")}, {f"{H}/": snapshot(f"{H}/#/home")})
    first, second = made.visit()
    assert (first.outcome.to, first.outcome.statuses) == (f"{H}/#/home", (0,))
    assert [(hop.url, hop.verdict) for hop in first.outcome.trail] == [
        (f"{H}/", "the page went on by itself"),
        (f"{H}/#/home", "the route that the page went to"),
    ]
    assert (second.url, type(second.outcome)) == (f"{H}/#/home", Saved)


def test_two_pages_that_show_the_same_route_are_one_page(world):
    answers = {f"{H}/": page(f"{H}/"), f"{H}/#/home": page(f"{H}/#/home")}
    made = world(answers, dict.fromkeys(answers, snapshot(f"{H}/#/home")))
    made.visit()
    assert made.lease() == Empty()
    assert made.frontier.counts().saved == 1


# --- put off


def deferred(host="docs.test", seconds=30.0):
    return Deferred(host, seconds, Failed(FailReason.HTTP, 429, "the host asks for quiet"))


def test_a_url_that_is_put_off_goes_back_and_its_host_is_left_alone(world):
    made = world({f"{H}/": deferred()})
    assert made.visit() == [Settled(f"{H}/", "", True, None)]
    assert made.quieted == [("docs.test", 30.0)]
    assert made.outcomes() == {"/": None}
    assert made.row("/").pending_reason == "the host asks for quiet"
    assert made.lease() == Wait(30.0)


def test_a_url_that_was_put_off_is_visited_when_its_time_has_come(world):
    made = world({f"{H}/": [deferred(), page(f"{H}/")]})
    made.visit()
    made.now += 30.0
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_host_that_puts_a_url_off_too_often_is_given_up_for_this_run_with_all_its_urls(world):
    made = world({f"{H}/": deferred(), f"{H}/a": deferred()})
    made.add("/a")
    for _ in range(MAX_DEFERRALS):
        made.visit(made.frontier.lease(made.now))
        made.now += 30.0
    assert made.lease() == Empty()
    assert {row.pending_reason for row in made.frontier.rows()} == {"the host asks for quiet"}
    assert len(made.site.asked) == MAX_DEFERRALS


def test_a_host_is_given_up_after_as_many_pauses_as_it_has_asked_for_whoever_has_counted_them(world):
    made = world({f"{H}/": replace(deferred(), streak=MAX_DEFERRALS)})
    made.visit()
    assert made.lease() == Empty()
    assert made.row("/").pending_reason == "the host asks for quiet"


def test_one_url_that_always_answers_429_keeps_none_of_the_others_from_being_saved(world):
    made = world({f"{H}/": deferred(), f"{H}/a": page(f"{H}/a", html("a")), f"{H}/b": page(f"{H}/b", html("b"))})
    made.add("/a", "/b")
    for _ in range(2 + MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    assert made.outcomes()["/"] == deferred().final
    assert made.frontier.counts().saved == 2
    assert made.lease() == Empty()


def test_a_url_that_a_host_behind_a_redirect_puts_off_too_often_is_settled_and_its_own_host_goes_on(world):
    off = deferred("busy.test")
    made = world({f"{H}/": off, f"{H}/a": page(f"{H}/a")})
    for _ in range(MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    made.add("/a")
    assert made.outcomes()["/"] == off.final
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_url_that_its_own_host_keeps_waiting_on_another_scheme_is_settled_and_the_host_goes_on(world):
    trail = (Hop(f"{H}/", 301, "allowed"),)
    unreachable = Skipped(SkipReason.ROBOTS_UNREACHABLE, "https://docs.test/robots.txt: connection", trail)
    made = world({f"{H}/": Deferred("docs.test", 30.0, unreachable), f"{H}/a": page(f"{H}/a")})
    for _ in range(MAX_DEFERRALS):
        made.visit()
        made.now += 30.0
    made.add("/a")
    assert made.outcomes()["/"] == unreachable
    assert isinstance(made.visit()[0].outcome, Saved)


def test_a_host_that_has_not_said_yes_is_quieted_and_the_reason_is_the_one_it_ends_with(world):
    unreachable = Skipped(SkipReason.ROBOTS_UNREACHABLE, f"{H}/robots.txt: status 503")
    made = world({f"{H}/": Deferred("docs.test", 1.0, unreachable)})
    made.visit()
    assert made.row("/").pending_reason == f"{H}/robots.txt: status 503"


def test_a_host_that_wants_to_be_left_alone_for_long_is_left_alone_at_once_and_says_until_when(world):
    made = world({f"{H}/": deferred(seconds=LONGEST_PAUSE + 1)})
    made.add("/a")
    made.visit()
    assert made.lease() == Empty()
    reason = "rate limited until 2027-01-15T08:02:01+00:00: the host asks for quiet"
    assert [row.pending_reason for row in made.frontier.rows()] == [reason, reason]


def test_a_url_that_another_host_wants_left_alone_for_long_is_settled(world):
    off = deferred("busy.test", seconds=LONGEST_PAUSE + 1)
    made = world({f"{H}/": off})
    assert made.visit()[0].outcome == off.final


# --- a host in trouble


BROKEN = Failed(FailReason.HTTP, 500)


def test_a_host_that_fails_on_a_few_urls_has_them_failed(world):
    answers = {f"{H}/": page(f"{H}/"), **{f"{H}/{n}": BROKEN for n in range(MAX_TROUBLE - 1)}}
    made = world(answers)
    made.visit()
    made.add(*(f"/{n}" for n in range(MAX_TROUBLE - 1)))
    for _ in range(MAX_TROUBLE - 1):
        made.visit()
    assert made.frontier.counts().failed == MAX_TROUBLE - 1
    assert made.quieted == []


@pytest.mark.parametrize("failed", [BROKEN, Failed(FailReason.TIMEOUT), Failed(FailReason.CONNECTION)])
def test_a_host_that_fails_on_everything_rests_longer_and_longer_and_is_then_left_alone(world, failed):
    made = world({f"{H}/": page(f"{H}/"), **{f"{H}/{n}": failed for n in range(40)}})
    made.visit()
    made.add(*(f"/{n}" for n in range(40)))
    while not isinstance(lease := made.lease(), Empty):
        if isinstance(lease, Wait):
            made.now += lease.seconds
        else:
            made.visit(lease)
    assert [seconds for _, seconds in made.quieted] == [2.0, 4.0, 8.0, 16.0, 32.0]
    assert made.looked_at == [f"{H}/"]
    counts = made.frontier.counts()
    assert (counts.saved, counts.failed, counts.pending) == (1, MAX_TROUBLE - 1, 40 - MAX_TROUBLE + 1)


def test_a_host_that_is_there_and_fails_on_some_urls_only_has_these_failed(world):
    made = world({f"{H}/": page(f"{H}/"), **{f"{H}/{n}": BROKEN for n in range(7)}})
    made.is_there = True
    made.visit()
    made.add(*(f"/{n}" for n in range(7)))
    for _ in range(7):
        made.visit()
    assert made.frontier.counts().failed == 7
    assert made.quieted == []
    assert set(made.looked_at) == {f"{H}/"}
    assert len(made.looked_at) == 3  # at the third, fifth and seventh: what it fails on meanwhile still counts


def test_one_good_answer_ends_the_trouble_of_a_host(world):
    broken = {f"{H}/bad{n}": BROKEN for n in range(4)}
    made = world({f"{H}/": page(f"{H}/"), **broken, f"{H}/good": page(f"{H}/good", html("Good."))})
    made.visit()
    made.add("/bad0", "/bad1", "/good", "/bad2", "/bad3")
    for _ in range(5):
        made.visit()
    assert made.frontier.counts().failed == 4
    assert made.quieted == []


# --- leases that have run out


def test_a_visit_whose_lease_was_given_to_another_changes_nothing(world):
    made = world({f"{H}/": page(f"{H}/")})
    late = made.lease()
    made.frontier.defer(late, made.now, "429")
    current = made.lease()
    made.visit(late)
    assert made.outcomes() == {"/": None}
    made.visit(current)
    assert isinstance(made.outcomes()["/"], Saved)
