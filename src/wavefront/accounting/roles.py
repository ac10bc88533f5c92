"""Roles of a kernel's arrays in the counting build.

The module of a strategy's GPU kernels has a table ``ROLES``: for each role, the names of the kernels'
parameters that are arrays of that role. Each array has exactly one role.
"""

from collections.abc import Mapping
from typing import Literal

Role = Literal[
    "offsets",  # of the graph, by vertex or row: a read counts as memory traffic
    "edges",  # of the graph, one slot per edge: a read also inspects the edge
    "queue",  # of vertices: a read takes a vertex of the frontier, a store appends one
    "next_queue",  # of vertices: a store appends one
    "labels",  # by vertex: a store labels the vertex, and an atomic claims it
    "marks",  # by vertex: an atomic claims the vertex
    "other",  # results, counters and the like
]
Roles = Mapping[Role, set[str]]
