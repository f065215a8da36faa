"""The options of a command as settings: by which name a file or the environment sets each, and what it may be.

Reads them off the signature of the command, so that an option that is added is a setting at once.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

from getdocs.commands.options import ACCESS
from getdocs.errors import UsageError

PREFIX = "GETDOCS_"
Value: TypeAlias = str | int | float | bool | list[str] | list[int]

_NOUNS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text", Path: "a text"}
_TRUE, _FALSE = frozenset({"1", "true", "yes", "on"}), frozenset({"0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Setting:
    """One option or argument of a command."""

    parameter: str
    """Its name in the signature."""
    key: str
    """Its name in a file: that of the option, without dashes in front."""
    kind: type
    """bool, int, float, str, Path or a StrEnum."""
    many: bool
    """Whether it is a list of these."""
    default: object
    help: str
    panel: str
    shown_default: str
    """What `--help` says of a default that is not plain to see; empty where it is."""
    metavar: str
    least: float | None

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.key.replace("-", "_").upper()

    @property
    def noun(self) -> str:
        """What it has to be, in words."""
        noun = f"one of {', '.join(self.kind)}" if issubclass(self.kind, StrEnum) else _NOUNS[self.kind]
        return f"a list, each {noun}" if self.many else noun

    def of_toml(self, value: object, where: str) -> Value:
        """`value`, as TOML has it, checked. Raises UsageError, which begins with `where`."""
        if self.many and not isinstance(value, list):
            raise self._wrong(value, where)
        for each in value if isinstance(value, list) and self.many else [value]:
            self._check(each, where)
        return cast("Value", value)  # just checked

    def of_text(self, text: str, where: str) -> Value:
        """The value that a variable of the environment holds; of a list, one on each line. Raises UsageError."""
        if self.many:
            return self.of_toml(
                [self._of_line(line.strip(), where) for line in text.splitlines() if line.strip()], where
            )
        return self.of_toml(self._of_line(text, where), where)

    def _of_line(self, text: str, where: str) -> object:
        if self.kind is bool:
            if text.lower() in _TRUE | _FALSE:
                return text.lower() in _TRUE
            raise self._wrong(text, where)
        if self.kind in (int, float):
            try:
                return self.kind(text)
            except ValueError:
                raise self._wrong(text, where) from None
        return text

    def _check(self, value: object, where: str) -> None:
        if issubclass(self.kind, StrEnum):
            fits = isinstance(value, str) and value in list(self.kind)
        elif self.kind is float:
            fits = isinstance(value, int | float) and not isinstance(value, bool)
        elif self.kind in (bool, int):
            fits = type(value) is self.kind
        else:
            fits = isinstance(value, str)
        if not fits:
            raise self._wrong(value, where)
        if self.least is not None and isinstance(value, int | float) and value < self.least:
            raise UsageError(f"{where} must be at least {self.least:g}, not {value}")

    def _wrong(self, value: object, where: str) -> UsageError:
        # What gives access is not repeated where others may read it.
        shown = "" if self.panel == ACCESS else f", not {value!r}"
        return UsageError(f"{where} must be {self.noun}{shown}")


def settings_of(command: Callable[..., object]) -> tuple[Setting, ...]:
    """The settings of a command of Typer, in the order of its signature: all but the option that names the file of settings."""
    hints = get_type_hints(command, include_extras=True)
    defaults = inspect.signature(command).parameters
    found = (_setting(name, hint, defaults[name].default) for name, hint in hints.items() if name in defaults)
    return tuple(setting for setting in found if setting is not None and setting.key != "config")


def _setting(name: str, hint: object, default: object) -> Setting | None:
    if get_origin(hint) is not Annotated:
        return None
    kind, info = get_args(hint)
    if not isinstance(info, OptionInfo | ArgumentInfo):
        return None
    # In an Annotated, Typer has the first of the names where its default would stand.
    written = [each for each in (info.default, *(info.param_decls or ())) if isinstance(each, str)]
    names = [each.removeprefix("--") for each in written if each.startswith("--")]
    kind, many = _kind(kind)
    return Setting(
        parameter=name,
        key=names[0] if names else name,
        kind=kind,
        many=many,
        default=default,
        help=info.help or "",
        panel=info.rich_help_panel or "",
        shown_default=info.show_default if isinstance(info.show_default, str) else "",
        metavar=info.metavar or "",
        least=info.min,
    )


def _kind(hint: Any) -> tuple[type, bool]:  # noqa: ANN401 - a type, or what `typing` makes of several
    if get_origin(hint) in (UnionType, Union):
        (hint,) = (each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is list:
        return get_args(hint)[0], True
    return hint, False
