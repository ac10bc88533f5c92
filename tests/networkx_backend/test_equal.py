"""Each function gives what NetworkX gives: values, types and order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx_calls import NAMES, check


@pytest.mark.parametrize("name", NAMES)
def test_as_networkx(name):
    ran = []

    @settings(max_examples=15, deadline=None, derandomize=True)
    @given(st.data())
    def compare(data):
        ran.append(check(data, name))

    compare()
    assert any(ran)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_as_networkx_at_length(name):
    @settings(max_examples=10_000 // len(NAMES) * 10, deadline=None)
    @given(st.data())
    def compare(data):
        check(data, name)

    compare()
