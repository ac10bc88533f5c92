"""Each rule of the validator catches a rank that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda ranks: ranks[:-1], r"rule 1: \(2,\) ranks for 3"),
        (lambda ranks: ranks - [0, 0.6, 0], "rule 1: vertex 1"),
        (lambda ranks: ranks * np.nan, "rule 1: vertex 0"),
        (lambda ranks: ranks * 1.1, "rule 2"),
        (lambda ranks: ranks[[1, 0, 2]], "rule 3.*in all, vertex 1"),
    ],
)
def test_wrong_ranks_are_refused(change, message):
    graph = generators.path(3)
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_pagerank(graph, change(wf.pagerank(graph).ranks))


def test_ranks_that_are_no_numbers_are_refused():
    with pytest.raises(wf.InputError, match="floating-point"):
        wf.validate_pagerank(generators.path(3), np.array([1, 2, 3]))
