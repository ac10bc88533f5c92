"""The tables of measured figures on the guide's pages, from the files in benchmarks/results.

A page has a table between <!-- measured NAME --> and <!-- /measured NAME -->; docs/tables.py writes it there.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import floor, log10
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from strategy_pages import replaced

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks/results"
GUIDE = ROOT / "docs/guide"
BOOK_LEFT_OUT = ("fused", "operators")  # strategies that are not the book's

Row = Mapping[str, Any]


class Table(NamedTuple):
    """Which figures of a file are shown, and how."""

    file: str
    rows: str  # the field that has a row for each of its values
    columns: str
    only: Mapping[str, Sequence[object]] = {}  # of a field: the values shown, in this order
    ours: str = ""  # a program whose time, over that of each other program, stands in brackets
    label: str = ""  # the first column's


GRAPHS = ("Kronecker 18", "uniform, degree 32", "uniform, degree 8", "small world")
GRAPHS += ("grid 512x512", "star", "complete", "cycle")
EDGES = ("push", "edge_centric")
KRONECKER = [f"Kronecker {scale}" for scale in (24, 26, 27, 28, 30)]
SEARCHED = ["levels", "predecessors"]
TABLES = {
    "strategies_h100": Table("strategies_h100", "program", "graph", label="method"),
    "strategies_cpu": Table("strategies_cpu", "program", "graph", {"graph": GRAPHS}, label="method"),
    "edges_h100": Table("strategies_h100", "graph", "program", {"program": EDGES}),
    "edges_cpu": Table(
        "strategies_cpu",
        "graph",
        "program",
        {"program": EDGES, "graph": ["Kronecker 18", "grid 512x512"]},
    ),
    "fused_h200": Table("fused_h200", "graph", "program", {"unit": ["ms"]}),
    "fused_h200_teps": Table("fused_h200", "graph", "program", {"unit": ["GTEPS"]}),
    "calls_h200": Table("fused_h200", "graph", "program", {"unit": ["µs"]}),
    "generate_h100": Table("generate_h100", "graph", "program", label="scale"),
    "advance_h200": Table("advance_h200", "program", "graph", {"unit": ["ms"]}),
    "advance_h200_rate": Table("advance_h200", "program", "graph", {"unit": ["TB/s"]}),
    "algorithms_h200": Table("algorithms_h200", "task", "graph", {"program": ["wavefront"]}),
    "algorithms_cugraph": Table("algorithms_cugraph", "task", "graph"),
    "searches_cugraph": Table("searches_cugraph", "task", "graph"),
    "algorithms_floors": Table("algorithms_h200", "task", "graph", {"program": ["floor"]}),
    "maze_h200": Table("maze_h200", "graph", "program", label="cells"),
    "fused_cpu": Table("fused_cpu", "graph", "program", {"unit": ["ms"]}),
    "calls_cpu": Table("fused_cpu", "graph", "program", {"unit": ["µs"]}),
    "peers_cpu": Table(
        "peers_cpu",
        "program",
        "graph",
        {"graph": ["Kronecker 20", "uniform 20", "grid 1024x1024"]},
        ours="Wavefront",
    ),
    "real_graphs_cpu": Table("real_graphs_cpu", "graph", "program", ours="Wavefront"),
    **{
        f"algorithms_{shape}": Table(
            "algorithms_cpu", "task", "program", {"graph": [shape]}, ours="wavefront", label=shape
        )
        for shape in ("kronecker", "uniform", "grid")
    },
    **{
        f"algorithms_{threads}_threads": Table(
            "algorithms_16_cores", "case", "program", {"threads": [threads]}, ours="wavefront"
        )
        for threads in (16, 2, 1)
    },
    "maze_cpu": Table("maze_cpu", "graph", "program", ours="maze.route", label="cells"),
    "corpus_2_threads": Table("corpus_2_threads", "graph", "program", {"task": ["random"]}),
    "corpus_16_threads": Table("corpus_16_threads", "graph", "program", {"task": ["random"]}),
    "csr_build_cpu": Table(
        "csr_build_cpu", "graph", "program", {"task": ["as drawn, directed"]}, ours="wavefront"
    ),
    "readers_cpu": Table("readers_cpu", "graph", "program", {"program": ["read"]}, label="file"),
    "parsing_cpu": Table("readers_cpu", "program", "graph", {"graph": ["text"]}, label="reader"),
    "filters_in_a_row": Table("filters_cpu", "program", "task"),
    "closeness": Table("distances_cpu", "graph", "program", {"task": ["closeness, sample"]}, "wavefront"),
    "diameter": Table("distances_cpu", "graph", "program", {"task": ["diameter"]}, "wavefront"),
    "devices_h200": Table(
        "devices_h200", "graph", "program", {"unit": ["ms"], "graph": [*KRONECKER, "Grid 8000"]}
    ),
    "devices_h200_teps": Table("devices_h200", "graph", "program", {"unit": ["GTEPS"], "graph": KRONECKER}),
    "devices_h200_build": Table("devices_h200", "graph", "program", {"unit": ["s"], "graph": KRONECKER}),
    "devices_h200_memory": Table("devices_h200", "graph", "program", {"unit": ["MB"], "graph": KRONECKER}),
    "devices_h200_others": Table(
        "devices_h200", "graph", "program", {"task": ["pagerank", "components"]}, label="algorithm"
    ),
    "devices_h100": Table("devices_h100", "graph", "program", {"unit": ["ms"], "task": SEARCHED}),
    "devices_h100_teps": Table("devices_h100", "graph", "program", {"unit": ["GTEPS"], "graph": KRONECKER}),
    "devices_h100_others": Table(
        "devices_h100", "graph", "program", {"task": ["pagerank", "components"]}, label="algorithm"
    ),
    "devices_cpu": Table("devices_cpu", "graph", "program"),
    "ranks_cpu": Table("ranks_cpu", "graph", "program", label="algorithm"),
    "eccentricity": Table("distances_cpu", "graph", "program", {"task": ["eccentricity, all"]}, "wavefront"),
    "levels_memory": Table("memory_cpu", "graph", "program", {"unit": ["MB"]}),
    "networkx_conversion": Table("networkx_conversion_cpu", "graph", "program", label="weights"),
    "memory": Table("memory_cpu", "program", "task", {"unit": ["bytes"]}, label="step"),
    "prepare": Table("prepare_cpu", "graph", "program"),
    "sampling": Table("sampling_cpu", "task", "program", label="fanouts"),
    "sources": Table("sources_cpu", "graph", "program", ours="wavefront"),
}


def runs_of(file: str) -> list[dict[str, Any]]:
    """The runs in a file of results."""
    found: list[dict[str, Any]] = json.loads((RESULTS / f"{file}.json").read_text())["runs"]
    return found


def shown(table: Table) -> list[tuple[dict[str, Any], list[Row]]]:
    """The runs of the table's file that it has figures from, and these figures."""
    runs = []
    for run in runs_of(table.file):
        rows = [
            row
            for row in run["rows"]
            if table.rows in row
            and table.columns in row
            and all(row[name] in wanted for name, wanted in table.only.items())
        ]
        if rows:
            runs.append((run, rows))
    return runs


def values_of(table: Table, field: str, runs: Sequence[Sequence[Row]]) -> list[str]:
    """The values of the field, in the table's order or in that of the run that has most of them."""
    found = [dict.fromkeys(row[field] for row in rows) for rows in runs]
    there = dict.fromkeys(chain.from_iterable(sorted(found, key=len, reverse=True)))
    return [value for value in table.only.get(field, there) if value in there]


def pivot(table: Table) -> str:
    """The table, a cell for each figure, below the lines that say where it is from."""
    runs = shown(table)
    parts = [found for _, found in runs]
    rows = list(chain.from_iterable(parts))
    cells = {(row[table.rows], row[table.columns]): row for row in rows}
    header = values_of(table, table.columns, parts)
    body = []
    for name in values_of(table, table.rows, parts):
        line = [cells.get((name, column)) for column in header]
        body.append([name, *("-" if row is None else cell(row, table, rows) for row in line)])
    units = " and ".join(dict.fromkeys(UNITS.get(row["unit"], row["unit"]) for row in rows))
    words = f"{units}{ratios_told(table)}. {spread(rows)}"
    return f"{origin([run for run, _ in runs])}\n\n{words}\n\n{markdown([table.label, *header], body)}"


UNITS = {
    "ms": "Milliseconds",
    "µs": "Microseconds",
    "s": "Seconds",
    "MB": "Megabytes",
    "bytes": "Bytes",
    "ratio": "Ratios",
    "GTEPS": "Billions of edges per second",
    "million edges/s": "Millions of edges per second",
}


def cell(row: Row, table: Table, rows: Sequence[Row]) -> str:
    """A figure, and our time over it where that is asked for."""
    text = figure(row["median"])
    if table.ours in ("", row["program"]):
        return text
    same = {name: row.get(name) for name in ("graph", "task", "unit")}
    mine = [
        other["median"]
        for other in rows
        if other["program"] == table.ours and all(other.get(name) == value for name, value in same.items())
    ]
    return f"{text} ({ratio(mine[0] / row['median'])})" if mine else text


def figure(value: float) -> str:
    """A figure to three digits, whole numbers in full; to fewer where no more are known."""
    if not value:
        return "0" if isinstance(value, int) else "0.00"
    return min(f"{value:,.{max(0, 2 - floor(log10(value)))}f}", f"{value:,g}", key=len)


def ratio(value: float) -> str:
    """A ratio to two places, more where it is small."""
    return f"{value:.2f}" if value >= 0.01 else f"{value:.1g}"


def ratios_told(table: Table) -> str:
    """What the figures in brackets are."""
    return f", and in brackets the time of `{table.ours}` over this one" if table.ours else ""


def spread(rows: Sequence[Row]) -> str:
    """A sentence on how far the times of a figure lie apart."""
    apart = [
        (row["quartiles"][1] - row["quartiles"][0]) / row["median"]
        for row in rows
        if "quartiles" in row and row["samples"] > 1
    ]
    if not apart:
        return "The spread was not kept."
    least, most = (end(row.get("samples", 1) for row in rows) for end in (min, max))
    number = str(least) if least == most else f"{least} to {most}"
    return (
        f"A figure is the median of {number} times, whose middle half spans {median(apart):.0%} of it; "
        f"{max(apart):.0%} at worst."
    )


def origin(runs: Sequence[Mapping[str, Any]]) -> str:
    """The machine, the versions, the days and the commands of runs."""
    machines = dict.fromkeys(run["machine"] for run in runs)
    versions = {name: text for run in runs for name, text in run.get("versions", {}).items()}
    days = sorted({run["date"] for run in runs})
    ways = [f"`{run['command']}`" if "command" in run else run["how"] for run in runs]
    parts = ["; ".join(machines), ", ".join(f"{name} {text}" for name, text in versions.items())]
    parts += [" to ".join(dict.fromkeys((days[0], days[-1]))), ", ".join(ways)]
    return "; ".join(filter(None, parts))


def markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, ["---"] * len(header), *rows))


def auto_table() -> str:
    """The time of `fused`, which auto takes, over that of the best of the book's methods, on each graph."""
    runs = shown(TABLES["strategies_cpu"])
    times: dict[str, dict[str, float]] = {graph: {} for graph in GRAPHS}
    for row in (row for _, rows in runs for row in rows):
        times[row["graph"]][row["program"]] = row["median"]
    body = []
    for graph, taken in times.items():
        best = min(taken.keys() - set(BOOK_LEFT_OUT), key=taken.__getitem__)
        body.append(
            [graph, best, figure(taken[best]), figure(taken["fused"]), ratio(taken["fused"] / taken[best])]
        )
    header = ["graph", "best of the book's", "ms", "`fused`, ms", "`fused` / best"]
    return f"{origin([run for run, _ in runs])}\n\n{markdown(header, body)}"


def filter_ratios(rows: Sequence[Row]) -> list[tuple[Row, str, str]]:
    """The rows of one graph's filters, each with its ratios to the whole graph's search and to a copy's."""
    times = {row["program"]: row["median"] for row in rows}
    return [
        (row, ratio(row["median"] / times["whole"]), copied)
        for row in rows
        if not row["program"].startswith("copy")
        for copied in [ratio(row["median"] / times[row["beside"]]) if row["beside"] else ""]
    ]


def filters_table() -> str:
    """The time of searches with filters, and its ratio to that without, and to that of a filtered copy."""
    runs = runs_of("filters_cpu")
    rows = [row for run in runs for row in run["rows"] if "beside" in row]
    body = [
        [row["program"], figure(row["median"]), whole, copied] for row, whole, copied in filter_ratios(rows)
    ]
    header = ["filter", "ms", "to the whole graph's", "to the copy's"]
    return f"{origin(runs)}\n\n{spread(rows)}\n\n{markdown(header, body)}"


def filters_elsewhere_table() -> str:
    """On each graph the time of the search without filters, and both ratios of searches with filters."""
    runs = runs_of(FILTERS_ELSEWHERE)
    rows = [row for run in runs for row in run["rows"] if "beside" in row]
    cells: dict[str, dict[str, str]] = {}
    for graph in dict.fromkeys(row["graph"] for row in rows):
        for row, whole, copied in filter_ratios([row for row in rows if row["graph"] == graph]):
            if row["beside"] or row["program"] == "whole":
                told = f"{whole}, {copied}" if copied else f"{figure(row['median'])} ms"
                cells.setdefault(row["program"], {})[graph] = told
    graphs = list(cells["whole"])
    body = [[program, *(told[graph] for graph in graphs)] for program, told in cells.items()]
    return f"{origin(runs)}\n\n{spread(rows)}\n\n{markdown(['filter', *graphs], body)}"


def searches_table() -> str:
    """A row per kind of search, a column per library, in a cell our time over theirs on each graph."""
    runs = runs_of(SEARCHES)
    rows = [row for run in runs for row in run["rows"]]
    graphs, tasks, peers = (
        list(dict.fromkeys(row[name] for row in rows)) for name in ("graph", "task", "program")
    )
    cells = {(row["task"], row["program"], row["graph"]): row for row in rows}
    body = []
    for task in tasks:
        on_graphs = [
            [row for row in rows if (row["task"], row["graph"]) == (task, graph)] for graph in graphs
        ]
        times = [figure(median(row["ours"] for row in found)) if found else "-" for found in on_graphs]
        line = [[cells.get((task, peer, graph)) for graph in graphs] for peer in peers]
        body.append(
            [task, ", ".join(times), *(", ".join(map(told, found)) if any(found) else "" for found in line)]
        )
    on_gpu, gpu_rows = gpu_times()
    for line in body:
        times = [gpu_rows.get((line[0], graph)) for graph in graphs]
        line.insert(2, ", ".join("-" if ms is None else figure(ms) for ms in times) if any(times) else "")
    sizes = "; ".join(dict.fromkeys(row["size"] for row in rows))
    return (
        f"{origin(runs)}{on_gpu}\n\nThe graphs, in the order of a cell: {sizes}. {spread(rows)}\n\n"
        + markdown(["search", "ours, ms", "ours on a GPU, ms", *peers], body)
    )


def gpu_times() -> tuple[str, dict[tuple[str, str], float]]:
    """Where searches were measured on a GPU, and their times by search and graph; nothing if they weren't."""
    if not (RESULTS / f"{SEARCHES_ON_GPU}.json").exists():
        return "", {}
    runs = runs_of(SEARCHES_ON_GPU)
    rows = [row for run in runs for row in run["rows"]]
    return f"\n\nOn the GPU: {origin(runs)}", {(row["task"], row["graph"]): row["median"] for row in rows}


def told(row: Row | None) -> str:
    """Our time over theirs, below a bound if they took too long; nothing if answers differ."""
    if row is not None and "differs" in row:
        return "differs"
    return "-" if row is None else f"{'< ' if row['is_bound'] else ''}{ratio(row['ratio'])}"


SEARCHES, SEARCHES_ON_GPU = "searches_cpu", "searches_h200"  # the files of OTHERS["searches"]
FILTERS_ELSEWHERE = "filters_elsewhere_cpu"
OTHERS: dict[str, Callable[[], str]] = {
    "auto_cpu": auto_table,
    "filters_cpu": filters_table,
    "filters_elsewhere": filters_elsewhere_table,
    "searches": searches_table,
}


def with_tables(words: str) -> str:
    """The page's words with its measured tables in place."""
    for name in re.findall(r"<!-- measured (\w+) -->", words):
        table = OTHERS[name]() if name in OTHERS else pivot(TABLES[name])
        words = replaced(words, f"measured {name}", table)
    return words


def pages() -> list[Path]:
    """The guide's pages with measured tables."""
    return [path for path in sorted(GUIDE.rglob("*.md")) if "<!-- measured " in path.read_text()]
