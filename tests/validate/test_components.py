"""Each rule of the validator catches a component that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf

#  0 <-> 1 -> 2 <-> 3, and 4 by itself
CHECKED = wf.Graph.from_edges([0, 1, 1, 2, 3], [1, 0, 2, 3, 2], 5)


@pytest.mark.parametrize(
    ("components", "kind", "message"),
    [
        ([0, 0, 0, 0], "weak", r"rule 1: \(4,\) components for 5"),
        ([0, 0, 0, 0, -1], "weak", "rule 1: vertex 4 has component -1"),
        ([1, 1, 1, 1, 0], "weak", "rule 1: vertex 0 begins component 1, not 0"),
        ([0, 0, 0, 0, 2], "weak", "rule 1: vertex 4 begins component 2, not 1"),
        ([0, 0, 1, 1, 2], "weak", "rule 2: edge 1 -> 2 joins components 0 and 1"),
        ([0, 0, 0, 0, 0], "weak", "rule 3: vertex 4 is in component 0: no path from vertex 0"),
        ([0, 1, 2, 2, 3], "strong", "rule 2: a cycle joins components 0 and 1"),
        ([0, 0, 1, 1, 1], "strong", "rule 3: vertex 4 is in component 1: no path from vertex 2"),
        ([0, 0, 0, 0, 1], "strong", "rule 4: vertex 2 is in component 0: no path to vertex 0"),
    ],
)
def test_wrong_components_are_refused(components, kind, message):
    wf.validate_components(CHECKED, np.array([0, 0, 0, 0, 1]))
    wf.validate_components(CHECKED, np.array([0, 0, 1, 1, 2]), "strong")
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_components(CHECKED, np.array(components), kind)


def test_components_that_are_no_integers_are_refused():
    with pytest.raises(wf.InputError, match="signed integers"):
        wf.validate_components(CHECKED, np.zeros(5))
