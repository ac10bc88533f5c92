"""The cache of compiled code on disk: plain functions in, cached Numba machine code out.

Numba's own ``cache=True`` keys a function by the function's file and bytecode. That key misses an edit to
a function that the body calls, and never hits for a closure over another compiled function. So the loop
around each body is written as a module to the user's cache folder. A fingerprint names the module: of the
body, of every plain function that the body calls, of the constants captured and of the versions involved.
Numba then caches that module's machine code per type signature.
See docs/decisions/0001-compiled-code-cache.md.
"""

import hashlib
import importlib.util
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any
from weakref import WeakSet

from numba.core import event

from ..compiling import begin, end
from .fingerprint import fingerprint
from .functions import Target, compile_with_callees

logger = logging.getLogger("wavefront")

GENERATED = "wavefront_generated."  # modules


def cache_folder() -> Path:
    """Folder of the generated modules: WAVEFRONT_CACHE_DIR, or "wavefront" in the user's cache."""
    if chosen := os.environ.get("WAVEFRONT_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")
    else:
        base = os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")
    return Path(base) / "wavefront"


LEAST_SPACE = 1 << 20  # bytes of disk; a compiled body takes up to about 500 KB


@cache
def _writable_cache_folder() -> Path:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(LEAST_SPACE))
            probe.flush()
            return folder
    except OSError:
        logger.warning("cannot write to %s: compiled code is not kept", folder)
        _stand_in.append(tempfile.TemporaryDirectory(prefix="wavefront-"))
        return Path(_stand_in[0].name)


_stand_in: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


def load_module(body: Callable[..., Any], source: str, target: Target) -> ModuleType:
    """The generated module for this body, loaded from the cache folder, and written there first if missing.

    `source` is the module's text. Its global `body` is the compiled body.
    """
    digest = hashlib.sha256(f"{source} {fingerprint(body)}".encode()).hexdigest()[:24]
    stem = f"{target}_{body.__name__.strip('<>')}_{digest}"
    name = f"{GENERATED}{stem}"
    with _loading:
        users = _users[name] = _users.pop(name, WeakSet())
        if name not in sys.modules:
            sys.modules[name] = _load(stem, name, source, body, target)
        users.add(body)
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
    path = _writable_cache_folder() / f"{stem}.py"
    if not path.exists():
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".tmp", delete=False) as file:
            file.write(source)
        os.replace(file.name, path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    module.__dict__["body"] = compile_with_callees(body, name, target)
    spec.loader.exec_module(module)
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
