"""The memory that is told against what NumPy allocates, and the errors of calls that don't fit."""

import numpy as np
import pytest
from graphs import SIMULATED
from memory_calls import CALLS, NAMES, peak

import wavefront as wf
from wavefront import generators
from wavefront.algorithms import ALGORITHMS
from wavefront.graph.random_weights import with_random_weights

pytestmark = pytest.mark.skipif(SIMULATED, reason="measures NumPy's allocations on the CPU")
SIZES = [
    pytest.param((30_000, 160_000), id="small"),
    pytest.param((90_000, 400_000), id="large", marks=pytest.mark.soak),
]
# Bytes that a call may differ by: threads' rooms for sorting; of sssp the buffers, which grow as needed.
CONSTANT, BUFFERS = 400_000, 1_800_000
SHAPED, NOISE = 9_000, 60_000  # vertices of a shape, and bytes of Python's own objects
# A function of edges is compiled with that of vertices, too; alone it takes ten seconds more.
CASES = [
    pytest.param(*call, id=name, marks=pytest.mark.soak if name == "bfs-0-leads_up" else [])
    for call, name in zip(CALLS, NAMES, strict=True)
]
AT_MOST = "biconnected_components", "spanning_forest"  # told for a graph that takes most


def graph_of(row, size, directed):
    drawn = generators.uniform(*size, seed=1, directed=directed)
    graph = with_random_weights(row.suited(drawn), seed=1)
    return wf.Graph.from_csr(*graph.csr, directed=graph.directed)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "options"), CASES)
def test_told_is_measured(name, options, size):
    row = ALGORITHMS[name]
    for directed in {"undirected": [False], "acyclic": [True], "any": [False, True]}[row.needs]:
        for _ in range(2):  # compiled now, whatever a thread finds first
            row.function(graph_of(row, size, directed), **options, device="cpu")
        graph = graph_of(row, size, directed)
        told = wf.memory_needed(graph, name, device="cpu", **options)
        measured = peak(lambda graph=graph: row.function(graph, **options, device="cpu"))
        share = 1.6 if name in AT_MOST else 1.1
        most = share * measured + (BUFFERS if name in ("sssp", "bellman_ford") else CONSTANT)
        assert 0.9 * measured - CONSTANT <= told.bytes <= most, (measured, told.parts)


def ends_of(shape):
    """Graphs of few edges, of many to one vertex, of many levels, and of as many components as vertices."""
    numbers = np.arange(SHAPED)
    inner = numbers[numbers % 100 > 0]  # of paths of 100 vertices
    ends = {
        "paths": (inner - 1, inner),
        "star": (np.zeros(SHAPED - 1, np.int64), numbers[1:]),
        "pairs": (numbers[::2], numbers[1::2]),
        "one edge": ([0], [1]),
        "two levels": (numbers[: SHAPED // 2], SHAPED - 1 - numbers[: SHAPED // 2] // 3),
        "dense": np.sort(np.random.default_rng(1).integers(0, SHAPED, (2, 8 * SHAPED)), axis=0),
    }
    return ends[shape]


@pytest.mark.parametrize(
    "shapes",
    [("star", "one edge", "dense"), pytest.param(("paths", "pairs", "two levels"), marks=pytest.mark.soak)],
    ids=["few", "others"],
)
@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_shape_takes_more_than_told(name, options, shapes):
    row = ALGORITHMS[name]
    for shape in shapes:
        for directed in {"undirected": [False], "acyclic": [True], "any": [False, True]}[row.needs]:
            drawn = wf.Graph.from_edges(*ends_of(shape), SHAPED, directed=directed)
            weighted = with_random_weights(row.suited(drawn), seed=1)
            row.function(weighted, **options, device="cpu")  # compiled now
            graph = wf.Graph.from_csr(*weighted.csr, directed=weighted.directed)
            told = wf.memory_needed(graph, name, device="cpu", **options)
            measured = peak(lambda graph=graph: row.function(graph, **options, device="cpu"))
            assert measured <= 1.03 * told.bytes + NOISE, (shape, directed, measured, told.parts)


def test_rounds_of_negative_weights_take_what_is_told():
    ends = np.random.default_rng(1).integers(0, 60_000, (2, 360_000))
    weights = np.random.default_rng(2).random(360_000) - 0.03
    low, high = ends.min(axis=0), ends.max(axis=0) + 1  # no cycle
    drawn = wf.Graph.from_edges(low, high, 60_001, weights)
    wf.bellman_ford(drawn, 0, device="cpu")  # compiled now
    graph = wf.Graph.from_csr(*drawn.csr)
    told = wf.memory_needed(graph, "bellman_ford", device="cpu")
    assert "claims and last edges" in told.parts
    measured = peak(lambda: wf.bellman_ford(graph, 0, device="cpu"))
    assert 0.85 * told.bytes < measured <= 1.01 * told.bytes


def test_told_is_measured_of_a_large_graph():
    graph = generators.uniform(600_000, 900_000, seed=1)
    wf.bfs(graph, 0, predecessors=False)  # compiled now
    again = wf.Graph.from_csr(*graph.csr, directed=False)
    told = wf.memory_needed(again, "bfs", predecessors=False).bytes
    assert told == pytest.approx(peak(lambda: wf.bfs(again, 0, predecessors=False)), rel=0.05)


def clique_with_tail(size, tail):
    """A dense graph of nearly as many levels as vertices."""
    ends, path = np.triu_indices(size, 1), np.arange(size - 1, size + tail - 1)
    return wf.Graph.from_edges(np.r_[ends[0], path], np.r_[ends[1], path + 1], directed=False)


@pytest.mark.parametrize("built", [False, True])
@pytest.mark.parametrize("shape", ["path", "path with loops", "clique with tail"])
@pytest.mark.parametrize("sources", [[0], [0, 1]])
def test_as_many_levels_as_vertices_are_told(shape, sources, built):
    graph = clique_with_tail(1_100, 60_000) if shape == "clique with tail" else generators.path(300_000)
    if shape == "path with loops":  # three at each vertex
        vertices = np.arange(graph.num_vertices)
        ends = np.r_[np.repeat(vertices, 3), vertices[1:]], np.r_[np.repeat(vertices, 3), vertices[:-1]]
        graph = wf.Graph.from_edges(*ends, directed=False)
    options = {"sources": sources, "device": wf.Cpu(2)}
    wf.betweenness_centrality(graph, **options)  # compiled now
    again = wf.Graph.from_csr(*graph.csr, directed=False)
    assert not built or (again.csc.src.size and again.in_degrees.size)
    told = wf.memory_needed(again, "betweenness_centrality", **options)
    measured = peak(lambda: wf.betweenness_centrality(again, **options))
    assert measured - NOISE <= told.bytes <= 1.1 * measured, (measured, told.parts)


def test_telling_asks_no_filter(monkeypatch):
    def fail(*_, **__):
        raise AssertionError("a kernel was asked for")

    graph = generators.grid(40, 50)
    monkeypatch.setattr(wf.Cpu, "for_each", fail)
    assert wf.memory_needed(graph, "bfs", device="cpu", vertex_filter=lambda vertex: vertex != 3).bytes > 0


def test_small_levels_take_a_quarter():
    graph = generators.uniform(60_000, 200_000)
    sources = list(range(40))
    for kind in ("int32", "int8"):  # compiled now
        wf.multi_source_bfs(graph, sources, level_dtype=kind)
    wide, narrow = (
        peak(lambda kind=kind: wf.multi_source_bfs(graph, sources, level_dtype=kind))
        for kind in ("int32", "int8")
    )
    assert wide - narrow == pytest.approx(3 * len(sources) * graph.num_vertices, rel=0.05)
    wf.bfs(graph, 0), wf.bfs(graph, 0, level_dtype="int8")  # scratch is there
    wide, narrow = (
        peak(lambda kind=kind: wf.bfs(graph, 0, predecessors=False, level_dtype=kind))
        for kind in ("int32", "int8")
    )
    assert narrow < wide / 3


def test_a_table_and_a_number():
    graph = generators.grid(40, 50)
    needed = wf.memory_needed(graph, "bfs")
    assert int(needed) == needed.bytes == sum(needed.parts.values())
    lines = str(needed).splitlines()
    assert lines[0].split() == ["bfs", "bytes"]
    assert lines[-1].split() == ["in", "all", f"{needed.bytes:,}"]
    assert repr(needed) == f"MemoryNeeded(bfs on cpu, {needed.bytes:,} bytes)"
    assert needed.parts["levels"] == 4 * 2000
    assert wf.memory_needed(graph, "bfs", level_dtype="int8").parts["levels"] == 2000
    assert needed.free is None or needed.free > 0


@pytest.mark.parametrize("weighted", [False, True])
def test_the_k_shortest_paths(weighted):
    """Between ends near one another: paths are lists of Python's, of which nothing is told."""

    def search(graph):
        return list(wf.k_shortest_paths(graph, 0, 9999, 3, weighted=weighted))

    drawn = with_random_weights(generators.uniform(20_000, 100_000, seed=1), seed=1)
    search(drawn)  # compiled now
    graph = wf.Graph.from_csr(*drawn.csr, directed=False)
    told = wf.memory_needed(graph, "k_shortest_paths", weighted=weighted, device="cpu").bytes
    measured = peak(lambda: search(graph))
    assert 0.9 * measured - CONSTANT <= told <= 4 * measured, (measured, told)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_formula_takes_any_graph(name):
    row = ALGORITHMS[name]
    for graph in (wf.Graph.from_edges([], [], 1), generators.star(9), generators.book_graph()):
        starts = {"source": 0} if name == "within" else {}
        assert wf.memory_needed(row.suited(graph), name, device="cpu", **starts).bytes >= 0


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("bsf", {}, "memory is told of bfs, "),
        ("within", {}, "told of a source"),
        ("within", {"source": 99}, "out of range"),
        ("closeness", {"vertices": "x"}, "vertices"),
        ("betweenness_centrality", {"sources": 10**6}, "sources"),
        ("bfs", {"strategy": "push"}, "told of strategy 'fused', not of 'push'"),
        ("bfs", {"colour": 1}, "auto runs 'fused', which takes"),
        ("pagerank", {"colour": 1}, "pagerank: got an unexpected keyword argument 'colour'"),
        ("triangles", {"strategy": "hybrid"}, "told of strategy 'auto' only"),
    ],
)
def test_what_is_not_told(name, options, message):
    with pytest.raises(wf.InputError, match=message):
        wf.memory_needed(generators.path(3), name, **options)


def test_a_failed_allocation_says_what_would_fit(monkeypatch):
    graph = generators.uniform(60_000, 200_000)
    full = wf.memory_needed(graph, "bfs")
    small = wf.memory_needed(graph, "bfs", level_dtype="int16")
    monkeypatch.setattr("wavefront.device.cpu.free_memory", lambda: small.bytes)

    def fail(*_):
        raise MemoryError("can't allocate 9 bytes")

    monkeypatch.setattr("wavefront.strategies.fused.cpu.host.result_memory", fail)
    with pytest.raises(MemoryError) as caught:
        wf.bfs(graph, 0)
    text = f"bfs needs about {full.bytes:,} bytes in all, and {small.bytes:,} are free"
    assert str(caught.value) == f"can't allocate 9 bytes; {text}; level_dtype='int16' needs {small.bytes:,}"


@pytest.mark.parametrize("kind", ["array", "EdgeFilter"])
def test_filters_take_what_is_told(kind, monkeypatch):
    graph = generators.uniform(800_000, 900_000, seed=1, directed=True)
    kept = np.arange(graph.num_edges) % 9 > 0
    filters = {"edge_filter": kept if kind == "array" else wf.EdgeFilter(graph, kept)}
    filters["vertex_filter"] = np.arange(graph.num_vertices) % 9 < 8
    wf.bfs(graph, 0, **filters, predecessors=False)  # compiled now
    again = wf.Graph.from_csr(*graph.csr, directed=True)
    told = wf.memory_needed(again, "bfs", predecessors=False, **filters).bytes
    measured = peak(lambda: wf.bfs(again, 0, predecessors=False, **filters))
    assert measured - NOISE <= told <= 1.25 * measured

    def fail(*_):
        raise MemoryError("can't allocate 9 bytes")

    monkeypatch.setattr("wavefront.strategies.fused.cpu.host.result_memory", fail)
    told = wf.memory_needed(again, "bfs", **filters).bytes
    with pytest.raises(MemoryError, match=f"bfs needs about {told:,} bytes in all"):
        wf.bfs(again, 0, **filters)


def test_rows_that_do_not_fit(monkeypatch):
    graph = generators.uniform(60_000, 200_000)
    sources = np.arange(1000)
    few = wf.memory_needed(graph, "multi_source_bfs", sources=sources[:300], level_dtype="int8")
    monkeypatch.setattr("wavefront.device.cpu.total_memory", lambda: few.bytes)
    with pytest.raises(
        wf.InputError, match=r"more than the .* there are; 300 sources at once would do, with level_d"
    ):
        wf.multi_source_bfs(graph, sources)


def test_balls_of_two_edges_take_no_more_than_told():
    graph = generators.uniform(60_000, 200_000, seed=1)
    centers = np.arange(0, 60_000, 20)
    wf.within(generators.grid(9, 9), [0, 1], 2)  # compiled now
    told = wf.memory_needed(graph, "within", source=centers, radius=2).bytes
    assert 0.3 * told < peak(lambda: wf.within(graph, centers, 2)) < told


def test_all_eccentricities_at_most():
    sparse, dense = generators.grid(60, 60), generators.uniform(10_000, 160_000, seed=1)
    for graph, least in ((sparse, 0.1), (dense, 0.9)):
        again = wf.Graph.from_csr(*graph.csr, directed=False)
        wf.eccentricity(graph)
        told = wf.memory_needed(again, "eccentricity").bytes
        assert least * told < peak(lambda graph=again: wf.eccentricity(graph)) < told


@pytest.mark.parametrize(
    ("name", "place", "options"),
    [
        ("closeness", "closeness.totals", {"vertices": 9}),
        ("harmonic", "harmonic.totals", {"vertices": 9}),
        ("eccentricity", "eccentricity.api.totals", {"vertices": 9}),
        ("within", "within.balls.exclusive_scan", {"source": [0, 1]}),
        ("biconnected_components", "biconnected.api.rooted_forest", {}),
        ("spanning_forest", "spanning_forest.api.connected_components", {}),
    ],
)
def test_the_error_tells_the_bytes(name, place, options, monkeypatch):
    graph = generators.grid(40, 50)

    def fail(*_, **__):
        raise MemoryError("can't allocate 9 bytes")

    monkeypatch.setattr(f"wavefront.algorithms.{place}", fail)
    with pytest.raises(MemoryError, match=rf"{name} needs about [\d,]+ bytes in all, and [\d,]+ are free$"):
        getattr(wf, name)(graph, **options, device="cpu")
