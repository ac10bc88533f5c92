import networkx as nx
import pytest

import wavefront as wf


@pytest.mark.parametrize("strategy", ["auto", "vertex_centric", "hybrid"])
def test_every_strategy_counts_the_same(strategy, command_json, karate):
    path, graph = karate
    found = command_json("triangles", path, "--undirected", "--validate", "--strategy", strategy)
    assert (found["total"], found["validated"]) == (sum(nx.triangles(graph).values()) // 3, True)
    assert "list_reads" not in found


def test_the_account(command_json, karate):
    path, _ = karate
    found = command_json("triangles", path, "--undirected", "--strategy", "hybrid", "--account")
    work = wf.triangles(wf.read(path, undirected=True), strategy="hybrid").account()
    assert {name: found[name] for name in work._fields} == work._asdict()


def test_auto_has_no_account(command, karate):
    result = command("triangles", karate[0], "--undirected", "--account", status=2)
    assert "choose 'vertex_centric' or 'hybrid'" in result.err
