"""The .npy folder."""

import json

import numpy as np
import pytest

import wavefront as wf

GRAPH = wf.Graph.from_edges([0, 2, 2, 0], [1, 0, 3, 1], 5, [0.5, 2, 3, 4])


@pytest.fixture
def folder(tmp_path):
    wf.write(GRAPH, tmp_path / "g.npy")
    return tmp_path / "g.npy"


def test_folder_is_mapped_and_private(folder, assert_same):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert set(before) == {"graph.json", "src_ptr.npy", "dst.npy", "weights.npy"}
    graph = wf.read(folder)
    assert isinstance(graph.csr.dst.base, np.memmap)
    assert isinstance(graph.csr.weights.base, np.memmap)
    assert_same(graph, GRAPH)
    graph.csr.dst[:] = 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_any_folder_with_the_marker_is_read(folder, tmp_path, assert_same):
    assert_same(wf.read(folder.rename(tmp_path / "cache")), GRAPH)


def test_folder_keeps_labels(tmp_path):
    for labels in (["x", "yy", "é"], [-5, 10, 2**40]):
        wf.write(wf.Graph.from_edges([0, 1], [1, 2], labels=labels), tmp_path / "g.npy")
        assert wf.read(tmp_path / "g.npy").labels.tolist() == labels
    with pytest.raises(wf.InputError, match="all integers or all strings"):
        wf.write(wf.Graph.from_edges([0], [1], labels=[(0, 1), "x"]), tmp_path / "h.npy")


def test_only_own_folders_are_replaced(folder, tmp_path, assert_same):
    other = wf.Graph.from_edges([0], [1], directed=False)
    wf.write(other, folder)
    assert_same(wf.read(folder), other)
    assert [path.name for path in tmp_path.iterdir()] == ["g.npy"]
    (tmp_path / "mine.npy").mkdir()
    (tmp_path / "mine.npy" / "letter.txt").write_text("dear")
    (tmp_path / "file.npy").write_text("data")
    for name in ("mine.npy", "file.npy"):
        with pytest.raises(wf.InputError, match=r"isn't a folder with a graph\.json: not replaced"):
            wf.write(other, tmp_path / name)
    assert (tmp_path / "mine.npy" / "letter.txt").read_text() == "dear"
    assert (tmp_path / "file.npy").read_text() == "data"


def spoil(folder, name, **changes):
    if name == "graph.json":
        about = json.loads((folder / name).read_text()) | changes
        (folder / name).write_text(json.dumps(about))
    else:
        np.save(folder / name, changes["array"])


@pytest.mark.parametrize(
    ("name", "changes", "problem"),
    [
        ("graph.json", {"version": 2}, "expected version 1 of the folder, found 2"),
        ("graph.json", {"num_edges": 10**12}, "expected 1,000,000,000,000 elements"),
        ("graph.json", {"num_edges": "many"}, "not a valid graph folder"),
        ("graph.json", {"num_vertices": 3}, "expected 4 elements of kind i or u, found"),
        ("graph.json", {"labelled": True}, "not a valid graph folder"),
        ("dst.npy", {"array": np.zeros(4)}, "expected 4 elements of kind i or u, found float64"),
        ("dst.npy", {"array": np.zeros((2, 2), int)}, r"found int64 of shape \(2, 2\)"),
        ("dst.npy", {"array": np.array([1, 1, 0, 5])}, "vertex 5 is out of range"),
        ("dst.npy", {"array": np.array([1, 1, 0, 2**32])}, "vertex 4294967296 is out of range"),
        ("dst.npy", {"array": np.array([1, 1, 0, 5], np.int32)}, "vertex 5 is out of range"),
        ("src_ptr.npy", {"array": np.array([0, 2, 1, 4, 4, 4])}, "the offsets must rise from 0 to 4"),
        ("src_ptr.npy", {"array": np.array([0, 2, 2**32 + 2, 4, 4, 4])}, "offset 4294967298 is out of range"),
        ("weights.npy", {"array": np.array(["a"] * 4)}, "expected 4 elements of kind i or u or f, found <U1"),
    ],
)
def test_bad_folders(name, changes, problem, folder):
    spoil(folder, name, **changes)
    with pytest.raises(wf.GraphFileError, match=problem):
        wf.read(folder).csr  # noqa: B018


def test_arrays_that_claim_too_much_are_refused(folder):
    with (folder / "dst.npy").open("wb") as file:
        np.lib.format.write_array_header_1_0(
            file, {"descr": "<i4", "fortran_order": False, "shape": (10**12,)}
        )
    spoil(folder, "graph.json", num_edges=10**12)
    with pytest.raises(wf.GraphFileError, match="not a valid graph folder"):
        wf.read(folder)


@pytest.mark.parametrize("name", ["graph.json", "src_ptr.npy", "dst.npy", "weights.npy"])
def test_missing_and_empty_parts(name, folder):
    (folder / name).write_bytes(b"")
    with pytest.raises(wf.GraphFileError):
        wf.read(folder)
    (folder / name).unlink()
    with pytest.raises(wf.GraphFileError):
        wf.read(folder)


def test_an_undirected_folder_with_edges_one_way_is_refused_on_first_use(tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 2]), tmp_path / "g.npy")
    spoil(tmp_path / "g.npy", "graph.json", directed=False)
    graph = wf.read(tmp_path / "g.npy")
    with pytest.raises(wf.GraphFileError, match=r"g\.npy: an undirected graph .* 0 -> 1, but no 1 -> 0"):
        wf.bfs(graph, 0)
