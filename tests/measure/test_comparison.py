"""What a comparison found, as a table and as JSON."""

import json
from dataclasses import replace

import numpy as np
import pytest
import text_tables

import wavefront as wf
from wavefront import generators
from wavefront.strategies import ACCOUNTS


def test_json_and_table(with_two_devices):
    rows = json.loads(with_two_devices.to_json())
    for row, given in zip(with_two_devices.rows, rows, strict=True):
        assert given == {"method": row.strategy} | {name: getattr(row, name) for name in row.__slots__}
    lines = text_tables.rows(with_two_devices.table("all"), len(rows), keys=2)
    assert str(with_two_devices) == with_two_devices.table()
    for line, row in zip(lines, rows, strict=True):
        ratio = "best" if row["ratio"] == 1 else f"{row['ratio']:,.2f}"
        assert (row["warp_steps"] is None) == (row["strategy"] not in ACCOUNTS)
        assert line.count("-") == list(row.values()).count(None)
        assert line[-1] == " ".join(row["directions"])
        assert line[:4] == [row["device"], row["strategy"], f"{row['milliseconds']:,.3f}", ratio]


def test_directions_of_many_levels_are_counted_in_the_table():
    rows = wf.compare(generators.path(40), [0], device="cpu", rounds=1).rows
    table = wf.Comparison(rows).table().splitlines()[-len(rows) :]
    lines = {row.method: line for row, line in zip(rows, table, strict=True)}
    assert lines["push"].endswith(" 40>")
    assert lines["pull"].endswith(" 40<")
    assert table_of(rows[0], "> " * 30 + "<<").endswith(" 30> 2<")
    assert table_of(rows[0], "><" * 10).endswith(" 1> 1< 1> 1< 1> 1< ...")


def table_of(row, directions):
    return wf.Comparison([replace(row, directions=directions.replace(" ", ""))]).table()


def test_options_are_plain_values_in_json():
    given = {"alpha": float("inf"), "beta": np.float32(2), "block_size": np.int64(32)}
    found = wf.compare(generators.small_book_graph(), [0], device="cpu", rounds=1, **given)
    rows = {row["strategy"]: row for row in json.loads(found.to_json(), parse_constant=pytest.fail)}
    assert rows["direction_optimized"]["options"] == {"alpha": "inf", "beta": 2.0}
    assert rows["privatized"]["options"] == {"block_size": 32}
    assert rows["fused"]["method"] == "fused, alpha=inf, beta=2.0"


def test_the_tables_columns(with_two_devices):
    main, every = with_two_devices.table(), with_two_devices.table("all")
    assert max(map(len, [*main.splitlines(), *every.splitlines()])) <= 80
    assert with_two_devices.table("main") == main
    known = [name for name in with_two_devices.rows[0].__slots__ if name != "options"]
    assert text_tables.names(every, len(with_two_devices.rows), keys=2) == known
    chosen = with_two_devices.table(["searches", "claims_tried"]).splitlines()
    assert len(chosen[-1].split()) == 6
    assert chosen == with_two_devices.table("claims_tried,searches").splitlines()
    with pytest.raises(wf.InputError, match=r"columns: 'warps' is no column, .* main, work"):
        with_two_devices.table("warps")
