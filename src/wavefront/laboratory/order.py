"""Which accesses of a launch are ordered, by vector clocks, and which pairs of them race.

Two orders matter. In the first, accesses are ordered by the program, by barriers and by atomics on one
element: accesses that it leaves unordered may come either way on a GPU. The second also orders any two
accesses to one element of which one writes: runs that agree on it end alike, so one run of each kind is
enough.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .record import Barrier
from .threads import Event

Clock = dict[int, int]  # by thread, how many of its accesses came before


class Pair(NamedTuple):
    """Two accesses, by their positions in the launch."""

    first: int
    second: int


class Order:
    """An order of the accesses of one launch."""

    def __init__(
        self, events: Sequence[Event], barriers: Sequence[Barrier], *, by_conflicts: bool = False
    ) -> None:
        """`by_conflicts` orders all accesses to one element of which one writes, else only atomics."""
        self._events = events
        self._came: list[Clock] = []  # before each access, by its thread and barriers alone
        self._clocks: list[Clock] = []  # after each access
        self._numbers: list[int] = []  # of each access among those of its thread, from 1 up
        self._of_threads: dict[int, Clock] = defaultdict(dict)
        written: dict[object, Clock] = defaultdict(dict)
        touched: dict[object, Clock] = defaultdict(dict)
        waiting = iter(barriers)
        barrier = next(waiting, None)
        for position, event in enumerate(events):
            while barrier is not None and barrier.position <= position:
                self._pass(barrier)
                barrier = next(waiting, None)
            self._came.append(self._of_threads[event.thread])
            clock = dict(self._came[-1])
            joins = by_conflicts or event.is_atomic
            if joins:
                _join(clock, (touched if event.writes else written)[event.address])
            clock[event.thread] = clock.get(event.thread, 0) + 1
            self._clocks.append(clock)
            self._numbers.append(clock[event.thread])
            self._of_threads[event.thread] = clock
            if joins:
                _join(touched[event.address], clock)
                if event.writes:
                    _join(written[event.address], clock)

    def _pass(self, barrier: Barrier) -> None:
        met: Clock = {}
        for thread in barrier.threads:
            _join(met, self._of_threads[thread])
        for thread in barrier.threads:
            self._of_threads[thread] = dict(met)

    def before(self, first: int, second: int) -> bool:
        """Whether the access at position `first` is ordered before the later one at `second`."""
        return self._clocks[second].get(self._events[first].thread, 0) >= self._numbers[first]

    def came_before(self, first: int, second: int) -> bool:
        """As `before`, whatever the two accesses are to each other."""
        return self._came[second].get(self._events[first].thread, 0) >= self._numbers[first]


def _join(clock: Clock, other: Clock) -> None:
    for thread, number in other.items():
        if clock.get(thread, 0) < number:
            clock[thread] = number


def races(events: Sequence[Event], barriers: Sequence[Barrier]) -> Iterator[Pair]:
    """Unordered pairs of accesses to one element by two threads, one writing, not both atomic.

    Of a thread's earlier accesses to an element, the last read and the last write count.
    """
    order = Order(events, barriers)
    last: dict[object, dict[tuple[int, bool, bool], int]] = defaultdict(dict)
    for position, event in enumerate(events):
        earlier = last[event.address]
        for (thread, writes, is_atomic), former in earlier.items():
            conflict = thread != event.thread and (writes or event.writes)
            if conflict and not (is_atomic and event.is_atomic) and not order.before(former, position):
                yield Pair(former, position)
        earlier[event.thread, event.writes, event.is_atomic] = position


def reversible(events: Sequence[Event], order: Order) -> Iterator[Pair]:
    """Conflicting accesses with nothing ordered between them, so that the second can come first.

    `order` is the one by conflicts.
    """
    writer: dict[object, int] = {}
    readers: dict[object, list[int]] = defaultdict(list)  # since then
    for position, event in enumerate(events):
        former = readers[event.address] if event.writes else []
        if event.address in writer:
            former = [writer[event.address], *former]
        for number, first in enumerate(former):
            between = any(order.before(first, other) for other in former[number + 1 :])
            if not between and not order.came_before(first, position):
                yield Pair(first, position)
        if event.writes:
            writer[event.address], readers[event.address] = position, []
        else:
            readers[event.address].append(position)
