"""What runs tell about each race: how often it came, what was stored, and runs to judge it by."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .choosing import Schedule
from .machine import Played
from .order import Pair, races
from .record import Line, Number
from .threads import Event

MOST_SAMPLES = 2  # runs kept of each race and outcome
MOST_VALUES = 8  # kept of those stored

RIGHT, WRONG = "right", "wrong"


class Side(NamedTuple):
    """What one of two racing accesses is: where it is written, and what it does."""

    line: Line
    kind: str


class Kind(NamedTuple):
    """Races that are told as one: of the same two lines on the same array."""

    array: str
    sides: tuple[Side, Side]


class Sample(NamedTuple):
    """One race in one run."""

    schedule: Schedule
    launch: int
    pair: Pair


@dataclass
class Evidence:
    """What is known of the races of one kind."""

    pairs: int = 0
    schedules: Counter[object] = field(default_factory=Counter)  # that had it, by what became of them
    samples: dict[object, list[Sample]] = field(default_factory=lambda: defaultdict(list))
    stored: set[tuple[Number, Number]] = field(default_factory=set)  # by two writes
    same_value: bool = True  # the two writes of every pair stored the same

    def joined(self, other: "Evidence | None") -> "Evidence":
        """This evidence and that of other schedules; of each count, the larger."""
        if other is None:
            return self
        schedules = other.schedules | self.schedules
        samples = defaultdict(
            list, {outcome: self.samples[outcome] or other.samples[outcome] for outcome in schedules}
        )
        same = self.same_value and other.same_value
        return Evidence(self.pairs, schedules, samples, self.stored | other.stored, same)

    def settle(self, outcome_of: Callable[[Any], str], rest_of: Callable[[Any], Schedule]) -> None:
        """Replace what became of the schedules by what that means: right or wrong.

        ``rest_of`` gives the turns of the launches that follow, to such an end.
        """
        schedules, samples = self.schedules, self.samples
        self.schedules, self.samples = Counter(), defaultdict(list)
        for what, times in schedules.items():
            self.schedules[outcome_of(what)] += times
        for what, kept in samples.items():
            room = MOST_SAMPLES - len(self.samples[outcome_of(what)])
            self.samples[outcome_of(what)] += [
                sample._replace(schedule=[*sample.schedule, *rest_of(what)]) for sample in kept[:room]
            ]


def kind_of(one: Event, other: Event) -> Kind:
    """The kind of race that two accesses are."""
    sides = [Side(event.line, event.kind) for event in (one, other)]
    sides.sort(key=lambda side: (side.line[0].co_filename, side.line[1], side.kind))
    return Kind(one.array.name, (sides[0], sides[1]))


Book = dict[Kind, Evidence]


def note(book: Book, played: Played, schedule: Schedule, outcome: object, counted: set[Kind]) -> None:
    """Add the races of one launch of a run with this schedule.

    `counted` gets the kinds that this schedule is counted for: those in it already are not counted again.
    """
    for pair in races(played.events, played.barriers):
        one, other = (played.events[position] for position in pair)
        kind = kind_of(one, other)
        evidence = book.setdefault(kind, Evidence())
        evidence.pairs += 1
        if one.writes and other.writes:
            evidence.same_value &= one.after == other.after
            if len(evidence.stored) < MOST_VALUES:
                evidence.stored.add((one.after, other.after))
        samples = evidence.samples[outcome]
        if len(samples) < MOST_SAMPLES:
            samples.append(Sample(schedule, played.launch.number, pair))
        if kind not in counted:
            evidence.schedules[outcome] += 1
            counted.add(kind)
