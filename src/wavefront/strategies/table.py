"""The table of methods: one row per file of this folder, in the book's order; and their options.

Names are strings, so that a file is imported when its method is first asked for.
"""

from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import InputError, checked_flag, shown

if TYPE_CHECKING:
    from ..accounting.arithmetic import LevelWork

Strategy = Callable[..., tuple[np.ndarray, np.ndarray | None]]

# The method built on the operators comes last.
NAMES = (
    "sequential",
    "push",
    "pull",
    "direction_optimized",
    "edge_centric",
    "spmv",
    "frontier_queue",
    "privatized",
    "hierarchical",
    "single_block",
    "degree_buckets",
    "fused",
    "operators",
)
NO_ACCOUNT = ("operators",)
# Methods whose threads take shares of a level as they come: these are counted while the CPU searches.
TAKEN_AS_THEY_COME = ("fused",)


class _Rows(UserDict[str, Any]):
    """One row per name, in this order; a row is looked up when it is first asked for."""

    def __init__(self, names: Iterable[str], look_up: Callable[[str], Any]) -> None:
        super().__init__(dict.fromkeys(names))
        self._look_up = look_up

    def __getitem__(self, name: str) -> Any:
        row = self.data[name]
        if row is None:
            row = self.data[name] = self._look_up(name)
        return row

    def __repr__(self) -> str:
        return repr(dict(self))


METHODS: Mapping[str, ModuleType] = _Rows(NAMES, lambda name: import_module(f".{name}", __package__))
STRATEGIES: Mapping[str, Strategy] = _Rows(NAMES, lambda name: METHODS[name].bfs)
# A method outside NO_ACCOUNT has a row in one of these: a function that counts, or one that works out.
COUNTED: "Mapping[str, Callable[..., list[LevelWork]]]" = _Rows(
    TAKEN_AS_THEY_COME, lambda name: METHODS[name].count
)
ACCOUNTS: "Mapping[str, Callable[..., list[LevelWork]]]" = _Rows(
    (name for name in NAMES if name not in NO_ACCOUNT + TAKEN_AS_THEY_COME),
    lambda name: METHODS[name].account,
)


def checked_strategy(strategy: str, options: Mapping[str, Any]) -> str:
    """The name of the strategy, "auto" resolved. Raises InputError if there is none that takes `options`."""
    if not isinstance(strategy, str) or (strategy != "auto" and strategy not in STRATEGIES):
        names = ", ".join(STRATEGIES)
        raise InputError(f"unknown strategy {shown(strategy)}; choose 'auto' or one of {names}")
    name = "fused" if strategy == "auto" else strategy
    if options:
        known = options_of(name).keys()
        if unknown := sorted(options.keys() - known):
            takes = ", ".join(sorted(known)) or "no options"
            runs = f"strategy {name!r} takes" if name == strategy else f"auto runs {name!r}, which takes"
            raise InputError(f"{runs} {takes}, not {', '.join(unknown)}")
    return name


def printed_form(strategy: str, literal: bool) -> dict[str, bool]:
    """The option by which a strategy runs as printed, if `literal` asks for it: none otherwise.

    Raises InputError if `literal` is no flag, or is true and the strategy has no printed form.
    """
    if not checked_flag("literal", literal):
        return {}
    printed = [name for name in STRATEGIES if "literal" in options_of(name)]
    if strategy not in printed:
        raise InputError(
            f"literal=True runs a method as the book prints it, and no text prints {strategy!r}; "
            f"choose one of {', '.join(printed)}"
        )
    return {"literal": True}


@cache
def options_of(strategy: str) -> Mapping[str, Any]:
    """The strategy's options with their defaults: the parameters of its `bfs` that have one."""
    parameters = signature(METHODS[strategy].bfs).parameters
    items, own = parameters.items(), ("filters", "level_dtype")  # which are arguments of `bfs`
    return {name: par.default for name, par in items if par.default is not par.empty and name not in own}
