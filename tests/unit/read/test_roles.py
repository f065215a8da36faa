"""Elements that only their role names."""

from getdocs.model import Page, Snapshot
from getdocs.read.reader import read_page

TABLE = """
<div role="table"><div><div role="rowgroup"><div role="row">
<div role="columnheader">Option</div><div role="columnheader">Default</div></div></div></div>
<div role="rowgroup"><div role="row"><div role="cell"><p><code>--hot</code></p></div><div role="cell"></div></div></div></div>
"""


def page(html: str) -> Page:
    url = "https://docs.example/"
    return read_page(Snapshot(url, 200, f"<main>{html}</main>", "", url))


def markdown(html: str) -> str:
    return page(html).markdown


def cells(html: str) -> tuple[int, int]:
    tally = page(html).receipt.cells
    return tally.expected, tally.kept


def test_what_is_a_table_by_its_roles_becomes_one() -> None:
    assert markdown(TABLE) == "| Option | Default |\n| --- | --- |\n| `--hot` |  |\n"


def test_its_cells_are_counted() -> None:
    assert cells(TABLE) == (3, 3)


def test_no_word_of_a_table_is_lost_that_says_more_than_its_cells() -> None:
    assert "Loading" in markdown(TABLE.replace("</div></div></div></div>\n", "</div></div>Loading</div></div>\n", 1))


def test_a_table_keeps_its_elements_whatever_their_roles() -> None:
    assert markdown("<table role=table><tr role=row><th role=columnheader>A<tr><td role=cell>1</table>").startswith(
        "| A |"
    )


def test_a_row_in_a_row_loses_no_word() -> None:
    html = "<div role=table><div role=row><div role=cell>one <div role=row><div role=cell>two</div></div></div></div></div>"
    assert markdown(html).split() == ["one", "two"]


def test_a_box_that_is_drawn_beside_its_item_is_ticked() -> None:
    html = (
        "<ul><li><div><button role=checkbox aria-checked=true><span>x</span></button></div><label><p>Lid</p></label></li>"
        "<li><div><button role=checkbox aria-checked=false></button></div><label><p>Plug</p></label></li></ul>"
    )
    assert markdown(html) == "- [x] Lid\n- [ ] Plug\n"


def test_a_box_outside_of_a_list_is_a_control() -> None:
    assert markdown("<p>Before</p><button role=checkbox aria-checked=true>Dark</button>") == "Before\n"


def test_only_one_box_of_an_item_is_its_tick() -> None:
    html = "<ul><li><b role=checkbox aria-checked=true></b><b role=checkbox></b>Lid</li></ul>"
    assert markdown(html) == "- [x] Lid\n"


TREE = """
<div role=tree><div role=none><div role=treeitem aria-expanded=true>kettle</div><div role=group>
<div role=treeitem>kettle.toml</div><div role=none><div role=treeitem>cups</div><div role=group><div role=treeitem>one.md</div></div></div>
</div></div><div role=treeitem>end</div></div>
"""


def test_what_is_a_tree_by_its_roles_is_a_list() -> None:
    assert markdown(TREE) == "- kettle\n  - kettle.toml\n  - cups\n    - one.md\n- end\n"


def test_its_items_are_counted() -> None:
    items = page(TREE).receipt.items
    assert (items.expected, items.kept) == (5, 5)


def test_a_group_in_its_item_is_below_it() -> None:
    html = "<div role=tree><div role=treeitem>a<div role=group><div role=treeitem>b</div></div></div></div>"
    assert markdown(html) == "- a\n  - b\n"


def test_no_word_of_a_tree_is_lost_that_says_more_than_its_items() -> None:
    assert "Files" in markdown(TREE.replace("<div role=none>", "Files<div role=none>", 1))


def test_roles_within_each_other_lose_no_word() -> None:
    html = (
        "<div role=table><div role=tree><div role=row><div role=cell>"
        "<div role=table><div role=row><div role=cell></div></div></div> one"
        "<ul><li><div role=tree><div role=treeitem>two<b role=checkbox></b></div></div></li></ul></div></div></div></div>"
    )
    words = page(html).receipt.words
    assert (words.expected, words.kept, words.added) == (2, 2, 0)


def test_thousands_of_tables_in_each_other_are_read() -> None:
    assert markdown("<div role=table><div role=row><div role=cell>" * 2000 + "word").split().count("word") == 1
