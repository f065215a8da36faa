"""Writes docs/manifest.schema.json, the JSON Schema of crawl.json, from the types in getdocs/write/schema.py.

`python scripts/manifest_schema.py`; a test fails where the file is not what this writes.
"""

import inspect
import json
import types
from pathlib import Path
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from getdocs.write.schema import Manifest

FILE = Path(__file__).parents[1] / "docs" / "manifest.schema.json"

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def schema() -> dict[str, Any]:
    """The schema, draft 2020-12. Objects have the keys that are named and no others: each version of getdocs has its own."""
    definitions: dict[str, Any] = {}
    root = _object(Manifest, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "crawl.json, the Manifest of a crawl by getdocs",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def text() -> str:
    """The file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _of(kind: object, definitions: dict[str, Any]) -> dict[str, Any]:
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_typeddict(kind):
        if kind.__name__ not in definitions:
            definitions[kind.__name__] = {}  # it may hold itself
            definitions[kind.__name__] = _object(kind, definitions)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is NotRequired:
        return _of(arguments[0], definitions)
    if origin is Literal:
        return {"enum": list(arguments)}
    if origin is list:
        return {"type": "array", "items": _of(arguments[0], definitions)}
    if origin is dict:
        names, values = arguments
        named = {} if names is str else {"propertyNames": _of(names, definitions)}
        return {"type": "object", **named, "additionalProperties": _of(values, definitions)}
    if origin in (types.UnionType, Union):
        each = [_of(argument, definitions) for argument in arguments]
        if all(set(one) == {"type"} for one in each):
            return {"type": [one["type"] for one in each]}
        return {"anyOf": each}
    raise TypeError(f"no JSON Schema for {kind}")


def _object(kind: object, definitions: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    about = inspect.cleandoc(kind.__doc__ or "") if kind.__doc__ and not kind.__doc__.startswith("dict(") else ""
    return {
        **({"description": about} if about else {}),
        "type": "object",
        "properties": {name: _of(hint, definitions) for name, hint in hints.items()},
        "required": [name for name in hints if name in kind.__required_keys__],
        "additionalProperties": False,
    }


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
