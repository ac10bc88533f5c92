"""Rule checks that need no oracle, one file an algorithm."""

from .betweenness import validate_betweenness
from .bfs import validate_bfs
from .components import validate_components
from .core_number import validate_core_number
from .label_propagation import validate_label_propagation
from .multi_source_bfs import validate_multi_source_bfs
from .pagerank import validate_pagerank
from .routes import validate_routes
from .rules import ValidationError
from .sssp import validate_sssp
from .topological_levels import validate_topological_levels
from .triangles import validate_triangles

__all__ = [
    "ValidationError",
    "validate_betweenness",
    "validate_bfs",
    "validate_components",
    "validate_core_number",
    "validate_label_propagation",
    "validate_multi_source_bfs",
    "validate_pagerank",
    "validate_routes",
    "validate_sssp",
    "validate_topological_levels",
    "validate_triangles",
]
