"""Pairs the labels of tabs with their panels, in the markup of any generator.

Rewrites the tree: each panel comes to stand behind a `div` that holds its label (marked with LABEL), in order, and the
row of labels is gone. Writes no Markdown.
"""

from getdocs.read.code import classes
from getdocs.read.element import Element

LABEL = "getdocs-tab-label"
"""Class of the element that holds a tab's label."""
REVEALED = "data-getdocs-tab"
"""Attribute that names a panel which the page showed only once its tab was clicked (render/reveal.js)."""

_RADIO = frozenset({"tabbed-set", "sd-tab-set", "tab-set", "book-tabs"})
_RADIO_PANELS = ("tabbed-content", "sd-tab-content", "book-tabs-content", "tab-content")
_LABELLED = "getdocs-labelled"
"""Attribute of a panel that has its label."""

_CLICKS = frozenset({"toggle hidden content", "show hidden content", "toggle content", "toggle details"})
"""Labels that say what a click does, and nothing of the panel (sphinx-togglebutton)."""


def label_tabs(root: Element) -> None:
    """Labels every panel of every set of tabs below `root`. A panel without a label stays as it is. Never raises."""
    panels: dict[int, list[Element]] = {}
    for element in [node for node in root.descendants() if isinstance(node, Element)]:
        if element.parent is None:
            continue
        if element.attrs.get(REVEALED):
            _put_label(element.attrs[REVEALED], element)
        names = classes(element)
        if element.attrs.get("role") == "tablist":
            _aria(element, panels)
        elif not _RADIO.isdisjoint(names):
            _radio(element)
        elif "vp-code-group" in names:
            _vitepress(element)
        elif "CodeTabs" in names:
            _readme(element)
        elif "TabGroup" in names:
            _one_of(element)


def _put_label(label: str, panel: Element) -> None:
    text = " ".join(label.split())
    if not text or text.lower() in _CLICKS or _LABELLED in panel.attrs:
        return
    marker = Element("div", {"class": LABEL})
    marker.append(text)
    panel.insert_before(marker)
    panel.attrs[_LABELLED] = ""


def _pair(labels: list[Element], panels: list[Element], row: Element | None) -> None:
    if not labels or not panels:
        return
    for label, panel in zip(labels, panels, strict=False):
        _put_label(label.text(" "), panel)
    if row is not None:
        row.extract()
    else:
        for label in labels:
            label.extract()


def _aria(row: Element, known: dict[int, list[Element]]) -> None:
    """ARIA authoring practices, "tabs": `role=tablist` holds `role=tab`; `aria-controls` names the `role=tabpanel`.

    `known` remembers the panels below an element, so that many rows in one place cost no more than one.
    """
    tabs = _with_role(row, "tab")
    scope = row.parent
    panels: list[Element] = []
    # The panels are near: in the parent of the row, or one or two wrappers up.
    for distance in range(3):
        if scope is None:
            return
        if id(scope) not in known:
            known[id(scope)] = _panels(scope)
        panels = [panel for panel in known[id(scope)] if _LABELLED not in panel.attrs]
        # Further up, panels of another set may be meant.
        if panels and (distance == 0 or len(panels) == len(tabs)):
            break
        scope = scope.parent
    else:
        _one_by_one(tabs, panels)
        return
    by_id = {panel.attrs["id"]: panel for panel in panels if panel.attrs.get("id")}
    named = [by_id.get(tab.attrs.get("aria-controls", "")) for tab in tabs]
    if all(panel is not None for panel in named) and len(set(map(id, named))) == len(tabs):
        panels = [panel for panel in named if panel is not None]
    _pair(tabs, panels, row)


def _one_by_one(tabs: list[Element], panels: list[Element]) -> None:
    """Labels the panels that a tab names, where others are not there (Base UI). What is said of those stays as it is."""
    by_id = {panel.attrs["id"]: panel for panel in panels if panel.attrs.get("id")}
    for tab in tabs:
        panel = by_id.pop(tab.attrs.get("aria-controls", ""), None)
        if panel is not None:
            _put_label(tab.text(" "), panel)
            tab.extract()


def _panels(scope: Element) -> list[Element]:
    """The panels below `scope` that no other panel holds."""
    found: list[Element] = []
    seen: set[int] = set()
    for panel in _with_role(scope, "tabpanel"):
        if not any(id(parent) in seen for parent in panel.parents()):
            found.append(panel)
            seen.add(id(panel))
    return found


def _with_role(element: Element, role: str) -> list[Element]:
    return [node for node in element.descendants() if isinstance(node, Element) and node.attrs.get("role") == role]


def _children(element: Element, name: str | None = None, within: str | None = None) -> list[Element]:
    return [
        child
        for child in element.children()
        if (name is None or child.name == name) and (within is None or within in classes(child))
    ]


def _radio(tabset: Element) -> None:
    """Material, sphinx-design and Hugo Book: radio inputs; labels and panels in two rows, or one after the other."""
    for row in _children(tabset, within="tabbed-labels"):
        for content in _children(tabset, within="tabbed-content"):
            _pair(_children(row, "label"), _children(content, within="tabbed-block"), row)
            return
    labels = _children(tabset, "label")
    _pair(labels, next(filter(None, (_children(tabset, within=name) for name in _RADIO_PANELS)), []), None)


def _vitepress(group: Element) -> None:
    for row in _children(group, within="tabs"):
        for blocks in _children(group, within="blocks"):
            _pair(_children(row, "label"), _children(blocks), row)


def _readme(group: Element) -> None:
    for row in _children(group, within="CodeTabs-toolbar"):
        for blocks in _children(group, within="CodeTabs-inner"):
            _pair(_children(row, "button"), _children(blocks, "pre"), row)


def _one_of(group: Element) -> None:
    """ReadMe's other tabs: of the panels, only that of the chosen label is there."""
    row = next(group.find_all("nav"), None)
    if row is not None:
        chosen = [label for label in row.children() if classes(label)[-1:] == ["TabGroup-tab_active"]]
        panels = [div for div in group.find_all("div") if "TabContent" in classes(div)]
        _pair(chosen, panels, row)
