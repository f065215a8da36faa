from typing import Literal, NotRequired, TypedDict

import pytest

from getdocs.offline.shape import misfit


class Leaf(TypedDict):
    name: str
    size: NotRequired[float | None]
    kind: NotRequired[Literal["a", "b"]]
    counts: NotRequired[dict[str, list[int]]]


class Tree(TypedDict):
    leaf: Leaf | None
    below: list["Tree"]


LEAF = {"name": "n"}


def tree(leaf=LEAF, below=()) -> dict[str, object]:
    return {"leaf": leaf, "below": list(below)}


def test_value_that_fits_has_no_misfit():
    leaf = {"name": "n", "size": 1, "kind": "a", "counts": {"words": [1, 2]}, "unheard_of": object()}

    assert misfit(tree(leaf, [tree(None)]), Tree) is None


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ([], "the whole"),
        ({"leaf": None}, "below"),
        (tree("text"), "leaf"),
        (tree({}), "leaf.name"),
        (tree({"name": None}), "leaf.name"),
        (tree({"name": "n", "size": True}), "leaf.size"),
        (tree({"name": "n", "kind": "c"}), "leaf.kind"),
        (tree({"name": "n", "kind": []}), "leaf.kind"),
        (tree({"name": "n", "counts": []}), "leaf.counts"),
        (tree({"name": "n", "counts": {"words": [1, "2"]}}), "leaf.counts.words[1]"),
        (tree(below=[tree(), tree(below=[3])]), "below[1].below[0]"),
    ],
)
def test_misfit_is_told_by_the_way_to_it(value, where):
    assert misfit(value, Tree) == where


def test_depth_of_a_value_does_not_matter():
    value = tree(leaf=1)
    for _ in range(10_000):
        value = tree(below=[value])

    assert str(misfit(value, Tree)).endswith(".below[0].leaf")
