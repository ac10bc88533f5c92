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
            note(self.book, launch, choices[: launch.launch.number], outcome, counted)


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


def adversarial(search: Search, most: int) -> Found:
    """Runs until a result is wrong, at most so many.

    The first runs the threads one after the other. Each other is an earlier run in which two accesses come
    the other way; kinds of accesses that were seldom turned round come first.
    """
    turned: Counter[Kind] = Counter()
    number = count()
    found = Found(search.replay(()))
    found.add(found.run)
    heap: list[tuple[int, int, Kind, Schedule]] = []
    known = {_key(found.run.choices)}
    run = found.run
    while found.wrong == 0 and found.schedules < most:
        for kind, schedule in _turned(run):
            heapq.heappush(heap, (turned[kind], next(number), kind, schedule))
        while heap:
            times, place, kind, schedule = heapq.heappop(heap)
            if times < turned[kind]:
                heapq.heappush(heap, (turned[kind], place, kind, schedule))
            elif _key(schedule) not in known:
                break
        else:
            break
        known.add(_key(schedule))
        turned[kind] += 1
        run = search.replay(schedule)
        found.add(run)
    return found


def _key(schedule: Schedule) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, schedule))


def _turned(run: Run) -> Iterator[tuple[Kind, Schedule]]:
    """Each pair of accesses of the run that can be turned round, and a schedule that does."""
    choices = run.choices
    for launch in run.launches:
        events, place = launch.events, launch.launch.number
        order = Order(events, launch.barriers, by_conflicts=True)
        times: Counter[Kind] = Counter()
        for pair in reversible(events, order):
            kind = kind_of(events[pair.first], events[pair.second])
            times[kind] += 1
            if times[kind] <= MOST_PER_KIND:
                yield kind, [*choices[:place], turned_round(launch, order, pair), *choices[place + 1 :]]


def with_pair_turned(search: Search, run: Run, launch: int, pair: Pair) -> Run | None:
    """The run in which this pair comes the other way, if that is possible."""
    played = run.launches[launch]
    order = Order(played.events, played.barriers, by_conflicts=True)
    if pair not in set(reversible(played.events, order)):
        return None
    choices = run.choices
    return search.replay([*choices[:launch], turned_round(played, order, pair), *choices[launch + 1 :]])
