"""The memory that a call takes, told before it allocates, and in the error where it doesn't fit.

Each algorithm has its formula beside it, a function `needs` in its file, or in memory.py of its folder, and
`needs_on_gpu` where a GPU's arrays are others; those of breadth-first search are beside its strategies. The
formulas name the arrays that are there at the peak. tests/algorithms/test_memory.py and test_gpu_memory.py
measure them, and benchmarks/gpu_memory.py does on a GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from inspect import signature
from typing import TYPE_CHECKING, Any

from ..device import Cpu, get_device
from ..errors import InputError, shown
from ..graph.needs import to_build_with, views_to_build
from ..graph.vertices import require_graph
from ..text_table import text_table
from . import ALGORITHMS, FUNCTIONS
from .level_types import checked_level_types

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..device import Device
    from ..graph import Graph
    from ..graph.needs import Needs


# The functions with a formula, by name: of those without a value per vertex only this one.
TOLD = ALGORITHMS | {row.name: row for row in FUNCTIONS if row.name == "k_shortest_paths"}


@dataclass(frozen=True)
class MemoryNeeded:
    """The memory that a call takes at most, beyond what is in use before it.

    Attributes
    ----------
    algorithm
        Its name.
    device
        Where it would run, and the memory is.
    parts
        Bytes by what they are for; views are kept by the graph, and needed once.
    """

    algorithm: str
    device: Device
    parts: dict[str, int]

    @property
    def bytes(self) -> int:
        """All of the parts."""
        return sum(self.parts.values())

    @property
    def free(self) -> int | None:
        """Bytes that are free on the device now; None where unknown."""
        return self.device.free_memory()

    def __int__(self) -> int:
        return self.bytes

    def __str__(self) -> str:
        rows = [*self.parts.items(), ("in all", self.bytes)]
        return text_table([self.algorithm, "bytes"], rows)

    def __repr__(self) -> str:
        return f"MemoryNeeded({self.algorithm} on {self.device.name}, {self.bytes:,} bytes)"


def memory_needed(
    graph: Graph, algorithm: str, *, device: str | Device = "auto", **options: Any
) -> MemoryNeeded:
    """The bytes that a call takes at most, told without making it: ``memory_needed(g, "bfs")`` of ``bfs(g)``.

    They are those of the arrays at the peak, the result's and those views of the graph that it doesn't have
    yet included. What the machine's allocator and compiled code take comes on top, and is not told.

    Parameters
    ----------
    algorithm
        The name of a function of this package, such as "bfs" or "pagerank".
    device
        As for `bfs`.
    **options
        As the call has them; those that don't matter may be left out, such as the source of a single search.

    Raises
    ------
    InputError
        For an unknown algorithm, an option that it doesn't have, a strategy of bfs other than fused, or
        `within` without a source.
    DeviceError
        For a GPU that isn't there.
    """
    require_graph(graph)
    if not isinstance(algorithm, str) or algorithm not in TOLD:
        raise InputError(f"memory is told of {', '.join(TOLD)}, not of {shown(algorithm)}")
    where = get_device(device, graph.device)
    function = getattr(_home(algorithm), algorithm)
    try:
        given = signature(function).bind_partial(graph, **options)
    except TypeError as error:
        raise InputError(f"{algorithm}: {error}") from None
    given.apply_defaults()
    needs = _formula(algorithm, where)(graph, where, given.arguments)
    parts = views_to_build(graph, needs.views, where)
    building = needs.before + to_build_with(graph, parts, where)
    if building > sum(needs.parts.values()):
        return MemoryNeeded(algorithm, where, {**_named(parts), "building the views": building})
    return MemoryNeeded(algorithm, where, {**_named(parts), **needs.parts})


def _named(views: dict[str, int]) -> dict[str, int]:
    return {f"view {name}": size for name, size in views.items()}


def _formula(algorithm: str, device: Device) -> Callable[[Graph, Device, dict[str, Any]], Needs]:
    if algorithm == "bfs":
        return _needs_of_bfs
    home = _home(algorithm)
    if hasattr(home, "__path__"):
        home = import_module(".memory", home.__name__)
    formula: Callable[..., Needs] = home.needs
    return formula if isinstance(device, Cpu) else getattr(home, "needs_on_gpu", formula)


def _home(algorithm: str) -> Any:
    """The module of the algorithm's function."""
    return import_module(f".{TOLD[algorithm].module}", __package__)


def _needs_of_bfs(graph: Graph, device: Device, arguments: dict[str, Any]) -> Needs:
    from ..strategies import checked_strategy
    from ..strategies.fused.needs import needs

    name = checked_strategy(arguments["strategy"], arguments.get("options", {}))
    if name != "fused":
        raise InputError(f"the memory of a bfs is told of strategy 'fused', not of {name!r}")
    widest = checked_level_types(arguments["level_dtype"])[-1]
    return needs(graph, device, {**arguments, "level_dtype": widest})
