import csv

import networkx as nx
import numpy as np
import pytest


@pytest.mark.parametrize("direction", ["in", "out"])
@pytest.mark.parametrize("name", ["closeness", "harmonic"])
def test_json_agrees_with_networkx(name, direction, command_json, karate):
    path, graph = karate
    found = command_json(name, path, "--undirected", "--direction", direction, "--validate")
    scores = getattr(nx, f"{name}_centrality")(graph)
    best = sorted(scores, key=lambda vertex: (-round(scores[vertex], 9), vertex))[:10]
    assert [row["vertex"] for row in found["top"]] == best
    np.testing.assert_allclose([row["score"] for row in found["top"]], [scores[v] for v in best])
    assert (found["num_found"], found["all"], found["validated"]) == (34, True, True)
    assert set(found["milliseconds"]) == {"compile", "read", "search"}


def test_text_shows_the_figures(command, cities):
    text = command("closeness", cities, "--direction", "out", "--validate").out
    assert "all rules hold" in text
    lines = text.splitlines()
    rows = [line.split() for line in lines[lines.index("") + 1 :]]
    # Paris reaches three of the other four in 1, 1 and 2 steps: 3/4 of 3/4.
    assert rows[:2] == [["vertex", "score"], ["paris", "0.5625"]]


@pytest.mark.parametrize("suffix", [".npz", ".csv", ".parquet"])
def test_a_file_has_the_named_vertices_only(suffix, command, cities, tmp_path):
    output = tmp_path / f"closeness{suffix}"
    sources = ["--vertex", "oslo", "--vertex", "cairo", "--vertex", "oslo"]
    command("closeness", cities, *sources, "--direction", "out", "--output", output)
    if suffix == ".npz":
        with np.load(output) as arrays:
            names = arrays["labels"][arrays["vertices"]].tolist()
            rows = zip(names, arrays["scores"].tolist(), strict=True)
    elif suffix == ".csv":
        with output.open() as file:
            rows = [(row["vertex"], float(row["score"])) for row in csv.DictReader(file)]
    else:
        columns = pytest.importorskip("pyarrow.parquet").read_table(output).to_pydict()
        rows = zip(columns["vertex"], columns["score"], strict=True)
    # Cairo reaches Rome and Athens in 1 and 2 steps, Oslo all others in 1, 2, 2 and 3.
    assert list(rows) == [("cairo", pytest.approx(2 / 3 * 2 / 4)), ("oslo", pytest.approx(4 / 8))]


def test_samples_are_drawn_by_the_seed(command_json, karate):
    def drawn(seed):
        found = command_json("closeness", karate[0], "--undirected", "--samples", 5, "--seed", seed)
        assert (found["num_found"], found["all"]) == (5, False)
        return {row["vertex"] for row in found["top"]}

    assert len(drawn(1)) == 5
    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--vertex", "atlantis"], "atlantis"),
        (["--vertex", "oslo", "--samples", 2], "give one of them"),
        (["--samples", 0], "samples"),
        (["--seed", -1], "seed"),
        (["--direction", "up"], "direction"),
        (["--output", "closeness.odd"], "unknown suffix"),
    ],
)
def test_wrong_options_are_the_callers_error(options, problem, command, cities):
    assert problem in command("closeness", cities, *options, status=2).err


def test_a_graph_without_vertices(command_json, tmp_path):
    path = tmp_path / "empty.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n")
    assert command_json("closeness", path)["top"] == []
