"""Where links lead: absolute, in one spelling, so that two of them can be compared."""

import re

from getdocs import urls

_ODD_IN_URL = re.compile(r"[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]")
_NOWHERE = frozenset({"javascript", "vbscript", "data", "blob", "about", "filesystem"})


class Targets:
    """Where the links of one page lead: absolute, in one spelling. Shared by both sides, it takes each URL apart once."""

    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self._known: dict[str, str | None] = {}
        self.page = (self.of("") or base_url).partition("#")[0].partition("?")[0]
        """The page itself, without query and fragment."""

    def of(self, reference: str) -> str | None:
        """The absolute URL; None where it leads nowhere that a document can link to."""
        if reference not in self._known:
            url = urls.join(self._base_url, reference.strip())
            if url is not None and url.partition(":")[0] in _NOWHERE:
                url = None
            if url is not None and _ODD_IN_URL.search(url):
                url = _ODD_IN_URL.sub(_escaped, url)
            self._known[reference] = url
            if url is not None:
                self._known[url] = url
        return self._known[reference]


def _escaped(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
