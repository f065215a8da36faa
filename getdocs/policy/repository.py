"""Which public repository a site is written in, by its links to edit a page, or to see its source. Pure.

Each host's addresses have a form of their own. A link counts where it is about the page that it stands on: it edits a file, or
shows one that is called as the page is. A repository counts once two pages have led to two files of it.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from posixpath import commonpath

from getdocs import urls

LEAST_PAGES = 2
MAX_KNOWN = 50
"""Repositories that are told apart: beyond them, new ones are not looked at."""
EVIDENCE = 3
"""Pages that are named as evidence."""

_GITHUB = re.compile(r"/(?P<name>[\w.-]+/[\w.-]+)/(?P<how>edit|blob|blame)/(?P<branch>[^/]+)/(?P<file>.+)")
_GITLAB = re.compile(r"/(?P<name>[\w.-]+(?:/[\w.-]+)+)/-/(?P<how>edit|blob|blame)/(?P<branch>[^/]+)/(?P<file>.+)")
_GITEA = re.compile(r"/(?P<name>[\w.-]+/[\w.-]+)/(?P<how>_edit|src/branch)/(?P<branch>[^/]+)/(?P<file>.+)")
_BITBUCKET = re.compile(r"/(?P<name>[\w.-]+/[\w.-]+)/(?P<how>src)/(?P<branch>[^/]+)/(?P<file>.+)")
_EDITS = ("edit", "_edit")
_WRITTEN = (
    ".md",
    ".mdx",
    ".markdown",
    ".rst",
    ".adoc",
    ".asciidoc",
    ".txt",
    ".ipynb",
    ".org",
    ".qmd",
    ".rmd",
    ".html",
    ".mdoc",
)
_STARTS = ("index", "readme", "_index")


@dataclass(frozen=True, slots=True)
class FileLink:
    """A link to one file of a repository. `repository` is its address without an ending."""

    repository: str
    branch: str
    file: str
    edits: bool


@dataclass(frozen=True, slots=True)
class Repository:
    """Where a site is written. `folder` has the files of all pages that were seen; empty: the whole."""

    url: str
    branch: str
    folder: str
    pages: int
    evidence: tuple[tuple[str, str], ...]
    """Pages, and their links."""


def file_link(url: str) -> FileLink | None:
    """The file that `url` edits or shows, where it has the form of a host of repositories. Never raises."""
    parsed = urls.parse(url)
    if parsed is None or parsed.scheme != "https":
        return None
    if parsed.host in ("github.com", "www.github.com"):
        form = _GITHUB
    elif parsed.host == "bitbucket.org":
        form = _BITBUCKET
    else:
        form = _GITLAB if "/-/" in parsed.path else _GITEA
    found = form.fullmatch(parsed.path)
    if found is None:
        return None
    file = urls.unescaped(found["file"])
    if not file.lower().endswith(_WRITTEN) or ".." in PurePosixPath(file).parts or not file.isprintable():
        return None
    edits = found["how"] in _EDITS or (form is _BITBUCKET and "mode=edit" in parsed.search)
    return FileLink(f"https://{parsed.netloc}/{found['name']}", urls.unescaped(found["branch"]), file, edits)


def is_about(page: str, link: FileLink) -> bool:
    """Whether `link` is about the page at the URL `page`: it edits a file, or shows one of that name."""
    if link.edits:
        return True
    parsed = urls.parse(page)
    last = PurePosixPath(parsed.path if parsed else "").name or "index"
    file = PurePosixPath(link.file)
    names = {file.stem.lower()}
    if file.stem.lower() in _STARTS:
        names = {*_STARTS, file.parent.name.lower()}
    return urls.unescaped(last).lower().removesuffix(".html").removesuffix(".htm") in names


class Repositories:
    """What the pages of a crawl have said so far. `kept` is what `state` has said before."""

    def __init__(self, kept: str = "") -> None:
        found = json.loads(kept) if kept else []
        self._known: dict[tuple[str, str], Repository] = {
            (each["url"], each["branch"]): Repository(
                each["url"],
                each["branch"],
                each["folder"],
                each["pages"],
                tuple((page, link) for page, link in each["evidence"]),
            )
            for each in found
        }
        self._files: set[tuple[str, str]] = set()

    def state(self) -> str:
        """What is known, as text."""
        return json.dumps(
            [
                {
                    "url": each.url,
                    "branch": each.branch,
                    "folder": each.folder,
                    "pages": each.pages,
                    "evidence": [list(pair) for pair in each.evidence],
                }
                for each in self._known.values()
            ]
        )

    def read(self, page: str, links: Iterable[str]) -> bool:
        """The page at the URL `page` has these links. Whether that has told anything new."""
        told = False
        seen: set[tuple[str, str]] = set()
        for url in links:
            link = file_link(url)
            if link is None or not is_about(page, link):
                continue
            key = (link.repository, link.branch)
            if key in seen or (link.repository, link.file) in self._files:
                continue
            seen.add(key)
            told = self._add(key, link, page, url) or told
        return told

    def _add(self, key: tuple[str, str], link: FileLink, page: str, url: str) -> bool:
        known = self._known.get(key)
        if known is None and len(self._known) >= MAX_KNOWN:
            return False
        self._files.add((link.repository, link.file))
        folder = str(PurePosixPath(link.file).parent).removeprefix(".")
        if known is None:
            self._known[key] = Repository(*key, folder, 1, ((page, url),))
            return True
        self._known[key] = Repository(
            *key,
            commonpath([known.folder, folder]) if known.folder and folder else "",
            known.pages + 1,
            (*known.evidence, (page, url))[:EVIDENCE],
        )
        return True

    def best(self) -> Repository | None:
        """The one that most pages lead to; None where no two pages lead to the same."""
        found = [each for each in self._known.values() if each.pages >= LEAST_PAGES]
        return min(found, key=lambda each: (-each.pages, each.url, each.branch), default=None)
