"""Tells a Shell from a page: a frame that its scripts have yet to fill, or have not filled. Pure.

A Shell shows nothing of its own: an empty mount point, "Loading...", a request to switch JavaScript on, the header of the
site. A page that is only short is none; so one of these marks has to be there, and hardly any text beside it.
"""

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from getdocs.model import Page

SHELL = "shell: "
"""How the detail of a page that Failed begins where it is a Shell."""

MOST_WORDS = 300
"""Of a page's Markdown; with more it is a page, whatever else is on it."""
MOST_OWN = 30
"""Words beside an empty mount point, the frame of the site not counted."""
MOST_BESIDE = 5
"""Words beside a skeleton, or where only `noscript` says something."""
MOST_FRAME = 40
"""Words of the site's frame, where nothing else is on the page."""
MOST_WAITING = 8
"""Words that say no more than that the page is not there yet."""

_MOUNTS = (
    "#app, #root, #__next, #__nuxt, #__docusaurus, #___gatsby, #svelte, #q-app, #main-app, #react-root, #react-app, #vue-app, "
    "#docsify, #redoc, #redoc-container, #swagger-ui, redoc, rapi-doc, elements-api, app-root, [data-reactroot], [ng-app]"
)
_WAITING_MARKS = (
    "[aria-busy=true], [class*=skeleton], [class*=Skeleton], .placeholder-glow, .shimmer, .spinner, .loader, .lds-ring"
)
_FRAME = (
    "script, style, template, noscript, nav, header, footer, aside, [role=navigation], [role=banner], [role=contentinfo], "
    "[hidden], .navbar, .sidebar, .topbar"
)
_SHOWING = "img, svg, video, iframe, frame, object, embed, canvas, math, input[type=image]"
_WAITING = re.compile(
    r"\W*(?:(?:page|content|app|docs?|documentation) )?(?:is )?(?:still )?"
    r"(?:loading|initiali[sz]ing|starting up|rendering|fetching|please wait|one moment|just a (?:moment|second))\b.*"
    r"|\W*(?:chargement|wird geladen|wordt geladen|cargando|carregando|caricamento|загрузка|加载中|正在加载|読み込み中|로딩).*",
    re.IGNORECASE | re.DOTALL,
)
_PAUSE = ("...", "\u2026")
_JAVASCRIPT = re.compile(
    r"\b(?:enable|activate|allow|turn on|requires?|needs?|without|support)\b[^.!?]{0,60}\bjavascript\b"
    r"|\bjavascript\b[^.!?]{0,60}\b(?:is |must be |to be |be )?(?:required|disabled|enabled|needed|turned off|switched off)\b",
    re.IGNORECASE,
)
_TARGET = re.compile(r"\]\([^()\s]*(?: \"[^\"]*\")?\)")
_WORD = re.compile(r"\w+")
_CUSTOM = re.compile(r"[a-z][a-z0-9]*-[a-z0-9-]+", re.IGNORECASE)


def why_shell(page: Page, html: str, *, scripted: bool) -> str:
    """Why `page`, which was read from `html`, is a Shell, in a few words; empty where it is a page.

    `scripted`: whether the page as it was sent has scripts, which `html` may no longer have. Without any, nothing is ever
    going to fill it.
    """
    said = len(_WORD.findall(_TARGET.sub("]", page.markdown)))
    if not scripted or said > MOST_WORDS:
        return ""
    tree = LexborHTMLParser(html)
    body = tree.body
    if body is None:
        return ""
    asked = " ".join(node.text(separator=" ") for node in tree.css("noscript"))
    for node in tree.css("script, style, template, noscript"):
        node.decompose()
    titled = body.css_first("h1, h2") is not None
    mount = _empty_mount(body)
    label = _label(mount) if mount is not None else ""
    if mount is not None:
        mount.decompose()
    for node in body.css(_FRAME):
        node.decompose()
    own = _text(body)
    words = len(_WORD.findall(own))
    showing = body.css_first(_SHOWING) is not None
    under_title = body.css_first("h1, h2, h3") is not None
    if label and words <= MOST_OWN and not under_title:
        return f"{label} is empty"
    if _asks_to_wait(own) and (not under_title or own.endswith(_PAUSE)):
        return f"it only says {own!r}"
    if showing:
        return ""
    if own and words <= MOST_OWN and _JAVASCRIPT.search(own) and not under_title:
        return "it asks for JavaScript"
    if words <= MOST_BESIDE and _JAVASCRIPT.search(asked):
        return "it asks for JavaScript"
    if words <= MOST_BESIDE and body.css_first(_WAITING_MARKS) is not None:
        return "it shows where its text is going to be"
    return "nothing is on it but the frame of the site" if not own and not titled and said <= MOST_FRAME else ""


def _empty_mount(body: LexborNode) -> LexborNode | None:
    """The element that a script is to fill, where nothing is in it yet, or nothing but words that ask to wait."""
    for mount in (*body.css(_MOUNTS), *(node for node in body.iter() if _CUSTOM.fullmatch(node.tag or ""))):
        if mount.css_first(f"{_SHOWING}, h1, h2, h3, a[href]") is not None:
            continue
        text = _text(mount)
        short = len(_WORD.findall(text)) <= MOST_WAITING
        if not text or _asks_to_wait(text) or (short and text.endswith(_PAUSE)) or _JAVASCRIPT.search(text):
            return mount
    return None


def _asks_to_wait(text: str) -> bool:
    return len(_WORD.findall(text)) <= MOST_WAITING and _WAITING.fullmatch(text) is not None


def _text(node: LexborNode) -> str:
    return " ".join(node.text(separator=" ").split())


def _label(mount: LexborNode) -> str:
    name = mount.attributes.get("id")
    return f"<{mount.tag} id={name}>" if name else f"<{mount.tag}>"
