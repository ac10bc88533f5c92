"""The list of commands, and the exit status and message of an error.

Commands import the library when they run, not before, so that ``--help`` answers at once.
"""

import logging
import sys
import traceback
from io import TextIOWrapper
from typing import Annotated

import typer

from .. import __version__
from ..algorithms import ALGORITHMS
from ..errors import DeviceError, InputError
from . import convert, doctor, generate, info, route
from .console import CompileNotes, printable
from .search import account, bench, bfs, compare, trace
from .vertex import BODIES
from .vertex.run import plain, vertex_command

DONE, MACHINE_FAILED, INPUT_WRONG, INTERRUPTED = 0, 1, 2, 130  # exit statuses

app = typer.Typer(
    name="wavefront",
    help="Graph traversal on every CPU core and on NVIDIA GPUs.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help: no panels, and no 0.1 s to import what draws them
)
app.command()(bfs.bfs)
app.command()(account.account)
app.command()(bench.bench)
app.command()(compare.compare)
app.command()(trace.trace)
app.command()(info.info)
for _row in ALGORITHMS.values():
    if _row.command is not None:
        _body = BODIES.get(_row.command.name, plain)
        app.command(_row.command.name)(vertex_command(_row, _row.command, _body))
app.command()(route.route)
app.add_typer(generate.app)
app.command()(convert.convert)
app.command()(doctor.doctor)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"wavefront {__version__}")
        raise typer.Exit


@app.callback()
def _global_options(
    context: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    context.obj["debug"] = debug


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, by default the process's own, and return the exit status.

    0: done; 1: the machine failed (memory, device, an internal error); 2: the caller's input is wrong
    (usage, file, vertex); 130: interrupted. Errors are one line on stderr.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # for bars that the encoding lacks
    settings = {"debug": False}
    notes = CompileNotes()
    logger = logging.getLogger("wavefront")
    logger.addHandler(notes)
    logger.setLevel(logging.INFO)
    try:
        command = typer.main.get_command(app)
        command.main(arguments, prog_name="wavefront", obj=settings)
    except SystemExit as stop:  # how typer ends, done or not
        if stop.code == INTERRUPTED:
            print("wavefront: interrupted", file=sys.stderr)
        return stop.code if isinstance(stop.code, int) else DONE
    except Exception as error:
        if settings["debug"]:
            traceback.print_exc()
        status, message = _explain(error)
        print("wavefront:", printable(" ".join(message.split())), file=sys.stderr)
        return status
    finally:
        logger.removeHandler(notes)
    return DONE


def _explain(error: Exception) -> tuple[int, str]:
    """The exit status of an error, and what to say."""
    if isinstance(error, InputError):
        return INPUT_WRONG, str(error)
    if isinstance(error, OSError):
        return INPUT_WRONG, f"{error.filename}: {error.strerror}" if error.filename else str(error)
    if isinstance(error, MemoryError):
        return MACHINE_FAILED, f"not enough memory: {error}".removesuffix(": ")
    if isinstance(error, DeviceError):
        return MACHINE_FAILED, str(error)
    kind = type(error).__name__
    return MACHINE_FAILED, f"internal error: {kind}: {error} (wavefront --debug ... shows the traceback)"
