"""Compiled code that survives the process: plain functions in, cached Numba machine code out.

Numba's own ``cache=True`` keys a function by its own file and bytecode. It misses an edit to a function
that the body calls, and never hits for a closure over another compiled function. So the loop around
each body is a module of its own in the user's cache folder, named by a fingerprint of the body, of every
plain function it calls, of the constants it captures and of the versions involved; Numba then caches
that module's machine code per type signature. See docs/decisions/0001-compiled-code-cache.md.
"""

import dis
import hashlib
import importlib.util
import itertools
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any, Literal

import numba
import numpy as np
from numba.core import config, event

logger = logging.getLogger("wavefront")

Target = Literal["cpu", "cuda"]

# Functions that Numba lowers for the CPU itself (the atomics): left alone in a body, where other plain
# functions are compiled with it.
lowered_by_numba: set[Callable[..., Any]] = set()

# Plain functions that stand for others in code compiled for the GPU.
cuda_forms: dict[Callable[..., Any], Callable[..., Any]] = {}

# What makes Numba's intrinsic that stands for a plain function in code compiled for the GPU.
cuda_intrinsics: dict[Callable[..., Any], Callable[[], Any]] = {}


class _CudaNames:
    """What kernels call ``cuda``: numba.cuda once compiled, the kernel that is running in the simulator."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or not config.ENABLE_CUDASIM:
            raise AttributeError(f"cuda.{name} has a meaning in a kernel only")
        from numba.cuda.simulator.kernel import _get_kernel_context

        return getattr(_get_kernel_context(), name)


cuda = _CudaNames()


def cache_folder() -> Path:
    """Folder of the generated modules: WAVEFRONT_CACHE_DIR, or "wavefront" in the user's cache."""
    if chosen := os.environ.get("WAVEFRONT_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(base) / "wavefront"


@cache
def _writable_cache_folder() -> Path:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        logger.warning("cannot write to %s: compiled code is not kept", folder)
        _stand_in.append(tempfile.TemporaryDirectory(prefix="wavefront-"))
        return Path(_stand_in[0].name)


_stand_in: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _globals(code: CodeType) -> Iterator[str]:
    """Names that are read as globals; an attribute of the same name is none."""
    for instruction in dis.get_instructions(code):
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield instruction.argval
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _globals(constant)


def _captured(function: Any) -> dict[str, Any]:
    """Globals and closure variables that the function refers to, by name."""
    scope = function.__globals__
    found = {name: scope[name] for name in sorted(set(_globals(function.__code__))) if name in scope}
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return found | {name: cell.cell_contents for name, cell in cells}


def _code_text(code: CodeType) -> str:
    constants = [_code_text(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    names = (code.co_names, code.co_varnames, code.co_freevars)
    return f"{code.co_code.hex()} {names} {constants}"


def _is_plain(value: object) -> bool:
    return isinstance(value, FunctionType) and value not in lowered_by_numba


def fingerprint(function: Callable[..., Any]) -> str:
    """Hash of all that decides the function's machine code, apart from its argument types."""
    seen: dict[Callable[..., Any], int] = {}

    def describe(value: Any) -> str:
        value = getattr(value, "py_func", value)  # of a function that Numba compiled already
        if value is cuda:
            return "cuda"
        if _is_plain(value):
            return describe_function(value)
        if isinstance(value, tuple | list):
            return f"{type(value)} {[describe(item) for item in value]}"
        if isinstance(value, np.ndarray):
            return f"{value.dtype.str} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
        if isinstance(value, ModuleType | type) or callable(value):
            return f"{getattr(value, '__module__', '')}.{getattr(value, '__name__', repr(value))}"
        return f"{type(value)} {value!r}"

    def describe_function(plain: Any) -> str:
        if plain in seen:
            return f"function {seen[plain]}"
        seen[plain] = len(seen)
        captured = _captured(plain)
        inner = {name: describe(value) for name, value in captured.items()}
        for module in (value for value in captured.values() if isinstance(value, ModuleType)):
            for name in _names(plain.__code__):  # constants and compiled functions read as module.name
                value = getattr(module, name, None)
                if isinstance(value, int | float | str | tuple) or hasattr(value, "py_func"):
                    inner[f"{module.__name__}.{name}"] = describe(value)
        defaults = describe(plain.__defaults__ or ())
        return f"{plain.__module__}.{plain.__name__} {_code_text(plain.__code__)} {defaults} {inner}"

    versions = f"{numba.__version__} {sys.version} {_own_source()}"
    return hashlib.sha256(f"{versions} {describe(function)}".encode()).hexdigest()


@cache
def _own_source() -> str:
    """Hash of the files that decide how a body becomes machine code."""
    folder = Path(__file__).parent
    return hashlib.sha256(
        b"".join(
            (folder / name).read_bytes()
            for name in ("jit.py", "atomics.py", "prefetch.py", "waiting.py", "warp.py")
        )
    ).hexdigest()


def makes_arrays(function: Callable[..., Any]) -> bool:
    """Whether the function, or a plain function it calls, may make an array: it calls NumPy for one.

    NumPy's types and element-wise functions, as used on scalars, make none.
    """
    seen: set[Callable[..., Any]] = set()

    def may_make(plain: Callable[..., Any]) -> bool:
        seen.add(plain)
        captured = _captured(plain)
        for load, attribute in itertools.pairwise(dis.get_instructions(plain.__code__)):
            if load.opname.startswith("LOAD_") and captured.get(str(load.argval)) is np:
                value = getattr(np, attribute.argval)
                if not isinstance(value, type | np.ufunc):
                    return True
        return any(may_make(value) for value in captured.values() if _is_plain(value) and value not in seen)

    return may_make(function)


def _compile_with_callees(function: Callable[..., Any], module_name: str, target: Target) -> Any:
    """The function compiled by Numba when called, with the plain functions it calls compiled likewise.

    All are said to live in the generated module: Numba imports a function's module when it loads
    machine code, and a functor's own may be a script or a notebook cell that is gone by then.
    """
    known: dict[Callable[..., Any], Any] = {}
    if target == "cpu":
        # Counting references to the arrays would cost an atomic add and another at every call: 20 ns.
        options: dict[str, Any] = {
            "error_model": "numpy",
            "nogil": True,
            "_nrt": makes_arrays(function),
            "forceinline": True,
        }
        serial = numba.njit(**options)
        parallel = numba.njit(parallel=True, nogil=True, error_model="numpy")
        meanings: dict[int, Any] = {}
    else:
        from numba import cuda as numba_cuda

        serial = numba_cuda.jit(device=True)
        meanings = {id(cuda): numba_cuda}

    def translate(value: Any) -> Any:
        if isinstance(value, FunctionType):
            if target == "cuda" and value in cuda_intrinsics:
                return cuda_intrinsics[value]()
            plain = cuda_forms.get(value, value) if target == "cuda" else value
            return compiled(plain) if _is_plain(plain) else plain
        return meanings.get(id(value), value)

    def compiled(plain: Any) -> Any:
        if plain not in known:
            scope = dict(plain.__globals__)
            names = plain.__code__.co_freevars
            captured = {name: translate(value) for name, value in _captured(plain).items()}
            scope.update((name, captured[name]) for name in captured if name not in names)
            cells = tuple(CellType(captured[name]) for name in names)
            copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__, cells)
            copy.__module__ = module_name
            is_parallel = any(value is numba.prange for value in captured.values())
            known[plain] = (parallel if is_parallel else serial)(copy)
        return known[plain]

    return compiled(function)


def load_module(body: Callable[..., Any], source: str, target: Target) -> ModuleType:
    """The generated module for this body, from the cache folder, where it is written if missing.

    `source` is the module's text; in it, the global `body` is the compiled body.
    """
    digest = hashlib.sha256(f"{source} {fingerprint(body)}".encode()).hexdigest()[:24]
    stem = f"{target}_{body.__name__.strip('<>')}_{digest}"
    name = f"wavefront_generated.{stem}"
    with _loading:
        if name not in sys.modules:
            sys.modules[name] = _load(stem, name, source, body, target)
        return sys.modules[name]


_loading = threading.Lock()


def _load(stem: str, name: str, source: str, body: Callable[..., Any], target: Target) -> ModuleType:
    path = _writable_cache_folder() / f"{stem}.py"
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
            file.write(source)
        os.replace(file.name, path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["body"] = _compile_with_callees(body, name, target)
    spec.loader.exec_module(module)
    return module


class _CompileMessage(event.Listener):
    """Says what is being compiled: a cold start takes about a second a body and must not look stuck."""

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if function.__name__ == "loop" and function.__module__.startswith("wavefront_generated."):
            logger.info("compiling %s (once on this machine)", function.__doc__)

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _CompileMessage())
