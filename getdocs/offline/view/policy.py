"""Says to the browser what a page of the local site may do: run the scripts of the theme, and load nothing from elsewhere. Pure."""

import base64
import hashlib
import re

_INLINE = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)
_HEAD = re.compile(r"<head[^>]*>")


def guarded(output: str, content: str) -> str:
    """`output`, a whole page around `content`, with a Content-Security-Policy in its head.

    Scripts that stand in the page are allowed by their hashes, but not those in `content`: there is none to be.
    """
    frame = output.replace(content, "", 1) if content else output
    hashes = dict.fromkeys(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in _INLINE.findall(frame)
        if script
    )
    policy = "; ".join(
        (
            "default-src 'none'",
            " ".join(("script-src 'self'", *hashes)),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    return _HEAD.sub(
        lambda head: f'{head[0]}<meta http-equiv="Content-Security-Policy" content="{policy}">', output, count=1
    )
