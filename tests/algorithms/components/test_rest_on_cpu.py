"""The last step of components on the CPU: the form that the sample chooses, and what each form finds."""

import numpy as np
import pytest
from graphs import SIMULATED
from scipy.sparse import csgraph

import wavefront as wf
from wavefront.accounting.rebuilt import rebuilt
from wavefront.algorithms.components import afforest_on_cpu, rest_on_cpu
from wavefront.algorithms.components.afforest import SAMPLED_EDGES, Forest
from wavefront.algorithms.components.rest_on_cpu import NONE, largest_tree
from wavefront.algorithms.components.shares_on_cpu import VOTES_BITS, lists_of_both
from wavefront.compiler.registry import cpu_intrinsics

pytestmark = pytest.mark.skipif(SIMULATED, reason="the CPU's form")

COUNT = 60_000


def cliques(size, ids):
    """Edges of disjoint cliques of so many vertices."""
    one, other = np.triu_indices(size, 1)
    first = np.arange(0, COUNT - size + 1, size)[:, None]
    return ids[(first + one).ravel()], ids[(first + other).ravel()]


def in_any_order(graph):
    """The graph with shuffled lists."""
    src, dst = graph.coo[:2]
    order = np.lexsort((np.random.default_rng(4).random(src.size), src))
    return wf.Graph.from_csr(graph.csr.src_ptr, dst[order], directed=graph.directed)


def chosen(graph):
    """What the last step would pass over, if the steps before had found all components."""
    parents = np.empty(graph.num_vertices, graph.csr.dst.dtype)
    labels = csgraph.connected_components(graph.to_scipy(), directed=True, connection="weak")[1]
    parents[:] = np.unique(labels, return_index=True)[1][labels]
    votes, forest = np.zeros(1 << VOTES_BITS, np.int64), Forest(*graph.csr[:2], parents)
    seen = np.int64(SAMPLED_EDGES)
    return wf.Cpu(1).call(rest_on_cpu.passed_over, votes, seen, forest, None)


def check(graph, threads):
    found = wf.connected_components(graph, device=wf.Cpu(threads))
    count, expected = csgraph.connected_components(graph.to_scipy(), directed=True, connection="weak")
    assert found.num_components == count
    np.testing.assert_array_equal(found.components, expected)


@pytest.mark.parametrize("threads", sorted({1, wf.Cpu().threads}))
@pytest.mark.parametrize("size", [2, 3, 4, 9, 200])
@pytest.mark.parametrize("order", ["ascending", "shuffled"])
def test_many_small_components_follow_what_edges_are_left(order, size, threads):
    ids = np.arange(COUNT) if order == "ascending" else np.random.default_rng(1).permutation(COUNT)
    graph = wf.Graph.from_edges(*cliques(size, ids), COUNT, directed=False)
    assert chosen(graph) == NONE
    check(graph, threads)


def test_a_giant_component_is_passed_over():
    src, dst = np.random.default_rng(2).integers(COUNT, size=(2, 4 * COUNT))
    graph = wf.Graph.from_edges(src, dst, COUNT, directed=False)
    assert chosen(graph) == 0


def over_the_largest(votes, seen, forest, back):
    """In place of `passed_over`."""
    return largest_tree(votes, forest)


def over_nothing(votes, seen, forest, back):
    """In place of `passed_over`, too."""
    return np.int64(NONE)


@pytest.mark.parametrize("passes_over", [over_the_largest, over_nothing])
@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("degree", [0.5, 1, 2, 4])
def test_both_forms_find_all_components(degree, directed, passes_over, monkeypatch):
    """Lists in any order: that the first neighbors are the smallest is likely, but not needed."""
    kept = {function: function for function in cpu_intrinsics}
    form = rebuilt(afforest_on_cpu.grow, {**kept, rest_on_cpu.passed_over: passes_over})
    monkeypatch.setattr(afforest_on_cpu, "grow", form)
    src, dst = np.random.default_rng(3).integers(COUNT, size=(2, int(degree * COUNT)))
    graph = in_any_order(wf.Graph.from_edges(src, dst, COUNT, directed=directed))
    if directed:
        assert graph.csc.src.size == src.size
    check(graph, wf.Cpu().threads)


def test_an_edge_that_only_the_last_step_sees():
    """Lists begin with the two largest neighbors, so that growing links little."""
    graph = wf.Graph.from_edges(*cliques(4, np.arange(COUNT)), COUNT, directed=False)
    graph = wf.Graph.from_csr(
        graph.csr.src_ptr, graph.csr.dst.reshape(-1, 3)[:, ::-1].ravel(), directed=False
    )
    assert chosen(graph) == NONE
    check(graph, wf.Cpu().threads)


@pytest.mark.parametrize(("step", "reads_both"), [(1, True), (-1, False)])
def test_in_lists_are_read_where_the_out_lists_have_no_smaller_neighbors(step, reads_both):
    vertices = np.arange(COUNT - 1)
    ends = vertices, vertices + 1
    graph = wf.Graph.from_edges(*ends[::step], COUNT)
    parents = np.arange(COUNT, dtype=graph.csr.dst.dtype)
    forest, back = (Forest(*lists[:2], parents) for lists in (graph.csr, graph.csc))
    assert wf.Cpu(1).call(lists_of_both, forest, back) == reads_both
    parents, _ = afforest_on_cpu.grown(graph, wf.Cpu())
    check(graph, wf.Cpu().threads)
    assert parents[-1] < COUNT - 1
