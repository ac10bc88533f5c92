"""SciPy's .npz."""

import io
import zipfile

import numpy as np
import pytest
import scipy.sparse as sp

import wavefront as wf

GRAPH = wf.Graph.from_edges([0, 2, 2, 0], [1, 0, 3, 1], 5, [0.5, 2, 3, 4])


@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "bsr", "dia"])
@pytest.mark.parametrize("dtype", [np.float32, np.int16, bool])
def test_what_scipy_saves(layout, dtype, tmp_path):
    matrix = sp.random_array((20, 20), density=0.2, rng=np.random.default_rng(1))
    matrix = (matrix * 10 + 1 * (matrix != 0)).astype(dtype).asformat(layout)
    sp.save_npz(tmp_path / "m.npz", matrix)
    graph = wf.read(tmp_path / "m.npz")
    assert graph.directed
    assert graph.weighted == (dtype is not bool)
    np.testing.assert_array_equal(graph.dense(), matrix.toarray())


def test_scipy_loads_what_is_written(tmp_path):
    wf.write(GRAPH, tmp_path / "g.npz")
    np.testing.assert_array_equal(sp.load_npz(tmp_path / "g.npz").indices, GRAPH.csr.dst)
    assert sp.load_npz(tmp_path / "g.npz").toarray()[0, 1] == 4.5  # parallel edges add up


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def csr(**other):
    arrays = {
        "format": b"csr",
        "indptr": [0, 1, 2],
        "indices": [1, 0],
        "data": [1.0, 2.0],
        "shape": [2, 2],
    } | other
    return npz(**{name: np.array(array) for name, array in arrays.items()})


def claiming(shape):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("data.npy", "w") as member:
        np.lib.format.write_array_header_1_0(member, {"descr": "<f8", "fortran_order": False, "shape": shape})
        member.write(bytes(1000))
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", ": the file is empty"),
        (b"PK nonsense", ": not a valid .npz file: "),
        (csr()[:-30], ": not a valid .npz file: "),
        (npz(a=np.arange(3)), ": not a valid .npz file: "),
        (csr(shape=[2, 3]), ": an adjacency matrix is square, not 2 x 3"),
        (csr(data=[1j, 2j]), ": weights are real numbers; this matrix is complex"),
        (csr(indices=[1, 2]), ": not a valid .npz file: "),
        (csr(indices=[1, -1]), ": not a valid .npz file: "),
        (csr(indptr=[0, 2, 1]), ": not a valid .npz file: "),
        (csr(indptr=[0, 10**9, 0]), ": the offsets of a compressed matrix must rise"),
        (csr(format=b"csc", indptr=[0, 10**9, 0]), ": the offsets of a compressed matrix must rise"),
        (csr(indptr=[0, 1]), ": not a valid .npz file: "),
        (csr(data=np.array([{}, {}])), ": not a valid .npz file: "),
        (csr(data=["a", "b"]), ": "),
        (
            npz(format=np.array(b"coo"), row=[0], col=[1], data=[1.0], shape=[10**12, 10**12]),
            ": a graph of 1,000,000,000,000 vertices needs about",
        ),
        (claiming((10**12,)), ": data.npy claims 8,000,000,000,000 bytes, more than there are"),
        (claiming((10**10, 10**10)), ": data.npy claims 800,000,000,000,000,000,000 bytes"),
    ],
)
def test_bad_npz(content, problem, refused):
    assert problem in refused("bad.npz", content)
