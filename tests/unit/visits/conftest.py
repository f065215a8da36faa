import pytest
from visiting import World

from getdocs.frontier.store import Frontier
from getdocs.visits.pool import Pool


@pytest.fixture
def world(tmp_path):
    """`world({url: answer})`: see World. Afterwards the counts must add up."""
    with Frontier.open(None) as frontier, Pool() as pool:
        yield lambda answers, shown=None, **settings: World(frontier, tmp_path, pool, answers, shown, **settings)
        assert frontier.counts().balanced
