"""The table of methods: one row per file of this folder, in the book's order.

Names are strings, so that a file is imported when its method is first asked for.
"""

from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

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
