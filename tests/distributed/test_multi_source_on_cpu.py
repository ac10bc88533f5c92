"""Searches from many sources on CPU ranks: by words, and from one source after another."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import distributed, generators
from wavefront.distributed import multi_source_on_cpu, shared_sources


@pytest.mark.parametrize(
    "sources", [[0, 70], [3], [65, 0], [24, 40, 2, 199, 5], list(range(64)), [0, *[24] * 7], [23, *[150] * 9]]
)
@pytest.mark.parametrize("deepest", [None, 1 << 40, 0])
@pytest.mark.parametrize("apart", [False, True])
def test_searches_of_many_levels(apart, sources, deepest, monkeypatch):
    """Along a path of 24 vertices, and one of 176: more levels than are written at once.

    The first search seems to be so deep and to take no time: the others are searched from at once, or all
    from the next level on.
    """
    if deepest is not None:
        try_one = multi_source_on_cpu.try_one
        monkeypatch.setattr(
            multi_source_on_cpu,
            "try_one",
            lambda *given: try_one(*given)._replace(deepest=deepest, time=0),
        )
    check(two_paths(), sources, apart=apart)


def two_paths():
    before = np.delete(np.arange(199), 23)
    return wf.Graph.from_edges(before, before + 1, 200, directed=False)


def check(graph, sources, size=3, apart=False):
    expected = wf.multi_source_bfs(graph, sources, device="cpu").levels

    def program(ranks):
        if apart:
            ranks.symmetric = lambda words: None
        dealt = distributed.from_graph(graph, ranks)
        return [distributed.multi_source_bfs(dealt, starts).gather() for starts in (sources[::-1], sources)]

    backwards, found = distributed.together(size, program)[-1]
    np.testing.assert_array_equal(backwards, expected[::-1])
    np.testing.assert_array_equal(found, expected)


def few_many_few():
    """A path to a random graph, behind which is another path: levels of few edges, of many, and of few."""
    rng = np.random.default_rng(1)
    ends = rng.integers(40, 240, (2, 900))
    path = np.append(np.arange(40), np.arange(239, 300))
    src, dst = np.append(path, ends[0]), np.append(path + 1, ends[1])
    return wf.Graph.from_edges(src, dst, 301, directed=False)


@pytest.mark.parametrize("share", [1, 8, 1 << 40])
@pytest.mark.parametrize("graph", [two_paths, few_many_few, lambda: generators.kronecker(7, seed=1)])
@pytest.mark.parametrize("size", [2, 5])
def test_levels_of_few_edges_in_shared_memory(size, graph, share, monkeypatch):
    """Most are; those that usually are; and none, where the others go on as by messages."""
    monkeypatch.setattr(shared_sources, "SHARE", share)
    graph = graph()
    check(graph, [0, 1, graph.num_vertices - 1, *range(30, 91)], size)


def test_a_level_that_an_inbox_may_have_no_room_for_is_not_pushed_there(monkeypatch):
    """Here no inbox seems to have any: a compiled call pushes a level, and finds that it must end."""
    ends, push_few = [], multi_source_on_cpu.push_few

    def noted(graph, inboxes, sparse, between, last):
        level, found = push_few(graph, inboxes, sparse, between, last)
        ends.append((between[0], level))
        return level, found

    monkeypatch.setattr(multi_source_on_cpu, "push_few", noted)
    plan = shared_sources.Plan
    monkeypatch.setattr(shared_sources, "Plan", lambda limit, room, *others: plan(limit, 0, *others))
    check(two_paths(), [0, 70], 2)
    assert ends
    assert all(last == first + 1 for first, last in ends)


def test_ranks_that_have_no_vertex():
    check(wf.Graph.from_edges([0], [1], 2, directed=False), [0, 1, 0], 5)
