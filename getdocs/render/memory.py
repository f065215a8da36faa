"""What Chromium may take of memory, and what it holds. Linux tells and enforces both; elsewhere nothing is known and nothing bounded."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE_BYTES = 2 << 30
"""Data that one renderer may map. A page that takes more loses its renderer, as it would at the end of the machine's memory.

What is mapped is about twice what is used (V8 reserves ahead): the longest page measured maps 0.6 GiB.
"""
SMALL_ARGS = (
    # MiB of V8's young generation, in every renderer, in place of 16: of four renderers of Docusaurus 446 MiB in place of
    # 543, for no time that could be told from noise (50 pages, whole tree).
    "--js-flags=--max-semi-space-size=1",
    # MiB of pixels for each page. Nobody looks at them: frames come, and nothing is drawn in them. 70 MiB in place of 148 in
    # the GPU process, and 8 % less processor time of the whole tree (60 pages of Python's documentation, 4 tabs).
    "--force-gpu-mem-available-mb=1",
    # There is no network for a process of its own to speak to: 17 MiB less.
    "--enable-features=NetworkServiceInProcess2",
)
_SMALL_DRIVER = {
    # The same for the driver, which holds nothing for long: 94 MiB in place of 175.
    "NODE_OPTIONS": "--max-semi-space-size=1",
    # Bytes from which on the C library gives memory back at once: what a long page took was kept (211 MiB, with it 125).
    "MALLOC_MMAP_THRESHOLD_": "131072",
    "MALLOC_TRIM_THRESHOLD_": "131072",
}
"""Environment variables. What the user has set comes last in the options of Node.js, and in place of the numbers."""
_PAGES = (b"--type=zygote", b"--type=renderer")


@contextlib.contextmanager
def small_driver() -> Iterator[None]:
    """A driver that is started in the block makes do with little."""
    before = {name: os.environ.get(name) for name in _SMALL_DRIVER}
    for name, value in _SMALL_DRIVER.items():
        set_by_user = before[name] or ""
        os.environ[name] = f"{value} {set_by_user}".strip() if name == "NODE_OPTIONS" else set_by_user or value
    try:
        yield
    finally:
        for name, value_before in before.items():
            if value_before is None:
                del os.environ[name]
            else:
                os.environ[name] = value_before


def bound_pages(group: int) -> None:
    """Bounds every renderer of the process group, and, through the process that they are forked from, every later one."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on every platform

        for process in _members(group):
            if _is_for_pages(process):
                with contextlib.suppress(OSError):
                    resource.prlimit(int(process.name), resource.RLIMIT_DATA, (PAGE_BYTES, PAGE_BYTES))


def held(group: int) -> int:
    """Bytes of private memory of the process group, its renderers left out, whose memory goes with their tabs; 0: unknown."""
    return sum(_private(process) for process in _members(group) if not _is_for_pages(process))


def _members(group: int) -> Iterator[Path]:
    """The folders in /proc of the group's processes."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if os.getpgid(int(process.name)) == group:
                yield process


def _is_for_pages(process: Path) -> bool:
    with contextlib.suppress(OSError):
        # Chromium's children write over their arguments: what separated them is a space then.
        arguments = (process / "cmdline").read_bytes().replace(b"\0", b" ").split()
        return any(argument in arguments for argument in _PAGES)
    return False


def _private(process: Path) -> int:
    with contextlib.suppress(OSError):
        for line in (process / "status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) * 1024  # proc(5): in kB
    return 0
