"""A hash of everything that decides a function's machine code: the function, callees, constants, versions."""

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import config

from . import numba_cuda
from .functions import Target, captured, is_plain
from .numba_cuda import cuda
from .registry import is_registered
from .running import running


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _code_text(code: CodeType) -> str:
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    names = (code.co_names, code.co_varnames, code.co_freevars)
    return f"{code.co_code.hex()} {names} {constants}"


def fingerprint(function: Callable[..., Any]) -> str:
    """Hash of everything that decides the function's machine code, except its argument types."""
    settings = f"{versions('cpu')} {config.BOUNDSCHECK} {config.OPT}"
    described = _described(function, lambda plain: _code_text(plain.__code__))
    return hashlib.sha256(f"{settings} {described}".encode()).hexdigest()


def source_fingerprint(function: Callable[..., Any]) -> str:
    """Hash of the files of the function and its callees, and of the constants that they read.

    Unlike `fingerprint`, the same for every version of Python and Numba.
    """
    return hashlib.sha256(_described(function, source_hash).encode()).hexdigest()


def _described(function: Callable[..., Any], text_of: Callable[[Any], str]) -> str:
    """The function and what it refers to, each plain function by its name and `text_of` it."""
    seen: dict[Callable[..., Any], int] = {}

    def describe(value: Any) -> str:
        value = getattr(value, "py_func", value)  # the plain function behind one that Numba compiled
        if value is cuda or value is running:  # a ContextVar's text has its address, another in each process
            return "kernel"
        if isinstance(value, FunctionType):
            source = source_hash(value) if is_registered(value) else ""
            return source + (describe_function(value) if is_plain(value) else value.__name__)
        if isinstance(value, tuple | list):
            return f"{type(value)} {[describe(item) for item in value]}"
        if isinstance(value, np.ndarray):
            return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        if isinstance(value, ModuleType | type) or callable(value):
            fields = getattr(value, "_fields", "")  # of a NamedTuple, whose order decides where they lie
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', repr(value))} {fields}"
        return f"{type(value)} {value!r}"

    def describe_function(plain: Any) -> str:
        if plain in seen:
            return f"function {seen[plain]}"
        seen[plain] = len(seen)
        references = captured(plain)
        inner = {name: describe(value) for name, value in references.items()}
        for module in (value for value in references.values() if isinstance(value, ModuleType)):
            for name in _names(plain.__code__):  # constants and compiled functions read as module.name
                value = getattr(module, name, None)
                is_kept = isinstance(value, FunctionType) and is_registered(value)
                if is_kept or isinstance(value, int | float | str | tuple) or hasattr(value, "py_func"):
                    inner[f"{module.__name__}.{name}"] = describe(value)
        defaults = describe(plain.__defaults__ or ())
        text = f"{plain.__module__}.{plain.__name__} {text_of(plain)} {defaults} {inner}"
        return hashlib.sha256(text.encode()).hexdigest()

    return describe(function)


def source_hash(function: Any) -> str:
    """Hash of the function's file: what stands for a registered function is built by the code beside it."""
    return file_hash(function.__code__.co_filename)


@cache
def versions(target: Target) -> dict[str, str]:
    """What beside a function decides the machine code: versions, and the files that make it of the function.

    Of Python the minor version counts, whose bytecode and structures the machine code depends on.
    """
    own = " ".join(file_hash(str(path)) for path in sorted(Path(__file__).parent.glob("*.py")))
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    found = {
        "python": python,
        "numba": numba.__version__,
        "compiler": hashlib.sha256(own.encode()).hexdigest(),
    }
    return found | {"numba_cuda": numba_cuda.version()} if target == "cuda" else found


@cache
def file_hash(path: str) -> str:
    """Hash of a file, read once per process."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
