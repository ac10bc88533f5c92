"""The functions compiled with a body: those that it calls, and no namesakes of them."""

from typing import NamedTuple

import numpy as np

import wavefront as wf


class Level(NamedTuple):
    add_level: int


def add_level(item, out, level):
    out[item] += level.add_level


def test_a_body_may_read_an_attribute_of_its_own_name():
    out = np.zeros(3, np.int64)
    wf.Cpu().for_each(3, add_level, out, Level(4))
    assert out.tolist() == [4, 4, 4]
