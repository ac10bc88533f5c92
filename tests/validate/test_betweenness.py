"""Each rule of the validator catches a score that breaks it, and names the place."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.parametrize(
    ("sources", "message"),
    [([3], "out of range"), ([-1], "out of range"), ([], "sources must list"), (2, "sources must list")],
)
def test_scores_from_wrong_sources_are_not_checked(sources, message):
    graph = generators.path(3)
    scores = wf.betweenness_centrality(graph, 2).scores
    with pytest.raises(wf.InputError, match=message):
        wf.validate_betweenness(graph, scores, sources=sources)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda scores, along: (scores[:-1], along), r"rule 1: \(3,\) vertex scores for 4"),
        (lambda scores, along: (-scores, along), "rule 1: vertex 1"),
        (lambda scores, along: (scores * np.nan, along), "rule 1: vertex 0"),
        (lambda scores, along: (scores, along[1:]), r"rule 1: \(2,\) edge scores for 3"),
        (
            lambda scores, along: (scores * 1.5, along),
            "rule 2: scores stand for 6 inner vertices of paths, of 4",
        ),
        (lambda scores, along: (scores[[1, 0, 2, 3]], along), "rule 3: vertex 0"),
        (lambda scores, along: (scores, along[[1, 0, 2]]), "rule 4: edge scores at vertex 0"),
    ],
)
def test_wrong_scores_are_refused(change, message):
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 3])
    result = wf.betweenness_centrality(graph, edges=True)
    with pytest.raises(wf.ValidationError, match=message):
        wf.validate_betweenness(graph, *change(result.scores, result.edge_scores))


def test_scores_that_are_no_numbers_are_refused():
    with pytest.raises(wf.InputError, match="floating-point"):
        wf.validate_betweenness(generators.path(3), np.array([0, 1, 0]))
