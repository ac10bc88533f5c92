"""Wavefront: programmable graph traversal in Python, on every CPU core and on NVIDIA GPUs.

>>> import wavefront as wf
>>> graph = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2])
>>> wf.bfs(graph, source=0).levels
array([0, 1, 2, 1], dtype=int32)

Start with algorithms/bfs.py; docs/architecture.md follows its call. All public names come from here.
"""

from importlib import import_module
from typing import Any

from .algorithms import ALGORITHMS

__version__ = "0.1.0"

# The module of each public name, imported on first use, so that `import wavefront` is fast. For type
# checkers, docs/tables.py writes the same names into __init__.pyi.
_HOME = {
    "Account": "measure.account",
    "Advice": "measure.advice",
    "AllPredecessors": "algorithms.all_shortest_paths",
    "Comparison": "measure.comparison",
    "Cpu": "device",
    "DeviceError": "errors",
    "DiameterResult": "algorithms.eccentricity",
    "EdgeFilter": "filters",
    "Figure": "measure.drawing",
    "GALLERY": "laboratory.gallery",
    "Graph": "graph",
    "GraphFileError": "errors",
    "InputError": "errors",
    "Interleaving": "laboratory.interleaving",
    "MemoryNeeded": "algorithms.memory",
    "NegativeCycleError": "errors",
    "Page": "looking.api",
    "STRATEGIES": "strategies",
    "SampledLayer": "algorithms.sampling",
    "SampledNeighbors": "algorithms.sampling",
    "ValidationError": "validate.rules",
    "account": "measure.account",
    "advise": "measure.advise",
    "all_predecessors": "algorithms.all_shortest_paths",
    "all_shortest_paths": "algorithms.all_shortest_paths",
    "ancestors": "algorithms.reachable",
    "articulation_points": "algorithms.biconnected",
    "bridges": "algorithms.biconnected",
    "compare": "measure.compare",
    "descendants": "algorithms.reachable",
    "diameter": "algorithms.eccentricity",
    "figure": "measure.drawing",
    "interleave": "laboratory.interleave",
    "k_shortest_paths": "algorithms.k_shortest_paths",
    "longest_path": "algorithms.longest_path",
    "look": "looking.api",
    "memory_needed": "algorithms.memory",
    "read": "io",
    "sample_neighbors": "algorithms.sampling",
    "shortest_path": "algorithms.shortest_path",
    "shortest_paths": "algorithms.shortest_path",
    "validate_all_predecessors": "validate.all_shortest_paths",
    "validate_diameter": "validate.eccentricity",
    "validate_k_shortest_paths": "validate.paths",
    "validate_path": "validate.paths",
    "validate_routes": "validate.routes",
    "validate_sampling": "validate.sampling",
    "warmup": "warming.warmup",
    "write": "io",
}
for _row in ALGORITHMS.values():
    _HOME |= _row.homes

# The modules that are public as a whole, and where they are.
_MODULES = {
    "atomics": "atomics",
    "distributed": "distributed",
    "generators": "generators",
    "maze": "maze",
    "operators": "operators",
    "practice": "laboratory.practice",
}

__all__ = sorted([*_HOME, *_MODULES])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f".{_MODULES[name]}", __name__)
    if name not in _HOME:
        raise AttributeError(f"module 'wavefront' has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
