"""What scripts have asked the elements of pages for, and whether something new on a page can matter to them. Pure.

A script does the same on two pages until something that it asks for comes out otherwise. So what it has asked for on the
pages that were shown is all that has to be looked at on the next one, however it came by the names.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from getdocs.read.traits import ANY_NUMBER, Traits

ANYTHING = "?*"
"""The line of `looked.js` that says that any class may have been read."""
MOST = 2000
"""Lines of one family; where there are more, anything may be asked for."""

# That a page is without one of these is not known: every page has it, or it stands in code, where traits are not looked for.
_ALWAYS = frozenset("html head body span a b i em strong code var br".split())
_LONG_NUMBER = re.compile(r"\d{4,}")
"""In what is asked for: chance, or the time."""
_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\[^\n0-9a-f])+"
_TOKEN = re.compile(
    rf"""(?P<space>\s+)
    |\.(?P<class>{_NAME})
    |\#(?P<id>{_NAME})
    |\[\s*(?P<attribute>[\w:-]+)\s*(?:(?P<how>[~|^$*]?)=\s*(?P<value>"[^"\\]*"|'[^'\\]*'|[\w-]+)\s*[is]?\s*)?\]
    |::?(?P<pseudo>[\w-]+)(?P<of>\()?
    |(?P<element>{_NAME}|\*)
    |(?P<comma>,)
    |(?P<combinator>[>+~])
    |(?P<close>\))""",
    re.VERBOSE,
)
_NO_SELECTOR = re.compile(r"nth-|lang|dir|state")
"""Pseudo-classes of which the brackets hold no selector."""


@dataclass(frozen=True, slots=True)
class Selector:
    """One of the selectors of a list, as far as it says which page it can find something in."""

    classes: frozenset[str]
    pieces: frozenset[str]
    """Of classes, as in `[class*=tab]`."""
    needed: frozenset[str]
    """Elements and ids (`#x`) without which it finds nothing."""
    others: frozenset[str]
    """Elements and ids that it also names, as in `:is(ul, ol)`."""
    subjects: frozenset[str]
    """The element that it finds, where it finds it by nothing else; `*`: any."""
    reads: frozenset[str]
    """Elements of which any class counts, as in `p[class]`."""


@lru_cache(maxsize=4096)
def selectors_of(text: str) -> tuple[Selector, ...] | None:
    """The selectors of a list; None where it is none that this can read."""
    found: list[Selector] = []
    at = 0
    while at <= len(text):
        end, one = _one(text, at)
        if one is None:
            return None
        found.append(one)
        at = end + 1
    return tuple(found)


def _one(text: str, at: int) -> tuple[int, Selector | None]:
    """The selector that begins at `at`, and where it ends."""
    parts = _Parts()
    depth = unread = 0  # brackets that are open; how many were when those opened that hold no selector
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or (token["close"] and not depth):
            return at, None
        if token["comma"] and not depth:
            break
        at = token.end()
        if token["close"]:
            depth -= 1
            unread = unread if depth >= unread else 0
        elif token["pseudo"]:
            depth += token["of"] is not None
            unread = unread or (depth if token["of"] and _NO_SELECTOR.match(token["pseudo"]) else 0)
        elif (token["space"] or token["combinator"]) and not depth:
            parts.begin(ends=text[at : at + 1] in ("", ","))
        elif not unread or token["class"]:
            parts.take(token, inside=depth > 0)
    return at, parts.selector() if depth == 0 else None


@dataclass(slots=True)
class _Parts:
    """A selector as far as it is read."""

    classes: set[str] = field(default_factory=set)
    pieces: set[str] = field(default_factory=set)
    needed: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    subject: str = "*"
    is_bare: bool = True

    def begin(self, *, ends: bool) -> None:
        """What follows is about another element, unless the selector `ends` here."""
        if not ends:
            self.subject, self.is_bare = "*", True

    def take(self, token: re.Match[str], *, inside: bool) -> None:
        """One name; `inside` brackets, it need not be there for the selector to find something."""
        named = self.others if inside else self.needed
        if token["class"]:
            self.classes.add(_plain(token["class"]))
        elif token["id"]:
            named.add(f"#{_plain(token['id'])}")
        elif token["attribute"]:
            self._attribute(token["attribute"].lower(), token["how"], (token["value"] or "").strip("\"'"))
        elif token["element"] and token["element"] != "*":
            named.add(token["element"].lower())
            self.subject = self.subject if inside else token["element"].lower()
        self.is_bare = self.is_bare and (inside or not (token["class"] or token["id"] or token["attribute"]))

    def _attribute(self, name: str, how: str | None, value: str) -> None:
        if name == "id" and value:
            self.others.add(f"#{_plain(value)}")
        elif name == "class" and not value:
            self.reads.add(self.subject)
        elif name == "class" and how in ("", "~"):
            self.classes.update(map(_plain, value.split()))
        elif name == "class":
            self.pieces.add(_plain(value).lower())

    def selector(self) -> Selector:
        """What was read."""
        return Selector(
            classes=frozenset(self.classes),
            pieces=frozenset(self.pieces),
            needed=frozenset(self.needed),
            others=frozenset(self.others),
            subjects=frozenset({self.subject} if self.is_bare else ()),
            reads=frozenset(self.reads),
        )


def _plain(name: str) -> str:
    return ANY_NUMBER.sub("0", name.replace("\\", ""))


class LookedFor:
    """What the scripts of one family have asked for so far."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        self.lines: set[str] = set()
        self._selectors: set[Selector] = set()
        self._empty: list[Selector] = []
        """Those that have found nothing yet: what the scripts would do with it, nobody knows."""
        self._read: set[str] = set()
        self._ids: set[str] = set()
        if kept := frozenset(lines):
            self.add(kept)

    def add(self, lines: Iterable[str]) -> None:
        """What was asked for on one more page; nothing at all says that nobody listened."""
        new = {_LONG_NUMBER.sub("0", line) for line in lines} or {ANYTHING}
        if new <= self.lines:
            return
        self.lines |= new
        if ANYTHING in self.lines or len(self.lines) > MOST:
            self.lines = {ANYTHING}
        self._selectors, self._empty, self._read, self._ids = set(), [], set(), set()
        for line in self.lines:
            self._understand(line[:1], line[1:])

    def _understand(self, sign: str, asked: str) -> None:
        if sign == "?":
            self._read.add(asked)
            return
        if sign == "#":
            self._ids.add(f"#{asked}")
            return
        made = selectors_of(f".{asked}" if sign == "." else asked)
        if made is None:
            self._read.add("*")
            return
        self._selectors.update(made)
        for one in made:
            self._read |= one.reads
            self._ids.update(name for name in one.needed | one.others if name[0] == "#")
        if sign == "-" and f"+{asked}" not in self.lines:
            self._empty += [one for one in made if one.subjects]

    def of(self, traits: Traits) -> frozenset[str]:
        """What of a page is worth remembering once it has turned out to be harmless."""
        return traits.names | {name for name in traits.others if name[0] != "#" or name in self._ids}

    def matter(self, traits: Traits, harmless: set[str]) -> frozenset[str]:
        """What the page has that is not `harmless`, and that the scripts, as far as they are known, can tell from it."""
        new = traits.names - harmless
        others = {name for name in traits.others - harmless if name[0] != "#" or name in self._ids}
        if not new and not others:
            return frozenset()
        found = {name for name in new if name[0] != "."}
        found |= {name for name in others if name in self._ids}
        classes = {name[1:] for name in new if name[0] == "."}
        held = {name for name in others if "." in name and name[0] != "#"}
        elements = {name for name in others if "." not in name}
        for one in self._selectors:
            found |= {f".{name}" for name in classes & one.classes}
            found |= {f".{name}" for name in classes if any(piece in name.lower() for piece in one.pieces)}
            found |= elements & (one.needed | one.others)
        read = self._read | {name for one in self._empty if _possible(one, traits) for name in one.subjects}
        if "*" in read:
            return frozenset(found | held | {f".{name}" for name in classes})
        found |= {name for name in held if name.partition(".")[0] in read}
        return frozenset(found)


def _possible(selector: Selector, traits: Traits) -> bool:
    """Whether the page has what the selector needs."""
    return all(name in traits.others or name in traits.names or name in _ALWAYS for name in selector.needed)
