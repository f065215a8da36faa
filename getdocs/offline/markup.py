"""HTML put together from elements, in which no text of others becomes markup. Pure."""

from html import escape

from getdocs.write.terminal import printable


class Markup(str):
    """HTML that stands as it is; any other string is text."""

    __slots__ = ()


def el(name: str, *children: str | Markup | None, **attributes: str | None) -> Markup:
    """An element. `class_` is the attribute `class`, `data_label` is `data-label`; None is left out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{name}{written}>{joined(*children)}</{name}>")


def joined(*children: str | Markup | None) -> Markup:
    """Side by side; text is escaped, and shorn of what would act on its surroundings (controls, bidirectional marks)."""
    return Markup(
        "".join(
            child if isinstance(child, Markup) else escape(printable(child)) for child in children if child is not None
        )
    )


def link(url: str, text: str | Markup) -> Markup:
    """A link to a page of the web; another URL (`javascript:`, `data:`) is text only."""
    if url.startswith(("https://", "http://")):
        return el("a", text, href=url, rel="noreferrer noopener")
    return el("span", text)
