"""Links between files of one folder: how they are written, and what they mean. Pure.

Written so that a browser, GitHub, MkDocs and whoever joins and unquotes a URL find the file: every segment percent-encoded, and
nothing in it that Markdown would make anything of.
"""

import posixpath
import re
from functools import lru_cache

from getdocs.urls import escaped, unescaped

_UNSAFE_IN_PATH = re.compile(r"[^A-Za-z0-9._~+,=@/-]")
# Letters beyond ASCII stay in a fragment: readers that compare it as it is written find it so too.
_UNSAFE_IN_FRAGMENT = re.compile(
    r"[\x00-\x20\"%()*<>\[\\\]^`{|}\x7f-\xa0\u2000-\u200f\u2028-\u202f\ufeff\ud800-\udfff]"
)
_PATHS_KEPT = 16384
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def written(start: str, to: str, fragment: str = "") -> str:
    """The link from the file `start` to `fragment` (unescaped; empty: the top) in the file `to`, both relative to the folder."""
    path = "" if start == to and fragment else _path(start.rpartition("/")[0], to)
    return f"{path}#{escaped(fragment, _UNSAFE_IN_FRAGMENT)}" if fragment else path


@lru_cache(_PATHS_KEPT)
def _path(folder: str, to: str) -> str:
    here, there = folder.split("/") if folder else [], to.split("/")
    same = 0
    while same < min(len(here), len(there) - 1) and here[same] == there[same]:
        same += 1
    return escaped("/".join([".."] * (len(here) - same) + there[same:]), _UNSAFE_IN_PATH)


def meant(start: str, link: str) -> tuple[str, str] | None:
    """The file, relative to the folder, and the fragment, unescaped, that a link in the file `start` means.

    None where it is no relative link, or leads out of the folder.
    """
    if _SCHEME.match(link) or link.startswith(("/", "\\")) or not link:
        return None
    path, _, fragment = link.partition("#")
    path = unescaped(path.partition("?")[0])
    to = posixpath.normpath(posixpath.join(posixpath.dirname(start), path)) if path else start
    return None if to.startswith("../") or to in {".", ".."} else (to, unescaped(fragment))
