import csv

import networkx as nx
import numpy as np
import pytest

import wavefront as wf


@pytest.mark.parametrize("counts", [False, True])
def test_json_agrees_with_networkx(counts, command_json, karate):
    path, graph = karate
    options = ["--counts"] if counts else []
    found = command_json("betweenness", path, "--undirected", "--validate", *options)
    expected = nx.betweenness_centrality(graph, normalized=not counts)
    best = sorted(expected, key=expected.get, reverse=True)[:10]
    assert [row["vertex"] for row in found["top"]] == best
    np.testing.assert_allclose([row["score"] for row in found["top"]], [expected[v] for v in best])
    assert (found["sources"], found["exact"], found["validated"]) == (34, True, True)
    assert set(found["milliseconds"]) == {"compile", "read", "score"}


def test_samples_and_named_sources(command_json, command, cities):
    found = command_json("betweenness", cities, "--samples", 2, "--seed", 5, "--validate")
    assert (found["sources"], found["exact"]) == (2, False)
    named = command_json("betweenness", cities, "--source", "oslo", "--source", "paris", "--counts")
    # Oslo reaches four others, three of them through Paris, which starts no path to itself.
    assert {"vertex": "paris", "score": 3 * 4} in named["top"]
    err = command("betweenness", cities, "--samples", 1, "--source", "oslo", status=2).err
    assert "give one of them" in err


def test_output(command, cities, tmp_path):
    file = tmp_path / "scores.csv"
    out = command("betweenness", cities, "--output", file).out
    assert "written" in out
    graph = wf.read(cities)
    with file.open() as rows:
        found = {row["vertex"]: float(row["score"]) for row in csv.DictReader(rows)}
    scores = wf.betweenness_centrality(graph).scores
    assert found == dict(zip(graph.labels.tolist(), scores.tolist(), strict=True))


def test_an_unknown_source_is_the_callers_error(command, cities):
    assert "atlantis" in command("betweenness", cities, "--source", "atlantis", status=2).err


def test_weights_are_lengths(command_json, tmp_path):
    path = tmp_path / "roads.wel"
    path.write_text("0 1 1\n1 2 1\n0 2 5\n")
    found = command_json("betweenness", path, "--weighted", "--counts", "--validate")
    assert found["top"][0] == {"vertex": 1, "score": 1.0}
    assert command_json("betweenness", path, "--counts")["top"][0]["score"] == 0
