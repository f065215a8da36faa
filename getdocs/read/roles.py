"""Gives elements that say by their role what they are the name of the element that says it: tables, trees, and ticks of lists.

Rewrites the tree; roles are ARIA's (WAI-ARIA 1.2, 5.3). Writes no Markdown.
"""

from getdocs.read.element import Changes, Element, Node
from getdocs.read.tree import BLOCKS

ROLED = "[role=table]:not(table), [role=tree]:not(ul), li [role=checkbox]"
"""What there is something to do about, as a selector."""

_ROLES = frozenset({"table", "tree", "checkbox"})
_CELLS = {"cell": "td", "columnheader": "th", "rowheader": "th"}


def name_by_role(root: Element) -> None:
    """Renames what is below `root`. A role that stands where it means nothing is left alone. Never raises."""
    ticked: set[int] = set()
    for element in [node for node in root.descendants() if isinstance(node, Element)]:
        role = element.attrs.get("role")
        if role not in _ROLES or not _stands_in(element, root):
            continue
        if role == "table" and element.name != "table":
            _table(element)
        elif role == "tree" and element.name != "ul":
            _tree(element)
        elif role == "checkbox" and element.name != "input":
            item = next((parent for parent in element.parents() if parent.name == "li"), None)
            if item is not None and id(item) not in ticked:
                ticked.add(id(item))
                _tick(element, item)


def _table(table: Element) -> None:
    """Rows and cells, without what stands around them for the looks. One that says more than its cells say stays what it is."""
    rows = [(row, _outermost(row, *_CELLS)) for row in _outermost(table, "row")]
    said = [cell.text() for _, cells in rows for cell in cells]
    if not said or not _is_all(said, table):
        return
    table.name = "table"
    table.contents.clear()
    for row, cells in rows:
        row.name = "tr"
        row.contents.clear()
        table.append(row)
        for cell in cells:
            cell.name = _CELLS[cell.attrs["role"]]
            row.append(cell)


def _tree(tree: Element) -> None:
    """A list of its items, with the groups in or behind them below. One that says more than its items say stays what it is."""
    if not _is_all([item.text() for item in _outermost(tree, "treeitem")], tree):
        return
    parts = list(tree.children())
    tree.name = "ul"
    tree.contents.clear()
    _grow(tree, parts)


def _grow(branch: Element, parts: list[Element]) -> None:
    changes = Changes()
    item: Element | None = None
    for part in parts:
        role = part.attrs.get("role")
        if role == "treeitem":
            item = Element("li")
            groups = [child for child in part.children() if child.attrs.get("role") == "group"]
            for group in groups:
                changes.take_out(group)
            changes.make()
            branch.append(item)
            part.name = "span"
            item.append(part)
            _grow(item, groups)  # no item of theirs stands here yet: they hang on this one
        elif role == "group":
            below = Element("ul")
            (item or branch).append(below)
            _grow(below, list(part.children()))
        else:
            _grow(branch, list(part.children()))


def _outermost(element: Element, *roles: str) -> list[Element]:
    """What is below an element and has one of the roles, and is in no other such."""
    found: list[Element] = []
    waiting = list(element.children())[::-1]
    while waiting:
        child = waiting.pop()
        if child.attrs.get("role") in roles:
            found.append(child)
        else:
            waiting += list(child.children())[::-1]
    return found


def _is_all(texts: list[str], element: Element) -> bool:
    """Whether an element says nothing else."""
    return "".join("".join(texts).split()) == "".join(element.text().split())


def _stands_in(element: Element, root: Element) -> bool:
    """Whether an element is still there: one that stood around rows or items only for the looks is not."""
    while element is not root:
        parent = element.parent
        if parent is None or element.at >= len(parent.contents) or parent.contents[element.at] is not element:
            return False
        element = parent
    return True


def _tick(box: Element, item: Element) -> None:
    """The box of an item, before the first that it says: for its looks it stands beside all of that."""
    box.name = "input"
    box.attrs["type"] = "checkbox"
    if box.attrs.get("aria-checked") == "true":
        box.attrs["checked"] = ""
    box.contents.clear()
    box.extract()
    block = _first_said(item)
    said = block.contents[:]
    block.contents.clear()
    for node in (box, *said):
        block.append(node)


def _first_said(item: Element) -> Element:
    """The block that holds the first text of an item."""
    waiting: list[tuple[Node, Element]] = [(item, item)]
    while waiting:
        node, block = waiting.pop()
        if isinstance(node, Element):
            block = node if node.name in BLOCKS else block
            waiting += [(child, block) for child in reversed(node.contents)]
        elif node.strip():
            return block
    return item
