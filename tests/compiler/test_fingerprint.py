"""Bodies that differ in what they capture are compiled apart."""

from collections import namedtuple

import numpy as np
import pytest
from numba.core import config

import wavefront as wf
from wavefront import atomics
from wavefront.atomics import atomic_add
from wavefront.compiler import fingerprint
from wavefront.intrinsics.warp import ballot


def test_a_closures_constants_are_its_own():
    def adder(step):
        def body(item, out):
            out[item] += step

        return body

    out = np.zeros(10, np.int64)
    wf.Cpu().for_each(10, adder(3), out)
    wf.Cpu().for_each(10, adder(40), out)
    assert (out == 43).all()


def test_captured_arrays_differ_by_shape_and_content():
    def reader(values):
        def body(item, out):
            out[item] = 1000 * values.ndim + values.shape[0] + values.flat[2500]

        return body

    out = np.zeros(1, np.int64)
    first, second = np.zeros(6000, np.int64), np.zeros(6000, np.int64)
    second[2500] = 7
    for values, expected in ((first, 7000), (second, 7007), (second.reshape(3, 2000), 2010)):
        wf.Cpu().for_each(1, reader(values), out)
        assert out[0] == expected


def test_bodies_differ_by_the_order_of_a_tuples_fields():
    def maker(fields):
        made = namedtuple("made", fields)

        def body(item, out):
            pair = made(1, 7)
            out[item] = 10 * pair.a + pair.b

        return body

    out = np.zeros(1, np.int64)
    for fields, expected in (("a b", 17), ("b a", 71)):
        wf.Cpu().for_each(1, maker(fields), out)
        assert out[0] == expected


def add_one(item, out):
    atomic_add(out, 0, 1)


def add_one_by_the_module(item, out):
    atomics.atomic_add(out, 0, 1)


def vote(item, out):
    out[item] = ballot(item > 3)


@pytest.mark.parametrize("body", [add_one, add_one_by_the_module, vote])
def test_an_edit_of_what_stands_for_a_callee_is_seen(body, monkeypatch):
    before = fingerprint.fingerprint(body)
    assert before == fingerprint.fingerprint(body)
    monkeypatch.setattr(fingerprint, "source_hash", lambda function: "edited")
    assert fingerprint.fingerprint(body) != before


def test_the_loops_text_changes_with_the_atomics():
    from wavefront.device import cpu

    assert fingerprint.source_hash(atomic_add) in cpu.CPU_LOOP


def test_the_setting_for_bounds_checks_is_part_of_it(monkeypatch):
    found = set()
    for setting in (None, 0, 1):
        monkeypatch.setattr(config, "BOUNDSCHECK", setting)
        found.add(fingerprint.fingerprint(add_one))
    assert len(found) == 3
