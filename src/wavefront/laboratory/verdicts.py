"""The verdict on each kind of race, from what was stored and from runs with the race turned round."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from .choosing import Schedule
from .evidence import RIGHT, WRONG, Book, Evidence, Kind, Sample
from .machine import Played
from .order import Pair
from .record import Place, place_in
from .runs import Run, Search
from .schedules import Found, adversarial, with_pair_turned

MOST_INTACT = 60  # schedules of the unbroken kernel, with which the broken one's races are compared
MOST_AROUND = 30  # schedules run besides where few were, to learn how the races of a wrong run can end


@dataclass(frozen=True)
class Race:
    """Races of one kind: two threads access one element, one of them writes, and nothing orders them.

    Attributes
    ----------
    array
        The array's name in the kernel.
    places, kinds
        Of the two accesses: the line, and "read", "write" or the atomic.
    pairs, schedules
        How many such pairs of accesses there were, and in how many of the schedules run.
    verdict, why
        Whether the order of the two can make the result wrong, and what tells so.
    found
        The pairs in the run shown, the first 200: launch, and positions of the two accesses in it.
    witness
        The schedule of a run whose wrong result turning the race round makes right; None if there was none.
    """

    array: str
    places: tuple[Place, Place]
    kinds: tuple[str, str]
    pairs: int
    schedules: int
    verdict: Literal["harmless", "harmful"]
    why: str
    found: list[tuple[int, int, int]]
    witness: Schedule | None

    def __str__(self) -> str:
        sides = [f"{kind} at {place}" for kind, place in zip(self.kinds, self.places, strict=True)]
        return f"{self.verdict}: {self.array}, {sides[0]} and {sides[1]}: {self.why}"


@dataclass
class _Turned:
    """A race that was turned round."""

    before: Run
    after: Run
    launch: int
    pair: Pair

    @property
    def changes_outcome(self) -> bool:
        return (self.before.problem is None) != (self.after.problem is None)


Verdict = tuple[Literal["harmless", "harmful"], str, Schedule | None]


def judged(search: Search, found: Found, shown: dict[Kind, list[tuple[int, int, int]]]) -> list[Race]:
    """Every kind of race of the schedules run, the harmful ones first; `shown` are those of the run shown."""
    known: dict[Kind, str] | None = None
    around: Book = {}
    if found.wrong and found.schedules < MOST_AROUND:
        around = adversarial(search, MOST_AROUND, stops=False).book
    if search.without is not None and found.wrong:
        known = _intact(search.intact())
    verdicts: dict[Kind, Verdict] = {}
    for kind, evidence in found.book.items():
        if known and kind in known:
            verdicts[kind] = "harmless", f"{known[kind]}, as in the unbroken kernel", None
        else:
            verdicts[kind] = _verdict(search, kind, evidence.joined(around.get(kind)))
    if known is not None and all(verdict == "harmless" for verdict, *_ in verdicts.values()):
        verdicts |= {
            kind: ("harmful", f"only the broken kernel has it, and {found.run.problem}", None)
            for kind, evidence in found.book.items()
            if kind not in known and evidence.schedules[WRONG]
        }
    races = [
        Race(
            kind.array,
            (place_in(*kind.sides[0].line), place_in(*kind.sides[1].line)),
            (kind.sides[0].kind, kind.sides[1].kind),
            evidence.pairs,
            sum(evidence.schedules.values()),
            *verdicts[kind][:2],
            shown.get(kind, []),
            verdicts[kind][2],
        )
        for kind, evidence in found.book.items()
    ]
    return sorted(races, key=lambda race: (race.verdict, race.array, race.places, race.kinds))


def _intact(search: Search) -> dict[Kind, str] | None:
    """Why the races of the unbroken kernel are harmless; None if one of its results is wrong."""
    found = adversarial(search, MOST_INTACT)
    if found.wrong:
        return None
    verdicts = {kind: _verdict(search, kind, evidence) for kind, evidence in found.book.items()}
    return {kind: why for kind, (verdict, why, _) in verdicts.items() if verdict == "harmless"}


def _verdict(search: Search, kind: Kind, evidence: Evidence) -> Verdict:
    turned = [
        test
        for outcome in (RIGHT, WRONG)
        for sample in evidence.samples[outcome]
        if (test := _turn(search, sample)) is not None
    ]
    for test in turned:
        if test.changes_outcome:
            worse = test.after if test.before.problem is None else test.before
            orders = "turned round" if worse is test.after else "in this order, not in the other"
            return "harmful", f"{orders}: {worse.problem}", worse.choices
    writes = all(side.kind != "read" for side in kind.sides)
    if writes and evidence.same_value:
        values = sorted({one for one, _ in evidence.stored})
        same = f"both store {values[0]}" if len(values) == 1 else "both store the same value"
        return "harmless", same, None
    wrong = any(test.before.problem is not None for test in turned)
    never_right = not evidence.schedules[RIGHT] and all(test.after.problem is not None for test in turned)
    if never_right or (writes and wrong and not _are_predecessors(turned)):
        problem = search.replay(evidence.samples[WRONG][0].schedule).problem
        lost = "one of two values is lost" if writes else "wrong whichever comes first"
        return "harmful", f"{lost}: {problem}", None
    counted = evidence.schedules[RIGHT]
    basis = f"right in {counted:,} {'schedule' if counted == 1 else 'schedules'}"
    if turned:
        basis += " and the other way round"
    return "harmless", f"{_harmless(turned, writes)}; {basis}", None


def _turn(search: Search, sample: Sample) -> _Turned | None:
    before = search.replay(sample.schedule)
    after = with_pair_turned(search, before, sample.launch, sample.pair)
    return None if after is None else _Turned(before, after, sample.launch, sample.pair)


def _harmless(turned: list[_Turned], writes: bool) -> str:
    """Why the race does no harm, as the runs show."""
    if writes:
        if _are_predecessors(turned):
            return "each stores a vertex of the level above, and any will do"
        return "whichever is stored last, the result is right"
    more = [_more_accesses(test) for test in turned]
    if more and max(more) > 0:
        accesses = "1 more access" if max(more) == 1 else f"{max(more)} more accesses"
        return f"a read that comes too early only costs work: {accesses} of that thread"
    if more and all(_goes_on_alike(test) for test in turned):
        return "the reader goes on alike whichever value it finds"
    return "the result doesn't depend on the value found"


def _are_predecessors(turned: list[_Turned]) -> bool:
    """Whether the races are for elements of the predecessors, and all values stored are one level above."""
    ended = [test for test in turned if test.before.levels is not None]
    return bool(ended) and all(map(_is_predecessor, ended))


def _is_predecessor(test: _Turned) -> bool:
    run, played = test.before, test.before.launches[test.launch]
    first, second = (played.events[position] for position in test.pair)
    array = first.array.values
    if run.predecessors is None or run.levels is None or not np.shares_memory(array, run.predecessors):
        return False
    above = run.levels[first.slot] - 1
    return bool(run.levels[int(first.after)] == above and run.levels[int(second.after)] == above)


def _reader_rest(run: Run, test: _Turned) -> list[tuple[object, str, object]]:
    """What the reading thread did in the launch from the race on."""
    played: Played = test.before.launches[test.launch]
    reader = next(played.events[place] for place in test.pair if played.events[place].kind == "read")
    own = [event for event in run.launches[test.launch].events if event.thread == reader.thread]
    done = [event for event in played.events if event.thread == reader.thread]
    return [(event.address, event.kind, event.after) for event in own[done.index(reader) + 1 :]]


def _more_accesses(test: _Turned) -> int:
    """How many more accesses the reader makes if it reads first."""
    played = test.before.launches[test.launch]
    before, after = (len(_reader_rest(run, test)) for run in (test.before, test.after))
    reads_first = played.events[test.pair.first].kind == "read"
    return before - after if reads_first else after - before


def _goes_on_alike(test: _Turned) -> bool:
    rests = [_reader_rest(run, test) for run in (test.before, test.after)]
    return rests[0] == rests[1]
