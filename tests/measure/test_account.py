"""The work account: the chapter's figures, and rules that every account keeps."""

import dataclasses
import json

import numpy as np
import pytest
import text_tables
from accounts import IDS, METHODS_WITH_ACCOUNT, limits, overlapping
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.measure.account import GROUPS
from wavefront.strategies import ACCOUNTS, COUNTED


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


@pytest.mark.skipif(SIMULATED, reason="is about the CPU")
def test_auto_is_fused_counted():
    graph = generators.grid(5, 5)
    found = wf.account(graph, 0, "auto")
    assert (found.strategy, found.counted) == ("fused", True)
    assert found == wf.account(graph, 0, "fused", count=True)
    assert not wf.account(graph, 0, "push").counted
    assert wf.account(graph, 0, "push", count=True).counted


@pytest.mark.parametrize("strategy", sorted(wf.STRATEGIES.keys() - ACCOUNTS.keys() - COUNTED.keys()))
def test_what_has_no_account(strategy):
    with pytest.raises(wf.InputError, match=f"'{strategy}' has no account"):
        wf.account(generators.grid(5, 5), 0, strategy)


def test_json_and_table():
    account = wf.account(overlapping(), 0, "push")
    rows = json.loads(account.to_json())
    assert rows == [json.loads(json.dumps(row.columns())) for row in account.rows]
    assert (rows[1]["threads_labelling"], rows[1]["edges_inspected"]) == ([1, 2], 4)
    assert str(account) == account.table()
    columns = headings(account)
    assert columns == [name for name in rows[0] if name in ("level", "direction", *GROUPS["main"])]
    lines = text_tables.rows(account.table(), len(rows) + 1, keys=2)
    assert lines[1][:7] == ["2", "push", "1", "5", "2", "4", "1..2"]
    assert lines[1][columns.index("warp_steps")] == str(rows[1]["warp_steps"])


def headings(account, columns="main"):
    """The columns' names of the account's table, which has a line for each level and one for all."""
    return text_tables.names(account.table(columns), len(account.rows) + 1, keys=2)


def test_columns_are_chosen_by_name_and_by_group():
    account = wf.account(overlapping(), 0, "frontier_queue")
    assert headings(account, "all") == list(account.rows[0].columns())
    for group, columns_of in GROUPS.items():
        names = {name for name in columns_of if name != "where"}  # of single_block alone
        assert set(headings(account, group)) == names | {"level", "direction"}
    assert account.table(["appends", "divergence"]) == account.table("divergence,appends")
    assert headings(account, "divergence,appends") == ["level", "direction", "divergence", "appends"]


def test_columns_of_a_group_that_no_level_counts_are_left_out():
    account = wf.account(generators.complete(5), 0, "auto")
    assert " - " not in account.table() + account.table("all")
    assert {"edges_inspected", "warp_steps"}.difference(headings(account)) == {"warp_steps"}
    chosen = account.table("warp_steps,edges_inspected").splitlines()
    assert chosen[-1].split()[-1] == "-"  # asked for by name


def test_no_line_for_all_levels_where_no_column_adds_up():
    account = wf.account(overlapping(), 0, "push")
    levels = [str(row.level) for row in account.rows]
    for columns in ("level", "divergence"):
        assert [line.split()[0] for line in account.table(columns).splitlines()[1:]] == levels


@pytest.mark.parametrize("columns", ["", "min", ["main", 3], 7, None])
def test_columns_that_there_are_not(columns):
    with pytest.raises(wf.InputError, match="columns"):
        wf.account(overlapping(), 0, "push").table(columns)


def test_all_levels_together():
    account = wf.account(overlapping(), 0, "frontier_queue")
    assert account.sums()["edges_inspected"] == sum(row.edges_inspected for row in account.rows) == 6
    assert account.sums()["claims_tried"] == (4, 5)
    assert account.sums()["longest_thread"] == 2
    first, *_ = account.rows
    unknown = dataclasses.replace(account, rows=[first, dataclasses.replace(first, appends=None)])
    assert unknown.sums()["appends"] is None
    *_, below = unknown.table(["appends", "edges_inspected"]).splitlines()
    assert below.split() == ["all", "4", "-"]


# Two parents of vertex 3 in level 2; in all levels every vertex but the source is appended once.
def test_claims_appends_and_contention():
    first, second, last = wf.account(overlapping(), 0, "frontier_queue").rows
    assert (first.claims_tried, first.claims_won, first.claims_lost) == (2, 2, 0)
    assert (second.claims_tried, second.claims_won, second.claims_lost) == ((2, 3), 2, (0, 1))
    assert (second.appends, second.global_contention) == (2, 2)  # two appends on one tail, two claims of 3
    assert (last.claims_tried, last.appends, last.global_contention) == (0, 0, 0)


def test_privatisation_takes_contention_off_the_tail():
    star = generators.star(100)
    plain = wf.account(star, 0, "frontier_queue").rows[0]
    private = wf.account(star, 0, "privatized").rows[0]
    assert (plain.global_contention, plain.block_contention) == (99, 0)
    assert (private.global_contention, private.block_contention, private.block_barriers) == (1, 99, 3)


def test_a_layout_that_coalesces():
    """Of 64 vertices of equal degree, all in the frontier, the k-th neighbors lie side by side, or don't."""
    graph = wf.Graph.from_edges(np.repeat(np.arange(64), 8), np.tile(np.arange(64, 72), 64))
    by_layout = {name: wf.account(graph, range(64), "push", layout=name).rows[0] for name in ("csr", "ell")}
    assert by_layout["csr"].coalescing == 8  # each lane reads a sector of its own, for 4 of its 32 bytes
    assert by_layout["ell"].coalescing == 1.0
    assert by_layout["csr"].divergence == by_layout["ell"].divergence


@pytest.mark.parametrize(
    ("strategy", "options", "message"),
    [
        ("fastest", {}, "unknown strategy 'fastest'"),
        ("sequential", {"layout": "ell"}, "takes literal, not layout"),
        ("edge_centric", {"literal": "yes"}, "literal"),
        ("auto", {"layout": "ell"}, "auto runs 'fused', which takes alpha, beta, serial_edges, not layout"),
        ("auto", {"literal": True}, "no text prints 'auto'; choose one of .*edge_centric"),
        ("fused", {"literal": True}, "no text prints 'fused'"),
    ],
)
def test_wrong_arguments(strategy, options, message):
    with pytest.raises(wf.InputError, match=message):
        wf.account(overlapping(), 0, strategy, **options)
