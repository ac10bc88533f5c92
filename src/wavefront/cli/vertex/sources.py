"""The options of commands that start from many vertices: all of them, some that are named, or some drawn."""

from typing import Annotated

import typer

from ...errors import InputError

Samples = Annotated[
    int | None, typer.Option(min=1, metavar="COUNT", help="Start from so many vertices, drawn at random.")
]
Sources = Annotated[
    list[str] | None,
    typer.Option("--source", metavar="VERTEX", help="Start from here. May be given several times."),
]
Seed = Annotated[int, typer.Option(min=0, help="Of the random draw.")]


def check_sources(source: list[str] | None, samples: int | None) -> None:
    """Raise InputError if vertices are both named and to be drawn."""
    if samples is not None and source:
        raise InputError("--samples draws the vertices that --source would name: give one of them")
