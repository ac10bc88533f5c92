"""The measurements of ``wavefront bench``, in three forms: text, JSON, and Graph 500's output."""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..console import labels_of, print_facts, print_json, rounded, sizes_text, stdout, step_facts
from ..json_records import sizes_record
from ..tables import plain_table
from .graph500_output import print_graph500
from .search_report import SearchFormat, threads_text

if TYPE_CHECKING:
    from ...device import Device
    from ...graph import Graph
    from ...measure.searches import Searched

ROWS = [  # of the table: a label, and the statistic's names for times and for rates
    ("min", "min", "min"),
    ("first quartile", "firstquartile", "firstquartile"),
    ("median", "median", "median"),
    ("third quartile", "thirdquartile", "thirdquartile"),
    ("max", "max", "max"),
    ("mean", "mean", "harmonic_mean"),
]


class Run(NamedTuple):
    """The searches on the unprepared graph, or on the prepared one."""

    prepared: bool
    strategy: str
    milliseconds: list[float]  # of each search


class Bench(NamedTuple):
    """The measurements: one or two runs from the same sources."""

    name: str  # of the graph: a path, or a generator and its size
    graph: "Graph"
    device: "Device"
    seed: int
    sources: list[int]
    validated: int  # number of sources, the first ones, whose results were checked
    searched: "list[Searched]"  # the results from each source
    runs: list[Run]
    milliseconds: dict[str, float]  # of the steps before the searches

    def statistics(self, run: Run) -> dict[str, dict[str, float]]:
        """The statistics of a run's times in milliseconds, and of its edges per second."""
        from ...measure.searches import rate_statistics, statistics

        searches = zip(self.searched, run.milliseconds, strict=True)
        rates = [found.num_edges / (1e-3 * elapsed) for found, elapsed in searches]
        return {"milliseconds": statistics(run.milliseconds), "teps": rate_statistics(rates)}


def print_text(bench: Bench) -> None:
    """Print sizes, times of the steps, and a table of the searches' times and rates."""
    levels = [found.num_levels for found in bench.searched]
    count = len(bench.sources)
    facts = [
        ("graph", f"{bench.name}: {sizes_text(bench.graph)}"),
        ("device", _device_text(bench)),
        ("strategy", ", prepared ".join(run.strategy for run in bench.runs)),
        *step_facts(bench.milliseconds),
        (
            "searches",
            f"{count:,} from random sources (seed {bench.seed}), {min(levels)} to {max(levels)} levels",
        ),
        ("validated", f"{bench.validated:,} of {count:,}, all rules of Graph 500 hold"),
    ]
    print_facts(facts)
    runs = [bench.statistics(run) for run in bench.runs]
    table = plain_table("", "ms", "MTEPS", *["prepared, ms", "prepared, MTEPS"] * (len(runs) > 1))
    for name, of_time, of_rate in ROWS:
        cells = [
            cell
            for run in runs
            for cell in (f"{run['milliseconds'][of_time]:,.3f}", f"{1e-6 * run['teps'][of_rate]:,.1f}")
        ]
        table.add_row(name, *cells)
    stdout().print()
    stdout().print(table, markup=False)
    stdout().print("\nMTEPS: million traversed edges per second; their mean is the harmonic one.")


def _device_text(bench: Bench) -> str:
    threads = _threads(bench)
    return bench.device.name if threads is None else threads_text(bench.device.name, threads)


def _threads(bench: Bench) -> int | None:
    from ...device import Cpu

    return bench.device.threads if isinstance(bench.device, Cpu) else None


def print_as_json(bench: Bench) -> None:
    """Print one JSON object; docs/guide/command-line.md lists its fields."""
    runs: list[dict[str, Any]] = [
        {**run._asdict(), "statistics": bench.statistics(run)} for run in bench.runs
    ]
    print_json(
        {
            "graph": {"name": bench.name, **sizes_record(bench.graph)},
            "device": bench.device.name,
            "threads": _threads(bench),
            "seed": bench.seed,
            "sources": labels_of(bench.graph, bench.sources),
            "validated": bench.validated,
            "num_levels": [found.num_levels for found in bench.searched],
            "traversed_edges": [found.num_edges for found in bench.searched],
            "runs": runs,
            "milliseconds": rounded(bench.milliseconds),
        }
    )


def print_as_graph500(bench: Bench) -> None:
    """Print the last run; preparing the graph is part of constructing it."""
    steps = bench.milliseconds
    construction = sum(steps.get(name, 0.0) for name in ("build", "transfer", "convert", "prepare"))
    print_graph500(
        bench.graph,
        [1e-3 * elapsed for elapsed in bench.runs[-1].milliseconds],
        [found.num_edges for found in bench.searched],
        1e-3 * construction,
        1e-3 * steps["generate"] if "generate" in steps else None,
    )


REPORTS = {
    SearchFormat.text: print_text,
    SearchFormat.json: print_as_json,
    SearchFormat.graph500: print_as_graph500,
}
