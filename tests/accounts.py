"""Functions shared by the tests of the work account."""

from graphs import METHOD_IDS, METHODS

import wavefront as wf
from wavefront.strategies import ACCOUNTS

METHODS_WITH_ACCOUNT = [
    (name, options) for name, options in METHODS if name in ACCOUNTS and "library" not in options
]
IDS = [name for name in METHOD_IDS if name.split()[0] in ACCOUNTS and "library" not in name]


def limits(value):
    """The least and the most that a figure can be."""
    return value if isinstance(value, tuple) else (value, value)


def queued(capacity):
    """The strategies that claim vertices for queues, with small sizes: of blocks, and of queues as given."""
    return {
        "frontier_queue": {},
        "privatized": {"block_size": 4, "capacity": capacity},
        "hierarchical": {"block_size": 4, "warp_size": 2, "warp_capacity": 1, "capacity": capacity},
        "single_block": {"block_size": 4, "capacity": capacity},
    }


def overlapping():
    """Level 2 has two parents: 3 by either, through parallel edges from the first, and 4 by the second."""
    return wf.Graph.from_edges([0, 0, 1, 1, 2, 2], [1, 2, 3, 3, 3, 4])


def columns(graph, strategy, *names, **options):
    """These columns of the account of a search from vertex 0: a list of one figure per level each."""
    rows = wf.account(graph, 0, strategy, **options).rows
    return [[getattr(row, name) for row in rows] for name in names]
