"""``wavefront bench``: its counts and statistics against other ways to calculate them."""

import math
import statistics
import time

import networkx as nx
import pytest

import wavefront as wf
from wavefront.measure import searches as measure


@pytest.fixture
def islands(tmp_path):
    """Two components with self-loops and parallel edges, and a lone vertex; as a file and in NetworkX."""
    edges = [(0, 1), (1, 2), (1, 2), (2, 2), (3, 3), (3, 4), (4, 5), (5, 3), (5, 6), (6, 6)]
    path = tmp_path / "islands.npz"
    wf.write(wf.Graph.from_edges(*zip(*edges, strict=True), 8, directed=False), path)
    graph = nx.MultiGraph(edges)
    return path, graph


def test_levels_and_edges_are_those_of_the_component(command_json, islands):
    path, graph = islands
    found = command_json("bench", path, "--undirected", "--prepare")
    assert sorted(found["sources"]) == list(range(7))  # all that have an edge
    for place, source in enumerate(found["sources"]):
        component = nx.node_connected_component(graph, source)
        assert found["traversed_edges"][place] == graph.subgraph(component).number_of_edges()
        assert found["num_levels"][place] == nx.eccentricity(graph.subgraph(component), source) + 1


def test_directed_edges_are_those_that_leave_what_is_reached(command_json, cities):
    found = command_json("bench", cities, "-n", 5)
    edges = dict(zip(found["sources"], found["traversed_edges"], strict=True))
    assert edges == {"paris": 5, "rome": 3, "athens": 3, "cairo": 3, "oslo": 6}


def test_the_json_object(command_json, karate):
    path, graph = karate
    found = command_json("bench", path, "--undirected", "-n", 5, "--threads", 1, "--strategy", "push")
    sizes = {"num_vertices": 34, "num_edges": 2 * graph.number_of_edges(), "directed": False}
    assert found["graph"] == {"name": str(path)} | sizes
    assert (found["device"], found["threads"], found["seed"], found["validated"]) == ("cpu", 1, 0, 5)
    assert len(set(found["sources"])) == 5
    (run,) = found["runs"]
    assert (run["prepared"], run["strategy"]) == (False, "push")
    steps = found["milliseconds"]
    assert list(steps) == ["read", "build", "transfer", "convert", "validate", "search", "compile"]
    assert 0 < sum(run["milliseconds"]) <= steps["search"]
    assert list(found) == [
        *("graph", "device", "threads", "seed", "sources", "validated", "num_levels", "traversed_edges"),
        *("runs", "milliseconds"),
    ]


def expected_statistics(values, *, rates=False):
    """By Python's own module, and the harmonic mean's error by Graph 500's formula."""
    quarters = statistics.quantiles(values, n=4, method="inclusive")
    found = dict(zip(("firstquartile", "median", "thirdquartile"), quarters, strict=True))
    found |= {"min": min(values), "max": max(values)}
    if not rates:
        return found | {"mean": statistics.fmean(values), "stddev": statistics.stdev(values)}
    mean = statistics.harmonic_mean(values)
    squares = math.fsum((1 / value - 1 / mean) ** 2 for value in values)
    error = math.sqrt(squares) / (len(values) - 1) * mean**2
    return found | {"harmonic_mean": mean, "harmonic_stddev": error}


def test_statistics(command_json, islands):
    found = command_json("bench", islands[0], "--undirected", "--prepare")
    assert [run["prepared"] for run in found["runs"]] == [False, True]
    for run in found["runs"]:
        times = run["milliseconds"]
        rates = [1e3 * edges / time for edges, time in zip(found["traversed_edges"], times, strict=True)]
        assert run["statistics"]["milliseconds"] == pytest.approx(expected_statistics(times))
        assert run["statistics"]["teps"] == pytest.approx(expected_statistics(rates, rates=True))


def test_graph500_output(command):
    text = command("bench", "-g", 7, "-n", 9, "--prepare", "--format", "graph500").out
    fields = {name: float(value) for name, value in (line.split(":") for line in text.splitlines())}
    assert (fields["SCALE"], fields["NBFS"]) == (7, 9)
    assert fields["edgefactor"] == pytest.approx(16, rel=0.1)  # self-loops are stored once
    assert fields["graph_generation"] > 0
    assert fields["construction_time"] > 0
    ordered = ("min", "firstquartile", "median", "thirdquartile", "max")
    for quantity, others in (
        ("time", ("mean", "stddev")),
        ("nedge", ("mean", "stddev")),
        ("TEPS", ("harmonic_mean", "harmonic_stddev")),
    ):
        quartiles = [fields[f"bfs {statistic}_{quantity}"] for statistic in ordered]
        assert quartiles == sorted(quartiles)
        assert all(f"bfs {other}_{quantity}" in fields for other in others)
    assert len(fields) == 5 + 3 * 7


def test_constructing_includes_preparing(command, command_json, monkeypatch):
    quick = wf.Graph.prepare

    def prepare(graph, form="auto"):
        time.sleep(0.2)
        return quick(graph)

    monkeypatch.setattr(wf.Graph, "prepare", prepare)
    assert command_json("bench", "-g", 5, "-n", 1, "--prepare")["milliseconds"]["prepare"] >= 200
    text = command("bench", "-g", 5, "-n", 1, "--prepare", "--format", "graph500").out
    (construction,) = (line.split(":")[1] for line in text.splitlines() if line.startswith("construction"))
    assert float(construction) >= 0.2


def test_text(command):
    text = command("bench", "--grid", 6, 7, "-n", 3, "--prepare").out
    assert "grid 6 x 7: 42 vertices, 142 stored edges, undirected" in text
    assert "3 of 3, all rules of Graph 500 hold" in text
    assert "prepared, MTEPS" in text
    assert len(next(line for line in text.splitlines() if line.startswith("first quartile")).split()) == 6


def test_a_seed_draws_graph_and_sources(command_json):
    def drawn(seed):
        found = command_json("bench", "-u", 8, "-n", 4, "--seed", seed)
        return found["graph"]["num_edges"], found["sources"]

    assert drawn(1) == drawn(1)
    assert drawn(1) != drawn(2)


@pytest.fixture
def wrong(monkeypatch):
    """Make push label vertex 0 with level 5 when it isn't the source."""
    right = wf.STRATEGIES["push"]

    def push(graph, sources, device, **options):
        levels, predecessors = right(graph, sources, device, **options)
        if 0 not in sources and options["stop"].depth_limit is None:
            levels[0] = 5
        return levels, predecessors

    monkeypatch.setitem(wf.STRATEGIES, "push", push)


def test_a_wrong_search_is_not_timed(wrong, command, karate):
    options = ("bench", karate[0], "--undirected", "--strategy", "push")
    told = command(*options, status=1)
    assert "ValidationError: rule" in told.err
    assert told.out == ""


def test_only_the_first_are_validated_if_asked(monkeypatch, command_json, karate):
    checked = []
    monkeypatch.setattr(measure, "validate_bfs", lambda graph, source, *_: checked.append(source))
    found = command_json("bench", karate[0], "--undirected", "-n", 6, "--validate", 2)
    assert checked == found["sources"][:2]
    assert found["validated"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a GRAPH, -g SCALE, -u SCALE, or --grid ROWS COLUMNS: one of them"),
        (["-g", "4", "-u", "4"], "one of them"),
        (["g.npz", "--grid", "4", "4"], "one of them"),
        (["no-such-graph.npz"], "no-such-graph.npz: No such file"),
        (["no-such-graph.npz", "--strategy", "fly"], "unknown strategy 'fly'"),
        (["-g", "0"], "-g"),
        (["-g", "60"], "bytes of memory"),
        (["--grid", "3", "-1"], "a grid's side must be"),
        (["--grid", "0", "3"], "no vertex of this graph has an outgoing edge"),
        (["-g", "4", "-n", "0"], "-n"),
        (["-g", "4", "--device", "abacus"], "unknown device 'abacus'"),
        (["-g", "4", "--device", "cuda", "--threads", "2"], "--threads is for the CPU"),
    ],
)
def test_wrong_input(command, arguments, message):
    told = command("bench", *arguments, status=2)
    assert message in told.err
    assert told.out == ""
