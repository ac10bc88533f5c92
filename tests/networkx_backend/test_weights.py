"""Weights: as many as NetworkX's dictionaries hold, for each direction of an edge."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from networkx_graphs import graphs

from wavefront.networkx_backend import convert
from wavefront.networkx_backend.convert import convert_from_nx

REVERSIBLE = [nx.Graph, nx.MultiGraph]


def weights_in(graph, least=min):
    """The weight of each pair of neighbors in NetworkX's order, without those that weigh None."""
    found = {}
    for u, row in graph.adjacency():
        for v, data in row.items():
            each = [keys.get("weight", 1) for keys in (data.values() if graph.is_multigraph() else [data])]
            found[u, v] = least(each) if len(each) > 1 else each[0]
    return {ends: weight for ends, weight in found.items() if weight is not None}


def weights_of(converted, lists):
    """The same of converted lists."""
    whole = lists.whole if lists.whole.size else np.full(lists.weights.size, lists.weights.dtype.kind == "i")
    rows = np.repeat(np.arange(len(converted)), np.diff(lists.ptr)).tolist()
    nodes = converted.nodes
    return {
        (nodes[row], nodes[column]): (weight, is_whole)
        for row, column, weight, is_whole in zip(
            rows, lists.neighbors.tolist(), lists.weights.tolist(), whole.tolist(), strict=True
        )
    }


@pytest.mark.parametrize("fewest", [0, convert.FEWEST_ONCE])
def test_weights_are_those_of_each_direction(fewest, monkeypatch):
    monkeypatch.setattr(convert, "FEWEST_ONCE", fewest)

    @settings(max_examples=100, deadline=None, derandomize=True)
    @given(graphs())
    def compare(graph):
        converted = convert_from_nx(graph)
        try:
            lists, expected = converted.weighted("weight"), weights_in(graph)
        except NotImplementedError:  # None beside a number: NetworkX can't compare them
            return
        assert weights_of(converted, lists) == {
            ends: (weight, isinstance(weight, int)) for ends, weight in expected.items()
        }
        assert list(weights_of(converted, lists)) == list(expected)

    compare()


@pytest.mark.parametrize("fewest", [0, convert.FEWEST_ONCE])
@pytest.mark.parametrize("kind", REVERSIBLE)
def test_parallel_weights_are_added_up_for_matrices(kind, fewest, monkeypatch):
    monkeypatch.setattr(convert, "FEWEST_ONCE", fewest)
    graph = kind([("b", "a", {"weight": 2}), ("a", "c"), ("c", "c", {"weight": 0.5})])
    graph.add_edge("a", "b", weight=3)
    converted = convert_from_nx(graph)
    found = {
        ends: weight for ends, (weight, _) in weights_of(converted, converted.strengths("weight")).items()
    }
    assert found == weights_in(graph, sum)


@pytest.mark.parametrize("row", [{"b": {"weight": 1}}, {"b": {"weight": 1}, "a": {"weight": 7}}])
def test_directions_put_in_by_hand_keep_their_own_weights(row, monkeypatch):
    monkeypatch.setattr(convert, "FEWEST_ONCE", 0)
    graph = nx.Graph()
    graph.add_nodes_from("abc")
    graph._adj["a"].update(row)
    graph._adj["c"]["a"] = {"weight": 5}
    converted = convert_from_nx(graph)
    found = weights_of(converted, converted.weighted("weight"))
    assert {ends: weight for ends, (weight, _) in found.items()} == weights_in(graph)


def test_directions_of_a_view_keep_their_own_weights(monkeypatch):
    monkeypatch.setattr(convert, "FEWEST_ONCE", 0)
    graph = nx.DiGraph([("a", "b", {"weight": 1}), ("b", "a", {"weight": 2})]).to_undirected(as_view=True)
    converted = convert_from_nx(graph)
    found = weights_of(converted, converted.weighted("weight"))
    assert {ends: weight for ends, (weight, _) in found.items()} == weights_in(graph)


def test_pagerank_reads_an_edge_of_a_view_once():
    arcs = [("a", "b", {"weight": 1}), ("b", "a", {"weight": 2}), ("b", "c", {"weight": 3}), ("c", "c", {})]
    for kind in (nx.DiGraph, nx.MultiDiGraph):
        graph = kind(arcs).to_undirected(as_view=True)
        assert nx.pagerank(graph, backend="wavefront") == pytest.approx(
            nx.pagerank(graph, backend="networkx")
        )


def test_pagerank_leaves_infinite_weights_to_networkx():
    graph = nx.Graph([("a", "b", {"weight": np.inf}), ("b", "b", {"weight": np.inf})])
    with pytest.raises(NotImplementedError, match="not finite"):
        convert_from_nx(graph).strengths("weight")
