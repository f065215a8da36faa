"""Pairs the labels of tabs with their panels, in the markup of any generator.

Rewrites the tree: each panel comes to stand behind a `div` that holds its label (marked with LABEL), in order, and the
row of labels is gone. Writes no Markdown.
"""

from collections import OrderedDict

from getdocs.read.code import classes
from getdocs.read.element import Changes, Element

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
    _Tabs().label(root)


class _Tabs:
    """The sets of tabs of one page. Any number may stand in one element: the tree is changed in the end."""

    def __init__(self) -> None:
        self._changes = Changes()
        self._panels: dict[int, _Panels] = {}
        """By the element that they stand below."""

    def label(self, root: Element) -> None:
        for element in [node for node in root.descendants() if isinstance(node, Element)]:
            if self._changes.takes_out(element):
                continue
            if element.attrs.get(REVEALED):
                self._put_label(element.attrs[REVEALED], element)
            names = classes(element)
            if element.attrs.get("role") == "tablist":
                self._aria(element)
            elif not _RADIO.isdisjoint(names):
                self._radio(element)
            elif "vp-code-group" in names:
                self._vitepress(element)
            elif "CodeTabs" in names:
                self._readme(element)
            elif "TabGroup" in names:
                self._one_of(element)
        self._changes.make()

    def _put_label(self, label: str, panel: Element) -> None:
        text = " ".join(label.split())
        if not text or text.lower() in _CLICKS or _LABELLED in panel.attrs:
            return
        marker = Element("div", {"class": LABEL})
        marker.append(text)
        self._changes.put_before(panel, marker)
        panel.attrs[_LABELLED] = ""

    def _pair(self, labels: list[Element], panels: list[Element], row: Element | None) -> None:
        if not labels or not panels:
            return
        for label, panel in zip(labels, panels, strict=False):
            self._put_label(label.text(" "), panel)
        for gone in labels if row is None else (row,):
            self._changes.take_out(gone)

    def _aria(self, row: Element) -> None:
        """ARIA authoring practices, "tabs": `role=tablist` holds `role=tab`; `aria-controls` names the `role=tabpanel`."""
        tabs = _with_role(row, "tab")
        scope = row.parent
        # The panels are near: in the parent of the row, or one or two wrappers up.
        for distance in range(3):
            if scope is None:
                return
            if id(scope) not in self._panels:
                self._panels[id(scope)] = _Panels(scope)
            waiting = self._panels[id(scope)]
            panels = waiting.first(len(tabs) + 1)
            # Further up, panels of another set may be meant.
            if panels and (distance == 0 or len(panels) == len(tabs)):
                break
            scope = None if self._changes.takes_out(scope) else scope.parent
        else:
            self._one_by_one(tabs, waiting)
            return
        named = [waiting.named(tab.attrs.get("aria-controls", "")) for tab in tabs]
        if all(panel is not None for panel in named) and len(set(map(id, named))) == len(tabs):
            panels = [panel for panel in named if panel is not None]
        self._pair(tabs, panels, row)

    def _one_by_one(self, tabs: list[Element], waiting: "_Panels") -> None:
        """Labels the panels that a tab names, where others are not there (Base UI). What is said of those stays as it is."""
        done: set[str] = set()
        for tab in tabs:
            name = tab.attrs.get("aria-controls", "")
            panel = waiting.named(name)
            if panel is not None and name not in done:
                done.add(name)
                self._put_label(tab.text(" "), panel)
                self._changes.take_out(tab)

    def _radio(self, tabset: Element) -> None:
        """Material, sphinx-design and Hugo Book: radio inputs; labels and panels in two rows, or one after the other."""
        for row in _children(tabset, within="tabbed-labels"):
            for content in _children(tabset, within="tabbed-content"):
                self._pair(_children(row, "label"), _children(content, within="tabbed-block"), row)
                return
        labels = _children(tabset, "label")
        self._pair(labels, next(filter(None, (_children(tabset, within=name) for name in _RADIO_PANELS)), []), None)

    def _vitepress(self, group: Element) -> None:
        for row in _children(group, within="tabs"):
            for blocks in _children(group, within="blocks"):
                self._pair(_children(row, "label"), _children(blocks), row)

    def _readme(self, group: Element) -> None:
        for row in _children(group, within="CodeTabs-toolbar"):
            for blocks in _children(group, within="CodeTabs-inner"):
                self._pair(_children(row, "button"), _children(blocks, "pre"), row)

    def _one_of(self, group: Element) -> None:
        """ReadMe's other tabs: of the panels, only that of the chosen label is there."""
        row = next(group.find_all("nav"), None)
        if row is not None:
            chosen = [label for label in row.children() if classes(label)[-1:] == ["TabGroup-tab_active"]]
            panels = [div for div in group.find_all("div") if "TabContent" in classes(div)]
            self._pair(chosen, panels, row)


class _Panels:
    """The panels below `scope` that no other panel holds: those without a label."""

    def __init__(self, scope: Element) -> None:
        self._left: OrderedDict[int, Element] = OrderedDict()
        """In document order; some may have a label by now."""
        self._by_name: dict[str, list[Element]] = {}
        for panel in _with_role(scope, "tabpanel"):
            if not any(id(parent) in self._left for parent in panel.parents()):
                self._left[id(panel)] = panel
                if name := panel.attrs.get("id"):
                    self._by_name.setdefault(name, []).append(panel)

    def first(self, count: int) -> list[Element]:
        """The first of them, `count` at the most."""
        found: list[Element] = []
        labelled: list[int] = []
        for key, panel in self._left.items():
            if _LABELLED in panel.attrs:
                labelled.append(key)
                continue
            found.append(panel)
            if len(found) == count:
                break
        for key in labelled:
            del self._left[key]
        return found

    def named(self, name: str) -> Element | None:
        """The last of them that has this id, or None."""
        panels = self._by_name.get(name, [])
        while panels and _LABELLED in panels[-1].attrs:
            panels.pop()
        return panels[-1] if panels else None


def _with_role(element: Element, role: str) -> list[Element]:
    return [node for node in element.descendants() if isinstance(node, Element) and node.attrs.get("role") == role]


def _children(element: Element, name: str | None = None, within: str | None = None) -> list[Element]:
    return [
        child
        for child in element.children()
        if (name is None or child.name == name) and (within is None or within in classes(child))
    ]
