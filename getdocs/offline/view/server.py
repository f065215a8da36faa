"""Serves a folder of files to browsers on this machine. Listens on the loopback address only, and knows nothing of crawls."""

from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from getdocs.errors import UsageError

_ADDRESS = "127.0.0.1"


class ViewServer(ThreadingHTTPServer):
    """One folder at `url`; port 0 is any that is free. A context manager; `serve_forever` serves until `shutdown`.

    Only who names this machine in the request is answered: a page of the web cannot have its own name lead here. Raises
    UsageError where the port cannot be had.
    """

    daemon_threads = True

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        try:
            super().__init__((_ADDRESS, port), _Handler)
        except OSError as error:
            raise UsageError(f"cannot serve on port {port}: {error.strerror}. Choose another with --port") from error

    @property
    def url(self) -> str:
        """Where it is to be found."""
        return f"http://{_ADDRESS}:{self.server_port}/"


class _Handler(SimpleHTTPRequestHandler):
    server: ViewServer

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as socketserver hands them on
        super().__init__(*args, directory=str(args[2].folder), **kwargs)

    def send_head(self) -> Any:  # noqa: ANN401 - as the base has it
        port = self.server.server_port
        if self.headers.get("Host") not in (f"{_ADDRESS}:{port}", f"localhost:{port}"):
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST)
            return None
        return super().send_head()

    def list_directory(self, path: Any) -> None:  # noqa: ANN401, ARG002
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody is told."""
