"""Checks of a user's functor and problem before anything runs."""

import builtins
import dis
import inspect
from collections.abc import Callable, Iterator
from functools import wraps
from itertools import pairwise
from types import FunctionType
from typing import Any, Literal, TypeVar, TypeVarTuple

import numpy as np

from ..device import Device
from ..errors import InputError, shown
from ..frontier import Frontier, Kind
from ..graph import Graph

Functor = Callable[..., Any]
Result = Literal["needed", "optional", "ignored"]
First = TypeVar("First")
Rest = TypeVarTuple("Rest")
Made = TypeVar("Made")

KEPT = "_wavefront_kept"  # attribute of a functor: the functor itself, and the results made from it
NOTHING: tuple[None, dict[Any, Any]] = None, {}
SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
MOST_PAIRS = 4  # kept per condition, each with another application


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


def check(functor: Functor, parameters: tuple[str, ...], result: Result = "needed") -> None:
    """Raise InputError unless the functor is a plain function that can be called with these parameters.

    A result that is needed must be returned wherever the functor ends; an optional one there or nowhere. Only
    the functor's own code is checked, not the functions that it calls.
    """
    require_function(functor)
    _check_function(functor, parameters, result)


def require_function(functor: Functor) -> None:
    """Raise InputError unless the functor is a plain function: a generator's call only makes an iterator."""
    if not isinstance(functor, FunctionType):
        raise InputError(f"a functor is a plain Python function, not {shown(functor)}")
    if functor.__code__.co_flags & SUSPENDED:
        raise InputError(f"{place(functor)} is a generator or a coroutine: a functor is a plain function")


def require_frontiers(**frontiers: Frontier) -> None:
    """Raise InputError, naming the argument, for one that isn't a frontier."""
    for name, frontier in frontiers.items():
        if not isinstance(frontier, Frontier):
            raise InputError(f"{name} is a wavefront.operators.Frontier, not {shown(frontier)}")


def require_frontier_of(graph: Graph, name: str, frontier: Frontier, *kinds: Kind) -> None:
    """Raise InputError unless this is a frontier made for a graph with as many of its items, and of `kinds`.

    Its ids would be out of bounds in a smaller graph.
    """
    require_frontiers(**{name: frontier})
    counts: dict[Kind, int] = {"vertices": graph.num_vertices, "edges": graph.num_edges}
    for kind in (frontier.type, *kinds):
        made_for = frontier.limits[kind]
        if made_for != counts[kind]:
            raise InputError(
                f"{name} was made for a graph of {made_for:,} {kind}; this one has {counts[kind]:,}"
            )


@kept_with_functor
def _check_function(functor: Functor, parameters: tuple[str, ...], result: Result) -> None:
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
    ends = set(_ends(instructions))
    if result == "needed" and "nothing" in ends:
        raise InputError(f"{place(functor)} must return a value wherever it ends")
    if result == "optional" and len(ends) > 1:
        raise InputError(
            f"{place(functor)} returns a value in one place and nothing in another: it must return a value "
            "wherever it ends, true to accept, or nowhere, which accepts"
        )


def _ends(instructions: list[dis.Instruction]) -> Iterator[str]:
    """What each path through the function ends in: "nothing" is ``return None``, written or not."""
    for previous, last in pairwise(instructions):
        if last.opname.startswith("RETURN_") and last.opname != "RETURN_GENERATOR":
            loaded = last if last.opname == "RETURN_CONST" else previous
            is_constant = loaded.opname in ("RETURN_CONST", "LOAD_CONST")
            yield "nothing" if is_constant and loaded.argval is None else "a value"
            if last.is_jump_target:  # ``return value if condition else None``
                yield "a value"


def place(functor: Functor) -> str:
    """The functor's name and where it is defined, for messages."""
    code = functor.__code__
    return f"functor {functor.__name__!r} ({code.co_filename}, line {code.co_firstlineno})"


@kept_with_functor
def uses(functor: Functor, position: int) -> bool:
    """Whether the functor reads its argument at this position."""
    name = functor.__code__.co_varnames[position]
    loads = (i for i in dis.get_instructions(functor) if i.opname.startswith("LOAD"))
    return any(
        name == load.argval or (isinstance(load.argval, tuple) and name in load.argval) for load in loads
    )


def both(condition: Functor, application: Functor, indexed: bool) -> Functor:
    """A functor that calls the application if the condition holds, and accepts if both do."""
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
                return accepts(application(source, neighbor, edge, rank, index, problem))
            return False

        return applied_to_index

    def applied(source, neighbor, edge, problem):
        if condition(source, neighbor, edge, problem):
            return accepts(application(source, neighbor, edge, problem))
        return False

    return applied


def accepts(result):
    """Whether an application's result accepts the edge: nothing returned does, else a value other than 0."""
    if result is None:
        return True
    return result != 0  # not bool(result): a result that may be None has no bool when compiled


def check_problem(problem: Any, device: Device) -> None:
    """Raise InputError unless the problem is a NamedTuple of numbers and one-dimensional device arrays."""
    if not (isinstance(problem, tuple) and hasattr(problem, "_fields")):
        raise InputError(f"a problem is a NamedTuple of arrays and numbers, not {type(problem).__name__}")
    for name, value in zip(problem._fields, problem, strict=True):
        if isinstance(value, device.xp.ndarray):
            if value.ndim != 1 or not value.flags.c_contiguous:
                raise InputError(f"problem.{name} must be a contiguous one-dimensional array")
            if value.dtype.kind not in "biufc" or not value.dtype.isnative:
                raise InputError(f"problem.{name} must hold numbers in this machine's order of bytes")
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise InputError(f"problem.{name} must be a number of 64 bits, not {shown(value)}")
        elif not isinstance(value, bool | int | float | np.number | np.bool_):
            raise InputError(
                f"problem.{name} must be a number or an array on {device.name}, not {type(value).__name__}"
            )
