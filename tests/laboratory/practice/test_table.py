"""Practice questions: every answer against plain Python on the graph drawn, and wrong answers found out."""

from collections import deque

import numpy as np
import pytest

import wavefront as wf
from wavefront.laboratory.practice import TITLES

SEEDS = range(3)


def lists(graph):
    """Out- and in-neighbors, as lists."""
    after, before = ([[] for _ in range(graph.num_vertices)] for _ in range(2))
    for src, dst in zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True):
        after[src].append(dst)
        before[dst].append(src)
    return after, [sorted(near) for near in before]


def levels_of(after, root):
    levels, waiting = [-1] * len(after), deque([root])
    levels[root] = 0
    while waiting:
        vertex = waiting.popleft()
        for near in after[vertex]:
            if levels[near] == -1:
                levels[near] = levels[vertex] + 1
                waiting.append(near)
    return levels


class Known:
    """What plain Python says of a question's graph; `level` is the one that the answer is about."""

    def __init__(self, asked, level=None):
        self.after, self.before = lists(asked.graph)
        self.levels = levels_of(self.after, 0)
        self.num_vertices, self.num_edges = asked.graph.num_vertices, asked.graph.num_edges
        self.level = level

    def frontier(self, level=None):
        return [v for v, at in enumerate(self.levels) if at == (level or self.level) - 1]

    def waiting(self, level=None):
        return [v for v, at in enumerate(self.levels) if at == -1 or at >= (level or self.level)]

    def pushed(self, level=None):
        return sum(len(self.after[vertex]) for vertex in self.frontier(level))

    def pulled(self, level=None):
        level, inspected = level or self.level, 0
        for vertex in self.waiting(level):
            hits = [place for place, near in enumerate(self.before[vertex]) if self.levels[near] == level - 1]
            inspected += hits[0] + 1 if hits else len(self.before[vertex])
        return inspected


def number_in(words, before):
    """The first number after these words."""
    after = words.replace("\n", " ").split(before)[1]
    return int("".join(letter if letter.isdigit() else " " for letter in after).split()[0])


def question_2(asked, known):
    other = number_in(asked.text, "its neighbor ")
    edges = sum(len(known.after[v]) for v, at in enumerate(known.levels) if at >= 0)
    second = levels_of(known.after, other)
    return {
        "from_0": known.levels,
        "from_other": second,
        "launches": max(known.levels) + 1,
        "inspections": edges,
    }


def question_3(asked, known):
    known.level = level = number_in(asked.text, "labels level ")
    several = {
        v
        for v, at in enumerate(known.levels)
        if at == level and len({*known.before[v]} & {*known.frontier()}) > 1
    }
    return {
        "launched": known.num_vertices,
        "iterating": set(known.frontier()),
        "racing": several,
        "value": level,
        "atomics": 0,
    }


def question_4(asked, known):
    known.level = level = number_in(asked.text, "labels level ")
    return {
        "format": "csc",
        "iterating": set(known.waiting()),
        "labelling": {v for v, at in enumerate(known.levels) if at == level},
        "inspected": known.pulled(),
        "without": sum(len(known.before[v]) for v in known.waiting()),
    }


def question_5(asked, known):
    known.level = number_in(asked.text, "vertex 0, level ")
    return {
        "format": "coo",
        "edge_threads": known.num_edges,
        "push_threads": known.num_vertices,
        "edge_longest": 1,
        "push_longest": max(len(known.after[v]) for v in known.frontier()),
        "in_vain": known.num_edges - known.pushed(),
        "coo": 2 * known.num_edges,
        "csr": known.num_vertices + 1 + known.num_edges,
    }


def question_6(asked, known):
    level = number_in(asked.text, "in the queue of level ")
    claimed = known.levels.count(level)
    found = sum(known.levels[near] == level for v in known.frontier(level) for near in known.after[v])
    sizes = [known.levels.count(at) for at in range(max(known.levels) + 1)]
    return {"launched": sizes, "claimed": claimed, "unclaimed": found, "last": 0}


def question_7(asked, known):
    known.level = level = number_in(asked.text, "Level ")
    capacity = number_in(asked.text, "queues of ")
    words = asked.text.replace("\n", " ").split("before is ")[1].split(" in this order")[0]
    frontier = [int(word) for word in words.split()]
    assert sorted(frontier) == known.frontier()
    left = {v for v, at in enumerate(known.levels) if at == level}
    claims = []
    for block in (frontier[first : first + 2] for first in range(0, len(frontier), 2)):
        reached = {near for vertex in block for near in known.after[vertex]} & left
        claims.append(len(reached))
        left -= reached
    held = [min(count, capacity) for count in claims]
    overflow = sum(claims) - sum(held)
    return {
        "plain": sum(claims),
        "blocks": len(claims),
        "held": held,
        "overflow": overflow,
        "private": overflow + len(claims),
        "in_block": sum(claims),
    }


def question_9(asked, known):
    offsets = np.cumsum([0, *map(len, known.after)])
    return {"src_ptr": offsets.tolist(), "dst": [near for ends in known.after for near in sorted(ends)]}


def question_10(asked, known):
    known.level = level = number_in(asked.text, "vertex 0, level ")
    return {
        "push_launched": known.num_vertices,
        "push_iterating": len(known.frontier()),
        "pull_launched": known.num_vertices,
        "pull_iterating": len(known.waiting()),
        "pull_labelling": known.levels.count(level),
        "edge_launched": known.num_edges,
        "edge_active": known.pushed(),
    }


def question_11(asked, known):
    lines = asked.text.splitlines()
    (given,) = [line for line in lines if line.startswith("levels = ")]
    levels = [int(word) for word in given.split(",")[0].split()[2:]]
    returned, appended = [], set()
    for line in lines:
        if "atomic_cas(levels, " in line:
            near, _, level = (
                int(word) for word in line.split("atomic_cas(levels, ")[1].rstrip(")").split(",")
            )
            returned.append(levels[near])
            if levels[near] == -1:
                levels[near] = level
                appended.add(near)
    return {"returned": returned, "appended": appended, "levels": levels}


def question_12(asked, known):
    levels = range(1, max(known.levels) + 2)
    push, pull = [known.pushed(level) for level in levels], [known.pulled(level) for level in levels]
    switch = [level for level, pushed, pulled in zip(levels, push, pull, strict=True) if pulled < pushed]
    return {
        "push": push,
        "pull": pull,
        "switch": switch[0] if switch else 0,
        "undirected": 1,
        "directed": 2,
        "push_moves": "scatter",
        "pull_moves": "gather",
    }


def question_13(asked, known):
    hub = number_in(asked.text, "Vertex ")
    reached = [len(known.after[v]) for v, at in enumerate(known.levels) if at >= 0]
    return {
        "edge_threads": known.num_edges,
        "push_threads": known.num_vertices,
        "edge_longest": 1,
        "push_longest": max(reached),
        "coo": 2 * known.num_edges,
        "csr": known.num_vertices + 1 + known.num_edges,
        "edge_checks": len(known.after[hub]),
        "push_checks": 1,
    }


BY_HAND = {number: globals()[f"question_{number}"] for number in (2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13)}


@pytest.mark.parametrize("number", BY_HAND)
def test_answers_by_hand(number):
    for seed in SEEDS:
        asked = wf.practice.question(number, seed)
        expected = BY_HAND[number](asked, Known(asked))
        assert asked.answer() == expected, f"seed {seed}"
        assert asked.check(expected)


def test_formats_by_hand():
    for seed in SEEDS:
        asked = wf.practice.question(1, seed)
        known, answer = Known(asked), asked.answer()
        size = number_in(asked.text, "directed graph of ")
        assert answer["edges"] == sum(a != b for a in range(size) for b in range(size))
        assert answer["after"] == sorted(known.after[number_in(asked.text, "CSR holds for vertex ")])
        assert answer["before"] == known.before[number_in(asked.text, "CSC holds for vertex ")]
        pairs = [[src, dst] for src, ends in enumerate(known.after) for dst in sorted(ends)]
        assert answer["ends"] == pairs[number_in(asked.text, "COO holds for edge ")]
        assert [answer[name] for name in ("push", "pull", "edge_centric")] == ["csr", "csc", "coo"]


def test_launches_by_hand():
    asked = wf.practice.question(8, 0)
    rows, cols = number_in(asked.text, "A grid of "), number_in(asked.text, " x ")
    capacity, hub = number_in(asked.text, "capacity="), number_in(asked.text, "in which vertex ")
    sizes = [sum(r + c == at for r in range(rows) for c in range(cols)) for at in range(rows + cols - 1)]
    runs = sum(size <= capacity and (at == 0 or sizes[at - 1] > capacity) for at, size in enumerate(sizes))
    answer = asked.answer()
    assert answer["queue_launches"] == 2 * len(sizes)
    assert answer["block_launches"] == runs + 2 * sum(size > capacity for size in sizes)
    degree = len(Known(asked).after[hub])
    assert (answer["buckets"], answer["queue_longest"]) == ([0, 0, 1], degree)
    assert (answer["buckets_longest"], answer["edges_longest"]) == (1, 1)


@pytest.mark.parametrize("number", TITLES)
def test_a_question_judges_and_explains(number):
    asked, other = wf.practice.question(number, 1), wf.practice.question(number, 2)
    assert asked.text == wf.practice.question(number, 1).text != other.text
    assert f"Question {number}, seed 1" in asked.text
    for part in asked.parts:
        assert part.name in asked.text
        assert f"{part.name} = " in asked.explain()
        verdict = asked.check({part.name: wrong(part)})
        assert not verdict
        assert verdict.parts == {part.name: False}
        assert not asked.check({part.name: part.value}) or len(asked.parts) == 1  # the others are missing


def wrong(part):
    if part.choices:
        return next(word for word in part.choices if word != part.value)
    return part.value + 1 if isinstance(part.value, int) else [*part.value, 10**6]


@pytest.mark.parametrize(("number", "seed"), [(0, 0), (14, 0), ("7", 0), (7, -1), (7, 1.5), (True, 0)])
def test_no_such_question(number, seed):
    with pytest.raises(wf.InputError, match=r"(number|seed) must be"):
        wf.practice.question(number, seed)
