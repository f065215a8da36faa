"""The Receipt of a page: what its content shows, compared with what its Markdown says."""

from collections.abc import Callable
from dataclasses import dataclass

from getdocs.model import NO_CHROME, Chrome, Receipt, Snapshot
from getdocs.read.content import Content
from getdocs.read.parsed import parsed
from getdocs.read.receipts.comparing import Difference, compare
from getdocs.read.receipts.inventory import Inventory
from getdocs.read.receipts.shown import shown
from getdocs.read.receipts.targets import Targets
from getdocs.read.receipts.written import written


@dataclass(frozen=True, slots=True)
class Same:
    """What two links have in common that lead to one place, and two images that are one: by their absolute URL."""

    link: Callable[[str], str]
    image: Callable[[str], str]


def receipt_of(found: Content | None, markdown: str, base_url: str) -> Receipt:
    """The Receipt of `markdown`, which was made of the content `found` (None: the page has none). Pure; never raises."""
    return _compared(found, markdown, base_url)[0]


def check_snapshot(
    snapshot: Snapshot,
    markdown: str,
    *,
    selector: str | None = None,
    chrome: Chrome = NO_CHROME,
    same: Same | None = None,
) -> tuple[Receipt, tuple[Difference, ...]]:
    """The Receipt of `markdown` as a copy of what `snapshot` shows, and what it lacks or adds. `selector` and `chrome` as in `read_page`.

    `same` says which links and images are the same; None: those with one absolute URL.
    """
    return _compared(parsed(snapshot.html, chrome).first(selector), markdown, snapshot.base_url or snapshot.url, same)


def check_text(
    text: str, markdown: str, url: str, *, same: Same | None = None
) -> tuple[Receipt, tuple[Difference, ...]]:
    """As `check_snapshot`, for a Page that was Markdown or plain text already: `text` is what was sent."""
    targets = Targets(url)
    sent, kept = written(text, targets, formulas=False), written(markdown, targets, formulas=False)
    return compare(_leading(sent, same), _leading(kept, same))


def _compared(
    found: Content | None, markdown: str, base_url: str, same: Same | None = None
) -> tuple[Receipt, tuple[Difference, ...]]:
    targets = Targets(base_url)
    inventory, unwritten = shown(found, targets) if found is not None else (Inventory(), ())
    formulas = bool(unwritten) or bool(inventory.formulas.sure)
    kept = written(markdown, targets, formulas=formulas)
    return compare(_leading(inventory, same), _leading(kept, same), unwritten)


def _leading(inventory: Inventory, same: Same | None) -> Inventory:
    """The inventory, in which links that lead to one place are the same, and images that are one."""
    if same is not None:
        for things in (inventory.links.sure, inventory.links.may):
            counts = list(things.items())
            things.clear()
            for url, count in counts:
                things[same.link(str(url))] += count
        for things in (inventory.images.sure, inventory.images.may):
            counts = list(things.items())
            things.clear()
            for key, count in counts:
                things[key if isinstance(key, str) else (same.image(key[0]), key[1])] += count
    return inventory
