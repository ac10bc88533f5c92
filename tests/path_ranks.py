"""Searches for shortest paths over ranks, compared with one process's."""

import numpy as np

import wavefront as wf
from wavefront.algorithms.sssp.words import HALF, NOBODY
from wavefront.distributed.peer_path_keys import DISTANCES, WORDS

DELTAS = 1e-300, 40.0, 1e300  # a bucket for each distance, several, and one
ALWAYS, NEVER = -1, 10**9  # entries beyond which bitmaps are used


def check(graph, ranks, source, delta, kinds=(DISTANCES, WORDS)):
    """Search by keys of these kinds; by words only where these hold the distances."""
    expected = wf.sssp(graph, source, device="cpu")
    distances = expected.distances.astype(np.float64)
    distances[distances < 0] = np.inf
    if DISTANCES in kinds:
        np.testing.assert_array_equal(ranks.search(source, delta), distances)
    if WORDS in kinds and (not graph.weighted or graph.csr.weights.dtype != np.float64):
        check_words(ranks.search(source, delta, WORDS), source, distances, expected.predecessors)


def check_words(words, source, distances, predecessors):
    """Distances, and the predecessors of those that are farther than some predecessor on a shortest path."""
    np.testing.assert_array_equal((words >> HALF).astype(np.int32).view(np.float32), distances)
    found, has_path = words & NOBODY, np.isfinite(distances)
    known = has_path & (found != NOBODY)
    known[source] = False
    assert found[known].tolist() == predecessors[known].tolist()
    others = has_path & (found == NOBODY)
    assert (distances[predecessors[others]] == distances[others]).all()
