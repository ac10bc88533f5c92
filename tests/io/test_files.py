"""How a format is chosen, and the messages of `read` and `write` about data that a format can't hold."""

import gzip
import os
import subprocess
import sys
import warnings

import pytest

import wavefront as wf
from wavefront.io import SUFFIXES

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
    with pytest.raises(wf.InputError, match="unknown format 'dot'; choose one of mtx, edges, "):
        wf.read(tmp_path / "graph.dat", "dot")


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


def test_lost_labels_are_warned_of(tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=["a", "b"])
    with pytest.warns(UserWarning, match="mtx files hold no labels; these do: edges, npy, parquet, graphml"):
        wf.write(graph, tmp_path / "g.mtx")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wf.write(graph, tmp_path / "g.txt")


@pytest.mark.parametrize("name", ["g.txt", "g.gr", "g.npz"])
def test_a_format_that_would_forget_undirectedness_says_so(name, tmp_path):
    graph = wf.Graph.from_edges([0], [1], weights=[1.0], directed=False)
    with pytest.warns(UserWarning, match="don't say that a graph is undirected"):
        wf.write(graph, tmp_path / name)


def test_a_format_that_would_forget_vertices_says_so(tmp_path):
    with pytest.warns(UserWarning, match="leave out 3 vertices without edges"):
        wf.write(wf.Graph.from_edges([0], [1], 5), tmp_path / "g.txt")
    graph = wf.Graph.from_edges([1, 1], [3, 1], 6, directed=False)
    with pytest.warns(UserWarning, match="leave out 2 vertices without edges"):  # the last ones
        wf.write(graph, tmp_path / "g.packed")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        wf.write(wf.Graph.from_edges([1], [3], directed=False), tmp_path / "g.packed")


def test_errors_name_the_file_that_was_asked_for(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        wf.write(wf.Graph.from_edges([0], [1]), tmp_path / "missing" / "g.txt")
    assert caught.value.filename == str(tmp_path / "missing" / "g.txt")
