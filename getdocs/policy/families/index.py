"""Finds, for a path, the Groups that it passes, and tells each of them what the path is to it.

Enters the segments that look like a language or a version; weighs nothing, see `verdicts`.
"""

from collections.abc import Iterable, Iterator

from getdocs.model import FamilyKind
from getdocs.policy.families.groups import Group, Stem, Value
from getdocs.policy.families.names import Trust, look_of
from getdocs.policy.families.paths import Path

MAX_REMEMBERED = 50_000
"""Paths and stems kept in mind; of each so many."""
MAX_VALUES = 10_000
"""Segments that look like a language or a version kept in mind."""

# Below these, a version is what is written about.
_CHRONICLES = frozenset(
    "blog news release releases release-notes releasenotes relnotes changelog changelogs changes history whatsnew "
    "whats-new upgrade upgrading upgrades migration migrations migrate migrating deprecations announcements rfc rfcs "
    "page pages tag tags category".split()
)
# In `/v/1.0/guide` (GitBook) and `/versions/1.0/guide`, these belong to what follows: the twin is `/guide`.
_INTRODUCERS = frozenset({"v", "version", "versions"})


class Index:
    """The Groups of one crawl, by where they are."""

    def __init__(self) -> None:
        self.age = 0
        """Grows where paths that were placed must be placed again, as there is a Group that has not heard of them."""
        self.homes: set[str] = set()
        """Prefixes on the way to where Seeds led: only there do bare numbers make a Group of their own."""
        self._groups: dict[tuple[FamilyKind, str], Group] = {}
        self._cuts: dict[str, list[tuple[Group, str]]] = {}
        """By the prefix at which they cut their stems out of a path: Groups, and what introduces their values, if anything."""
        self._values = 0
        self._stems = 0
        self._paths: set[int] = set()

    def groups(self) -> Iterable[Group]:
        """All, in the order in which they were met."""
        return self._groups.values()

    def known(self, kind: FamilyKind, path: Path, place: int) -> Value | None:
        """What the segment at `place` is, where it was entered."""
        group = self._groups.get((kind, path.prefixes[place]))
        return group.values.get(path.steps[place]) if group else None

    def enter(self, kind: FamilyKind, path: Path, place: int, trust: Trust) -> tuple[Group, Value] | None:
        """The segment at `place`, and its Group; both may be new. None where there is no room for more."""
        value = self.known(kind, path, place)
        if value is None:
            if self._values >= MAX_VALUES:
                return None
            self._values += 1
        group = self._group(kind, path, place)
        return group, value or group.add(path.steps[place], trust)

    def name(self, path: Path) -> None:
        """Enters what looks like a language or a version, and holds something."""
        for place in path.places:
            look = look_of(path.steps[place]) if path.folder or place + 1 < len(path.steps) else None
            if look is None:
                continue
            if look.kind is FamilyKind.VERSION and not _CHRONICLES.isdisjoint(path.steps[1:place]):
                return
            prefix = path.prefixes[place]
            if look.trust is not Trust.NUMBER or prefix in self.homes or (look.kind, prefix) in self._groups:
                self.enter(look.kind, path, place, look.trust)

    def below(self, path: Path) -> tuple[Value, ...]:
        """The values that the path lies below, the shortest first."""
        return tuple(value for value, *_ in self._below(path))

    def is_in(self, group: Group, path: Path | None) -> bool:
        """Whether the path lies below a value of the Group."""
        return path is not None and any(found is group for _, found, *_ in self._below(path))

    def is_open(self, path: Path) -> bool:
        """Whether its last segment looks like a language or a version, but nothing below it was met yet."""
        look = None if path.folder else look_of(path.steps[-1])
        return look is not None and self.known(look.kind, path, len(path.steps) - 1) is None

    def place(self, path: Path) -> tuple[Value, ...]:
        """Tells each Group on the way of the path what it is to it: below a value, without one, or below a mere word.

        The values that it lies below, the shortest first.
        """
        text = path.text
        below = tuple(self._below(path))
        for value, group, start, end in below:
            stem = self._stem(group, path.less(start, end)) if path.is_more(end) else None
            if stem is not None:
                group.place(value, stem)
        for start in path.places:
            for group, introducer in self._cuts.get(path.prefixes[start], ()):
                plain = group.stems.get(hash(text))
                if plain is not None:
                    group.place_plain(plain)
                if not introducer and path.steps[start] not in group.values and path.is_more(start + 1):
                    # Words crowd nothing out.
                    less, room = path.less(start, start + 1), self._stems < MAX_REMEMBERED // 2
                    foreign = self._stem(group, less) if room else group.stems.get(hash(less))
                    if foreign is not None:
                        group.place_foreign(foreign)
        if len(self._paths) < MAX_REMEMBERED:
            self._paths.add(hash(text))
        return tuple(value for value, *_ in below)

    def _group(self, kind: FamilyKind, path: Path, place: int) -> Group:
        prefix = path.prefixes[place]
        group = self._groups.get((kind, prefix))
        if group is None:
            group = self._groups[kind, prefix] = Group(kind, f"{path.scheme}:{prefix}")
            before = path.steps[place - 1]
            introducer = before if place > 1 and before in _INTRODUCERS else ""
            self._cuts.setdefault(path.prefixes[place - bool(introducer)], []).append((group, introducer))
            self.age += 1
        return group

    def _below(self, path: Path) -> Iterator[tuple[Value, Group, int, int]]:
        """The values that the path lies below: each with its Group, and the segments that its stem lacks."""
        for start in path.places:
            for group, introducer in self._cuts.get(path.prefixes[start], ()):
                place = start + bool(introducer)
                if place < len(path.steps) and (not introducer or path.steps[start] == introducer):
                    value = group.values.get(path.steps[place])
                    if value is not None:
                        yield value, group, start, place + 1

    def _stem(self, group: Group, text: str) -> Stem | None:
        """The stem of that text, which may be new; None where there is no room."""
        stem = group.stems.get(hash(text))
        if stem is None and self._stems < MAX_REMEMBERED:
            self._stems += 1
            stem = group.stems[hash(text)] = Stem(plain=hash(text) in self._paths)
        return stem
