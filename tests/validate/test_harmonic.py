"""Each rule of the validator catches a number that breaks it."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([1.5, np.nan, 1.5], "rule 1: vertex 1 was asked for"),
        ([1.5, 2.5, 1.5], "rule 2: vertex 1 has the score 2.5"),
        ([1.5, 1.9, 1.5], "rule 3: vertex 1 has the score 1.9, by its distances 2"),
    ],
)
def test_wrong_scores_are_refused(scores, message):
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_harmonic(generators.path(3), np.array(scores), np.arange(3))
