"""Sets what a page shows against what its Markdown says: counts for the Receipt, and the things themselves for a person."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from getdocs.model import Receipt, Tally
from getdocs.read.receipts.formulas import Formula, says
from getdocs.read.receipts.inventory import Inventory, Key, Things

KINDS = tuple(kind.name for kind in fields(Receipt))
_TOLD_BY_TEXT = 2
"""How many kinds, the first ones, are told by the text alone."""


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
    tallies: dict[str, Tally] = {}
    differences: list[Difference] = []
    _match_unwritten(shown, written, unwritten)
    same = shown.text == written.text
    if same:
        words, others = shown.tokens()
        tallies |= {"words": Tally(len(words), len(words)), "marks": Tally(len(others), len(others))}
    else:
        shown.count()
        written.count()
    for kind in KINDS[_TOLD_BY_TEXT if same else 0 :]:
        expected, found = getattr(shown, kind), getattr(written, kind)
        total = expected.sure.total()
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


def _without(these: Counter[Key], others: Things) -> Counter[Key]:
    """What is left of `these` when those are taken away that stand on the other side, or may. Words that may do so have no case."""
    left = these - others.sure
    if left and others.may:
        may = others.may.copy()
        for key in list(left):
            folded = key.casefold() if isinstance(key, str) and key not in may else key
            met = min(left[key], may[folded])
            left[key] -= met
            may[folded] -= met
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
