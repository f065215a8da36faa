"""Imports a subcommand when it is asked for: each needs a part of getdocs only, and all of it takes longer to load than a search takes.

It knows the subcommands by their names; which there are says `cli`.
"""

from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

import typer
from typer.core import TyperGroup

Settings: TypeAlias = Mapping[str, Any]
"""What `typer.Typer` takes, by name."""
Loaded: TypeAlias = Any
"""A command as Typer makes it of a function. Typer has no public name for it."""


@dataclass(frozen=True, slots=True)
class Command:
    """The function `name` of the module `getdocs.commands.name`, which is the subcommand of that name."""

    name: str
    parsing: tuple[str, str] | None = None
    """Module and name of the class that takes its arguments in, where that is one of its own."""

    def loaded(self, settings: Settings) -> Loaded:
        """As Typer makes it of the function. `settings`: of the application."""
        alone = typer.Typer(add_completion=False, **settings)
        cls = getattr(import_module(self.parsing[0]), self.parsing[1]) if self.parsing else None
        alone.command(self.name, cls=cls)(getattr(import_module(f"getdocs.commands.{self.name}"), self.name))
        return typer.main.get_command(alone)


class _Commands(MutableMapping[str, Loaded]):
    """The subcommands by name, each loaded when it is looked up first."""

    def __init__(self, commands: Sequence[Command], settings: Settings) -> None:
        self._commands = {command.name: command for command in commands}
        self._settings = settings
        self._loaded: dict[str, Loaded] = {}

    def __setitem__(self, name: str, command: Loaded) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]
        self._loaded.pop(name, None)

    def __getitem__(self, name: str) -> Loaded:
        if name not in self._loaded:
            self._loaded[name] = self._commands[name].loaded(self._settings)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


def group(commands: Sequence[Command]) -> type[TyperGroup]:
    """What an application with these subcommands is made of (`typer.Typer(cls=...)`)."""

    class Group(TyperGroup):
        def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - whatever Typer gives
            super().__init__(**settings)
            shared = {name: settings[name] for name in ("context_settings", "rich_markup_mode")}
            self.commands = _Commands(commands, {**shared, "pretty_exceptions_show_locals": False})

        def list_commands(self, _ctx: object) -> list[str]:
            return list(self.commands)

    return Group
