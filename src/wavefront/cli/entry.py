"""The list of commands, and the exit status and message of an error.

Commands import the library when they run, not before, so that ``--help`` answers at once.
"""

import atexit
import errno
import gc
import logging
import os
import sys
import traceback
from contextlib import suppress
from copy import copy
from functools import cache
from io import TextIOWrapper
from typing import Annotated, Any, TextIO

import typer

from .. import __version__
from ..algorithms import ALGORITHMS
from ..errors import DeviceError, InputError
from . import (
    compiled_code,
    convert,
    diameter,
    doctor,
    figure,
    gallery,
    generate,
    info,
    interleave,
    launch,
    look,
    practice,
    route,
    strategies,
    warmup,
)
from .console import Notes, printable
from .old_options import with_new_names
from .output_files import STDOUT, NotWritten, error_text
from .search import account, advise, bench, bfs, compare, path, sample, trace
from .start import INTERRUPTED
from .vertex import BODIES
from .vertex.run import plain, vertex_command
from .wording import in_options

# Exit statuses; the last as a shell reports a process that ended by SIGPIPE.
DONE, MACHINE_FAILED, INPUT_WRONG, PIPE_CLOSED = 0, 1, 2, 141
# Errors of the operating system that no other input would avoid.
MACHINE_ERRORS = [errno.EIO, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EMFILE, errno.ENOMEM]
COMPLETION = "_WAVEFRONT_COMPLETE"  # the environment variable by which a shell's script asks
# New objects between two collections of garbage; Python's default is 700. Decision 0014.
YOUNG_OBJECTS = 10_000

app = typer.Typer(
    name="wavefront",
    help="Graph traversal on every CPU core and on NVIDIA GPUs.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    add_completion=False,  # two options less; the script is had by _WAVEFRONT_COMPLETE
    rich_markup_mode=None,  # plain help: no panels, and no 0.1 s to import what draws them
)
app.command()(bfs.bfs)
app.command()(path.path)
app.command()(sample.sample)
app.command()(account.account)
app.command()(bench.bench)
app.command()(compare.compare)
app.command()(advise.advise)
app.command()(trace.trace)
app.command()(strategies.strategies)
app.command()(figure.figure)
app.command()(practice.practice)
app.command()(look.look)
app.command()(info.info)
for _row in ALGORITHMS.values():
    if _row.command is not None:
        _body = BODIES.get(_row.command.name, plain)
        app.command(_row.command.name)(vertex_command(_row, _row.command, _body))
app.command()(diameter.diameter)
app.command()(route.route)
app.add_typer(generate.app)
app.command()(interleave.interleave)
app.command()(gallery.gallery)
app.command()(convert.convert)
app.command()(warmup.warmup)
app.add_typer(compiled_code.app)
app.add_typer(launch.app)
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


def run(arguments: list[str] | None) -> int:
    """Run the command line, the process's own if None, and return the exit status; `start.main` lists them.

    Raises KeyboardInterrupt on Ctrl-C, also where a library took it for an error.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115 - the caller closed it
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # for bars that the encoding lacks
    notes = Notes()
    logger = logging.getLogger("wavefront")
    logger.addHandler(notes)
    before = logger.level
    logger.setLevel(logging.INFO)
    if arguments is None:
        _spare_collections()
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    finally:
        logger.removeHandler(notes)
        logger.setLevel(before)


def _spare_collections() -> None:
    """Let the process look for garbage seldom, and not as it ends.

    The imports make 80,000 objects that are no garbage. To look at them takes a quarter of a small search.
    """
    gc.set_threshold(YOUNG_OBJECTS)
    atexit.register(gc.freeze)


@cache
def _command(name: str | None) -> Any:
    """What typer makes of `app`, with the command of this name alone where there is one: in 1 ms, not 10."""
    chosen = copy(app)
    chosen.registered_commands = [info for info in app.registered_commands if _name(info) == name]
    chosen.registered_groups = [info for info in app.registered_groups if _name(info) == name]
    return typer.main.get_command(chosen if chosen.registered_commands or chosen.registered_groups else app)


def _name(info: Any) -> str:
    """The name under which `app` has a command, which is its function's, or a group of commands."""
    return str(
        info.typer_instance.info.name
        if hasattr(info, "typer_instance")
        else info.name or info.callback.__name__
    )


def _run(arguments: list[str]) -> int:
    """Run a command, say what went wrong if anything did, and return the exit status."""
    stdout, failure, status = sys.stdout, None, DONE  # typer replaces a closed stdout
    settings = {"debug": False}
    if COMPLETION in os.environ:  # a shell completes a command line, or asks for its script
        from typer.completion import completion_init  # type: ignore[attr-defined]

        completion_init()
    name = next((word for word in arguments if not word.startswith("-")), None)
    command, arguments = _command(name), with_new_names(name, arguments)
    try:
        if stdout is None:
            raise NotWritten(f"{STDOUT}: closed")
        command.main(arguments, prog_name="wavefront", obj=settings)
    except SystemExit as stop:  # how typer ends, done or not
        if stop.code == INTERRUPTED:
            raise KeyboardInterrupt from None
        # Typer and Rich end with 1 when stdout is a pipe that nobody reads.
        status = PIPE_CLOSED if stop.code == 1 else int(stop.code or DONE)
    except Exception as error:
        if _is_interrupt(error):
            raise KeyboardInterrupt from None
        failure = error
    failure = _flush(stdout) or failure
    if failure is None:
        return status
    if settings["debug"]:
        traceback.print_exception(failure)
    status, message = _explain(failure, _options(command, arguments))
    if message:
        print("wavefront:", printable(" ".join(message.split())), file=sys.stderr)
    return status


def _is_interrupt(error: BaseException | None) -> bool:
    """Whether the error is an interrupt, or one that a library met while it cleaned up after an interrupt."""
    return isinstance(error, KeyboardInterrupt) or (error is not None and _is_interrupt(error.__context__))


def _flush(stdout: TextIO | None) -> OSError | None:
    """The error of writing what is left to write, or None. After an error stdout goes nowhere."""
    if stdout is None:
        return None
    try:
        stdout.flush()
    except OSError as error:
        error.filename = STDOUT
        with suppress(OSError):  # of a stream that is no file
            os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return error
    return None


def _options(command: Any, arguments: list[str]) -> dict[str, str]:
    """The options of the command that these arguments run, by the names of its function's parameters."""
    for argument in arguments:
        command = getattr(command, "commands", {}).get(argument, command)
    return {option.name: max(option.opts, key=len) for option in command.params if "-" in option.opts[0][:1]}


def _explain(error: Exception, options: dict[str, str]) -> tuple[int, str]:
    """The exit status of an error, and what to say."""
    if isinstance(error, InputError):
        return INPUT_WRONG, in_options(str(error), options)
    if isinstance(error, OSError) and error.errno is not None:
        error.filename = error.filename or STDOUT  # the one file whose errors come without a name
        if isinstance(error, BrokenPipeError) and error.filename == STDOUT:
            return PIPE_CLOSED, ""
    if isinstance(error, OSError):
        status = MACHINE_FAILED if error.errno in MACHINE_ERRORS else INPUT_WRONG
        return status, error_text(error)
    if isinstance(error, MemoryError):
        return MACHINE_FAILED, f"not enough memory: {error}".removesuffix(": ")
    if isinstance(error, DeviceError | NotWritten):
        return MACHINE_FAILED, str(error)
    kind = type(error).__name__
    return MACHINE_FAILED, f"internal error: {kind}: {error} (wavefront --debug ... shows the traceback)"
