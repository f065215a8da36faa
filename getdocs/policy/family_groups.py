"""Weighs what speaks for it that the segments at one place of a site's paths are languages, or versions, of one documentation.

A Group is that place: `/docs/` for `/docs/1.x/` and `/docs/next/`. Knows nothing of URLs; `families` tells it what was met.

The rule behind all others: what has no counterpart in the Seeds' own family is not another family of it, whatever its name.
"""

from dataclasses import dataclass, field

from getdocs.model import Family, FamilyKind
from getdocs.policy.family_names import Trust, nearest, newness, speaks

_FAVOURITES = ("stable", "latest", "current")


@dataclass(slots=True, eq=False)
class Value:
    """One segment at the place of a Group, and what is known of it. A rest is what follows the segment in a path."""

    family: Family
    trust: Trust
    own: bool = False
    """The Seeds' own family, or one of them."""
    landing: bool = False
    """A Seed led into it."""
    declared: bool = False
    """A page calls it its alternate in this language, by `hreflang` or `lang`."""
    spoken: bool = False
    """A page of it says that it is in this language."""
    unspoken: bool = False
    """A page of it says that it is in another."""
    out: bool = False
    """Another family than the Seeds' own."""
    rests: int = 0
    """Different rests met, the empty one not counted."""
    twins: int = 0
    """How many of them are known in the own family too: without the segment, or below one that is `own`."""
    shared: int = 0
    """How many of them are known below another segment of the Group."""
    foreign: int = 0
    """How many of them are known below a segment that is neither a language nor a version: `/js/`, beside `/ts/`."""
    on_landing: int = 0
    """URLs of it that the page shows to which a Seed led."""

    def is_mirror(self, least: int, share: float) -> bool:
        """Whether at least so many of the rests, and that share of all, have a twin; and words beside it have fewer."""
        return self.twins >= max(least, share * self.rests) and self.foreign < self.twins


@dataclass(slots=True, eq=False)
class Stem:
    """A path less the segment at a Group's place, and below which segments it is known."""

    values: tuple[Value, ...] = ()
    plain: bool = False
    """Known without any segment."""
    own: bool = False
    """Known below a segment that is `own`."""
    foreign: bool = False

    @property
    def is_own(self) -> bool:
        """Whether the own family has it."""
        return self.plain or self.own


@dataclass(slots=True, eq=False)
class Group:
    """The languages, or the versions, that follow one prefix."""

    kind: FamilyKind
    prefix: str
    """Absolute URL up to the segment."""
    values: dict[str, Value] = field(default_factory=dict)
    stems: dict[int, Stem] = field(default_factory=dict)
    plain: bool = False
    """A page without any segment has said in which language it is, and which pages are its alternates."""
    changed: bool = False

    def add(self, name: str, trust: Trust) -> Value:
        """The value of that name, which may be new."""
        value = self.values.get(name)
        if value is None:
            value = Value(Family(self.kind, name, f"{self.prefix}{name}/"), trust)
            self.values[name] = value
            self.changed = True
        return value

    def place(self, value: Value, stem: Stem) -> None:
        """A path of `value` was met, whose stem this is."""
        if value in stem.values:
            return
        self.changed = True
        value.rests += 1
        value.shared += bool(stem.values)
        if len(stem.values) == 1:
            stem.values[0].shared += 1
        value.foreign += stem.foreign
        stem.values = (*stem.values, value)
        if value.own:
            self._own(stem)
        else:
            value.twins += stem.is_own

    def place_plain(self, stem: Stem) -> None:
        """The path that the stem is was met itself."""
        if not stem.plain:
            self._count_twins(stem)
            stem.plain = True

    def place_foreign(self, stem: Stem) -> None:
        """The stem was met below a segment that is no candidate."""
        if not stem.foreign:
            stem.foreign = True
            for value in stem.values:
                value.foreign += 1
            self.changed = True

    def make_own(self, value: Value) -> None:
        """`value` is, from now on, one of the Seeds' own."""
        if value.own:
            return
        value.own, value.out, self.changed = True, False, True
        for stem in self.stems.values():
            if value in stem.values:
                self._own(stem)

    def _own(self, stem: Stem) -> None:
        if not stem.own:
            self._count_twins(stem)
            stem.own = True

    def _count_twins(self, stem: Stem) -> None:
        """The own family is about to have the stem."""
        if not stem.is_own:
            self.changed = True
            for value in stem.values:
                value.twins += 1

    def weigh(self, tongues: tuple[str, ...]) -> bool:
        """Decides what can be decided by now; True where anything was.

        `tongues` are the languages of the pages that the Seeds led to.
        """
        before = sum(value.own + value.out for value in self.values.values())
        if self.kind is FamilyKind.LOCALE and not any(value.landing for value in self.values.values()):
            self._own_tongues(tongues)
        if not any(value.own for value in self.values.values()) and not self._is_plain():
            for value in self._chosen(tongues):
                self.make_own(value)
        self.changed = False
        while True:
            # What is decided of one may decide about its neighbours.
            others = self._others(tongues)
            if not others:
                return sum(value.own + value.out for value in self.values.values()) != before
            for value in others:
                value.out = True

    # --- which are the Seeds' own, where no Seed leads into one

    def _own_tongues(self, tongues: tuple[str, ...]) -> None:
        """`/en/` is no other language than that of the page in `/`, be there pages without a segment or not."""
        for value in self.values.values():
            if not value.out and any(_is_same_tongue(value.family.name, tongue) for tongue in tongues):
                self.make_own(value)

    def _is_plain(self) -> bool:
        """Whether the own family is the one without a segment."""
        return self.plain or any(value.is_mirror(1, 0.5) for value in self.values.values())

    def _chosen(self, tongues: tuple[str, ...]) -> tuple[Value, ...]:
        if self.kind is FamilyKind.VERSION:
            return self._chosen_version()
        among = {
            name: value
            for name, value in self.values.items()
            if value.declared or (_is_likely(value) and _is_shared(value))
        }
        if len(among) < 2:
            return ()
        for tongue in (*tongues, "en"):
            if names := nearest(tuple(among), tongue):
                return tuple(among[name] for name in names)
        clear = len(among) > 2 or any(value.trust is Trust.CLEAR for value in among.values())
        return tuple(among.values())[:1] if clear and not tongues else ()

    def _chosen_version(self) -> tuple[Value, ...]:
        """Of two without a favourite both stay: `/api/v1/` and `/api/v2/` may both be in force."""
        among = {
            name: value
            for name, value in self.values.items()
            if _is_shared(value) and (value.trust >= Trust.LIKELY or name in _FAVOURITES)
        }
        favourite = next((among[name] for name in _FAVOURITES if name in among), None)
        if len(among) < (3 if favourite is None else 2):
            return ()
        shown = sorted(among.values(), key=lambda value: -value.on_landing)
        if shown[0].on_landing >= max(3, 2 * shown[1].on_landing):
            return (shown[0],)
        return (favourite or max(among.values(), key=lambda value: newness(value.family.name)),)

    # --- which are others

    def _others(self, tongues: tuple[str, ...]) -> list[Value]:
        """The undecided values that are, as all stands, another family."""
        values = self.values.values()
        landed = any(value.landing and self._is_credible(value) for value in values)
        known = landed or any(value.out for value in values)
        undecided = [value for value in values if not value.own and not value.out]
        if self.kind is FamilyKind.VERSION:
            return [value for value in undecided if (_follows(value, landed) if known else _is_version(value))]
        owned = any(value.own for value in values)
        pairs = sum(value.twins for value in undecided if _is_likely(value))
        return [
            value
            for value in undecided
            if value.declared
            or (value.spoken and (known or owned or value.twins > 0) and not _is_any(value, tongues))
            or (value.unspoken and (known or value.trust >= Trust.LIKELY) and value.is_mirror(3, 0.8))
            or (not value.unspoken and known and ((landed and value.trust >= Trust.WORD) or _follows(value, landed)))
            # One page in two languages beside its own is a switcher; with one language beside it, it must be two pages.
            or (_is_likely(value) and value.is_mirror(1, 0.5) and (pairs > 1 or value.trust is Trust.CLEAR))
            # Where pages say their language, the first one of this value will tell.
            or (not value.unspoken and not tongues and value.is_mirror(3, 0.8))
        ]

    def _is_credible(self, value: Value) -> bool:
        """Whether a segment that a Seed led into is what it looks like."""
        if self.kind is FamilyKind.LOCALE:
            return value.spoken or value.declared or (value.trust >= Trust.LIKELY and not value.unspoken)
        return value.trust >= Trust.LIKELY or any(other.trust is Trust.CLEAR for other in self.values.values())


def _is_likely(value: Value) -> bool:
    return value.trust >= Trust.LIKELY and not value.unspoken


def _is_version(value: Value) -> bool:
    """Whether `value` tells by itself that here are versions."""
    return value.trust is not Trust.NUMBER and value.is_mirror(2, 0.5 if value.trust >= Trust.LIKELY else 0.66)


def _follows(value: Value, landed: bool) -> bool:  # noqa: FBT001 - a finding, not a switch
    """Whether `value` is another family since its neighbours are, or since a Seed `landed` among them."""
    if value.trust >= Trust.LIKELY:
        return landed or value.twins > 0 or value.rests < 3
    return value.is_mirror(1, 0.5)


def _is_shared(value: Value) -> bool:
    return value.shared >= max(1, 0.5 * value.rests)


def _is_any(value: Value, tongues: tuple[str, ...]) -> bool:
    return any(_is_same_tongue(value.family.name, tongue) for tongue in tongues)


def _is_same_tongue(segment: str, tongue: str) -> bool:
    """Whether a segment names no other language than `tongue`: `/en/` and `/en-US/` of en-US, but not `/en-GB/`."""
    one, other = (text.lower().replace("_", "-") for text in (segment, tongue))
    return one == other or (speaks(one, other) and ("-" not in one or "-" not in other))
