"""The fused search on a GPU or in the simulator: cases that the table of all methods doesn't have."""

import numpy as np
import pytest
from fused_searches import GPUS, check, search
from graphs import SIMULATED, random_multigraph, size

import wavefront as wf
from wavefront import generators

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.usefixtures("quick_simulator"),
    pytest.mark.skipif(not GPUS, reason="neither a GPU nor the simulator"),
]
PULLS = {"alpha": 1e9, "beta": 1e9}  # from the first level to the last
PREPARED = {
    "kronecker": lambda: generators.kronecker(size(14, 5), seed=3),
    "directed": lambda: random_multigraph(7),
    "grid": lambda: generators.grid(size(60, 4), size(50, 5)),
    "without edges": lambda: wf.Graph.from_edges([], [], 5),
    "some without edges": lambda: wf.Graph.from_edges([1, 3, 3], [3, 5, 6], 9, directed=False),
}


@pytest.mark.parametrize("name", PREPARED)
def test_a_prepared_graph_speaks_the_callers_ids(name):
    graph = PREPARED[name]().prepare("hubs_first")
    last = graph.num_vertices - 1
    for source in (0, last, [0, last, 2]):
        check(graph, source, search(graph, source))


def test_a_prepared_graphs_stops():
    graph = PREPARED["kronecker"]().prepare("hubs_first")
    source, target = int(graph.out_degrees.argmax()), int(graph.out_degrees.argmin())
    for stops in (
        {"depth_limit": 1},
        {"depth_limit": 0},
        {"target": 3},
        {"target": target},
        {"target": source},
    ):
        check(graph, source, search(graph, source, **stops), **stops)


@pytest.mark.parametrize("options", [{}, PULLS], ids=["push", "pull"])
def test_a_prepared_graphs_deep_levels(options):
    """Levels are kept in eight bits up to 126, higher ones in another array."""
    graph = generators.path(size(3000, 135)).prepare("hubs_first")
    for source in (0, 1, 2, 3):  # level 127 is in any place of the four that are translated together
        check(graph, source, search(graph, source, **options))
    for limit in (126, 127, 128):
        check(graph, 0, search(graph, 0, depth_limit=limit, **options), depth_limit=limit)


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
def test_a_search_leaves_nothing_to_the_next(prepared):
    graph = PREPARED["kronecker"]()
    if prepared:
        graph.prepare("hubs_first")
    for options in ({"depth_limit": 0}, {"target": 1}, {"trace": True}, PULLS):
        search(graph, [3, 5], **options)
        search(graph, 3, **options)
        check(graph, 1, search(graph, 1))


def test_a_target_that_is_a_source():
    graph = PREPARED["some without edges"]().prepare("hubs_first")  # vertex 0 is one of them
    for sources in (0, [0, 1]):
        check(graph, sources, search(graph, sources, target=0), target=0)


def test_more_sources_than_the_queue_holds_and_no_edges():
    count = size(200_000, 700)
    assert not search(wf.Graph.from_edges([], [], count), range(count)).levels.any()


def twigs(directed):
    """A hub, its neighbors, a neighbor of each of these, a pair apart, and vertices without edges."""
    leaves = np.arange(1, size(20_000, 200))
    count = 2 * leaves.size
    src = np.concatenate([np.zeros_like(leaves), leaves, [count + 1]])
    dst = np.concatenate([leaves, leaves + leaves.size, [count + 2]])
    return wf.Graph.from_edges(src, dst, count + 60, directed=directed)


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
@pytest.mark.parametrize("directed", [False, True], ids=["undirected", "directed"])
def test_pulls(directed, prepared):
    graph = twigs(directed)
    if prepared:
        graph.prepare("hubs_first")
    last = graph.num_vertices - 1  # without edges
    for source in (0, [0, last]):
        check(graph, source, search(graph, source, **PULLS))
    for stops in ({"depth_limit": 1}, {"depth_limit": 2}, {"target": 7}, {"target": last}):
        check(graph, 0, search(graph, 0, **PULLS, **stops), **stops)


@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
def test_two_dense_halves(prepared):
    """Pulled, then pushed along the path, then pulled again."""
    half = generators.complete(size(1500, 40))
    count = half.num_vertices
    src, dst = half.coo.src.astype(np.int64), half.coo.dst.astype(np.int64)
    path = np.arange(2 * count, 2 * count + 6)
    ends = np.concatenate([src, src + count, path[:-1], [0, count]])
    others = np.concatenate([dst, dst + count, path[1:], path[[0, -1]]])
    graph = wf.Graph.from_edges(ends, others, directed=False)
    if prepared:
        graph.prepare("hubs_first")
    for options in ({}, {"alpha": 1e9, "beta": 3.0}):
        check(graph, 1, search(graph, 1, **options))


def test_before_and_after_prepare():
    graph = PREPARED["kronecker"]()
    before = search(graph, 1)
    graph.prepare("hubs_first")
    assert (search(graph, 1).levels == before.levels).all()


def sparse(count):
    """Two edges from each vertex, to any others."""
    ends = np.random.default_rng(3).integers(0, count, (2, 2 * count))
    return wf.Graph.from_edges(ends[0], ends[1], count)


# Levels that one block does alone, and that all blocks share.
SMALL_LEVELS = {
    "path": lambda: generators.path(size(3000, 40)),
    "grid": lambda: generators.grid(size(300, 7), size(200, 6)),
    "sparse": lambda: sparse(size(50_000, 60)),
}


@pytest.mark.parametrize("name", SMALL_LEVELS)
def test_small_levels(name):
    graph = SMALL_LEVELS[name]()
    last = graph.num_vertices - 1
    for source in (0, last, [0, last // 2]):
        check(graph, source, search(graph, source))
    for stops in ({"depth_limit": 9}, {"target": last // 3}, {"target": last, "depth_limit": size(16, 7)}):
        check(graph, 0, search(graph, 0, **stops), **stops)


def test_a_small_level_that_no_block_can_keep():
    children = np.arange(1, 1 + 6 + 36 + size(6**3 + 6**4 + 6**5, 6**3))
    graph = wf.Graph.from_edges((children - 1) // 6, children, directed=False)
    check(graph, 0, search(graph, 0))


@pytest.mark.parametrize("options", [{}, {"alpha": 1e-9}], ids=["", "push"])
def test_a_hubs_edges_are_shared_out(options):
    graph = generators.star(size(50_000, 300))
    for source in (0, 7):
        check(graph, source, search(graph, source, **options))


def test_pieces_end_where_their_list_does():
    # Behind the first list, which ends with a short piece, is another's.
    graph = wf.Graph.from_edges([0] * 300 + [1] * 100, range(1, 401), 401)
    check(graph, 0, search(graph, 0, alpha=1e-9))


def test_the_second_neighbor_of_a_lane_is_visited():
    graph = wf.Graph.from_edges([50] * 40, [*range(39), 50], 60)
    check(graph, 50, search(graph, 50, alpha=1e-9))


def test_more_vertices_than_the_queue_holds():
    graph = generators.star(size(2_000_000, 900))
    result = search(graph, 0, alpha=1e-9)
    assert result.levels.sum() == graph.num_vertices - 1
    assert (result.predecessors[1:] == 0).all()


def test_the_trace_is_of_one_launch():
    graph = PREPARED["kronecker"]()
    source = int(graph.out_degrees.argmax())
    result = wf.bfs(graph, source, strategy="fused", device=GPUS[0], trace=True, alpha=1e9, beta=1e-9)
    rows = result.trace.levels
    assert [row.level for row in rows] == list(range(1, len(rows) + 1))
    assert [row.launches for row in rows] == [1] + [0] * (len(rows) - 1)
    assert rows[0].direction == "pull"
    # The search ends before the level that finds nothing if the vertices of the last one lead nowhere.
    sizes = [layer.size for layer in result.layers()[1:]]
    assert [row.vertices for row in rows] in (sizes, [*sizes, 0])


@pytest.mark.skipif(SIMULATED, reason="the simulator takes minutes for it")
@pytest.mark.parametrize("prepared", [False, True])
@pytest.mark.parametrize("options", [{}, {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e9}])
def test_a_large_graph(options, prepared):
    graph = generators.kronecker(20, seed=5, device=GPUS[0])
    if prepared:
        graph.prepare("hubs_first")
    degrees = graph.out_degrees
    for source in (int(degrees.argmax()), int(degrees.argmin()), 77):
        found = wf.bfs(graph, source, strategy="fused", **options).to_numpy()
        reference = wf.bfs(graph, source, strategy="degree_buckets").to_numpy()
        assert (found.levels == reference.levels).all()
        tree = found.levels > 0
        assert (found.levels[found.predecessors[tree]] == found.levels[tree] - 1).all()
        assert np.isin(found.predecessors[~tree], -1).all()


def test_vertices_without_in_neighbors_stay_unreached_in_later_pulls():
    # A path of pulls, with long lists beside vertices that no edge enters.
    path, sinks = np.arange(40), np.arange(40, 60)
    heads = np.concatenate([path[1:], np.repeat(sinks, 200)])
    tails = np.concatenate([path[:-1], np.tile(np.arange(60, 260), sinks.size)])
    graph = wf.Graph.from_edges(tails, heads, 260)
    check(graph, 0, search(graph, 0, **PULLS))
