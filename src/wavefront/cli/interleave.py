"""``wavefront interleave``: run a method's kernels access by access, and judge their races."""

from contextlib import suppress
from inspect import signature
from typing import Annotated, Any

import typer

from ..errors import InputError
from .console import (
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
    stdout,
    timed,
)

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
    typer.Option("--break", metavar="NAME", help="Leave this barrier or atomic out; --sites lists them."),
]
MaxSchedules = Annotated[
    int | None, typer.Option(min=1, help="Most schedules of adversarial and exhaustive.", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the method, such as block_size=2."),
]
ShownLaunch = Annotated[
    int | None, typer.Option("--launch", min=0, help="Show the accesses of this launch.", show_default=False)
]
Sites = Annotated[
    bool, typer.Option("--sites", help="List the kernels' barriers and atomics instead of the launches.")
]


def interleave(
    strategy: Method,
    path: GraphPath,
    source: Source,
    schedule: ScheduleName = "random",
    seed: Seed = 0,
    without: Broken = None,
    max_schedules: MaxSchedules = None,
    option: Options = None,
    launch: ShownLaunch = None,
    sites: Sites = False,
    undirected: Undirected = False,
    input_format: InputFormat = None,
    report_format: ReportFormat = Format.text,
) -> None:
    """Run a method's GPU kernels with the threads taking turns at every access, and judge their races.

    For small graphs; no GPU is needed. Text shows the launches with a harmful race or a fault.

    Example: wavefront interleave frontier_queue tiny.mtx --source 0 --schedule exhaustive
    """
    from ..laboratory.interleave import interleave as run

    graph = read_graph(path, {}, input_format, undirected)
    sources = [parse_vertex(graph, name) for name in source]
    options = dict(map(_parsed, option or []))
    if own := options.keys() & signature(run).parameters.keys():
        raise InputError(f"--option {min(own)}: no option of a method")
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
    stdout().print(f"\n{text}", markup=False, soft_wrap=True)


def _parsed(text: str) -> tuple[str, Any]:
    """Name and value of a method's option: a number where it is one."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise InputError(f"--option {text!r}: give NAME=VALUE")
    for number in (int, float):
        with suppress(ValueError):
            return name, number(value)
    return name, value
