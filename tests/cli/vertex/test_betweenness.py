import csv

import networkx as nx
import numpy as np
import pytest

import wavefront as wf


@pytest.mark.parametrize("counts", [False, True])
def test_json_agrees_with_networkx(counts, command_json, karate):
    path, graph = karate
    options = ["--no-normalized"] if counts else []
    found = command_json("betweenness", path, "--undirected", "--validate", *options)
    expected = nx.betweenness_centrality(graph, normalized=not counts)
    best = sorted(expected, key=expected.get, reverse=True)[:10]
    assert [row["vertex"] for row in found["top"]] == best
    np.testing.assert_allclose([row["score"] for row in found["top"]], [expected[v] for v in best])
    assert (found["num_sources"], found["exact"], found["validated"]) == (34, True, True)
    assert set(found["milliseconds"]) == {"compile", "read", "score"}


def test_samples_and_named_sources(command_json, command, cities):
    found = command_json("betweenness", cities, "--samples", 2, "--seed", 5, "--validate")
    assert (found["num_sources"], found["exact"]) == (2, False)
    named = command_json("betweenness", cities, "--source", "oslo", "--source", "paris", "--no-normalized")
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
    found = command_json("betweenness", path, "--weighted", "--no-normalized", "--validate")
    assert found["top"][0] == {"vertex": 1, "score": 1.0}
    assert command_json("betweenness", path, "--no-normalized")["top"][0]["score"] == 0


def test_edges_are_scored_towards_targets(command, command_json, cities, tmp_path):
    graph = wf.read(cities)
    oslo, cairo = map(graph.vertex, ("oslo", "cairo"))
    options = ["--source", "oslo", "--target", "cairo", "--edges", "--no-normalized", "--validate"]
    found = command_json("betweenness", cities, *options)
    expected = wf.betweenness_centrality(graph, [oslo], targets=[cairo], edges=True, normalized=False)
    src, dst, _ = graph.coo
    scores = {
        (graph.labels[u], graph.labels[v]): score
        for u, v, score in zip(src, dst, expected.edge_scores, strict=True)
    }
    assert {(row["source"], row["neighbor"]): row["score"] for row in found["top_edges"]} == scores
    assert scores[("oslo", "paris")] == scores[("paris", "cairo")] == 1
    assert scores[("paris", "rome")] == 0
    lines = [line.split() for line in command("betweenness", cities, *options).out.splitlines()]
    assert ["source", "neighbor", "score"] in lines
    assert ["paris", "cairo", "1"] in lines


def test_an_undirected_edge_is_shown_once(command_json, karate):
    path, graph = karate
    found = command_json("betweenness", path, "--undirected", "--edges")["top_edges"]
    expected = sorted(nx.edge_betweenness_centrality(graph).values(), reverse=True)[:10]
    np.testing.assert_allclose([row["score"] for row in found], expected)
