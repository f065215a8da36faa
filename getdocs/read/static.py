"""A Snapshot of a page that no browser rendered: what its HTML says as it came over the wire."""

from w3lib.encoding import html_to_unicode

from getdocs import urls
from getdocs.model import Response, Snapshot
from getdocs.read.parsed import parsed


def decode(response: Response) -> str:
    """The body as text: byte order mark, then the header's charset, then the page's own `meta`, then UTF-8, then Windows-1252.

    The order is that of the HTML standard, 13.2.3 (encoding sniffing). Never raises; bytes that fit nothing are replaced.
    """
    content_type = response.header("content-type")
    _, text = html_to_unicode(content_type, response.body, auto_detect_fun=_utf8_or_western)
    return str(text)


def _utf8_or_western(body: bytes) -> str:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def snapshot_of(response: Response) -> Snapshot:
    """What a browser would start from: the HTML decoded, its title, and the base of its links. Never raises."""
    html = decode(response)
    tree = parsed(html).tree
    title = tree.css_first("head > title") or tree.css_first("title")
    base = tree.css_first("base[href]")
    href = (base.attributes.get("href") or "") if base is not None else ""
    base_url = urls.join(response.url, href.strip()) if href else None
    base_is = urls.parse(base_url) if base_url else None
    return Snapshot(
        url=response.url,
        status=response.status,
        html=html,
        title=" ".join(title.text().split()) if title is not None else "",
        base_url=base_url if base_url and base_is and urls.is_web(base_is) else response.url,
    )
