"""Vertices by their labels."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


def test_labels():
    graph = wf.Graph.from_edges([0], [1], labels=["left", "right"])
    assert graph.vertex("right") == 1
    with pytest.raises(wf.InputError, match="no vertex has the label 'up'"):
        graph.vertex("up")
    with pytest.raises(wf.InputError, match="no vertex has the label 3"):
        graph.vertex(3)
    numbered = wf.Graph.from_edges([0], [1], labels=np.array([-5, 70]))
    assert numbered.vertex(70) == 1
    with pytest.raises(wf.InputError, match="no vertex has the label 'x'"):
        numbered.vertex("x")
    assert generators.path(3).vertex(2) == 2
    with pytest.raises(wf.InputError, match="vertex 3 is out of range"):
        generators.path(3).vertex(3)
    with pytest.raises(wf.InputError, match="3 labels for 2 vertices"):
        wf.Graph.from_edges([0], [1], labels=["a", "b", "c"])
