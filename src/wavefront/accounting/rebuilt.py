"""A kernel with its atomics replaced, so that they tell what they do."""

from collections.abc import Callable, Mapping
from types import CellType, FunctionType
from typing import Any

from .. import atomics
from ..compiler.functions import captured

ATOMICS: dict[Callable[..., Any], str] = {
    getattr(atomics, f"atomic_{name}"): name for name in ("add", "min", "max", "or", "exch", "cas")
}


def rebuilt(
    function: Any, replacements: Mapping[Callable[..., Any], Any], known: dict[Any, Any] | None = None
) -> Any:
    """A copy of the function, and of the functions that it calls, with `replacements` for some of them.

    `known`, if given, gets each function that was copied, the first one first, and its copy.
    """
    assert isinstance(function, FunctionType)
    known = {} if known is None else known
    cells = tuple(CellType() for _ in function.__code__.co_freevars)
    scope = dict(function.__globals__)
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    known[function] = copy
    inner = dict(zip(function.__code__.co_freevars, cells, strict=True))
    for name, value in captured(function).items():
        if isinstance(value, FunctionType):
            value = replacements.get(value) or known.get(value) or rebuilt(value, replacements, known)
        if name in inner:
            inner[name].cell_contents = value
        else:
            scope[name] = value
    return copy
