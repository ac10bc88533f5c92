"""``wavefront interleave``: run a method's kernels access by access, and judge their races."""

from typing import Annotated, Any

import typer

from ..errors import InputError
from .console import (
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Source,
    Undirected,
    parse_vertex,
    print_facts,
    read_graph,
    sizes_text,
    timed,
)
from .strategy_options import with_strategy_options
from .tables import print_text

Method = Annotated[
    str,
    typer.Argument(
        metavar="STRATEGY", help="A method's name; an unknown one lists them.", show_default=False
    ),
]
ScheduleName = Annotated[
    str,
    typer.Option(metavar="NAME", help="random, in_order, lockstep, adversarial or exhaustive."),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the schedule random.")]
Broken = Annotated[
    str | None,
    typer.Option("--without", metavar="NAME", help="Leave this barrier or atomic out; --sites lists them."),
]
MaxSchedules = Annotated[
    int | None, typer.Option(min=1, help="Most schedules of adversarial and exhaustive.", show_default=False)
]
ShownLaunch = Annotated[
    int | None, typer.Option("--launch", min=0, help="Show the accesses of this launch.", show_default=False)
]
Sites = Annotated[
    bool, typer.Option("--sites", help="List the kernels' barriers and atomics instead of the launches.")
]


@with_strategy_options
def interleave(
    strategy: Method,
    path: GraphPath,
    source: Source,
    schedule: ScheduleName = "random",
    seed: Seed = 0,
    without: Broken = None,
    max_schedules: MaxSchedules = None,
    launch: ShownLaunch = None,
    sites: Sites = False,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    edge_columns: EdgeColumns = None,
    report_format: ReportFormat = Format.text,
    **options: Any,
) -> None:
    """Run a method's GPU kernels with the threads taking turns at every access, and judge their races.

    For small graphs; no GPU is needed. Text shows the launches with a harmful race or a fault.

    Example: wavefront interleave frontier_queue tiny.mtx --source 0 --schedule exhaustive
    """
    from ..laboratory.interleave import interleave as run

    graph = read_graph(path, {}, input_format, undirected, edge_columns)
    sources = [parse_vertex(graph, name) for name in source]
    with timed("interleave", {}, path.name):
        found = run(
            strategy,
            graph,
            sources,
            schedule="in_order" if sites else schedule,
            seed=seed,
            without=without,
            max_schedules=max_schedules,
            **options,
        )
    if launch is not None and launch >= len(found.launches):
        raise InputError(f"launch {launch}: the run has {len(found.launches)}, from 0 up")
    if report_format is Format.json:
        print(found.to_json(), flush=True)
        return
    print_facts([("file", str(path)), ("graph", sizes_text(graph))])
    text = f"{found}" if launch is None else f"{found.summary()}\n\n{found.table(launch)}"
    if sites:
        lines = [
            f"{site.name:<28}  {site.place.file}:{site.place.line}  {site.place.text}" for site in found.sites
        ]
        text = "\n".join(lines) or "no barriers and no atomics"
    print_text(f"\n{text}")
