"""What is common to all formats: how one is chosen, the options of `read`, what `write` leaves behind."""

import gzip
import os
import subprocess
import sys
import threading
import warnings
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf
from wavefront.io import SUFFIXES, stream

TRIANGLE = wf.Graph.from_edges([0, 0, 1], [1, 2, 2], weights=[1, 2, 3], directed=False)


def test_importing_loads_no_format():
    program = "import sys, wavefront.io; print([m for m in sys.modules if m.startswith('wavefront.io.')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = done.stdout
    assert not any(name in loaded for name in ("npz", "parquet", "matrix_market", "edge_list", "graphml"))


@pytest.mark.parametrize("suffix", ["", ".pdf", ".gz", ".sg.bz2"])
def test_unknown_suffixes_are_told_the_known_ones(suffix, file_of, tmp_path):
    path = file_of(f"graph{suffix}", "0 1\n")
    for call in (lambda: wf.read(path), lambda: wf.write(TRIANGLE, path)):
        with pytest.raises(wf.InputError, match="unknown suffix") as caught:
            call()
        assert all(f"{known}," in str(caught.value) for known in SUFFIXES)


def test_format_overrides_the_suffix(file_of, tmp_path, listed):
    assert listed(wf.read(file_of("graph.dat", "0 1\n"), "edges")) == [(0, 1, None)]
    wf.write(TRIANGLE, tmp_path / "graph.dat", format="mtx")
    assert (tmp_path / "graph.dat").read_text().startswith("%%MatrixMarket")
    with pytest.raises(wf.InputError, match="unknown format 'gml'; choose one of mtx, edges, "):
        wf.read(tmp_path / "graph.dat", "gml")


def test_suffixes_in_capitals_and_paths_as_strings(file_of, listed):
    assert listed(wf.read(str(file_of("G.TXT.GZ", gzip.compress(b"0 1\n"))))) == [(0, 1, None)]


def test_gr_files_are_told_by_content(tmp_path, listed):
    graph = wf.Graph.from_edges([0, 1], [1, 0], weights=[3, 4])
    for format in ("dimacs", "galois"):
        for name in ("g.gr", "g.gr.gz"):
            wf.write(graph, tmp_path / name, format)
            assert listed(wf.read(tmp_path / name)) == listed(graph)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_what_is_missing_or_a_folder(suffix, tmp_path):
    with pytest.raises(FileNotFoundError):
        wf.read(tmp_path / f"missing{suffix}")
    folder = tmp_path / f"folder{suffix}"
    folder.mkdir()
    with pytest.raises(wf.GraphFileError, match=r"expected a graph file, or a folder with a graph\.json"):
        wf.read(folder)
    if SUFFIXES[suffix] != "npy":
        with pytest.raises(IsADirectoryError):
            wf.read(folder, SUFFIXES[suffix])
        graph = TRIANGLE
        if suffix in (".sg", ".packed", ".graph500"):
            graph = wf.Graph.from_edges([0], [1], directed=False)
        with pytest.raises(OSError, match="folder"):
            wf.write(graph, folder)
        assert [path.name for path in tmp_path.iterdir()] == [folder.name]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(file_of):
    path = file_of("secret.txt", "0 1\n")
    path.chmod(0)
    with pytest.raises(PermissionError):
        wf.read(path)


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


edges = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from([1.0, 2.0])), max_size=12)


@given(edges=edges, weighted=st.booleans())
def test_undirected_adds_exactly_the_missing_reverses(edges, weighted, tmp_path_factory, listed):
    path = tmp_path_factory.mktemp("undirected") / "g.mtx"
    src, dst, weights = zip(*edges, strict=True) if edges else ((), (), ())
    wf.write(
        wf.Graph.from_edges(np.array(src, int), np.array(dst, int), 5, weights if weighted else None), path
    )
    graph = wf.read(path, undirected=True)
    assert not graph.directed
    given_edges = [(u, v, w if weighted else None) for u, v, w in edges]
    expected = []
    for edge in set(given_edges) | {(v, u, w) for u, v, w in given_edges}:
        u, v, w = edge
        expected += [edge] * max(given_edges.count(edge), given_edges.count((v, u, w)))
    assert listed(graph) == sorted(expected)


def test_undirected_takes_undirected_graphs_as_they_are(tmp_path, assert_same):
    wf.write(TRIANGLE, tmp_path / "g.mtx")
    assert_same(wf.read(tmp_path / "g.mtx", undirected=True), TRIANGLE)


def test_random_weights_depend_on_seed_and_ends_only(file_of, tmp_path):
    rng = np.random.default_rng(1)
    src, dst = rng.integers(0, 300, (2, 5000))
    wf.write(wf.Graph.from_edges(src, dst, 300, rng.random(5000)), tmp_path / "a.mtx")
    wf.write(wf.Graph.from_edges(dst[::-1], src[::-1], 300), tmp_path / "b.mtx")
    a, b = (wf.read(tmp_path / name, random_weights=7) for name in ("a.mtx", "b.mtx"))
    np.testing.assert_array_equal(a.dense(), b.dense().T)
    weights = a.csr.weights
    assert weights.dtype == np.float64
    assert set(weights) == set(range(1, 256))
    assert abs(weights.mean() - 128) < 5
    assert (wf.read(tmp_path / "a.mtx", random_weights=8).csr.weights != weights).mean() > 0.9
    both = wf.read(tmp_path / "a.mtx", undirected=True, random_weights=7)
    np.testing.assert_array_equal(both.dense(), np.maximum(a.dense(), b.dense()))


def test_random_weights_are_splitmix64(file_of):
    """SplitMix64's published first output for seed 0 is e220a8397b1dcdaf."""

    def mixed(state):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
        return state ^ (state >> 31)

    assert mixed(0) == 0xE220A8397B1DCDAF
    graph = wf.read(file_of("g.txt", "0 1\n2 1\n"), random_weights=-5)
    expected = [mixed(mixed(mixed(-5 % 2**64) + low) + high) % 255 + 1 for low, high in ((0, 1), (1, 2))]
    assert graph.csr.weights.tolist() == expected


@pytest.mark.parametrize("seed", [True, 1.5, "1"])
def test_a_seed_is_an_integer(seed, file_of):
    with pytest.raises(wf.InputError, match="random_weights is a seed"):
        wf.read(file_of("g.txt", "0 1\n"), random_weights=seed)


def test_lost_labels_are_warned_of(tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=["a", "b"])
    with pytest.warns(UserWarning, match="mtx files hold no labels; these do: edges, npy, parquet, graphml"):
        wf.write(graph, tmp_path / "g.mtx")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wf.write(graph, tmp_path / "g.txt")


@pytest.mark.parametrize("name", ["g.txt", "g.mtx.gz", "g.sg", "g.npz", "g.graphml", "g.npy"])
@pytest.mark.parametrize("failure", [OSError("disk full"), KeyboardInterrupt()])
def test_a_failure_leaves_the_old_file_and_nothing_else(name, failure, tmp_path, monkeypatch, assert_same):
    old, new = (
        wf.Graph.from_edges([0], [1], directed=False),
        wf.Graph.from_edges([0, 1], [1, 2], directed=False),
    )
    wf.write(old, tmp_path / name)

    def fail(*_):
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(type(failure)):
            wf.write(new, tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert_same(wf.read(tmp_path / name, undirected=True), old)
    wf.write(new, tmp_path / name)
    assert_same(wf.read(tmp_path / name, undirected=True), new)


@pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
@pytest.mark.parametrize("name", ["g.mtx", "g.npy"])
def test_permissions_are_those_of_any_new_file(name, tmp_path):
    before = os.umask(0o027)
    try:
        wf.write(TRIANGLE, tmp_path / name)
    finally:
        os.umask(before)
    assert (tmp_path / name).stat().st_mode & 0o777 == (0o750 if name == "g.npy" else 0o640)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links and pipes")
def test_links_stay_links_and_pipes_are_written_to(tmp_path, assert_same):
    (tmp_path / "link.mtx").symlink_to(tmp_path / "real.mtx")
    wf.write(TRIANGLE, tmp_path / "link.mtx")
    assert (tmp_path / "link.mtx").is_symlink()
    assert_same(wf.read(tmp_path / "real.mtx"), TRIANGLE)
    os.mkfifo(tmp_path / "pipe.mtx")
    writer = threading.Thread(target=wf.write, args=(TRIANGLE, tmp_path / "pipe.mtx"))
    writer.start()
    assert_same(wf.read(tmp_path / "pipe.mtx"), TRIANGLE)
    writer.join()


def test_writing_into_no_folder(tmp_path):
    with pytest.raises(FileNotFoundError):
        wf.write(TRIANGLE, tmp_path / "nowhere" / "g.mtx")


@pytest.mark.parametrize("name", ["g.txt", "g.gr", "g.npz"])
def test_a_format_that_would_forget_undirectedness_says_so(name, tmp_path):
    graph = wf.Graph.from_edges([0], [1], weights=[1.0], directed=False)
    with pytest.warns(UserWarning, match="don't say that a graph is undirected"):
        wf.write(graph, tmp_path / name)


def test_a_format_that_would_forget_vertices_says_so(tmp_path):
    with pytest.warns(UserWarning, match="leave out 3 vertices without edges"):
        wf.write(wf.Graph.from_edges([0], [1], 5), tmp_path / "g.txt")


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "missing" / "g.txt")
    assert caught.value.filename == str(tmp_path / "missing" / "g.txt")
