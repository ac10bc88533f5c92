"""Every shortest path against NetworkX, and path counts against the paths."""

import inspect
from itertools import islice
from math import comb

import networkx as nx
import numpy as np
import pytest
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def as_networkx(graph):
    """The graph, of parallel edges the lightest."""
    arcs = nx.DiGraph()
    arcs.add_nodes_from(range(graph.num_vertices))
    weights = np.ones(graph.num_edges) if graph.csr.weights is None else graph.csr.weights
    for u, v, weight in zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), weights.tolist(), strict=True):
        if weight < arcs.get_edge_data(u, v, {"weight": np.inf})["weight"]:
            arcs.add_edge(u, v, weight=weight)
    return arcs


def expected(graph, source, target, weight):
    try:
        found = nx.all_shortest_paths(as_networkx(graph), source, target, weight)
        return [list(path) for path in sorted(set(map(tuple, found)))]  # some twice, if edges weigh 0
    except nx.NetworkXNoPath:
        return []


@pytest.mark.parametrize("by_weight", [False, True])
@pytest.mark.parametrize("name", [name for name in GRAPHS if name not in ("grid", "kronecker")])
def test_paths_and_counts_agree_with_networkx(name, by_weight, device):
    graph = GRAPHS[name]()
    if by_weight:
        weights = np.random.default_rng(7).integers(1, 4, graph.num_edges).astype(np.float32)
        graph = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)
    source = graph.num_vertices // 3
    result = (wf.sssp if by_weight else wf.bfs)(graph, source, device=device)
    found = wf.all_predecessors(result)
    host = found.to_numpy()
    lengths = result.to_numpy().distances if by_weight else result.to_numpy().levels
    wf.validate_all_predecessors(graph, source, lengths, host.offsets, host.vertices)
    for target in range(0, graph.num_vertices, 1 + graph.num_vertices // 6):
        paths = expected(graph, source, target, "weight" if by_weight else None)
        assert sorted(found.paths(target)) == paths
        assert found.count(target) == len(paths)
        again = wf.all_shortest_paths(graph, source, target, weighted=by_weight, device=device)
        assert list(again) == list(found.paths(target))


def parents_of(found, vertex):
    return found.vertices[found.offsets[vertex] : found.offsets[vertex + 1]].tolist()


EDGES = st.lists(
    st.tuples(st.integers(0, 7), st.integers(0, 7), st.sampled_from([0, 0, 1, 1, 2])), max_size=30
)


@settings(max_examples=size(150, 10))
@given(EDGES, st.booleans(), st.booleans())
def test_any_graph(edges, directed, by_weight):
    """Weights of 0 among them: the paths that visit no vertex twice, as NetworkX has them."""
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 8, np.array(weights, float), directed=directed)
    device = next(iter(devices().values()))
    result = (wf.sssp if by_weight else wf.bfs)(graph, 0, device=device)
    found = wf.all_predecessors(result)
    lengths = result.to_numpy().distances if by_weight else result.to_numpy().levels
    host = found.to_numpy()
    wf.validate_all_predecessors(graph, 0, lengths, host.offsets, host.vertices)
    for target in range(8):
        paths = expected(graph, 0, target, "weight" if by_weight else None)
        assert sorted(found.paths(target)) == paths
        zero = {(u, v) for v in range(8) for u in parents_of(host, v) if lengths[u] == lengths[v]}
        if nx.is_directed_acyclic_graph(nx.DiGraph(list(zero))):
            assert found.count(target) == len(paths)


def test_a_cycle_of_weight_0_has_no_count():
    graph = wf.Graph.from_edges([0, 1, 2, 1], [1, 2, 1, 3], weights=[1.0, 0.0, 0.0, 1.0])
    found = wf.all_predecessors(wf.sssp(graph, 0))
    assert list(found.paths(3)) == [[0, 1, 3]]
    assert found.count(0) == 1
    with pytest.raises(wf.InputError, match="a cycle of weight 0 leads through vertex 1"):
        found.count(3)


def test_a_cycle_of_weight_0_leads_back_to_the_source(device):
    graph = wf.Graph.from_edges([0, 1], [1, 0], weights=np.zeros(2))
    assert list(wf.all_shortest_paths(graph, 0, 0, weighted=True, device=device)) == [[0]]


def test_several_sources_and_negative_weights():
    graph = wf.Graph.from_edges([0, 0, 1, 2, 4], [1, 2, 3, 3, 3], weights=[2.0, 4.0, 3.0, 1.0, 5.0])
    assert list(wf.all_predecessors(wf.sssp(graph, [0, 4])).paths(3)) == [[0, 1, 3], [0, 2, 3], [4, 3]]
    lowered = wf.Graph.from_csr(*graph.csr[:2], np.array([2.0, -1.0, -2.0, 1.0, 0.0]))
    found = wf.all_predecessors(wf.bellman_ford(lowered, [0, 4]))
    assert list(found.paths(3)) == [[0, 1, 3], [0, 2, 3], [4, 3]]
    assert found.count(3) == 3
    assert repr(found) == "AllPredecessors(5 of 5 vertices on cpu)"


def test_counts_beyond_64_bits_and_paths_one_by_one():
    """A grid of 70 x 70 has the binomial coefficient of 138 over 69 paths from corner to corner."""
    graph = generators.grid(70, 70)
    found = wf.all_predecessors(wf.bfs(graph, 0))
    assert found.count(4899) == comb(138, 69)
    paths = wf.all_shortest_paths(graph, 0, 4899)
    assert inspect.isgenerator(paths)
    assert len({tuple(path) for path in islice(paths, 100)}) == 100


def test_a_path_deeper_than_pythons_stack():
    graph = generators.path(5000)
    assert list(wf.all_shortest_paths(graph, 0, 4999)) == [list(range(5000))]
    assert wf.all_predecessors(wf.bfs(graph, 0)).count(4999) == 1


@pytest.mark.skipif(devices().keys() == {"simulator"}, reason="is about validators, which run in NumPy")
def test_the_validator_refuses():
    graph = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])
    result = wf.bfs(graph, 0)
    found = wf.all_predecessors(result)
    right = {"offsets": found.offsets, "vertices": found.vertices}
    wf.validate_all_predecessors(graph, 0, result.levels, **right)
    for rule, changed in (
        ("1", {"offsets": found.offsets[:-1]}),
        ("1", {"vertices": np.array([0, 0, 1, 4])}),
        ("2", {"vertices": np.array([0, 0, 2, 1])}),
        ("3", {"vertices": np.array([0, 0, 0, 2])}),
        ("4", {"offsets": np.array([0, 0, 1, 2, 3]), "vertices": np.array([0, 0, 1])}),
    ):
        with pytest.raises(wf.ValidationError, match=f"^rule {rule}"):
            wf.validate_all_predecessors(graph, 0, result.levels, **right | changed)


def test_wrong_input():
    graph = generators.path(3)
    with pytest.raises(wf.InputError, match="all_predecessors takes what bfs"):
        wf.all_predecessors(graph)
    with pytest.raises(wf.InputError, match="out of range"):
        wf.all_shortest_paths(graph, 0, 3)
    with pytest.raises(wf.InputError, match="out of range"):
        wf.all_predecessors(wf.bfs(graph, 0)).paths(-1)
    with pytest.raises(wf.InputError, match="weighted is true or false"):
        wf.all_shortest_paths(graph, 0, 1, weighted=2)
