"""The evidence: which segments were met at one place of a site's paths, and what each has in common with the others.

A Group is such a place: `/docs/` for `/docs/1.x/` and `/docs/next/`. Counts only; what follows is for `verdicts`.
"""

from dataclasses import dataclass, field

from getdocs.model import Family, FamilyKind
from getdocs.policy.families.names import Trust


@dataclass(slots=True, eq=False)
class Value:
    """One segment at the place of a Group, and what is known of it. A rest is what follows the segment in a path."""

    family: Family
    trust: Trust
    group: "Group" = field(repr=False)
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
    news: int = 0
    """What was learned since the evidence was last weighed."""

    def hear(self) -> None:
        """Something was learned that settles more than a path does."""
        self.news += len(self.values)

    def add(self, name: str, trust: Trust) -> Value:
        """The value of that name, which may be new."""
        value = self.values.get(name)
        if value is None:
            value = Value(Family(self.kind, name, f"{self.prefix}{name}/"), trust, self)
            self.values[name] = value
            self.news += 1
        return value

    def place(self, value: Value, stem: Stem) -> None:
        """A path of `value` was met, whose stem this is."""
        if value in stem.values:
            return
        self.news += 1
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
            self.news += 1

    def make_own(self, value: Value) -> None:
        """`value` is, from now on, one of the Seeds' own."""
        if value.own:
            return
        value.own, value.out = True, False
        self.news += 1
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
            self.news += 1
            for value in stem.values:
                value.twins += 1
