"""Shortest paths from one or more vertices: the function that callers use, and its result."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from ...device import Cpu, Device, get_device, working_on
from ...errors import checked_flag, checked_positive
from ...filters import checked_filters
from ...graph.vertices import distinct_vertices, require_graph
from ...graph.weight_types import has_integers, search_type
from ...trace import Trace, pushed
from ..level_queue import has_room
from ..result import note_filters, result_array
from ..shortage import shortage
from . import buckets, narrow, near_far
from .levels import record_buckets
from .nearby import NEARBY, nearby
from .result import SsspResult, nearby_result
from .stop import checked_stop
from .tree import tree
from .typical import typical_at_mean, typical_of
from .weights import means_of, require_no_negative
from .whole import answered

if TYPE_CHECKING:
    from ...filters import Filter
    from ...graph import Graph
    from ...graph.vertices import Vertices

# Weights that an automatic delta spans, times a power of the degree: typical ones (typical.py), but mean ones
# for the 512. Davidson et al.'s 32, a warp's width, on the CPU. On a GPU, driven by the host, 16 times as
# many: steps cost launches. Where later buckets may have other widths, the first one's:
# docs/decisions/0007-algorithms-on-the-cpu.md, and 0018-gpu-algorithms.md.
CPU_DELTA_WEIGHTS, CPU_FIRST_WEIGHTS = 32.0, 8.0
GPU_DELTA_WEIGHTS, GPU_FIRST_WEIGHTS = 512.0, 16.0


def sssp(
    graph: Graph,
    source: Vertices,
    *,
    delta: float | None = None,
    device: str | Device = "auto",
    predecessors: bool = True,
    target: Vertices | None = None,
    cutoff: float | None = None,
    deterministic: bool = True,
    trace: bool = False,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
) -> SsspResult:
    """Shortest paths from one or more vertices, by the sum of their weights, none negative.

    Delta-stepping: Meyer and Sanders, "Delta-stepping: a parallelizable shortest path algorithm", Journal of
    Algorithms 2003; on a GPU with two piles, near and far: Davidson et al., "Work-Efficient Parallel GPU
    Methods for Single-Source Shortest Paths", IPDPS 2014, section 4.3. Work O(V + E) for a delta that suits
    the weights, O(V E) at worst.

    Parameters
    ----------
    source
        A vertex id, or several: a distance is then that from the nearest.
    delta
        The width of a bucket, in units of the weights: at `inf` there is one bucket (Bellman and Ford). A
        small delta gives many steps, a large one relaxes edges in vain. The default is the first bucket's, 8
        weights over the degree to the power of 1.5, on a GPU 16; later ones are as wide as their work asks
        for. The weight is the mean one, but less where a few are large, and more where none is light. The
        degree is the mean of the vertices that have edges; on the CPU it is more where edges lead to hubs.
        With a trace all buckets are 4 times as wide on the CPU; on a GPU with a trace, 512 mean weights over
        the mean degree.
    device
        As for `bfs`.
    predecessors
        Whether to find predecessors: one more pass over the edges. A GPU needs that by float64 weights, and
        where a distance by others but float32 is 2^24 or more.
    target
        A vertex id, or several: stop once each has its distance. Distances up to the largest of theirs are
        complete; vertices further away are unreached.
    cutoff
        The largest distance to find, in units of the weights; vertices further away are unreached.
    deterministic
        As for `bfs`, but always so: nothing in the result depends on the timing.
    trace
        Whether to record the buckets: a row for each, of its vertices and the next bucket's. On the CPU the
        first has all of the time. A GPU's steps are launched one by one then.
    vertex_filter, edge_filter
        As for `bfs`. Weights of edges that are dropped are checked all the same.

    Notes
    -----
    Distances are added up from the source on: by float32 weights in that type, else in float64, which is
    exact for integers below 2^53; in float32 where integers stay exact in it, too. A weight of
    infinity is no edge. Without weights every edge has weight 1. Of several possible predecessors the
    smallest one that is nearer than the vertex is taken. Where none is nearer (weights of 0, or too small to
    count) one as near is taken that fewest such edges separate from a vertex entered otherwise: of these the
    smallest.

    Raises
    ------
    InputError
        For a source or target that is no vertex, a weight that is negative or no number, a delta that isn't
        positive, a cutoff that is negative, or a source or filter as `bfs` refuses it; for a distance of 2^53
        or more by integer weights.
    DeviceError
        For a GPU that isn't there, or that has too little memory.
    """
    checked_flag("deterministic", deterministic)
    found = float_paths(
        graph,
        source,
        for_sssp=True,
        delta=delta,
        device=device,
        predecessors=predecessors,
        target=target,
        cutoff=cutoff,
        trace=trace,
        vertex_filter=vertex_filter,
        edge_filter=edge_filter,
    )
    if NEARBY in vars(found):
        return found
    with working_on(found.device, shortage, "sssp", graph, {}):
        # The result isn't anyone's yet: its distances become integers where they are, if there is room.
        weights, distances = graph.csr.weights, found.distances
        if has_integers(weights) and distances.dtype.kind == "f":
            memory = result_array(graph, np.int64) if distances.dtype == np.float32 else None
            vars(found)["distances"] = answered(distances, weights, found.device, memory)
    return found


def float_paths(
    graph: Graph,
    source: Vertices,
    *,
    delta: float | None = None,
    device: str | Device = "auto",
    predecessors: bool = True,
    target: Vertices | None = None,
    cutoff: float | None = None,
    trace: bool = False,
    vertex_filter: Filter | None = None,
    edge_filter: Filter | None = None,
    for_sssp: bool = False,
) -> SsspResult:
    """As `sssp`, with the distances as they are added up: floats, infinite where there is no path.

    By integer weights they are float64, rounded from 2^53 on, and none is refused. With `for_sssp` a search
    that ends nearby returns the result of `sssp` itself, and one by integer weights may have float32, or the
    integers.
    """
    require_graph(graph)
    sources = distinct_vertices(graph, source, "source")
    predecessors = checked_flag("predecessors", predecessors)
    trace = checked_flag("trace", trace)
    if delta is not None:
        (delta,) = checked_positive(delta=delta)
    where = get_device(device, graph.device)
    with working_on(where, shortage, "sssp", graph, {}):
        views = graph.to_device(where)
        require_no_negative(views, remembered=isinstance(where, Cpu))
        filters = checked_filters(views, sources, vertex_filter, edge_filter, where)
        in_one_launch = not isinstance(where, Cpu) and not trace and has_room(views)
        adapts = delta is None and (in_one_launch or (isinstance(where, Cpu) and not trace))
        span = automatic_delta(views, where, adapts) if delta is None else delta
        dtype = search_type(views.csr.weights)
        stop = checked_stop(graph, cutoff, target, dtype)
        record, bounds, parents = Trace(where, views.out_degrees) if trace else None, [], None
        if for_sssp and record is None and filters is None and isinstance(where, Cpu):
            found = nearby(views, sources, stop, where)
            if found is not None:
                return nearby_result(graph, sources, found, predecessors, span, where)
            distances = narrow.distances_of(views, sources, span, adapts, stop, where)
        elif isinstance(where, Cpu):
            distances = result_array(graph, dtype)
            run = partial(buckets.lower_distances, views, sources, span, adapts, stop)
            pushed(record, where, lambda device: run(device, distances, filters))
        elif in_one_launch:
            from . import one_launch  # here, since only a GPU needs its kernels

            search = one_launch.Search(views, sources, span, adapts, stop, filters)
            distances, parents = one_launch.paths(search, where, predecessors, for_sssp)
        else:
            distances = where.xp.full(graph.num_vertices, inf, dtype)
            bounds = near_far.lower_distances(views, sources, span, stop, where, distances, filters, record)
        if parents is None:
            stop.forget_beyond(distances)
        if record is not None:
            record_buckets(record, views, span, bounds, distances, where)
        if predecessors and parents is None:
            parents = tree(views, sources, distances, where, filters)
    result = SsspResult(graph, sources, distances, parents, span, where, record)
    note_filters(result, filters)
    return result


def automatic_delta(graph: Graph, device: Device, adapts: bool = False) -> float:
    """The delta that a search takes by default; the first bucket's if it `adapts`.

    Figures behind the CPU's: docs/decisions/0007-algorithms-on-the-cpu.md.
    """
    if isinstance(device, Cpu):
        weight, degree = typical_of(graph)
        delta = (CPU_FIRST_WEIGHTS if adapts else CPU_DELTA_WEIGHTS) * weight / degree**1.5
    elif adapts:
        weight, degree = typical_at_mean(graph)
        delta = GPU_FIRST_WEIGHTS * weight / degree**1.5
    else:
        weight, degree = means_of(graph)
        delta = GPU_DELTA_WEIGHTS * weight / degree
    return delta if 0 < delta < inf else inf  # weights are all 0, all infinite, or enormous
