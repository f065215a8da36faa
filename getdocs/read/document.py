"""A parsed page that is asked for many selectors, of which hardly any can match.

To look for one selector takes a look at every element, and reading a page asks for some 200 of them. Most name a class, an id
or an attribute that the page has nowhere. What there is is found once; only selectors that may match are looked for.
"""

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

_SELECTORS_KEPT = 1024
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
_STRUCTURE = frozenset("()[],")
_ESCAPED_STRUCTURE = re.compile(r"""\\[()\[\],"']""")
_ARGUMENTS = re.compile(r"\([^()]*\)")
_HAS = re.compile(r":has\(([^(),]*)\)")
_ATTRIBUTE = re.compile(r"""\[\s*([\w-]+)\s*(?:[~|^$*]?=\s*["']?([^"'\]]*?)["']?(?:\s+[is])?\s*)?\]""")
_CLASS_OR_ID = re.compile(r"([.#])([\w-]+)")


@dataclass(frozen=True, slots=True)
class _Alternative:
    """One selector of a list, and what a page has to have for it to match, in lower case. It may need more, never less."""

    selector: str
    names: frozenset[str] = frozenset()
    """Classes and ids, each with its dot or hash."""
    values: tuple[tuple[str, str], ...] = ()
    """Attributes, each with what it contains somewhere."""


class Document(LexborHTMLParser):
    """A page whose tree does not change. It answers as LexborHTMLParser does, only sooner."""

    def css(self, query: str) -> list[LexborNode]:
        """The elements that match one of the selectors, in document order."""
        left = self.narrowed(query)
        return super().css(left) if left else []

    def narrowed(self, query: str) -> str:
        """Those of a list of selectors that may match something; empty where nothing can."""
        return ",".join(each.selector for each in _alternatives(query) if self._may_match(each))

    def _may_match(self, alternative: _Alternative) -> bool:
        return alternative.names <= self._names and (not alternative.values or self._are_written(alternative.values))

    def _are_written(self, values: tuple[tuple[str, str], ...]) -> bool:
        return all(
            (written := self._written(attribute)) is not None and value in written for attribute, value in values
        )

    def _written(self, attribute: str) -> str | None:
        """All that is written as this attribute anywhere, in lower case; None where no element has it."""
        if attribute not in self._values:
            nodes = super().css(f"[{attribute}]")
            found = {node.attributes.get(attribute) or "" for node in nodes}
            self._values[attribute] = "\n".join(found).lower() if nodes else None
        return self._values[attribute]

    @cached_property
    def _values(self) -> dict[str, str | None]:
        """Those that were asked for."""
        return {}

    @cached_property
    def _names(self) -> frozenset[str]:
        classes, ids = self._written("class") or "", self._written("id") or ""
        return frozenset([f".{name}" for name in classes.split()] + [f"#{name}" for name in ids.split("\n")])


@lru_cache(_SELECTORS_KEPT)
def _alternatives(query: str) -> tuple[_Alternative, ...]:
    quoted = "".join(_QUOTED.findall(query))
    if _ESCAPED_STRUCTURE.search(query) or not _STRUCTURE.isdisjoint(quoted):
        return (_Alternative(query),)
    return tuple(_needs(selector) for selector in _split(query))


def _split(query: str) -> list[str]:
    """The selectors of a list."""
    selectors: list[str] = [""]
    depth = 0
    for char in query:
        depth += (char in "([") - (char in ")]")
        if char == "," and depth == 0:
            selectors.append("")
        else:
            selectors[-1] += char
    return selectors


def _needs(selector: str) -> _Alternative:
    if "\\" in selector:
        return _Alternative(selector)
    # What an element has to hold is needed too; what it must not hold goes with the brackets around it.
    plain, count = _HAS.sub(r" \1", selector.lower()), 1
    while count:
        plain, count = _ARGUMENTS.subn("", plain)
    return _Alternative(
        selector,
        names=frozenset(sign + name for sign, name in _CLASS_OR_ID.findall(_ATTRIBUTE.sub("", plain))),
        values=tuple(_ATTRIBUTE.findall(plain)),
    )
