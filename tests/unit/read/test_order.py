from hypothesis import given, settings
from hypothesis import strategies as st

from getdocs import urls
from getdocs.model import NavNode
from getdocs.read.order import PageLinks, merge_nav, reading_order


def u(name: str) -> str:
    return f"https://docs.example/{name}"


def n(title: str, *children: NavNode, link: bool = True) -> NavNode:
    return NavNode(title, u(title) if link else None, children)


def pages(text: str) -> list[PageLinks]:
    """ "a b>c <d" : pages in crawl order; >x names the next, <x the one before."""
    out = []
    for word in text.split():
        name, _, rest = word.partition("<")
        name, _, following = name.partition(">")
        before, _, after = rest.partition(">")
        out.append(
            PageLinks(u(name), u(before) if before else None, u(following or after) if following or after else None)
        )
    return out


def order(text: str, *nav: NavNode) -> str:
    return " ".join(url.rsplit("/", 1)[-1] for url in reading_order(pages(text), nav))


def test_without_any_hint_the_crawl_order_stands() -> None:
    assert order("c a b") == "c a b"


def test_the_nav_order_comes_before_the_crawl_order() -> None:
    assert order("x b a", n("g", n("a"), n("b"), link=False)) == "a b x"


def test_a_chain_beats_the_nav_order() -> None:
    assert order("a>c b c>b", n("a"), n("b"), n("c")) == "a c b"


def test_a_partial_chain_is_spliced_into_the_nav_order() -> None:
    assert order("p a b>c c d", n("a"), n("b"), n("x"), n("c"), n("d"), n("p")) == "a b c d p"


def test_pages_of_the_nav_follow_the_page_of_a_chain_that_they_stand_behind() -> None:
    assert order("a>c b c d", n("a"), n("b"), n("c"), n("d")) == "a b c d"


def test_previous_alone_makes_a_chain() -> None:
    assert order("c<b b<a a") == "a b c"


def test_next_beats_a_previous_that_contradicts_it() -> None:
    assert order("a>b b c<a") == "a b c"


def test_a_circle_is_broken_and_nothing_is_lost() -> None:
    assert order("a>b b>c c>a") == "a b c"


def test_a_page_that_was_not_saved_still_joins_its_neighbours() -> None:
    assert order("c<x a>x b") == "a c b"


def test_urls_are_compared_by_identity() -> None:
    saved = [
        PageLinks("https://docs.example/b/", None, None),
        PageLinks("https://docs.example/a/index.html", None, "https://docs.example/b?utm_source=x"),
    ]
    assert reading_order(saved, ()) == ("https://docs.example/a/index.html", "https://docs.example/b/")


NAMES = st.sampled_from([f"p{index}" for index in range(12)])
LINKS = st.one_of(st.none(), NAMES.map(u))
NODES = st.recursive(
    st.builds(NavNode, NAMES, LINKS, st.just(())),
    lambda inner: st.builds(NavNode, NAMES, LINKS, st.lists(inner, max_size=3).map(tuple)),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.builds(PageLinks, NAMES.map(u), LINKS, LINKS), max_size=15), st.lists(NODES, max_size=4))
def test_each_saved_page_stands_exactly_once_whatever_the_hints(saved: list[PageLinks], nav: list[NavNode]) -> None:
    assert sorted(reading_order(saved, tuple(nav))) == sorted(page.url for page in saved)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(NODES, max_size=3).map(tuple), max_size=5))
def test_a_merged_tree_keeps_every_page_and_is_stable(trees: list[tuple[NavNode, ...]]) -> None:
    def keys(nodes: tuple[NavNode, ...]) -> set[str]:
        own = {urls.key(node.url) for node in nodes if node.url}
        return own.union(*(keys(node.children) for node in nodes))

    merged = merge_nav(trees)
    assert keys(merged) == set().union(*(keys(tree) for tree in trees))
    assert merge_nav(trees) == merged


def test_ten_thousand_pages_in_one_chain_are_ordered() -> None:
    saved = [PageLinks(u(f"{index}"), None, u(f"{index + 1}")) for index in reversed(range(10_000))]
    assert reading_order(saved, ()) == tuple(u(f"{index}") for index in range(10_000))


def test_a_tree_ten_thousand_levels_deep_is_merged() -> None:
    node = n("leaf")
    for index in range(10_000):
        node = n(f"l{index}", node)
    assert reading_order([PageLinks(u("leaf"), None, None)], merge_nav([(node,)])) == (u("leaf"),)


def test_parts_that_pages_show_are_put_together_in_order() -> None:
    first = (n("A", n("a1"), n("a2"), link=False), n("B", link=False))
    second = (n("A", link=False), n("B", n("b1"), n("b2"), n("b3"), link=False), n("C"))
    assert merge_nav([first, second]) == (
        n("A", n("a1"), n("a2"), link=False),
        n("B", n("b1"), n("b2"), n("b3"), link=False),
        n("C"),
    )


def test_an_entry_that_one_page_lacks_goes_behind_the_one_before_it() -> None:
    assert merge_nav([(n("a"), n("c"), n("d")), (n("a"), n("b"))]) == (n("a"), n("b"), n("c"), n("d"))


def test_a_page_shown_out_of_place_is_not_repeated() -> None:
    whole = (n("top", n("x", n("y")), n("z")),)
    assert merge_nav([(n("y"),), whole]) == whole


def test_sidebars_of_several_parts_stay_below_their_tabs() -> None:
    guide = (n("guide", n("g1"), n("g2")), n("api"))
    api = (n("guide"), n("api", n("r1"), n("r2")))
    assert merge_nav([guide, api]) == (n("guide", n("g1"), n("g2")), n("api", n("r1"), n("r2")))


def test_one_sidebar_seen_below_several_tabs_is_the_sites_own() -> None:
    sidebar = (n("G", n("g1"), n("g2"), link=False), n("R", n("r1"), link=False))
    trees = [(n("g1", *sidebar), n("r1")), (n("g1"), n("r1", *sidebar))]
    assert merge_nav(trees) == sidebar
