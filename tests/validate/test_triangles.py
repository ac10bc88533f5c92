"""Each rule of the validator catches a count that breaks it, and names the place."""

import networkx as nx
import numpy as np
import pytest

import wavefront as wf
from wavefront import generators

BOOK = wf.Graph.from_edges(*generators.book_graph().coo[:2], directed=False)
RIGHT = wf.triangles(BOOK, device="python").counts


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda counts: counts[:-1], r"rule 1: \(8,\) counts for 9"),
        (lambda counts: -counts, "rule 1: -1 is among the counts, at vertex 0"),
        (lambda counts: counts + (np.arange(9) == 4), "rule 2: the counts add up"),
        (lambda counts: counts + 60 * (np.arange(9) == 4), "rule 3: vertex 4"),
        (lambda counts: np.roll(counts, 1), "rule [34]: vertex"),
    ],
)
def test_wrong_counts_are_refused(change, message):
    wf.validate_triangles(BOOK, RIGHT)
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_triangles(BOOK, change(RIGHT))


def test_counts_that_only_the_matrices_tell_are_refused():
    square = nx.cycle_graph(4)
    square.add_edge(0, 2)
    graph = wf.Graph.from_networkx(square)
    assert wf.triangles(graph).counts.tolist() == [2, 1, 2, 1]
    with pytest.raises(wf.ValidationError, match=r"rule 4: vertex 0 has 1 triangles; it is on 2"):
        wf.validate_triangles(graph, np.array([1, 1, 1, 0]))


def test_the_check_works_in_blocks(monkeypatch):
    graph = generators.kronecker(7, seed=3)
    counts = wf.triangles(graph).counts
    monkeypatch.setattr("wavefront.validate.triangles.BLOCK_PRODUCTS", 500)
    wf.validate_triangles(graph, counts)
    with pytest.raises(wf.ValidationError, match="rule 4"):
        wf.validate_triangles(graph, np.where(counts == counts.max(), counts - 3, counts))


def test_counts_that_are_no_integers_are_refused():
    with pytest.raises(wf.InputError, match="signed integers"):
        wf.validate_triangles(BOOK, RIGHT / 2)
