"""Edge filters that the GPU's fused search asks as it goes, in all forms of its pull, in plain Python."""

from typing import Any, NamedTuple

import interleaved
import numpy as np
import pytest
from forced_pulls import COUNT, PULLS, forced, some_graph

import wavefront as wf
from wavefront import generators
from wavefront.device import Cuda
from wavefront.filters.votes import Bytes, Words, in_bytes, in_words, vote
from wavefront.strategies.fused.cuda import asked

PUSHES = {"alpha": 1e-9, "beta": 1e-9}
FORMS = [(True, False, True), (False, False, False), (False, True, True), (False, True, False)]
FORM_NAMES = ["small", "first, listed", "best, in order", "best, listed"]


class Noted(NamedTuple):
    """Data of filters: the edges to drop, and what was asked."""

    dropped: Any
    sources: Any
    neighbors: Any


def new_function():
    """A filter whose kernel isn't made yet."""

    def is_kept(source, neighbor, edge, noted):
        noted.sources[edge], noted.neighbors[edge] = source, neighbor
        return noted.dropped[edge] == 0

    return is_kept


def as_bitmap(mask):
    return np.packbits(np.append(mask, np.zeros(-mask.size % 32, bool)), bitorder="little").view(np.uint32)


def check(graph, source, found, kept):
    src, dst = graph.coo[:2]
    copy = wf.Graph.from_edges(src[kept], dst[kept], graph.num_vertices)
    expected = wf.bfs(copy, source, strategy="sequential", device="cpu")
    assert found.levels.tolist() == expected.levels.tolist()
    wf.validate_bfs(copy, source, found.levels, found.predecessors)


@pytest.mark.parametrize("form", FORMS, ids=FORM_NAMES)
def test_a_function_is_asked_about_edges_from_visited_vertices(form, monkeypatch):
    forced(monkeypatch, *form)
    graph = some_graph(directed=form[1])
    edges = np.random.default_rng(2).random(graph.num_edges) < 0.6
    asked_about(graph, edges, PUSHES if form[0] else PULLS)


def asked_about(graph, edges, thresholds):
    """Whether each edge was asked about, in a search whose result and questions are right."""
    src, dst = graph.coo[:2]
    source = int(graph.out_degrees.argmax())
    noted = Noted((~edges).astype(np.int32), *np.full((2, graph.num_edges), -1))
    filters = {"edge_filter": (new_function(), noted)}
    found = wf.bfs(graph, source, strategy="fused", device=Cuda(), **filters, **thresholds)
    check(graph, source, found, edges)
    was = noted.sources >= 0
    assert (noted.sources[was] == src[was]).all()
    assert (noted.neighbors[was] == dst[was]).all()
    assert (found.levels[src[was]] >= 0).all()
    return was


def test_a_pull_asks_about_few_edges(monkeypatch):
    interleaved.install(monkeypatch, 2, 64, seed=1)
    graph = generators.kronecker(6, 8, seed=3)
    edges = np.arange(graph.num_edges) % 8 != 0
    was = asked_about(graph, edges, PULLS)
    assert was.sum() < graph.num_edges / 4


@pytest.mark.parametrize("form", [FORMS[0], FORMS[2]], ids=[FORM_NAMES[0], FORM_NAMES[2]])
def test_arrays_are_asked_in_every_pull(form, monkeypatch):
    forced(monkeypatch, *form)
    for function in (asked.edge_in_bytes, asked.edge_in_words):  # whose kernels have what is forced
        monkeypatch.setattr(function, "__dict__", {}, raising=False)
    rng = np.random.default_rng(3)
    graph = some_graph(directed=False)
    vertices, edges = rng.random(COUNT) < 0.8, rng.random(graph.num_edges) < 0.6
    source = int(graph.out_degrees.argmax())
    vertices[source] = True
    src, dst = graph.coo[:2]
    for filters, kept in (
        ({"edge_filter": edges}, edges),
        (
            {"edge_filter": as_bitmap(edges), "vertex_filter": vertices},
            edges & vertices[src] & vertices[dst],
        ),
    ):
        found = wf.bfs(graph, source, strategy="fused", device=Cuda(), **filters, **PULLS)
        check(graph, source, found, kept)


def test_without_an_edges_number_there_are_no_arrays_of_edges(monkeypatch):
    interleaved.install(monkeypatch, 2, 64, seed=1)
    graph = some_graph(directed=True)
    src, dst = graph.coo[:2]
    source, filters = int(graph.out_degrees.argmax()), {"edge_filter": lambda s, n, edge: (s + n) % 3 != 0}
    found = wf.bfs(graph, source, strategy="fused", device=Cuda(), **filters, **PULLS)
    check(graph, source, found, (src + dst) % 3 != 0)
    assert graph not in asked._best_edges


@pytest.mark.parametrize("count", [1, 31, 32, 33, 300, 4099])
def test_votes_are_bitmaps(count, monkeypatch):
    interleaved.install(monkeypatch, 2, 64, seed=1)
    mask = np.random.default_rng(4).random(count) < 0.5
    words = np.zeros(-(-count // 32) + 1, np.uint32)
    expected = as_bitmap(np.append(mask, np.zeros(32 * words.size - count, bool)))
    for functor, data in (
        (in_bytes, Bytes(mask.view(np.uint8))),
        (in_words, Words(as_bitmap(mask))),
    ):
        vote(count, functor, data, words, Cuda())
        assert words.tolist() == expected.tolist()
        words[:] = 7
