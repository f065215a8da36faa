"""A visit to a listing, with a site made up: what enters the Frontier, what is told, and what is left out."""

import asyncio

import pytest

from getdocs.frontier.store import Frontier
from getdocs.model import (
    LATE,
    Claim,
    Deferred,
    Discovered,
    Failed,
    FailReason,
    Hop,
    Listing,
    ListingRead,
    Moved,
    Pattern,
    RequestKind,
    Response,
    Skipped,
    SkipReason,
)
from getdocs.read import llms_txt
from getdocs.visits import listing
from getdocs.visits.listing import ListingVisitor, guesses
from getdocs.visits.patience import MAX_DEFERRALS, MAX_TROUBLE, Patience

H = "https://docs.test"
AT = f"{H}/sitemap.xml"
ROBOTS = f"{H}/robots.txt"
NOW = 1_800_000_000.0
REFUSED = Skipped(SkipReason.ROBOTS, "Disallow: /sitemap.xml")
BUSY = Failed(FailReason.HTTP, 503)


def response(body, url=AT, status=200, content_type="application/xml"):
    return Response(url, status, (("content-type", content_type),), body.encode(), (Hop(url, status, "allowed"),))


def urlset(*paths, status=200):
    return response(f"<urlset>{''.join(f'<url><loc>{path}</loc></url>' for path in paths)}</urlset>", status=status)


def index(*paths):
    return response(
        f"<sitemapindex>{''.join(f'<sitemap><loc>{path}</loc></sitemap>' for path in paths)}</sitemapindex>"
    )


async def _nobody(_url):
    return False


class World:
    """A ListingVisitor and what it works on. Pages below `/no` are not wanted."""

    def __init__(self, frontier, answers):
        self.frontier = frontier
        self.answers = answers
        self.asked = []
        self.quieted = []
        self.warnings = []
        self.now = NOW
        self.held_up = 0
        self.visitor = ListingVisitor(
            frontier,
            fetch=self._fetch,
            found=self._found,
            patience=Patience(
                frontier, quiet=lambda *args: self.quieted.append(args), answers=_nobody, now=lambda: self.now
            ),
            warn=self.warnings.append,
        )

    async def _fetch(self, request, trail):
        self.asked.append((request.url, request.kind, trail))
        answer = self.answers[request.url]
        return answer.pop(0) if isinstance(answer, list) else answer

    def _found(self, url, lease):
        assert lease.listing is not None
        return None if url.startswith(f"{H}/no") else Discovered(url, 0, lease.url, tier=LATE)

    def add(self, url=AT, *, found_on=f"{H}/", depth=0, kind=Listing.SITEMAP):
        self.frontier.add([Discovered(url, depth, found_on, tier=1, listing=kind)])

    def visit(self):
        lease = self.frontier.lease(self.now)
        assert lease.listing is not None
        asyncio.run(self.visitor.visit(lease))

    def pages(self):
        return [row.url.removeprefix(H) for row in self.frontier.rows()]

    def listings(self):
        return {row.url.removeprefix(H): row.read for row in self.frontier.listings()}

    def claims(self):
        return list(self.frontier.claims())


@pytest.fixture
def world():
    """`world({url: answer})`: see World; the guessed sitemap of the host waits in it."""
    with Frontier.open(None) as frontier:

        def make(answer, **found):
            made = World(frontier, answer if isinstance(answer, dict) else {AT: answer})
            made.add(**found)
            return made

        yield make
        assert frontier.counts().balanced


# What is named


def test_the_pages_of_a_sitemap_enter_the_frontier_in_its_order(world):
    site = world(urlset("/b", "/a"))
    site.visit()
    assert site.pages() == ["/b", "/a"]
    assert site.listings() == {"/sitemap.xml": ListingRead(200, 2)}
    assert site.warnings == []


def test_a_listing_is_asked_for_as_one(world):
    site = world(urlset("/a"))
    site.visit()
    assert site.asked == [(AT, RequestKind.SITEMAP, ())]


def test_pages_enter_as_the_finder_makes_them(world):
    site = world(urlset("/a"))
    trap = Discovered(f"{H}/a", 0, AT, tier=LATE, pattern=Pattern("p", 1), refusal=Skipped(SkipReason.TRAP, "why"))
    site.visitor._found = lambda *_: trap
    site.visit()
    assert [row.outcome for row in site.frontier.rows()] == [Skipped(SkipReason.TRAP, "why")]


def test_each_page_that_is_wanted_is_claimed(world):
    site = world(urlset("/a", "/no/b", "/c"))
    site.visit()
    assert site.claims() == [Claim(f"{H}{path}", Listing.SITEMAP, AT) for path in ("/a", "/c")]


def test_pages_that_are_not_wanted_are_counted_and_left_out(world):
    site = world(urlset("/a", "/no/b"))
    site.visit()
    assert site.pages() == ["/a"]
    assert site.listings() == {"/sitemap.xml": ListingRead(200, 2)}


def test_the_links_of_an_llms_txt_are_pages(world):
    at = f"{H}/llms.txt"
    site = world({at: response("# Docs\n\n- [A](/a.md)\n- [B](/b)\n", at)}, url=at, kind=Listing.LLMS_TXT)
    site.visit()
    assert site.pages() == ["/a.md", "/b"]
    assert site.claims()[0] == Claim(f"{H}/a.md", Listing.LLMS_TXT, at)


def test_the_encoding_of_an_llms_txt_is_honoured(world):
    at = f"{H}/llms.txt"
    body = Response(at, 200, (("content-type", "text/plain; charset=koi8-r"),), "[\u0431](/\u0431)".encode("koi8-r"))
    site = world({at: body}, url=at, kind=Listing.LLMS_TXT)
    site.visit()
    assert site.pages() == ["/%D0%B1"]


def test_references_resolve_on_the_url_that_a_redirect_led_to(world):
    site = world(response("<urlset><url><loc>a</loc></url></urlset>", f"{H}/new/sitemap.xml"))
    site.visit()
    assert site.pages() == ["/new/a"]


def test_the_loop_is_free_between_two_batches(world, monkeypatch):
    monkeypatch.setattr(listing, "BATCH", 2)
    site = world(urlset("/1", "/2", "/3", "/4", "/5"))
    seen = []

    async def watch():
        visit = asyncio.ensure_future(site.visitor.visit(site.frontier.lease(NOW)))
        while not visit.done():
            seen.append(len(site.pages()))
            await asyncio.sleep(0)

    asyncio.run(watch())
    assert {0, 2, 4, 5} <= set(seen)


def test_a_visit_that_was_cut_short_is_repeated_and_changes_nothing(world, monkeypatch):
    site = world(urlset("/a", "/b"))
    with monkeypatch.context() as patch:
        patch.setattr(site.frontier, "settle_listing", lambda *_, **__: False)
        site.visit()
    again = Frontier(site.frontier._database)
    repeated = World(again, site.answers)
    repeated.visit()
    assert repeated.pages() == ["/a", "/b"]
    assert len(repeated.claims()) == 2
    assert repeated.listings() == {"/sitemap.xml": ListingRead(200, 2)}


def test_a_page_is_not_visited_as_a_listing(world):
    site = world(urlset("/a"))
    site.frontier.add([Discovered(f"{H}/", 0, seed=True)])
    with pytest.raises(ValueError, match="no listing"):
        asyncio.run(site.visitor.visit(site.frontier.lease(NOW)))


# Indexes


def test_the_children_of_an_index_come_after_everything_linked(world):
    site = world({AT: index("/a.xml", "/b.xml"), f"{H}/a.xml": urlset("/a"), f"{H}/b.xml": urlset("/b")})
    site.visit()
    site.frontier.add([Discovered(f"{H}/linked", 9, f"{H}/", tier=10)])
    assert site.frontier.lease(NOW).url == f"{H}/linked"
    child = site.frontier.lease(NOW)
    assert (child.url, child.depth, child.found_on, child.tier) == (f"{H}/a.xml", 1, AT, LATE)
    assert child.listing is Listing.SITEMAP


def test_an_index_that_names_itself_is_read_once(world):
    site = world(index("/sitemap.xml", "/a.xml"))
    site.visit()
    assert list(site.listings()) == ["/sitemap.xml", "/a.xml"]


def test_indexes_are_followed_to_a_bound(world):
    site = world(index("/deeper.xml"), depth=listing.MAX_NESTING, found_on=f"{H}/index.xml")
    site.visit()
    assert site.listings() == {
        "/sitemap.xml": ListingRead(200, 0, "its 1 sitemaps lie below 3 others: they are left out")
    }
    assert len(site.warnings) == 1


def test_the_files_of_a_crawl_are_bounded(world, monkeypatch):
    monkeypatch.setattr(listing, "MAX_FILES", 3)
    site = world(index("/a.xml", "/b.xml", "/c.xml", "/d.xml"))
    site.visit()
    assert list(site.listings()) == ["/sitemap.xml", "/a.xml", "/b.xml"]
    assert site.listings()["/sitemap.xml"].detail == "2 of its sitemaps are left out: a crawl reads 3"
    assert site.warnings == [f"the listing {AT} was not read whole: 2 of its sitemaps are left out: a crawl reads 3"]


def test_an_index_met_when_all_files_are_used_up_adds_none(world, monkeypatch):
    monkeypatch.setattr(listing, "MAX_FILES", 1)
    site = world(index("/a.xml"))
    site.add(f"{H}/other.xml")
    site.visit()
    assert list(site.listings()) == ["/sitemap.xml", "/other.xml"]


def test_the_pages_of_a_host_are_bounded_over_all_its_listings(world, monkeypatch):
    monkeypatch.setattr(listing, "MAX_PAGES", 3)
    other = f"{H}/other.xml"
    site = world({AT: urlset("/no", "/1", "/2"), other: urlset("/3", "/4", "/5")})
    site.add(other)
    site.visit()
    site.visit()
    assert site.pages() == ["/1", "/2", "/3"]
    cut = "the listings of docs.test name more than 3 pages: the rest is left out"
    assert site.listings() == {"/sitemap.xml": ListingRead(200, 3), "/other.xml": ListingRead(200, 3, cut)}
    assert len(site.claims()) == 3


# What cannot be read


@pytest.mark.parametrize(
    ("answer", "read"),
    [
        (urlset("/a", status=404), ListingRead(404, 0, "http_404")),
        (urlset("/a", status=304), ListingRead(304, 0, "http_304")),
        (REFUSED, ListingRead(None, 0, "robots: Disallow: /sitemap.xml")),
        (Failed(FailReason.TIMEOUT), ListingRead(None, 0, "timeout")),
        (Failed(FailReason.TLS, detail="expired"), ListingRead(None, 0, "tls: expired")),
        (Failed(FailReason.TOO_LARGE, 200, "51 MB"), ListingRead(200, 0, "too_large: 51 MB")),
        (Moved(f"{H}/a", (Hop(AT, 302, "allowed"),)), ListingRead(302, 0, f"it leads to the page {H}/a")),
        (response("<!doctype html><title>Oh"), ListingRead(200, 0, "it is no sitemap: it is an HTML page")),
    ],
    ids=["404", "304", "robots", "timeout", "tls", "large", "moved", "html"],
)
class TestUnreadable:
    def test_a_guess_that_cannot_be_read_is_settled_without_a_warning(self, world, answer, read):
        site = world(answer)
        site.visit()
        assert site.listings() == {"/sitemap.xml": read}
        assert site.pages() == []
        assert site.warnings == []

    def test_what_robots_txt_names_and_cannot_be_read_is_warned_of(self, world, answer, read):
        site = world(answer, found_on=ROBOTS)
        site.visit()
        assert site.warnings == [f"the listing {AT} could not be read: {read.detail}"]


def test_an_html_page_in_place_of_an_llms_txt_names_no_page(world):
    at = f"{H}/llms.txt"
    site = world({at: response("<!doctype html><a href=/a>a</a>", at)}, url=at, kind=Listing.LLMS_TXT)
    site.visit()
    assert site.listings() == {"/llms.txt": ListingRead(200, 0, "it names no page")}
    assert site.warnings == []


def test_an_llms_txt_that_is_too_long_is_read_to_the_bound(world, monkeypatch):
    monkeypatch.setattr(llms_txt, "MAX_CHARS", 12)
    at = f"{H}/llms.txt"
    site = world({at: response("- [A](/a)\n\n- [B](/b)\n", at)}, url=at, kind=Listing.LLMS_TXT)
    site.visit()
    assert site.pages() == ["/a"]
    assert site.listings() == {
        "/llms.txt": ListingRead(200, 1, "it is longer than 12 characters: the rest was not read")
    }


def test_a_guess_that_is_a_damaged_sitemap_is_warned_of(world):
    site = world(response(f"<urlset><url><loc>{H}/a</loc></url><url><lo"))
    site.visit()
    assert site.pages() == ["/a"]
    assert site.warnings[0].startswith(f"the listing {AT} was not read whole: it is no well-formed XML")


def test_of_the_children_of_one_index_only_the_first_that_cannot_be_read_is_warned_of(world):
    site = world({AT: index("/a.xml", "/b.xml"), f"{H}/a.xml": urlset(status=404), f"{H}/b.xml": urlset(status=410)})
    for _ in range(3):
        site.visit()
    assert site.warnings == [f"the listing {H}/a.xml could not be read: http_404"]
    assert site.listings()["/b.xml"] == ListingRead(410, 0, "http_410")


# Hosts that ask for patience


def test_a_listing_that_is_put_off_waits_and_is_asked_for_again(world):
    site = world([Deferred("docs.test", 7.0, BUSY), urlset("/a")])
    site.visit()
    assert site.quieted == [("docs.test", 7.0)]
    assert site.listings() == {"/sitemap.xml": None}
    site.now += 8
    site.visit()
    assert site.pages() == ["/a"]


def test_a_listing_that_was_put_off_too_often_is_settled(world):
    unreachable = Skipped(SkipReason.ROBOTS_UNREACHABLE, "HTTP 503")
    site = world(Deferred("docs.test", 1.0, unreachable))
    for _ in range(MAX_DEFERRALS):
        site.visit()
        site.now += 2
    assert site.listings() == {"/sitemap.xml": ListingRead(None, 0, "robots_unreachable: HTTP 503")}


def test_a_host_that_fails_on_listings_rests(world):
    answers = {f"{H}/{number}.xml": urlset(status=500) for number in range(MAX_TROUBLE)}
    site = world(answers, url=f"{H}/0.xml")
    for url in answers:
        site.add(url)
    for _ in answers:
        site.visit()
    assert list(site.listings().values()) == [*[ListingRead(500, 0, "http_500")] * (MAX_TROUBLE - 1), None]
    assert [host for host, _ in site.quieted] == ["docs.test"]


# Which listings to ask for


def found(url, on, kind=Listing.SITEMAP):
    return Discovered(url, 0, on, tier=LATE + 1 if kind is Listing.LLMS_TXT else 1, listing=kind)


def test_without_robots_txt_listings_are_guessed_at_in_the_folder_of_the_seed_and_at_the_root():
    page = f"{H}/docs/start?x=1"
    assert guesses(page, "/docs", ()) == (
        found(f"{H}/docs/sitemap.xml", page),
        found(f"{H}/sitemap.xml", page),
        found(f"{H}/docs/llms.txt", page, Listing.LLMS_TXT),
        found(f"{H}/llms.txt", page, Listing.LLMS_TXT),
    )


@pytest.mark.parametrize("folder", ["/", ""])
def test_a_seed_at_the_root_has_each_listing_once(folder):
    page = f"{H}:8443/"
    assert guesses(page, folder, ()) == (
        found(f"{H}:8443/sitemap.xml", page),
        found(f"{H}:8443/llms.txt", page, Listing.LLMS_TXT),
    )


def test_sitemaps_that_robots_txt_names_are_asked_for_instead_of_guesses_on_any_host():
    page = f"{H}/docs/"
    named = (f"{H}/map.xml", "https://cdn.test/map.gz", f"{H}/map.xml")
    assert guesses(page, "/docs", named) == (
        found(f"{H}/map.xml", ROBOTS),
        found("https://cdn.test/map.gz", ROBOTS),
        found(f"{H}/docs/llms.txt", page, Listing.LLMS_TXT),
        found(f"{H}/llms.txt", page, Listing.LLMS_TXT),
    )


def test_what_is_no_url_has_no_listings():
    assert guesses("nonsense", "/", (f"{H}/map.xml",)) == ()


def test_a_guess_that_the_server_fails_on_is_warned_of(world):
    site = world(urlset("/a", status=500))
    site.visit()
    assert site.warnings == [f"the listing {AT} could not be read: http_500"]
