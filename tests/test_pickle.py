"""Every public class survives pickle and copies, and a pool of processes hands errors back as they are."""

import copy
import multiprocessing
import pickle
from dataclasses import fields, is_dataclass
from inspect import isclass

import numpy as np
import pytest
from graphs import SIMULATED, suited

import wavefront as wf
from wavefront import generators, maze, operators
from wavefront.algorithms import ALGORITHMS
from wavefront.trace import Trace

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about objects, not about devices")


def labelled():
    return wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[0.5, 2, 3], labels=["Rome", "Oslo", "Paris"])


def frontier():
    return operators.Frontier(generators.book_graph()).load([2, 5])


def run():
    return operators.enact(lambda _: True, frontier(), trace=True)


# One of each public class, made by a function.
INSTANCES = {
    "DiameterResult": lambda: wf.diameter(generators.path(4)),
    "Account": lambda: wf.account(generators.book_graph(), 0, "push"),
    "Advice": lambda: wf.advise(generators.book_graph(), [0], rounds=1),
    "AllPredecessors": lambda: wf.all_predecessors(wf.bfs(generators.book_graph(), 0)),
    "Comparison": lambda: wf.compare(generators.book_graph(), [0], device="cpu", rounds=1),
    "Cpu": lambda: wf.Cpu(threads=1),
    "EdgeFilter": lambda: wf.EdgeFilter(generators.path(4), [True] * 6),
    "DeviceError": lambda: wf.DeviceError("no such GPU"),
    "Figure": lambda: wf.figure("csr", generators.book_graph()),
    "Graph": labelled,
    "GraphFileError": lambda: wf.GraphFileError("g.mtx", "expected a number", 3),
    "Interleaving": lambda: wf.interleave("push", wf.Graph.from_edges([0, 0], [1, 2]), 0),
    "InputError": lambda: wf.InputError("no such vertex"),
    "Page": lambda: wf.look(wf.Graph.from_edges([0, 0], [1, 2]), 0, ["push"]),
    "SampledLayer": lambda: wf.sample_neighbors(generators.book_graph(), 0, [2]).layers[0],
    "SampledNeighbors": lambda: wf.sample_neighbors(generators.book_graph(), 0, [2, 1]),
    "NegativeCycleError": lambda: wf.NegativeCycleError("the weights around 1 -> 2 -> 1", [1, 2]),
    "ValidationError": lambda: wf.ValidationError("3", "edge 0 -> 1 leads from level 2 to 4"),
    "maze.Route": lambda: maze.route(np.zeros((3, 4), bool), (0, 0), (2, 3)),
    "maze.RoutedNets": lambda: maze.route_nets(np.zeros((3, 4), bool), [((0, 0), (2, 3))]),
    "operators.Frontier": frontier,
    "operators.NeighborLists": lambda: operators.NeighborLists(np.array([0, 1]), np.array([0])),
    "operators.Run": run,
    "MemoryNeeded": lambda: wf.memory_needed(generators.book_graph(), "bfs", device="cpu"),
}


def result_of(row):
    graph = suited(row, generators.book_graph())
    return row.function(graph, **row.starts(graph))


for _row in ALGORITHMS.values():
    INSTANCES[_row.result] = lambda row=_row: result_of(row)
# A search with a trace holds more than one without.
INSTANCES["BfsResult"] = lambda: wf.bfs(labelled(), 0, strategy="push", trace=True)

CLASSES = {name: value for name in wf.__all__ if isclass(value := getattr(wf, name))}
for _module in ("maze", "operators", "generators", "atomics"):
    for _name in getattr(getattr(wf, _module), "__all__", ()):
        if isclass(value := getattr(getattr(wf, _module), _name)):
            CLASSES[f"{_module}.{_name}"] = value


def parts(value):
    """What an object is made of, for a comparison."""
    if isinstance(value, wf.Graph):
        attributes = dict(value.edge_attributes)
        return [*value.csr, value.labels, value.directed, value.num_vertices, value.weighted, attributes]
    if isinstance(value, BaseException):
        return [str(value), value.args, vars(value)]
    if isinstance(value, operators.Frontier):
        return [value.items, value.type, value.limit]
    if isinstance(value, Trace):
        return [value.levels]  # a copy is a record, with a device that counts nothing more
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, dict):
        return [*value.items()]
    if isinstance(value, list | tuple):
        return list(value)
    return [vars(value)]


def assert_equal(found, expected):
    assert type(found) is type(expected)
    if isinstance(expected, np.ndarray):
        np.testing.assert_array_equal(found, expected, strict=True)
    elif expected is None or isinstance(expected, str | int | float | np.generic):
        assert found == expected
    else:
        ours, theirs = parts(found), parts(expected)
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_equal(one, other)


COPIES = {f"pickle {protocol}": protocol for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)}
COPIES |= {"copy": copy.copy, "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("name", CLASSES)
def test_a_public_class_survives_copies(name):
    one = INSTANCES[name]()
    assert type(one) is CLASSES[name]
    for how in COPIES.values():
        again = how(one) if callable(how) else pickle.loads(pickle.dumps(one, how))
        assert_equal(again, one)


def test_a_traces_levels_survive_without_its_device():
    trace = wf.bfs(labelled(), 0, strategy="push", trace=True).trace
    again = pickle.loads(pickle.dumps(trace))
    assert_equal(again.levels, trace.levels)
    assert again.table() == trace.table()
    assert repr(again.device) == repr(wf.Cpu())


def test_a_pickled_graph_is_its_neighbor_lists_and_labels():
    graph = generators.kronecker(10, seed=1)
    small = len(pickle.dumps(graph))
    assert small < 1.1 * sum(array.nbytes for array in graph.csr[:2])
    _ = graph.csc, graph.coo, graph.ell, graph.out_degrees, graph.csc_slots
    wf.bfs(graph.prepare("hubs_first"), 0)
    assert len(pickle.dumps(graph)) < 1.01 * small
    again = pickle.loads(pickle.dumps(graph))
    assert (wf.bfs(again, 0).levels == wf.bfs(graph, 0).levels).all()
    assert again.prepared_for(wf.Cpu()) is not None
    assert copy.copy(graph).csr.dst is graph.csr.dst
    assert copy.deepcopy(graph).csr.dst is not graph.csr.dst


def test_a_pool_hands_errors_back(tmp_path):
    path = tmp_path / "g.mtx"
    path.write_text("no graph\n")
    graph = labelled()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(wf.GraphFileError, match=r"g\.mtx, line 1: "):
            pool.apply_async(wf.read, (path,)).get(timeout=120)
        with pytest.raises(wf.ValidationError, match=r"^rule 1 \(roots\): vertex 'Oslo' \(id 1\)"):
            pool.apply_async(wf.validate_bfs, (graph, 0, np.zeros(3, np.int64))).get(timeout=120)
