"""Each rule of the validator catches a community that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("communities", "message"),
    [
        ([0, 0, 0], r"rule 1: \(3,\) communities for 4"),
        ([0, 0, -1, 0], "rule 1: -1 is among the communities, at vertex 2"),
        ([0, 0, 2, 2], "rule 1: vertex 2 has community 2, but none has 1"),
        ([0, 1, 1, 1], "rule 2: vertex 0 has 0 neighbors of its own community, 1 of another"),
    ],
)
def test_wrong_communities_are_refused(communities, message):
    path = generators.path(4)
    wf.validate_label_propagation(path, np.array([0, 0, 1, 1]))
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_label_propagation(path, np.array(communities))
