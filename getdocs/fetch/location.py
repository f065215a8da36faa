"""Where a redirect leads: the statuses that are one, and the Location field read as browsers read it. Pure."""

import re

from getdocs import urls
from getdocs.model import Response

STATUSES = frozenset({301, 302, 303, 307, 308})
"""Those that lead elsewhere (Fetch standard, "redirect status"); 300, 304, 305 and 306 do not."""

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_BLANK = " \t\r\n\f"


def of(response: Response) -> str | None:
    """Absolute URL of the next hop, resolved against the hop that sent it; None where there is no usable Location.

    Bytes beyond ASCII become percent escapes one by one, as in Chromium, so that the server gets back the bytes it wrote,
    be they UTF-8 or latin-1. Where Location has no fragment, that of the hop is kept (RFC 9110 10.2.2).
    """
    values = {value.strip(_BLANK) for name, value in response.headers if name == "location"}
    if len(values) != 1:
        return None
    written = values.pop()
    if not written:
        return None
    target = urls.parse(_NOT_ASCII.sub(lambda found: f"%{ord(found[0]):02X}", written), response.url)
    if target is None:
        return None
    _, mark, fragment = response.url.partition("#")
    return target.href if not mark or "#" in target.href else f"{target.href}#{fragment}"
