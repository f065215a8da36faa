"""Sets what a page shows against what its Markdown says: counts for the Receipt, and the things themselves for a person."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from getdocs.model import Receipt, Tally
from getdocs.read.receipts.formulas import Formula, says
from getdocs.read.receipts.inventory import Inventory, Key, Things, folded

KINDS = tuple(kind.name for kind in fields(Receipt))


@dataclass(frozen=True, slots=True)
class Difference:
    """The things of one kind that only one side has, in the order in which they stand there."""

    kind: str
    missing: tuple[str, ...]
    added: tuple[str, ...]


def compare(
    shown: Inventory, written: Inventory, unwritten: Sequence[Formula] = ()
) -> tuple[Receipt, tuple[Difference, ...]]:
    """The Receipt, and what it counts as missing and added, for the kinds that have any.

    `unwritten`: formulas of the page whose TeX is not known.
    """
    _match_unwritten(shown, written, unwritten)
    _count_words(shown, written)
    tallies: dict[str, Tally] = {}
    differences: list[Difference] = []
    for kind in KINDS:
        expected, found = getattr(shown, kind), getattr(written, kind)
        total = shown.word_count if kind == "words" else expected.sure.total()
        if expected.sure == found.sure:
            tallies[kind] = Tally(total, total, 0)
            continue
        missing, added = _without(expected.sure, found), _without(found.sure, expected)
        tallies[kind] = Tally(total, total - missing.total(), added.total())
        if missing or added:
            differences.append(
                Difference(kind, tuple(map(_shown, missing.elements())), tuple(map(_shown, added.elements())))
            )
    return Receipt(**tallies), tuple(differences)


def _count_words(shown: Inventory, written: Inventory) -> None:
    """Counts the words of the blocks that differ only: the others have the same."""
    if shown.blocks != written.blocks:
        here, there = Counter(shown.blocks), Counter(written.blocks)
        shown.words.sure = Counter(" ".join((here - there).elements()).split())
        written.words.sure = Counter(" ".join((there - here).elements()).split())


def _without(these: Counter[Key], others: Things) -> Counter[Key]:
    """What is left of `these` when those are taken away that stand on the other side, or may. Words that may are folded."""
    left = these - others.sure
    if left and others.may:
        may = others.may.copy()
        for key in list(left):
            other = folded(key) if isinstance(key, str) and key not in may else key
            met = min(left[key], may[other])
            left[key] -= met
            may[other] -= met
        left = +left
    return left


def _match_unwritten(shown: Inventory, written: Inventory, unwritten: Sequence[Formula]) -> None:
    """Gives each formula whose TeX is not known one of the Markdown that may be it, where one is left."""
    left = list((written.formulas.sure - shown.formulas.sure).elements()) if unwritten else []
    for formula in unwritten:
        tex = next((tex for tex in left if says(str(tex), formula)), None)
        shown.formulas.sure[formula.plain if tex is None else tex] += 1
        if tex is not None:
            left.remove(tex)


def _shown(key: Key) -> str:
    return key if isinstance(key, str) else " ".join(key)
