"""Where in the output folder the page of a URL stands. Pure: the URL alone decides, nothing is looked up or remembered.

The path is the URL's own, percent-escapes decoded, with `.md` added (docs/adr/0004-page-paths.md). A name that would not
survive some file system, or would not lead back to its URL alone, ends in a mark after a tilde; a tilde of the URL itself
is always written `%7e`, so no URL can forge one.

Refuses to know of pages, files and other URLs.
"""

import base64
import hashlib
import re
import unicodedata
from pathlib import PurePosixPath

from getdocs import urls

MAX_NAME = 240
"""Bytes of one name before `.md`. File systems allow 255; the rest is for our own endings."""
MAX_PATH = 480
"""Bytes of one whole path. macOS allows 1,024 with the output folder."""

_TOKEN = re.compile(r"((?:%[0-9A-Fa-f]{2})+)|(.)", re.DOTALL)
# Forbidden on Windows, or an escape (%), our mark (~), or the end of the path in a link (#).
_UNSAFE = frozenset('<>:"/\\|?*%~#')
# Windows opens a device for these, whatever follows the first dot.
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "clock$", "conin$", "conout$"]
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"]
)
# What the WHATWG serialiser writes as an escape, by component: only there an escape is the ordinary spelling. The question
# mark is missing in all, because a name spells it for the start of the query alone.
_PATH = frozenset(' "#%/<>\\^`{}')
_QUERY = frozenset(" \"#%'<>")
_ROUTE = frozenset(' "%/<>`')
_ROUTE_QUERY = frozenset(' "%<>`')
_HOST: frozenset[str] = frozenset()

_HOSTS_FOLDER = "_hosts"
_ROUTES_FOLDER = "_routes"
# The start view of a router is the page that the URL shows without a route (`urls.key`): one page, one file.
_START_ROUTES = ("/", "!/")
# What stands in the output folder beside the pages. A name with a leading dot is never given to a page.
LLMS, LLMS_FULL, SINGLE, RECORDS, BOOK = EXPORTS = (
    "llms.txt", "llms-full.txt", "single.markdown", "pages.jsonl", "book.epub",
)  # fmt: skip
"""The whole crawl in other forms. No page is ever called so."""
_OURS = frozenset(["crawl.json", *EXPORTS, "_media", "_source", _HOSTS_FOLDER])
_DIGEST = 16


def page_path(url: str, home: str | None) -> PurePosixPath:
    """Path of the page that `url` shows, relative to the output folder.

    `home` is the host (and explicit port) whose pages stand at the root; others stand below `_hosts/`. None: every host
    has a folder at the root. Scheme, credentials and plain anchors do not count: one host is read on one scheme (it is
    pinned), and an anchor is a place in a page. Two URLs that differ in anything else have two paths, and these still
    differ for a file system that ignores case and Unicode normalisation. Raises ValueError where `url` is not http(s).
    """
    parsed = urls.parse(urls.page_url(url))
    if parsed is not None and parsed.route in _START_ROUTES:
        parsed = urls.parse(urls.without_fragment(parsed.href))
    if parsed is None or not urls.is_web(parsed):
        raise ValueError(f"not an http(s) URL: {url!r}")
    parts: list[str] = []
    if parsed.netloc != home:
        parts = [_folder(parsed.netloc, _HOST, ours=_OURS)] if home is None else [_HOSTS_FOLDER]
        if home is not None:
            parts.append(_folder(parsed.netloc, _HOST))
    *folders, last = parsed.path.removeprefix("/").split("/")
    for folder in folders:
        parts.append(_folder(folder, _PATH, ours=frozenset() if parts else _OURS))
    leaf = _leaf(last, parsed.search, _PATH, _QUERY)
    if parsed.route:
        bang, _, view = parsed.route.partition("/")
        view, mark, query = view.partition("?")
        parts.append((f"{leaf}~routes" if last or parsed.search else _ROUTES_FOLDER) + bang)
        *folders, last = view.split("/")
        parts.extend(_folder(folder, _ROUTE) for folder in folders)
        leaf = _leaf(last, mark + query, _ROUTE, _ROUTE_QUERY)
    identity = f"//{parsed.netloc}{parsed.path}{parsed.search}#{parsed.route}"
    return _fitting(parts, leaf, identity)


def html_path(path: PurePosixPath) -> PurePosixPath:
    """Where the HTML of the page at `path` stands: beside it. No page and no folder of pages is ever called so."""
    return path.with_name(path.name.removesuffix(".md") + ".html")


def _folder(raw: str, escaped: frozenset[str], *, ours: frozenset[str] = frozenset()) -> str:
    text, exact = _read(raw, escaped)
    # A folder called a.md would be in the way of the page a.
    taken = not text or text in ours or text.rstrip("!") == _ROUTES_FOLDER or text.endswith((".md", ".html"))
    return _name(text, raw, exact=exact, taken=taken)


def _leaf(last: str, search: str, escaped: frozenset[str], query_escaped: frozenset[str]) -> str:
    text, exact = _read(last, escaped)
    taken = text == "index"
    if not last:
        text = "index"
    if search:
        query, query_exact = _read(search[1:], query_escaped)
        text, exact = f"{text}%3f{query}", exact and query_exact
    return _name(text, last + search, exact=exact, taken=taken)


def _read(raw: str, escaped: frozenset[str]) -> tuple[str, bool]:
    """The readable form of one piece of a URL, and whether `raw` is the only piece with that form."""
    shown: list[str] = []
    exact = True
    for run, char in _TOKEN.findall(raw):
        if char:
            exact = exact and char.isascii() and char.isprintable() and char not in escaped
            shown.append(_show(char))
            continue
        exact = exact and run == run.upper()
        for decoded in bytes.fromhex(run.replace("%", "")).decode("utf-8", "surrogateescape"):
            exact = exact and (decoded in escaped or not decoded.isascii() or not decoded.isprintable())
            shown.append(_show(decoded))
    return "".join(shown), exact


def _show(char: str) -> str:
    """`char` itself where it is harmless in a name, else its bytes as lower-case escapes (a capital would need a mark)."""
    harmless = (
        char.isprintable() and char not in _UNSAFE if char.isascii() else unicodedata.category(char)[0] in "LMNPS"
    )
    return char if harmless else _escape(char)


def _escape(char: str) -> str:
    return "".join(f"%{byte:02x}" for byte in char.encode("utf-8", "surrogateescape"))


def _name(text: str, raw: str, *, exact: bool, taken: bool) -> str:
    """The name for `text`: as it is where it leads back to `raw` on every file system, else with a mark."""
    text = _at_the_edges(text)
    capitals = _capitals(text) if exact else None
    if capitals is None:
        return _digested(text, raw)
    name = text + ("~" if taken else "") + (f"~{capitals}" if capitals else "")
    return name if len(name.encode()) <= MAX_NAME else _digested(text, raw)


def _at_the_edges(text: str) -> str:
    """Escapes what is harmful only at the start or the end of a name: dots, spaces, names of devices."""
    if text[:1] in (".", " "):
        text = _escape(text[0]) + text[1:]
    if text[-1:] in (".", " "):
        text = text[:-1] + _escape(text[-1])
    if text.partition(".")[0].rstrip().lower() in _DEVICES:
        text = _escape(text[0]) + text[1:]
    return text


def _capitals(text: str) -> str | None:
    """Which letters of `text` are capitals: a hexadecimal number whose bit n stands for letter n; empty where none is.

    None where case or normalisation play with `text` in a way that this number cannot undo.
    """
    lower = text.lower()
    # Some file systems compare lower-case forms, some upper-case ones: a dotless i is an i to the latter.
    forms = {lower, text.casefold(), text.upper().casefold()}
    if len(forms) > 1 or len(lower) != len(text) or not unicodedata.is_normalized("NFC", text):
        return None
    bits = 0
    for index, (written, folded) in enumerate(zip(text, lower, strict=True)):
        if written != folded:
            if folded.upper() != written:
                return None
            bits |= 1 << index
    digits = f"{bits:x}" if bits else ""
    return digits if len(digits) < _DIGEST else None


def _digested(text: str, raw: str) -> str:
    """As much of `text` as fits, and 80 bits of the SHA-256 of `raw`: a site cannot find two URLs with one digest."""
    digest = base64.b32encode(hashlib.sha256(raw.encode("utf-8", "surrogatepass")).digest()[:10]).decode().lower()
    kept = unicodedata.normalize("NFC", text).encode()[: MAX_NAME - _DIGEST - 1].decode("utf-8", "ignore")
    return f"{kept}~{digest}"


def _fitting(folders: list[str], leaf: str, identity: str) -> PurePosixPath:
    """The whole path; where it is too long, its first folders and a name with a digest of the whole URL."""
    path = PurePosixPath(*folders, f"{leaf}.md")
    if len(str(path).encode()) <= MAX_PATH:
        return path
    room = MAX_PATH - MAX_NAME - len(".md")
    kept: list[str] = []
    for folder in folders:
        room -= len(folder.encode()) + 1
        if room < 0:
            break
        kept.append(folder)
    return PurePosixPath(*kept, f"{_digested(leaf, identity)}.md")
