"""A plain function and the plain functions it calls, compiled together by Numba."""

import builtins
import dis
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CellType, CodeType, FunctionType
from typing import Any, Literal

from . import numba_cuda
from .inner import inner
from .registry import cpu_intrinsics, cuda_forms, cuda_intrinsics

Target = Literal["cpu", "cuda"]


def _globals(code: CodeType) -> Iterator[str]:
    """Names read as globals. `co_names` would add the names of attributes."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


@lru_cache(maxsize=4096)  # plain Python's kernels are looked through at every launch
def _global_names(code: CodeType) -> tuple[str, ...]:
    return tuple(sorted(set(_globals(code))))


def captured(function: Any) -> dict[str, Any]:
    """Globals and closure variables that the function refers to, by name."""
    scope = function.__globals__
    found = {name: scope[name] for name in _global_names(function.__code__) if name in scope}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return found | {name: cell.cell_contents for name, cell in cells}


def is_plain(value: object) -> bool:
    """Whether the value is a function that is compiled together with its caller."""
    return isinstance(value, FunctionType) and value not in cpu_intrinsics


def compiled_together(body: Callable[..., Any]) -> Iterator[FunctionType]:
    """The plain functions that are compiled with the body, the body first."""
    seen: set[Any] = set()
    waiting: list[Any] = [body]
    while waiting:
        function = waiting.pop()
        if is_plain(function) and function not in seen:
            seen.add(function)
            yield function
            waiting += captured(function).values()


def compile_with_callees(function: Callable[..., Any], module_name: str, target: Target) -> Any:
    """The function as a Numba dispatcher, which compiles on the first call; its plain callees likewise.

    Every copy names the generated module as its own. Numba imports a function's module when it loads
    machine code, and a functor's own module may be a script or a notebook cell that is gone by then.
    Code for the CPU can't allocate, no more than a GPU's can.
    """
    known: dict[Callable[..., Any], Any] = {}
    if target == "cpu":
        jit = inner
        meanings: dict[int, Any] = {}
    else:
        module = numba_cuda.module()
        jit = module.jit(device=True)
        meanings = {id(numba_cuda.cuda): module}

    def translate(value: Any) -> Any:
        if isinstance(value, FunctionType):
            if target == "cuda" and value in cuda_intrinsics:
                return cuda_intrinsics[value]()
            plain = cuda_forms.get(value, value) if target == "cuda" else value
            if is_plain(plain):
                return compiled(plain)
            return cpu_intrinsics[plain] if target == "cpu" else plain
        return meanings.get(id(value), value)

    def compiled(plain: Any) -> Any:
        if plain not in known:
            # Only the globals that the function refers to: the copy outlives the function and its module.
            scope = {"__builtins__": builtins, "__name__": module_name}
            names = plain.__code__.co_freevars
            references = {name: translate(value) for name, value in captured(plain).items()}
            scope.update((name, references[name]) for name in references if name not in names)
            cells = tuple(CellType(references[name]) for name in names)
            copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__, cells)
            known[plain] = jit(copy)
        return known[plain]

    return compiled(function)
