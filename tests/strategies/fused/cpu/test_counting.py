"""The account of fused: the counts of its compiled form against a search in plain Python."""

import numpy as np
import pytest
from graphs import SIMULATED, random_multigraph
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.strategies.fused.cpu.host import FEW_ENDS
from wavefront.strategies.fused.cpu.search import PIECE

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the CPU")
PUSH = {"alpha": 1e-9, "serial_edges": 0}  # all threads, in every level
ALONE = {"alpha": 1e-9, "serial_edges": 1 << 40}  # one thread, in every level
PULL = {"alpha": 1e9, "beta": 1e9, "serial_edges": 0}

GRAPHS = {
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "multigraph": lambda: random_multigraph(3),
    "kronecker": lambda: generators.kronecker(9, seed=4),
    "directed kronecker": lambda: generators.kronecker(9, seed=4, directed=True),
    "grid": lambda: generators.grid(20, 30),
    "star": lambda: generators.star(5000),
}


def queued(graph):
    """Whether a push queues each vertex: those that lead nowhere aren't, where there are many."""
    least = 1 if graph.directed else 2
    ends = graph.out_degrees == least - 1
    few = FEW_ENDS * ends.sum() < graph.num_vertices
    return np.full(ends.size, True) if few else graph.out_degrees >= least


def edges_by_level(graph, source, pulls):
    """Edges inspected to label each level, all pushed or all pulled, and the vertices of each level."""
    expanded = queued(graph)
    expanded[source] = True
    levels, edges = wf.bfs(graph, source, strategy="sequential").levels, []
    in_neighbors = [[] for _ in range(graph.num_vertices)]
    for src, dst in sorted(zip(*(ids.tolist() for ids in graph.coo[:2]), strict=True)):
        in_neighbors[dst].append(src)
    for level in range(1, levels.max() + 2):
        if pulls:
            count = 0
            for vertex in np.flatnonzero((levels >= level) | (levels < 0)):
                for neighbor in in_neighbors[vertex]:
                    count += 1
                    if 0 <= levels[neighbor] < level:
                        break
        else:
            count = int(graph.out_degrees[(levels == level - 1) & expanded].sum())
        edges.append(count)
    return edges, [int((levels == level).sum()) for level in range(1, levels.max() + 2)]


def counted(graph, source, **options):
    account = wf.account(graph, source, "fused", **options)
    assert account.counted
    return account.rows


def figures(rows, *names):
    return [[getattr(row, name) for row in rows] for name in names]


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("prepared", [False, True], ids=["unprepared", "prepared"])
def test_a_push_inspects_all_edges_of_the_frontier(name, prepared):
    graph = GRAPHS[name]()
    if prepared:
        graph.prepare("hubs_first")
    for source in {0, graph.num_vertices // 2}:
        edges, vertices = edges_by_level(graph, source, pulls=False)
        for options in (PUSH, ALONE):
            rows = counted(graph, source, **options)
            said = figures(rows, "edges_inspected", "vertices_labelled", "appends", "claims_tried")
            levels = wf.bfs(graph, source, strategy="sequential").levels[queued(graph)]
            appends = [int((levels == row.level).sum()) for row in rows]
            assert said == [edges, vertices, appends, [0] * len(vertices)]
            assert {row.direction for row in rows} == {"push"}


@pytest.mark.parametrize("name", GRAPHS)
def test_a_pull_inspects_edges_up_to_the_first_that_was_reached(name):
    graph = GRAPHS[name]()
    for source in {0, graph.num_vertices // 2}:
        edges, vertices = edges_by_level(graph, source, pulls=True)
        rows = [row for row in counted(graph, source, **PULL) if row.direction == "pull"]
        assert [row.edges_inspected for row in rows] == edges[: len(rows)]
        assert [row.vertices_labelled for row in rows] == vertices[: len(rows)]
        # No level is pulled once all are visited that an edge enters.
        reached = wf.bfs(graph, source, strategy="sequential").levels >= 0
        ends = bool(reached[graph.in_degrees > 0].all())
        assert len(rows) == len(edges) - ends or not graph.out_degrees[source]
        hubs = int((graph.in_degrees > PIECE).sum())  # threads share their lists, and claim them
        assert sum(row.claims_tried for row in rows) <= hubs


@settings(max_examples=40)
@given(data=st.data(), pulls=st.booleans())
def test_counts_of_any_graph(data, pulls):
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    src, dst = np.array(data.draw(st.lists(st.tuples(vertex, vertex), max_size=40)), int).reshape(-1, 2).T
    graph, source = wf.Graph.from_edges(src, dst, count), data.draw(vertex)
    edges, vertices = edges_by_level(graph, source, pulls)
    rows = counted(graph, source, **(PULL if pulls else PUSH))
    for row, inspected, labelled in zip(rows, edges, vertices, strict=True):
        if (row.direction == "pull") == pulls:
            assert (row.edges_inspected, row.vertices_labelled) == (inspected, labelled)


def test_directions_are_the_traces():
    graph = generators.kronecker(16, seed=1)
    source = int(graph.out_degrees.argmax())
    rows = counted(graph, source)
    ran = wf.bfs(graph, source, strategy="fused", trace=True).trace.levels
    assert [row.direction for row in rows] == [level.direction for level in ran[: len(rows)]]
    assert {"push", "pull"} <= {row.direction for row in rows}
    assert sum(row.edges_inspected for row in rows) < graph.num_edges / 10
    assert figures(rows, "warp_steps", "sectors_read", "block_atomics") == [[None] * len(rows)] * 3


@pytest.mark.skipif(wf.Cpu().threads < 2, reason="one thread only")
def test_shares_inspect_little_more_than_every_edge():
    graph = generators.grid(300, 300)
    rows = counted(graph, 0)
    edges, claims, steps = (
        sum(figure) for figure in figures(rows, "edges_inspected", "claims_won", "grid_barriers")
    )
    assert graph.num_edges <= edges < 1.1 * graph.num_edges
    assert 0 < claims < 1.1 * graph.num_vertices
    assert 0 < steps < len(rows) / 2
    assert sum(row.vertices_labelled for row in rows) == graph.num_vertices - 1


def test_wrong_options():
    with pytest.raises(wf.InputError, match="alpha"):
        wf.account(generators.path(3), 0, "fused", alpha=-1)
    with pytest.raises(wf.InputError, match="takes alpha, beta, serial_edges"):
        wf.account(generators.path(3), 0, "fused", layout="ell")
