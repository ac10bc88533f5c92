"""Generates the loop or kernel around a body, as a module.

A device brings the module's text, with placeholders for the parameters. A NamedTuple among the arguments is
passed field by field, and rebuilt where the body is called.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..errors import InputError, shown
from .cache import load_module
from .functions import Target

Shape = tuple[str, ...]  # a NamedTuple's name and the names of its fields; empty for a plain argument


def flattened(arguments: tuple[Any, ...]) -> tuple[tuple[Shape, ...], list[Any]]:
    """Each argument's shape, and the arguments with each NamedTuple replaced by its fields."""
    shapes: list[Shape] = []
    flat: list[Any] = []
    for argument in arguments:
        if type(argument) is not np.ndarray and isinstance(argument, tuple) and hasattr(argument, "_fields"):
            shapes.append((type(argument).__name__, *argument._fields))
            flat += argument
        else:
            shapes.append(())
            flat.append(argument)
    return tuple(shapes), flat


# By body, with weak keys: functors that are made anew for every call must not pile up.
_generated: WeakKeyDictionary[Callable[..., Any], dict[Any, Any]] = WeakKeyDictionary()


def compiled(body: Callable[..., Any], template: str, target: Target, shapes: tuple[Shape, ...]) -> Any:
    """The generated function of this template around the body, compiled when it is called."""
    if not isinstance(body, FunctionType):
        raise InputError(f"what is compiled is a plain Python function, not {shown(body)}")
    known = _generated.get(body)
    if known is None:
        known = _generated.setdefault(body, {})
    key = template, target, shapes
    function = known.get(key)
    if function is None:
        function = known[key] = load_module(body, module_text(body, template, shapes), target).loop
    return function


def module_text(body: Callable[..., Any], template: str, shapes: tuple[Shape, ...]) -> str:
    """The text of the module that this template makes around the body."""
    classes, parameters, arguments = [], [], []
    for number, shape in enumerate(shapes):
        names = [f"a{number}_{field}" for field in shape[1:]] or [f"a{number}"]
        parameters += names
        if shape:
            classes.append(f"Tuple{number} = namedtuple({shape[0]!r}, {shape[1:]!r})\n")
            arguments.append(f"Tuple{number}({', '.join(names)})")
        else:
            arguments += names
    return template.format(
        classes="".join(classes),
        parameters=", ".join(parameters),
        arguments=", ".join(arguments),
        title=f"{body.__module__}.{body.__qualname__}",
    )
