"""Writes what the pages in docs/guide/strategies take from the source: kernels, accounts, figures.

    python docs/strategy_pages.py

Only the text between <!-- name --> and <!-- /name --> is replaced.
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import wavefront as wf
from wavefront import frontier, generators, strategies
from wavefront.accounting.arithmetic import LevelWork
from wavefront.direction import Direction
from wavefront.measure.drawing.runs import SMALL

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/guide/strategies"
PERFORMANCE = ROOT / "docs/guide/performance.md"

tuple(strategies.METHODS.values())  # imports strategies.push and the others

LEVEL_COLUMNS = [
    "level",
    "direction",
    "kernel_launches",
    "threads_launched",
    "threads_active",
    "edges_inspected",
    "threads_labelling",
    "vertices_labelled",
    "longest_thread",
    "block_atomics",
    "global_atomics",
    "where",
]
TOTALS = [
    "kernel_launches",
    "threads_launched",
    "edges_inspected",
    "longest_thread",
    "warp_steps",
    "sectors_read",
    "block_atomics",
    "global_atomics",
]


# Strategies that changed after the performance guide's table of a GPU was measured, as the guide says there.
MEASURED_BEFORE = ["direction_optimized", "frontier_queue", "privatized", "hierarchical", "single_block"]


class Page(NamedTuple):
    """The parts of a strategy's page that come from the source."""

    functions: Sequence[Callable[..., Any]] = ()  # by default the strategy's kernels
    graph: str = "kronecker"  # of GRAPHS: the larger graph of the account
    beside: Sequence[tuple[str, Mapping[str, Any]]] = (("push", {}), ("frontier_queue", {}))  # for comparison


GRAPHS: dict[str, tuple[str, Callable[[], wf.Graph], Callable[[wf.Graph], int]]] = {
    "kronecker": (
        "`generators.kronecker(12)`, from its vertex of highest degree",
        lambda: generators.kronecker(12),
        lambda graph: int(graph.out_degrees.argmax()),
    ),
    "grid": (
        "`generators.grid(100, 100)`, from a corner",
        lambda: generators.grid(100, 100),
        lambda graph: 0,
    ),
}

# Where a page differs from the usual one.
PAGES = {
    "sequential": Page(graph="grid", beside=[("sequential", {"literal": True}), ("frontier_queue", {})]),
    "push": Page(
        beside=[
            ("push", {"layout": "ell"}),
            ("push", {"layout": "jds"}),
            ("pull", {}),
            ("frontier_queue", {}),
        ]
    ),
    "pull": Page(
        beside=[
            ("pull", {"layout": "ell"}),
            ("pull", {"layout": "jds"}),
            ("push", {}),
            ("direction_optimized", {}),
        ]
    ),
    "direction_optimized": Page(
        [
            Direction,
            strategies.push.label,
            strategies.push.visit,
            strategies.pull.visit,
        ],
        beside=[
            ("direction_optimized", {"switch": "vertices"}),
            ("direction_optimized", {"literal": True}),
            ("push", {}),
            ("pull", {}),
            ("degree_buckets", {}),
        ],
    ),
    "edge_centric": Page(
        beside=[("edge_centric", {"layout": "ell"}), ("push", {}), ("pull", {}), ("degree_buckets", {})]
    ),
    "spmv": Page(
        beside=[
            ("spmv", {"layout": "csc"}),
            ("spmv", {"layout": "coo"}),
            ("spmv", {"literal": True}),
            ("spmv", {"layout": "coo", "literal": True}),
            ("pull", {}),
            ("push", {}),
            ("edge_centric", {}),
        ]
    ),
    "frontier_queue": Page(
        [
            strategies.frontier_queue.level_kernel,
            *(claim for kind in frontier.CLAIMS for claim in (frontier.PRINTED[kind], frontier.CLAIMS[kind])),
            frontier.claim,
            frontier.append,
        ],
        graph="grid",
        beside=[("frontier_queue", {"literal": True}), ("push", {}), ("edge_centric", {})],
    ),
    "privatized": Page(
        [strategies.privatized._block_kernel, strategies.literal.privatized.printed_kernel],
        graph="grid",
        beside=[("privatized", {"literal": True, "claim": "exch"}), ("frontier_queue", {})],
    ),
    "hierarchical": Page(
        [
            strategies.hierarchical.offer,
            strategies.hierarchical._block_kernel,
            strategies.literal.hierarchical.offer_as_printed,
            strategies.literal.hierarchical.printed_kernel,
        ],
        beside=[("hierarchical", {"literal": True}), ("privatized", {}), ("frontier_queue", {})],
    ),
    "single_block": Page(
        [
            strategies.single_block._block_kernel,
            strategies.single_block._serial_kernel,
            strategies.frontier_queue.level_kernel,
        ],
        graph="grid",
        beside=[("single_block", {"literal": True}), ("frontier_queue", {}), ("push", {})],
    ),
    "degree_buckets": Page(
        beside=[("degree_buckets", {"literal": True}), ("frontier_queue", {}), ("edge_centric", {})]
    ),
}


def files() -> dict[Path, str]:
    """Every page and figure, and what is to be in it."""
    contents = {}
    for strategy in strategies.ACCOUNTS:
        page = PAGES.get(strategy, Page())
        path = FOLDER / f"{strategy}.md"
        parts = {
            "figure": figure_part(strategy),
            "kernel": kernel_part(page.functions or kernels_of(strategies.METHODS[strategy])),
            "account": account_part(strategy, page),
            "measured": measured_part({strategy, *(name for name, _ in page.beside)}),
        }
        words = path.read_text()
        for name, part in parts.items():
            words = replaced(words, name, part)
        contents[path] = words
        contents[path.with_suffix(".svg")] = wf.figure(strategy, generators.book_graph()).svg
    return contents


def replaced(words: str, name: str, part: str) -> str:
    """The page with this between its markers of that name, of which there is one pair."""
    before, rest = words.split(f"<!-- {name} -->\n")
    _, after = rest.split(f"<!-- /{name} -->\n")
    return f"{before}<!-- {name} -->\n\n{part}\n\n<!-- /{name} -->\n{after}"


def figure_part(strategy: str) -> str:
    """The picture, and how it came about."""
    return (
        f"![What each thread of {strategy} does in each level on the 9-vertex graph]({strategy}.svg)\n\n"
        f"Drawn from a run of {called(strategy, SMALL.get(strategy, {}))} from vertex 0\n"
        "in the counting build, where the threads take turns. For a graph of your own:\n"
        f"`wavefront figure {strategy} --graph FILE {strategy}.svg`."
    )


def kernels_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The functions of a strategy's file that its threads run: those without annotations."""
    functions = [value for value in vars(module).values() if inspect.isfunction(value)]
    return [
        function
        for function in functions
        if function.__module__ == module.__name__ and not function.__annotations__
    ]


def kernel_part(functions: Sequence[Callable[..., Any]]) -> str:
    """The functions' source, a block for each file they are in."""
    blocks = []
    for file, group in groupby(
        functions, key=lambda function: Path(inspect.getfile(inspect.unwrap(function)))
    ):
        path = file.resolve().relative_to(ROOT)
        source = "\n\n".join(inspect.getsource(function) for function in group)
        blocks.append(f"From [{path.name}](../../../{path}):\n\n```python\n{source}```")
    return "\n\n".join(blocks)


def account_part(strategy: str, page: Page) -> str:
    """A row per level on the 9-vertex graph, and a row per method on a larger one."""
    options = SMALL.get(strategy, {})
    rows = wf.account(generators.book_graph(), 0, strategy, **options).rows
    levels = table(LEVEL_COLUMNS, [row.columns() for row in rows])
    name, _, _ = GRAPHS[page.graph]
    methods = [(strategy, {}), *page.beside]
    totals = [
        {"method": called(method, options)} | summed(method, tuple(options.items()), page.graph)
        for method, options in methods
    ]
    return (
        f"On the 9-vertex graph, {called(strategy, options)} from vertex 0:\n\n{levels}\n\n"
        f"On {name}, all levels together\n(the longest thread is that of any level):\n\n"
        f"{table(['method', *TOTALS], totals)}"
    )


@cache
def large_graph(name: str) -> wf.Graph:
    """The graph of this name."""
    return GRAPHS[name][1]()


@cache
def summed(strategy: str, options: tuple[tuple[str, Any], ...], graph_name: str) -> dict[str, Any]:
    """The account's columns, added up over the levels."""
    graph = large_graph(graph_name)
    source = GRAPHS[graph_name][2](graph)
    rows = wf.account(graph, source, strategy, **dict(options)).rows
    return {column: over_levels(column, rows) for column in TOTALS}


def over_levels(column: str, rows: list[LevelWork]) -> int | tuple[int, int]:
    """The least and the most of all levels together; one figure if both are equal."""
    values = [row.columns()[column] for row in rows]
    combine = max if column == "longest_thread" else sum
    least, most = (
        combine(value[end] if isinstance(value, tuple) else value for value in values) for end in (0, 1)
    )
    return least if least == most else (least, most)


def table(columns: list[str], rows: list[dict[str, Any]]) -> str:
    """A Markdown table, without the columns that are 0, or "push", throughout."""
    shown = [name for name in columns if any(row.get(name, 0) not in (0, "push") for row in rows)]
    lines = [
        [name.replace("_", " ") for name in shown],
        ["---" if name in ("method", "direction", "where") else "--:" for name in shown],
        *([cell(row[name]) for name in shown] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(value: object) -> str:
    """The text of a figure: a range as ``2..5``, thousands with commas."""
    if isinstance(value, tuple):
        return "..".join(map(cell, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


def called(strategy: str, options: Mapping[str, Any]) -> str:
    """The strategy and its options, as in a call."""
    given = ", ".join(f"{name}={written(value)}" for name, value in options.items())
    return f"`{strategy}`" + (f" with `{given}`" if given else "")


def written(value: object) -> str:
    """An option's value: a whole number without a fraction, a word between quotation marks."""
    if isinstance(value, float):
        return f"{value:g}"
    return f'"{value}"' if isinstance(value, str) else str(value)


def measured_part(strategies: set[str]) -> str:
    """The rows about these strategies in the performance guide's tables of methods."""
    parts = [
        "Milliseconds per search, from [the performance guide](../performance.md)."
        + earlier_forms(strategies)
    ]
    for section in PERFORMANCE.read_text().split("\n## ")[1:]:
        lines = [line for line in section.splitlines() if line.startswith("|")]
        if lines and lines[0].startswith("| method "):
            rows = [line for line in lines[2:] if re.findall(r"\w+", line)[0] in strategies]
            parts.append("\n".join([f"{section.splitlines()[0]}:", "", *lines[:2], *rows]))
    return "\n\n".join(parts)


def earlier_forms(strategies: set[str]) -> str:
    """A sentence on those of these strategies whose kernels or rule changed after they were measured."""
    names = [f"`{name}`" for name in MEASURED_BEFORE if name in strategies]
    if not names:
        return ""
    subject = " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])
    verb = "were" if len(names) > 1 else "was"
    return f"\nOn the GPU {subject} {verb} measured in an earlier form; the guide says what has changed."


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content)
