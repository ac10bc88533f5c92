"""The options of commands that start from many vertices: all of them, named ones, or drawn ones."""

from typing import Annotated, Any

import typer

from ...errors import InputError


def _alone(context: typer.Context, value: Any) -> Any:
    """Raise InputError if vertices are both named and to be drawn; called for each of the two options."""
    if value and (context.params.get("samples") or context.params.get("source")):
        raise InputError("--samples draws the vertices that --source would name: give one of them")
    return value


Samples = Annotated[
    int | None,
    typer.Option(min=1, metavar="COUNT", help="Start from COUNT vertices, drawn at random.", callback=_alone),
]
Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--source", metavar="VERTEX", help="Start from here. May be given several times.", callback=_alone
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the random draw.")]
