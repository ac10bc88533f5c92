"""The comparison of all methods: the chapter's claims, the columns, methods that are left out."""

import json
import re
from statistics import mean

import pytest
from graphs import devices

import wavefront as wf
from wavefront import generators
from wavefront.measure import compare as comparing
from wavefront.measure.searches import random_sources
from wavefront.strategies import ACCOUNTS, options_of

COLUMNS = [
    "kernel_launches",
    "edges_inspected",
    "threads_launched",
    "warp_steps",
    "sectors_read",
    "sectors_written",
    "claims_tried",
    "block_atomics",
    "global_atomics",
    "global_contention",
    "bytes_to_host",
]
SIGNS = {"push": ">", "pull": "<"}


def by_method(graph, sources):
    found = wf.compare(graph, sources, device="cpu", rounds=1)
    return {row.strategy: row for row in found.rows}


def test_pull_and_edge_centric_do_well_where_degrees_are_high():
    graph = generators.kronecker(14).simplified()
    rows = by_method(graph, random_sources(graph, 2, seed=1))
    push, pull, edge_centric = rows["push"], rows["pull"], rows["edge_centric"]
    assert pull.busiest_warp_steps * 50 < push.busiest_warp_steps
    assert edge_centric.busiest_warp_steps * 5 < push.busiest_warp_steps
    assert pull.busiest_longest_thread * 50 < push.busiest_longest_thread
    assert edge_centric.busiest_longest_thread == 1
    assert rows["direction_optimized"].warp_steps * 4 < push.warp_steps


def test_the_frontier_queue_does_well_where_degrees_are_low():
    graph = generators.grid(100, 100)
    rows = by_method(graph, random_sources(graph, 2, seed=1))
    assert rows["frontier_queue"].warp_steps * 10 < rows["push"].warp_steps
    assert rows["push"].warp_steps * 3 < rows["edge_centric"].warp_steps


def test_work_is_the_accounts_mean_over_the_sources():
    graph, sources = generators.kronecker(8, seed=3), [0, 100, 200]
    rows = by_method(graph, sources)
    for name in ACCOUNTS:
        tables = [[line.columns() for line in wf.account(graph, source, name).rows] for source in sources]
        for column in COLUMNS:
            sums = [sum(most(line[column]) for line in table) for table in tables]
            assert abs(getattr(rows[name], column) - mean(sums)) <= 0.5, (name, column)


def most(figure):
    return max(figure) if isinstance(figure, tuple) else figure


def test_the_busiest_level_is_that_of_most_edges_from_the_frontier():
    # From 0 two edges, from the hub 1 six, from the six one each of which three meet in a vertex.
    src = [0, 0, 1, 1, 1, 1, 1, 1, 3, 4, 5]
    dst = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9]
    rows = by_method(wf.Graph.from_edges(src, dst), [0])
    assert [rows[name].busiest_longest_thread for name in ("push", "pull", "edge_centric")] == [6, 3, 1]
    assert rows["push"].busiest_warp_steps == 6


def test_rows_are_in_order_and_the_ratio_is_to_the_devices_best(with_two_devices):
    rows = with_two_devices.rows
    assert [row.device for row in rows] == ["cpu"] * len(wf.STRATEGIES) + ["cuda"] * len(wf.STRATEGIES)
    assert [row.strategy for row in rows] == list(wf.STRATEGIES) * 2
    assert {row.searches for row in rows} == {4}
    for device in ("cpu", "cuda"):
        mine = [row for row in rows if row.device == device]
        best = min(row.milliseconds for row in mine)
        assert [row.ratio for row in mine] == [row.milliseconds / best for row in mine]


def test_directions_are_those_of_the_first_sources_search():
    graph = generators.kronecker(9, seed=3).simplified()
    source = random_sources(graph, 1)[0]
    rows = by_method(graph, [source, 0])
    for name, row in rows.items():
        trace = wf.bfs(graph, source, strategy=name, device="cpu", trace=True).trace
        assert row.directions == "".join(SIGNS[level.direction] for level in trace.levels), name
    assert set(rows["push"].directions) == {">"}
    assert set(rows["direction_optimized"].directions) == {">", "<"}
    assert rows["operators"].edges_inspected is None


def test_the_work_of_fused_is_that_of_its_form_for_the_cpu():
    row = by_method(generators.complete(20), [0])["fused"]
    account = wf.account(generators.complete(20), 0, "fused").rows
    assert row.edges_inspected == sum(level.edges_inspected for level in account)
    assert row.warp_steps is None


def test_each_layout_has_a_row_on_request():
    graph = generators.kronecker(8, seed=3).simplified()
    found = wf.compare(graph, [0], device="cpu", rounds=1, layouts=True)
    rows = {row.method: row for row in found.rows}
    assert list(dict.fromkeys(row.strategy for row in found.rows)) == list(wf.STRATEGIES)
    for strategy, others in (("push", ("ell", "jds")), ("spmv", ("csc", "coo"))):
        for layout in others:
            row = rows[f"{strategy}, {layout}"]
            assert (row.strategy, row.options) == (strategy, {"layout": layout})
            account = wf.account(graph, 0, strategy, layout=layout).rows
            for column in COLUMNS:
                assert getattr(row, column) == sum(most(line.columns()[column]) for line in account)
    assert rows["push, jds"].warp_steps < rows["push"].warp_steps == rows["push, ell"].warp_steps
    assert rows["push, ell"].sectors_read > rows["push"].sectors_read
    assert [record["method"] for record in json.loads(found.to_json())] == list(rows)
    assert all(re.search(rf"^ *cpu +{name}  ", found.table(), re.MULTILINE) for name in rows)


def test_the_printed_form_has_a_row_below_ours_on_request():
    graph = generators.kronecker(8, seed=3).simplified()
    rows = wf.compare(graph, [0], device="cpu", rounds=1, literal=True).rows
    names = [row.method for row in rows]
    book = [name for name in wf.STRATEGIES if name not in ("fused", "operators")]
    assert [name for name in names if name.endswith(", literal")] == [f"{name}, literal" for name in book]
    for name in book:
        ours, printed = rows[names.index(name)], rows[names.index(name) + 1]
        assert (printed.strategy, printed.options) == (name, {"literal": True})
        account = wf.account(graph, 0, name, literal=True).rows
        for column in COLUMNS:
            assert getattr(printed, column) == sum(most(line.columns()[column]) for line in account)
        assert printed.global_atomics >= ours.global_atomics


def test_an_option_goes_to_the_strategies_that_take_it():
    graph = generators.kronecker(8, seed=3).simplified()
    found = wf.compare(graph, [0], device="cpu", rounds=1, block_size=32, layout="csr")
    rows = {row.strategy: row for row in found.rows}
    takers = [row.strategy for row in found.rows if "block_size" in row.options]
    assert takers == ["privatized", "hierarchical", "single_block"]
    assert rows["push"].method == "push, csr"
    assert rows["privatized"].method == "privatized, block_size=32"
    account = wf.account(graph, 0, "privatized", block_size=32).rows
    assert rows["privatized"].global_atomics == sum(most(line.global_atomics) for line in account)


@pytest.mark.parametrize(
    ("layout", "takers", "printed"),
    [("coo", ("edge_centric", "spmv"), True), ("jds", ("push", "pull"), False)],
)
def test_a_layout_goes_to_the_strategies_that_have_it(layout, takers, printed, caplog):
    graph = generators.small_book_graph()
    found = wf.compare(graph, [0], device="cpu", rounds=1, layout=layout, literal=True)
    ours = [row for row in found.rows if "literal" not in row.options]
    assert [row.strategy for row in ours] == list(wf.STRATEGIES)
    assert [row.strategy for row in ours if row.options] == list(takers)
    literal = {row.strategy for row in found.rows if "literal" in row.options}
    assert {*takers} <= literal if printed else not {*takers} & literal
    assert "push" in literal or layout == "jds"
    assert not caplog.messages


@pytest.mark.parametrize("option", [{"layout": "red"}, {"claim": "red"}, {"switch": "red"}])
def test_a_value_that_no_strategy_takes_is_told_before_any_search(option, monkeypatch):
    def searched(*_, **__):
        raise AssertionError("searched")

    (name,) = option
    for strategy in wf.STRATEGIES:
        if name == "layout" or name not in options_of(strategy):
            monkeypatch.setitem(wf.STRATEGIES, strategy, searched)
    with pytest.raises(wf.InputError, match=f"{name} 'red': choose one of") as refused:
        wf.compare(generators.small_book_graph(), [0], device="cpu", **option)
    if name == "layout":
        assert all(repr(layout) in str(refused.value) for layout in ("csr", "csc", "ell", "jds", "coo"))


def test_a_method_left_out_has_its_turns_too(monkeypatch):
    def failing(*_, **__):
        raise wf.InputError("too uneven")

    seen = []
    monkeypatch.setitem(wf.STRATEGIES, "spmv", failing)
    graph = generators.small_book_graph()
    wf.compare(graph, [0], device="cpu", progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(1, seen[0][1] + 1))


def test_a_form_without_an_account_has_a_time_alone():
    rows = wf.compare(generators.small_book_graph(), [0], device="cpu", rounds=1, library=True).rows
    (spmv,) = (row for row in rows if row.strategy == "spmv")
    assert (spmv.method, spmv.edges_inspected) == ("spmv, library", None)
    assert spmv.directions


def test_auto_is_every_device_present():
    found = wf.compare(generators.small_book_graph(), [0], rounds=1)
    assert {row.device for row in found.rows} == {"cpu"} | {device.name for device in devices().values()}


@pytest.mark.usefixtures("second_device")
def test_progress_ends_with_the_work():
    seen = []
    wf.compare(
        generators.small_book_graph(), [0], rounds=2, progress=lambda done, total: seen.append((done, total))
    )
    assert [done for done, _ in seen] == list(range(1, seen[-1][1] + 1))
    assert len({total for _, total in seen}) == 1


def test_a_slow_method_is_run_once(monkeypatch):
    monkeypatch.setattr(comparing, "TOO_LONG", 0.0)
    rows = wf.compare(generators.small_book_graph(), [0, 1], device="cpu", rounds=2).rows
    assert {row.searches for row in rows} == {1}
    assert all(row.milliseconds > 0 for row in rows)
    assert {row.strategy for row in rows if row.directions is None} == {"operators"}


@pytest.mark.parametrize("error", [wf.DeviceError("GPU 0: out of memory"), wf.InputError("too uneven")])
def test_what_can_not_run_is_left_out_and_said(error, monkeypatch, caplog):
    def failing(*_, **__):
        raise error

    monkeypatch.setitem(wf.STRATEGIES, "spmv", failing)
    rows = wf.compare(generators.small_book_graph(), [0], device="cpu", rounds=1).rows
    assert [row.strategy for row in rows] == [name for name in wf.STRATEGIES if name != "spmv"]
    assert caplog.messages == [f"spmv is left out on cpu: {error}"]


def test_a_wrong_method_is_found_out(monkeypatch):
    pull = wf.STRATEGIES["pull"]

    def off_by_one(*arguments, **options):
        levels, predecessors = pull(*arguments, **options)
        levels[levels == levels.max()] += 1
        return levels, predecessors

    monkeypatch.setitem(wf.STRATEGIES, "pull", off_by_one)
    with pytest.raises(wf.ValidationError):
        wf.compare(generators.small_book_graph(), [0], device="cpu", rounds=1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"sources": []}, "at least one source"),
        ({"sources": [5]}, "vertex 5"),
        ({"sources": [0], "rounds": 0}, "rounds is a whole number"),
        ({"sources": [0], "device": "gpu"}, "unknown device 'gpu'"),
        ({"sources": [0], "layouts": "all"}, "layouts is true or false"),
        ({"sources": [0], "colour": "red"}, "no strategy takes colour"),
        ({"sources": [0], "capacity": 0}, "capacity is a whole number"),
        ({"sources": [0], "layout": "red"}, "layout 'red': choose one of"),
    ],
)
def test_wrong_arguments(arguments, message):
    with pytest.raises(wf.InputError, match=message):
        wf.compare(generators.small_book_graph(), **arguments)
