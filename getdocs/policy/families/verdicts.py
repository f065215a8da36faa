"""The verdict: which segments of a Group are the Seeds' own family, and which are others, as far as the evidence goes.

The rule behind all others: what has no counterpart in the own family is not another family of it, whatever its name. A
page too many does less harm than one that is lost.
"""

from dataclasses import dataclass

from getdocs.model import FamilyKind
from getdocs.policy.families.groups import Group, Value
from getdocs.policy.families.names import Trust, is_outline, nearest, newness, speaks

_FAVOURITES = ("latest", "stable", "current")
_PATIENCE = 20


@dataclass(frozen=True, slots=True)
class Tongues:
    """The languages (BCP 47) of the pages that the Seeds led to."""

    all: tuple[str, ...]
    outside: tuple[str, ...]
    """Those of pages that lie below no value of the Group."""


def is_due(group: Group) -> bool:
    """Whether enough is new for another look: the more values there are to look at, the more it takes."""
    return group.news > 0 and group.news * _PATIENCE >= len(group.values)


def weigh(group: Group, tongues: Tongues) -> bool:
    """Decides what can be decided by now; True where anything was. What was decided stays so."""
    before = _decided(group)
    values = group.values.values()
    for value in values if group.kind is FamilyKind.LOCALE else ():
        # `/en/` is no other language than that of the page in `/`, be there pages without a segment or not.
        if not value.out and _is_any(value, tongues.outside):
            group.make_own(value)
    if not any(value.own or value.out for value in values) and not _is_plain(group):
        for value in _chosen_version(group) if group.kind is FamilyKind.VERSION else _chosen_language(group, tongues):
            group.make_own(value)
    group.news = 0
    while others := _others(group, tongues):
        # What is decided of one may decide about its neighbours.
        for value in others:
            value.out = True
    return _decided(group) != before


def _decided(group: Group) -> int:
    return sum(value.own + value.out for value in group.values.values())


# --- the own family, where no Seed leads into one


def _is_plain(group: Group) -> bool:
    """Whether the own family is the one without a segment."""
    return group.plain or any(value.is_mirror(1, 0.5) for value in group.values.values())


def _chosen_language(group: Group, tongues: Tongues) -> tuple[Value, ...]:
    among = {
        name: value
        for name, value in group.values.items()
        if value.declared or (_is_likely(value) and _is_shared(value))
    }
    if len(among) < 2:
        return ()
    for tongue in (*tongues.all, "en"):
        if names := nearest(tuple(among), tongue):
            return tuple(among[name] for name in names)
    is_told = not tongues.all and all(value.declared for value in among.values())
    return tuple(among.values())[:1] if is_told else ()


def _chosen_version(group: Group) -> tuple[Value, ...]:
    """Of two without a favourite both stay: `/api/v1/` and `/api/v2/` may both be in force."""
    among = {
        name: value
        for name, value in group.values.items()
        if value.trust >= Trust.LIKELY or (name in _FAVOURITES and _is_shared(value))
    }
    favourite = next((among[name] for name in _FAVOURITES if name in among), None)
    if sum(map(_is_issue, among.values())) < (3 if favourite is None else 2):
        return ()
    shown = sorted(among.values(), key=lambda value: -value.on_landing)
    if shown[0].on_landing >= max(3, 2 * shown[1].on_landing):
        return (shown[0],)
    return (favourite or max(among.values(), key=lambda value: newness(value.family.name)),)


# --- the others


def _others(group: Group, tongues: Tongues) -> list[Value]:
    """The undecided values that are, as all stands, another family."""
    values = group.values.values()
    landed = any(value.landing and _is_credible(group, value) for value in values)
    known = landed or any(value.out for value in values)
    undecided = [value for value in values if not value.own and not value.out]
    if group.kind is FamilyKind.VERSION:
        known = known or any(value.own and not value.landing for value in values)
        return [value for value in undecided if (_follows(value, landed) if known else _is_version(value))]
    owned = any(value.own for value in values)
    return [
        value
        for value in undecided
        if value.declared
        or (value.spoken and (known or owned or value.twins > 0) and not _is_any(value, tongues.all))
        or (value.unspoken and (known or value.trust >= Trust.LIKELY) and value.is_mirror(3, 0.8))
        or (not value.unspoken and known and ((landed and value.trust >= Trust.WORD) or _follows(value, landed)))
        or (_is_likely(value) and value.is_mirror(1, 0.5))
        # Where pages say their language, the first one of this value will tell.
        or (not value.unspoken and not tongues.all and value.is_mirror(3, 0.8))
    ]


def _is_credible(group: Group, value: Value) -> bool:
    """Whether a segment that a Seed led into is what it looks like."""
    if group.kind is FamilyKind.LOCALE:
        return value.spoken or value.declared or _is_likely(value)
    return value.trust >= Trust.LIKELY or any(other.trust is Trust.CLEAR for other in group.values.values())


def _is_likely(value: Value) -> bool:
    return value.trust >= Trust.LIKELY and not value.unspoken


def _is_version(value: Value) -> bool:
    """Whether `value` tells by itself that here are versions."""
    if value.trust is Trust.NUMBER:
        return value.is_mirror(3, 0.8)
    if value.trust is Trust.WORD or is_outline(value.family.name):
        return value.is_mirror(3 if value.trust is Trust.CLEAR else 2, 0.66)
    return value.is_mirror(2, 0.5)


def _follows(value: Value, landed: bool) -> bool:  # noqa: FBT001 - a finding, not a switch
    """Whether `value` is another family since its neighbours are, or since a Seed `landed` among them."""
    if value.trust >= Trust.LIKELY:
        return landed or value.twins > 0 or value.rests < 3
    return value.is_mirror(1, 0.5)


def _is_shared(value: Value) -> bool:
    return value.shared >= max(1, 0.5 * value.rests)


def _is_issue(value: Value) -> bool:
    """Whether others at its place have the same pages: more than the exercises that each section of a course has."""
    return _is_shared(value) and (value.shared > 2 or not is_outline(value.family.name))


def _is_any(value: Value, tongues: tuple[str, ...]) -> bool:
    """Whether the segment names no other language than one of these: `/en/` and `/en-US/` of en-US, but not `/en-GB/`."""
    name = value.family.name.lower().replace("_", "-")
    return any(_is_same(name, tongue.lower().replace("_", "-")) for tongue in tongues)


def _is_same(one: str, other: str) -> bool:
    return one == other or (speaks(one, other) and ("-" not in one or "-" not in other))
