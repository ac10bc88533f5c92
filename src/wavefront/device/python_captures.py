"""Arrays that a function captures, as a closure's variable or a global: checked like its arguments."""

from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..compiler.functions import captured, compiled_together
from .python_arrays import checked

# Found once per function, since constants of compiled code are fixed too.
_captures: WeakKeyDictionary[Callable[..., Any], bool] = WeakKeyDictionary()


def captures_arrays(function: Callable[..., Any]) -> bool:
    """Whether the function, or a plain function that it calls, captures an array."""
    if function not in _captures:
        functions = compiled_together(function)
        values = (value for plain in functions for value in captured(plain).values())
        _captures[function] = any(isinstance(value, np.ndarray) for value in values)
    return _captures[function]


def with_checked_captures(function: Callable[..., Any], turns: Any) -> Callable[..., Any]:
    """The function itself, or a copy of it and of what it calls, with checked arrays for those captured."""
    known: dict[Callable[..., Any], Any] = {}

    def translated(value: Any) -> Any:
        if isinstance(value, FunctionType) and captures_arrays(value):
            return copied(value)
        return checked(value, turns)

    def copied(plain: FunctionType) -> Any:
        if plain not in known:
            cells = tuple(CellType() for _ in plain.__code__.co_freevars)
            scope = dict(plain.__globals__)
            known[plain] = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__, cells)
            known[plain].__kwdefaults__ = plain.__kwdefaults__
            inner = dict(zip(plain.__code__.co_freevars, cells, strict=True))
            for name, value in captured(plain).items():
                if name in inner:
                    inner[name].cell_contents = translated(value)
                else:
                    scope[name] = translated(value)
        return known[plain]

    found: Callable[..., Any] = translated(function)
    return found
