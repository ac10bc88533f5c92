"""Wavefront: programmable graph traversal in Python, on every CPU core and on NVIDIA GPUs.

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
    from . import maze as maze
    from . import operators as operators
    from .algorithms.betweenness import BetweennessResult as BetweennessResult
    from .algorithms.betweenness import betweenness_centrality as betweenness_centrality
    from .algorithms.bfs import BfsResult as BfsResult
    from .algorithms.bfs import bfs as bfs
    from .algorithms.components import Components as Components
    from .algorithms.components import connected_components as connected_components
    from .algorithms.core_number import CoreResult as CoreResult
    from .algorithms.core_number import core_number as core_number
    from .algorithms.label_propagation import LabelPropagationResult as LabelPropagationResult
    from .algorithms.label_propagation import label_propagation as label_propagation
    from .algorithms.multi_source_bfs import MultiSourceBfsResult as MultiSourceBfsResult
    from .algorithms.multi_source_bfs import multi_source_bfs as multi_source_bfs
    from .algorithms.pagerank import PageRankResult as PageRankResult
    from .algorithms.pagerank import pagerank as pagerank
    from .algorithms.sssp import SsspResult as SsspResult
    from .algorithms.sssp import sssp as sssp
    from .algorithms.topological_levels import TopologicalLevelsResult as TopologicalLevelsResult
    from .algorithms.topological_levels import topological_levels as topological_levels
    from .algorithms.triangles import TrianglesResult as TrianglesResult
    from .algorithms.triangles import triangles as triangles
    from .device import Cpu as Cpu
    from .errors import DeviceError as DeviceError
    from .errors import GraphFileError as GraphFileError
    from .errors import InputError as InputError
    from .graph import Graph as Graph
    from .io import read as read
    from .io import write as write
    from .measure.account import Account as Account
    from .measure.account import account as account
    from .measure.compare import Comparison as Comparison
    from .measure.compare import compare as compare
    from .strategies import STRATEGIES as STRATEGIES
    from .validate import ValidationError as ValidationError
    from .validate import validate_betweenness as validate_betweenness
    from .validate import validate_bfs as validate_bfs
    from .validate import validate_components as validate_components
    from .validate import validate_core_number as validate_core_number
    from .validate import validate_label_propagation as validate_label_propagation
    from .validate import validate_multi_source_bfs as validate_multi_source_bfs
    from .validate import validate_pagerank as validate_pagerank
    from .validate import validate_routes as validate_routes
    from .validate import validate_sssp as validate_sssp
    from .validate import validate_topological_levels as validate_topological_levels
    from .validate import validate_triangles as validate_triangles

# Where each public name lives: imported when first used, so that `import wavefront` costs nothing.
_HOME = {
    "Account": "measure.account",
    "BetweennessResult": "algorithms.betweenness",
    "BfsResult": "algorithms.bfs",
    "Comparison": "measure.compare",
    "CoreResult": "algorithms.core_number",
    "Components": "algorithms.components",
    "Cpu": "device",
    "DeviceError": "errors",
    "Graph": "graph",
    "GraphFileError": "errors",
    "InputError": "errors",
    "LabelPropagationResult": "algorithms.label_propagation",
    "MultiSourceBfsResult": "algorithms.multi_source_bfs",
    "PageRankResult": "algorithms.pagerank",
    "STRATEGIES": "strategies",
    "SsspResult": "algorithms.sssp",
    "TopologicalLevelsResult": "algorithms.topological_levels",
    "TrianglesResult": "algorithms.triangles",
    "ValidationError": "validate",
    "account": "measure.account",
    "betweenness_centrality": "algorithms.betweenness",
    "bfs": "algorithms.bfs",
    "compare": "measure.compare",
    "connected_components": "algorithms.components",
    "core_number": "algorithms.core_number",
    "label_propagation": "algorithms.label_propagation",
    "multi_source_bfs": "algorithms.multi_source_bfs",
    "pagerank": "algorithms.pagerank",
    "read": "io",
    "sssp": "algorithms.sssp",
    "topological_levels": "algorithms.topological_levels",
    "triangles": "algorithms.triangles",
    "validate_betweenness": "validate",
    "validate_bfs": "validate",
    "validate_components": "validate",
    "validate_core_number": "validate",
    "validate_label_propagation": "validate",
    "validate_multi_source_bfs": "validate",
    "validate_pagerank": "validate",
    "validate_routes": "validate",
    "validate_sssp": "validate",
    "validate_topological_levels": "validate",
    "validate_triangles": "validate",
    "write": "io",
}

# The modules that are public as a whole.
_MODULES = {
    "atomics": "atomics",
    "generators": "generators",
    "maze": "maze",
    "operators": "operators",
}

__all__ = sorted(_HOME | _MODULES)


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
