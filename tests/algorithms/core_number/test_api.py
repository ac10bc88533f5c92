"""Core numbers against the definition and NetworkX; and the numbers that the validator refuses."""

import networkx as nx
import numpy as np
import pytest
import reference
from graphs import GRAPHS, SIMULATED, size
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.core_number import one_block

pytestmark = pytest.mark.on_devices


def undirected(graph):
    return wf.Graph.from_edges(graph.coo.src, graph.coo.dst, graph.num_vertices, directed=False)


def edges_of(graph):
    return zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)


@pytest.mark.parametrize("most", [one_block.MOST, 2, 0], ids=["one block", "in turns", "all blocks"])
@pytest.mark.parametrize("name", GRAPHS)
def test_cores_are_those_of_the_definition(name, most, device, monkeypatch):
    if not SIMULATED and most != one_block.MOST:
        pytest.skip("compiled kernels keep their sizes")
    monkeypatch.setattr(one_block, "MOST", most)
    monkeypatch.setattr(one_block, "ROOM", min(4 * most, one_block.ROOM))
    graph = undirected(GRAPHS[name]())
    result = wf.core_number(graph, device=device).to_numpy()
    assert result.cores.tolist() == reference.core_numbers(graph.num_vertices, edges_of(graph))
    assert result.cores.dtype == np.int32
    assert result.degeneracy == result.cores.max()
    wf.validate_core_number(graph, result.cores)


def test_cores_are_networkx_cores(device):
    other = nx.barabasi_albert_graph(size(300, 40), 4, seed=5)
    other.add_edges_from(nx.complete_graph(range(10, 22)).edges)
    graph = wf.Graph.from_networkx(other)
    result = wf.core_number(graph, device=device).to_numpy()
    assert dict(enumerate(result.cores.tolist())) == nx.core_number(other)


def test_a_hub_with_many_leaves(device):
    leaves = size(6000, 200)
    hub = wf.Graph.from_edges(np.zeros(leaves, int), np.arange(1, leaves + 1), directed=False)
    assert wf.core_number(hub, device=device).to_numpy().cores.tolist() == [1] * (leaves + 1)


@settings(max_examples=size(100, 15))
@given(
    st.integers(1, 12).flatmap(
        lambda n: st.tuples(
            st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=60)
        )
    )
)
def test_any_graph(pairs):
    count, edges = pairs
    graph = wf.Graph.from_edges([u for u, _ in edges], [v for _, v in edges], count, directed=False)
    cores = wf.core_number(graph).cores
    assert cores.tolist() == reference.core_numbers(count, edges)
    wf.validate_core_number(graph, cores)


def test_an_empty_graph_has_no_cores():
    result = wf.core_number(wf.Graph.from_edges([], [], directed=False))
    assert (result.cores.tolist(), result.degeneracy) == ([], 0)
    wf.validate_core_number(result.graph, result.cores)


def test_the_result_describes_itself():
    result = wf.core_number(generators.cycle(5))
    assert repr(result) == "CoreResult(5 vertices, degeneracy 2, cpu)"
    assert result.to_numpy() is result


def test_a_directed_graph_is_refused():
    with pytest.raises(wf.InputError, match="undirected"):
        wf.core_number(wf.Graph.from_edges([0], [1]))
