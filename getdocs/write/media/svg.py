"""Takes out of an SVG what acts or asks for something: scripts, handlers, foreign content, references to elsewhere. Pure.

What comes out is written anew from a list of what a still picture may hold (SVG 2, appendix F), so that nothing gets through for
being unknown. An SVG that declares entities is none that is taken.
"""

import re
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

MAX_BYTES = 10 * 1024 * 1024
"""An SVG of more is not taken: it is read by Python."""
_MAX_DEPTH = 200
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"

_ELEMENTS = frozenset(
    "svg g defs symbol use title desc switch a style path rect circle ellipse line polyline polygon text tspan textPath image"
    " linearGradient radialGradient stop pattern mask clipPath marker filter view feBlend feColorMatrix feComponentTransfer"
    " feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB"
    " feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting"
    " feSpotLight feTile feTurbulence".split()
)
_OWN = re.compile(r"\s*(?:#|data:image/(?:png|jpeg|gif|webp|avif)[;,])", re.IGNORECASE)
"""A reference to the file itself, or a picture that stands in it."""
_OWN_IN_STYLE = re.compile(
    r"\s*[\"']?\s*(?:#|data:(?:image/(?:png|jpeg|gif|webp|avif)|font/|application/)[^)]*)", re.IGNORECASE
)
_ASKS = re.compile(r"\\|@import|image-set|\b(?:src|image|expression)\s*\(", re.IGNORECASE)
"""What a style asks for other things with; and the escape by which it could say so otherwise."""
_URL = re.compile(r"url\s*\(", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]*")


class _NotTakenError(Exception):
    """It is no SVG, or one that is better left alone."""


def cleaned(body: bytes) -> bytes | None:
    """The picture as an SVG that does nothing, in UTF-8; None where `body` is no SVG, or declares entities. Linear."""
    if len(body) > MAX_BYTES or b"<" not in body[:512]:
        return None
    try:
        return _Writer().written(body)
    except (_NotTakenError, expat.ExpatError, LookupError, ValueError):
        return None


class _Writer:
    """Hears what a parser finds, and writes what of it may stay."""

    def __init__(self) -> None:
        self._out: list[str] = []
        self._open: list[str] = []
        self._dropped = 0
        """How deep we are inside of what is left out."""
        self._style: list[str] | None = None
        """The text of the style sheet that is open."""

    def written(self, body: bytes) -> bytes:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._refuse
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.Parse(body, True)  # noqa: FBT003 - as expat has it
        if not self._out:
            raise _NotTakenError
        return "".join((*self._out, "\n")).encode("utf-8")

    def _refuse(self, *_: object) -> None:
        raise _NotTakenError

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(" ")
        if not self._out and (local != "svg" or space not in ("", _SVG)):
            raise _NotTakenError
        if len(self._open) + self._dropped > _MAX_DEPTH:
            raise _NotTakenError
        if self._dropped or self._style is not None or space not in ("", _SVG) or local not in _ELEMENTS:
            self._dropped += 1
            return
        root = f' xmlns="{_SVG}" xmlns:xlink="{_XLINK}"' if not self._out else ""
        self._out.append(f"<{local}{root}{''.join(_kept(attributes))}>")
        self._open.append(local)
        self._style = [] if local == "style" else None

    def _end(self, _: str) -> None:
        if self._dropped:
            self._dropped -= 1
            return
        if self._style is not None:
            text = "".join(self._style)
            self._out.append("" if _asks(text) else escape(text))
            self._style = None
        self._out.append(f"</{self._open.pop()}>")

    def _text(self, text: str) -> None:
        if self._dropped:
            return
        if self._style is not None:
            self._style.append(text)
        elif self._open:
            self._out.append(escape(text))


def _kept(attributes: dict[str, str]) -> list[str]:
    """The attributes that may stay, written."""
    kept: list[str] = []
    for name, value in attributes.items():
        space, _, local = name.rpartition(" ")
        if not _NAME.fullmatch(local) or local.lower().startswith("on"):
            continue
        if local.lower() in ("href", "src"):
            if space not in ("", _XLINK) or not _OWN.match(value):
                continue
        elif _asks(value):
            continue
        match space:
            case "":
                kept.append(f" {local}={quoteattr(value)}")
            case _ if space == _XLINK:
                kept.append(f" xlink:{local}={quoteattr(value)}")
            case _ if space == _XML and local in ("space", "lang"):
                kept.append(f" xml:{local}={quoteattr(value)}")
            case _:
                pass
    return kept


def _asks(style: str) -> bool:
    """Whether a style, or a value that may be one, asks for anything that does not stand in the file."""
    if _ASKS.search(style):
        return True
    return any(not _OWN_IN_STYLE.match(style, call.end()) for call in _URL.finditer(style))
