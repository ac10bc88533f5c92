import csv

import networkx as nx
import numpy as np
import pytest

import wavefront as wf


def test_json_agrees_with_networkx(command_json, karate):
    path, graph = karate
    found = command_json("pagerank", path, "--undirected", "--tolerance", "1e-12", "--validate")
    expected = nx.pagerank(graph, tol=1e-14, weight=None)
    best = sorted(expected, key=expected.get, reverse=True)[:10]
    assert [row["vertex"] for row in found["top"]] == best
    np.testing.assert_allclose([row["rank"] for row in found["top"]], [expected[v] for v in best], rtol=1e-9)
    assert (found["converged"], found["validated"], found["output"]) == (True, True, None)
    assert set(found["milliseconds"]) == {"compile", "read", "rank"}


def test_limits_and_weights(command_json, tmp_path):
    path = tmp_path / "graph.wel"
    path.write_text("0 1 1\n0 2 3\n1 0 1\n2 0 1\n")
    found = command_json(
        "pagerank", path, "--weighted", "--damping", 0.5, "--max-iterations", 1, "--validate"
    )
    assert (found["iterations"], found["converged"], found["validated"]) == (1, False, False)
    start = 1 / 3
    assert found["top"][0] == {"vertex": 0, "rank": pytest.approx(0.5 * start + 0.5 * 2 * start)}
    assert found["top"][1] == {"vertex": 2, "rank": pytest.approx(0.5 * start + 0.5 * 0.75 * start)}


def test_text_names_the_vertices(command, cities, tmp_path):
    out = command("pagerank", cities, "--validate").out
    assert "all rules hold" in out
    assert out.splitlines()[-5].split()[0] == "rome"  # the first of five rows


@pytest.mark.parametrize("suffix", ["csv", "npz"])
def test_output(command, cities, tmp_path, suffix):
    file = tmp_path / f"ranks.{suffix}"
    command("pagerank", cities, "--output", file)
    graph = wf.read(cities)
    ranks = wf.pagerank(graph).ranks
    if suffix == "npz":
        with np.load(file) as written:
            assert (written["ranks"] == ranks).all()
            assert (written["labels"] == graph.labels).all()
        return
    with file.open() as rows:
        found = {row["vertex"]: float(row["rank"]) for row in csv.DictReader(rows)}
    assert found == dict(zip(graph.labels.tolist(), ranks.tolist(), strict=True))


def test_a_wrong_damping_is_the_callers_error(command, cities):
    assert "damping" in command("pagerank", cities, "--damping", 2, status=2).err
