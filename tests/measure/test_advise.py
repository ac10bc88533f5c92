"""The advice: every method has its place, the first is the fastest, and the reason fits the graph."""

import json
import re
from collections import Counter

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.cli import main
from wavefront.measure import advise as advising
from wavefront.measure import first_searches


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
    assert re.fullmatch(r"\S+ ms to level \d+", edges.remark)
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


@pytest.fixture
def made_up(monkeypatch):
    """Sets what a search by these arguments takes, in milliseconds, instead of what it does take."""

    def set_times(cost):
        def times(_device, sources, searches):
            return [[cost(**search.keywords)] * len(sources) for search in searches]

        for module in (advising, first_searches):
            monkeypatch.setattr(module, "search_milliseconds", times)

    return set_times


def test_alpha_and_beta_are_those_that_were_measured(made_up):
    def cost(strategy, alpha=15, beta=18, **_):
        return 100 + abs(alpha - 8) + abs(beta - 64) if strategy == "fused" else 170

    made_up(cost)
    found = wf.advise(generators.kronecker(8))
    assert found.arguments == {"strategy": "fused", "alpha": 8, "beta": 64}
    assert found.methods[0].milliseconds == 100
    (own,) = [row for row in found.methods if row.strategy == "fused" and not row.options]
    assert own.milliseconds == cost("fused")
    assert "With its own alpha and beta fused takes 1.53 times as long." in found.why
    assert wf.bfs(generators.kronecker(8), 1, **found.arguments).strategy == "fused"


def test_alpha_and_beta_that_save_less_than_a_tenth_are_not_advised(made_up):
    made_up(lambda strategy, alpha=15, **_: (100 if alpha == 8 else 109) if strategy == "fused" else 900)
    assert wf.advise(generators.kronecker(8)).arguments == {"strategy": "fused"}


def test_a_slow_spell_in_the_first_rounds_does_not_decide(made_up):
    searched = Counter()

    def cost(strategy, **_):
        searched[strategy] += 1
        return {"fused": 3, "privatized": 2 if searched[strategy] > 5 else 4}.get(strategy, 50)

    made_up(cost)
    assert wf.advise(generators.kronecker(8)).arguments == {"strategy": "privatized"}


def test_without_time_one_source_is_searched_from_and_nothing_is_compared():
    graph = generators.kronecker(8)
    found = wf.advise(graph, [3, 5], time_limit=1e-9)
    assert found.num_levels == wf.bfs(graph, 3).num_levels
    assert found.arguments == {"strategy": "fused"}
    assert found.methods[0].milliseconds is not None
    assert {row.remark for row in found.methods[1:]} == {"not run: no time left"}
    assert f"no time left for {len(found.methods) - 1} of the methods" in found.why


def test_it_is_shown_as_text_and_json(advice):
    assert str(advice).partition("\n\n")[0].split() == advice.why.split()
    assert max(map(len, str(advice).splitlines())) <= 80
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
    with pytest.raises(wf.InputError, match="time_limit is a positive number"):
        wf.advise(generators.book_graph(), [0], time_limit=0)
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
