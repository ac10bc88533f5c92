"""Each rule of the two validators catches a number that breaks it."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators

PATH = generators.path(4)


@pytest.mark.parametrize(
    ("found", "message"),
    [
        ([3, 2, -1, 3], "rule 1: vertex 2 was asked for"),
        ([4, 2, 2, 3], "rule 2: edge 0 -> 1 joins the eccentricities 4 and 2"),
        ([3, 3, 2, 3], "rule 3: vertex 1 has eccentricity 3; its farthest vertex is at distance 2"),
    ],
)
def test_wrong_eccentricities_are_refused(found, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_eccentricity(PATH, np.array(found), np.arange(4))


@pytest.mark.parametrize(
    ("graph", "diameter", "ends", "message"),
    [
        (wf.Graph.from_edges([0], [1]), 1, (0, 1), "rule 1: no path from vertex 1 to 0"),
        (PATH, 4, (0, 3), "rule 2: from vertex 0 to 3 it is 3, not 4"),
        (PATH, 2, (0, 2), "rule 3: from vertex 0 to 3 it is 3, more than 2"),
    ],
)
def test_a_wrong_diameter_is_refused(graph, diameter, ends, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_diameter(graph, diameter, ends)
