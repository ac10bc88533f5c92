"""Sets as bits of words."""

import numpy as np
import pytest

from wavefront.frontier import WORD_SIZE, contains, insert

pytestmark = pytest.mark.on_devices


def insert_given(index, items, words):
    insert(words, items[index])


def ask_for_each(item, words, found):
    found[item] = contains(words, item)


def test_what_was_inserted_is_contained(device):
    items = np.array([0, 31, 32, 33, 63, 95, 33])  # one twice
    words = device.xp.zeros(3, np.uint32)
    found = device.xp.zeros(3 * WORD_SIZE, bool)
    device.for_each(items.size, insert_given, device.array(items), words)
    device.for_each(found.size, ask_for_each, words, found)
    assert device.xp.flatnonzero(found).tolist() == [0, 31, 32, 33, 63, 95]
    assert words.tolist() == [1 | 1 << 31, 1 | 2 | 1 << 31, 1 << 31]
