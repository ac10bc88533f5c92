"""Options that commands take together: filters of searches, and sources that are named or drawn."""

import numpy as np
import pytest

import wavefront as wf

ROADS = "0 1 1\n1 2 1\n2 3 1\n0 3 9\n"  # a short way of three edges, and a long edge


@pytest.fixture
def roads(tmp_path):
    path = tmp_path / "roads.wel"
    path.write_text(ROADS)
    return path


@pytest.fixture
def filters(tmp_path):
    """Options that close vertex 1, or the edge 1 -> 2; the order of edges is that of csr."""

    def options(name, kept):
        np.save(tmp_path / f"{name}.npy", np.array(kept, bool))
        return [f"--{name}-filter", tmp_path / f"{name}.npy"]

    return options("vertex", [1, 0, 1, 1]), options("edge", [1, 1, 0, 1])


SEARCHES = {
    "sssp": ("--source", 0, "--target", 3, "--validate"),
    "bellman-ford": ("--source", 0, "--target", 3, "--validate"),
    "path": ("--source", 0, "--target", 3, "--weighted", "--validate"),
}


def test_a_filter_closes_the_short_way_for_every_source(command_json, roads, filters):
    for options in filters:
        found = command_json("distances", roads, "--source", 0, "--source", 2, "--validate", *options)
        far = {row["vertex"]: row["distance from 2"] for row in found["top"]}
        assert (found["validated"], far[3]) == (True, 1)


@pytest.mark.parametrize("name", SEARCHES)
def test_a_filter_closes_the_short_way(name, command_json, roads, filters):
    assert command_json(name, roads, *SEARCHES[name])["distance"] == 3
    for options in filters:
        found = command_json(name, roads, *SEARCHES[name], *options)
        assert (found["path"], found["distance"]) == ([0, 3], 9)


def test_within_a_filter(command_json, roads, filters):
    asked = "within", roads, "--source", 0, "--radius", 3, "--weighted", "--validate"
    assert command_json(*asked)["num_found"] == 4
    assert [command_json(*asked, *options)["num_found"] for options in filters] == [1, 2]


def test_the_trace_of_a_filtered_search(command_json, roads, filters):
    found = command_json("trace", roads, "--source", 0, *filters[0])
    assert [level["vertices"] for level in found["levels"]] == [1, 0]  # vertex 3 alone


def test_the_shortest_of_the_parallel_edges_that_are_kept(command_json, tmp_path):
    path, kept = tmp_path / "parallel.wel", tmp_path / "kept.npy"
    path.write_text("0 1 2\n0 1 5\n")
    np.save(kept, wf.read(path).csr.weights == 5)
    found = command_json("path", path, "--source", 0, "--target", 1, "--weighted", "--edge-filter", kept)
    assert found["distance"] == 5


@pytest.mark.parametrize("name", ["compare", "advise"])
def test_sources_are_named_or_drawn(name, command, command_json, roads):
    assert len(command_json(name, roads, "--samples", 2)["sources"]) == 2
    assert command_json(name, roads, "--source", 1)["sources"] == [1]
    assert "give one of them" in command(name, roads, "--source", 1, "--samples", 2, status=2).err
