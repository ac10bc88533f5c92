"""Public names as they were before the names of one thing were made one: they work, and warn."""

import inspect
from io import BytesIO

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.cli import main

BOOK = generators.book_graph()


def test_parameters():
    with pytest.warns(DeprecationWarning, match=r"sample_neighbors\(seeds=\) is now source="):
        found = wf.sample_neighbors(BOOK, seeds=[0, 3], fanouts=[2])
    assert found.sources.tolist() == [0, 3]
    with pytest.warns(DeprecationWarning, match="now edge_columns="):
        assert wf.read(BytesIO(b"7 0 1\n8 1 2\n"), "edges", columns=[1, 2]).num_edges == 2
    with pytest.warns(DeprecationWarning, match="weighted=True"):
        by_flag = wf.sample_neighbors(weighted_star(), 0, [1], weights=True)
    assert by_flag.weighted


def weighted_star():
    return wf.Graph.from_edges([0, 0], [1, 2], weights=[1.0, 2.0])


def test_attributes():
    with pytest.warns(DeprecationWarning, match="SampledNeighbors.seeds is now sources"):
        assert wf.sample_neighbors(BOOK, 3, [2]).seeds.tolist() == [3]
    for search in wf.sssp, wf.bellman_ford:
        assert search(BOOK, 3).sources.tolist() == [3]
        with pytest.warns(DeprecationWarning, match="source is now sources"):
            assert np.array_equal(search(BOOK, [5, 3]).source, [3, 5])


def test_an_old_and_a_new_name_are_one_too_many():
    with pytest.raises(TypeError, match="'source' twice"):
        wf.sample_neighbors(BOOK, source=0, seeds=0, fanouts=[2])


def test_the_signature_has_the_new_names_only():
    assert list(inspect.signature(wf.sample_neighbors).parameters)[1] == "source"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("generate star --vertices=9 new.mtx", "generate star --num-vertices 9 new.mtx"),
        ("generate uniform --vertices 9 --edges 9 new.mtx", None),
        ("closeness book.mtx --source 3", "closeness book.mtx --vertex 3"),
        ("betweenness book.mtx --counts --targets 3", "betweenness book.mtx --no-normalized --target 3"),
        ("path book.mtx --source 0 --target 3 --shortest 2", "path book.mtx --source 0 --target 3 -k 2"),
        ("path book.mtx --source 0 --target 3 --shortest=2", "path book.mtx --source 0 --target 3 -k 2"),
        ("sssp book.mtx --source 0 --target 3 --stop-at-target", "sssp book.mtx --source 0 --target 3"),
        ("route board.txt --from 0,0 --to 1,1", "route board.txt --start 0,0 --goal 1,1"),
    ],
)
def test_options(old, new, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    wf.write(BOOK, "book.mtx")
    (tmp_path / "board.txt").write_text("..\n..\n")

    def lines(words):
        assert main(words.split()) == 0
        found = capsys.readouterr().out.splitlines()
        return [line for line in found if not line.rstrip().endswith((" ms", " s"))]

    assert lines(old) == lines(new or old.replace(" --", " --num-"))


def test_old_options_are_not_in_the_help(capsys):
    assert main(["generate", "uniform", "-h"]) == 0
    assert "--vertices" not in capsys.readouterr().out


def test_an_old_option_needs_what_it_needed(tmp_path, capsys):
    wf.write(BOOK, tmp_path / "book.mtx")
    assert main(["sssp", str(tmp_path / "book.mtx"), "--source", "0", "--stop-at-target"]) == 2
    assert "--stop-at-target" in capsys.readouterr().err


def test_a_value_is_no_option(tmp_path, capsys):
    wf.write(BOOK, tmp_path / "book.mtx")
    assert main(["closeness", str(tmp_path / "book.mtx"), "--vertex=--source"]) == 2
    assert "--source" in capsys.readouterr().err
