"""A chain of forty pages for crawls with `--render auto`, and scripts that they can have in common.

Every page here tells the server when the browser shows it: its script asks for `/shown?` and the page's own path.
"""

from crawls import NOW

from fixtures.site import document

PAGES = 40
AUTO = (*NOW, "--render", "auto", "--no-sitemap")
REPORT = "fetch('/shown?' + location.pathname);"
LATE = (
    f"{REPORT} if (+location.pathname.slice(1) >= 20) document.querySelector('main p').append(' And more by a script.')"
)
LATER = LATE.replace("20", "30")
TABS = f"{REPORT} for (const each of document.querySelectorAll('.late')) each.textContent = 'By a script.'"


def build(server, script=REPORT, text=None):
    """A chain of pages in the order of which they are crawled, with one script for all of them."""
    server.page("/app.js", script, content_type="text/javascript")
    server.page("/shown", "ok", content_type="text/plain", cache_control="no-store")
    for number in range(PAGES):
        server.page(path(number), page(number, text(number) if text else ""))
    return server.url("/")


def path(number):
    return f"/{number or ''}"


def page(number, text=""):
    following = (path(number + 1),) if number + 1 < PAGES else ()
    body = text or f"<p>Text of page {number}.</p>"
    return document(f"Page {number}", body, following, head="<script src=/app.js defer></script>")
