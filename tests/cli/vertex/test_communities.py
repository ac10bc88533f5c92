import csv
import re
from collections import Counter

import numpy as np
import pytest

import wavefront as wf


@pytest.fixture
def cliques(tmp_path):
    """Cliques of 5, 6 and 4 vertices, each joined to the next by an edge; ids count from 100."""
    path = tmp_path / "cliques.txt"
    members = [range(100, 105), range(105, 111), range(111, 115)]
    edges = [(u, v) for clique in members for u in clique for v in clique if u < v]
    path.write_text("".join(f"{u} {v}\n" for u, v in [*edges, (104, 105), (110, 111)]))
    return path


def test_json_finds_cliques(command_json, cliques):
    found = command_json("communities", cliques, "--undirected", "--validate")
    assert (found["num_communities"], found["converged"], found["validated"]) == (3, True, True)
    sizes = [(row["vertex"], row["community_size"]) for row in found["top"]]
    assert sizes == [(105, 6), (100, 5), (111, 4)]
    assert set(found["milliseconds"]) == {"compile", "read", "propagate"}


def test_files_agree_with_the_table(command_json, karate, tmp_path):
    path, _ = karate
    for suffix in ("csv", "npz"):
        options = ["--seed", 3, "--output", tmp_path / f"communities.{suffix}"]
        found = command_json("communities", path, "--undirected", *options)
    with (tmp_path / "communities.csv").open() as rows:
        written = [int(row["community"]) for row in csv.DictReader(rows)]
    with np.load(tmp_path / "communities.npz") as arrays:
        assert arrays["communities"].tolist() == written
    assert written == wf.label_propagation(wf.read(path, undirected=True), seed=3).communities.tolist()
    sizes = Counter(written)
    first = {community: written.index(community) for community in sizes}
    largest = sorted(sizes, key=lambda community: (-sizes[community], first[community]))
    expected = [{"vertex": first[community], "community_size": sizes[community]} for community in largest]
    assert found["top"] == expected[:10]


def test_text_says_whether_it_converged(command, cliques):
    text = command("communities", cliques, "--undirected", "--max-iterations", 1, "--validate").out
    assert re.search(r"^converged +no *$", text, re.MULTILINE)
    assert re.search(r"^iterations +1 *$", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ([], "undirected"),
        (["--undirected", "--max-iterations", 0], "max-iterations"),
        (["--undirected", "--seed", -1], "seed"),
        (["--undirected", "--output", "communities.odd"], "unknown suffix"),
    ],
)
def test_what_is_the_callers_error(options, problem, command, cliques):
    result = command("communities", cliques, *options, status=2)
    assert result.out == ""
    assert problem in result.err


def test_a_graph_without_vertices(command_json, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
    found = command_json("communities", path)
    assert (found["num_communities"], found["top"]) == (0, [])
