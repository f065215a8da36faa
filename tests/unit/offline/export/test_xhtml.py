"""What stands where a validator of books does not want it is put where it does."""

import pytest
from lxml import etree

from getdocs.offline.export.xhtml import ids, text_only, tree


def tidied(html):
    return etree.tostring(tree(html), encoding="unicode").removeprefix("<body>").removesuffix("</body>")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<br><hr><img src="a" alt="b">', '<br/><hr/><img src="a" alt="b"/>'),
        ("<ul>a<p>b</p>c<li>d</li></ul>", "<ul><li>a</li><li><p>b</p><span>c</span></li><li>d</li></ul>"),
        ("<dl><dd>a</dd><dt>b</dt></dl>", "<dl><dt/><dd>a</dd><dt>b</dt><dd/></dl>"),
        ("<li>a</li><dt>b</dt><summary>c</summary>", "<div>a</div><div>b</div><div>c</div>"),
        ("<details>a<b>b</b>c<summary>d</summary>e</details>", "<details><summary>d</summary>a<b>b</b>ce</details>"),
        (
            "<details><summary>a</summary>b<summary>c</summary></details>",
            "<details><summary>a</summary>b<div>c</div></details>",
        ),
        ("<details>a</details>", "<details><summary>…</summary>a</details>"),
        (
            "<table><tbody></tbody><caption>a</caption><thead></thead></table>",
            "<table><caption>a</caption><thead/><tbody/></table>",
        ),
        ("<span>a<em><div>b</div></em></span>", "<div>a<div><div>b</div></div></div>"),
        ('<h2>a<div id="x" title="y">b</div></h2>', '<h2>a<span id="x" title="y" class="block">b</span></h2>'),
        ("<h2><ul><li>a</li></ul></h2>", '<h2><span class="block"><span class="block">a</span></span></h2>'),
        ('<td colspan="0" rowspan="2" align="left" abbr="x">a</td>', '<td rowspan="2">a</td>'),
        ('<ol start="x" reversed=""><li>a</li></ol>', '<ol reversed=""><li>a</li></ol>'),
        ('<p dir="up" lang="??" id="a b">x</p>', "<p>x</p>"),
        ('<bdo>a</bdo><time datetime="x">b</time>', "<span>a</span><span>b</span>"),
        ('<a href="x">a<input type="checkbox"></a>', '<span>a<input type="checkbox"/></span>'),
        ("<dfn>a<b><dfn>b</dfn></b></dfn>", "<span>a<b><dfn>b</dfn></b></span>"),
        ("a\x01\ufffeb", "a\ufffd\ufffdb"),
    ],
)
def test_elements_and_values_are_put_right(before, after):
    assert tidied(before) == after


def test_a_language_is_said_in_both_ways():
    assert tidied('<p lang="pt-BR">x</p>') == '<p lang="pt-BR" xml:lang="pt-BR">x</p>'


def test_what_nests_deeper_than_readers_parse_is_refused():
    with pytest.raises(ValueError, match="not well-formed"):
        tree("<div>" * 300 + "</div>" * 300)


def test_text_alone_is_shown_as_it_is():
    assert etree.tostring(text_only("a <b> \x01\n")) == b"<body><pre>a &lt;b&gt; &#65533;\n</pre></body>"


def test_ids_are_what_is_left_of_them():
    assert ids(tree('<p id="a">x</p><p id="b c">y</p>')) == {"a"}
