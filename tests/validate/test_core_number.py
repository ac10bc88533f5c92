"""Each rule of the validator catches a core number that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf


def kite():
    """Four vertices all joined, a fifth joined to three of them, a sixth to the fifth."""
    src, dst = zip(
        (0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (4, 1), (4, 2), (4, 3), (4, 5), strict=True
    )
    return wf.Graph.from_edges(src, dst, directed=False)


@pytest.mark.parametrize(
    ("cores", "message"),
    [
        ([3, 3, 3, 3, 3], r"rule 1: \(5,\) core numbers for 6"),
        ([3, 3, 3, 3, 3, -1], "rule 1: vertex 5"),
        ([3, 3, 3, 3, 4, 1], "rule 2: vertex 4 of core number 4 has 0"),
        ([3, 3, 3, 3, 3, 2], "rule 2: vertex 5 of core number 2 has 1"),
        ([3, 3, 3, 3, 0, 0], "rule 3: vertex 4 of core number 0 can't be removed: it has 4"),
        ([2, 2, 2, 2, 2, 1], "rule 3: vertex 0 of core number 2 can't be removed: it has 3"),
    ],
)
def test_wrong_cores_are_refused(cores, message):
    assert wf.core_number(kite()).cores.tolist() == [3, 3, 3, 3, 3, 1]
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_core_number(kite(), np.array(cores))


def test_cores_that_are_no_integers_are_refused():
    with pytest.raises(wf.InputError, match="signed integers"):
        wf.validate_core_number(kite(), np.full(6, 1.5))
