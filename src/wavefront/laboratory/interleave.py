"""The call of the race laboratory: a search whose threads take turns at every access, and its races."""

from __future__ import annotations

from collections import defaultdict
from inspect import signature
from types import FunctionType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ..errors import InputError, checked_flag, checked_integer, shown
from ..graph.vertices import checked_vertices, require_graph
from ..strategies import ACCOUNTS, STRATEGIES, checked_strategy
from .choosing import Schedule, Step, at_random, following, in_lockstep
from .evidence import Kind, kind_of
from .interleaving import Interleaving
from .order import races
from .record import Site
from .runs import Run, Search
from .schedules import Found, adversarial, played
from .verdicts import judged
from .whole_search import every_schedule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..graph import Graph

SCHEDULES = ("in_order", "lockstep", "random", "adversarial", "exhaustive")
MOST_SCHEDULES = {"adversarial": 200, "exhaustive": 20_000}
MOST_SHOWN = 200  # pairs of a kind of race whose places are told
KINDS = ("read", "write", "add", "min", "max", "or", "exch", "cas")  # of accesses
# Sizes that a drawing has room for, where the caller gives none: of blocks and warps, and of their queues.
SMALL = {"block_size": 4, "warp_size": 2, "capacity": 4, "warp_capacity": 2}


def interleave(
    strategy: str | Callable[..., Any],
    graph: Graph,
    source: int | Sequence[int] | np.ndarray,
    *,
    schedule: str | Schedule = "random",
    seed: int = 0,
    without: str | None = None,
    predecessors: bool = True,
    max_schedules: int | None = None,
    **options: Any,
) -> Interleaving:
    """Run a strategy's GPU kernels with their threads taking turns at every access, and judge their races.

    The kernels run as plain Python on small graphs; no GPU is needed. Memory is sequentially consistent: an
    access is seen by all threads before the next one.

    Parameters
    ----------
    strategy
        One of `STRATEGIES` that has an account; or a function that takes what those in ``strategies/`` take.
    source
        A vertex id, or several.
    schedule
        "random": every turn is drawn, by `seed`. "in_order": one thread after the other. "lockstep": every
        thread makes one access in turn. "adversarial": racing accesses are turned round, in one run after the
        other, until a result is wrong. "exhaustive": every order that can end differently. Or, for each
        launch, a list of turns: numbers of threads, such as the `choices` of an earlier run, or texts like
        "0 read tails", with which thread 0 goes on up to its next read of tails, and "0", as far as it can.
        What is left runs in order.
    seed
        Of "random".
    without
        Name of a barrier or an atomic to leave out, one of `sites`; an atomic becomes a read and a write.
    predecessors
        Whether the kernels record predecessors.
    max_schedules
        For "adversarial" the most that are run, by default 200; "exhaustive" is refused if it needs more, by
        default 20,000.
    **options
        The strategy's, for example ``capacity=``. Blocks have 4 threads, warps 2, a block's queue 4 vertices
        and a warp's 2, unless given.

    Raises
    ------
    InputError
        For a wrong argument, or a search that is too large.
    """
    require_graph(graph)
    graph = graph.to_device("cpu")
    sources = np.unique(checked_vertices(graph, source, "source").astype(graph.csr.dst.dtype))
    name, run, options = _checked_strategy(strategy, options)
    wants = checked_flag("predecessors", predecessors)
    search = Search(run, graph, sources, options, predecessors=wants, without=without)
    return interleaving_of(search, name, schedule, checked_integer("seed", seed, 0), max_schedules)


def interleaving_of(
    search: Search, name: str, schedule: str | Schedule, seed: int = 0, max_schedules: int | None = None
) -> Interleaving:
    """The search run in this schedule, as `interleave` returns it."""
    sites = _checked_site(search)
    found = _found(search, schedule, seed, max_schedules)
    positions = _races_of(found.run)
    return Interleaving(
        strategy=name,
        num_vertices=search.graph.num_vertices,
        sources=search.sources.tolist(),
        options=search.options,
        schedule=schedule if isinstance(schedule, str) else "given",
        seed=seed,
        without=search.without,
        sites=sites,
        launches=[launch.recorded() for launch in found.run.launches],
        levels=found.run.levels,
        predecessors=found.run.predecessors,
        problem=found.run.problem,
        races=judged(search, found, positions),
        schedules=found.schedules,
        wrong=found.wrong,
    )


def _checked_strategy(
    strategy: str | Callable[..., Any], options: dict[str, Any]
) -> tuple[str, Callable[..., Any], dict[str, Any]]:
    """The strategy's name, its function, and its options with small sizes for those not given."""
    run: Callable[..., Any]
    if isinstance(strategy, FunctionType):
        name, run = strategy.__name__, strategy
    else:
        name = checked_strategy(cast(str, strategy), options)
        if name not in ACCOUNTS:
            known = ", ".join(ACCOUNTS)
            raise InputError(f"strategy {name!r}: the laboratory runs the kernels of {known}")
        if checked_flag("library", options.get("library", False)):
            raise InputError("the laboratory doesn't run library=True: its kernels are the library's")
        run = STRATEGIES[name]
    small = {option: size for option, size in SMALL.items() if option in signature(run).parameters}
    return name, run, small | options


def _checked_site(search: Search) -> list[Site]:
    """The barriers and atomics of the intact search. Raises InputError if it lacks one that isn't there."""
    sites, without = search.intact().replay(()).sites, search.without
    if without is not None and (not isinstance(without, str) or without not in sites):
        known = f"choose one of {', '.join(sites)}" if sites else "there is none in these kernels"
        raise InputError(f"without {shown(without)}: {known}")
    return list(sites.values())


def _found(search: Search, schedule: str | Schedule, seed: int, most: int | None) -> Found:
    if not isinstance(schedule, str):
        return played(search, following(_checked_schedule(schedule)))
    if schedule not in SCHEDULES:
        known = ", ".join(map(repr, SCHEDULES))
        raise InputError(f"schedule {shown(schedule)}: choose one of {known}, or give a run's choices")
    if schedule in MOST_SCHEDULES:
        limit = MOST_SCHEDULES[schedule] if most is None else checked_integer("max_schedules", most, 1)
        return (adversarial if schedule == "adversarial" else every_schedule)(search, limit)
    single = {"in_order": following(()), "lockstep": in_lockstep(), "random": at_random(seed)}
    return played(search, single[schedule])


def _checked_schedule(schedule: Schedule) -> Schedule:
    if not isinstance(schedule, list | tuple) or not all(
        isinstance(turns, list | tuple) for turns in schedule
    ):
        raise InputError(f"schedule {shown(schedule)}: a list of threads' turns for each launch")
    return [[_checked_turn(turn) for turn in turns] for turns in schedule]


def _checked_turn(turn: object) -> int | Step:
    if not isinstance(turn, str):
        return checked_integer("schedule: a turn", turn, 0)  # type: ignore[arg-type]
    thread, *until = turn.split()
    if not thread.isdecimal() or len(until) not in (0, 2) or (until and until[0] not in KINDS):
        kinds = ", ".join(KINDS)
        raise InputError(f"schedule: {shown(turn)} is no turn; '0 read tails' is one, with one of {kinds}")
    return Step(int(thread), *(until or (None, None)))


def _races_of(run: Run) -> dict[Kind, list[tuple[int, int, int]]]:
    """The races of one run: launch, and positions of the two accesses."""
    found: dict[Kind, list[tuple[int, int, int]]] = defaultdict(list)
    for number, launch in enumerate(run.launches):
        for pair in races(launch.events, launch.barriers):
            kind = kind_of(launch.events[pair.first], launch.events[pair.second])
            if len(found[kind]) < MOST_SHOWN:
                found[kind].append((number, *pair))
    return found
