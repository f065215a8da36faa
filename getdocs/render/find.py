"""Chooses the Chromium to use. It looks at files only: it starts nothing and asks nobody."""

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from getdocs.errors import BrowserError

ENVIRONMENT_VARIABLE = "GETDOCS_CHROMIUM"

# The headless shell first: the same DOM in less time (docs/adr/0001-sealed-browser.md).
_ON_PATH = (
    "chromium-headless-shell",
    "headless_shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
)
_MAC_BUNDLES = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Folders and files as Playwright's registry lays them out, newest layout first.
_PLAYWRIGHT = (
    ("chromium_headless_shell-*", ("chrome-headless-shell-*/chrome-headless-shell", "chrome-*/headless_shell")),
    (
        "chromium-*",
        (
            "chrome-linux*/chrome",
            "chrome-mac*/*.app/Contents/MacOS/Google Chrome for Testing",
            "chrome-mac*/*.app/Contents/MacOS/Chromium",
        ),
    ),
)
_NOTHING_FOUND = (
    "no Chromium found: run `playwright install chromium` (or, on Debian and Ubuntu, "
    "`apt-get install chromium-headless-shell`), or name one with --browser PATH"
)


def find_chromium(
    explicit: Path | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
    platform: str = sys.platform,
    bundles: tuple[Path, ...] = (Path("/Applications"),),
) -> Path:
    """The Chromium to use: `explicit`, else `GETDOCS_CHROMIUM`, else what Playwright downloaded, else the system's own.

    A headless shell is preferred to a full browser of the same origin. Raises BrowserError, in one line that says what
    to do, where nothing is found, and where a named file is missing or cannot be executed: that one is never replaced.
    """
    named = ((explicit, "--browser"), (environ.get(ENVIRONMENT_VARIABLE) or None, ENVIRONMENT_VARIABLE))
    for choice, origin in named:
        if choice is not None:
            return _checked(Path(choice), origin)
    home = home or Path.home()
    candidates = [
        *_downloaded(_registry(environ, home, platform)),
        *_on_path(environ),
        *(folder / bundle for folder in (*bundles, home / "Applications") for bundle in _MAC_BUNDLES),
    ]
    found = next((path for path in candidates if _executable(path)), None)
    if found is None:
        raise BrowserError(_NOTHING_FOUND)
    return found


def _checked(path: Path, origin: str) -> Path:
    if not path.is_file():
        raise BrowserError(f"{origin} names {path}, which is no file: name the Chromium executable itself")
    if not _executable(path):
        raise BrowserError(f"{origin} names {path}, which is not executable: try `chmod +x {path}`")
    return path


def _executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _registry(environ: Mapping[str, str], home: Path, platform: str) -> Path | None:
    """Playwright's folder of browsers; None where they lie inside its package (PLAYWRIGHT_BROWSERS_PATH=0)."""
    named = environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if named == "0":
        return None
    if named:
        return Path(named)
    if platform == "darwin":
        return home / "Library" / "Caches" / "ms-playwright"
    return Path(environ.get("XDG_CACHE_HOME") or home / ".cache") / "ms-playwright"


def _downloaded(registry: Path | None) -> Iterator[Path]:
    if registry is None:
        import playwright  # noqa: PLC0415 - only asked where its package lies, and only in this rare set-up

        registry = Path(playwright.__file__).parent / "driver" / "package" / ".local-browsers"
    for folders, files in _PLAYWRIGHT:
        for folder in sorted(registry.glob(folders), key=_revision, reverse=True):
            for pattern in files:
                yield from sorted(folder.glob(pattern))


def _revision(folder: Path) -> int:
    digits = re.search(r"-(\d+)$", folder.name)
    return int(digits[1]) if digits else 0


def _on_path(environ: Mapping[str, str]) -> Iterator[Path]:
    for name in _ON_PATH:
        found = shutil.which(name, path=environ.get("PATH"))
        if found:
            yield Path(found)
