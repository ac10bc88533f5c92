"""The work account: against counters inside the kernels, the chapter's figures, cases worked out by hand."""

import contextlib
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest
from graphs import METHOD_IDS, METHODS, SIMULATED, random_multigraph
from hypothesis import given, settings
from hypothesis import strategies as st

import wavefront as wf
from wavefront import generators
from wavefront.accounting import counting
from wavefront.strategies import ACCOUNTS

GUIDE = (Path(__file__).parents[2] / "docs/guide/account.md").read_text()
METHODS_WITH_ACCOUNT = [
    (name, options) for name, options in METHODS if name in ACCOUNTS and "library" not in options
]
IDS = [name for name in METHOD_IDS if name.split()[0] in ACCOUNTS and "library" not in name]


def hubs():
    """Two hubs that share leaves, joined by parallel edges, one with a loop; more than a warp and a block."""
    shared = np.arange(2, 302)
    src = np.concatenate([[0, 0, 0, 1], np.repeat(0, 150), np.repeat(1, 300), shared[::7]])
    dst = np.concatenate([[1, 1, 0, 5], shared[100:250], shared, np.full(shared[::7].size, 302)])
    return wf.Graph.from_edges(src, dst, 310)


def overlapping():
    """Level 2 has two parents: 3 by either, through parallel edges from the first, and 4 by the second."""
    return wf.Graph.from_edges([0, 0, 1, 1, 2, 2], [1, 2, 3, 3, 3, 4])


GRAPHS = {
    "one vertex": lambda: wf.Graph.from_edges([], [], 1),
    "self-loop": lambda: wf.Graph.from_edges([0, 0], [0, 1]),
    "overlapping": overlapping,
    "multigraph": lambda: random_multigraph(2),
    "hubs": hubs,
    "grid": lambda: generators.grid(5, 7),
    "kronecker": lambda: generators.kronecker(6, seed=1),
    "directed kronecker": lambda: generators.kronecker(6, seed=2, directed=True),
}


def limits(value):
    return value if isinstance(value, tuple) else (value, value)


def check_against_counters(graph, source, strategy, options):
    said = wf.account(graph, source, strategy, **options).rows
    counted = wf.account(graph, source, strategy, count=True, **options).rows
    assert len(said) == len(counted)
    for row, measured in zip(said, counted, strict=True):
        for name, value in measured.columns().items():
            least, most = limits(row.columns()[name])
            assert least <= value <= most, (row.level, name)


@pytest.mark.parametrize(("strategy", "options"), METHODS_WITH_ACCOUNT, ids=IDS)
@pytest.mark.parametrize("name", GRAPHS)
def test_counters_in_the_kernels_agree(name, strategy, options):
    graph = GRAPHS[name]()
    for source in {0, graph.num_vertices // 2}:
        check_against_counters(graph, source, strategy, options)


@settings(max_examples=150)
@given(data=st.data(), directed=st.booleans())
def test_counters_agree_on_any_graph(data, directed):
    quick = [(name, options) for name, options in METHODS_WITH_ACCOUNT if options.get("block_size", 0) <= 8]
    large_blocks = ("privatized", "hierarchical", "single_block")
    strategy, options = data.draw(st.sampled_from([m for m in quick if m[1] or m[0] not in large_blocks]))
    count = data.draw(st.integers(1, 12))
    vertex = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(vertex, vertex), max_size=40))
    sources = data.draw(st.lists(vertex, min_size=1, max_size=3))
    src, dst = np.array(edges, int).reshape(-1, 2).T
    graph = wf.Graph.from_edges(src, dst, count, directed=directed)
    check_against_counters(graph, sources, strategy, options)


# By strategy and options: what two orders of the threads do when level 2 of `overlapping` is labelled.
RACES = [
    ("push", {}, {"threads_labelling": (1, 2), "global_atomics": 0}),
    ("pull", {}, {"threads_labelling": 2}),
    ("edge_centric", {}, {"threads_labelling": (2, 4), "threads_active": 4}),
    ("spmv", {"layout": "csc"}, {"threads_labelling": 2}),
    ("spmv", {"layout": "coo"}, {"threads_labelling": 4}),
    ("frontier_queue", {}, {"threads_labelling": (1, 2), "global_atomics": (4, 5), "block_atomics": 0}),
    ("privatized", {"block_size": 2, "capacity": 1}, {"global_atomics": (4, 5), "block_atomics": 2}),
    ("privatized", {"block_size": 1, "capacity": 1}, {"global_atomics": (4, 6), "block_atomics": 2}),
    ("degree_buckets", {"warp_degree": 2}, {"global_atomics": (6, 8), "threads_launched": 2 + 64}),
]


@pytest.mark.parametrize(("strategy", "options", "expected"), RACES)
def test_what_a_race_leaves_open(strategy, options, expected):
    row = wf.account(overlapping(), 0, strategy, **options).rows[1].columns()
    assert {name: row[name] for name in expected} == expected


def test_two_parents_of_one_vertex():
    diamond = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3])

    def labelling(strategy):
        return wf.account(diamond, 0, strategy).rows[1].threads_labelling

    assert labelling("push") == labelling("edge_centric") == (1, 2)
    assert labelling("frontier_queue") == labelling("pull") == 1


def test_the_order_of_a_queue_decides_who_shares_a_warp():
    # 64 vertices at level 1, of which two have 10 out-neighbors and the others one.
    src = np.concatenate([np.zeros(64, int), np.repeat([1, 2], 10), np.arange(3, 65)])
    dst = np.concatenate([np.arange(1, 65), np.arange(65, 85), np.full(62, 85)])
    row = wf.account(wf.Graph.from_edges(src, dst), 0, "frontier_queue").rows[1]
    assert row.warp_steps == (10 + 1, 10 + 10)
    assert row.simd_efficiency == (82 / (32 * 20), 82 / (32 * 11))
    assert row.longest_thread == 10


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


@pytest.mark.parametrize(
    "options", [{}, {"alpha": 1.0, "beta": 2.0}, {"alpha": 1e-9}, {"alpha": 1e9, "beta": 1e9}]
)
def test_directions_follow_the_kernels_rule(options):
    graph = generators.uniform(3000, 3000 * 6, seed=2)
    ran = wf.bfs(graph, 0, strategy="direction_optimized", trace=True, **options).trace.levels
    rows = wf.account(graph, 0, "direction_optimized", **options).rows
    assert [row.direction for row in rows] == [level.direction for level in ran]


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
        ("pull", {"layout": "ell"}, "takes no options, not layout"),
        ("push", {"layout": "dense"}, "layout 'dense': choose one of"),
        ("spmv", {"library": True}, "library"),
        ("privatized", {"capacity": 0}, "capacity is a whole number"),
        ("hierarchical", {"block_size": 40}, "not made of whole warps"),
        ("degree_buckets", {"warp_degree": 9, "block_degree": 3}, "less than warp_degree"),
    ],
)
def test_wrong_arguments(strategy, options, message):
    with pytest.raises(wf.InputError, match=message):
        wf.account(overlapping(), 0, strategy, **options)


def test_a_graph_too_large_to_count_on():
    graph = generators.path(1000)
    with pytest.raises(wf.InputError, match="plain Python"):
        wf.account(graph, 0, "push", count=True)
    assert counting.MAX_STEPS < (1000 + 2 * 999) * 1000


def test_an_error_in_a_kernel_with_barriers_is_the_callers(monkeypatch):
    monkeypatch.setattr("wavefront.strategies.privatized.claim", lambda *_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        wf.account(overlapping(), 0, "privatized", count=True, block_size=4)


def test_the_guides_tables():
    examples = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", GUIDE, re.DOTALL)
    assert len(examples) == 4
    for code, expected in examples:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {"wf": wf})
        assert printed.getvalue() == expected


def test_the_guide_defines_every_column():
    rows = wf.account(overlapping(), 0, "push").rows
    defined = re.findall(r"^\| `(\w+)` \| \S", GUIDE, re.MULTILINE)
    assert defined == list(rows[0].columns())
