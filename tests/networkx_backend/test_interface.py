"""What NetworkX asks of a backend: names, signatures, entry points, conversions that are kept."""

import gc
import inspect
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from wavefront.networkx_backend import interface
from wavefront.networkx_backend.choice import measured_as
from wavefront.networkx_backend.convert import BackendGraph, convert_from_nx, convert_to_nx
from wavefront.networkx_backend.info import SMALLEST, backend_info

REGISTERED = nx.utils.backends._registered_algorithms
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def shape(function):
    """Names, kinds and defaults of the arguments."""
    parameters = inspect.signature(function).parameters.values()
    return [(each.name, each.kind, each.default) for each in parameters]


@pytest.mark.parametrize("name", [name for name in SMALLEST if name in REGISTERED])
def test_signature_is_networkx_own(name):
    assert shape(getattr(interface, name)) == shape(REGISTERED[name].orig_func)


def test_no_other_function_has_a_dispatch_name():
    assert {name for name in vars(interface) if name in REGISTERED} == set(SMALLEST) & set(REGISTERED)


def test_entry_points_lead_here():
    points = tomllib.loads(PROJECT.read_text())["project"]["entry-points"]
    backend = EntryPoint("wavefront", points["networkx.backends"]["wavefront"], "networkx.backends")
    info = EntryPoint("wavefront", points["networkx.backend_info"]["wavefront"], "networkx.backend_info")
    assert backend.load() is interface
    assert set(info.load()()["functions"]) == set(SMALLEST)


def test_information_imports_nothing_heavy():
    code = (
        "import sys; from wavefront.networkx_backend.info import backend_info; backend_info();"
        "print([m for m in ('numpy', 'numba', 'scipy', 'networkx', 'llvmlite') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
    assert backend_info()["backend_name"] == "wavefront"


@pytest.fixture
def installed(monkeypatch):
    """NetworkX with this backend, as after an installation."""
    backends = nx.utils.backends
    monkeypatch.setitem(
        backends.backends, "wavefront", EntryPoint("wavefront", interface.__name__, "networkx.backends")
    )
    monkeypatch.setitem(backends.backend_info, "wavefront", backend_info())
    if call := getattr(backends._dispatchable, "_call_if_any_backends_installed", None):  # from 3.5 on
        monkeypatch.setattr(backends._dispatchable, "__call__", call)
    monkeypatch.setattr(nx.config, "warnings_to_ignore", {"cache"})


def kept(graph):
    return list(graph.__networkx_cache__.get("backends", {}).get("wavefront", {}).values())


def test_a_conversion_is_kept_until_a_method_changes_the_graph(installed):
    graph = nx.path_graph(4)
    assert nx.descendants(graph, 1, backend="wavefront") == {0, 2, 3}
    (first,) = kept(graph)
    assert isinstance(first, BackendGraph)
    nx.ancestors(graph, 1, backend="wavefront")
    assert kept(graph) == [first]
    graph.add_edge(3, 9)
    assert kept(graph) == []
    assert nx.descendants(graph, 1, backend="wavefront") == {0, 2, 3, 9}


def test_attributes_share_one_conversion(installed):
    graph = nx.path_graph(4)
    nx.descendants(graph, 1, backend="wavefront")
    (first,) = kept(graph)
    graph[1][2]["weight"] = 7  # before any weight was read
    assert nx.dijkstra_path_length(graph, 0, 3, backend="wavefront") == 9
    assert nx.dijkstra_path_length(graph, 0, 3, weight="other", backend="wavefront") == 3
    assert all(each is first for each in kept(graph))


def test_an_attribute_set_by_hand_is_noticed_after_the_cache_is_cleared(installed):
    graph = nx.path_graph(3)
    assert nx.dijkstra_path_length(graph, 0, 2, backend="wavefront") == 2
    graph[0][1]["weight"] = 5
    graph.__networkx_cache__.clear()
    assert nx.dijkstra_path_length(graph, 0, 2, backend="wavefront") == 6
    graph[0][1]["weight"] = 8
    graph.__networkx_cache__ = None  # no cache at all
    assert nx.dijkstra_path_length(graph, 0, 2, backend="wavefront") == 9


def test_a_configured_backend_takes_large_graphs_only(installed, monkeypatch):
    monkeypatch.setattr(nx.config.backend_priority, "algos", ["wavefront"])
    small, large = nx.path_graph(3), nx.path_graph(SMALLEST["core_number"][0])
    assert nx.core_number(small) == {0: 1, 1: 1, 2: 1}
    assert kept(small) == []
    assert set(nx.core_number(large).values()) == {1}
    assert len(kept(large)) == 1


def test_the_reason_not_to_run_names_the_size():
    reason = interface.should_run("core_number", (nx.path_graph(3),), {})
    assert reason == f"NetworkX is as fast below {SMALLEST['core_number'][0]} entries; this graph has 4"
    reason = interface.should_run("has_path", (nx.path_graph(3), 0, 1), {})
    assert reason == "one call doesn't pay for converting the graph"


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({}, "all_pairs_shortest_path"),
        ({"source": 0}, "single_source_shortest_path"),
        ({"target": 0, "weight": "w"}, "single_source_dijkstra_path"),
        ({"source": 0, "target": 1}, "bidirectional_shortest_path"),
        ({"source": 0, "target": 1, "weight": "w"}, "bidirectional_dijkstra"),
    ],
)
def test_shortest_path_is_measured_as_the_function_that_does_the_work(arguments, name):
    graph = nx.path_graph(3)
    assert measured_as("shortest_path", (graph,), arguments) == name
    assert SMALLEST[name]
    assert interface.should_run("core_number", (convert_from_nx(nx.path_graph(3)),), {}) is True


@pytest.mark.parametrize(
    ("name", "graph", "keywords", "reason"),
    [
        ("core_number", nx.DiGraph(), {}, "the graph is directed"),
        ("clustering", nx.MultiGraph(), {}, "the graph has parallel edges"),
        ("clustering", nx.Graph(), {"weight": "w"}, "weights aren't counted here"),
        (
            "bfs_edges",
            nx.Graph(),
            {"source": 0, "sort_neighbors": sorted},
            "the neighbors' order is the graph's",
        ),
        (
            "generic_bfs_edges",
            nx.Graph(),
            {"source": 0, "neighbors": iter},
            "neighbors that are a function are NetworkX's own",
        ),
        ("diameter", nx.Graph(), {"usebounds": True}, "bounds are NetworkX's own"),
        (
            "floyd_warshall_numpy",
            nx.Graph(),
            {"weight": lambda one, other, data: 7},
            "weights that are functions are NetworkX's own",
        ),
    ],
)
def test_a_call_that_cannot_run_says_why(name, graph, keywords, reason):
    assert interface.can_run(name, (graph,), keywords) == reason


def test_other_weights_are_left_to_networkx(installed):
    graph = nx.Graph([(0, 1, {"weight": np.float32(0.1)})])
    with pytest.raises(NotImplementedError, match="dijkstra_path_length"):
        nx.dijkstra_path_length(graph, 0, 1, backend="wavefront")


def test_converted_back_it_is_the_graph_itself():
    graph = nx.path_graph(3)
    assert convert_to_nx(convert_from_nx(graph)) is graph
    assert convert_to_nx([1]) == [1]


def test_a_view_is_converted_as_it_is():
    graph = nx.path_graph(6).subgraph([5, 4, 1, 0])
    converted = convert_from_nx(graph)
    assert converted.nodes == list(graph)
    assert list(interface.connected_components(converted)) == list(nx.connected_components(graph))


@pytest.mark.parametrize(
    "view", [lambda graph: graph.subgraph(range(6)), lambda graph: graph.to_undirected(True)]
)
def test_a_change_of_the_graph_behind_a_view_is_noticed(installed, view):
    graph = nx.path_graph(6)
    seen = view(graph)
    assert nx.has_path(seen, 0, 5, backend="wavefront")
    graph.remove_edge(2, 3)
    assert not nx.has_path(seen, 0, 5, backend="wavefront")
    graph.add_edge(2, 3)
    assert nx.has_path(seen, 0, 5, backend="wavefront")


def test_odd_distances_and_cutoffs(installed):
    graph = nx.path_graph(3)
    graph.add_node("alone")
    for distance in (-1, 0, 1, 9):
        found = nx.descendants_at_distance(graph, 0, distance, backend="wavefront")
        assert found == nx.descendants_at_distance(graph, 0, distance)
    for cutoff in (-np.inf, np.nan, -1, 0.5, 1, np.inf):
        found = nx.single_source_shortest_path_length(graph, 0, cutoff, backend="wavefront")
        assert found == nx.single_source_shortest_path_length(graph, 0, cutoff)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("bfs_edges", {"source": 0, "reverse": True}),
        ("topological_sort", {}),
        ("all_pairs_dijkstra", {}),
        ("all_pairs_dijkstra_path_length", {"weight": lambda u, v, data: 2}),
        ("all_pairs_bellman_ford_path", {}),
        ("single_source_all_shortest_paths", {"source": 0, "weight": "weight"}),
        ("all_pairs_all_shortest_paths", {"weight": "weight"}),
        ("edge_bfs", {"source": 0}),
    ],
)
def test_a_generator_outlives_the_graph(name, arguments):
    graph = nx.path_graph(4, nx.DiGraph)
    found = getattr(interface, name)(convert_from_nx(graph), **arguments)
    del graph
    gc.collect()
    assert list(found) == list(getattr(nx, name)(nx.path_graph(4, nx.DiGraph), **arguments))


@pytest.mark.parametrize(
    "name", ["all_pairs_dijkstra", "all_pairs_bellman_ford_path", "all_pairs_all_shortest_paths"]
)
@pytest.mark.parametrize("weight", [1j, ["no name"]])
def test_a_generator_refuses_weights_before_the_first_result(name, weight):
    graph = nx.Graph([(0, 1, {"weight": weight})])
    asked = weight if isinstance(weight, list) else "weight"
    with pytest.raises(NotImplementedError, match=r"type complex|isn't hashable"):
        getattr(interface, name)(convert_from_nx(graph), weight=asked)


@pytest.mark.parametrize(
    "name",
    ["dijkstra_path_length", "bellman_ford_path_length", "shortest_path_length", "bidirectional_dijkstra"],
)
def test_sums_of_numpys_weights_are_numpys(installed, name):
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, np.float64(0.1), "weight")
    ours = getattr(nx, name)(graph, 0, 2, weight="weight", backend="wavefront")
    theirs = getattr(nx, name)(graph, 0, 2, weight="weight")
    assert ours == theirs
    one, other = (each[0] if isinstance(each, tuple) else each for each in (ours, theirs))
    assert type(one) is type(other) is np.float64


def test_weights_of_pythons_and_numpys_types_are_left_to_networkx(installed):
    graph = nx.Graph([(0, 1, {"weight": np.float64(1)}), (1, 2, {"weight": 1})])
    with pytest.raises(NotImplementedError):
        nx.dijkstra_path_length(graph, 0, 2, backend="wavefront")


def test_cycles_without_weight_leave_the_same_paths(installed):
    graph = nx.complete_graph(4)
    nx.set_edge_attributes(graph, 0, "weight")
    for name in ("single_source_bellman_ford_path", "single_source_dijkstra_path"):
        assert getattr(nx, name)(graph, 0, backend="wavefront") == getattr(nx, name)(graph, 0)
