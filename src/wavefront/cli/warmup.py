"""``wavefront warmup``: compile now what later calls need."""

from typing import Annotated

import typer

from ..errors import DeviceError
from .console import Format, ReportFormat, print_facts, print_json, timed

Only = Annotated[
    str | None,
    typer.Option(metavar="NAMES", help="Algorithms, with commas between; an unknown one lists them all."),
]
Device = Annotated[str, typer.Option(metavar="NAME", help="cpu, or a GPU: cuda, cuda:1.")]
Jobs = Annotated[
    int | None, typer.Option(help="Processes; by default one per core, fewer if memory is short.")
]
Every = Annotated[bool, typer.Option("--every", help="Also every strategy, form and option.")]


def warmup(
    only: Only = None,
    device: Device = "cpu",
    jobs: Jobs = None,
    every: Every = False,
    report_format: ReportFormat = Format.text,
) -> None:
    """Compile now what first calls would wait for, once on a machine.

    Example: wavefront warmup --only bfs,sssp
    """
    from rich.filesize import decimal

    from ..warming.warmup import warmup

    names = None if only is None else [name.strip() for name in only.split(",")]
    with timed("compile", {}) as report:
        done = warmup(names, device=device, every=every, jobs=jobs, progress=report)
    if report_format is Format.json:
        print_json(done._asdict() | {"folder": str(done.folder)})
    else:
        kept = f"{decimal(done.size)} in {done.folder}"
        made = f"{done.calls:,} kinds of calls in {done.seconds:.1f} s: {done.compiled:,} functions compiled"
        print_facts([("warmup", made), ("compiled code", kept)])
    if done.compiled and not done.size:
        raise DeviceError(f"nothing could be written to {done.folder}: later calls compile again")
    if done.failed:
        raise DeviceError("; ".join(f"{call}: {reason}" for call, reason in done.failed.items()))
