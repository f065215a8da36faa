"""Whatever tree a page is: it is read without an error, twice alike, and nothing that shows is lost.

Trees are generated with what they show, text by text. That no text is lost is judged by another parser and another reader of
HTML than the Receipt has. The examples are the same each time, so that a page nobody has written stops no work on another thing;
PROPERTY_EXAMPLES, a number, has that many be tried of each property, others each time (CONTRIBUTING.md).
"""

import os
import re
from collections import Counter
from dataclasses import dataclass

from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from getdocs.model import Snapshot
from getdocs.read.reader import read_page
from getdocs.read.receipts.receipt import check_snapshot

URL = "https://docs.example/guide/page"
EXAMPLES = int(os.environ.get("PROPERTY_EXAMPLES", "0"))
PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

PLAIN = "alpha beta gamma delta words of all kinds and 42 numbers".split()
LIKE_MARKDOWN = (
    "# * - + > | ` `` ``` ~~~ ~~ ~ _ __ ** *** --- === 1. 12) \\ \\* [x](y) [a] [a]: ![ ![x] <b> </p> <!-- --> &amp; &copy; &#35; $x$ $$ "
    "- [ ] #x x# ## x_y_z *a* _a_ `a` ~a~ ~~a~~ **a** |-| :-- a|b http://a.example/?b=1&c=2 www.a.example a@b.example [^1] :smile: \\[ \\( {x} "
    "<https://a.example> ==a== ^a^ [!NOTE] +a <div> <pre> 1.a --a a-- ) ] } > >> \" ' '' … —"
).split()
ODD = [
    "é",
    "\u00a0",
    "\u200b",
    "\u200d",
    "\ufeff",
    "\u2028",
    "\u202eabc",
    "e\u0301",
    "\U0001f600",
    "\U0001f468\u200d\U0001f469",
    "日本語",
    "שלום",
    "\u00ad",
    "\ufffd",
    "ﬁ",
    "\u0130",
]
# What shows nothing by itself stands in a word, or at either end of one.
ODD_WORDS = [f"a{char}b" for char in ODD] + [f"{char}b" for char in ODD] + [f"a{char}" for char in ODD]


@dataclass(frozen=True)
class Shown:
    """A piece of a page: its HTML, the texts that a reader sees in it, in order, and the code in its blocks."""

    html: str
    texts: tuple[str, ...] = ()
    code: tuple[str, ...] = ()


def escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def joined(pieces: list[Shown], between: str = "") -> Shown:
    return Shown(
        between.join(piece.html for piece in pieces),
        tuple(text for piece in pieces for text in piece.texts),
        tuple(code for piece in pieces for code in piece.code),
    )


def around(before: str, piece: Shown, after: str) -> Shown:
    return Shown(f"{before}{piece.html}{after}", piece.texts, piece.code)


words = st.one_of(st.sampled_from(PLAIN), st.sampled_from(LIKE_MARKDOWN), st.sampled_from(ODD_WORDS))
texts = st.lists(words, min_size=1, max_size=4).map(" ".join).map(lambda text: Shown(escaped(text), (text,)))
code_words = st.builds(
    lambda name, piece: around(f"<{name}>", piece, f"</{name}>"), st.sampled_from(["code", "code", "kbd"]), texts
)
# None that becomes a code span: Markdown cannot say a break in one.
MARKS = st.sampled_from(
    ["em", "strong", "b", "i", "del", "sup", "sub", "span", "mark", "cite", "q", "small", "u", "abbr", "ins"]
)
HREFS = st.sampled_from(
    "other /x?a=1&amp;b=2 https://e.example/a(b)_c mailto:a@b.example javascript:x() a&#32;b|c a)b(c [x] a*b*_c_ a`b` //e.example/ "
    "?q=&lt;b&gt; x&amp;copy=1 a\\b %5Bx%5D http://[ &#32;other&#32; é?ü #a&#32;b".split()
)
SIGNS = frozenset({"#", "\u00a7", "\u00b6"})
"""What a link from a heading to itself shows that is no text."""


def _marked(inner: st.SearchStrategy[Shown]) -> st.SearchStrategy[Shown]:
    several = st.builds(joined, st.lists(inner, min_size=1, max_size=3), st.sampled_from(["", " ", " ", "\n"]))
    return st.one_of(
        st.builds(lambda name, piece: around(f"<{name}>", piece, f"</{name}>"), MARKS, several),
        several,
    )


FEW = [
    Shown("word<br>", ("word",)),
    Shown("word<br>", ("word",)),
    Shown("<b></b>"),
    Shown("<code></code>"),
    Shown("an<wbr>other", ("another",)),
    Shown("<ruby>base<rt>over</rt></ruby>", ("base", "over")),
    Shown("<code>a<b>b</b>_<i>*c*</i></code>", ("ab_*c*",)),
    Shown("<kbd><kbd>Ctrl</kbd>+<kbd>C</kbd></kbd>", ("Ctrl+C",)),
    Shown('<span class="badge" type="x">new</span>', ("new",)),
    Shown("<b>&nbsp;</b>"),
    Shown("<b> bold </b>", ("bold",)),
    Shown("<em>&nbsp;em&nbsp;</em>", ("em",)),
]
"""What inline elements hold that are more than a word in marks."""
phrases = st.one_of(texts, texts, code_words, st.sampled_from(FEW))
inline: st.SearchStrategy[Shown] = st.deferred(lambda: st.recursive(phrases, _marked, max_leaves=6))


def _own_link(piece: Shown) -> Shown:
    """A link to a place on the page; what is a sign only is a permalink where it stands in a heading."""
    html = f'<a href="#here">{piece.html}</a>'
    return Shown(html) if "".join(piece.texts).strip() in SIGNS else Shown(html, piece.texts)


links = st.one_of(
    st.builds(lambda href, piece: around(f'<a href="{href}">', piece, "</a>"), HREFS, inline),
    inline.map(_own_link),
    st.sampled_from(sorted({*SIGNS, "+", "``", "->"})).map(lambda sign: _own_link(Shown(escaped(sign), (sign,)))),
    st.just(Shown('<code>f(<a href="x">T</a>)</code>', ("f(T)",))),
    HREFS.map(lambda href: Shown(f'<a href="{href}">\u00a0</a>')),
    HREFS.map(lambda href: Shown(f'<a href="{href}"><img src="i.png" alt="picture"></a>')),
)
images = st.sampled_from(
    [
        Shown('<img src="i.png" alt="picture">'),
        Shown('<img src="i.png" alt="">'),
        Shown('<img src="a b(c.png" alt="x ] [ ` | * _ &lt;b&gt; \\">'),
        Shown('<img srcset="small.png 1x, large.png 2x" alt="- one\n\n# two">'),
        Shown('<img src="data:image/gif;base64,R0" data-src="lazy.png" alt="!" title=\'a "b" (c)\'>'),
        Shown('<picture><source srcset="a.webp 2x"><img alt="a&amp;copy;b"></picture>'),
        Shown('<img alt="nowhere">', ("nowhere",)),
        Shown('<svg aria-label="yes"><path d=""/></svg>'),
    ]
)


def _line(pieces: list[Shown], between: str, *, worded: bool) -> Shown:
    return joined([Shown("line", ("line",)), *pieces] if worded else pieces, between)


lines: st.SearchStrategy[Shown] = st.builds(
    _line,
    st.lists(st.one_of(inline, inline, links, images), min_size=1, max_size=3),
    st.sampled_from([" ", " ", "", "\n  "]),
    worded=st.sampled_from([True, True, False]),
)


def _code(rows: list[str]) -> Shown:
    return Shown(f"<pre><code>{escaped(chr(10).join(rows))}</code></pre>", code=("\n".join(rows),))


code_rows = st.lists(
    st.one_of(st.just(""), st.builds("{}{}".format, st.sampled_from(["", "  ", "\t"]), words)), min_size=1, max_size=4
)


def _drawn(rows: list[str], before: str, after: str) -> Shown:
    """Code that a highlighter has taken apart."""
    written = after.join(f"{before}{escaped(row)}" for row in rows)
    return Shown(f"<pre>{written}{after.strip()}</pre>", code=("\n".join(rows),))


pre = st.one_of(
    code_rows.map(_code),
    st.builds(
        lambda rows, around: _drawn(rows, *around),
        code_rows,
        st.sampled_from([("", "<br>"), ('<span class="k">', "</span>\n"), ('<span class="line">', "</span>\n")]),
    ),
)
cards = st.builds(
    lambda href, level, title, text: joined(
        [around(f'<a href="{href}"><h{level}>', title, f"</h{level}>"), around("<p>", text, "</p></a>")]
    ),
    HREFS,
    st.integers(2, 4),
    inline,
    inline,
)
figures = st.builds(
    lambda image, label: joined([image, around("<figcaption>", label, "</figcaption>")]), st.one_of(images, pre), lines
).map(lambda piece: around("<figure>", piece, "</figure>"))
formulas = st.sampled_from(
    [
        Shown('<p>So <math alttext="x^2_a"><mi>x</mi></math> is.</p>', ("So", "is.")),
        Shown('<div class="math">\\[ a &lt; b \\\\ - c * d \\]</div>'),
        Shown(
            '<p><span class="katex"><math><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></math></span></p>'
        ),
    ]
)
headings = st.builds(lambda level, piece: around(f"<h{level} id='h'>", piece, f"</h{level}>"), st.integers(1, 6), lines)
paragraphs = lines.map(lambda piece: around("<p>", piece, "</p>"))
leaves: st.SearchStrategy[Shown] = st.deferred(
    lambda: st.one_of(
        paragraphs,
        paragraphs,
        headings,
        pre,
        st.just(Shown("<hr>")),
        cards,
        figures,
        formulas,
        lines.map(lambda piece: around("<div>", piece, "</div>")),
    )
)


def _list(name: str, items: list[Shown]) -> Shown:
    return around(
        f"<{name}>", joined([around("<li>", item, "</li>") for item in items]), f"</{name.split(maxsplit=1)[0]}>"
    )


def _table(rows: list[list[Shown]], spans: list[str], caption: Shown, *, headed: bool) -> Shown:
    # A table in HTML cannot say a formula.
    rows = [[Shown("formula", ("formula",)) if "math" in cell.html else cell for cell in row] for row in rows]
    written = []
    for number, row in enumerate(rows):
        name = "th" if headed and not number else "td"
        written.append(
            around(
                "<tr>",
                joined([around(f"<{name}{span}>", cell, f"</{name}>") for cell, span in zip(row, spans, strict=False)]),
                "</tr>",
            )
        )
    return around("<table>", joined([caption, *written]), "</table>")


terms = st.lists(st.one_of(lines, lines, st.just(Shown(""))), min_size=1, max_size=2).map(
    lambda found: joined([around("<dt>", term, "</dt>") for term in found])
)


def _definitions(entries: list[tuple[Shown, Shown]]) -> Shown:
    return around("<dl>", joined([joined([term, around("<dd>", text, "</dd>")]) for term, text in entries]), "</dl>")


def _blocks(inner: st.SearchStrategy[Shown]) -> st.SearchStrategy[Shown]:
    several = st.lists(inner, min_size=1, max_size=3).map(joined)
    item = st.one_of(lines, several, st.builds(lambda line, block: joined([line, block]), lines, inner))
    return st.one_of(
        st.builds(
            _list,
            st.sampled_from(["ul", "ol", "ol start=3", "ol start=-1", "ol reversed", "menu"]),
            st.lists(item, min_size=1, max_size=3),
        ),
        st.builds(
            _table,
            st.lists(st.lists(st.one_of(lines, lines, item), min_size=2, max_size=3), min_size=1, max_size=3),
            st.lists(st.sampled_from(["", "", " colspan=2", " rowspan=2", " align=right"]), min_size=3, max_size=3),
            st.one_of(
                st.just(Shown("")),
                st.just(Shown("")),
                lines.map(lambda piece: around("<caption>", piece, "</caption>")),
            ),
            headed=st.booleans(),
        ),
        several.map(lambda piece: around("<blockquote>", piece, "</blockquote>")),
        several.map(
            lambda piece: around('<div class="admonition note"><p class="admonition-title">Note</p>', piece, "</div>")
        ),
        st.builds(
            lambda label, piece: around(
                f"<details><summary>{label.html}</summary>",
                Shown(piece.html, label.texts + piece.texts, label.code + piece.code),
                "</details>",
            ),
            lines,
            several,
        ),
        st.builds(_definitions, st.lists(st.tuples(terms, item), min_size=1, max_size=2)),
        several.map(lambda piece: around("<section>", piece, "</section>")),
    )


pages: st.SearchStrategy[Shown] = st.deferred(
    lambda: st.lists(st.recursive(leaves, _blocks, max_leaves=6), min_size=1, max_size=4).map(joined)
)


def read(page: Shown) -> tuple[Snapshot, str]:
    snapshot = Snapshot(URL, 200, f"<main><p>Start.</p>{page.html}<p>End.</p></main>", "", URL)
    return snapshot, read_page(snapshot).markdown


def words_of(text: str) -> Counter[str]:
    """Letters and digits alone: marks may be drawn apart or together by what stands beside them."""
    return Counter("".join(re.findall(r"\w", text)))


@settings(max_examples=EXAMPLES or 60, derandomize=not EXAMPLES)
@given(pages)
def test_what_is_read_of_any_tree_is_whole(page: Shown) -> None:
    snapshot, markdown = read(page)
    found, differences = check_snapshot(snapshot, markdown)
    assert found.score == 1.0, (differences, markdown)


@settings(max_examples=EXAMPLES or 60, derandomize=not EXAMPLES)
@given(pages)
def test_no_text_of_any_tree_is_lost(page: Shown) -> None:
    _, markdown = read(page)
    shown = "".join(BeautifulSoup(PARSER.render(markdown), "lxml").get_text().split())
    at = 0
    for text in page.texts:
        wanted = "".join(text.split())
        found = shown.find(wanted, at)
        assert found >= 0, (text, shown[at:], markdown)
        at = found + len(wanted)


@settings(max_examples=EXAMPLES or 30, derandomize=not EXAMPLES)
@given(pages)
def test_any_tree_is_read_twice_alike(page: Shown) -> None:
    assert read(page)[1] == read(Shown(f"{page.html}<!-- -->"))[1]


SCRAPS = (
    "< > / = \" ' & ; ! a <table> <li> <ul> <pre> <tr> <td> </p> <p> <a_href=x> </a> <svg> <math> <select> <template> <h1> <h2> <dl> <dt> <code> "
    "</code> <br> <td_colspan=9999> <ol_start=-1> <img_src=x> <b> <details> <summary> \x00 \ufdd0 <!-- --> </table> <iframe> <script> <style> "
    "<xmp> <caption> <form> <button> <frameset> <plaintext> <main> <body> <blockquote> <section> x &#xD800;"
).split(" ")
htmls = st.lists(st.sampled_from(SCRAPS), max_size=25).map(lambda scraps: "".join(scraps).replace("_", " "))


@settings(max_examples=EXAMPLES or 150, derandomize=not EXAMPLES)
@given(htmls)
def test_any_text_is_read_as_html_without_an_error(html: str) -> None:
    snapshot = Snapshot(URL, 200, html, "", URL)
    page = read_page(snapshot)
    assert page.markdown == "" or page.markdown.endswith("\n")
