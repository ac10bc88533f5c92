"""What the arrays that a kernel takes are to the counting build.

The module of a strategy's GPU kernels has a table ``ROLES``: by role, those of the kernels' parameters that
are arrays. Each has exactly one role.
"""

from collections.abc import Mapping
from typing import Literal

Role = Literal[
    "offsets",  # of the graph, by vertex or row: a read of it counts as memory traffic
    "edges",  # of the graph, a slot an edge: a read of it also inspects the edge
    "queue",  # of vertices: a thread that reads it takes a vertex of the frontier
    "labels",  # by vertex: a store to it labels the vertex
    "other",  # results, counters and the like
]
Roles = Mapping[Role, set[str]]
