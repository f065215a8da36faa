"""What a Snapshot says that scripts have asked elements for; and that they do not notice that anybody listens."""

from collections.abc import Iterator

import pytest
from rendering import ORIGIN, Rendering, html, rendering

from getdocs.model import Snapshot

BODY = (
    "<main><p class='a b' id=x>Text <em class=c>and more</em>.</p><svg class=d></svg>"
    "<pre><code class=k><span class=s>x</span></code></pre></main><script>%s</script>"
)
EM = "document.querySelector('em')"


@pytest.fixture(scope="module")
def listening() -> Iterator[Rendering]:
    with rendering(tabs=1, noting=True) as sealed:
        yield sealed


@pytest.fixture(scope="module")
def ours(listening: Rendering) -> set[str]:
    """What getdocs asks for itself."""
    return set(shown(listening, "").looked_for)


def shown(sealed: Rendering, script: str) -> Snapshot:
    snapshot = sealed.render(html(BODY % script, ORIGIN + "/page"))
    assert isinstance(snapshot, Snapshot)
    return snapshot


# Script, and what it is to be heard to ask for.
ASKED = [
    ("document.querySelector('p.a')", ["+p.a"]),
    ("document.querySelectorAll('p.z, i.z')", ["-p.z, i.z"]),
    ("document.createElement('div').querySelector('p.z')", []),
    ("document.getElementById('nowhere')", ["#nowhere"]),
    ("document.getElementsByTagName('video')", ["-video"]),
    ("document.getElementsByClassName('one two')", [".one", ".two"]),
    (f"{EM}.matches('.m'); {EM}.closest('.n .o')", ["+em", "=.m", "=.n .o"]),
    (f"{EM}.classList.contains('v'); {EM}.classList.toggle('w')", ["+em", ".v", ".w"]),
    (f"[...{EM}.classList]", ["+em", "?em"]),
    (f"{EM}.classList.value", ["+em", "?em"]),
    (f"{EM}.className", ["+em", "?em"]),
    (f"{EM}.getAttribute('CLASS'); {EM}.getAttribute('title')", ["+em", "?em"]),
    (f"{EM}.attributes[0].value", ["+em", "?em"]),
    (f"{EM}.attributes.length", ["+em"]),
    ("document.querySelector('p').innerHTML", ["+p", "?em", "?p"]),
    ("let p = document.querySelector('p'); p.outerHTML = `<div>${p.outerHTML}</div>`", ["+p"]),
    ("document.querySelector('pre span').className; document.body.className", ["+pre span"]),
    ("document.evaluate('//p[@class]', document)", ["?*"]),
    ("new XMLSerializer().serializeToString(document)", ["?*"]),
    ("document.querySelector({ toString: () => 'p' })", ["?*"]),
    ("try { document.querySelector('p:x') } catch {}", []),
    ("document.querySelector('i'.repeat(200000))", ["?*"]),
]


@pytest.mark.parametrize(("script", "expected"), ASKED, ids=[script[-40:] for script, _ in ASKED])
def test_what_a_script_asks_for_is_heard(listening, ours, script, expected):
    assert sorted(set(shown(listening, script).looked_for) - ours) == sorted(expected)


def test_what_getdocs_asks_for_is_heard_too_and_reads_no_class(ours):
    assert any("tablist" in line for line in ours)
    assert {line[0] for line in ours} == {"="}


def test_no_script_sees_that_somebody_listens():
    script = """
      const has = name => Object.getOwnPropertyDescriptor(Element.prototype, name);
      const said = [
        Object.getOwnPropertyNames(window).filter(name => /getdocs(?!Sockets)|asked|looked/i.test(name)),
        Element.prototype.querySelector.name, Element.prototype.querySelector.length,
        /\\[native code\\]/.test(Element.prototype.matches), /\\[native code\\]/.test(has("className").get),
        Object.keys(has("closest")), has("innerHTML").enumerable, typeof has("className").set,
      ];
      try { Element.prototype.matches.call(document, "p"); } catch (error) { said.push(error.name); }
      document.querySelector("em").textContent = JSON.stringify(said);
    """
    texts = []
    for noting in (False, True):
        with rendering(tabs=1, noting=noting) as sealed:
            texts.append(shown(sealed, script).html)
    assert texts[0] == texts[1]
    assert "TypeError" in texts[0]


def test_nothing_is_heard_where_nobody_listens():
    with rendering(tabs=1) as sealed:
        assert shown(sealed, "document.querySelector('p')").looked_for == ()
