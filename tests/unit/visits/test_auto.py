"""Which pages go without the browser: what is learned, what is compared, what is taken back, and what a kill leaves of it."""

import asyncio
import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from getdocs.config import CrawlConfig, RenderMode
from getdocs.model import Alternate, Failed, FailReason, Hop, Navigation, NavNode, Page, Response, Snapshot
from getdocs.read.traits import Traits, traits_of
from getdocs.visits.auto import MAX_FAMILIES, UNCHECKED, Auto, says_the_same
from getdocs.visits.auto_family import EVERY, LEARNED, MAX_CAUSES, Family, Way
from getdocs.visits.pool import Pool
from getdocs.visits.reading import Reader, Reading

H = "http://docs.test"
NONE = frozenset()
UNHEARD = ()
"""Nobody listened to what scripts ask for: it may be anything."""
SILENT = ("#none",)
"""Scripts that ask for nothing that any page has."""


def having(*names, others=()):
    return Traits("s", frozenset(names), frozenset(others))


def learned(*names, lines=UNHEARD):
    family = Family()
    for _ in range(LEARNED):
        family.same(having(*names), lines)
    return family


# One family.


def test_the_first_pages_are_read_both_ways():
    family = Family()
    ways = []
    for _ in range(LEARNED):
        ways.append(family.way(having()))
        family.same(having(), UNHEARD)
    assert ways == [Way.BOTH] * LEARNED
    assert family.way(having()) is Way.PLAIN


def test_pages_that_are_still_being_compared_teach_nothing():
    family = Family()
    assert [family.way(having()) for _ in range(20)] == [Way.BOTH] * 20


def test_one_in_so_many_is_compared_again():
    family = learned()
    assert [family.way(having()) for _ in range(2 * EVERY)] == ([Way.PLAIN] * (EVERY - 1) + [Way.BOTH]) * 2


def test_a_page_with_something_new_is_compared():
    family = learned(".note")
    assert family.way(having(".note", ".tabs")) is Way.BOTH
    assert family.way(having(".note")) is Way.PLAIN


def test_with_each_such_comparison_that_comes_out_equal_more_pages_go_without_up_to_a_bound():
    family = learned(lines=SILENT)
    between = []
    for _ in range(6):
        count = 1
        while family.way(having()) is Way.PLAIN:
            count += 1
        family.same(having(), SILENT)
        between.append(count)
    assert between == [20, 40, 60, 80, 80, 80]
    family.different(having("details"), SILENT)
    assert [family.way(having()) for _ in range(20)] == [Way.PLAIN] * 19 + [Way.BOTH]


def test_what_nobody_asks_for_is_nothing_new():
    family = learned(lines=("+.tabs", "?p"))
    assert family.way(having(".note", others=["div.note"])) is Way.PLAIN
    assert family.way(having(".tabs", others=["div.tabs"])) is Way.BOTH
    assert family.way(having(".note", others=["p.note"])) is Way.BOTH


def test_a_difference_is_laid_to_what_its_scripts_have_asked_for():
    family = learned(lines=("-.tabs",))
    family.different(having(".tabs", ".note", others=["div.tabs", "div.note"]), ("+.tabs",))
    assert family.way(having(".tabs", others=["div.tabs"])) is Way.SHOWN
    assert family.way(having(".note", others=["div.note"])) is Way.PLAIN


def test_a_difference_by_what_has_gone_without_the_browser_ends_it_for_the_family():
    family = learned(lines=SILENT)
    assert family.way(having(".note")) is Way.PLAIN
    family.different(having(".note", "details"), (".note",))
    assert family.rendered


def test_a_difference_by_nothing_that_anybody_has_asked_for_ends_it_for_the_family():
    family = learned(lines=SILENT)
    family.different(having(".note"), SILENT)
    assert family.rendered


def test_what_turned_out_to_be_harmless_is_new_no_more():
    family = learned()
    family.same(having(".note"), UNHEARD)
    assert family.way(having(".note")) is Way.PLAIN


def test_a_page_that_differs_by_something_new_is_shown_and_so_is_every_one_like_it():
    family = learned(".note")
    family.different(having(".note", ".tabs"), UNHEARD)
    assert family.way(having(".tabs")) is Way.SHOWN
    assert family.way(having(".note")) is Way.PLAIN


def test_a_page_that_differs_by_nothing_new_ends_it_for_the_family():
    family = learned(".note")
    family.different(having(".note"), UNHEARD)
    assert family.rendered
    assert family.way(having()) is Way.SHOWN


def test_a_cause_that_turns_out_to_be_harmless_ends_it_for_the_family():
    family = learned()
    family.different(having(".tabs"), UNHEARD)
    family.same(having(".tabs"), UNHEARD)
    assert family.rendered


def test_too_many_causes_end_it_for_the_family():
    family = learned()
    for number in range(MAX_CAUSES):
        assert not family.rendered
        family.different(having(f".c{number}"), UNHEARD)
    assert family.rendered


def test_a_difference_begins_the_row_anew():
    family = Family()
    for _ in range(LEARNED - 1):
        family.same(having(), UNHEARD)
    family.different(having(".tabs"), UNHEARD)
    for _ in range(LEARNED - 1):
        family.same(having(), UNHEARD)
    assert not family.learned
    family.same(having(), UNHEARD)
    assert family.learned


NAMES = st.frozensets(st.sampled_from([".a", ".b", "@c", "d"]))
LINES = st.sampled_from([UNHEARD, SILENT, (".a",), ("=.a, .b", "?p")])
SEEN = st.lists(st.tuples(st.booleans(), NAMES, LINES), max_size=20)


@given(SEEN, NAMES)
def test_what_is_written_down_is_read_again(seen, names):
    family = Family()
    for same, held, lines in seen:
        (family.same if same else family.different)(having(*held), lines)
    again = Family.read(family.written())
    assert again.written() == family.written()
    assert again.way(having(*names)) is family.way(having(*names))


@given(SEEN, NAMES)
def test_no_page_goes_without_the_browser_that_holds_what_was_asked_for_and_no_equal_page_held(seen, names):
    family = Family()
    harmless, asked = set(), {"@c", "d"}
    for same, held, lines in seen:
        (family.same if same else family.different)(having(*held), lines)
        harmless |= held if same else set()
        asked |= {name for name in (".a", ".b") if any(name in line for line in lines)}
        asked |= {".a", ".b"} if lines == UNHEARD and same else set()
    assert family.way(having(*names)) is not Way.PLAIN or names & asked <= harmless


# A crawl's state.


class State:
    """The crawl's state, and what was put back."""

    def __init__(self):
        self.kept = {}
        self.back = []

    def put_back(self, urls, keeping):
        self.back.append(list(urls))
        self.kept.update(keeping)

    def auto(self):
        return Auto(kept=self.kept.get, keep=self.kept.__setitem__, put_back=self.put_back)


PLAIN_PAGE = Traits("s", NONE)


def url(number):
    return f"{H}/{number}"


def decide(auto, url, traits=PLAIN_PAGE):
    """What there is to decide without waiting for anybody."""
    assert auto.waits_for(url, traits) is None
    return auto.decide(url, traits)


def compare(auto, url, traits=PLAIN_PAGE, *, same):
    decision = decide(auto, url, traits)
    assert decision.way is Way.BOTH
    end(auto, decision, same=same)


def end(auto, decision, *, same):
    auto.compared(decision, UNHEARD, same=same)
    auto.close(decision)


def teach(auto, traits=PLAIN_PAGE, host=H):
    for number in range(LEARNED):
        compare(auto, f"{host}/learn/{number}", traits, same=True)


def read_on(auto, numbers, traits=PLAIN_PAGE):
    return [decide(auto, url(number), traits).way for number in numbers]


def test_families_are_told_apart_by_host_and_scripts():
    state = State()
    auto = state.auto()
    teach(auto)
    assert decide(auto, url(1), PLAIN_PAGE).way is Way.PLAIN
    assert decide(auto, url(2), Traits("other", NONE)).way is Way.BOTH
    assert decide(auto, "http://api.test/1", PLAIN_PAGE).way is Way.BOTH


def test_a_difference_puts_back_everything_since_the_last_comparison_that_bore_it_out():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, range(EVERY - 1))
    compare(auto, url("audit"), PLAIN_PAGE, same=True)
    read_on(auto, range(10, 14))
    auto.undecided(decide(auto, url(14), PLAIN_PAGE))
    compare(auto, url("second"), PLAIN_PAGE, same=False)
    assert state.back == [[url(number) for number in range(10, 15)]]
    assert decide(auto, url(20), PLAIN_PAGE).way is Way.SHOWN


def test_a_page_that_went_ahead_while_another_was_compared_is_not_borne_out_by_it():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, range(EVERY - 1))
    audit = decide(auto, url("audit"), PLAIN_PAGE)
    read_on(auto, ["meanwhile"])
    end(auto, audit, same=True)
    assert auto.to_check() == (url("meanwhile"),)


def test_a_page_under_way_when_its_family_falls_does_not_stand_until_it_is_read_again():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, [1])
    audit = decide(auto, url("audit"), Traits("s", frozenset({".new"})))
    end(auto, audit, same=True)
    read_on(auto, [2])
    assert auto.stands(url(2))
    auto.to_check()
    compare(auto, url(3), PLAIN_PAGE, same=False)
    assert (auto.stands(url(1)), auto.stands(url(2))) == (True, False)
    assert decide(auto, url(2), PLAIN_PAGE).way is Way.SHOWN
    assert auto.stands(url(2))


def test_a_page_that_was_shown_after_all_needs_no_bearing_out():
    state = State()
    auto = state.auto()
    teach(auto)
    auto.withdraw(decide(auto, url(1), PLAIN_PAGE), url(1))
    assert auto.to_check() == ()


def test_a_comparison_that_comes_to_nothing_is_made_up_for_by_the_next_page():
    state = State()
    auto = state.auto()
    teach(auto)
    auto.undecided(decide(auto, url(1), Traits("s", frozenset({".new"}))))
    assert decide(auto, url(2), PLAIN_PAGE).way is Way.BOTH


def test_pages_beyond_the_first_wait_for_these():
    auto = State().auto()
    first = [decide(auto, url(number)) for number in range(LEARNED)]
    assert auto.waits_for(url(9), PLAIN_PAGE)
    end(auto, first[0], same=False)
    assert decide(auto, url(9), Traits("other", NONE)).way is Way.BOTH
    assert decide(auto, url(9)).way is Way.SHOWN


def test_a_page_waits_for_a_comparison_that_is_about_all_that_is_new_on_it():
    auto = State().auto()
    teach(auto)
    under_way = decide(auto, url(1), having(".new", ".other"))
    over = auto.waits_for(url(2), having(".new"))
    assert not over.is_set()
    assert decide(auto, url(3), having(".new", ".more")).way is Way.BOTH
    assert decide(auto, url(4)).way is Way.PLAIN
    end(auto, under_way, same=True)
    assert over.is_set()
    assert decide(auto, url(2), having(".new")).way is Way.PLAIN


def test_who_waits_goes_on_when_a_comparison_comes_to_nothing():
    auto = State().auto()
    teach(auto)
    under_way = decide(auto, url(1), having(".new"))
    over = auto.waits_for(url(2), having(".new"))
    auto.undecided(under_way)
    auto.close(under_way)
    assert over.is_set()
    assert decide(auto, url(2), having(".new")).way is Way.BOTH


def test_what_is_left_at_the_end_is_compared_once_for_each_family():
    state = State()
    auto = state.auto()
    other = Traits("t", NONE)
    teach(auto)
    teach(auto, other)
    read_on(auto, [1, 2])
    read_on(auto, [3], other)
    assert auto.to_check() == (url(2), url(3))
    for each, traits in ((2, PLAIN_PAGE), (3, other)):
        compare(auto, url(each), traits, same=True)
    assert auto.to_check() == ()
    assert not auto.has_put_back()


def test_that_pages_were_put_back_is_told_once():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, [1])
    auto.to_check()
    compare(auto, url(1), PLAIN_PAGE, same=False)
    assert state.back == [[url(1)]]
    assert (auto.has_put_back(), auto.has_put_back()) == (True, False)


def test_more_families_than_can_be_kept_are_shown():
    auto = State().auto()
    ways = [decide(auto, url(number), Traits(str(number), NONE)).way for number in range(MAX_FAMILIES + 1)]
    assert ways == [Way.BOTH] * MAX_FAMILIES + [Way.SHOWN]


def test_a_page_is_written_down_before_it_goes_without_the_browser():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, [1])
    assert url(1) in state.kept[UNCHECKED]


def test_after_a_kill_the_next_page_is_compared_and_what_went_before_is_put_back_with_it():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, [1, 2])
    again = state.auto()
    decision = decide(again, url(3), PLAIN_PAGE)
    assert decision.way is Way.BOTH
    end(again, decision, same=False)
    assert state.back == [[url(1), url(2)]]


def test_after_a_kill_with_nothing_left_to_visit_the_last_page_is_compared():
    state = State()
    auto = state.auto()
    teach(auto)
    read_on(auto, [1, 2])
    again = state.auto()
    assert again.to_check() == (url(2),)
    assert decide(again, url(2), PLAIN_PAGE).way is Way.BOTH


def test_a_family_that_has_fallen_stays_so_after_a_kill():
    state = State()
    auto = state.auto()
    compare(auto, url(1), PLAIN_PAGE, same=False)
    assert decide(state.auto(), url(2), PLAIN_PAGE).way is Way.SHOWN


@pytest.mark.parametrize("seed", range(50))
def test_from_whatever_moment_on_pages_differ_and_whatever_kills_the_crawl_none_that_differs_stays(seed):
    chance = random.Random(seed)
    moment, change = itertools.count(), chance.randrange(90)
    state = State()
    auto = state.auto()
    # By number, when a page was read without the browser; then what waits, and what is under way.
    plain, waiting, under_way = {}, list(range(80)), []

    def take(number):
        waits = auto.waits_for(url(number), PLAIN_PAGE) is not None
        if waits:
            waiting.insert(0, number)
        else:
            under_way.append((number, next(moment), auto.decide(url(number), PLAIN_PAGE)))
        return not waits

    while waiting or under_way or auto.to_check():
        if chance.random() < 0.03:
            waiting = sorted({*waiting, *(number for number, _, _ in under_way)} - set(plain))
            auto, under_way = state.auto(), []
        while waiting and len(under_way) < 4 and take(waiting.pop(0)):
            pass
        if not under_way and (left := auto.to_check()):
            take(int(left[0].rpartition("/")[2]))
        if not under_way:
            continue
        number, when, decision = under_way.pop(chance.randrange(len(under_way)))
        if decision.way is Way.BOTH:
            end(auto, decision, same=when < change)
        back = {int(each.rpartition("/")[2]) for found in state.back for each in found} & set(plain)
        state.back.clear()
        waiting = sorted({*waiting, *back})
        plain = {each: time for each, time in plain.items() if each not in back}
        if decision.way is Way.PLAIN and auto.stands(url(number)):
            plain[number] = when
        elif decision.way is Way.PLAIN:
            waiting.insert(0, number)
    assert [number for number, when in plain.items() if when >= change] == []


# What counts as the same.

PAGE = Page(f"{H}/a", "Title", 200, "Text.\n", (f"{H}/b", f"{H}/c"), (NavNode("B", f"{H}/b"),), lang="en")


@pytest.mark.parametrize(
    "change",
    [
        {"url": f"{H}/a#/route"},
        {"title": "Other"},
        {"markdown": "Text, and more.\n"},
        {"links": (f"{H}/b",)},
        {"nav": ()},
        {"previous": f"{H}/z"},
        {"next": f"{H}/b"},
        {"canonical": f"{H}/a"},
        {"lang": "de"},
        {"alternates": (Alternate("de", f"{H}/de/a"),)},
        {"invalid": ("http://[",)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_pages_differ_in_whatever_is_written_or_followed(change):
    assert not says_the_same(PAGE, replace(PAGE, **change))


@pytest.mark.parametrize(
    "change",
    [{"links": (f"{H}/c", f"{H}/b")}, {"refused": (f"{H}/x.js",)}],
    ids=["order of links", "what did not load"],
)
def test_pages_do_not_differ_in_what_nobody_sees(change):
    assert says_the_same(PAGE, replace(PAGE, **change))


# How a page is read by it.


@pytest.fixture
def pool():
    with Pool() as pool:
        yield pool


class Site:
    """Pages that a browser shows: by default as they were sent."""

    def __init__(self, pool, shown=None):
        self.state = State()
        self.rendered = []
        self._shown = shown or {}
        self.auto = self.state.auto()
        self.reader = Reader(CrawlConfig(seeds=(H,), render=RenderMode.AUTO), self._render, self.auto, pool=pool)

    async def _render(self, response):
        self.rendered.append(response.url)
        shown = self._shown.get(response.url, response.body.decode())
        return shown if not isinstance(shown, str) else Snapshot(response.url, 200, shown, "", response.url)

    def response(self, number, body="<main><h1>Page</h1><p>Text.</p></main>"):
        headers = (("content-type", "text/html; charset=utf-8"),)
        return Response(url(number), 200, headers, body.encode(), (Hop(url(number), 200, ""),))

    def read(self, number, *body):
        return asyncio.run(self.reader.read(self.response(number, *body)))


def test_pages_that_are_read_at_once_are_compared_no_more_often(pool):
    site = Site(pool)

    async def read():
        async with asyncio.TaskGroup() as group:
            for number in range(3 * LEARNED):
                group.create_task(site.reader.read(site.response(number)))

    asyncio.run(read())
    assert len(site.rendered) == LEARNED


def test_pages_that_say_the_same_go_without_the_browser(pool):
    site = Site(pool)
    for number in range(LEARNED + 3):
        assert isinstance(site.read(number), Reading)
    assert site.rendered == [url(number) for number in range(LEARNED)]


@pytest.mark.parametrize("sent", ["<div id=app></div><script src=a.js></script>", "<p></p>"], ids=["shell", "empty"])
def test_what_shows_nothing_without_the_browser_always_goes_through_it(pool, sent):
    site = Site(pool, {url(99): "<main><p>Made by a script.</p></main>"})
    teach(site.auto, traits_of(sent, url(99)))
    assert site.read(99, sent).page.markdown == "Made by a script.\n"
    assert site.auto.to_check() == ()


@pytest.mark.parametrize(
    "shown",
    ["<main><h1>Page</h1><p>Text, and more.</p></main>", Navigation(f"{H}/elsewhere")],
    ids=["another text", "leads elsewhere"],
)
def test_a_page_that_the_browser_shows_otherwise_is_a_difference(pool, shown):
    site = Site(pool, {url(number): shown for number in range(3)})
    for number in range(3):
        site.read(number)
    assert site.read(3) == site.read(3)
    assert site.rendered[-2:] == [url(3), url(3)]
    assert '"rendered": true' in "".join(site.state.kept.values())


@pytest.mark.parametrize("why", ["failed", "unsettled"])
def test_a_page_that_cannot_be_compared_teaches_nothing(pool, why):
    failed = Failed(FailReason.UNRESPONSIVE, 200, "no answer")
    unsettled = Snapshot(url(0), 200, "<p>Still growing", "", url(0), unsettled=True)
    site = Site(pool, {url(0): failed if why == "failed" else unsettled})
    site.read(0)
    assert not any("harmless" in value or "rendered" in value for value in site.state.kept.values())
