"""How long a host is waited for, where several visits are in trouble on it at the same time."""

import asyncio

import pytest

from getdocs.frontier.store import Frontier
from getdocs.model import Deferred, Discovered, Failed, FailReason
from getdocs.visits.patience import MAX_TROUBLE, Patience, is_trouble

H = "https://docs.test"
LOST = Failed(FailReason.CONNECTION)


@pytest.mark.parametrize(("is_there", "rests"), [(False, 4), (True, 0)])
def test_visits_that_are_in_trouble_together_ask_once_whether_the_host_is_there(is_there, rests):
    asked = []

    async def answers(url):
        asked.append(url)
        await asyncio.sleep(0)
        return is_there

    async def four_at_once(patience, leases):
        return await asyncio.gather(*(patience.in_trouble(lease, LOST) for lease in leases))

    with Frontier.open(None) as frontier:
        patience = Patience(frontier, quiet=lambda *_: None, answers=answers, now=lambda: 0.0)
        patience.note(f"{H}/good")
        frontier.add(Discovered(f"{H}/{number}", 1) for number in range(MAX_TROUBLE + 4))
        for _ in range(MAX_TROUBLE):
            frontier.settle(frontier.lease(0.0), LOST, trouble=True)
        told = asyncio.run(four_at_once(patience, [frontier.lease(0.0) for _ in range(4)]))
    assert asked == [f"{H}/good"]
    assert sum(isinstance(each, Deferred) for each in told) == rests


@pytest.mark.parametrize(
    ("failed", "trouble"),
    [(LOST, True), (Failed(FailReason.HTTP, 500), True), (Failed(FailReason.HTTP, 403), True),
     (Failed(FailReason.HTTP, 404), False), (Failed(FailReason.TLS), False), (Failed(FailReason.EMPTY, 200), False)],
)  # fmt: skip
def test_errors_of_the_server_no_answer_and_being_shut_out_are_trouble(failed, trouble):
    assert is_trouble(failed) is trouble
