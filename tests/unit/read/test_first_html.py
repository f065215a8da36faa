"""What only the first HTML had goes back to its place, and nothing else does."""

import pytest

from getdocs.model import Snapshot
from getdocs.read.first_html import put_back
from getdocs.read.reader import read_page

URL = "https://docs.example/page"


def page(content, *, around=""):
    return f"<!DOCTYPE html><html><body>{around}<main><h1>Title of the page</h1>{content}</main></body></html>"


def snapshot(html, url=URL):
    return Snapshot(url, 200, html, "T", url)


def repaired(sent, shown, *, url=URL):
    """What comes of a page that was sent with `sent` as its content and shows `shown`: Markdown less its title, and a number."""
    result = put_back(snapshot(page(shown), url), page(sent))
    return read_page(result).markdown.removeprefix("# Title of the page\n\n"), result.restored


def is_left_alone(sent, shown, *, url=URL):
    given = snapshot(page(shown), url)
    return put_back(given, page(sent)) is given


BEFORE = "<p>What stands before it stays before it.</p>"
AFTER = "<p>What stands behind it stays behind it.</p>"
COMMANDS = "$ pip install example\nCollecting example\nSuccessfully installed example-1.0"


# --- what goes back


@pytest.mark.parametrize(
    ("lost", "markdown"),
    [
        ("<p>Only the server has said this.</p>", "Only the server has said this."),
        (f"<pre><code>{COMMANDS}</code></pre>", f"```\n{COMMANDS}\n```"),
        (
            "<ol><li>The first of them.</li><li>The second of them.</li></ol>",
            "1. The first of them.\n2. The second of them.",
        ),
        ("<h2>A heading of three</h2><p>And what it says.</p>", "## A heading of three\n\nAnd what it says."),
        (
            "<table><tr><th>Name of it</th></tr><tr><td>The only row</td></tr></table>",
            "| Name of it |\n| --- |\n| The only row |",
        ),
        ("<div class=box><div><p>Deep in two boxes.</p></div></div>", "Deep in two boxes."),
    ],
)
def test_a_block_that_is_gone_goes_back_between_its_neighbours(lost, markdown):
    text, restored = repaired(BEFORE + lost + AFTER, BEFORE + AFTER)
    assert text == f"What stands before it stays before it.\n\n{markdown}\n\nWhat stands behind it stays behind it.\n"
    assert restored >= 1


def test_what_stood_first_goes_back_in_front_and_what_stood_last_to_the_end():
    text, restored = repaired("<p>One at the beginning.</p>" + BEFORE + "<p>One at the end.</p>", BEFORE)
    assert text == "One at the beginning.\n\nWhat stands before it stays before it.\n\nOne at the end.\n"
    assert restored == 2


def test_a_definition_goes_back_into_its_list():
    term = "<dt>{0}</dt><dd>What {0} means here.</dd>".format
    text, restored = repaired(
        f"<dl>{term('alpha')}{term('beta')}{term('gamma')}</dl>", f"<dl>{term('alpha')}{term('gamma')}</dl>"
    )
    assert text.index("alpha") < text.index("What beta means") < text.index("What gamma means")
    assert restored >= 1


def test_items_that_were_swapped_into_tooltips_come_back_and_so_do_their_marks_in_the_code():
    sent = (
        "<div class=highlight><pre><code>theme: # (1)!\n  name: x # (2)!\n</code></pre></div>"
        "<ol><li>What a theme is.</li><li>Which name it has.</li></ol>"
    )
    tooltip = "<aside><div role=tooltip>{}</div><a class=index></a></aside>".format
    shown = (
        f"<div class=highlight><pre><code>theme: <span>{tooltip('What a theme is.')}</span>\n  name: x "
        f"<span>{tooltip('Which name it has.')}</span>\n</code></pre></div><ol hidden><li></li><li></li></ol>"
    )
    text, restored = repaired(sent + AFTER, shown + AFTER)
    assert text.startswith(
        "```\ntheme: # (1)!\n  name: x # (2)!\n```\n\n1. What a theme is.\n2. Which name it has.\n\nWhat stands"
    )
    assert restored == 3


def test_a_mark_in_a_sentence_comes_back_with_the_item_that_it_stands_for():
    shown = "<div>Lorem ipsum dolor, <aside><div role=tooltip>A note on it.</div></aside> sit amet.</div><ol hidden><li></li></ol>"
    text, restored = repaired("<p>Lorem ipsum dolor, (1) sit amet.</p><ol><li>A note on it.</li></ol>", shown)
    assert text == "Lorem ipsum dolor, (1) sit amet.\n\n1. A note on it.\n"
    assert restored == 2


def lines(count):
    typed = "".join(f"<span data-ty>{line.removeprefix('$ ')}</span>" for line in COMMANDS.splitlines()[:count])
    return f"<div class=termy><div class=window data-termynal>{typed}</div></div>"


@pytest.mark.parametrize("typed", [0, 1, 2, 3])
def test_a_terminal_that_is_typed_out_is_the_code_that_it_was(typed):
    sent = f"<div class=termy><div class=highlight><pre><code>{COMMANDS}</code></pre></div></div>"
    text, restored = repaired(BEFORE + sent + AFTER, BEFORE + lines(typed) + AFTER)
    assert text == (
        f"What stands before it stays before it.\n\n```\n{COMMANDS}\n```\n\nWhat stands behind it stays behind it.\n"
    )
    assert restored == 1


def test_a_terminal_of_lines_that_are_emptied_to_be_typed_comes_back():
    line = "<span data-ty=input>{}</span>".format
    sent = f"<div data-termynal>{line('pip install example')}{line('a line of output')}</div>"
    text, restored = repaired(BEFORE + sent + AFTER, BEFORE + f"<div data-termynal>{line('pip ins')}</div>" + AFTER)
    assert "a line of output" in text
    assert "pip ins\n" not in text
    assert restored == 1


def test_a_paragraph_that_is_still_being_typed_is_whole():
    text, restored = repaired(
        BEFORE + "<p>This sentence is typed letter by letter.</p>" + AFTER,
        BEFORE + "<p>This sentence is ty</p>" + AFTER,
    )
    assert "This sentence is typed letter by letter." in text
    assert text.count("This sentence") == 1
    assert restored == 1


ROWS = [f"<tr><td>name_{n}</td><td>string</td><td>What name {n} is for</td></tr>" for n in range(60)]


@pytest.mark.parametrize("kept", [range(20), range(20, 40), range(40, 60)], ids=["first", "middle", "last"])
def test_the_rows_of_a_table_that_shows_some_of_them_come_back_in_order(kept):
    head = "<thead><tr><th>Name</th><th>Type</th><th>Meaning</th></tr></thead>"
    table = f"<table>{head}<tbody>{{}}</tbody></table>".format
    shown = table("".join(ROWS[n] for n in kept)) + "<div>Showing 20 of 60 entries</div>"
    text, restored = repaired(BEFORE + table("".join(ROWS)) + AFTER, BEFORE + shown + AFTER)
    names = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| name")]
    assert names == [f"name\\_{n}" for n in range(60)] or names == [f"name_{n}" for n in range(60)]
    assert restored == 40


def test_a_page_of_which_nothing_is_left_is_what_was_sent():
    words = "<p>" + "Enough words to be a page of their own. " * 3 + "</p>"
    result = put_back(snapshot("<html><body><div id=root></div></body></html>"), page(words))
    assert "Enough words" in read_page(result).markdown
    assert result.restored == 2


def test_the_rest_of_the_snapshot_stays_as_it_is():
    given = snapshot(page(BEFORE + AFTER))
    result = put_back(given, page(BEFORE + "<p>Only the server has said this.</p>" + AFTER))
    assert result.html == page(BEFORE + "<p>Only the server has said this.</p>" + AFTER).replace(
        "<html><body>", "<html><head></head><body>"
    )
    assert (result.url, result.title, result.status) == (given.url, given.title, given.status)


# --- what does not


@pytest.mark.parametrize(
    "sent",
    [
        "<noscript><p>You need another browser for this.</p></noscript>",
        "<template><p>One row of the list to be.</p></template>",
        "<p hidden>What was hidden from the start.</p>",
        "<div style='display: none'><p>What was hidden from the start.</p></div>",
        "<div class=skeleton-row><p>Three grey bars of text</p></div>",
        "<div aria-busy=true><p>Your results will be here</p></div>",
        "<p>Loading the examples...</p>",
        "<p>Please wait while we fetch the page.</p>",
        "<p>Please enable JavaScript to read this page.</p>",
        "<ul><li v-for='item in items'>An item of the list</li></ul>",
        "<p>Hello {{ user.name }}, how are you?</p>",
        "<nav><p>One of three links</p></nav>",
        "<ul><li><a href='#a'>The first section here</a></li><li><a href='#b'>The second section here</a></li></ul>",
        "<p>Two words</p>",
        "<p>$$ a^2 + b^2 = c^2 $$</p>",
    ],
)
def test_what_was_never_content_is_not_put_back(sent):
    assert is_left_alone(BEFORE + sent + AFTER, BEFORE + AFTER)


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("<p>Updated on 2024-01-02</p>", "<p>Updated three days ago</p>"),
        ("<p>Downloads so far: 0</p>", "<p>Downloads so far: 12,345</p>"),
        ("<p>Choose your system below this line</p>", "<p>Linux was detected, use this package</p>"),
        ("<p>Some words, all of them in one.</p>", "<p>Some words,</p><p>all of them in one.</p>"),
        ("<p>Some of</p><p>the very same words.</p>", "<div>Some of the <b>very same</b> words.</div>"),
        ("<p>These words were wrapped.</p>", "<section><div><p>These <i>words</i> were <span>wrapped.</span></p></div></section>"),
        ("<pre>some = code()</pre>", "<pre><span class=line>some = code()</span><button>Copy</button></pre>"),
        ("<pre>two\nlines = 2</pre>", "<pre><div class=line>two</div><div class=line>lines = 2</div></pre>"),
        ("<h2>A heading of a section</h2>", "<h2>A heading of a section<a href=#a>¶</a></h2>"),
        ("<p>The sum is \\(a + b\\), as you know well.</p>", "<p>The sum is <math><mi>a</mi></math>, as you know well.</p>"),
        ("<p>one two three</p><p>four five six</p>", "<p>four five six</p><p>one two three</p>"),
    ],
)  # fmt: skip
def test_what_scripts_have_changed_wrapped_or_moved_stays_as_they_left_it(sent, shown):
    assert is_left_alone(BEFORE + sent + AFTER, BEFORE + shown + AFTER)


def test_what_was_moved_out_of_the_content_is_not_there_twice():
    moved = "<p>This was moved to the margin.</p>"
    given = snapshot(page(BEFORE + AFTER, around=f"<aside>{moved}</aside>"))
    assert put_back(given, page(BEFORE + moved + AFTER)) is given


def test_an_application_that_has_drawn_itself_is_not_mixed_with_what_was_sent():
    other = "<p>Every route is sent with the text of the start page.</p>" * 5
    assert is_left_alone(BEFORE + other, BEFORE + "<p>This is what this route is about, and it is short.</p>")


def test_a_page_of_which_nothing_is_left_stays_empty_where_hardly_anything_was_sent():
    given = snapshot("<html><body><div id=root></div></body></html>")
    assert put_back(given, page("<p>Loading the application...</p>")) is given


def test_a_page_with_a_hash_route_is_left_alone():
    assert is_left_alone(BEFORE + "<p>The text of another route.</p>" + AFTER, BEFORE + AFTER, url=f"{URL}#/route")


def test_a_page_that_is_shown_as_it_was_sent_is_the_same_snapshot():
    assert is_left_alone(BEFORE + AFTER, BEFORE + AFTER)


@pytest.mark.parametrize("html", ["", "<", "\0", "<table><td>", "<frameset><frame src=a>", "plain"])
def test_nothing_that_is_sent_or_shown_is_an_error(html):
    for other in ("", page(BEFORE), "<svg><p>x</p></svg>"):
        assert put_back(snapshot(html), other).status == 200
        assert put_back(snapshot(other), html).status == 200


def test_the_selector_says_what_the_content_is():
    sent, shown = (
        page(f"<div id=c><p>One two three.</p>{more}</div><p>Four five six.</p>")
        for more in ("<p>Seven eight nine.</p>", "")
    )
    assert put_back(snapshot(shown), sent, selector="#c").restored == 1
    assert put_back(snapshot(shown), sent, selector="h1").restored == 0
