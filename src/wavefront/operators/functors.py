"""Checks of a user's functor and problem before anything runs, and readable errors when compiling fails."""

import builtins
import dis
import inspect
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, TypeVarTuple

import numpy as np

from ..device import Device
from ..errors import InputError

Functor = Callable[..., Any]
First = TypeVar("First")
Rest = TypeVarTuple("Rest")
Made = TypeVar("Made")

KEPT = "_wavefront_kept"  # attribute of a functor: the functor itself, and the results made from it
NOTHING: tuple[None, dict[Any, Any]] = None, {}
MOST_PAIRS = 4  # kept per condition, each with another application

# Mark the line of the compiler's long message that gives the reason.
NO_RUNTIME = "NRT required but not enabled"  # Numba's message where code allocates
REASONS = "No implementation of|Unknown attribute|Cannot unify|Untyped global|[Nn]ot supported|NameError"


def kept_with_functor(make: Callable[[First, *Rest], Made]) -> Callable[[First, *Rest], Made]:
    """As `functools.cache`, but the functor itself keeps the results, so that both are freed together.

    Results refer to the functor, so a cache elsewhere would keep the functor alive, even with weak keys. The
    first argument is the functor, or a NamedTuple with a field `functor`.
    """

    @wraps(make)
    def made(first: First, *rest: *Rest) -> Made:
        functor: Any = getattr(first, "functor", None) if isinstance(first, tuple) else first
        owner, kept = functor.__dict__.get(KEPT, NOTHING)
        if owner is not functor:  # nothing was kept yet, or `functools.wraps` copied another's attributes
            owner, kept = functor.__dict__[KEPT] = functor, {}
        key = make, first, rest
        if key not in kept:
            kept[key] = make(first, *rest)
        result: Made = kept[key]
        return result

    return made


def check(functor: Functor, parameters: tuple[str, ...], returns: bool = True) -> None:
    """Raise InputError unless the functor is a plain function that can be called with these parameters.

    If `returns` is true, it must return a value on every path. Only the functor's own code is checked, not
    the functions that it calls.
    """
    if not isinstance(functor, FunctionType):
        raise InputError(f"a functor is a plain Python function, not {functor!r}")
    _check_function(functor, parameters, returns)


@kept_with_functor
def _check_function(functor: FunctionType, parameters: tuple[str, ...], returns: bool) -> None:
    taken = len(inspect.signature(functor).parameters)
    if taken != len(parameters):
        raise InputError(
            f"{place(functor)} takes {taken} arguments; it is called with {len(parameters)}: "
            + ", ".join(parameters)
        )
    scope = functor.__globals__
    instructions = list(dis.get_instructions(functor))
    for instruction in instructions:
        name = instruction.argval
        if instruction.opname.startswith("LOAD_GLOBAL") and name not in scope and not hasattr(builtins, name):
            raise InputError(f"{place(functor)} uses {name!r}, which is not defined")
        if scope.get(name) is functor and instruction.opname.startswith("LOAD_GLOBAL"):
            raise InputError(f"{place(functor)} calls itself, which the compiler can't")
    if returns and _may_return_none(instructions):
        raise InputError(f"{place(functor)} must return a value wherever it ends")


def _may_return_none(instructions: list[dis.Instruction]) -> bool:
    """Whether a path through the function ends in ``return None``, written or not."""
    before = [None, *instructions[:-1]]
    return any(
        (last.opname == "RETURN_CONST" and last.argval is None)
        or (
            last.opname == "RETURN_VALUE"
            and previous is not None
            and previous.opname == "LOAD_CONST"
            and previous.argval is None
        )
        for previous, last in zip(before, instructions, strict=True)
    )


def place(functor: Functor) -> str:
    """The functor's name and where it is defined, for messages."""
    code = functor.__code__
    return f"functor {functor.__name__!r} ({code.co_filename}, line {code.co_firstlineno})"


def uses(functor: Functor, position: int) -> bool:
    """Whether the functor reads its argument at this position."""
    name = functor.__code__.co_varnames[position]
    loads = (i for i in dis.get_instructions(functor) if i.opname.startswith("LOAD"))
    return any(
        name == load.argval or (isinstance(load.argval, tuple) and name in load.argval) for load in loads
    )


def both(condition: Functor, application: Functor, indexed: bool) -> Functor:
    """A functor that calls the application if the condition holds, and returns whether it did."""
    pairs = _pairs_with(condition, indexed)
    pair = pairs.get(application) or _pair(condition, application, indexed)
    pairs[application] = pair
    if len(pairs) > MOST_PAIRS:
        oldest, *_ = pairs
        pairs.pop(oldest, None)
    return pair


@kept_with_functor
def _pairs_with(condition: Functor, indexed: bool) -> dict[Functor, Functor]:
    """The condition's pairs, by application. `both` bounds them, so that old applications can be freed."""
    return {}


def _pair(condition: Functor, application: Functor, indexed: bool) -> Functor:
    if indexed:

        def applied_to_index(source, neighbor, edge, rank, index, problem):
            if condition(source, neighbor, edge, rank, index, problem):
                application(source, neighbor, edge, rank, index, problem)
                return True
            return False

        return applied_to_index

    def applied(source, neighbor, edge, problem):
        if condition(source, neighbor, edge, problem):
            application(source, neighbor, edge, problem)
            return True
        return False

    return applied


def check_problem(problem: Any, device: Device) -> None:
    """Raise InputError unless the problem is a NamedTuple of numbers and one-dimensional device arrays."""
    if not (isinstance(problem, tuple) and hasattr(problem, "_fields")):
        raise InputError(f"a problem is a NamedTuple of arrays and numbers, not {type(problem).__name__}")
    for name, value in zip(problem._fields, problem, strict=True):
        if isinstance(value, device.xp.ndarray):
            if value.ndim != 1 or not value.flags.c_contiguous:
                raise InputError(f"problem.{name} must be a contiguous one-dimensional array")
        elif not isinstance(value, bool | int | float | np.number | np.bool_):
            raise InputError(
                f"problem.{name} must be a number or an array on {device.name}, not {type(value).__name__}"
            )


@contextmanager
def compiling(functor: Functor) -> Iterator[None]:
    """Context that turns a compiler's error into one that names the functor, its line and the reason."""
    try:
        yield
    except Exception as error:
        if not any(kind.__name__ == "NumbaError" for kind in type(error).__mro__):
            raise
        raise InputError(_explanation(functor, str(error))) from None


def _explanation(functor: Functor, message: str) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    plain = plain.replace(NO_RUNTIME, "Not supported: it allocates memory, which compiled code can't")
    file = re.escape(Path(functor.__code__.co_filename).name)  # the message may have a relative path
    line = re.search(rf'{file}", line (\d+)', plain)
    where = f" at line {line[1]}" if line else ""
    known = [line for line in plain.splitlines() if re.search(REASONS, line)]
    first = next(line for line in plain.splitlines() if line.strip())
    return f"{place(functor)} can't be compiled{where}: {(known or [first])[-1].strip(' -*')}"
