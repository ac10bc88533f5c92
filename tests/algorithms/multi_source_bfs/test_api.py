"""Searches from many sources: every row against the definition; centralities against NetworkX."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
LAST = [*devices().values()][-1]  # a GPU if there is one


def expected(graph, sources):
    edges = list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    return [reference.bfs_levels(graph.num_vertices, edges, [source]) for source in sources]


@pytest.mark.parametrize("name", GRAPHS)
def test_each_row_is_a_search(name, device):
    graph = GRAPHS[name]()
    sources = np.random.default_rng(1).integers(0, graph.num_vertices, 5).tolist()
    found = wf.multi_source_bfs(graph, sources, device=device).to_numpy()
    assert found.levels.dtype == np.int32
    assert found.levels.tolist() == expected(graph, sources)
    wf.validate_multi_source_bfs(graph, sources, found.levels)


@pytest.mark.parametrize("count", [1, 63, 64, 65, 130])
def test_any_number_of_sources(count):
    """The last bit of a word is its sign; more sources than bits take more words."""
    graph = generators.grid(size(12, 4), 5)
    sources = np.arange(count) % graph.num_vertices
    found = wf.multi_source_bfs(graph, sources, device=LAST).to_numpy()
    assert found.levels.tolist() == expected(graph, sources)


@pytest.mark.parametrize("share", [0, 1])
def test_push_and_pull_agree(share, monkeypatch):
    graph = generators.kronecker(8, 4, seed=2, directed=True)
    sources = list(range(70))
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.words.PULL_SHARE", share)
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.form.MIN_MEAN_DEGREE", 0)
    assert wf.multi_source_bfs(graph, sources, device="cpu").levels.tolist() == expected(graph, sources)


@pytest.mark.parametrize("share", [0, 2])
@pytest.mark.parametrize("directed", [False, True])
def test_one_launch_pushes_and_pulls(share, directed, monkeypatch):
    """Searches of the GPU, whose hubs' lists are shared out, on a graph with lists of every form."""
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.cuda.host.PULL_SHARE", share)
    for name in ("LONG", "TRIED", "HUGE", "PIECE"):
        monkeypatch.setattr(f"wavefront.algorithms.multi_source_bfs.cuda.pull.{name}", 16)
    for name in ("HUGE", "PIECE"):
        monkeypatch.setattr(f"wavefront.algorithms.multi_source_bfs.cuda.host.{name}", 16)
    graph = generators.kronecker(size(8, 6), 8, seed=2, directed=directed)
    sources = list(range(size(64, 20)))
    found = wf.multi_source_bfs(graph, sources, device=LAST).to_numpy()
    assert found.levels.tolist() == expected(graph, sources)


@pytest.mark.parametrize("share", [0, 2])
def test_a_prepared_graph(share, monkeypatch):
    """Searches in new ids, on a graph of hubs and one of many levels; some vertices are alone."""
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.cuda.host.PULL_SHARE", share)
    hubs = generators.kronecker(6, 4, seed=2).prepare("hubs_first")
    path = wf.Graph.from_edges(range(2, 22), range(3, 23), 24, directed=False).prepare("hubs_first")
    for graph in (hubs, path):
        sources = [0, 1, graph.num_vertices - 1, 2]
        found = wf.multi_source_bfs(graph, sources, device=LAST).to_numpy()
        assert found.levels.tolist() == expected(graph, sources)


@pytest.mark.parametrize("share", [0, 2])
@pytest.mark.parametrize("sources", [[0, 19, 3], [*range(20), *range(20), *range(20), 0, 19, 3, 7]])
def test_more_levels_than_planes_hold(sources, share, monkeypatch):
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.cuda.host.PULL_SHARE", share)
    graph = generators.path(20)
    found = wf.multi_source_bfs(graph, sources, device=LAST).to_numpy()
    assert found.levels.tolist() == expected(graph, sources)


@pytest.mark.parametrize("most", [0, 10_000])
def test_many_levels_in_words_and_by_source(most, monkeypatch):
    """More levels than are kept in words at a time; chunks and tiles that the vertices don't fill."""
    monkeypatch.setattr("wavefront.algorithms.multi_source_bfs.form.MOST_LEVELS", most)
    graph = generators.grid(7, 40)
    sources = [0, 279, 100, 0]
    for threads in (1, 2):
        found = wf.multi_source_bfs(graph, sources, device=wf.Cpu(threads))
        assert found.levels.tolist() == expected(graph, sources)


def test_a_source_may_be_given_twice_and_alone():
    path = generators.path(4)
    assert wf.multi_source_bfs(path, [2, 0, 2]).levels.tolist() == [[2, 1, 0, 1], [0, 1, 2, 3], [2, 1, 0, 1]]
    found = wf.multi_source_bfs(path, 3)
    assert found.levels.tolist() == [[3, 2, 1, 0]]
    assert repr(found) == "MultiSourceBfsResult(1 sources, 4 vertices on cpu)"


EDGES = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=60)


@settings(max_examples=size(50, 5))
@given(EDGES, st.booleans())
def test_centralities_are_those_of_networkx(edges, directed):
    graph = (nx.DiGraph if directed else nx.Graph)(edges)
    graph.add_nodes_from(range(20))
    src, dst = zip(*edges, strict=True) if edges else ((), ())
    searched = wf.Graph.from_edges(list(src), list(dst), 20, directed=directed)
    found = wf.multi_source_bfs(searched, range(20), device=LAST).to_numpy()
    away = graph.reverse() if directed else graph
    closeness = nx.closeness_centrality(away)
    assert found.closeness.tolist() == pytest.approx([closeness[vertex] for vertex in range(20)])
    for vertex in range(20):
        reached = nx.single_source_shortest_path_length(graph, vertex)
        assert found.eccentricity[vertex] == max(reached.values())


def test_one_vertex_is_close_to_nothing():
    found = wf.multi_source_bfs(wf.Graph.from_edges([0], [0]), 0)
    assert (found.closeness.tolist(), found.eccentricity.tolist()) == ([0], [0])


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        ([], "at least one source"),
        ([0, 4], "vertex 4 is out of range"),
        ([-1], "out of range"),
        ([0.5], "a vertex is an integer, not 0.5"),
    ],
)
def test_wrong_sources(sources, message):
    with pytest.raises(wf.InputError, match=message):
        wf.multi_source_bfs(generators.path(4), sources)


def test_levels_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr(wf.Cpu, "total_memory", lambda self: 4 * 100 * 3 - 1)
    with pytest.raises(wf.InputError, match="a search from 3 sources needs about 1,200 bytes"):
        wf.multi_source_bfs(generators.path(100), [0, 1, 2])
