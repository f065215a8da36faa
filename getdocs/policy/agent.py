"""Finds the product token in a User-Agent field: the name under which a robots.txt speaks to its sender."""

import re

_LEADING = re.compile(r"\s*([A-Za-z_-]*)")
_COMPATIBLE = re.compile(r"\bcompatible;\s*([A-Za-z_-]+)")
_PRODUCT = re.compile(r"(?:^|[\s(;])([A-Za-z_-]+)/")
# Parts of a browser's name, behind which a crawler may stand (`Mozilla/5.0 … Chrome/1 Safari/5 AcmeBot/1.0`).
_BROWSER = frozenset(
    "mozilla applewebkit khtml gecko chrome chromium headlesschrome safari mobile version firefox edg opr".split()
)


def product_token(user_agent: str) -> str:
    """The token in lower case; empty where the field begins with none.

    RFC 9309 2.2.1: letters, `_` and `-`. It is the first product, but of a field that begins as a browser's does, it is
    the one after `compatible;`, or the first that is no part of a browser's name.
    """
    leading = _LEADING.match(user_agent)
    first = leading[1].lower() if leading else ""
    if first != "mozilla":
        return first
    compatible = _COMPATIBLE.search(user_agent)
    if compatible:
        return compatible[1].lower()
    products = (product.lower() for product in _PRODUCT.findall(user_agent))
    return next((product for product in products if product not in _BROWSER), first)
