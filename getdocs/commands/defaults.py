"""Defaults for the options of a command, from getdocs.toml and the environment: the command line goes before both.

A name that is not known, or a value of the wrong type, is an error: a delay that nobody heard of would be impolite.
"""

import difflib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from getdocs.commands.settings import PREFIX, Setting, Value, settings_of
from getdocs.errors import UsageError

FILE_NAME = "getdocs.toml"
FILE_VARIABLE = "GETDOCS_CONFIG"
_OTHERS = frozenset({FILE_VARIABLE, "GETDOCS_CHROMIUM"})

_RIVALS = (
    ("no-sitemap", "sitemap-only"), ("quiet", "verbose"), ("user-agent", "contact"), ("fresh", "resume"),
    ("fresh", "retry-failed"), ("fresh", "force"), ("format", "summary-json"),
)  # fmt: skip
"""Options that exclude each other: the one that is said nearer to the command line has the other forgotten."""
_CLOSE = 0.8


@dataclass(frozen=True, slots=True)
class Defaults:
    """What stands in place of the defaults of a command."""

    values: Mapping[str, Value]
    """By the parameter of the command."""
    file: Path | None
    """Where the file was read from; None where there is none."""
    keys: tuple[str, ...]
    """What it sets."""


def find(command: Callable[..., object], named: Path | None, environment: Mapping[str, str]) -> Defaults:
    """The defaults of `command`: of the file `named`, else of one in the current folder, and of the environment.

    Raises UsageError, which names the file or variable, the key, and what was probably meant.
    """
    settings = settings_of(command)
    file = named or (Path(environment[FILE_VARIABLE]) if environment.get(FILE_VARIABLE) else None)
    if file is None and Path(FILE_NAME).is_file():
        file = Path(FILE_NAME)
    in_file = _of_file(file, settings) if file is not None else {}
    said = _of_environment(environment, settings)
    for key in said:
        for rival in _rivals(key):
            in_file.pop(rival, None)
    parameters = {setting.key: setting.parameter for setting in settings}
    values = {parameters[key]: value for key, value in {**in_file, **said}.items()}
    return Defaults(values, file, tuple(in_file))


def give_way(values: dict[str, Any], command: Callable[..., object], said: Callable[[str], bool]) -> None:
    """Sets back, in the `values` of the parameters, what the command line contradicts; `said`: whether that names a parameter."""
    by_key = {setting.key: setting for setting in settings_of(command)}
    for key, setting in by_key.items():
        if said(setting.parameter) and values[setting.parameter] != setting.default:
            for rival in _rivals(key):
                if rival in by_key and not said(by_key[rival].parameter):
                    values[by_key[rival].parameter] = by_key[rival].default


def _rivals(key: str) -> Iterable[str]:
    return [two if key == one else one for one, two in _RIVALS if key in (one, two)]


def _of_file(file: Path, settings: tuple[Setting, ...]) -> dict[str, Value]:
    try:
        written = tomllib.loads(file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n"))
    except OSError as error:
        raise UsageError(f"cannot read the settings file {file}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is not TOML: {error}") from error
    known = {setting.key: setting for setting in settings}
    found: dict[str, Value] = {}
    for name, value in written.items():
        key = name.replace("_", "-")
        if key not in known:
            raise UsageError(f"{file}: {name} is no setting{_near(key, known)}")
        if key in found:
            raise UsageError(f"{file}: {key} is set twice")
        found[key] = known[key].of_toml(value, f"{file}: {name}")
    return found


def _of_environment(environment: Mapping[str, str], settings: tuple[Setting, ...]) -> dict[str, Value]:
    known = {setting.variable: setting for setting in settings}
    found: dict[str, Value] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX) or name in _OTHERS or not text:
            continue
        if name in known:
            found[known[name].key] = known[name].of_text(text, name)
        elif near := _near(name, known):
            raise UsageError(f"{name} is no setting{near}")
    return found


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, 1, _CLOSE)
    return f": did you mean {near[0]}?" if near else ""
