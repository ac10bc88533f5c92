"""Each rule of the validator catches a level that breaks it, and names the place."""

import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("row", "vertex", "level", "message"),
    [
        (1, 1, 1, "rule 1.*from source 1: vertex 1 is a source"),
        (0, 3, 9, "rule 3: from source 0: edge 2 -> 3"),
        (1, 0, -1, "rule 4: from source 1"),
    ],
)
def test_wrong_levels_are_refused(row, vertex, level, message):
    path = generators.path(4)
    levels = wf.multi_source_bfs(path, [0, 1]).levels
    levels[row, vertex] = level
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_multi_source_bfs(path, [0, 1], levels)


def test_a_missing_row_is_refused():
    path = generators.path(4)
    with pytest.raises(wf.ValidationError, match=r"rule 1: .* for 2 sources and 4 vertices"):
        wf.validate_multi_source_bfs(path, [0, 1], wf.multi_source_bfs(path, 0).levels)
