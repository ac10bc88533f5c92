"""Every method, on the same searches: its time on each device, and its threads' work if it has an account.

A method is a strategy with options: on request, each of its layouts and its literal form have a row each.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from numbers import Integral, Real
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import generators
from ..algorithms.bfs import bfs
from ..device import Cpu, Cuda, get_device
from ..errors import DeviceError, InputError, checked_counts, checked_flag, require_one_of
from ..graph.vertices import checked_vertices, require_graph
from ..progress import reporting, steps
from ..strategies import COUNTED, METHODS, NO_ACCOUNT, STRATEGIES, options_of
from .account import account
from .comparison import SIGNS, Comparison, MethodResult, method_name
from .searches import search_times

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from ..accounting.arithmetic import LevelWork, Range
    from ..device import Device
    from ..graph import Graph
    from ..progress import Progress

logger = logging.getLogger("wavefront")

TOO_LONG = 10_000.0  # milliseconds of a first search after which the method is not run again
ROUNDS = 3  # over all methods; with 4 sources each method searches 12 times
# Levels times vertices of a search that is traced: a trace looks at all vertices in each level.
MOST_TRACED = 10**9
# Columns of the account that are added up over the levels.
ADDED_UP = (
    "kernel_launches",
    "edges_inspected",
    "threads_launched",
    "warp_steps",
    "sectors_read",
    "sectors_written",
    "claims_tried",
    "block_atomics",
    "global_atomics",
    "global_contention",
    "bytes_to_host",
)


def compare(
    graph: Graph,
    sources: Sequence[int] | np.ndarray,
    *,
    device: str | Device = "auto",
    rounds: int = ROUNDS,
    layouts: bool = False,
    literal: bool = False,
    progress: Progress = False,
    **options: Any,
) -> Comparison:
    """Search from each source by every method, and say how long it took and what its threads did.

    Times include levels and predecessors, and leave out compiling, copying to the GPU and building the
    views that a method reads. Every method's first search is validated.

    Parameters
    ----------
    sources
        Vertex ids, each a search of its own.
    device
        As for `bfs`; "auto" is every device present, the CPU and the first GPU.
    rounds
        Times that each method searches from each source; methods take turns. A method whose first search
        takes over 10 s is not run again.
    layouts
        Whether each layout that a strategy takes has a row of its own.
    literal
        Whether the book's own form of a strategy has a row of its own, below ours, if texts print that
        strategy over the given layout=.
    progress
        As for `read`: of the turns of a method on a device.
    **options
        Of strategies, for example ``capacity=``: each strategy gets those that it takes. Those that have no
        such layout= keep their own.

    Returns
    -------
    Comparison
        A method that the graph does not suit, or that needs more memory than a GPU has, is left out, with a
        warning to the logger ``wavefront``.

    Raises
    ------
    InputError
        For a source that is no vertex, no source at all, a bad number of rounds, or an option or a value of
        one that no strategy takes.
    DeviceError
        For a GPU that isn't there.
    ValidationError
        For a method whose search is wrong.
    """
    require_graph(graph)
    (rounds,) = checked_counts(rounds=rounds)
    methods = _methods(options, checked_flag("layouts", layouts), checked_flag("literal", literal))
    vertices = checked_vertices(graph, sources, "sources").tolist()
    devices = _present() if isinstance(device, str) and device == "auto" else [get_device(device)]
    if options:
        _check_values(options.keys(), methods, devices[0])
    with reporting(progress, "compare") as report:
        advance = steps(len(methods) * (1 + len(devices) * (1 + rounds)), report)
        pushed = [account(graph, source, "push").rows for source in vertices]
        # The levels in which push inspects most edges.
        busiest = [max(rows, key=lambda row: row.edges_inspected).level for rows in pushed]
        work = {}
        for name, arguments in methods.items():
            work[name] = _work(graph, vertices, busiest, **arguments)
            advance()
        is_short = len(pushed[0]) * graph.num_vertices < MOST_TRACED
        rows = []
        for where in devices:
            taken = search_times(graph, vertices, where, methods, rounds, TOO_LONG, advance)
            found = {name: figures if _is_of(where, methods[name]) else {} for name, figures in work.items()}
            for name, times in taken.items():
                if not found[name] and is_short and times[0] <= TOO_LONG:
                    found[name] = _directions(graph, vertices[0], where, methods[name])
            rows += _rows(where, methods, taken, found)
    return Comparison(rows)


def _methods(options: Mapping[str, Any], layouts: bool, literal: bool) -> dict[str, dict[str, Any]]:
    """What every method passes to `bfs`, by the method's name.

    Raises InputError for an option or a layout that no strategy takes.
    """
    if unknown := options.keys() - {option for name in STRATEGIES for option in options_of(name)}:
        raise InputError(f"no strategy takes {', '.join(sorted(unknown))}")
    if "layout" in options:
        every = [layout for name in STRATEGIES for layout in _layouts(name)]
        require_one_of("layout", options["layout"], dict.fromkeys(every))
    methods: dict[str, dict[str, Any]] = {}
    for strategy in STRATEGIES:
        known = options_of(strategy)
        given = {option: _plain(value) for option, value in options.items() if option in known}
        if given.get("layout") not in _layouts(strategy):
            given.pop("layout", None)
        forms = [given]
        if literal and "literal" in known and _is_printed(strategy, {**known, **given}):
            forms.append(given | {"literal": True})
        if layouts and "layout" in known.keys() - options.keys():
            others = [layout for layout in _layouts(strategy) if layout != known["layout"]]
            forms += [given | {"layout": layout} for layout in others]
        methods |= {method_name(strategy, form): {"strategy": strategy, **form} for form in forms}
    return methods


def _layouts(strategy: str) -> Sequence[str]:
    return [*getattr(METHODS[strategy], "LAYOUTS", ())]


def _is_printed(strategy: str, options: Mapping[str, Any]) -> bool:
    """Whether texts print the strategy with these options: over its first layout, if no table says more."""
    printed = getattr(METHODS[strategy], "PRINTED", _layouts(strategy)[:1])
    return not options.get("library") and ("layout" not in options or options["layout"] in printed)


def _plain(value: Any) -> Any:
    """The value of an option as Python's own number, if it is a number of another type, such as NumPy's."""
    if isinstance(value, Integral):
        return int(value) if not isinstance(value, bool) else value
    if isinstance(value, np.bool_):
        return bool(value)
    return float(value) if isinstance(value, Real) else value


def _check_values(
    options: AbstractSet[str], methods: Mapping[str, Mapping[str, Any]], device: Device
) -> None:
    """Raise InputError for an option's value that no strategy takes."""
    tiny = generators.path(2)
    accepted: set[str] = set()
    refusals: dict[str, Exception] = {}
    for arguments in methods.values():
        if not arguments.keys() & options - accepted:  # a search might compile
            continue
        try:
            bfs(tiny, 0, device=device, **arguments)
        except (InputError, DeviceError) as error:
            refusals |= dict.fromkeys(arguments, error)
        else:
            accepted |= arguments.keys()
    for option in options:
        if option not in accepted:
            raise refusals[option]


def _present() -> list[Device]:
    """The CPU and, if there is one that can be used, the first GPU."""
    found: list[Device] = [Cpu()]
    with suppress(DeviceError):
        found.append(Cuda())
    return found


def _rows(
    device: Device,
    methods: Mapping[str, Mapping[str, Any]],
    taken: Mapping[str, Sequence[float]],
    work: Mapping[str, Mapping[str, Any]],
) -> list[MethodResult]:
    medians = {name: median(times) for name, times in taken.items()}
    best = min(medians.values(), default=0.0)
    return [
        MethodResult(
            device=device.name,
            strategy=methods[name]["strategy"],
            options={option: value for option, value in methods[name].items() if option != "strategy"},
            milliseconds=milliseconds,
            ratio=milliseconds / best,
            searches=len(taken[name]),
            **work[name],
        )
        for name, milliseconds in medians.items()
    ]


def _work(
    graph: Graph, sources: Sequence[int], busiest: Sequence[int], strategy: str, **options: Any
) -> dict[str, Any]:
    """The work columns of `MethodResult`, by the accounts of searches from sources with their busiest levels.

    Empty for a method without an account, and for one that the graph does not suit.
    """
    if strategy in NO_ACCOUNT:
        return {}
    try:
        accounts = [account(graph, source, strategy, **options).rows for source in sources]
    except InputError:
        return {}
    busy = [rows[level - 1 : level] for rows, level in zip(accounts, busiest, strict=True)]
    found = {column: _mean(accounts, column) for column in ADDED_UP}
    found |= {f"busiest_{column}": _mean(busy, column) for column in ("warp_steps", "longest_thread")}
    return {**found, "directions": "".join(SIGNS[row.direction] for row in accounts[0])}


def _is_of(device: Device, arguments: Mapping[str, Any]) -> bool:
    """Whether the method's account holds for the device: one that was counted is of the CPU's own form."""
    return arguments["strategy"] not in COUNTED or isinstance(device, Cpu)


def _mean(accounts: Sequence[Sequence[LevelWork]], column: str) -> int | None:
    """A column added up over the levels, as a mean over the accounts; None if a level's isn't counted."""
    figures = [[getattr(row, column) for row in rows] for rows in accounts]
    if any(figure is None for levels in figures for figure in levels):
        return None
    return round(fmean(sum(map(_most, levels)) for levels in figures))


def _directions(graph: Graph, source: int, device: Device, arguments: Mapping[str, Any]) -> dict[str, str]:
    """The directions of one search, by its trace."""
    trace = bfs(graph, source, device=device, trace=True, **arguments).trace
    assert trace is not None
    return {"directions": "".join(SIGNS[level.direction] for level in trace.levels)}


def _most(figure: Range) -> int:
    return figure[1] if isinstance(figure, tuple) else figure
