"""The fused search on the CPU: cases that need large or prepared graphs, or several threads."""

import threading

import numpy as np
import pytest
import reference
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.device.team import GATE

WAYS = [
    {},
    {"serial_edges": 0, "alpha": 1e-9},  # all threads push
    {"serial_edges": 0, "alpha": 1e9, "beta": 1e-9},  # they pull until the frontier shrinks
]


FORMS = ["none", "hubs_first", "breadth_first"]


def fused(graph, source, device="cpu", **more):
    return wf.bfs(graph, source, strategy="fused", device=device, **more)


@pytest.mark.parametrize("options", WAYS)
@pytest.mark.parametrize("form", FORMS)
def test_a_large_graph(options, form):
    graph = generators.kronecker(16, seed=5).prepare(form)
    for source in (int(graph.out_degrees.argmax()), int(graph.out_degrees.argmin()), 77):
        result = fused(graph, source, **options)
        assert (result.levels == wf.bfs(graph, source, strategy="push", device="cpu").levels).all()
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


@pytest.mark.parametrize("options", WAYS)
def test_a_hubs_edges_are_shared_out(options):
    graph = generators.star(50_000)
    for source in (0, 49_999):
        result = fused(graph, source, **options)
        expected = np.full(50_000, 1 if source == 0 else 2)
        expected[[source, 0]] = 0, int(source != 0)
        expected[source] = 0
        assert (result.levels == expected).all()
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


@pytest.mark.parametrize("threads", [1, None])
def test_frontiers_of_a_tree_and_a_mesh_are_shared_out(threads):
    parents = (np.arange(1, 70_000) - 1) // 2
    tree = wf.Graph.from_edges(parents, np.arange(1, 70_000), directed=False)
    mesh = generators.grid(200, 250)
    depths = np.floor(np.log2(np.arange(1, 70_001)))
    steps = np.add.outer(abs(np.arange(200) - 20), abs(np.arange(250) - 30)).ravel()
    for graph, source, expected in ((tree, 0, depths), (mesh, 20 * 250 + 30, steps)):
        for predecessors in (False, True):
            result = fused(
                graph, source, serial_edges=100, alpha=1e-9, predecessors=predecessors, device=wf.Cpu(threads)
            )
            assert (result.levels == expected).all()
        wf.validate_bfs(graph, source, result.levels, result.predecessors)


@settings(max_examples=200, deadline=None)
@given(
    data=st.data(),
    options=st.sampled_from(WAYS),
    form=st.sampled_from(FORMS),
    directed=st.booleans(),
    threads=st.sampled_from([1, None]),
    predecessors=st.booleans(),
)
def test_any_graph_in_any_form(data, options, form, directed, threads, predecessors):
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    sources = data.draw(st.lists(vertex, min_size=1, max_size=3))
    limit = data.draw(st.none() | st.integers(0, 4))
    target = data.draw(st.none() | vertex)
    graph = wf.Graph.from_edges(*np.array(edges, int).reshape(-1, 2).T, count, directed=directed)
    found = wf.bfs(
        graph.prepare(form),
        sources,
        strategy="fused",
        device=wf.Cpu(threads),
        depth_limit=limit,
        target=target,
        predecessors=predecessors,
        **options,
    )
    pairs = list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    everywhere = np.array(reference.bfs_levels(count, pairs, sources))
    last = count if limit is None else limit
    if target is not None and everywhere[target] >= 0:
        last = min(last, int(everywhere[target]))
    assert (found.levels == np.where(everywhere <= last, everywhere, -1)).all()
    if predecessors:
        wf.validate_bfs(graph, sources, found.levels, found.predecessors, depth_limit=last)


def test_preparing_changes_neither_the_levels_nor_what_is_idle_from_before():
    graph = generators.kronecker(10, seed=2)
    before = fused(graph, 3).levels
    graph.prepare("hubs_first")
    after = fused(graph, 3)
    assert (after.levels == before).all()
    wf.validate_bfs(graph, 3, after.levels, after.predecessors)


@pytest.fixture(scope="module")
def narrow_then_wide():
    """A path of 50,000 vertices whose end is joined to 4000 leaves."""
    path, leaves = np.arange(50_000), np.arange(50_000, 54_000)
    src = np.concatenate([path[:-1], np.full(4000, 49_999)])
    return wf.Graph.from_edges(src, np.concatenate([path[1:], leaves]), directed=False)


@pytest.mark.parametrize("stops", [{}, {"depth_limit": 3}, {"target": 17}, {"target": 53_000}])
@pytest.mark.parametrize("source", [0, 49_999, 53_999, [20_000, 53_998]])
def test_where_frontiers_grow_wide_the_search_starts_again(source, stops, narrow_then_wide):
    graph = narrow_then_wide
    found = fused(graph, source, **stops)
    expected = wf.bfs(graph, source, strategy="sequential", device="cpu", **stops)
    assert (found.levels == expected.levels).all()
    wf.validate_bfs(graph, source, found.levels, found.predecessors, depth_limit=int(found.levels.max()))


@pytest.mark.parametrize("make", [lambda: generators.path(9), lambda: generators.kronecker(12)])
def test_a_small_search_wants_no_other_thread(make):
    graph = make()
    fused(graph, 0)  # build the views
    team = wf.Cpu().team(2)
    before = team[GATE]
    fused(graph, 0)
    assert team[GATE] == before


def test_searches_at_once_do_not_share_scratch():
    graph = generators.kronecker(15, seed=3)
    expected = {source: fused(graph, source).levels for source in range(8)}
    right = []

    def search(source):
        right.extend((fused(graph, source).levels == expected[source]).all() for _ in range(5))

    callers = [threading.Thread(target=search, args=(source,)) for source in expected]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(right) == 40
    assert all(right)


def test_results_are_new_arrays():
    graph = generators.grid(10, 10)
    first, second = fused(graph, 0), fused(graph, 99)
    assert first.levels[0] == first.levels.min() == 0
    assert not np.shares_memory(first.levels, second.levels)
    assert not np.shares_memory(first.predecessors, second.predecessors)


def test_the_trace_says_which_levels_were_pulled():
    graph = generators.kronecker(12, seed=1)
    source = int(graph.out_degrees.argmax())
    rows = fused(graph, source, trace=True).trace.levels
    directions = [row.direction for row in rows]
    assert "pull" in directions
    assert [row.launches for row in rows] == [1] + [0] * (len(rows) - 1)
    options = {"serial_edges": 0, "alpha": 1e-9}
    assert {row.direction for row in fused(graph, source, trace=True, **options).trace.levels} == {"push"}


@pytest.mark.parametrize("options", [{"alpha": 0}, {"beta": -1}])
def test_alpha_and_beta_are_positive(options):
    with pytest.raises(wf.InputError, match=r"(alpha|beta) is a positive number"):
        fused(generators.path(3), 0, **options)


@pytest.fixture(scope="module")
def large():
    return generators.grid(800, 800)  # results of 5 MB


def test_memory_of_a_result_is_used_again_only_when_nothing_refers_to_it(large):
    part = fused(large, 0).levels[::2]  # keeps the memory that the result had
    expected = part.copy()
    places = {fused(large, source).levels.ctypes.data for source in range(1, 9)}
    assert (part == expected).all()
    assert len(places) < 8


def test_results_that_are_kept_are_apart(large):
    results = [fused(large, source) for source in (0, 1, 639_999, 0)]
    for result in results:
        wf.validate_bfs(large, int(result.sources[0]), result.levels, result.predecessors)
    assert (results[0].levels == results[3].levels).all()
