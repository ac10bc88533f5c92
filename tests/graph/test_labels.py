"""Vertices by their labels."""

import datetime

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


DAY = datetime.date(2026, 3, 1)
TIME = datetime.datetime(2026, 3, 1, 9, 30)


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (np.array([b"z", b"ab"]), [b"ab", np.bytes_(b"ab"), "ab"]),
        ([b"z", b"ab"], [b"ab", "ab"]),
        ([None, b"a\xff"], [b"a\xff", r"a\xff"]),
        (np.array(["2026-01-01", "2026-03-01"], "M8[D]"), [DAY, np.datetime64("2026-03-01"), "2026-03-01"]),
        ([None, DAY], [DAY, "2026-03-01"]),
        (np.array([0, TIME], "M8[us]"), [TIME, "2026-03-01T09:30:00", np.datetime64(TIME, "ns")]),
        (np.array([0, TIME], "M8[us]").astype("M8[ns]"), [TIME, np.datetime64(TIME, "ns")]),
    ],
    ids=lambda value: "",
)
def test_bytes_and_dates_are_found_by_what_they_are_and_by_their_text(labels, names):
    graph = wf.Graph.from_edges([0], [1], labels=labels)
    assert [graph.vertex(name) for name in names] == [1] * len(names)
    found = wf.bfs(graph, 0)
    assert [found.labelled[name] for name in names] == [1] * len(names)
    assert found.labelled.path(names[0])[1] == names[0]
    for wrong in ("nobody", b"nobody", 7, datetime.date(1999, 1, 1)):
        with pytest.raises(wf.InputError, match="no vertex has the label"):
            graph.vertex(wrong)


@pytest.mark.parametrize("times", [np.array([1], "M8[ns]"), np.array(["NaT"], "M8[D]")])
def test_times_that_python_has_no_dates_for_are_refused(times):
    with pytest.raises(wf.InputError, match="whole microseconds, none missing"):
        wf.Graph.from_edges([0], [0], labels=times)
