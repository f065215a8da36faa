"""Links between files of one folder: how they are written, and what they mean. Pure.

Written so that a browser, GitHub, MkDocs and whoever joins and unquotes a URL find the file: every segment percent-encoded, and
nothing in it that Markdown would make anything of.
"""

import posixpath
import re

from getdocs.urls import escaped, unescaped

_IN_PATH = "-._~+,=@/"
_IN_FRAGMENT = "-._~!+,;=:@/?$'&"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def written(start: str, to: str, fragment: str = "", *, more: str = "") -> str:
    """The link from the file `start` to `fragment` (unescaped; empty: the top) in the file `to`, both relative to the folder.

    `more`: characters of the fragment that stay as they are.
    """
    path = "" if start == to and fragment else escaped(posixpath.relpath(to, posixpath.dirname(start) or "."), _IN_PATH)
    return f"{path}#{_fragment(fragment, more)}" if fragment else path


def meant(start: str, link: str) -> tuple[str, str] | None:
    """The file, relative to the folder, and the fragment, unescaped, that a link in the file `start` means.

    None where it is no relative link, or leads out of the folder.
    """
    if _SCHEME.match(link) or link.startswith(("/", "\\")) or not link:
        return None
    path, _, fragment = link.partition("#")
    path = unescaped(path.partition("?")[0])
    to = posixpath.normpath(posixpath.join(posixpath.dirname(start), path)) if path else start
    return None if to.startswith("../") or to == ".." else (to, unescaped(fragment))


def _fragment(text: str, more: str) -> str:
    """Letters beyond ASCII stay: readers that compare fragments as they are written find them so too."""
    return "".join(
        char if ord(char) > 127 and char.isprintable() else escaped(char, _IN_FRAGMENT + more) for char in text
    )
