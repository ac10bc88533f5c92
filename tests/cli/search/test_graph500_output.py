"""``wavefront bfs --format graph500``."""

import math

import pytest


def test_graph500_output(command, karate):
    path, graph = karate
    text = command("bfs", path, "--undirected", "--source", 0, "--format", "graph500").out
    fields = {name: float(value) for name, value in (line.split(":") for line in text.splitlines())}
    assert fields["SCALE"] == pytest.approx(math.log2(34))
    assert fields["edgefactor"] == pytest.approx(graph.number_of_edges() / 34)
    assert fields["NBFS"] == 1
    assert fields["bfs max_nedge"] == graph.number_of_edges()
    rate = fields["bfs mean_nedge"] / fields["bfs median_time"]
    assert fields["bfs harmonic_mean_TEPS"] == pytest.approx(rate)
