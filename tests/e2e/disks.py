"""A small disk to crawl onto: a tmpfs in a mount namespace of its own, which nobody else sees and which needs no rights.

A limit on the size of files would not do: it stops the first file that grows over it, which is never the one under test, and
says so with another error.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

_MOUNT = 'mount -t tmpfs -o "$1" tmpfs "$2" && echo ready && read -r _'


@dataclass(frozen=True, slots=True)
class Disk:
    """`through`: what a command line is started through to see the disk; `out`: where everybody else sees it."""

    through: tuple[str | Path, ...]
    out: Path

    def fill(self, leave: int = 0) -> None:
        """Leaves about so many bytes free. What is removed by `clear` is what this has written."""
        with (self.out / "filler").open("ab", buffering=0) as file, suppress(OSError):
            while (room := self._free() - leave) > 0:
                file.write(bytes(min(room, 1 << 20)))

    def _free(self) -> int:
        status = os.statvfs(self.out)
        return status.f_bavail * status.f_frsize

    def clear(self) -> None:
        (self.out / "filler").unlink()


@contextmanager
def small_disk(folder: Path, *, options: str = "size=32m") -> Iterator[Disk]:
    """Mounted on `folder`, as long as the block lasts. Skips the test where this machine does not allow it."""
    tools = [shutil.which(name) for name in ("unshare", "nsenter")]
    if None in tools:
        pytest.skip("no util-linux here to mount a small disk with")
    unshare, nsenter = map(str, tools)
    folder.mkdir()
    as_root = os.geteuid() == 0
    rights = () if as_root else ("--user", "--map-root-user")
    command = [unshare, *rights, "--mount", "sh", "-c", _MOUNT, "sh", options, str(folder)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stderr is not None
        if holder.stdout.readline() != "ready\n":
            pytest.skip(f"no small disk can be mounted here: {holder.stderr.read().strip()}")
        join = () if as_root else ("--user", "--preserve-credentials")
        through = (nsenter, f"--target={holder.pid}", "--mount", *join, f"--wd={folder.parent}")
        yield Disk(through, Path(f"/proc/{holder.pid}/root{folder}"))
        holder.stdin.close()
