"""Exceptions that end a crawl, each with its exit code.

Anything that happens to one URL is a value (an Outcome, see `model`), never one of these.
"""


class GetdocsError(Exception):
    """Base of everything getdocs raises on purpose. The message is one line a user can act on."""

    exit_code = 1


class UsageError(GetdocsError):
    """The options or Seeds given make no crawl."""

    exit_code = 2


class BrowserError(GetdocsError):
    """No usable Chromium, or it could not be started or kept running."""

    exit_code = 3


class OutputError(GetdocsError):
    """The output folder cannot be written."""

    exit_code = 4


class StateError(GetdocsError):
    """The state in the output folder is locked, unreadable or of another crawl."""

    exit_code = 4
