"""What a downloaded body is, told by its first bytes (MIME sniffing standard, 6), never by what its server or its name says.

Knows the images and documents that are kept, and what is told apart from them to be left where it is: sound and moving pictures.
"""

from dataclasses import dataclass

from getdocs import urls


@dataclass(frozen=True, slots=True)
class Kind:
    """A type of file. `endings`: what a name may end in, without the dot; the first is given to a name that fits none."""

    content_type: str
    endings: tuple[str, ...]
    image: bool = False


SVG = Kind("image/svg+xml", ("svg",), image=True)
MOVING = Kind("video or audio", ())
"""Sound or moving pictures: never kept."""
_PNG = Kind("image/png", ("png", "apng"), image=True)
_JPEG = Kind("image/jpeg", ("jpg", "jpeg", "jpe", "jfif"), image=True)
_GIF = Kind("image/gif", ("gif",), image=True)
_WEBP = Kind("image/webp", ("webp",), image=True)
_AVIF = Kind("image/avif", ("avif",), image=True)
_HEIC = Kind("image/heic", ("heic", "heif"), image=True)
_TIFF = Kind("image/tiff", ("tif", "tiff"), image=True)
_BMP = Kind("image/bmp", ("bmp",), image=True)
_ICON = Kind("image/vnd.microsoft.icon", ("ico",), image=True)
_JXL = Kind("image/jxl", ("jxl",), image=True)
_PDF = Kind("application/pdf", ("pdf",))
_ZIP = Kind(
    "application/zip",
    ("zip", "docx", "xlsx", "pptx", "dotx", "xltx", "potx", "odt", "ods", "odp", "odg", "epub", "kmz", "drawio", "whl"),
)
_OLE = Kind("application/x-ole-storage", ("doc", "xls", "ppt", "vsd"))
_RTF = Kind("application/rtf", ("rtf",))
_GZIP = Kind("application/gzip", ("gz", "tgz"))
_BZIP2 = Kind("application/x-bzip2", ("bz2", "tbz2"))
_XZ = Kind("application/x-xz", ("xz", "txz"))
_ZSTD = Kind("application/zstd", ("zst",))
_SEVEN_ZIP = Kind("application/x-7z-compressed", ("7z",))
_TAR = Kind("application/x-tar", ("tar",))
_POSTSCRIPT = Kind("application/postscript", ("ps", "eps"))
_DJVU = Kind("image/vnd.djvu", ("djvu", "djv"))

_STARTS: tuple[tuple[bytes, Kind], ...] = (
    (b"\x89PNG\r\n\x1a\n", _PNG),
    (b"\xff\xd8\xff", _JPEG),
    (b"GIF87a", _GIF),
    (b"GIF89a", _GIF),
    (b"BM", _BMP),
    (b"\x00\x00\x01\x00", _ICON),
    (b"\x00\x00\x02\x00", _ICON),
    (b"II*\x00", _TIFF),
    (b"MM\x00*", _TIFF),
    (b"\xff\x0a", _JXL),
    (b"\x00\x00\x00\x0cJXL \r\n\x87\n", _JXL),
    (b"%PDF-", _PDF),
    (b"PK\x03\x04", _ZIP),
    (b"PK\x05\x06", _ZIP),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", _OLE),
    (b"{\\rtf", _RTF),
    (b"\x1f\x8b\x08", _GZIP),
    (b"BZh", _BZIP2),
    (b"\xfd7zXZ\x00", _XZ),
    (b"\x28\xb5\x2f\xfd", _ZSTD),
    (b"7z\xbc\xaf\x27\x1c", _SEVEN_ZIP),
    (b"%!PS-Adobe-", _POSTSCRIPT),
    (b"AT&TFORM", _DJVU),
    (b"\x1a\x45\xdf\xa3", MOVING),
    (b"OggS", MOVING),
    (b"ID3", MOVING),
    (b"fLaC", MOVING),
    (b"FLV\x01", MOVING),
    (b"\x00\x00\x01\xba", MOVING),
    (b"\x00\x00\x01\xb3", MOVING),
)
_RIFF = {b"WEBP": _WEBP, b"WAVE": MOVING, b"AVI ": MOVING}
_BRANDS = {b"avif": _AVIF, b"avis": _AVIF, b"heic": _HEIC, b"heix": _HEIC, b"mif1": _HEIC}
_TAR_MARK = slice(257, 262)
_KINDS = (*dict.fromkeys(kind for _, kind in _STARTS), _WEBP, _AVIF, _HEIC, _TAR, SVG)

ENDINGS = frozenset(ending for kind in _KINDS for ending in kind.endings)
"""All that the names of kept files end in."""
_DOCUMENT_ENDINGS = frozenset(ending for kind in _KINDS if not kind.image for ending in kind.endings) - {"whl"}
_MOVING_ENDINGS = frozenset(
    "mp4 m4v mov avi mkv webm ogv mpg mpeg wmv flv 3gp m3u8 mpd mp3 m4a aac wav ogg oga opus flac mid midi".split()
)
_DOCUMENT_TYPES = frozenset({kind.content_type for kind in _KINDS}) | {
    "application/x-pdf", "application/x-zip-compressed", "application/x-gzip", "application/x-gtar", "application/x-bzip",
    "application/msword", "application/epub+zip", "text/rtf", "image/jpg", "image/x-icon", "image/x-ms-bmp", "image/apng",
}  # fmt: skip
_OFFICE = ("application/vnd.openxmlformats-", "application/vnd.oasis.opendocument.", "application/vnd.ms-")


def kind_of(body: bytes) -> Kind | None:
    """What the body is; None where it is nothing that is known here. SVG has no first bytes: `svg.cleaned` tells it."""
    for start, kind in _STARTS:
        if body.startswith(start):
            return kind
    if body.startswith(b"RIFF"):
        return _RIFF.get(body[8:12])
    if body[4:8] == b"ftyp":
        return _BRANDS.get(body[8:12], MOVING)
    return _TAR if body[_TAR_MARK] == b"ustar" else None


def ending_of(url: str) -> str:
    """What the last segment of the path ends in, lower case, without the dot; empty where it has none."""
    parsed = urls.parse(url)
    name = parsed.path.rpartition("/")[2] if parsed is not None else ""
    return name.rpartition(".")[2].lower() if "." in name else ""


def names_document(url: str) -> bool:
    """Whether a link, by its name, leads to a document that is kept."""
    return ending_of(url) in _DOCUMENT_ENDINGS


def names_moving(url: str) -> bool:
    """Whether a URL, by its name, is sound or moving pictures."""
    return ending_of(url) in _MOVING_ENDINGS


def is_kept_type(content_type: str) -> bool:
    """Whether something that a server calls by that type (lower case, no parameters) may be an image or a document that is kept."""
    return content_type in _DOCUMENT_TYPES or content_type.startswith(_OFFICE)


def is_moving_type(content_type: str) -> bool:
    """Whether a server calls it sound or moving pictures."""
    return content_type.startswith(("video/", "audio/"))
