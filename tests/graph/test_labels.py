"""Vertices by their labels."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.io import read, write


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


@pytest.mark.parametrize("dtype", ["u4", "u8", ">i8", "<i2"])
@pytest.mark.parametrize("name", ["graph", "graph.parquet", "graph.csv"])
def test_labels_in_any_array_of_integers_are_kept_in_files(tmp_path, dtype, name):
    graph = wf.Graph.from_edges([0, 1], [1, 2], labels=np.arange(10, 22, 2).astype(dtype)[::2])
    write(graph, tmp_path / name, "npy" if name == "graph" else None)
    assert read(tmp_path / name).labels.tolist() == [10, 14, 18]


def test_labels_beyond_int64_are_refused_where_they_could_not_be_read_back(tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=np.array([2**63, 5], np.uint64))
    with pytest.raises(wf.InputError, match="int64"):
        write(graph, tmp_path / "graph.parquet")
