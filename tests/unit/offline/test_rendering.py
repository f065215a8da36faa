import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from getdocs.offline.rendering import shown


def nothing(*_):
    return None


def html(markdown, *, image=nothing) -> str:
    return shown(markdown, link=link, image=image, highlight=nothing).html


def link(url):
    return url


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("- a\n  - b\n", "<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
        ("~~a~~ **b** `<c>`", "<p><del>a</del> <strong>b</strong> <code>&lt;c&gt;</code></p>"),
        ("x<sup>2</sup> <kbd>K</kbd>", "<p>x<sup>2</sup> <kbd>K</kbd></p>"),
        (
            "> [!WARNING]\n> Mind.\n",
            '<div class="admonition warning">\n<p class="admonition-title">Warning</p>\n<p>Mind.</p>\n</div>',
        ),
        ("- [x] done", '<ul>\n<li><input type="checkbox" disabled="" checked="">\ndone</li>\n</ul>'),
    ],
)
def test_markdown_is_shown_as_github_does(markdown, expected):
    assert html(markdown).strip() == expected


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<svg onload=alert(1)><script>alert(1)</script></svg>",
        '<a href="javascript:alert(1)">x</a>',
        '<a href="java\nscript:alert(1)" onclick="alert(1)">x</a>',
        "[x](javascript:alert(1))",
        "<iframe src=//evil.example></iframe>",
        "<style>*{background:url(//evil.example)}</style>",
        '<p style="background:url(//evil.example)">x</p>',
        "<form action=//evil.example><input type=text name=q><button>Go</button></form>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=alert(1)&gt;'>",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
        "<meta http-equiv=refresh content='0;url=//evil.example'>",
        "<base href=//evil.example/>",
        "<template><script>alert(1)</script></template>",
        "<video src=//evil.example/v autoplay></video>",
        '<input type="image" src="//evil.example">',
        "<details ontoggle=alert(1) open>x</details>",
    ],
)
def test_nothing_that_acts_or_loads_is_left(markdown):
    tree = LexborHTMLParser(f"<body>{html(markdown)}")
    left = [(node.tag, name) for node in tree.css("body *") for name in node.attributes]

    assert not tree.css(
        "script, svg, math, iframe, style, form, meta, base, template, video, img, input, noscript, object"
    )
    assert not [
        each for each in left if each[1].startswith("on") or each[1] in ("style", "src", "srcset", "formaction")
    ]
    assert not [a for a in tree.css("a[href]") if "script:" in (a.attributes["href"] or "").replace("\n", "")]


@given(st.text(alphabet="<>/=\"' abscriptimgonerror!-&;\n`[]()#", max_size=60))
def test_whatever_is_written_only_allowed_elements_are_shown(markdown):
    tree = LexborHTMLParser(f"<body>{html(markdown)}")

    assert not tree.css("script, iframe, style, svg, object, embed, form")
    assert not [name for node in tree.css("body *") for name in node.attributes if name.startswith("on")]


def test_headings_are_named_as_github_does_and_found_under_the_names_of_mkdocs_too():
    result = shown("# A & B\n\n## A & B\n", link=link, image=link, highlight=nothing)

    assert [(each.level, each.id, each.text) for each in result.headings] == [
        (1, "a--b", "A & B"),
        (2, "a--b-1", "A & B"),
    ]
    assert result.ids == {"a--b", "a-b", "a--b-1", "a-b_1"}


def test_own_anchors_are_kept_but_none_of_the_frame():
    assert re.findall('id="([^"]*)"', html('<a id="spot"></a> <a name="old"></a> <a id="__search"></a>')) == [
        "spot",
        "old",
    ]


def test_image_that_is_not_here_becomes_a_link_to_it():
    assert html("![A pic](https://h/p.png)") == (
        '<p><a class="getdocs-away" href="https://h/p.png" rel="noreferrer noopener">A pic</a></p>\n'
    )


def test_image_that_is_not_here_is_no_link_in_a_link():
    assert html("[![A](https://h/p.png)](https://h/)") == (
        '<p><a href="https://h/" rel="noreferrer noopener"><span class="getdocs-away">A</span></a></p>\n'
    )


def test_image_that_is_here_is_shown():
    assert (
        html("![A](_media/p.png)", image=lambda url: url) == '<p><img src="_media/p.png" alt="A" loading="lazy"></p>\n'
    )


def test_code_is_coloured_by_its_language():
    result = shown(
        "```py\n<x>\n```\n", link=link, image=link, highlight=lambda code, language: f"[{language}:{code.strip()}]"
    )

    assert result.html == '<div class="highlight"><pre><code>[py:<x>]</code></pre></div>\n'


def test_deeply_nested_page_is_shown():
    assert html("<div>" * 3000 + "x").count("x") == 1
