"""Each rule of the validators of distances' centralities catches a number that breaks it."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators

NAN = np.nan
PATH = generators.path(3)


@pytest.mark.parametrize(
    ("scores", "vertices", "message"),
    [
        ([2 / 3, 1], [0, 1, 2], "rule 1: .*values for 3 vertices"),
        ([2 / 3, 1, 2 / 3], [0, 1], "rule 1: vertex 2 has a value unasked"),
        ([2 / 3, NAN, 2 / 3], [0, 1, 2], "rule 1: vertex 1 was asked for and has no value"),
        ([2 / 3, 1, 2 / 3], [0, 2, 1], "rule 1: .*ascending"),
        ([2 / 3, 1, 2 / 3], [0, 1, 3], "rule 1: .*ids"),
        ([2 / 3, 1.5, 2 / 3], [0, 1, 2], "rule 2: vertex 1 has the score 1.5"),
        ([2 / 3, 0.9, 2 / 3], [0, 1, 2], "rule 3: vertex 1 has the score 0.9"),
    ],
)
def test_wrong_closeness_is_refused(scores, vertices, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_closeness(PATH, np.array(scores), np.array(vertices))
