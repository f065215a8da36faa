"""What a response holds: a page for the browser, text to keep verbatim, or neither. Pure: header fields and first bytes.

Decided before anything is rendered. Which statuses make a Page, and charsets, are decided elsewhere.
"""

import re
from enum import StrEnum

from getdocs.model import Response


class Content(StrEnum):
    """What is done with a body."""

    HTML = "html"
    TEXT = "text"
    OTHER = "other"


HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/x-markdown"})
_MEDIA_TYPE = re.compile(r"[!#$%&'*+.^_`|~0-9a-z-]+/[!#$%&'*+.^_`|~0-9a-z-]+")
_SNIFFED_BYTES = 1445
# MIME sniffing standard, 7.1: these begin HTML where a space or ">" follows; a comment does so at once.
_HTML_START = re.compile(
    rb"[\t\n\x0c\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >\t\n\x0c\r])",
    re.IGNORECASE,
)
_NOT_TEXT = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]")
_DOCUMENT_FORMATS = (b"%PDF-", b"%!PS-Adobe-", b"<?xml", b"{\\rtf")
_UTF16 = (b"\xfe\xff", b"\xff\xfe")


def media_type(response: Response) -> str:
    """Lower-case `type/subtype` that the response declares, without parameters; empty where absent or malformed."""
    essence = (response.header("content-type") or "").partition(";")[0].strip().lower()
    return essence if _MEDIA_TYPE.fullmatch(essence) else ""


def content_of(response: Response) -> Content:
    """HTML and XHTML are for the browser, Markdown and plain text are kept verbatim, everything else is no page.

    A body without a type is sniffed (MIME sniffing standard), unless `X-Content-Type-Options: nosniff` forbids it. What
    is sent as an attachment is never a page, and "text" with bytes that text does not have is a mislabelled download.
    """
    disposition = (response.header("content-disposition") or "").partition(";")[0].strip().lower()
    if disposition == "attachment":
        return Content.OTHER
    declared = media_type(response)
    if declared in HTML_TYPES:
        return Content.HTML
    if declared in _TEXT_TYPES:
        return Content.TEXT if _is_text(response.body) else Content.OTHER
    if declared or (response.header("x-content-type-options") or "").strip().lower() == "nosniff":
        return Content.OTHER
    return _sniffed(response.body)


def _sniffed(body: bytes) -> Content:
    head = body[:_SNIFFED_BYTES].removeprefix(b"\xef\xbb\xbf")
    if _HTML_START.match(head):
        return Content.HTML
    if not head or head.startswith(_DOCUMENT_FORMATS) or not _is_text(body):
        return Content.OTHER
    return Content.TEXT


def _is_text(body: bytes) -> bool:
    return body.startswith(_UTF16) or _NOT_TEXT.search(body, 0, _SNIFFED_BYTES) is None
