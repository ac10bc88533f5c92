"""Wavefront: programmable graph traversal in Python, on every CPU core.

>>> import wavefront as wf
>>> graph = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2])
>>> wf.bfs(graph, source=0).levels
array([0, 1, 2, 1], dtype=int32)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from . import atomics as atomics
    from . import generators as generators
    from . import operators as operators
    from .algorithms.account import Account as Account
    from .algorithms.account import account as account
    from .algorithms.bfs import BfsResult as BfsResult
    from .algorithms.bfs import bfs as bfs
    from .algorithms.compare import Comparison as Comparison
    from .algorithms.compare import compare as compare
    from .device import Cpu as Cpu
    from .errors import DeviceError as DeviceError
    from .errors import GraphFileError as GraphFileError
    from .errors import InputError as InputError
    from .graph import Graph as Graph
    from .io import read as read
    from .io import write as write
    from .strategies import STRATEGIES as STRATEGIES
    from .validate import ValidationError as ValidationError
    from .validate import validate_bfs as validate_bfs

# Where each public name lives: imported when first used, so that `import wavefront` costs nothing.
_HOME = {
    "Account": "algorithms.account",
    "BfsResult": "algorithms.bfs",
    "Comparison": "algorithms.compare",
    "Cpu": "device",
    "DeviceError": "errors",
    "Graph": "graph",
    "GraphFileError": "errors",
    "InputError": "errors",
    "STRATEGIES": "strategies",
    "ValidationError": "validate",
    "account": "algorithms.account",
    "atomics": "",
    "bfs": "algorithms.bfs",
    "compare": "algorithms.compare",
    "generators": "",
    "operators": "",
    "read": "io",
    "validate_bfs": "validate",
    "write": "io",
}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'wavefront' has no attribute {name!r}")
    if not _HOME[name]:
        return import_module(f".{name}", __name__)
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
