"""Each function gives what NetworkX gives: values, types and order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx_calls import NAMES, check
from networkx_results import IS_OLD

from wavefront.networkx_backend import convert

# What NetworkX 3.4 keeps, because it returns something else.
LEFT_TO_OLD = [
    "all_pairs_all_shortest_paths",
    "all_shortest_paths",
    "bfs_layers",
    "single_source_all_shortest_paths",
    "single_target_shortest_path_length",
]

# At length each graph is drawn once for several functions, which share its conversion.
GROUPS, PARTS = 12, 4


@pytest.mark.parametrize("name", NAMES)
def test_as_networkx(name):
    ran = []

    @settings(max_examples=15, deadline=None, derandomize=True)
    @given(st.data())
    def compare(data):
        ran.append(check(data, [name]))

    compare()
    assert any(ran) or (IS_OLD and name in LEFT_TO_OLD)


@pytest.mark.soak
@pytest.mark.parametrize("names", [NAMES[first::GROUPS] for first in range(GROUPS)], ids=" ".join)
@pytest.mark.parametrize("part", range(PARTS))
def test_as_networkx_at_length(names, part, monkeypatch):
    monkeypatch.setattr(convert, "FEWEST_ONCE", [0, convert.FEWEST_ONCE][part % 2])

    @settings(max_examples=10_000 // PARTS, deadline=None)
    @given(st.data())
    def compare(data):
        check(data, names)

    compare()
