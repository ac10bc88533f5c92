"""Vertices as arguments and in messages: the caller reads the labels that he gave, and the ids."""

import re

import networkx
import numpy as np
import pytest

import wavefront as wf
from wavefront.graph.vertices import named

CITIES = ["Rome", "Oslo", "Paris", "Lima"]
ROADS = [0, 1, 2], [1, 2, 3]


def cities(**options):
    return wf.Graph.from_edges(*ROADS, labels=CITIES, **options)


def test_a_vertex_is_named_by_label_and_id():
    assert named(cities(), 2) == "'Paris' (id 2)"
    assert named(wf.Graph.from_edges(*ROADS), np.int32(2)) == "2"
    assert named(wf.Graph.from_edges(*ROADS, labels=[7, -3, 0, 9]), 1) == "-3 (id 1)"
    pairs = wf.Graph.from_edges(*ROADS, labels=[(0, 0), (0, 1), (1, 0), (1, 1)])
    assert named(pairs, 3) == "(1, 1) (id 3)"
    odd = wf.Graph.from_edges([0], [1], labels=["\x1b[31m\n", "x" * 500])
    assert named(odd, 0) == r"'\x1b[31m\n' (id 0)"
    assert len(named(odd, 1)) < 80


@pytest.mark.parametrize("search", [wf.bfs, wf.sssp, wf.multi_source_bfs])
def test_a_label_where_an_id_is_expected(search):
    with pytest.raises(wf.InputError, match=r"source.*: a vertex is an integer, not 'Lima'.* has the id 3$"):
        search(cities(), "Lima")
    with pytest.raises(wf.InputError, match=r"source.*: a vertex is an integer, not 'Bonn'$"):
        search(cities(), "Bonn")


def test_an_unknown_label_and_those_like_it():
    with pytest.raises(wf.InputError, match=r"no vertex has the label 'Pariss'; did you mean 'Paris'\?$"):
        cities().vertex("Pariss")
    with pytest.raises(wf.InputError, match=r"no vertex has the label 'Ulan Bator'$"):
        cities().vertex("Ulan Bator")


@pytest.mark.parametrize("wrong", [True, 1.0, 4, -1, 2**63, None, "x", np.float32(1), np.int64(4), [[1]], {}])
def test_the_argument_is_named_with_what_came(wrong):
    graph = wf.Graph.from_edges(*ROADS)
    for call, name in (
        (lambda: wf.bfs(graph, wrong), "source: "),
        (lambda: wf.bfs(graph, 0).path(wrong), "target: "),
        (lambda: wf.multi_source_bfs(graph, [0, wrong]), "sources: "),
        (lambda: wf.pagerank(graph, personalization={"x" if wrong in ([[1]], {}) else wrong: 1}), "pers"),
    ):
        with pytest.raises(wf.InputError, match=f"^{name}"):
            call()


@pytest.mark.parametrize(
    ("other", "hint"),
    [
        (networkx.path_graph(2), ".*; Graph.from_networkx makes one of it$"),
        (None, "None$"),
        ("x", "'x'$"),
    ],
)
def test_another_thing_than_a_graph(other, hint):
    for call in (wf.bfs, wf.sssp, wf.multi_source_bfs, wf.betweenness_centrality):
        with pytest.raises(wf.InputError, match=rf"^graph is a wavefront\.Graph, not {hint}"):
            call(other, 0)


NAMED = r"'(Rome|Oslo|Paris|Lima)' \(id [0-3]\)"


def test_algorithms_name_vertices_by_label():
    with pytest.raises(wf.InputError, match=f"edge {NAMED} -> {NAMED} has -1"):
        wf.sssp(cities(weights=[1.0, -1, 2]), 0)
    with pytest.raises(wf.InputError, match=f"edge {NAMED} -> {NAMED} has nan"):
        wf.pagerank(cities(weights=[1.0, np.nan, 2]), weighted=True)
    with pytest.raises(wf.InputError, match=f"those of vertex {NAMED} add up to 1e-300"):
        wf.pagerank(cities(weights=[1.0, 1e-300, 2]), weighted=True)
    with pytest.raises(wf.InputError, match=f"a cycle, through vertex {NAMED}$"):
        wf.topological_levels(wf.Graph.from_edges([0, 1, 2, 3], [1, 2, 3, 0], labels=CITIES))


GRAPH, UNDIRECTED = cities(), cities(directed=False)
RIGHT = wf.bfs(GRAPH, 0, device="python")


@pytest.mark.parametrize(
    ("validate", "arguments", "message"),
    [
        (wf.validate_bfs, (GRAPH, 0, np.array([0, 0, 1, 2])), "vertex 'Oslo' (id 1) is no source but has"),
        (
            wf.validate_bfs,
            (GRAPH, 0, np.array([0, 1, 2, 9])),
            "edge 'Paris' (id 2) -> 'Lima' (id 3) leads from",
        ),
        (wf.validate_bfs, (GRAPH, 0, np.array([0, 1, -1, -1])), "but 'Paris' (id 2) is unreached"),
        (wf.validate_bfs, (GRAPH, 0, RIGHT.levels, np.array([-1, 0, 0, 2])), "tree edge 'Rome' (id 0) ->"),
        (
            wf.validate_multi_source_bfs,
            (GRAPH, [1], RIGHT.levels[None]),
            "from source 'Oslo' (id 1): vertex 'Ro",
        ),
        (
            wf.validate_sssp,
            (GRAPH, 0, np.array([0, 1, 3, 4.0])),
            "edge 'Oslo' (id 1) -> 'Paris' (id 2) leads to",
        ),
        (wf.validate_sssp, (GRAPH, 0, np.array([0, 1, 1, 2.0])), "vertex 'Paris' (id 2) has distance 1.0"),
        (
            wf.validate_sssp,
            (GRAPH, 0, np.array([0, 1, 2, 3.0]), np.array([-1, 0, 0, 2])),
            "no edge 'Rome' (id 0) -> 'Paris' (id 2) accounts",
        ),
        (
            wf.validate_components,
            (GRAPH, np.array([0, 0, 1, 1])),
            "edge 'Oslo' (id 1) -> 'Paris' (id 2) joins",
        ),
        (
            wf.validate_core_number,
            (UNDIRECTED, np.array([1, 2, 1, 1])),
            "vertex 'Oslo' (id 1) of core number 2",
        ),
        (wf.validate_triangles, (UNDIRECTED, np.array([0, 1, 1, 1])), "vertex 'Lima' (id 3) has 1 triangles"),
        (
            wf.validate_label_propagation,
            (UNDIRECTED, np.array([0, 1, 1, 3])),
            "vertex 'Lima' (id 3) has comm",
        ),
        (wf.validate_topological_levels, (GRAPH, np.array([0, 1, 1, 2])), "edge 'Oslo' (id 1) -> 'Paris'"),
        (wf.validate_pagerank, (GRAPH, np.array([0.1, 0.1, 0.1, 0.7])), "in all, vertex 'Lima' (id 3)'s by"),
        (
            wf.validate_betweenness,
            (GRAPH, np.array([0, 1, 3, 0]) / 6),
            "vertex 'Oslo' (id 1) has a score for 1 ",
        ),
        (
            wf.validate_betweenness,
            (GRAPH, np.array([4.0, 0, 0, 0]) / 6),
            "vertex 'Rome' (id 0) leads nowhere",
        ),
    ],
)
def test_validators_name_vertices_by_label(validate, arguments, message):
    with pytest.raises(wf.ValidationError, match=re.escape(message)):
        validate(*arguments)
