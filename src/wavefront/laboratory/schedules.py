"""The schedules that are run: one drawn at random, races turned round one after the other, or all."""

import heapq
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from .evidence import RIGHT, WRONG, Book, Kind, kind_of, note
from .exhaustive import turned_round
from .machine import Choose
from .order import Order, Pair, reversible
from .runs import Run, Schedule, Search
from .threads import Pending

MOST_PER_KIND = 3  # races of one kind that are turned round in one run
ATOMICS_LATER = 4


@dataclass
class Found:
    """What the schedules brought.

    Attributes
    ----------
    run
        The run to show: one with a wrong result, if there is any.
    schedules, wrong
        How many were run, and how many of them led to wrong results.
    """

    run: Run
    schedules: int = 0
    wrong: int = 0
    book: Book = field(default_factory=dict)

    def add(self, run: Run) -> None:
        """Count a run, note its races, and show it if it is the first that is wrong."""
        self.schedules += 1
        if run.problem is not None:
            self.wrong += 1
            if self.run.problem is None:
                self.run = run
        outcome = RIGHT if run.problem is None else WRONG
        choices, counted = run.choices, set[Kind]()
        for launch in run.launches:
            note(self.book, launch, choices, outcome, counted)


def drawn(search: Search, seed: int) -> Found:
    """One run in which every turn is drawn at random."""
    generator = random.Random(seed)

    def choose(ready: dict[int, Pending]) -> int:
        return generator.choice(list(ready))

    run = search.run(lambda launch: choose)
    found = Found(run)
    found.add(run)
    return found


def replayed(search: Search, schedule: Schedule) -> Found:
    """One run in the order of a schedule."""
    found = Found(search.replay(schedule))
    found.add(found.run)
    return found


def adversarial(search: Search, most: int, *, stops: bool = True) -> Found:
    """Runs until a result is wrong, or on from there unless it `stops`; at most so many.

    The first runs the threads one after the other. Each other is an earlier run in which two accesses come
    the other way: by turns, accesses of a kind that was seldom turned round, and accesses of the run in which
    threads do most, as those do that have found memory in a state that is not meant.
    """
    found = Found(search.replay(()))
    found.add(found.run)
    turned: Counter[Kind] = Counter()
    number = count()
    seldom: list[tuple[int, int, _Turn]] = []
    busy: list[tuple[int, int, _Turn]] = []
    known = {_key(found.run.choices)}
    run = found.run
    while found.schedules < most and not (stops and found.wrong):
        accesses = sum(len(launch.events) for launch in run.launches)
        for turn in _turns(run):
            heapq.heappush(seldom, (turned[turn.kind] + turn.handicap, next(number), turn))
            heapq.heappush(busy, (-accesses, next(number), turn))
        schedule = None
        while schedule is None and (heap := busy if found.schedules % 2 and busy else seldom):
            times, place, turn = heapq.heappop(heap)
            now = turned[turn.kind] + turn.handicap
            if heap is seldom and times < now:
                heapq.heappush(heap, (now, place, turn))
            elif _key(turn.schedule()) not in known:
                schedule = turn.schedule()
                known.add(_key(schedule))
                turned[turn.kind] += 1
        if schedule is None:
            break
        run = search.replay(schedule)
        found.add(run)
    return found


def _key(schedule: Schedule) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, schedule))


@dataclass(frozen=True, eq=False)
class _Turn:
    """Two accesses of a run that can come the other way."""

    run: Run
    launch: int
    order: Order
    pair: Pair
    kind: Kind

    @property
    def handicap(self) -> int:
        """After how many turns of other kinds this is as good: two atomics seldom decide anything."""
        events = self.run.launches[self.launch].events
        return ATOMICS_LATER * all(events[place].is_atomic for place in self.pair)

    def schedule(self) -> Schedule:
        """The run's schedule with the two turned round."""
        choices = self.run.choices
        choices[self.launch] = turned_round(self.run.launches[self.launch], self.order, self.pair)
        return choices


def _turns(run: Run) -> Iterator[_Turn]:
    for number, launch in enumerate(run.launches):
        order = Order(launch.events, launch.barriers, by_conflicts=True)
        times: Counter[Kind] = Counter()
        for pair in reversible(launch.events, order):
            kind = kind_of(launch.events[pair.first], launch.events[pair.second])
            times[kind] += 1
            if times[kind] <= MOST_PER_KIND:
                yield _Turn(run, number, order, pair, kind)


def with_pair_turned(search: Search, run: Run, launch: int, pair: Pair) -> Run | None:
    """The run in which this pair comes the other way, if that is possible."""
    played = run.launches[launch]
    order = Order(played.events, played.barriers, by_conflicts=True)
    if pair not in set(reversible(played.events, order)):
        return None
    return search.replay(_Turn(run, launch, order, pair, kind_of(*(played.events[place] for place in pair))).schedule())
