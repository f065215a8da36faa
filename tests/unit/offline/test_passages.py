import pytest

from getdocs.offline.search.passages import passages


def named(markdown) -> list[tuple[str, ...]]:
    return [passage.headings for passage in passages(markdown)]


def test_signature_on_a_line_of_its_own_begins_a_passage_named_after_it():
    found = list(passages("# os\n\nAbout.\n\n- `os.path.join(path, *paths)`\n\n  Joins.\n\n- `os.sep()`\n\n  Sep.\n"))

    assert [(passage.headings, passage.line) for passage in found] == [
        (("os",), 1),
        (("os", "os.path.join"), 5),
        (("os", "os.sep"), 9),
    ]


def test_signature_right_below_a_heading_names_the_section():
    assert named("## Client\n\n*class* `httpx.Client`(*auth=None*)\n\nText\n") == [("Client", "httpx.Client")]


def test_forms_of_one_call_stay_together():
    assert named("# F\n\n`max(a)`\n\n`max(a, b)`\n\nThe largest.\n") == [("F", "max")]


@pytest.mark.parametrize(
    "line",
    ["`f()` → `int`", "`f`(*x*) -> None", "*async def* `f(a, b=(1, 2))`", "*class* `f`", "f(a): int"],
)
def test_is_a_signature(line):
    assert named(f"# A\n\nText.\n\n{line}\n\nText.\n")[-1] == ("A", "f")


@pytest.mark.parametrize(
    "block",
    [
        "f() does this.",
        "See f()",
        "```\nf()\n```",
        "- [f()](x.md)",
        "f",
        "(a)",
        "f(" + "a" * 2000 + ")",
    ],
)
def test_is_no_signature(block):
    assert named(f"# A\n\nText.\n\n{block}\n\nText.\n") == [("A",)]


def test_passages_cover_every_line_once():
    text = "a\n\n# b\n\n`f()`\n\nText\n\n`g()`\n\n## c\n\n`h()`\n"
    covered = [passage.line + at for passage in passages(text) for at in range(len(passage.lines))]

    assert covered == list(range(1, text.count("\n") + 2))
