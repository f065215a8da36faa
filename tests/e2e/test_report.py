"""The report as a person sees it, in a real browser: of a written tree, no crawl."""

import pytest

from fixtures.saved_crawl import write_eventful_crawl
from getdocs.offline.report.report import report
from getdocs.offline.saved import SavedCrawl
from getdocs.render.find import find_chromium

pytestmark = pytest.mark.filterwarnings(
    "ignore:Session-scoped fixtures defined as instance methods:pytest.PytestRemovedIn10Warning"  # pytest-base-url has one
)

LEAST_CONTRAST = 4.5  # WCAG 2.2, 1.4.3

CONTRASTS = """() => {
  const channels = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  document.querySelectorAll('details').forEach(each => each.open = true);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), walker.currentNode.data.trim().slice(0, 40)]);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    folder = tmp_path_factory.mktemp("report")
    write_eventful_crawl(folder / "out")
    (folder / "report.html").write_text(report(SavedCrawl.open(folder / "out")), "utf-8")
    return (folder / "report.html").as_uri()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, "executable_path": str(find_chromium(None)), "args": ["--no-sandbox"]}


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.fixture(params=[1280, 390])
def shown(request, scheme, page, file):
    """The page, and what it asked for and complained of."""
    asked, said = [], []
    page.on("request", lambda each: asked.append(each.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.set_viewport_size({"width": request.param, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.goto(file)
    return page, asked, said


def test_nothing_is_asked_for_and_nothing_complained_of(shown, file):
    _, asked, said = shown
    assert (asked, said) == ([file], [])


def test_nothing_is_wider_than_the_window(shown):
    page, _, _ = shown
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_all_text_can_be_read(shown):
    page, _, _ = shown
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 100
    assert [each for each in contrasts if each[0] < LEAST_CONTRAST] == []


def test_page_is_dark_where_that_is_wanted(shown, scheme):
    page, _, _ = shown
    red = page.evaluate("Number(getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0])")
    assert (red < 128) == (scheme == "dark")


def test_the_last_column_stands_above_the_end_of_the_axis(shown):
    page, _, _ = shown
    ends = page.evaluate(
        "['.columns span:last-child', '.axis'].map(each => document.querySelector(each).getBoundingClientRect().right)"
    )
    assert ends[0] == pytest.approx(ends[1], abs=1)
