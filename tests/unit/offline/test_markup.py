import pytest

from getdocs.offline.markup import Markup, el, joined, link


def test_text_is_escaped_and_markup_is_not():
    assert el("p", "a < b & ", el("b", "c"), Markup("<br>")) == "<p>a &lt; b &amp; <b>c</b><br></p>"


def test_attributes_are_quoted_and_escaped():
    assert el("p", class_='a"b', data_label="<") == '<p class="a&quot;b" data-label="&lt;"></p>'


def test_none_is_nothing():
    assert el("p", None, title=None) == "<p></p>"


def test_what_acts_on_its_surroundings_is_gone():
    assert joined("a\u202eb\x00c\x1b[31md") == "abcd"


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "//host", "HTTPS:/x", ""])
def test_only_web_addresses_become_links(url):
    assert link(url, "text") == "<span>text</span>"


def test_web_address_becomes_a_link_that_tells_nothing_of_where_it_stands():
    assert link('https://h/"x', "t") == '<a href="https://h/&quot;x" rel="noreferrer noopener">t</a>'
