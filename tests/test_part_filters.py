"""Centralities and distances of what filters keep, against NetworkX's of a subgraph, and by rules."""

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED, devices, size
from test_filters import Times, bitmap, is_not_third, is_recent, on

import wavefront as wf
from wavefront import generators
from wavefront.filters import part

pytestmark = pytest.mark.on_devices
DEVICES = devices()
on_devices = pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)
on_the_cpu = pytest.mark.skipif(SIMULATED, reason="is about arguments, not about devices")
SIZE = 16


class Case:
    """A graph, filters that keep an edge with its other direction or both ways apart, and what they leave."""

    def __init__(self, directed, one_way=False, seed=1):
        rng = np.random.default_rng(seed)
        src, dst = rng.integers(0, SIZE, (2, 4 * SIZE))
        weights = rng.integers(1, 4, src.size).astype(float)
        self.graph = wf.Graph.from_edges(src, dst, SIZE, weights, directed=directed, simplify=True)
        src, dst, weights = self.graph.coo
        self.vertices, self.edges = np.arange(SIZE) % 5 != 2, (src + dst) % 6 != 1
        if one_way:
            self.edges &= (src + 2 * dst) % 4 != 0
        self.filters = {"vertex_filter": self.vertices, "edge_filter": self.edges}
        self.kept = (nx.DiGraph if directed or one_way else nx.Graph)()
        self.kept.add_nodes_from(np.flatnonzero(self.vertices).tolist())
        stays = self.edges & self.vertices[src] & self.vertices[dst]
        ends = zip(src[stays].tolist(), dst[stays].tolist(), weights[stays].tolist(), strict=True)
        self.kept.add_weighted_edges_from(ends)

    def joined(self):
        """The largest component of what is kept, and the filters that keep it alone."""
        find = nx.strongly_connected_components if self.kept.is_directed() else nx.connected_components
        part = self.kept.subgraph(max(find(self.kept), key=len))
        return part, {"vertex_filter": np.isin(np.arange(SIZE), part), "edge_filter": self.edges}


@pytest.fixture(params=["directed", "undirected", "one way"])
def case(request):
    return Case(request.param == "directed", request.param == "one way")


def agree(scores, expected):
    """Whether the kept vertices have the expected scores, and no others any."""
    assert np.flatnonzero(~np.isnan(scores)).tolist() == sorted(expected)
    assert np.allclose(scores[sorted(expected)], [expected[vertex] for vertex in sorted(expected)])


@on_devices
def test_closeness_and_harmonic(device, case):
    turned = case.kept.reverse() if case.kept.is_directed() else case.kept
    for direction, theirs in (("in", case.kept), ("out", turned)):
        options = {"direction": direction} | case.filters
        found = wf.closeness(case.graph, device=device, **options).to_numpy()
        agree(found.scores, nx.closeness_centrality(theirs))
        wf.validate_closeness(case.graph, found.scores, found.vertices, **options)
        found = wf.harmonic(case.graph, device=device, **options).to_numpy()
        agree(found.scores, nx.harmonic_centrality(theirs))
        wf.validate_harmonic(case.graph, found.scores, found.vertices, **options)


@on_devices
@pytest.mark.parametrize("weighted", [False, True])
def test_betweenness(device, case, weighted):
    length = "weight" if weighted else None
    for normalized in (True, False)[: size(2, 1)]:
        options = {"weighted": weighted, "normalized": normalized} | case.filters
        sources = np.flatnonzero(case.vertices)[:3] if SIMULATED else None  # 3 take less time
        found = wf.betweenness_centrality(
            case.graph, sources, edges=True, device=device, **options
        ).to_numpy()
        validated = found.scores, found.edge_scores
        wf.validate_betweenness(case.graph, *validated, sources=found.sources, **options)
        assert found.is_exact == (not SIMULATED)
        if found.is_exact:
            expected = nx.betweenness_centrality(case.kept, weight=length, normalized=normalized)
            assert np.allclose(found.scores, [expected.get(vertex, 0) for vertex in range(SIZE)])
            expected = nx.edge_betweenness_centrality(case.kept, weight=length, normalized=normalized)
            if not case.kept.is_directed():
                expected |= {(v, u): score for (u, v), score in expected.items()}
            ends = zip(*(end.tolist() for end in case.graph.coo[:2]), strict=True)
            assert np.allclose(found.edge_scores, [expected.get(edge, 0) for edge in ends])


@on_devices
def test_paths_from_some_to_some(device, case):
    sources, targets = np.flatnonzero(case.vertices)[::2], np.arange(0, SIZE, 3)  # 12 is dropped
    options = {"normalized": False, "targets": targets} | case.filters
    found = wf.betweenness_centrality(case.graph, sources, device=device, **options).to_numpy()
    ends = [vertex for vertex in targets.tolist() if vertex in case.kept]
    expected = nx.betweenness_centrality_subset(case.kept, sources.tolist(), ends)
    assert np.allclose(found.scores, [expected.get(vertex, 0) for vertex in range(SIZE)])
    wf.validate_betweenness(case.graph, found.scores, sources=sources, **options)


@on_devices
def test_eccentricity_and_diameter(device, case):
    part, filters = case.joined()
    found = wf.eccentricity(case.graph, device=device, **filters).to_numpy()
    expected = nx.eccentricity(part)
    assert found.eccentricities.tolist() == [expected.get(vertex, -1) for vertex in range(SIZE)]
    assert found.is_connected
    assert (found.radius, found.diameter) == (nx.radius(part), nx.diameter(part))
    wf.validate_eccentricity(case.graph, found.eccentricities, found.vertices, **filters)
    far = wf.diameter(case.graph, device=device, **filters)
    assert far.diameter == nx.diameter(part)
    wf.validate_diameter(case.graph, far.diameter, far.ends, **filters)
    whole = wf.eccentricity(case.graph, device=device, **case.filters).to_numpy()
    wf.validate_eccentricity(case.graph, whole.eccentricities, whole.vertices, **case.filters)


@on_devices
def test_every_form_of_a_filter(device):
    case, times = Case(directed=False), np.random.default_rng(0).random(SIZE)
    src, dst, _ = case.graph.coo
    recent, expected = times[(src + dst) % SIZE] < 0.7, None
    data = Times(on(device, times[(src + dst) % SIZE]), 0.7)
    vertices = np.arange(SIZE) % 3 != 2
    for filters in (
        {"vertex_filter": vertices, "edge_filter": recent},
        {"vertex_filter": bitmap(vertices), "edge_filter": bitmap(recent)},
        {"vertex_filter": is_not_third, "edge_filter": (is_recent, data)},
        {"vertex_filter": vertices, "edge_filter": wf.EdgeFilter(case.graph, recent, device=device)},
    ):
        found = wf.harmonic(case.graph, device=device, **filters).to_numpy()
        expected = found.scores if expected is None else expected
        assert np.array_equal(found.scores, expected, equal_nan=True)
    wf.validate_harmonic(case.graph, expected, found.vertices, vertex_filter=vertices, edge_filter=recent)


@on_devices
def test_one_vertex_or_none_is_left(device):
    graph, last = wf.generators.path(5), np.arange(5) == 4
    assert wf.diameter(graph, vertex_filter=last, device=device).ends == (4, 4)
    found = wf.eccentricity(graph, vertex_filter=last, device=device).to_numpy()
    assert found.eccentricities.tolist() == [-1, -1, -1, -1, 0]
    assert (found.is_connected, found.diameter) == (True, 0)
    none = np.zeros(5, bool)
    with pytest.raises(wf.InputError, match="without vertices"):
        wf.diameter(graph, vertex_filter=none, device=device)
    assert np.isnan(wf.closeness(graph, vertex_filter=none, device=device).to_numpy().scores).all()
    found = wf.betweenness_centrality(graph, vertex_filter=none, device=device).to_numpy()
    assert found.scores.tolist() == [0] * 5
    wf.validate_betweenness(graph, found.scores, sources=found.sources, vertex_filter=none)


@on_the_cpu
def test_only_kept_vertices_are_chosen():
    case = Case(directed=True)
    kept = np.flatnonzero(case.vertices)
    for name in ("closeness", "harmonic", "eccentricity", "betweenness_centrality"):
        function = getattr(wf, name)
        with pytest.raises(wf.InputError, match=r"vertex 7 is dropped by vertex_filter"):
            function(case.graph, [0, 7], **case.filters)
        with pytest.raises(wf.InputError, match=f"must be from 1 to {kept.size} to be drawn"):
            function(case.graph, SIZE, **case.filters)
        for wrong in ([0, SIZE], SIZE + 1):  # before the filters are looked at
            with pytest.raises(wf.InputError, match=r"^(sources|vertices)\b.*"):
                function(case.graph, wrong, vertex_filter=np.ones(3, bool))
        found = function(case.graph, kept.size, **case.filters)
        assert (found.sources if name.startswith("b") else found.vertices).tolist() == kept.tolist()
    found = wf.betweenness_centrality(case.graph, 5, seed=3, **case.filters)
    assert np.isin(found.sources, kept).all()
    assert not found.is_exact
    wf.validate_betweenness(case.graph, found.scores, sources=found.sources, **case.filters)


@on_the_cpu
def test_what_is_dropped_has_no_score():
    case = Case(directed=False)
    found = wf.betweenness_centrality(case.graph, edges=True, **case.filters)
    for values, place in ((found.scores, 2), (found.edge_scores, np.flatnonzero(~case.edges)[0])):
        values[place] += 1
        with pytest.raises(wf.ValidationError, match=f"rule 1: .* {place} is dropped and has the score 1"):
            wf.validate_betweenness(case.graph, found.scores, found.edge_scores, **case.filters)
        values[place] -= 1
    scores = wf.harmonic(case.graph).scores
    with pytest.raises(wf.ValidationError, match="rule 1: vertex 2 was asked for, and is dropped"):
        wf.validate_harmonic(case.graph, scores, np.arange(SIZE), **case.filters)
    with pytest.raises(wf.ValidationError, match="rule 2: an end is dropped"):
        wf.validate_diameter(case.graph, 1, (0, 2), **case.filters)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("ends", ["many levels", "few levels"])
@on_the_cpu
def test_marked_vertices_are_as_those_of_a_copy(ends, directed, monkeypatch):
    """Few sources mark dropped vertices, by words and by a thread per source; many search a copy."""
    drawn = generators.grid(3, 200) if ends == "many levels" else generators.kronecker(8, 16, seed=2)
    graph = wf.Graph.from_edges(*drawn.coo[:2], drawn.num_vertices, directed=directed, simplify=True)
    if directed:
        src, dst = graph.coo[:2]
        graph = graph.with_edges(removed=(src[::5], dst[::5]))
    kept = np.random.default_rng(4).random(graph.num_vertices) < 0.95
    some = np.flatnonzero(kept)[::50]

    def found():
        options = {"vertex_filter": kept, "device": "cpu"}
        scores = [wf.closeness(graph, some, direction=way, **options).scores for way in ("in", "out")]
        scores += [wf.harmonic(graph, some, **options).scores]
        scores += [wf.eccentricity(graph, some, **options).eccentricities]
        return [*scores, wf.multi_source_bfs(graph, some, **options).levels]

    marked = found()
    monkeypatch.setattr(part, "MOST_MARKED", 0)
    for values, copied in zip(marked, found(), strict=True):
        assert np.array_equal(values, copied, equal_nan=True)
    assert (marked[-1][:, ~kept] == -1).all()
