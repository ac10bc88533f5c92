"""Damaged gzip data, progress, and files of many blocks."""

import gzip
from importlib.util import find_spec

import numpy as np
import pytest

import wavefront as wf
from wavefront.io import SUFFIXES, stream


def suffixes_of_files():
    needs_arrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="needs PyArrow: the parquet extra")
    rest = [suffix for suffix in SUFFIXES if suffix not in (".npy", ".parquet")]
    return [*rest, pytest.param(".parquet", marks=needs_arrow)]


@pytest.mark.parametrize("suffix", suffixes_of_files())
def test_damaged_gzip(suffix, refused, tmp_path):
    src, dst = np.random.default_rng(1).integers(0, 5000, (2, 5000))
    weights = np.ones(5000) if suffix == ".wsg" else None
    wf.write(wf.Graph.from_edges(src, dst, weights=weights, directed=False), tmp_path / f"good{suffix}.gz")
    packed = (tmp_path / f"good{suffix}.gz").read_bytes()
    assert ": the file ends early" in refused(f"cut{suffix}.gz", packed[: len(packed) // 2])
    assert "not gzip data" in refused(f"crc{suffix}.gz", packed[:-8] + bytes(8))
    assert "not gzip data" in refused(f"plain{suffix}.gz", b"0 1\n")
    assert ": the file is empty" in refused(f"empty{suffix}.gz", gzip.compress(b""))
    assert ": the file is empty" in refused(f"nothing{suffix}.gz", b"")
    assert ": the file is empty" in refused(f"nothing{suffix}", b"")


@pytest.mark.parametrize("name", ["g.txt", "g.mtx.gz", "g.gr", "g.graph", "g.wsg", "g.npz", "g.graphml"])
def test_progress_rises_to_the_end(name, tmp_path, monkeypatch):
    monkeypatch.setattr(stream, "BUFFER_SIZE", 64)
    monkeypatch.setattr(stream, "BLOCK_SIZE", 64)
    wf.write(
        wf.Graph.from_edges(*np.triu_indices(30, 1), weights=np.ones(435), directed=False), tmp_path / name
    )
    reports = []
    wf.read(tmp_path / name, progress=lambda *report: reports.append(report))
    total = (tmp_path / name).stat().st_size
    assert {size for _, size in reports} == {total}
    done = [count for count, _ in reports]
    assert done == sorted(done)
    assert done[-1] == total or name == "g.wsg"  # which is mapped, not read


@pytest.mark.parametrize("name", ["g.txt", "g.csv.gz", "g.mtx", "g.gr", "g.graph.gz", "g.graphml"])
@pytest.mark.parametrize("size", [1, 7, 64])
def test_a_file_may_take_many_blocks(name, size, tmp_path, monkeypatch, assert_same):
    graph = wf.Graph.from_edges(*np.triu_indices(12), weights=np.arange(78) % 25, directed=False)
    wf.write(graph, tmp_path / name)
    for constant in ("BUFFER_SIZE", "BLOCK_SIZE"):
        monkeypatch.setattr(stream, constant, size)
    assert_same(wf.read(tmp_path / name, undirected=True), graph)
