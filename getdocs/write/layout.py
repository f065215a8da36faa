"""How crawl.json looks on disk: one entry of a list a line, so that `head`, `grep` and `diff` serve however long it is.

It knows which keys of the Manifest hold trees, and nothing of what they mean.
"""

import io
import json
from collections.abc import Iterable, Iterator
from itertools import chain

from getdocs.write.quoting import escape_invisible, well_formed
from getdocs.write.schema import Coverage, CoverageEntry, Manifest, NavEntry

_encode = json.JSONEncoder(ensure_ascii=False).encode
_KEYS = tuple(Manifest.__annotations__)
_STEP = "  "
_EMPTY_LIST_AT_END = len("[]}")


def laid_out(manifest: Manifest) -> bytes:
    """The Manifest as JSON in UTF-8, the same for the same Manifest; what is invisible stands as an escape."""
    ordered = sorted(manifest.items(), key=lambda member: _KEYS.index(member[0]))
    members = (_member(name, _value(name, value, manifest)) for name, value in ordered)
    buffer = io.BytesIO()
    for piece in _lines("{", members, "}", "\n"):
        buffer.write(piece.encode())
    buffer.write(b"\n")
    return buffer.getvalue()


def _value(name: str, value: object, manifest: Manifest) -> Iterable[str]:
    if name == "nav":
        return _nav(manifest["nav"], f"\n{_STEP}")
    if name == "coverage":
        return _coverage(manifest["coverage"], f"\n{_STEP}")
    if isinstance(value, list):
        return _lines("[", ([_text(entry)] for entry in value), "]", f"\n{_STEP}")
    return [_text(value)]


def _nav(nodes: list[NavEntry], line: str) -> Iterable[str]:
    return _lines("[", (_node(node, line + _STEP) for node in nodes), "]", line)


def _node(node: NavEntry, line: str) -> Iterator[str]:
    yield _text({**node, "children": []})[:-_EMPTY_LIST_AT_END]
    yield from _nav(node["children"], line)
    yield "}"


def _coverage(coverage: Coverage, line: str) -> Iterable[str]:
    members = (_member(source, _source(entry, line + _STEP)) for source, entry in coverage.items())
    return _lines("{", members, "}", line)


def _source(entry: CoverageEntry, line: str) -> Iterator[str]:
    yield _text({**entry, "missing": []})[:-_EMPTY_LIST_AT_END]
    yield from _lines("[", ([_text(missing)] for missing in entry["missing"]), "]", line)
    yield "}"


def _member(name: str, value: Iterable[str]) -> Iterable[str]:
    return chain((f"{_text(name)}: ",), value)


def _lines(opening: str, entries: Iterable[Iterable[str]], closing: str, line: str) -> Iterator[str]:
    """The entries between brackets, each on a line of its own. `line`: a line break, and the indentation of the brackets."""
    yield opening
    mark = ""
    for entry in entries:
        yield f"{mark}{line}{_STEP}"
        yield from entry
        mark = ","
    yield f"{line}{closing}" if mark else closing


def _text(value: object) -> str:
    return escape_invisible(well_formed(_encode(value)))
