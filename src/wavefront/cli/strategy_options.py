"""The strategies' options as options of commands: the type and one line of help of each, by its name.

The strategies' signatures say which of them takes an option, and its default; a test holds the table against
them. It is a table since a command's options are read before anything is imported.
"""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, NamedTuple

import typer


class StrategyOption(NamedTuple):
    """An option of one or more strategies."""

    kind: type  # of its values: int, float, str, or bool for a flag
    help: str
    values: tuple[str, ...] = ()  # those there are of a word; of a layout, the strategy's LAYOUTS


OPTIONS: dict[str, StrategyOption] = {
    "layout": StrategyOption(str, "How the graph is stored."),
    "claim": StrategyOption(str, "The atomic that claims a vertex.", ("cas", "exch", "or")),
    "literal": StrategyOption(bool, "Run the method as the book prints it."),
    "library": StrategyOption(bool, "Leave the matrix product to SciPy, on a GPU to cuSPARSE."),
    "alpha": StrategyOption(float, "When to pull: the larger, the sooner."),
    "beta": StrategyOption(float, "When to push again: the larger, the later."),
    "switch": StrategyOption(str, "What alpha and beta compare.", ("vertices", "edges")),
    "serial_edges": StrategyOption(int, "Most edges of a frontier that one CPU thread expands alone."),
    "block_size": StrategyOption(int, "Threads of a block."),
    "capacity": StrategyOption(int, "Vertices that a block's queue holds."),
    "warp_size": StrategyOption(int, "Threads that share a queue inside a block."),
    "warp_capacity": StrategyOption(int, "Vertices that a warp's queue holds."),
    "warp_degree": StrategyOption(int, "Edges from which a vertex gets a warp."),
    "block_degree": StrategyOption(int, "Edges from which a vertex gets a block."),
}


def option_name(name: str) -> str:
    """The option on the command line, such as ``--block-size``."""
    return f"--{name.replace('_', '-')}"


def with_strategy_options(command: Callable[..., None]) -> Callable[..., None]:
    """The command with every option of the strategies, in place of its ``**options``.

    It gets those that the user gave. An option that it declares itself is its own.
    """
    *own, _ = signature(command).parameters.values()
    added = [name for name in OPTIONS if name not in signature(command).parameters]

    @wraps(command)
    def run(**given: Any) -> None:
        options = {name: given.pop(name) for name in added}
        command(**given, **{name: value for name, value in options.items() if _is_given(value)})

    parameters = [option.replace(kind=Parameter.KEYWORD_ONLY) for option in (*own, *map(_parameter, added))]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run


def _is_given(value: object) -> bool:
    return value is not None and value is not False  # but 0 is


def _parameter(name: str) -> Parameter:
    kind, words, values = OPTIONS[name]
    metavar = ("|".join(values) or "NAME") if kind is str else None
    option = typer.Option(
        option_name(name), metavar=metavar, help=f"{words}  [some methods]", show_default=False
    )
    is_flag = kind is bool
    annotation = Annotated[bool if is_flag else kind | None, option]  # type: ignore[valid-type]
    default = False if is_flag else None
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
