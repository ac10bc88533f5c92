"""Answers as people write them, and verdicts."""

import numpy as np
import pytest

import wavefront as wf
from wavefront.laboratory.practice.question import Part, Question


@pytest.fixture
def asked():
    parts = (
        Part("count", "how many", 3),
        Part("order", "in which order", [2, 0]),
        Part("members", "who", frozenset({1, 5})),
        Part("kind", "what", "csr", ("csr", "csc")),
    )
    return Question(1, 0, "title", "situation", wf.generators.path(3), parts, "because")


@pytest.mark.parametrize(
    "right",
    [
        {"count": "3", "order": "2 0", "members": "5, 1", "kind": "CSR"},
        {"count": np.int64(3), "order": np.array([2, 0]), "members": {1, 5}, "kind": " csr "},
        {"count": [3], "order": "[2, 0]", "members": (5, 1, 1), "kind": "csr"},
    ],
)
def test_right_answers(asked, right):
    verdict = asked.check(right)
    assert verdict
    assert str(verdict) == "count: right\norder: right\nmembers: right\nkind: right"


def test_wrong_and_missing_parts(asked):
    verdict = asked.check({"count": 4, "order": "0 2"})
    assert not verdict
    assert verdict.parts == {"count": False, "order": False}
    assert verdict.missing == ("members", "kind")
    assert "members: not answered" in str(verdict)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"count": "three"}, "count is a number"),
        ({"count": "1 2"}, "count is a number"),
        ({"count": 2.5}, "count is a number"),
        ({"count": None}, "count is a number"),
        ({"order": "2 x"}, "order is numbers in order"),
        ({"order": [[1]]}, "order is numbers in order"),
        ({"members": {"a": 1}}, "members is numbers in any order"),
        ({"kind": "coo"}, "kind is csr or csc"),
        ({"size": 1}, "no part is called 'size'"),
        (3, "several parts, answered by name: count, order"),
    ],
)
def test_answers_of_the_wrong_kind(asked, answer, message):
    with pytest.raises(wf.InputError, match=message):
        asked.check(answer)


def test_one_part_needs_no_name():
    asked = Question(1, 0, "", "", wf.generators.path(2), (Part("count", "how many", 3),), "")
    assert asked.check(3)
    assert not asked.check(2)
