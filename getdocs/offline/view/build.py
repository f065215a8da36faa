"""A saved crawl as a local web site, built by MkDocs Material (the extra `view`) in .getdocs/view of the output folder.

Puts together what MkDocs reads, runs it in a process of its own and says where the site is. What stands in a page is
`hooks`' and `rendering`'s; nothing is loaded from anywhere, when it is built and when it is looked at.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path, PurePosixPath

from getdocs import __version__
from getdocs.errors import OutputError, UsageError
from getdocs.offline.report.report import report
from getdocs.offline.saved import SavedCrawl
from getdocs.offline.view.nav import Nav, label, navigation
from getdocs.offline.view.places import place
from getdocs.urls import netloc
from getdocs.write import atomic
from getdocs.write.quoting import escape_invisible, well_formed

_FOLDER = PurePosixPath(".getdocs/view")
_BUILT = _FOLDER / "built"
"""Says which state of the crawl the site shows; not there while it is built."""
_MEDIA = "_media"
_REPORT = "crawl-report.html"
_STYLE = "getdocs-view.css"
_LAST_LINES = 12


def build(crawl: SavedCrawl, *, tell: Callable[[str], None]) -> Path:
    """The folder of the site, built anew where the crawl or its files have changed since the last time; that is told.

    Raises UsageError where MkDocs Material is not installed, OutputError where the site cannot be built.
    """
    if any(importlib.util.find_spec(name) is None for name in ("mkdocs", "material")):
        raise UsageError("getdocs view needs MkDocs Material: pip install 'getdocs[view]'")
    root = crawl.output_dir
    site = root / _FOLDER / "site"
    state = f"{__version__} {crawl.fingerprint()}"
    if _read(root / _BUILT) == state and site.is_dir():
        return site
    tell(f"building the site of {len(crawl.pages):,} pages …")
    atomic.remove(root, _BUILT)
    try:
        for name in ("docs", "site"):
            if (root / _FOLDER / name).exists():
                shutil.rmtree(root / _FOLDER / name)
        nav = _write_docs(crawl)
    except OSError as error:
        raise OutputError(f"cannot write {error.filename}: {error.strerror}") from error
    configuration = escape_invisible(json.dumps(_configuration(crawl, nav), ensure_ascii=False))
    atomic.write_whole(root, _FOLDER / "mkdocs.yml", well_formed(configuration).encode())
    _run_mkdocs(root / _FOLDER)
    # Empty files with the names of Pages would be in the way of whoever searches the folder.
    shutil.rmtree(root / _FOLDER / "docs", ignore_errors=True)
    atomic.write_whole(root, _BUILT, state.encode())
    return site


def _write_docs(crawl: SavedCrawl) -> Nav:
    """A file for each page, the report, what pages show; and the navigation. The files of pages are empty: the hooks read them."""
    root, docs = crawl.output_dir, crawl.output_dir / _FOLDER / "docs"
    for page in crawl.pages:
        atomic.write_whole(root, _FOLDER / "docs" / place(page.path), b"")
    atomic.write_whole(root, _FOLDER / "docs" / _STYLE, files("getdocs.offline.view").joinpath("view.css").read_bytes())
    atomic.write_whole(root, _FOLDER / "docs" / _REPORT, report(crawl).encode("utf-8", "replace"))
    if (root / _MEDIA).is_dir() and not (root / _MEDIA).is_symlink():
        shutil.copytree(root / _MEDIA, docs / _MEDIA, copy_function=_linked, symlinks=True)
    return [*navigation(crawl.manifest["nav"], crawl.pages), {"Crawl report": _REPORT}]


def _linked(source: str, target: str) -> None:
    """The same file under another name; a copy where that cannot be."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _configuration(crawl: SavedCrawl, nav: Nav) -> dict[str, object]:
    hosts = ", ".join(dict.fromkeys(netloc(seed) or seed for seed in crawl.manifest["seeds"]))
    scheme = {"light": ("default", "slate", "weather-night"), "dark": ("slate", "default", "weather-sunny")}
    return {
        "site_name": label(hosts),
        "docs_dir": "docs",
        "site_dir": "site",
        # One file a page, where its Markdown file would be: links between them stay as they are.
        "use_directory_urls": False,
        "nav": nav,
        "hooks": [str(files("getdocs.offline.view").joinpath("hooks.py"))],
        "plugins": ["search"],
        "extra_css": [_STYLE],
        "extra": {"generator": False},
        "theme": {
            "name": "material",
            "font": False,
            "features": [
                "navigation.footer",
                "navigation.top",
                "navigation.prune",
                "content.code.copy",
                "search.highlight",
            ],
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {mode})",
                    "scheme": ours,
                    "toggle": {
                        "icon": f"material/{icon}",
                        "name": f"Switch to {'dark' if mode == 'light' else 'light'}",
                    },
                }
                for mode, (ours, _, icon) in scheme.items()
            ],
        },
    }


def _run_mkdocs(folder: Path) -> None:
    # -P: nothing that lies in the folder is imported.
    command = [sys.executable, "-P", "-m", "mkdocs", "--quiet", "build", "--config-file", "mkdocs.yml"]
    done = subprocess.run(  # noqa: S603 - our own interpreter and arguments
        command,
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = " / ".join(done.stderr.strip().splitlines()[-_LAST_LINES:])
        raise OutputError(f"MkDocs could not build {folder}: {last}")


def _read(file: Path) -> str | None:
    try:
        return file.read_text("utf-8")
    except OSError:
        return None
