"""Whether a value that was read as JSON has the shape that a type says. Pure; knows no type of its own."""

from collections.abc import Iterator
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Never, Union, get_args, get_origin, get_type_hints, is_typeddict


def misfit(value: object, kind: object) -> str | None:
    """Where `value` is not of `kind`, as a path into it (`pages[3].title`); None where it is. Keys that `kind` does not know may be there.

    `kind` is made of TypedDict, list, dict with str as keys, Literal, unions, and the plain types of JSON. Never recurses.
    """
    waiting = [(value, kind, "")]
    while waiting:
        value, kind, where = waiting.pop()
        ways = _alternatives(kind)
        found = next((way for way in ways if _fits(value, way, deep=len(ways) > 1)), None)
        if found is None:
            return where.removeprefix(".") or "the whole"
        waiting += _below(value, found, where)
    return None


def _below(value: Any, kind: Any, where: str) -> Iterator[tuple[object, object, str]]:  # noqa: ANN401 - a kind has no type of its own
    """What a value of that kind holds, what each has to be, and where it is; without what is plain and as it has to be."""
    if is_typeddict(kind):
        fields, required = _fields(kind)
        yield from ((None, Never, f"{where}.{key}") for key in required - value.keys())
        for key, each in value.items():
            if key in fields and type(each) not in _plain(fields[key]):
                yield each, fields[key], f"{where}.{key}"
    elif get_origin(kind) is list:
        (of,) = get_args(kind)
        if not _plain(of).issuperset(map(type, value)):
            yield from ((each, of, f"{where}[{at}]") for at, each in enumerate(value) if type(each) not in _plain(of))
    elif get_origin(kind) is dict:
        _, of = get_args(kind)
        yield from ((each, of, f"{where}.{key}") for key, each in value.items() if type(each) not in _plain(of))


@cache
def _plain(kind: Any) -> frozenset[type]:  # noqa: ANN401 - a kind has no type of its own
    """The types that are of `kind` whatever they hold: most of a Manifest is quickly looked at."""
    found = {plain for plain in _alternatives(kind) if plain in {str, int, float, bool, NoneType}}
    return frozenset(found | {int} if float in found else found)


def _fits(value: Any, kind: Any, *, deep: bool) -> bool:  # noqa: ANN401 - of JSON, and of whatever a type is written with
    """Whether it is of `kind`, whatever it holds; `deep`: of lists, one that holds what it should to begin with."""
    origin = get_origin(kind)
    if origin is Literal:
        return type(value) is str and value in get_args(kind)
    if is_typeddict(kind) or origin is dict:
        return isinstance(value, dict)
    if origin is list:
        (of,) = get_args(kind)
        return isinstance(value, list) and (not deep or not value or type(value[0]) in _plain(of) or not _plain(of))
    return type(value) in _plain(kind)


@cache
def _alternatives(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - a kind has no type of its own
    if get_origin(kind) in (Union, UnionType):
        return get_args(kind)
    return (NoneType,) if kind is None else (kind,)


@cache
def _fields(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:  # noqa: ANN401 - a kind has no type of its own
    """The fields of a TypedDict, and which of them have to be there."""
    return get_type_hints(kind), frozenset(kind.__required_keys__)
