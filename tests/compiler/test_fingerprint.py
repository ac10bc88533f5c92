"""Bodies that differ in what they capture are compiled apart."""

from collections import namedtuple

import numpy as np

import wavefront as wf


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
