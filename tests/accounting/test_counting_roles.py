"""The roles that kernels' arrays have in the counting build."""

import inspect
import sys
from types import FunctionType

import numpy as np
import pytest

from wavefront.accounting.counting import CountingDevice
from wavefront.strategies import ACCOUNTS

ROLES = {"edges": {"dst", "either"}, "labels": {"levels"}, "other": {"either"}}


def visit(item, dst, levels):
    levels[dst[item]] = 1


def visit_without_role(item, dst, forgotten):
    forgotten[dst[item]] = 1


def visit_with_two_roles(item, either):
    either[item] = 1


def test_arrays_count_by_their_roles():
    device = CountingDevice()
    levels = np.array([0, -1, -1])
    device.for_each(2, visit, np.array([1, 2]), levels)
    device.record(levels, "push", 1, 2)
    (row,) = device.rows
    assert (row.edges_inspected, row.threads_labelling, row.vertices_labelled) == (2, 2, 2)


@pytest.mark.parametrize(
    ("kernel", "count", "message"),
    [
        (visit_without_role, 2, "gives no role to the array 'forgotten' of visit_without_role"),
        (visit_with_two_roles, 1, "gives edges and other to the array 'either'"),
    ],
)
def test_every_array_has_one_role(kernel, count, message):
    with pytest.raises(TypeError, match=message):
        CountingDevice().for_each(3, kernel, *[np.zeros(3, int)] * count)


# direction_optimized has the kernels of push and pull.
@pytest.mark.parametrize("strategy", sorted(ACCOUNTS.keys() - {"direction_optimized"}))
def test_a_role_is_of_a_parameter(strategy):
    module = sys.modules[ACCOUNTS[strategy].__module__]
    functions = [value for value in vars(module).values() if isinstance(value, FunctionType)]
    known = {name for function in functions for name in inspect.signature(function).parameters}
    assert {name for names in module.ROLES.values() for name in names} <= known
