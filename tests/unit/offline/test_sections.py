from hypothesis import given
from hypothesis import strategies as st

from getdocs.offline.sections import sections

TEXT = """intro <b>bold</b>

# A `b` é

text *x*
[y](https://z.example/)

| a | b |
|---|---|
| 1 | ![pic](p.png) |

```py
x = 1
# no heading
```

> # quoted

setext
======
## sub
last"""


def lines_of(markdown) -> dict[int, str]:
    return {
        section.line + at: text.strip()
        for section in sections(markdown)
        for at, text in enumerate(section.lines)
        if text
    }


def test_sections_have_the_way_to_them_and_the_line_they_begin_at():
    assert [(section.headings, section.line) for section in sections(TEXT)] == [
        ((), 1),
        (("A b é",), 3),
        (("setext",), 19),
        (("setext", "sub"), 21),
    ]


def test_each_line_shows_its_text_without_markup_at_its_place():
    assert lines_of(TEXT) == {
        1: "intro  bold",
        5: "text x",
        6: "y",
        8: "a | b",
        10: "1 | pic",
        13: "x = 1",
        14: "# no heading",
        17: "quoted",
        22: "last",
    }


def test_code_and_lines_that_begin_with_a_link_are_told_from_others():
    (section,) = sections("[link](u) more\n\nmore [link](u)\n\n```\ncode\n```\n")

    assert [text for text, quoting in zip(section.lines, section.quoting, strict=True) if quoting] == [
        "link more",
        "code",
    ]


def test_lower_heading_after_a_higher_one_stands_beside_it():
    assert [section.headings for section in sections("### c\n## b\n### d\n# a\n")] == [
        ("c",),
        ("b",),
        ("b", "d"),
        ("a",),
    ]


def test_text_without_a_heading_is_one_section():
    assert [section.headings for section in sections("a\n\nb\n")] == [()]


def test_line_break_that_is_an_entity_leads_to_no_line_after_the_last():
    (section,) = sections("c&#10;d&#10;e")

    assert len(section.lines) == 1


@given(st.text(alphabet="#=-`>*|<&;\\[]()!ab \n\t\r\0\ud800é", max_size=80))
def test_sections_cover_every_line_once(markdown):
    covered = [section.line + at for section in sections(markdown) for at in range(len(section.lines))]

    assert covered == list(range(1, markdown.count("\n") + 2))
