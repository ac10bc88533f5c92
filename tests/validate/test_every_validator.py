"""Every validator, on right results with one change: it refuses each change that makes a result wrong."""

from inspect import signature

import numpy as np
import pytest
from graphs import RUN_IDS, RUNS, SIMULATED, suited

import wavefront as wf
from wavefront.algorithms import ALGORITHMS

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about validators, which run in NumPy")

GRAPHS = {
    "no vertices": lambda: wf.Graph.from_edges([], [], 0),
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "self-loop": lambda: wf.Graph.from_edges([0], [0], 1),
    "two vertices": lambda: wf.Graph.from_edges([], [], 2),
    "one edge": lambda: wf.Graph.from_edges([0], [1], 2),
    "two edges": lambda: wf.Graph.from_edges([0, 1], [1, 0], 2),
    "no edges": lambda: wf.Graph.from_edges([], [], 4),
    "path": lambda: wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 4]),
    "diamond": lambda: wf.Graph.from_edges([0, 0, 1, 2, 3], [1, 2, 3, 3, 0], 5),
    "triangle and more": lambda: wf.Graph.from_edges([0, 1, 2, 2, 3, 3], [1, 2, 0, 3, 4, 4], 6),
}
SOURCES = {"source": [0], "sources": [[0], [1, 0], None]}
REFUSED = wf.ValidationError, wf.InputError


def arguments_of(row, graph):
    """The arguments that say where to start: all that are tried."""
    for start in SOURCES[row.start] if row.start else [None]:
        is_there = start is None or np.max(start) < graph.num_vertices
        if is_there and (start is not None or row.start is None or row.name == "betweenness_centrality"):
            yield {} if start is None else {row.start: start}


def changed(array):
    """The array with one change, of each kind and at each place."""
    yield from (np.append(array, np.zeros(1, array.dtype)), array[None], array.astype(complex))
    yield from (array.astype(str), array.astype(object))
    if array.size:
        yield from (array[:-1], array[:0])
    if array.dtype.kind == "i":
        limits = np.iinfo(array.dtype)
        values = [-2, -1, 0, 1, array.size, limits.min, limits.max]
    else:
        values = [np.nan, np.inf, -np.inf, -1.0, 0.0, 0.25, 1e300]
    for place in np.ndindex(array.shape):
        for value in (*values, array[place] + 1, array[place] - 1, array[place] / 2):
            yield replaced(array, {place: value})
    for first in np.ndindex(array.shape):
        for second in np.ndindex(array.shape):
            yield replaced(array, {first: array[second], second: array[first]})


def replaced(array, values):
    copy = array.copy()
    for place, value in values.items():
        with np.errstate(all="ignore"):
            copy[place] = np.array(value).astype(array.dtype)
    return copy


def is_right(name, graph, result, array):
    """Whether the changed array is a right answer too, by the definition."""
    original = getattr(result, name)
    if array.shape != original.shape or array.dtype != original.dtype:
        return False
    if name == "predecessors" and isinstance(result, wf.WithinResult):
        return are_predecessors_in_ball(graph, result, array)
    if name == "predecessors":
        lengths = result.levels if hasattr(result, "levels") else result.distances
        return are_predecessors(graph, lengths, array, hasattr(result, "levels"))
    if name == "communities":
        return are_communities(graph, array)
    return np.allclose(array, original, rtol=0, atol=1e-5 if array.dtype.kind == "f" else 0, equal_nan=True)


def edges_of(graph):
    weights = np.ones(graph.num_edges) if graph.csr.weights is None else graph.csr.weights
    return list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), weights.tolist(), strict=True))


def are_predecessors(graph, lengths, predecessors, unweighted):
    edges = edges_of(graph)
    for vertex, length in enumerate(lengths.tolist()):
        found = [(1 if unweighted else w) for u, v, w in edges if (u, v) == (predecessors[vertex], vertex)]
        if not 0 < length < np.inf:
            if predecessors[vertex] != -1:
                return False
        elif not any(lengths[predecessors[vertex]] + weight == length for weight in found):
            return False
    return True


def are_predecessors_in_ball(graph, ball, predecessors):
    """As `are_predecessors`, of the ball's vertices alone, and with -1 for all others."""
    if not np.isin(predecessors, [-1, *ball.vertices]).all():
        return False
    lengths, parents = np.full(graph.num_vertices, np.inf), np.full(graph.num_vertices, -1)
    lengths[ball.vertices], parents[ball.vertices] = ball.distances, predecessors
    return are_predecessors(graph, lengths, parents, not ball.weighted)


def are_communities(graph, communities):
    if set(communities.tolist()) != set(range(len(set(communities.tolist())))):
        return False
    for vertex in range(graph.num_vertices):
        around = [communities[v] for u, v, _ in edges_of(graph) if u == vertex != v]
        most = max(map(around.count, around), default=0)
        if around.count(communities[vertex]) < most:
            return False
    return True


def checked_arrays(row, result):
    names = signature(getattr(wf, row.validator)).parameters
    return [name for name in names if isinstance(vars(result).get(name), np.ndarray) and name != "sources"]


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize(("row", "options"), RUNS, ids=RUN_IDS)
def test_a_change_to_a_right_result_is_refused(row, options, name):
    graph = suited(row, GRAPHS[name]())
    for arguments in arguments_of(row, graph):
        result = row.function(graph, **arguments, **options, device="cpu")
        assert row.validate(graph, result, arguments | options)
        for field in checked_arrays(row, result):
            original = getattr(result, field)
            for array in changed(original):
                if is_right(field, graph, result, array):
                    continue
                object.__setattr__(result, field, array)
                try:
                    row.validate(graph, result, arguments | options)
                except REFUSED:
                    object.__setattr__(result, field, original)
                else:
                    pytest.fail(f"{field} {original} of {edges_of(graph)} from {arguments} passed as {array}")


def test_every_algorithm_has_arrays_that_are_changed():
    graph = GRAPHS["path"]()
    for row in ALGORITHMS.values():
        suitable = suited(row, graph)
        result = row.function(suitable, **next(arguments_of(row, suitable)))
        assert checked_arrays(row, result), row.name


CORRIDOR = np.array([[0, 0, 0], [1, 1, 0], [0, 0, 0]], bool)


def test_a_change_to_a_wire_is_refused():
    found = wf.maze.route_nets(CORRIDOR, [((0, 0), (2, 0))])
    wf.validate_routes(CORRIDOR, found.nets, found.paths, found.lengths, totals=found.lengths)
    right = {"paths": found.paths[0], "lengths": np.array(found.lengths), "totals": np.array([6.0])}
    for field, original in right.items():
        for array in changed(original):
            if array.shape == original.shape and np.array_equal(array, original):
                continue
            if field == "paths" and array.size == 0:
                continue  # no wire is no wrong wire
            arguments = {"lengths": found.lengths, "totals": [6.0], "paths": found.paths}
            arguments[field] = [array] if field == "paths" else array
            with pytest.raises(REFUSED):
                wf.validate_routes(CORRIDOR, found.nets, **arguments)
