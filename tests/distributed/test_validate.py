"""The rules find what is wrong with a search over ranks, and every rank names the same vertex."""

from dataclasses import replace

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import distributed

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about the rules, not about devices")

# A path 0, 1, ..., 5 and a shortcut 1 - 4; vertex 6 is apart.
GRAPH = wf.Graph.from_edges([0, 1, 2, 3, 4, 1], [1, 2, 3, 4, 5, 4], 7, directed=False)


@pytest.mark.parametrize(
    ("vertex", "level", "predecessor", "problem"),
    [
        (0, 1, -1, "rule 2: vertex 1's predecessor"),  # the source has another level
        (6, 0, -1, "rule 1: vertex 6"),  # another vertex has the source's
        (5, -1, -1, "rule 4: an edge leads from vertex 4,"),  # a neighbor was not reached
        (5, 7, 4, "rule 3: an edge from vertex 4"),  # an edge leads too far
        (5, 3, 0, "rule 5: vertex 5's tree edge is no edge"),
        (2, 2, 3, "rule 2: vertex 2's predecessor"),  # the predecessor is not closer
        (3, 3, -1, "rule 1: vertex 3"),  # no predecessor
        (6, -1, 2, "rule 1: vertex 6"),  # a predecessor of what was not reached
    ],
)
@pytest.mark.parametrize("size", [1, 3])
def test_a_wrong_vertex_is_named(size, vertex, level, predecessor, problem):
    def program(ranks):
        segment = distributed.bfs(distributed.from_graph(GRAPH, ranks), 0)
        distributed.validate_bfs(segment)
        levels, predecessors = segment.levels.copy(), segment.predecessors.copy()
        levels[segment.ids == vertex] = level
        predecessors[segment.ids == vertex] = predecessor
        with pytest.raises(wf.ValidationError) as found:
            distributed.validate_bfs(replace(segment, levels=levels, predecessors=predecessors))
        return str(found.value)

    for said in distributed.together(size, program):
        assert said.startswith(problem)


def test_without_predecessors_a_vertex_needs_a_closer_neighbor():
    def program(ranks):
        segment = distributed.bfs(distributed.from_graph(GRAPH, ranks), 0, predecessors=False)
        levels = np.where(segment.ids == 5, 2, segment.levels)
        with pytest.raises(wf.ValidationError, match="rule 2: vertex 5"):
            distributed.validate_bfs(replace(segment, levels=levels))

    distributed.together(2, program)
