"""Make sure that getdocs can drive a Chromium: the one it finds, else Playwright's download, else Debian's package.

How a browser is chosen is `getdocs.render.find`'s to know. Nothing is downloaded when a browser is there already, and a
browser that the user named in GETDOCS_CHROMIUM is taken at their word. Exit code 0, or 3 as for every browser error.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import playwright

from getdocs.errors import BrowserError
from getdocs.render.find import find_chromium

DRIVER = Path(playwright.__file__).parent / "driver" / "node"
"""The program through which Playwright drives a browser, and downloads one."""
DRIVER_PACKAGE = "libatomic1"
"""Holds the one library that it needs and that a minimal Debian lacks."""
PLAYWRIGHT = (sys.executable, "-m", "playwright")
DOWNLOAD_LOG = Path(sys.prefix) / "chromium-download.log"
DOWNLOAD_SECONDS = 300
"""Real seconds for Playwright's download of some 110 MB. Past that, Debian's package is the better try."""
CONNECT_MILLISECONDS = "10000"
"""For each attempt to connect; Playwright makes several, to several hosts."""
MISSING_LIBRARY = 127
"""The exit code of a program whose shared libraries the loader did not find."""
BROWSER_PACKAGES = ("chromium-headless-shell", "chromium")


def main() -> int:
    try:
        print(f"Chromium: {bring_chromium()}")
    except BrowserError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


def bring_chromium() -> Path:
    """The browser that getdocs will use. BrowserError, in one line that says what to do, when none can be had."""
    if not loads(DRIVER) and not (apt_install(DRIVER_PACKAGE) and loads(DRIVER)):
        raise BrowserError(f"Playwright's driver lacks a system library: '{DRIVER} --version' says which to install")
    if not found():
        download()
    if not found():
        any(apt_install(package) for package in BROWSER_PACKAGES)
    chromium = find_chromium()  # its error names the ways that are left to the user
    if not has_libraries(chromium):
        raise BrowserError(f"{chromium} lacks a system library: '{chromium} --version' says which to install")
    return chromium


def found() -> Path | None:
    """The browser of `find_chromium`, or None; an unusable GETDOCS_CHROMIUM stays an error, as no download helps it."""
    try:
        return find_chromium()
    except BrowserError:
        if os.environ.get("GETDOCS_CHROMIUM"):
            raise
        return None


def download() -> None:
    """Try Playwright's download; one that takes too long is ended together with what it started."""
    print("Chromium: none found, trying Playwright's download", flush=True)
    command = [*PLAYWRIGHT, "install", "--only-shell", "--no-progress", "chromium"]
    env = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": CONNECT_MILLISECONDS, **os.environ}
    with (
        DOWNLOAD_LOG.open("w") as log,
        subprocess.Popen(command, stdout=log, stderr=log, env=env, start_new_session=True) as process,
    ):
        try:
            process.wait(DOWNLOAD_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    if process.returncode:
        print(f"Chromium: that download does not work here (see {DOWNLOAD_LOG})", flush=True)


def has_libraries(chromium: Path) -> bool:
    """Whether it can be loaded, after installing on Debian and Ubuntu what it lacks."""
    if loads(chromium):
        return True
    print("Chromium: installing the system libraries it needs", flush=True)
    subprocess.run([*PLAYWRIGHT, "install-deps", "chromium"], stdout=subprocess.DEVNULL, check=False)
    return loads(chromium)


def loads(program: Path) -> bool:
    try:
        command = (str(program), "--version")
        return subprocess.run(command, capture_output=True, timeout=20, check=False).returncode != MISSING_LIBRARY
    except subprocess.TimeoutExpired:
        return True  # it runs, whatever it makes of --version


def apt_install(package: str) -> bool:
    root = [] if os.geteuid() == 0 else ["sudo"]
    if not all(shutil.which(program) for program in ("apt-get", *root)):
        return False
    print(f"Chromium: installing the system's package {package}", flush=True)
    apt = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"]
    for arguments in (["update"], ["install", "-y", "--no-install-recommends", package]):
        if subprocess.run([*apt, *arguments], stdout=subprocess.DEVNULL, check=False).returncode:
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
