"""Clones a public repository with git, in a process that can neither ask for a login nor run anything of the repository.

It makes its own requests: the one way past the rest of `fetch`, taken only where the user has asked for a clone, and only to
the hosts named here. No submodules, no hooks, no filters; links in the repository become files that hold the name.
"""

import asyncio
import os
import shutil
import signal
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from getdocs import urls

HOSTS: Mapping[str, str] = {
    host: f"https://{host}" for host in ("github.com", "gitlab.com", "codeberg.org", "bitbucket.org")
}
"""What is cloned from, and where it is: nobody's own network can be reached by what a page says."""
PROTOCOLS = "https"
"""What git may speak, between colons."""
LONGEST_S = 600.0
LARGEST = 1024 * 1024 * 1024
"""Bytes on the disk."""
_LOOK_S = 0.25

_SETTINGS = (
    "core.hooksPath=/dev/null", "core.symlinks=false", "core.fsmonitor=false", "submodule.recurse=false", "credential.helper=",
    "filter.lfs.smudge=", "filter.lfs.required=false", "advice.detachedHead=false", "gc.auto=0", "transfer.fsckObjects=false",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cloned:
    """A clone that has come to its end. `commit` is what it holds; empty where it failed, and `why` says so."""

    commit: str = ""
    why: str = ""


async def clone(
    repository: str, branch: str, into: Path, *, user_agent: str, proxy: str | None = None, longest_s: float = LONGEST_S
) -> Cloned:
    """The last commit of `branch` of the repository at that URL, in the folder `into`, which must not exist. Leaves nothing where it fails."""
    source = _source(repository)
    if source is None:
        return Cloned(why=f"{urls.netloc(repository)} is none of the hosts that are cloned from: {', '.join(HOSTS)}")
    if (git := shutil.which("git")) is None:
        return Cloned(why="git is not installed")
    if branch.startswith("-"):
        return Cloned(why=f"{branch!r} is no name of a branch")
    environment = _environment(user_agent, proxy)
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    command = (git, *settings, "clone", "--quiet", "--depth", "1", "--single-branch", "--no-tags", "--template=")
    why = await _run(
        *command, "--branch", branch, "--", source, str(into), into=into, env=environment, longest_s=longest_s
    )
    if "not found in upstream" in why:
        # The name of a branch may hold a slash; then the link does not say where it ends.
        why = await _run(*command, "--", source, str(into), into=into, env=environment, longest_s=longest_s)
    if why:
        await asyncio.to_thread(shutil.rmtree, into, ignore_errors=True)
        return Cloned(why=why)
    process = await asyncio.create_subprocess_exec(
        git, "-C", str(into), "rev-parse", "HEAD", env=environment, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    return Cloned(commit=said.decode("ascii", "replace").strip())


def _source(repository: str) -> str | None:
    """Where to clone from; None for a host that is not cloned from."""
    parsed = urls.parse(repository)
    base = HOSTS.get(parsed.netloc) if parsed else None
    return f"{base}{parsed.path}.git" if parsed and base else None


def _environment(user_agent: str, proxy: str | None) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "SSH_"))}
    if proxy is not None:
        kept = {name: value for name, value in kept.items() if not name.lower().endswith("_proxy")}
        kept |= {"https_proxy": proxy, "all_proxy": proxy}
    return kept | {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "false",
        "GIT_ALLOW_PROTOCOL": PROTOCOLS,
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_HTTP_USER_AGENT": user_agent,
        "LC_ALL": "C",
    }


async def _run(*command: str, into: Path, env: dict[str, str], longest_s: float) -> str:
    """Runs git; why it failed, on one line, empty where it did not."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env=env,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    ending = asyncio.create_task(process.communicate())
    try:
        async with asyncio.timeout(longest_s):
            while not (await asyncio.wait({ending}, timeout=_LOOK_S))[0]:
                if await asyncio.to_thread(_size, into) > LARGEST:
                    return f"it is larger than {LARGEST // 1024**2} MB"
    except TimeoutError:
        return f"it took longer than {longest_s:g} s"
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        _, said = await ending
    if process.returncode == 0:
        return ""
    lines = urls.redact(said.decode("utf-8", "replace")).strip().splitlines()
    return f"git: {lines[-1] if lines else f'exit code {process.returncode}'}"


def _size(folder: Path) -> int:
    total = 0
    for place, _, files in os.walk(folder):
        for name in files:
            with suppress(OSError):
                total += (Path(place) / name).lstat().st_size
    return total
