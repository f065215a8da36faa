"""A clock that stands still until everybody sleeps, and then jumps to the first one's time."""

import asyncio
import itertools

_IDLE_ROUNDS = 20


class FakeTime:
    def __init__(self):
        self.now = 1000.0
        self._numbers = itertools.count()
        self._sleepers: list[tuple[float, int, asyncio.Future]] = []

    def clock(self):
        return self.now

    async def sleep(self, seconds):
        woken = asyncio.get_running_loop().create_future()
        self._sleepers.append((self.now + seconds, next(self._numbers), woken))
        await woken

    def run(self, main):
        """The result of `main`; AssertionError where it waits for something that cannot come any more."""
        return asyncio.run(self._drive(main))

    async def _drive(self, main):
        async with asyncio.TaskGroup() as group:
            task = group.create_task(main)
            while True:
                for _ in range(_IDLE_ROUNDS):
                    await asyncio.sleep(0)
                if task.done():
                    return task.result()
                self._sleepers = sorted(sleeper for sleeper in self._sleepers if not sleeper[2].done())
                assert self._sleepers, "everybody waits and nobody sleeps: a deadlock"
                self.now, _, woken = self._sleepers.pop(0)
                woken.set_result(None)
