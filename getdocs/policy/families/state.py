"""What is kept of languages and versions from one run of a crawl to the next: its form, and its bounds."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from getdocs.model import Family, FamilyKind
from getdocs.policy.families.groups import Group

MAX_STATE = 256 * 1024
"""Characters."""
_MAX_LANDINGS = 64 * 1024
"""Characters of URLs that Seeds led to."""

# Each mark by the letter that stands for it.
_OWN, _DECLARED, _SPOKEN, _UNSPOKEN, _OUT, _PLAIN = "odsuxp"


@dataclass(frozen=True, slots=True)
class Mark:
    """What was known of one value of a Group."""

    family: Family
    own: bool
    declared: bool
    spoken: bool
    unspoken: bool
    out: bool
    plain: bool
    """True where the Group is `plain`."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What was known."""

    landings: tuple[str, ...] = ()
    """URLs that Seeds led to."""
    tongues: tuple[str, ...] = ()
    """The languages of those pages."""
    marks: tuple[Mark, ...] = ()


def written(landings: tuple[str, ...], tongues: tuple[str, ...], groups: Iterable[Group]) -> str:
    """JSON of at most `MAX_STATE` characters, or an empty string where there is nothing to keep."""
    sizes = accumulate(len(json.dumps(url)) + 1 for url in landings)
    landings = tuple(url for url, size in zip(landings, sizes, strict=True) if size <= _MAX_LANDINGS)
    room = MAX_STATE - len(json.dumps([landings, tongues])) - 100
    kept: list[tuple[str, str, dict[str, str]]] = []
    for group in sorted(groups, key=lambda group: (group.kind, group.prefix)):
        letters = {name: found for name in group.values if (found := _letters(group, name))}
        room -= len(json.dumps([group.kind, group.prefix])) + 8 if letters else 0
        fitting: dict[str, str] = {}
        for name, found in letters.items():
            room -= len(json.dumps(name)) + len(found) + 6
            if room < 0:
                break
            fitting[name] = found
        if fitting:
            kept.append((group.kind, group.prefix, fitting))
        if room < 0:
            break
    if not landings and not tongues and not kept:
        return ""
    return json.dumps({"landings": landings, "tongues": tongues, "groups": kept}, separators=(",", ":"))


def _letters(group: Group, name: str) -> str:
    value = group.values[name]
    marks = (
        (value.own and not value.landing, _OWN),
        (value.declared, _DECLARED),
        (value.spoken, _SPOKEN),
        (value.unspoken, _UNSPOKEN),
        (value.out, _OUT),
    )
    found = "".join(letter for is_so, letter in marks if is_so)
    return found + _PLAIN if found and group.plain else found


def remembered(text: str) -> Memory:
    """What `written` was given; nothing where the text is not of its making. Never raises."""
    try:
        kept = json.loads(text) if text else {}
        marks = [
            Mark(
                Family(FamilyKind(kind), str(name), f"{prefix}{name}/"),
                own=_OWN in letters,
                declared=_DECLARED in letters,
                spoken=_SPOKEN in letters,
                unspoken=_UNSPOKEN in letters,
                out=_OUT in letters,
                plain=_PLAIN in letters,
            )
            for kind, prefix, values in kept.get("groups", ())
            for name, letters in values.items()
        ]
        return Memory(tuple(map(str, kept.get("landings", ()))), tuple(map(str, kept.get("tongues", ()))), tuple(marks))
    except (ValueError, TypeError, AttributeError):
        return Memory()
