"""Each rule of the validator catches a result that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators

GRAPH = generators.book_graph()
RIGHT = wf.bfs(GRAPH, 0, deterministic=True, device="python")


def changed(array, vertex, value):
    copy = array.copy()
    copy[vertex] = value
    return copy


@pytest.mark.parametrize(
    ("levels", "predecessors", "message"),
    [
        (changed(RIGHT.levels, 0, 1), RIGHT.predecessors, "rule 1.*vertex 0 is a source"),
        (changed(RIGHT.levels, 5, 0), RIGHT.predecessors, "rule 1.*vertex 5 is no source"),
        (changed(RIGHT.levels, 5, -2), RIGHT.predecessors, "rule 1.*vertex 5 has level -2"),
        (RIGHT.levels[:-1], RIGHT.predecessors, "rule 1.*8.* levels for 9"),
        (RIGHT.levels, RIGHT.predecessors[:-1], "rule 1.*predecessors for 9"),
        (RIGHT.levels, changed(RIGHT.predecessors, 4, -1), "rule 1.*vertex 4"),
        (RIGHT.levels, changed(RIGHT.predecessors, 0, 7), "rule 1.*vertex 0"),
        (RIGHT.levels, changed(RIGHT.predecessors, 8, 7), "rule 5.*7 -> 8 is no edge"),
        (RIGHT.levels, changed(RIGHT.predecessors, 8, 99), "rule 5.*99 is no vertex"),
        (RIGHT.levels, changed(RIGHT.predecessors, 6, 7), "rule 2.*7 -> 6"),
        (changed(RIGHT.levels, 8, 4), RIGHT.predecessors, "rule 3.*3 -> 8 leads from level 2 to 4"),
        (changed(RIGHT.levels, 8, -1), RIGHT.predecessors, "rule 4.*8 is unreached"),
        (changed(RIGHT.levels, 1, 2), None, "rule 3.*0 -> 1"),
    ],
)
def test_a_wrong_tree_is_refused(levels, predecessors, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_bfs(GRAPH, 0, levels, predecessors)


def test_a_level_that_nothing_leads_to_is_refused():
    graph = wf.Graph.from_edges([0], [1], 3)
    with pytest.raises(wf.ValidationError, match=r"rule 2.*vertex 2 has level 1"):
        wf.validate_bfs(graph, 0, np.array([0, 1, 1]))


def test_a_cycle_of_predecessors_is_refused():
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 1], 3)
    with pytest.raises(wf.ValidationError, match=r"rule 2.*2 -> 1"):
        wf.validate_bfs(graph, 0, np.array([0, 1, 2]), np.array([-1, 2, 1]))


def test_what_is_right_passes():
    wf.validate_bfs(GRAPH, 0, RIGHT.levels, RIGHT.predecessors)
    wf.validate_bfs(GRAPH, 0, RIGHT.levels)
    wf.validate_bfs(GRAPH, [0, 5], wf.bfs(GRAPH, [5, 0]).levels)


def test_beyond_the_depth_limit_is_refused():
    with pytest.raises(wf.ValidationError, match=r"rule 4.*vertex 8 has level 3 beyond 2"):
        wf.validate_bfs(GRAPH, 0, RIGHT.levels, depth_limit=2)
    short = wf.bfs(GRAPH, 0, depth_limit=1)
    wf.validate_bfs(GRAPH, 0, short.levels, short.predecessors, depth_limit=1)
    with pytest.raises(wf.ValidationError, match=r"rule 4"):
        wf.validate_bfs(GRAPH, 0, short.levels, short.predecessors, depth_limit=2)


@pytest.mark.parametrize(
    ("levels", "predecessors"),
    [(np.array([0] + 8 * [np.nan]), None), (RIGHT.levels, RIGHT.predecessors + 0.5)],
)
def test_what_is_no_integer_is_refused(levels, predecessors):
    with pytest.raises(wf.InputError, match="signed integers"):
        wf.validate_bfs(GRAPH, 0, levels, predecessors)


def test_a_search_without_sources_is_refused():
    with pytest.raises(wf.InputError, match="at least one source"):
        wf.validate_bfs(GRAPH, [], np.full(9, -1))


def test_narrow_levels_do_not_overflow():
    path = wf.Graph.from_edges([*range(127), 127], [*range(1, 128), 5])
    wf.validate_bfs(path, 0, wf.bfs(path, 0).levels.astype(np.int8))
