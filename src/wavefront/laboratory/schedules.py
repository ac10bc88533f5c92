"""Schedules that are run: a single one, or one after the other with accesses turned round."""

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from .choosing import Chooser, Schedule, following, in_lockstep
from .evidence import RIGHT, WRONG, Book, Kind, kind_of, note
from .exhaustive import turned_round
from .machine import MOST_ACCESSES
from .order import Order, Pair, reversible
from .runs import Run, Search

MOST_PER_KIND = 8  # races of one kind that are turned round in one run
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


def played(search: Search, chooser: Chooser) -> Found:
    """One run."""
    found = Found(search.run(chooser))
    found.add(found.run)
    return found


def adversarial(search: Search, most: int, *, stops: bool = True) -> Found:
    """Runs until a result is wrong, or on from there unless it `stops`; at most so many.

    The first runs the threads one after the other, the second in lockstep. Each other is an earlier run in
    which two accesses come the other way: by turns, accesses of a kind that was seldom turned round, and
    accesses of the run in which threads do most, as those do that have found memory in a state not meant.
    """
    found = played(search, following(()))
    if stops and found.wrong:
        return found
    turned: Counter[Kind] = Counter()
    number = count()
    seldom: list[tuple[int, int, _Turn]] = []
    busy: list[tuple[int, int, _Turn]] = []
    known = {_key(found.run.choices)}
    for turn in _turns(found.run):
        heapq.heappush(seldom, (turned[turn.kind] + turn.handicap, next(number), turn))
    run = search.run(in_lockstep())
    found.add(run)
    while found.schedules < most and not (stops and found.wrong):
        accesses = sum(len(launch.events) for launch in run.launches)
        for turn in _turns(run):
            heapq.heappush(seldom, (turned[turn.kind] + turn.handicap, next(number), turn))
            heapq.heappush(busy, (turn.handicap * MOST_ACCESSES - accesses, next(number), turn))
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


def _key(schedule: Schedule) -> tuple[object, ...]:
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
    return search.replay(
        _Turn(run, launch, order, pair, kind_of(*(played.events[place] for place in pair))).schedule()
    )
