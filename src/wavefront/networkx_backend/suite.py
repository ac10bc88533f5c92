"""NetworkX's own tests on this backend: which are expected to fail, and why."""

from __future__ import annotations

from typing import Any

# "file::class::test" or the end of it: the reason.
EXPECTED = {
    "test_betweenness_centrality_subset.py::test_equivalence_non_subset": (
        "compares sums for equality, which are added up in another order: the last bit differs"
    ),
    "test_dag.py::TestDAG::test_topological_sort6": (
        "changes the graph while it is sorted, which NetworkX notices; here the order is found first"
    ),
}


def on_start_tests(items: list[Any]) -> None:
    """Mark the tests that are expected to fail: NetworkX calls this before it runs its tests on a backend."""
    import pytest

    for item in items:
        for end, reason in EXPECTED.items():
            if item.nodeid.endswith(end):
                item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
