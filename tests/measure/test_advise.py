"""The advice: every method has its place, the first is the fastest, and the reason fits the graph."""

import json

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.cli import main


@pytest.fixture(scope="module")
def advice():
    return wf.advise(generators.kronecker(8), rounds=1)


def test_every_method_has_one_place(advice):
    defaults = [row.strategy for row in advice.methods if not row.options]
    assert sorted(defaults) == sorted(wf.STRATEGIES)
    times = [row.milliseconds for row in advice.methods if not row.remark]
    assert times == sorted(times)
    assert advice.methods[0].ratio == 1
    assert all(row.ratio >= 1 for row in advice.methods if row.ratio is not None)
    assert all(row.remark for row in advice.methods if row.milliseconds is None)


def test_it_says_what_the_graph_is_like(advice):
    graph = generators.kronecker(8)
    degrees = graph.out_degrees
    assert (advice.num_vertices, advice.num_edges) == (graph.num_vertices, graph.num_edges)
    assert (advice.mean_degree, advice.largest_degree) == (degrees.mean(), degrees.max())
    assert 2 < advice.num_levels < 10
    assert f"{advice.num_levels} levels" in advice.why
    assert advice.methods[0].method in advice.why


def test_it_can_be_passed_on(advice):
    graph = generators.kronecker(8)
    found = wf.bfs(graph, 1, **advice.arguments)
    assert found.strategy == advice.methods[0].strategy
    assert np.array_equal(found.levels, wf.bfs(graph, 1).levels)


def test_hopeless_methods_are_not_run():
    found = wf.advise(generators.path(100_000), [0], rounds=1)
    assert found.num_levels == 100_000
    assert found.methods[0].strategy in ("fused", "single_block", "sequential")
    (edges,) = [row for row in found.methods if row.strategy == "edge_centric"]
    assert edges.milliseconds is None
    assert "100,000 levels take" in edges.remark
    assert "a call for every level" in found.why


@pytest.mark.parametrize(
    ("graph", "words"),
    [(generators.star(200), "100 times the mean"), (generators.cycle(20), "degrees are even")],
)
def test_the_reason_is_the_graphs_shape(graph, words):
    assert words in wf.advise(graph, [0], rounds=1).why


def test_a_method_that_the_graph_does_not_suit_is_told(monkeypatch):
    def unsuited(*_, **__):
        raise wf.DeviceError("too little memory")

    monkeypatch.setitem(wf.STRATEGIES, "spmv", unsuited)
    found = wf.advise(generators.book_graph(), [0], rounds=1)
    (row,) = [row for row in found.methods if row.strategy == "spmv"]
    assert (row.milliseconds, row.remark) == (None, "not run: too little memory")


def test_it_is_shown_as_text_and_json(advice):
    assert str(advice).replace("\n", " ").startswith(advice.why)
    lines = advice.table().splitlines()
    assert len(lines) == 1 + len(advice.methods)
    assert lines[1].split()[0].rstrip(",") == advice.methods[0].strategy
    record = json.loads(advice.to_json())
    assert [row["strategy"] for row in record["methods"]] == [row.strategy for row in advice.methods]
    assert record["num_levels"] == advice.num_levels


def test_wrong_arguments():
    with pytest.raises(wf.InputError, match="99"):
        wf.advise(generators.book_graph(), [99])
    with pytest.raises(wf.InputError, match="rounds"):
        wf.advise(generators.book_graph(), [0], rounds=0)
    with pytest.raises(wf.InputError, match="outgoing edge"):
        wf.advise(wf.Graph.from_edges([], [], 3))


def test_the_command(tmp_path, capsys):
    wf.write(generators.book_graph(), tmp_path / "book.mtx")
    assert main(["advise", str(tmp_path / "book.mtx"), "--source", "0", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["sources"] == [0]
    assert record["methods"][0]["ratio"] == 1
    assert main(["advise", str(tmp_path / "book.mtx")]) == 0
    assert "is the fastest on cpu" in " ".join(capsys.readouterr().out.split())
    assert main(["advise", str(tmp_path / "book.mtx"), "--source", "0", "--samples", "2"]) == 2
