"""Searches from many sources on CPU ranks: by words, and from one source after another."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import distributed
from wavefront.distributed import multi_source_on_cpu


@pytest.mark.parametrize(
    "sources", [[0, 70], [3], [65, 0], [24, 40, 2, 199, 5], list(range(64)), [0, *[24] * 7], [23, *[150] * 9]]
)
@pytest.mark.parametrize("deepest", [None, 1 << 40, 0])
def test_searches_of_many_levels(sources, deepest, monkeypatch):
    """Along a path of 24 vertices, and one of 176: more levels than are written at once.

    The first search seems to be so deep and to take no time: the others are searched from at once, or all
    from the next level on.
    """
    if deepest is not None:
        search_one = multi_source_on_cpu._search_one

        def said(*arguments):
            search_one(*arguments)
            return deepest, 0

        monkeypatch.setattr(multi_source_on_cpu, "_search_one", said)
    before = np.delete(np.arange(199), 23)
    graph = wf.Graph.from_edges(before, before + 1, 200, directed=False)
    expected = wf.multi_source_bfs(graph, sources, device="cpu").levels

    def program(ranks):
        dealt = distributed.from_graph(graph, ranks)
        return [distributed.multi_source_bfs(dealt, starts).gather() for starts in (sources[::-1], sources)]

    backwards, found = distributed.together(3, program)[2]
    np.testing.assert_array_equal(backwards, expected[::-1])
    np.testing.assert_array_equal(found, expected)
