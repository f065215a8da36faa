"""The Chrome DevTools Protocol as typed calls: the one place where its untyped JSON is taken apart.

It knows nothing of policy or of what a page means.
"""

import base64
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Error

from getdocs.model import Headers

Event = Mapping[str, Any]


class Cdp:
    """One session with one page. Calls raise playwright's Error where the page is gone or refuses."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    def on(self, event: str, handler: Callable[[Event], None]) -> None:
        """Calls `handler` for each event of that name. It must not raise, and must not block."""
        self._session.on(event, handler)

    async def call(self, method: str, **parameters: Any) -> Event:  # noqa: ANN401 - the protocol's JSON
        """The result of one method. No deadline of its own: it stands under the caller's."""
        result: Event = await self._session.send(method, parameters)
        return result

    async def quietly(self, method: str, **parameters: Any) -> bool:  # noqa: ANN401 - the protocol's JSON
        """As `call`, where a page that is gone, or has moved on, is no matter. True where it worked."""
        with contextlib.suppress(Error):
            await self.call(method, **parameters)
            return True
        return False

    async def evaluate(self, expression: str, *, world: int | None = None) -> Any:  # noqa: ANN401 - any JSON value
        """The JSON value of a JavaScript expression in the execution context `world`. Raises Error where it throws.

        None: where the page's own scripts run.
        """
        where = {} if world is None else {"contextId": world}
        result = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, **where)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Error(str(details.get("exception", {}).get("description") or details.get("text")))
        return result["result"].get("value")


@dataclass(frozen=True, slots=True)
class Paused:
    """One request that waits for an answer (event `Fetch.requestPaused`)."""

    id: str
    network_id: str
    """The same for a request and for what its redirects lead to."""
    resource_type: str
    """Network.ResourceType: Document, Stylesheet, Image, Media, Font, Script, XHR, Fetch, Ping, Other ..."""
    frame: str
    url: str
    """Without its fragment."""
    fragment: str
    """With the number sign; empty where there is none."""
    method: str
    headers: Headers
    body: bytes | None
    """None where the browser has a body that it does not show (a Blob)."""

    @classmethod
    def of(cls, event: Event) -> "Paused":
        """The event, taken apart."""
        request = event["request"]
        headers = tuple((name.lower(), value) for name, value in request["headers"].items())
        return cls(
            id=event["requestId"],
            network_id=event.get("networkId", ""),
            resource_type=event["resourceType"],
            frame=event["frameId"],
            url=request["url"],
            fragment=request.get("urlFragment", ""),
            method=request["method"],
            headers=headers,
            body=_body(request),
        )


def _body(request: Event) -> bytes | None:
    parts = request.get("postDataEntries", ())
    if all("bytes" in part for part in parts) and parts:
        return b"".join(base64.b64decode(part["bytes"]) for part in parts)
    if "postData" in request and not parts:
        return str(request["postData"]).encode()
    return None if request.get("hasPostData") else b""
