"""Reads a login that Playwright saved (`context.storage_state(path=...)`). It knows nothing of who gets what of it."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from getdocs.errors import UsageError
from getdocs.model import StorageState, StoredCookie, StoredItems

_NAME = re.compile(r"[^\x00-\x20\x7f=;,\ud800-\udfff]+")
_VALUE = re.compile(r"[^\x00-\x08\x0a-\x1f\x7f;\ud800-\udfff]*")


def read(file: Path) -> StorageState:
    """The login in `file`. Raises UsageError, which quotes nothing of it, where it is not of Playwright's form."""
    try:
        state: object = json.loads(file.read_bytes())
        return StorageState(
            cookies=tuple(map(_cookie, _list(state, "cookies"))),
            local_storage=tuple(
                StoredItems(_text(origin, "origin"), tuple(map(_item, _list(origin, "localStorage"))))
                for origin in _list(state, "origins")
            ),
        )
    except OSError as error:
        raise UsageError(f"cannot read the storage state {file}: {error.strerror}") from None
    except (ValueError, OverflowError, RecursionError) as error:
        why = str(error) if isinstance(error, _FormError) else "it is not JSON"
        raise UsageError(f"{file} is no storage state of Playwright: {why}") from None


class _FormError(ValueError):
    """What is missing, in words that quote nothing."""


def _cookie(entry: object) -> StoredCookie:
    name, value, domain = _text(entry, "name"), _text(entry, "value"), _text(entry, "domain")
    if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
        raise _FormError(f"a cookie of {domain} cannot be sent")
    fields = _mapping(entry)
    expires = fields.get("expires", -1)
    if not isinstance(expires, int | float):
        raise _FormError("expires is not a number")
    path = fields.get("path", "/")
    return StoredCookie(
        name=name,
        value=value,
        domain=domain,
        path=path if isinstance(path, str) and path.startswith("/") else "/",
        secure=bool(fields.get("secure", False)),
        expires=float(expires) if expires >= 0 else None,
    )


def _item(entry: object) -> tuple[str, str]:
    return _text(entry, "name"), _text(entry, "value")


def _mapping(entry: object) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        raise _FormError("an object is missing")
    return entry


def _list(entry: object, key: str) -> Iterator[object]:
    found = _mapping(entry).get(key, [])
    if not isinstance(found, list):
        raise _FormError(f"{key} is not a list")
    return iter(found)


def _text(entry: object, key: str) -> str:
    found = _mapping(entry).get(key)
    if not isinstance(found, str):
        raise _FormError(f"{key} is missing, or is no text")
    return found
