"""The account of triangle counting, worked out and counted inside the kernels."""

import pytest
from graphs import GRAPHS, SIMULATED
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.accounting.counting import MAX_STEPS
from wavefront.graph.undirected import as_undirected

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a count in plain Python")
STRATEGIES = ["vertex_centric", "hybrid"]
COUNTED = GRAPHS | {"kronecker": lambda: generators.kronecker(6, seed=1)}  # plain Python takes every step


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", COUNTED)
def test_counters_in_the_kernels_agree(name, strategy):
    found = wf.triangles(as_undirected(COUNTED[name]()), strategy=strategy)
    assert found.account() == found.account(count=True)


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=150), st.sampled_from(STRATEGIES))
def test_counters_agree_on_any_graph(edges, strategy):
    src, dst = zip(*edges, strict=True) if edges else ((), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 45, directed=False)
    found = wf.triangles(graph, strategy=strategy, device=wf.Cpu(threads=1))
    assert found.account() == found.account(count=True)


def test_a_triangle_by_hand():
    """Lists [1, 2], [0, 2], [0, 1]. The walk of 0-1 takes 3 steps, those of 0-2 and 1-2 take 2."""
    triangle = generators.cycle(3)
    by_edge, by_vertex = (wf.triangles(triangle, strategy=name).account() for name in reversed(STRATEGIES))
    assert (by_edge.threads_launched, by_edge.longest_thread) == (6, 1 + 2 * 3)
    assert (by_vertex.threads_launched, by_vertex.longest_thread) == (3, 2 + 2 * (3 + 2))
    assert by_edge.list_reads == by_vertex.list_reads == 6 + 2 * (3 + 2 + 2)


def test_an_edge_per_thread_shares_a_hub():
    """A fan: a hub, and a path among its neighbors. The hub's thread walks every list, an edge's two."""
    src = [*[0] * 200, *range(1, 200)]
    graph = wf.Graph.from_edges(src, [*range(1, 201), *range(2, 201)], directed=False)
    by_edge, by_vertex = (wf.triangles(graph, strategy=name).account() for name in reversed(STRATEGIES))
    assert by_edge.longest_thread * 100 < by_vertex.longest_thread


def test_what_has_no_account():
    with pytest.raises(wf.InputError, match="'auto' of triangles has no account"):
        wf.triangles(generators.cycle(3)).account()
    graph = generators.star(1500)
    found = wf.triangles(graph, strategy="hybrid")
    assert found.account().list_reads < MAX_STEPS
    with pytest.raises(wf.InputError, match="plain Python"):
        wf.triangles(generators.complete(150), strategy="hybrid").account(count=True)


def test_it_prints_as_a_table():
    head, *_, line = str(wf.triangles(generators.cycle(3), strategy="hybrid").account()).splitlines()
    assert head.split()[0] == "threads"
    assert line.split()[0] == "6"
