"""``wavefront cache``: the folder of compiled code, its size, and how to empty it."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .console import Format, ReportFormat, note, print_facts, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..compiler.code_files import CodeFile

app = typer.Typer(
    name="cache",
    help="Show the compiled code that is kept on this machine, or delete it.",
    no_args_is_help=False,
    rich_markup_mode=None,
)
Stale = Annotated[
    bool,
    typer.Option(
        "--stale", help="Delete only what other versions left, or what was compiled from files changed since."
    ),
]


@app.callback(invoke_without_command=True)
def cache(context: typer.Context, report_format: ReportFormat = Format.text) -> None:
    """Show the compiled code that is kept on this machine, or delete it.

    Example: wavefront cache
    """
    if context.invoked_subcommand is not None:
        return
    record = cache_record()
    if report_format is Format.json:
        print_json(record)
    else:
        print_facts([("folder", record["folder"]), ("compiled code", sizes_text(record))])


@app.command()
def clear(stale: Stale = False, report_format: ReportFormat = Format.text) -> None:
    """Delete the compiled code. Later calls compile again.

    Example: wavefront cache clear --stale
    """
    from ..compiler.code_files import cache_folder
    from ..compiler.code_files import clear as delete

    deleted = _record(str(cache_folder()), delete(stale_only=stale))
    if report_format is Format.json:
        print_json(deleted)
    else:
        note(f"deleted {sizes_text(deleted)} from {deleted['folder']}")


def cache_record() -> dict[str, Any]:
    """The cache folder, and what is in it."""
    from ..compiler.code_files import cache_folder, code_files

    return _record(str(cache_folder()), code_files())


def _record(folder: str, files: "Sequence[CodeFile]") -> dict[str, Any]:
    size, stale = sum(file.size for file in files), sum(file.is_stale for file in files)
    return {"folder": folder, "files": len(files), "bytes": size, "stale": stale}


def sizes_text(record: dict[str, Any]) -> str:
    """The number of files and their size in words."""
    from rich.filesize import decimal

    stale = f", {record['stale']:,} of them stale" if record["stale"] else ""
    files = "1 file" if record["files"] == 1 else f"{record['files']:,} files"
    return f"{files}, {decimal(record['bytes'])}{stale}"
