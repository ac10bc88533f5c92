"""Each rule of the validator catches a distance or a predecessor that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf

#      0 -1-> 1 -1-> 2 -0-> 3 -0-> 2, 0 -5-> 2, and 4 by itself
CHECKED = wf.Graph.from_edges([0, 1, 2, 3, 0], [1, 2, 3, 2, 2], 5, [1.0, 1.0, 0.0, 0.0, 5.0])


@pytest.mark.parametrize(
    ("distances", "predecessors", "message"),
    [
        ([0, 1, 2, 2], None, r"rule 1: \(4,\) distances for 5"),
        ([0, 1, 2, -2, np.inf], None, "rule 1: vertex 3 has distance -2"),
        ([0, 1, 2, np.nan, np.inf], None, "rule 1: vertex 3 has distance nan"),
        ([1, 2, 3, 3, np.inf], None, "rule 1: vertex 0 is a source but has distance 1"),
        ([0, 1, 3, 3, np.inf], None, "rule 2: edge 1 -> 2 leads to 2 in 2.0, not 3"),
        ([0, 1, 1, 1, np.inf], None, "rule 3: vertex 2 has distance 1.0"),
        ([0, 1, 2, 2, 7], None, "rule 3: vertex 4 has distance 7"),
        ([0, 1, 2, 2, np.inf], [-1, 0, 1, 2], "rule 4.*predecessors for 5"),
        ([0, 1, 2, 2, np.inf], [-1, 0, 1, -1, -1], "rule 4: vertex 3"),
        ([0, 1, 2, 2, np.inf], [0, 0, 1, 2, -1], "rule 4: vertex 0"),
        ([0, 1, 2, 2, np.inf], [-1, 0, 0, 2, -1], "rule 5: no edge 0 -> 2 accounts"),
        ([0, 1, 2, 2, np.inf], [-1, 0, 1, 99, -1], "rule 5: no edge 99 -> 3"),
        ([0, 1, 2, 2, np.inf], [-1, 0, 3, 2, -1], "rule 6: the predecessors of vertex 2"),
    ],
)
def test_wrong_results_are_refused(distances, predecessors, message):
    wf.validate_sssp(CHECKED, 0, np.array([0, 1, 2, 2, np.inf]), np.array([-1, 0, 1, 2, -1]))
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_sssp(
            CHECKED, 0, np.array(distances, float), None if predecessors is None else np.array(predecessors)
        )


def test_distances_that_are_neither_floats_nor_signed_are_refused():
    with pytest.raises(wf.InputError, match="floating-point"):
        wf.validate_sssp(CHECKED, 0, np.arange(5, dtype=np.uint8))


@pytest.mark.parametrize(
    ("stop", "distances", "message"),
    [
        ({"cutoff": 1.5}, [0, 1, 2, np.inf, np.inf], r"rule 1: vertex 2 has distance 2.0 beyond 1.5"),
        ({"cutoff": 2}, [0, 1, np.inf, np.inf, np.inf], "rule 2: edge 1 -> 2 leads to 2 in 2.0, not inf"),
        ({"target": 1}, [0, 1, 2, 2, np.inf], "rule 1: vertex 2 has distance 2.0 beyond 1.0"),
        ({"target": [1, 3]}, [0, 1, np.inf, np.inf, np.inf], "rule 2: edge 0 -> 2"),
        ({"target": [1, 3], "cutoff": 1}, [0, 1, 2, 2, np.inf], "rule 1: vertex 2 has distance 2.0 beyond 1"),
    ],
)
def test_wrong_results_of_a_search_that_stopped_are_refused(stop, distances, message):
    last = stop.get("cutoff", 1 if stop.get("target") == 1 else 2)
    right = [value if value <= last else np.inf for value in (0, 1, 2, 2, np.inf)]
    wf.validate_sssp(CHECKED, 0, np.array(right), **stop)
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_sssp(CHECKED, 0, np.array(distances, float), **stop)


@pytest.mark.parametrize(
    ("distances", "predecessors", "message"),
    [
        ([0, 1, 1, 0, np.inf], None, "rule 1: vertex 2|rule 2: edge 3 -> 2"),
        ([0, 1, 0, 0.5, np.inf], None, "rule 1: vertex 3 is a source"),
        ([0, 1, 0, 0, np.inf], [-1, 0, 3, 2, -1], "rule 4: vertex 3"),
        ([0, 1, 0, 0, 1], None, "rule 3: vertex 4"),
    ],
)
def test_wrong_results_of_several_sources_are_refused(distances, predecessors, message):
    wf.validate_sssp(CHECKED, [3, 0], np.array([0, 1, 0, 0, np.inf]), np.array([-1, 0, 3, -1, -1]))
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_sssp(CHECKED, [3, 0], np.array(distances, float), predecessors and np.array(predecessors))
