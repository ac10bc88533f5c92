"""Searches by weights for the page: `sssp` and `bellman_ford`, their kernels run in the laboratory."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from ..algorithms.bellman_ford import bellman_ford, rounds
from ..algorithms.sssp import near_far, sssp
from ..algorithms.sssp.api import GPU_DELTA_WEIGHTS, automatic_delta
from ..algorithms.sssp.stop import NO_STOP
from ..algorithms.sssp.whole import searched
from ..device import Python
from ..graph.weight_types import search_type
from ..laboratory.interleave import interleaving_of
from ..laboratory.runs import Search
from ..validate.rules import ValidationError
from .advances import WARP
from .encoding import levels_of, plain

if TYPE_CHECKING:
    from ..device import Device
    from ..graph import Graph
    from ..laboratory.interleaving import Interleaving
    from ..laboratory.record import Access, Launch

ALGORITHMS = {"sssp": sssp, "bellman_ford": bellman_ford}
WEIGHTED = tuple(ALGORITHMS)


def page_delta(graph: Graph) -> float:
    """The delta where none is given: a GPU's, but for WARP lanes, so that small graphs have several piles."""
    return automatic_delta(graph, Python()) * WARP / GPU_DELTA_WEIGHTS


class WeightedSearch:
    """A search by weights whose kernels can be run in any order of accesses."""

    def __init__(self, name: str, graph: Graph, sources: np.ndarray, delta: float) -> None:
        """Raises InputError for weights that the algorithm doesn't take."""
        algorithm: Any = ALGORITHMS[name]
        found = algorithm(graph, sources, device="cpu", predecessors=False)
        expected = searched(found.distances, found.device)

        def validate(graph: Graph, sources: np.ndarray, distances: np.ndarray, _: None) -> None:
            if (wrong := np.flatnonzero(distances != expected)).size:
                vertex = wrong[0]
                shown = f"vertex {vertex} has distance {distances[vertex]}, not {expected[vertex]}"
                raise ValidationError("distances", shown)

        run = {"sssp": _near_far, "bellman_ford": _rounds}[name]
        options = {"delta": delta} if name == "sssp" else {}
        self.name = name
        self._search = Search(run, graph, sources, options, predecessors=False, validate=validate)

    def run(self, schedule: str, seed: int = 0, max_schedules: int | None = None) -> Interleaving:
        """The search in this schedule; its `levels` are the distances."""
        return interleaving_of(self._search, self.name, schedule, seed, max_schedules)


def _near_far(
    graph: Graph, sources: np.ndarray, device: Device, *, delta: float, **unused: Any
) -> tuple[np.ndarray, None]:
    distances = _infinite(graph, device)
    near_far.lower_distances(graph, sources, delta, NO_STOP, device, distances)
    return distances, None


def _rounds(graph: Graph, sources: np.ndarray, device: Device, **unused: Any) -> tuple[np.ndarray, None]:
    distances = _infinite(graph, device)
    rounds.lower_distances(graph, sources, device, distances, by_host=True)
    return distances, None


def _infinite(graph: Graph, device: Device) -> Any:
    weights = graph.csr.weights
    return device.xp.full(graph.num_vertices, inf, search_type(weights))


def steps_of(run: Interleaving) -> list[dict[str, Any]]:
    """What each step of the search did: the vertices that it began with, their edges, and what they brought.

    `near` vertices with `edges` edges lowered the distances of `lowered` vertices; then `far` are in the far
    pile, which `bound` parts from the near one. `bellman_ford` has no piles.
    """
    rows: dict[int, dict[str, Any]] = {}
    for launch, step in zip(run.launches, levels_of(run.launches), strict=True):
        before = rows.get(step - 1, {})
        piles: dict[str, Any] = {name: before[name] for name in ("bound", "far") if name in before}
        row = rows.setdefault(step, {"step": step, "near": 0, "edges": 0, "lowered": 0, **piles})
        if launch.kernel == "measure":
            row["near"] = len(_contents(launch, "items"))
        elif launch.kernel == "walk_tile":
            row["edges"] = _contents(launch, "offsets")[-1]
            row["lowered"] = len({access.index for access in launch.accesses if _lowers(access)})
            if "bound" in launch.numbers:
                row["bound"] = plain(launch.numbers["bound"])
                added = [access.after for access in launch.accesses if access.array == "far_size"]
                row["far"] = [*_contents(launch, "far_size"), *added][-1]
    return list(rows.values())


def _contents(launch: Launch, name: str) -> list[Any]:
    """The array's contents when the launch began."""
    return next(array.contents for array in launch.arrays if array.name == name)


def _lowers(access: Access) -> bool:
    return access.array == "distances" and access.is_atomic and access.after != access.before
