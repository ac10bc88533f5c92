"""Files that commands write: what becomes of an error, and the report of a graph that was written."""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InputError
from .console import STANDARD, Format, note, print_facts, print_json, rounded, sizes_text, timed
from .json_records import sizes_record

if TYPE_CHECKING:
    from ..graph import Graph
    from ..progress import Report

STDOUT = "standard output"  # in messages
WRONG_NAME = (FileNotFoundError, NotADirectoryError, IsADirectoryError)  # when a file is written


class NotWritten(Exception):
    """An output that can't be written, for a reason other than its name."""


def check_place(path: Path) -> None:
    """Raise an error, before the work, if this file can't be written, as far as is known then."""
    from ..io.output import require_place

    try:
        require_place(path)
    except PermissionError as error:
        raise NotWritten(error_text(error)) from error


def check_graph_output(path: Path, output_format: str | None) -> None:
    """Raise an error, before the work, if a graph can't be written to this file, as far as is known then."""
    from ..io.files import format_to_write
    from ..io.formats import npy

    if path != STANDARD:
        is_folder = format_to_write(path, output_format) == "npy"
        if is_folder:
            npy.require_name(path)
        if not (is_folder and path.is_dir()):
            check_place(path)
    elif output_format is None:
        raise InputError("a graph for standard output needs --output-format")


@contextmanager
def writing(path: Path, step: str, milliseconds: dict[str, float]) -> "Iterator[Report | None]":
    """Time a step that writes a file. Raises NotWritten if the machine doesn't take all of it."""
    try:
        with timed(step, milliseconds, path.name) as report:
            yield report
    except OSError as error:
        if isinstance(error, WRONG_NAME) or path == STANDARD:
            raise
        raise NotWritten(error_text(error)) from error


def error_text(error: OSError) -> str:
    """What the operating system says, after the file's name."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{error.filename}: {reason}"


def write_graph(
    graph: "Graph",
    path: Path,
    output_format: str | None,
    milliseconds: dict[str, float],
    report_format: Format,
) -> None:
    """Write a graph and print what was written, with the times so far and that of writing.

    On standard output there is the graph alone.
    """
    from rich.filesize import decimal

    from ..io import write

    with warnings.catch_warnings(record=True) as losses, writing(path, "write", milliseconds) as report:
        warnings.simplefilter("always")
        target = sys.stdout.buffer if path == STANDARD else path
        write(graph, target, output_format, progress=report)
    for loss in losses:
        note(f"wavefront: warning: {loss.message}")
    if path == STANDARD:
        return
    files = path.iterdir() if path.is_dir() else [path]
    size = sum(file.stat().st_size for file in files)
    if report_format is Format.json:
        print_json(
            {
                "output": str(path),
                "graph": sizes_record(graph),
                "bytes": size,
                "milliseconds": rounded(milliseconds),
            }
        )
    else:
        print_facts(
            [
                ("written", f"{path}, {size:,} bytes" + (f" ({decimal(size)})" if size >= 1000 else "")),
                ("graph", sizes_text(graph)),
                *((name, f"{1e-3 * value:,.2f} s") for name, value in milliseconds.items()),
            ]
        )
