"""Compiled code that survives the process: plain functions in, Numba's machine code out, kept on disk.

Numba's own ``cache=True`` keys a function by the function's file and bytecode. That key misses an edit to
a function that the body calls, and never hits for a closure over another compiled function. So the loop
around each body is a generated module. A fingerprint names the module: of the body, of every plain function
that the body calls, of the constants captured and of the versions involved. The machine code for each
signature of types is a file of that name (code_files.py).
See docs/decisions/0001-compiled-code-cache.md.
"""

import hashlib
import sys
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Any
from weakref import WeakSet

from numba.core import event

from ..compiling import begin, end
from .code_files import CodeFiles
from .fingerprint import fingerprint, versions
from .functions import Target, compile_with_callees

GENERATED = "wavefront_generated."  # modules


def load_module(body: Callable[..., Any], source: str, target: Target) -> ModuleType:
    """The module of this text, which generates the loop around the body. Its global `body` is the body."""
    decided_by = f"{source} {fingerprint(body)} {versions(target)}"
    digest = hashlib.sha256(decided_by.encode()).hexdigest()[:24]
    stem = f"{target}_{body.__name__.strip('<>')[:60]}_{digest}"
    name = f"{GENERATED}{stem}"
    with _loading:
        users = _users[name] = _users.pop(name, WeakSet())
        users.add(body)
        if name not in sys.modules:
            sys.modules[name] = _load(stem, name, source, body, target)
        _forget_unused()
        return sys.modules[name]


MAX_MODULES = 1024  # loaded modules beyond which unused ones are dropped
_users: dict[str, WeakSet[Callable[..., Any]]] = {}  # bodies by module, the latest requested module last
_loading = threading.Lock()


def _forget_unused() -> None:
    """Drop modules beyond MAX_MODULES whose bodies were all garbage-collected, the oldest first."""
    surplus = max(0, len(_users) - MAX_MODULES)
    for name in [name for name, users in _users.items() if not users][:surplus]:
        del _users[name]
        sys.modules.pop(name, None)


def _load(stem: str, name: str, source: str, body: Callable[..., Any], target: Target) -> ModuleType:
    module = ModuleType(name)
    module.__dict__["body"] = compile_with_callees(body, name, target)
    exec(compile(source, f"<{name}>", "exec"), module.__dict__)
    module.loop._cache = CodeFiles(stem, _users[name], target)
    return module


class _Compilations(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Tells compiling.py when a function of a generated module is compiled, and when it is done."""

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if _is_generated(function):
            begin(function.__doc__, "the CPU")

    def on_end(self, event: Any) -> None:
        if _is_generated(event.data["dispatcher"].py_func):
            end()


def _is_generated(function: Callable[..., Any]) -> bool:
    return (function.__module__ or "").startswith(GENERATED)  # the module of others may be None


event.register("numba:compile", _Compilations())
