"""Every method on every graph and device, against the plain-Python reference, SciPy, NetworkX and the rules.

The devices are the CPU and a GPU if there is one; with NUMBA_ENABLE_CUDASIM=1 they are the CUDA simulator.
"""

import itertools

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, METHOD_IDS, METHODS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
DEVICES = devices()


def searcher(method, device):
    """`wf.bfs` by this method on this device, its result on the host."""
    strategy, options = method

    def search(graph, source, **more):
        return wf.bfs(graph, source, strategy=strategy, device=device, **options, **more).to_numpy()

    return search


@pytest.fixture(params=METHODS, ids=METHOD_IDS)
def search(request, device):
    return searcher(request.param, device)


def edges_of(graph):
    return list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))


@pytest.mark.parametrize("name", GRAPHS)
def test_levels_and_tree(search, name):
    graph = GRAPHS[name]()
    for source in {0, graph.num_vertices // 2, graph.num_vertices - 1}:
        result = search(graph, source)
        expected = reference.bfs_levels(graph.num_vertices, edges_of(graph), [source])
        assert result.levels.tolist() == expected
        assert result.levels.dtype == np.int32
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


def test_levels_are_scipys_distances(search):
    graph = generators.kronecker(size(10, 5), size(16, 3), seed=3)
    distances = csgraph.shortest_path(graph.to_scipy(), unweighted=True, indices=5)
    levels = np.where(np.isinf(distances), -1, distances)
    assert (search(graph, 5).levels == levels).all()


def test_levels_are_networkx_distances(search):
    karate = nx.karate_club_graph()
    levels = search(wf.Graph.from_networkx(karate), 16).levels
    assert dict(enumerate(levels.tolist())) == nx.single_source_shortest_path_length(karate, 16)


@settings(max_examples=size(200, 25))
@given(
    data=st.data(),
    method=st.sampled_from(METHODS),
    device=st.sampled_from(list(DEVICES.values())),
    directed=st.booleans(),
)
def test_any_graph_and_sources(data, method, device, directed):
    search = searcher(method, device)
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    sources = data.draw(st.lists(vertex, min_size=1, max_size=3))
    src, dst = np.array(edges, int).reshape(-1, 2).T
    graph = wf.Graph.from_edges(src, dst, count, directed=directed)
    result = search(graph, sources)
    assert result.levels.tolist() == reference.bfs_levels(count, edges_of(graph), sources)
    wf.validate_bfs(graph, sources, result.levels, result.predecessors)


def test_the_books_levels(search):
    graph = generators.book_graph()
    assert search(graph, 0).levels.tolist() == [0, 1, 1, 2, 2, 2, 2, 2, 3]
    assert search(graph, 2).levels.tolist() == [2, 3, 0, 4, 4, 1, 1, 1, 2]


def test_deterministic_takes_the_smallest_predecessor(search):
    graph = generators.kronecker(size(9, 5), size(16, 3), seed=4)
    result = search(graph, 7, deterministic=True)
    expected = reference.smallest_predecessors(edges_of(graph), result.levels.tolist())
    assert result.predecessors.tolist() == expected


def test_stops_at_the_targets_level(search):
    graph = generators.grid(size(15, 4), size(15, 4))
    everywhere = wf.bfs(graph, 0).levels
    result = search(graph, 0, target=size(17, 6))
    last = everywhere[size(17, 6)]
    assert (result.levels == np.where(everywhere <= last, everywhere, -1)).all()
    wf.validate_bfs(graph, 0, result.levels, result.predecessors, depth_limit=last)
    path = result.path(size(17, 6))
    assert (len(path), path[0], path[-1]) == (last + 1, 0, size(17, 6))


@pytest.mark.parametrize("limit", [0, 1, 4, 1000])
def test_depth_limit(search, limit):
    graph = generators.grid(size(15, 4), size(15, 4))
    everywhere = wf.bfs(graph, 0).levels
    levels = search(graph, 0, depth_limit=limit).levels
    assert (levels == np.where(everywhere <= limit, everywhere, -1)).all()


def test_target_that_is_a_source_labels_nothing_else(search):
    result = search(generators.path(5), 2, target=2)
    assert result.levels.tolist() == [-1, -1, 0, -1, -1]
    assert result.path(2) == [2]


@pytest.mark.parametrize("predecessors", [True, False])
def test_path_follows_edges(search, predecessors):
    graph = generators.kronecker(size(9, 5), size(16, 3), seed=1)
    source = int(graph.out_degrees.argmax())
    result = search(graph, source, predecessors=predecessors)
    assert (result.predecessors is None) is not predecessors
    edges = set(edges_of(graph))
    for target in np.flatnonzero(result.levels == result.levels.max())[:5].tolist():
        path = result.path(target)
        assert (path[0], path[-1], len(path)) == (source, target, result.levels[target] + 1)
        assert all(step in edges for step in itertools.pairwise(path))


def test_the_table_of_methods_is_complete():
    assert list(dict.fromkeys(name for name, _ in METHODS)) == list(wf.STRATEGIES)
