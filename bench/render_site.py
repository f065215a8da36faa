"""A folder of built pages, served on loopback and every request written down: one JSON list [time, path] a line.

    python bench/render_site.py FOLDER --log FILE [--clean] [--no-slash]        prints the port; ends on SIGTERM

A process of its own, so that what it costs is nobody's: it runs beside every tool alike. Bodies are read and compressed
once. It knows nothing of what is measured.
"""

import argparse
import asyncio
import gzip
import json
import mimetypes
import signal
import time
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TextIO

from aiohttp import web

COMPRESSED = ("text/", "application/json", "application/xml", "application/javascript", "image/svg")


class Folder:
    """What lies under each path. `clean`: /a is a.html, and /a.html leads to /a. `slash`: /folder leads to /folder/."""

    def __init__(self, root: Path, *, clean: bool, slash: bool) -> None:
        self._root = root.resolve()
        self._clean = clean
        self._slash = slash

    def find(self, path: str) -> Path | str | None:
        """The file for `path`, or the path that it leads to, or None."""
        file = (self._root / path.lstrip("/")).resolve()
        if not file.is_relative_to(self._root):
            return None
        if self._clean and not path.endswith("/") and (named := file.with_name(f"{file.name}.html")).is_file():
            return named
        if file.is_dir():
            index = file / "index.html"
            return f"{path}/" if self._slash and not path.endswith("/") else index if index.is_file() else None
        if self._clean and file.suffix == ".html" and file.is_file():
            return str(PurePosixPath(path).with_suffix("")).removesuffix("index") or "/"
        return file if file.is_file() else None


@cache
def body(file: Path) -> tuple[bytes, bytes | None, str]:
    """As it is, compressed if that is worth it, and its type."""
    content = file.read_bytes()
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    small = gzip.compress(content, 5) if len(content) > 800 and kind.startswith(COMPRESSED) else None
    text = kind.startswith("text/") and b"charset=" not in content[:2000].lower().replace(b"utf-8", b"")
    return content, small, f"{kind}; charset=utf-8" if text else kind


async def serve(folder: Folder, log: TextIO) -> None:
    async def answer(request: web.Request) -> web.Response:
        log.write(json.dumps([time.time(), request.path_qs]) + "\n")
        found = folder.find(request.path)
        if found is None:
            return web.Response(status=404, text="<h1>Not Found</h1>", content_type="text/html")
        if isinstance(found, str):
            return web.Response(status=301, headers={"Location": found})
        content, small, kind = body(found)
        headers = {"Content-Type": kind, "Cache-Control": "no-cache"}
        if small is not None and "gzip" in request.headers.get("Accept-Encoding", ""):
            return web.Response(body=small, headers=headers | {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        return web.Response(body=content, headers=headers)

    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=512).start()
    print(runner.addresses[0][1], flush=True)
    await stop.wait()
    await runner.cleanup()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--clean", action="store_true")
    parser.add_argument("--no-slash", action="store_true")
    arguments = parser.parse_args()
    with arguments.log.open("a", buffering=1) as file:
        asyncio.run(serve(Folder(arguments.folder, clean=arguments.clean, slash=not arguments.no_slash), file))
