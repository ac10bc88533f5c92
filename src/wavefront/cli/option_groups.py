"""Options that several commands take together, each group a NamedTuple with what becomes of its values."""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from ..errors import InputError
from .console import (
    DeviceName,
    EdgeColumns,
    Format,
    GraphPath,
    InputFormat,
    ReportFormat,
    Undirected,
    parse_vertex,
    read_graph,
)

if TYPE_CHECKING:
    from ..graph import Graph


def _alone(context: typer.Context, value: Any) -> Any:
    """Raise InputError if vertices are both named and to be drawn; called for each of the two options."""
    if value and any(context.params.get(name) for name in ("samples", "source", "vertex")):
        named = "vertex" if "vertex" in {option.name for option in context.command.params} else "source"
        raise InputError(f"--samples draws the vertices that --{named} would name: give one of them")
    return value


Samples = Annotated[
    int | None,
    typer.Option(min=1, metavar="COUNT", help="Start from COUNT vertices, drawn at random.", callback=_alone),
]
SourcesToo = Annotated[
    list[str] | None,
    typer.Option(
        "--source",
        metavar="VERTEX",
        help="Start from this vertex, not from drawn ones. May be given several times.",
        callback=_alone,
        show_default=False,
    ),
]
VerticesToo = Annotated[
    list[str] | None,
    typer.Option(
        "--vertex",
        metavar="VERTEX",
        help="For this vertex alone. May be given several times.",
        callback=_alone,
        show_default=False,
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="Seed of the random draw.")]


class Common(NamedTuple):
    """The graph, where to compute, and how to report."""

    path: GraphPath
    device_name: DeviceName = "auto"
    undirected: Undirected = False
    input_format: InputFormat = None
    edge_columns: EdgeColumns = None
    report_format: ReportFormat = Format.text

    def read(self, milliseconds: dict[str, float]) -> "Graph":
        """The graph, its reading timed."""
        return read_graph(self.path, milliseconds, self.input_format, self.undirected, self.edge_columns)


class Drawn(NamedTuple):
    """The sources of searches that are compared."""

    samples: Samples = None
    source: SourcesToo = None
    seed: Seed = 0

    def sources(self, graph: "Graph", number: int) -> list[int]:
        """The vertices that were named, or so many drawn ones, by default this number."""
        from ..measure.searches import random_sources

        if self.source:
            return [parse_vertex(graph, name) for name in self.source]
        return random_sources(graph, self.samples or number, self.seed)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of the groups above as options of its own, in place of its parameters."""
    own = signature(command).parameters.values()
    groups = {option.name: option.annotation for option in own if option.annotation in (Common, Drawn)}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field: given.pop(field) for field in group._fields})
        command(**given)

    parameters = [
        option if option.kind is Parameter.VAR_KEYWORD else option.replace(kind=Parameter.KEYWORD_ONLY)
        for parameter in own
        for option in (
            signature(groups[parameter.name]).parameters.values() if parameter.name in groups else [parameter]
        )
    ]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run
