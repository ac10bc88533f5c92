"""Ways to choose the thread whose turn it is, launch by launch."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from .machine import Choose
from .threads import Pending

Chooser = Callable[[int], Choose]  # of the launch of this number


class Step(NamedTuple):
    """A thread goes on up to its next access of this kind to this array; None: as far as it can.

    While it waits at a barrier on its way there, the others go on, the lowest number first.
    """

    thread: int
    kind: str | None
    array: str | None

    def is_done_by(self, access: Pending) -> bool:
        """Whether the access is the step's last."""
        return (access.kind, access.array) == (self.kind, self.array)


Schedule = Sequence[Sequence[int | Step]]  # for each launch, the threads' turns


def following(schedule: Schedule) -> Chooser:
    """The turns of a schedule, passing over threads that can't go on; beyond it, the lowest number first."""
    return lambda launch: _in_turn(schedule[launch] if launch < len(schedule) else ())


def _in_turn(turns: Iterable[int | Step]) -> Choose:
    left = list(turns)

    def choose(ready: dict[int, Pending]) -> int:
        while left and isinstance(step := left[0], Step):
            access = ready.get(step.thread)
            if access is None and step.kind is not None:
                return min(ready)
            if access is None or step.is_done_by(access):
                left.pop(0)
            if access is not None:
                return step.thread
        for place, thread in enumerate(left):
            if thread in ready:
                del left[place]
                return int(thread)
        return min(ready)

    return choose


def at_random(seed: int) -> Chooser:
    """Every turn drawn, all threads that can go on being as likely."""
    generator = random.Random(seed)

    def choose(ready: dict[int, Pending]) -> int:
        return generator.choice(list(ready))

    return lambda launch: choose


def in_lockstep() -> Chooser:
    """Every thread makes one access in turn, as the lanes of a warp do."""

    def chooser(launch: int) -> Choose:
        last = -1

        def choose(ready: dict[int, Pending]) -> int:
            nonlocal last
            last = min(ready, key=lambda thread: (thread <= last, thread))
            return last

        return choose

    return chooser
