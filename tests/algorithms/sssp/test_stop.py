"""Searches from several sources, and searches that end before every vertex has its distance."""

import numpy as np
import pytest
from graphs import GRAPHS, size
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.sssp import buckets

pytestmark = pytest.mark.on_devices


def weighted(graph, seed=7):
    """The graph with float64 weights of which sums are exact, 0 among them."""
    weights = np.random.default_rng(seed).integers(0, 9, graph.num_edges) / 4
    return wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, weights)


def from_nearest(graph, sources):
    """Distances by NetworkX."""
    import networkx as nx

    edges = nx.MultiDiGraph()
    edges.add_nodes_from(range(graph.num_vertices))
    edges.add_weighted_edges_from(zip(*(array.tolist() for array in graph.coo), strict=True))
    found = nx.multi_source_dijkstra_path_length(edges, set(sources))
    return np.array([found.get(vertex, np.inf) for vertex in range(graph.num_vertices)])


def checked(graph, source, device, **options):
    """The result, whose validity is checked by rules."""
    found = wf.sssp(graph, source, device=device, **options).to_numpy()
    stop = {name: options[name] for name in ("target", "cutoff") if name in options}
    wf.validate_sssp(graph, source, found.distances, found.predecessors, **stop)
    return found


@pytest.mark.parametrize("name", GRAPHS)
def test_from_the_nearest_source(name, device):
    graph = weighted(GRAPHS[name]())
    sources = sorted({0, graph.num_vertices // 2, graph.num_vertices - 1})
    found = checked(graph, sources, device)
    expected = from_nearest(graph, sources)
    assert found.distances.tolist() == expected.tolist()
    for target in range(0, graph.num_vertices, 1 + graph.num_vertices // 5):
        path = found.path(target)
        assert (path is None) == np.isinf(expected[target])
        assert path is None or (path[0] in sources and path[-1] == target)
    without = wf.sssp(graph, sources, device=device, predecessors=False)
    assert without.path(sources[0])[0] in sources


def test_sources_in_any_form(device):
    graph = weighted(generators.path(6))
    expected = from_nearest(graph, [1, 4])
    for sources in ([4, 1, 1], (1, 4), np.array([4, 1]), range(1, 5, 3)):
        found = wf.sssp(graph, sources, device=device).to_numpy()
        assert found.distances.tolist() == expected.tolist()
        assert found.sources.tolist() == [1, 4]
    assert wf.sssp(graph, [2], device=device).sources.tolist() == [2]


@pytest.mark.parametrize("delta", [None, 0.25, np.inf])
@pytest.mark.parametrize("small_parts", [False, True])
def test_no_vertex_beyond_the_stop_has_a_distance(delta, small_parts, device, monkeypatch):
    if small_parts:
        for name in ("SERIAL_EDGES", "SERIAL_SIZE"):
            monkeypatch.setattr(buckets, name, 3)
    graph = weighted(generators.grid(size(20, 5), size(20, 4)))
    everything = from_nearest(graph, [0])
    furthest = graph.num_vertices - 1
    middle = graph.num_vertices // 2
    for options, last in (
        ({"cutoff": 0}, 0),
        ({"cutoff": 3.3}, 3.3),
        ({"cutoff": 1e400}, np.inf),
        ({"target": 0}, 0),
        ({"target": middle}, everything[middle]),
        ({"target": [middle, furthest, 1]}, everything[[middle, furthest, 1]].max()),
        ({"target": furthest, "cutoff": 2}, 2),
        ({"target": 1, "cutoff": 100}, everything[1]),
    ):
        found = checked(graph, 0, device, delta=delta, **options)
        expected = np.where(everything <= last, everything, np.inf)
        assert found.distances.tolist() == expected.tolist()
        assert ((found.predecessors >= 0) == (np.isfinite(expected) & (np.arange(expected.size) > 0))).all()


def test_a_target_that_no_path_leads_to_ends_nothing(device):
    graph = wf.Graph.from_edges([0, 1], [1, 2], 4, weights=[1.0, 2.0])
    found = checked(graph, 0, device, target=[1, 3])
    assert found.distances.tolist() == [0, 1, 3, np.inf]
    assert found.path(3) is None


def test_a_cutoff_between_two_numbers_of_the_weights_type(device):
    weights = np.array([0.1, 0.2], np.float32)
    graph = wf.Graph.from_edges([0, 0], [1, 2], weights=weights)
    # float32 rounds both up, by less than the cutoffs differ from 0.1 and 0.2.
    for cutoff, reached in ((0.1, 1), (float(weights[0]), 2), (0.2, 2), (1e300, 3)):
        assert wf.sssp(graph, 0, device=device, cutoff=cutoff).num_reached == reached


def test_a_near_target_ends_the_search_early():
    """Vertices beyond the target's bucket are not looked at: their labels are never written."""
    graph = weighted(generators.grid(60, 60))
    touched = []
    original = buckets.Stop.forget_beyond

    def counting(stop, distances):
        touched.append(int(np.isfinite(distances).sum()))
        original(stop, distances)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(buckets.Stop, "forget_beyond", counting)
        for target in (1, graph.num_vertices - 1):
            wf.sssp(graph, 0, device="cpu", target=target, delta=1.0)
    assert touched[0] < 100
    assert touched[1] == graph.num_vertices


def test_scipy_agrees_about_the_limit():
    graph = weighted(generators.grid(30, 40))
    graph = wf.Graph.from_csr(graph.csr.src_ptr, graph.csr.dst, graph.csr.weights + 0.25)
    expected = csgraph.dijkstra(graph.to_scipy(), indices=[5, 700], min_only=True, limit=4.5)
    assert wf.sssp(graph, [5, 700], cutoff=4.5).distances.tolist() == expected.tolist()


def test_predecessors_as_near_do_not_depend_on_the_timing(device):
    """Of vertices entered in the same step the smallest, whichever thread comes first."""
    rng = np.random.default_rng(1)
    count = size(300, 40)
    src, dst = rng.integers(0, count, (2, 4 * count))
    graph = wf.Graph.from_edges(src, dst, count, np.zeros(src.size), directed=False)
    levels = wf.bfs(graph, 0).levels
    neighbors = [set() for _ in range(count)]
    for u, v in zip(src.tolist(), dst.tolist(), strict=True):
        neighbors[u].add(v)
        neighbors[v].add(u)
    expected = [
        min((u for u in neighbors[v] if levels[u] == levels[v] - 1), default=-1) if levels[v] > 0 else -1
        for v in range(count)
    ]
    found = wf.sssp(graph, 0, device=device, deterministic=True).to_numpy()
    assert found.predecessors.tolist() == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"source": []}, "source: at least one source is needed"),
        ({"source": [0, 9]}, "vertex 9 is out of range"),
        ({"source": 0, "target": 9}, "target: vertex 9 is out of range"),
        ({"source": 0, "target": []}, "target: at least one target is needed"),
        ({"source": 0, "cutoff": -1}, "cutoff is a number, 0 or more, not -1"),
        ({"source": 0, "cutoff": np.nan}, "cutoff is a number, 0 or more, not nan"),
        ({"source": 0, "deterministic": 2}, "deterministic is true or false"),
    ],
)
def test_wrong_input(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.sssp(generators.path(3), **arguments)
