"""What the race laboratory returns: the trace of one run, its result, and the verdicts on its races."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..text_table import GAP, WIDTH, folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

    from .record import Launch, Place, Site
    from .verdicts import Race

MOST_COLUMNS = 8  # threads that get a column of their own


@dataclass(frozen=True, eq=False)
class Interleaving:
    """One search whose threads took turns at every access, and what is known of its races.

    Attributes
    ----------
    strategy, num_vertices, sources, options, schedule, seed, without
        What ran: the strategy's name, its options, how turns were chosen, and what was left out, if anything.
    sites
        The barriers and atomics of the kernels, which a run can do `without`.
    launches
        The trace: for each launch its arrays' contents, and every access in order.
    levels, predecessors
        V int32 and V vertex ids: the result of this run, right or wrong. None where a fault ended the run.
    problem
        What is wrong with the result, or the fault; None if the result is right.
    races
        Every kind of race found in the schedules run, with its verdict; the harmful ones first.
    schedules, wrong
        How many schedules were run to find races, and how many of them had a wrong result. The run shown is a
        wrong one if there is any.
    """

    strategy: str
    num_vertices: int
    sources: list[int]
    options: dict[str, Any]
    schedule: str
    seed: int
    without: str | None
    sites: list[Site]
    launches: list[Launch]
    levels: np.ndarray | None
    predecessors: np.ndarray | None
    problem: str | None
    races: list[Race]
    schedules: int
    wrong: int

    @property
    def choices(self) -> list[list[int]]:
        """The threads' turns for each launch: the schedule that repeats this run."""
        return [launch.choices for launch in self.launches]

    @property
    def harmful(self) -> list[Race]:
        """The races that can make a result wrong."""
        return [race for race in self.races if race.verdict == "harmful"]

    def to_json(self) -> str:
        """One JSON object; docs/guide/race-laboratory.md lists its fields."""
        places: dict[Place, int] = {}
        launches = [launch.as_record(places) for launch in self.launches]
        races = [
            {**vars(race), "places": [places.setdefault(place, len(places)) for place in race.places]}
            for race in self.races
        ]
        sites = [
            {**site._asdict(), "place": places.setdefault(site.place, len(places))} for site in self.sites
        ]
        names = "strategy num_vertices sources options schedule seed without problem schedules wrong"
        return json.dumps(
            {
                **{name: getattr(self, name) for name in names.split()},
                "levels": None if self.levels is None else self.levels.tolist(),
                "predecessors": None if self.predecessors is None else self.predecessors.tolist(),
                "places": [place._asdict() for place in places],
                "sites": sites,
                "launches": launches,
                "races": races,
            }
        )

    def table(self, launch: int | None = None) -> str:
        """The accesses of a launch, or of all, as text: one line per access, a column per thread.

        ``!`` marks an access of a harmful race, ``*`` one of a harmless race.
        """
        numbers = range(len(self.launches)) if launch is None else [launch]
        return "\n\n".join("\n".join(self._lines(number)) for number in numbers)

    def _lines(self, number: int) -> Iterator[str]:
        launch = self.launches[number]
        given = "".join(f", {name} {value}" for name, value in launch.numbers.items())
        count = launch.blocks * launch.threads
        blocks = f" in {launch.blocks} blocks" if launch.blocks > 1 else ""
        yield f"launch {number}: {launch.kernel}, {_counted(count, 'thread')}{blocks}{given}"
        marks = self._marks(number)
        barriers = {barrier.position: barrier for barrier in launch.barriers}
        width = max((len(str(access)) for access in launch.accesses), default=0)
        columns = sorted({access.thread for access in launch.accesses})[:MOST_COLUMNS]
        room = 3 * len(columns)
        for position, access in enumerate(launch.accesses):
            if position in barriers:
                yield f"       {'=' * room}   barrier of threads {_listed(barriers[position].threads)}"
            place = columns.index(access.thread) if access.thread in columns else len(columns) - 1
            turn = f"{' ' * 3 * place}{access.thread:>3}".ljust(room)
            line = f"{position:>5} {marks.get(position, ' ')}{turn}   {str(access).ljust(width)}"
            yield from _beside(line, len(line) - width, access.place.text.split("  #")[0])
        if launch.fault is not None:
            yield folded(f"  fault: {launch.fault}")

    def _marks(self, number: int) -> dict[int, str]:
        marks: dict[int, str] = {}
        for race in reversed(self.races):  # the harmful ones last
            for where, *pair in race.found:
                if where == number:
                    marks |= dict.fromkeys(pair, "!" if race.verdict == "harmful" else "*")
        return marks

    def summary(self) -> str:
        """What ran, how it ended, and the verdict on each kind of race, as text."""
        lacks = "" if self.without is None else f" without {self.without}"
        how = f"{self.schedule} (seed {self.seed})" if self.schedule == "random" else self.schedule
        lines = [
            f"{self.strategy}{lacks}, {how}: {_counted(self.schedules, 'schedule')}, {self.wrong:,} wrong",
            f"result: {'right' if self.problem is None else 'wrong: ' + self.problem}",
        ]
        lines += [f"{race}" for race in self.races]
        return folded("\n".join(lines if self.races else [*lines, "no races"]))

    def __str__(self) -> str:
        """The summary; below it, the launches with a harmful race or a fault."""
        bad = {number for race in self.harmful for number, *_ in race.found}
        bad |= {number for number, launch in enumerate(self.launches) if launch.fault is not None}
        return "\n\n".join([self.summary(), *(self.table(number) for number in sorted(bad))])

    def __repr__(self) -> str:
        end = "right" if self.problem is None else "wrong"
        schedules = _counted(self.schedules, "schedule")
        return f"Interleaving({self.strategy}, {schedules}, {end}, {len(self.races)} races)"


def _beside(line: str, access: int, code: str) -> Iterator[str]:
    """A line of a trace and its code; if they don't fit one line, the code below the `access`, indented."""
    if len(line) + 3 + len(code) <= WIDTH:
        yield f"{line}   {code}".rstrip()
    else:
        yield line.rstrip()
        yield " " * max(0, min(access + GAP, WIDTH - len(code))) + code


def _counted(count: int, name: str) -> str:
    return f"{count:,} {name}{'' if count == 1 else 's'}"


def _listed(threads: tuple[int, ...]) -> str:
    ordered = sorted(threads)
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]} to {ordered[-1]}"
    return ", ".join(map(str, ordered))
