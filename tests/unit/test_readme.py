"""README's options table says what `getdocs crawl --help` says, option by option."""

from enum import StrEnum
from pathlib import Path

import typer.main

from getdocs.cli import app

README = Path(__file__).parents[2] / "README.md"
HEAD = "| option | default | meaning |\n|---|---|---|\n"


def value_of(option) -> str:
    kind = option.type_descriptor.annotation
    if option.is_flag:
        return ""
    return " " + (option.metavar or ("\\|".join(kind) if issubclass(kind, StrEnum) else kind.__name__.upper()))


def default_of(option) -> str:
    if isinstance(option.show_default, str):
        return option.show_default
    if option.is_flag or option.default is None or option.show_default is False:
        return ""
    return str(option.default)


def table() -> str:
    options = [
        each for each in typer.main.get_command(app).commands["crawl"].params if each.param_type_name == "option"
    ]
    lines = [
        f"| {', '.join(f'`{name}`' for name in sorted(option.opts, key=len))}{value_of(option)} "
        f"| {default_of(option)} | {option.help} |\n"
        for option in options
        if option.name != "help"
    ]
    return HEAD + "".join(lines)


def test_the_options_table_of_the_readme_is_what_help_says():
    text = README.read_text(encoding="utf-8")
    assert table() in text, f"the table should read:\n{table()}"
