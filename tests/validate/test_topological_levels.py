"""Each rule of the validator catches a level that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf

DIAMOND = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])


@pytest.mark.parametrize(
    ("levels", "message"),
    [
        ([0, 1, 1], r"rule 1: \(3,\) levels for 4"),
        ([0, -1, 1, 2], "rule 1: -1 is among the levels, at vertex 1"),
        ([0, 1, 2, 2], "rule 2: edge 2 -> 3 leads from level 2 to 2"),
        ([0, 1, 1, 3], "rule 3: vertex 3 has level 3"),
        ([1, 2, 2, 3], "rule 3: vertex 0 has level 1"),
    ],
)
def test_wrong_levels_are_refused(levels, message):
    wf.validate_topological_levels(DIAMOND, np.array([0, 1, 1, 2]))
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_topological_levels(DIAMOND, np.array(levels))
