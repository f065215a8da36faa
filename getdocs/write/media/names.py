"""Where a kept asset stands in the output folder: below `_media`, by its host and its own path, as `write.paths` writes them. Pure.

A name ends in what its type ends in: where the URL's own does not, that is added behind a tilde, which no URL can forge.
"""

from pathlib import PurePosixPath

from getdocs import urls
from getdocs.write.media.kinds import ENDINGS, Kind
from getdocs.write.paths import page_path

FOLDER = "_media"


def identity(url: str) -> str:
    """What two URLs of one asset have in common: all but scheme, credentials, fragment, and which of two spellings Markdown needs. Empty where `url` is not http(s)."""
    parsed = urls.parse(urls.spelled(urls.without_credentials(urls.without_fragment(url))))
    return f"//{parsed.netloc}{parsed.path}{parsed.search}" if parsed is not None and urls.is_web(parsed) else ""


def media_path(url: str, kind: Kind) -> PurePosixPath:
    """Path of the asset that `url` names, relative to the output folder.

    Two URLs of different `identity` have two paths, which still differ for a file system that ignores case and Unicode
    normalisation; and no path is a folder of another. Raises ValueError where `url` is not http(s).
    """
    path = page_path(urls.without_fragment(url), None)
    *folders, leaf = path.with_name(path.name.removesuffix(".md")).parts
    # A folder called a.png would be in the way of the image a.png. That of a host is in nobody's.
    folders = folders[:1] + [f"{each}~" if _ends(each, ENDINGS) else each for each in folders[1:]]
    fits = "~" not in leaf and _ends(leaf, frozenset(kind.endings))
    return PurePosixPath(FOLDER, *folders, leaf if fits else f"{leaf}~.{kind.endings[0]}")


def is_media_path(path: str) -> bool:
    """Whether `path`, as a Manifest or a state has it, is one of those: whatever else it says, it leads below `_media`."""
    parts = PurePosixPath(path).parts
    return path.startswith(f"{FOLDER}/") and len(parts) > 1 and ".." not in parts


def _ends(name: str, endings: frozenset[str]) -> bool:
    stem, dot, ending = name.rpartition(".")
    return bool(stem and dot) and ending in endings
