"""What scripts destroy on a page is in its copy all the same, and the Manifest says that it had to be put back."""

import pytest
from crawls import NOW

from fixtures.site import document

COMMANDS = "$ pip install example\nCollecting example\nSuccessfully installed example-1.0"

TYPED = f"""
<p>Install it first.</p>
<div class="termy"><pre><code>{COMMANDS}</code></pre></div>
<p>Then use it.</p>
<script>
  // A terminal that types its lines, one letter at a time, with a pause behind each line.
  for (const code of document.querySelectorAll(".termy pre")) {{
    const lines = code.textContent.split("\\n");
    const box = document.createElement("div");
    box.dataset.termynal = "";
    code.replaceWith(box);
    const type = async () => {{
      for (const line of lines) {{
        const span = box.appendChild(document.createElement("span"));
        for (const letter of line.replace(/^[$] /, "")) {{
          span.append(letter);
          await new Promise(done => setTimeout(done, 200));
        }}
        await new Promise(done => setTimeout(done, 1500));
      }}
    }};
    type();
  }}
</script>
"""

ANNOTATED = """
<p>Write a configuration.</p>
<div class="highlight"><pre><code>theme: <span class="c">material # (1)!</span>
plugins: <span class="c">search # (2)!</span>
</code></pre></div>
<ol><li>The <b>theme</b> that it wears.</li><li>What finds words in it.</li></ol>
<p class="annotate">Text can have one as well (1) in its middle.</p>
<ol><li>It belongs to the text.</li></ol>
<script>
  // Numbers in parentheses become buttons; the items of the list behind them become what they show.
  for (const list of document.querySelectorAll("ol")) {
    const texts = [...list.previousElementSibling.querySelectorAll("*"), list.previousElementSibling].flatMap(
      element => [...element.childNodes].filter(node => node.nodeType === 3 && /[(]\\d[)]/.test(node.data)));
    for (const text of texts) {
      const [, before, number, after] = text.data.match(/^([^(#]*)#? ?[(](\\d)[)]!?(.*)$/s);
      const aside = document.createElement("aside");
      aside.innerHTML = "<div role=tooltip></div><a class=index></a>";
      aside.firstChild.append(...list.children[number - 1].childNodes);
      text.replaceWith(before, aside, after);
    }
    list.hidden = true;
  }
</script>
"""

ROWS = "".join(f"<tr><td>option_{n}</td><td>What option {n} does.</td></tr>" for n in range(200))
VIRTUAL = f"""
<p>All of the options:</p>
<table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody>{ROWS}</tbody></table>
<p>That was the last of them.</p>
<script>
  const rows = [...document.querySelectorAll("tbody tr")];
  rows.slice(20).forEach(row => row.remove());
  document.querySelector("table").insertAdjacentHTML("afterend", "<div>Showing 20 of 200</div>");
</script>
"""

FINE = """
<p>Updated on <span id="date">2001-02-03</span>.</p><p id="wait">Loading the examples...</p><div id="app"></div>
<noscript><p>Nothing works here without scripts.</p></noscript>
<script>
  document.getElementById("date").textContent = "a Saturday long ago";
  document.getElementById("wait").remove();
  document.getElementById("app").innerHTML = "<p>Three examples.</p>";
</script>
"""

BROKEN = """
<p>A page that was sent whole, with enough on it to be read: it has several sentences. This one is the second.</p>
<p>And here is another paragraph, which says that one of the scripts empties the page when it fails to start.</p>
<script>document.body.replaceChildren();</script>
"""


@pytest.fixture(scope="module")
def crawled(once):
    server = once.serve()
    pages = {"/typed": TYPED, "/annotated": ANNOTATED, "/virtual": VIRTUAL, "/fine": FINE, "/broken": BROKEN}
    server.page("/", document("Start", links=tuple(pages)))
    for path, body in pages.items():
        server.page(path, document(path[1:], body))
    return once.crawl(server.url("/"), *NOW)


def test_a_terminal_that_is_typed_out_is_the_code_that_it_was(crawled):
    assert f"Install it first.\n\n```\n{COMMANDS}\n```\n\nThen use it." in crawled.text("/typed")
    assert crawled.entry("pages", "/typed")["restored"] == 1


def test_items_that_went_into_tooltips_stand_behind_what_they_explain(crawled):
    assert (
        "```\ntheme: material # (1)!\nplugins: search # (2)!\n```\n\n"
        "1. The **theme** that it wears.\n2. What finds words in it.\n\n"
        "Text can have one as well (1) in its middle.\n\n1. It belongs to the text.\n"
    ) in crawled.text("/annotated")
    assert crawled.entry("pages", "/annotated")["restored"] == 5


def test_all_rows_of_a_table_that_shows_some_of_them_are_there_in_order(crawled):
    rows = [line for line in crawled.text("/virtual").splitlines() if line.startswith("| option")]
    assert [row.split("|")[2].strip() for row in rows] == [f"What option {n} does." for n in range(200)]
    assert crawled.entry("pages", "/virtual")["restored"] == 180


def test_a_page_that_is_emptied_by_its_scripts_is_what_was_sent(crawled):
    assert "And here is another paragraph" in crawled.text("/broken")
    assert crawled.entry("pages", "/broken")["restored"] == 3


def test_what_scripts_have_put_right_is_as_they_left_it_and_nobody_counts_it(crawled):
    text = crawled.text("/fine")
    assert "Updated on a Saturday long ago.\n\nThree examples.\n" in text
    assert "2001" not in text
    assert "Loading" not in text
    assert "Nothing works" not in text
    assert "restored" not in crawled.entry("pages", "/fine")


def test_what_was_put_back_is_there_when_the_page_is_read_again(crawled, once):
    before = crawled.text("/annotated")
    run = once.run_getdocs("reextract", "-o", crawled.out)
    assert run.returncode == 0, run.stderr
    assert crawled.text("/annotated") == before
