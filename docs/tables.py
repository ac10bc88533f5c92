"""Writes the guide's indexes, the reference and the stub from the tables of what there is.

    python docs/tables.py

In the pages, the text between <!-- table --> and <!-- /table --> is replaced, and that between
<!-- measured NAME --> and <!-- /measured NAME --> by docs/measured.py; a strategy's row is in the comment
<!-- index | ... | --> of its page. The stub, src/wavefront/__init__.pyi, tells type checkers the
names that `import wavefront` gives.
"""

import inspect
import itertools
import json
import math
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import measured
import reference_pages
import typer
from measured import markdown
from strategy_pages import replaced

import wavefront as wf
from wavefront.algorithms import ALGORITHMS, FUNCTIONS
from wavefront.cli import entry

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "docs/guide"


def files() -> dict[Path, str]:
    """Every file that follows from a table, and its text."""
    tables = {
        GUIDE / "algorithms/README.md": algorithms_table(),
        GUIDE / "strategies/README.md": strategies_table(),
        GUIDE / "command-line.md": commands_table(),
        GUIDE / "networkx.md": networkx_table(),
        GUIDE / "choose.md": advice_table(),
        GUIDE / "validators.md": rules_table(),
    }
    written = {path: replaced(path.read_text(), "table", table) for path, table in tables.items()}
    for path in measured.pages():
        written[path] = measured.with_tables(written.get(path, path.read_text()))
    written[ROOT / "src/wavefront/__init__.pyi"] = stub()
    return written | reference_pages.files()


def algorithms_table() -> str:
    """A row per algorithm: its page, what it does, the graph that it needs, its command."""
    commands = typer.main.get_command(entry.app).commands
    rows = []
    for row in ALGORITHMS.values():
        name = row.name if row.command is None else row.command.name
        command = f"`wavefront {name}`" if name in commands else "-"
        rows.append([f"[`{row.name}`]({row.page})", row.summary, row.needs, command])
    rows += [
        [f"[`{row.name}`]({row.page})", row.summary, "any", f"`wavefront {row.command}`"] for row in FUNCTIONS
    ]
    return markdown(["function", "what it does", "graph", "command"], rows)


def strategies_table() -> str:
    """A row per strategy, with the cells from the comment of its page."""
    rows = []
    for name in wf.STRATEGIES:
        (cells,) = re.findall(r"^<!-- index \| (.*) \| -->$", page_of(name).read_text(), re.MULTILINE)
        rows.append([f"[{name}]({name}.md)", *cells.split(" | ")])
    return markdown(["method", "a thread is", "work", "atomics", "wins when"], rows)


def networkx_table() -> str:
    """A row per function: its speed-ups on larger and larger graphs, and other libraries' on the largest."""
    runs = json.loads((GUIDE / "networkx.json").read_text())["runs"]
    measured = [row for run in runs for row in run["rows"]]
    sizes = sorted({round(math.log10(edges)) for _, edges, *_ in measured})
    cells: dict[str, dict[int, str]] = {}
    by_hand: dict[str, list[str]] = {}
    for name, edges, theirs, converted, kept, *libraries in sorted(measured, key=lambda row: row[:2]):
        ours = times_faster(theirs, (converted, kept))
        cells.setdefault(name, {})[round(math.log10(edges))] = ", ".join(ours)
        by_hand[name] = times_faster(theirs, libraries)
    header = ["function", *(f"10^{size} edges" for size in sizes), *runs[-1]["columns"][5:]]
    rows = [
        [f"`{name}`", *(row.get(size, "") for size in sizes), *by_hand[name]] for name, row in cells.items()
    ]
    origins = [f"- {run['machine']}; {run['date']}; `{run['command']}`" for run in runs]
    return "\n".join([*origins, "", markdown(header, rows)])


def times_faster(theirs: float, others: Iterable[float | None]) -> list[str]:
    """NetworkX's time over each of the others, empty where that is missing."""
    ratios = (each and theirs / each for each in others)
    return ["" if each is None else f"{each:.0f}" if each >= 10 else f"{each:.1f}" for each in ratios]


def advice_table() -> str:
    """Where and when the advice was checked, how often it was good, and a row per graph."""
    found = json.loads((GUIDE / "advise.json").read_text())
    records = {(row["graph"], row["threads"]): row for row in found["graphs"]}
    counts = sorted({threads for _, threads in records})
    header, said = ["graph"], []
    for threads in counts:
        name = f"{threads} thread{'s' * (threads > 1)}"
        header += [f"{name}: advised", "ms", "ratio", "default's ratio", "s to advise"]
        taken = [row for row in found["graphs"] if row["threads"] == threads]
        good, usual = (sum(row[key] <= 1.2 for row in taken) for key in ("ratio", "default_ratio"))
        longest = max(row["advise_seconds"] for row in taken)
        said.append(
            f"On {name} the advised method is within 1.2 of the best on {good} of {len(taken)} graphs, the "
            f"default on {usual}. To advise took {longest:.0f} s at most."
        )
    rows = []
    for graph in dict.fromkeys(graph for graph, _ in records):
        cells = [advice_cells(records.get((graph, threads))) for threads in counts]
        rows.append([graph.removesuffix(".sg"), *itertools.chain(*cells)])
    return "\n\n".join([measured.origin([found]), *said, markdown(header, rows)])


def advice_cells(row: dict[str, Any] | None) -> list[str]:
    """What was advised on one graph, and how good that was."""
    if row is None:
        return [""] * 5
    ratios = (f"{row[key]:.2f}" for key in ("ratio", "default_ratio"))
    return [row["choice"], f"{row['milliseconds']:,.3f}", *ratios, f"{row['advise_seconds']:.1f}"]


def page_of(strategy: str) -> Path:
    """The strategy's page."""
    return GUIDE / f"strategies/{strategy}.md"


def commands_table() -> str:
    """A row per command, with the first sentence of its help."""
    group = typer.main.get_command(entry.app)
    summaries = {name: (command.help or "").split("\n\n")[0] for name, command in group.commands.items()}
    return markdown(
        ["command", "what it does"],
        [[f"`{name}`", " ".join(summary.split())] for name, summary in summaries.items()],
    )


def rules_table() -> str:
    """A row per rule of every validator, from the errors in their docstrings."""
    rows = []
    for name in wf.__all__:
        if not name.startswith("validate_"):
            continue
        words = " ".join((inspect.getdoc(getattr(wf, name)) or "").split())
        about = re.split(r" (?:Parameters|Raises) -+ ", words)[0]
        errors = words.partition("ValidationError Naming")[2].partition(" InputError ")[0]
        rules = re.findall(r"\((\w+)\) (.*?)[,.;]?(?= \(\w+\) [^(]|$)", errors)
        rows += [[f"`{name}`", "", about]] + [["", number, rule] for number, rule in rules]
    return markdown(["validator", "rule", ""], rows)


def stub() -> str:
    """The public names as imports, sorted as ruff sorts them."""
    inner = [(home.rpartition(".")[0], name) for name, home in wf._MODULES.items() if name != home]
    homes = sorted([*((home, name) for name, home in wf._HOME.items()), *inner])
    lines = [
        '"""What `import wavefront` gives, for type checkers: written by docs/tables.py."""',
        "",
        *(f"from . import {name} as {name}" for name, home in sorted(wf._MODULES.items()) if name == home),
        *(f"from .{home} import {name} as {name}" for home, name in homes),
        "",
        "__version__: str",
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content)
