"""The work account: the chapter's figures, and rules that every account keeps."""

import json

import pytest
from accounts import IDS, METHODS_WITH_ACCOUNT, limits, overlapping
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.strategies import ACCOUNTS


def test_two_parents_of_one_vertex():
    diamond = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])

    def labelling(strategy):
        return wf.account(diamond, 0, strategy).rows[1].threads_labelling

    assert labelling("push") == labelling("edge_centric") == (1, 2)
    assert labelling("frontier_queue") == labelling("pull") == 1


def test_the_chapters_example():
    graph = generators.small_book_graph()

    def launched_active_label(strategy):
        row = wf.account(graph, 0, strategy).rows[1]
        assert row.level == row.vertices_labelled == 2
        return row.threads_launched, row.threads_active, row.threads_labelling

    assert launched_active_label("push")[:2] == (5, 2)
    assert launched_active_label("pull") == (5, 2, 2)
    assert launched_active_label("edge_centric")[:2] == (6, 3)
    assert launched_active_label("frontier_queue")[0] == 2


def test_what_wins_depends_on_the_graph():
    def most_steps(graph, source, strategy):
        return sum(limits(row.warp_steps)[1] for row in wf.account(graph, source, strategy).rows)

    dense, sparse = generators.kronecker(12, seed=1), generators.grid(60, 60)
    hub = int(dense.out_degrees.argmax())
    assert most_steps(dense, hub, "direction_optimized") * 4 < most_steps(dense, hub, "push")
    assert most_steps(sparse, 0, "frontier_queue") * 10 < most_steps(sparse, 0, "push")
    assert most_steps(sparse, 0, "push") * 3 < most_steps(sparse, 0, "edge_centric")


@pytest.mark.parametrize(("strategy", "options"), METHODS_WITH_ACCOUNT, ids=IDS)
def test_what_every_account_has(strategy, options):
    graph = generators.kronecker(8, seed=3)
    source = int(graph.out_degrees.argmax())
    result = wf.bfs(graph, source)
    rows = wf.account(graph, source, strategy, **options).rows
    assert [row.level for row in rows] == list(range(1, result.num_levels + 1))
    assert [row.vertices_labelled for row in rows] == [*map(len, result.layers()[1:]), 0]
    for row in rows:
        assert row.threads_active <= row.threads_launched
        most_steps = limits(row.warp_steps)[1]
        assert limits(row.longest_thread)[1] <= most_steps or strategy == "single_block"
        assert 0 < limits(row.simd_efficiency)[0] <= limits(row.simd_efficiency)[1] <= 1 or not most_steps


@pytest.mark.skipif(SIMULATED, reason="takes the CPU's launches, which are the GPU's")
@pytest.mark.parametrize(("strategy", "options"), METHODS_WITH_ACCOUNT, ids=IDS)
def test_launches_and_directions_are_the_traces(strategy, options):
    graph = generators.kronecker(8, seed=3)
    ran = wf.bfs(graph, 1, strategy=strategy, trace=True, **options).trace.levels
    rows = wf.account(graph, 1, strategy, **options).rows
    assert [(row.direction, row.kernel_launches) for row in rows] == [
        (level.direction, level.launches) for level in ran
    ]


def test_auto_is_the_method_that_fused_follows():
    assert wf.account(generators.grid(5, 5), 0, "auto").strategy == "direction_optimized"


@pytest.mark.parametrize("strategy", sorted(wf.STRATEGIES.keys() - ACCOUNTS.keys()))
def test_what_has_no_account(strategy):
    with pytest.raises(wf.InputError, match=f"'{strategy}' has no account"):
        wf.account(generators.grid(5, 5), 0, strategy)


def test_json_and_table():
    account = wf.account(overlapping(), 0, "push")
    rows = json.loads(account.to_json())
    assert rows == [json.loads(json.dumps(row.columns())) for row in account.rows]
    assert (rows[1]["threads_labelling"], rows[1]["edges_inspected"]) == ([1, 2], 4)
    head, below, *lines = account.table().splitlines()
    assert str(account) == account.table()
    words = [f"{a}_{b}".strip("_") for a, b in zip(["", "", *head.split()], below.split(), strict=True)]
    assert words == list(rows[0])
    assert len(lines) == len(rows)
    assert lines[1].split()[:7] == ["2", "push", "1", "5", "2", "4", "1..2"]


@pytest.mark.parametrize(
    ("strategy", "options", "message"),
    [
        ("fastest", {}, "unknown strategy 'fastest'"),
        ("edge_centric", {"alpha": 2.0}, "takes literal, not alpha"),
        ("edge_centric", {"literal": "yes"}, "literal"),
        ("auto", {"literal": True}, "no text prints 'auto'; choose one of .*edge_centric"),
        ("fused", {"literal": True}, "no text prints 'fused'"),
    ],
)
def test_wrong_arguments(strategy, options, message):
    with pytest.raises(wf.InputError, match=message):
        wf.account(overlapping(), 0, strategy, **options)
