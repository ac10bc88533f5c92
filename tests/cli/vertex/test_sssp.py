import csv

import networkx as nx
import numpy as np
import pytest

import wavefront as wf


@pytest.fixture
def roads(tmp_path):
    """Directed, with weights and names; nothing leads to oslo."""
    path = tmp_path / "roads.csv"
    rows = ["paris,rome,5", "rome,athens,2", "paris,athens,9", "athens,cairo,1.5", "oslo,paris,1"]
    path.write_text("\n".join(["src,dst,weight", *rows]) + "\n")
    return path


def test_json_agrees_with_networkx(command_json, tmp_path):
    club = nx.karate_club_graph()  # with weights
    path = tmp_path / "karate.wel"
    path.write_text("".join(f"{u} {v} {w}\n" for u, v, w in club.edges(data="weight")))
    found = command_json("sssp", path, "--undirected", "--source", 16, "--target", 25, "--validate")
    lengths = nx.single_source_dijkstra_path_length(club, 16)
    assert (found["sources"], found["target"], found["distance"]) == ([16], 25, lengths[25])
    assert nx.path_weight(club, found["path"], "weight") == lengths[25]
    assert found["num_reached"] == sum(length <= lengths[25] for length in lengths.values()) < 34
    found = command_json("sssp", path, "--undirected", "--source", 16, "--validate")
    assert (found["num_reached"], found["target"]) == (34, None)
    furthest = sorted(lengths, key=lambda vertex: (-lengths[vertex], vertex))[:10]
    assert found["top"] == [{"vertex": v, "distance": lengths[v]} for v in furthest]
    assert (found["validated"], found["output"]) == (True, None)
    assert set(found["milliseconds"]) == {"compile", "read", "search"}


def test_names_and_what_is_not_reached(command_json, roads):
    found = command_json("sssp", roads, "--source", "paris", "--target", "oslo")
    assert (found["target"], found["distance"], found["path"]) == ("oslo", None, None)
    assert found["num_reached"] == 4
    assert [row["vertex"] for row in found["top"]] == ["cairo", "athens", "rome", "paris"]
    assert command_json("sssp", roads, "--source", "paris")["target"] is None


def test_text_shows_the_path(command, roads):
    out = command("sssp", roads, "--source", "paris", "--target", "cairo", "--delta", 2, "--validate").out
    assert "paris -> rome -> athens -> cairo" in out
    assert "8.5" in out
    assert "all rules hold" in out
    assert "not reached" in command("sssp", roads, "--source", "cairo", "--target", "paris").out


def test_several_sources_and_a_stop(command, command_json, roads):
    found = command_json("sssp", roads, "--source", "paris", "--source", "cairo", "--validate")
    assert (found["sources"], found["num_reached"]) == (["cairo", "paris"], 4)
    assert {row["vertex"]: row["distance"] for row in found["top"]}["cairo"] == 0
    assert "cairo, paris" in command("sssp", roads, "--source", "paris", "--source", "cairo").out
    stopped = ["--source", "paris", "--target", "rome", "--validate"]
    assert command_json("sssp", roads, *stopped)["num_reached"] == 2
    found = command_json("sssp", roads, "--source", "paris", "--cutoff", 7, "--target", "cairo", "--validate")
    assert (found["num_reached"], found["path"]) == (3, None)


def test_output(command, roads, tmp_path):
    for suffix in ("csv", "npz"):
        command("sssp", roads, "--source", "paris", "--output", tmp_path / f"paths.{suffix}")
    with (tmp_path / "paths.csv").open() as rows:
        found = {row["vertex"]: (float(row["distance"]), row["predecessor"]) for row in csv.DictReader(rows)}
    assert found == {
        "paris": (0, ""),
        "rome": (5, "paris"),
        "athens": (7, "rome"),
        "cairo": (8.5, "athens"),
        "oslo": (np.inf, ""),
    }
    result = wf.sssp(wf.read(roads), wf.read(roads).vertex("paris"))
    with np.load(tmp_path / "paths.npz") as written:
        assert (written["distances"] == result.distances).all()
        assert (written["predecessors"] == result.predecessors).all()


def test_a_negative_weight_is_the_callers_error(command, tmp_path):
    path = tmp_path / "debts.wel"
    path.write_text("0 1 -2\n")
    assert "edge 0 -> 1 has -2" in command("sssp", path, "--source", 0, status=2).err
