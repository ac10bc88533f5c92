"""The CPU device: calls and loops over items."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.compiler import prange


def count_visits(item, visits):
    visits[item] += 1


def add_squares(out, rounds):
    for _ in range(rounds):
        for item in prange(out.size):
            out[item] += item * item
    return out.size * rounds


@pytest.mark.parametrize("threads", [1, None])
def test_call_returns_after_its_parallel_loops(threads):
    out = np.zeros(10_000, np.int64)
    assert wf.Cpu(threads=threads).call(add_squares, out, 3) == 30_000
    assert (out == 3 * np.arange(10_000) ** 2).all()


@pytest.mark.parametrize("threads", [1, None])
@pytest.mark.parametrize("count", [0, 1, 2, 1023, 100_003])
def test_for_each_visits_every_item_once(count, threads):
    visits = np.zeros(count, np.int32)
    wf.Cpu(threads=threads).for_each(count, count_visits, visits)
    assert (visits == 1).all()


def scaled_sum(values, factor, out):
    for item in range(values.size):
        out[0] += values[item] * factor
    return out[0]


def test_a_bound_body_is_called_with_the_rest_of_its_arguments():
    call = wf.Cpu().bind(scaled_sum, np.arange(5))
    out = np.zeros(1, np.int64)
    assert [call(2, out), call(3, out)] == [20, 50]
    assert out[0] == 50
