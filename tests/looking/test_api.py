"""`look`: the checks, what is recorded, the file."""

import json
import re

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.looking.layout import by_distance

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a page, not about devices")


def data_of(html):
    """The page's data as a browser's parser finds it: up to the first end tag."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script', html, re.DOTALL)
    return json.loads(found[1])


def test_the_file_holds_the_data(tmp_path):
    labels = ["</script>", "<!--"]
    page = wf.look(wf.Graph.from_edges([0], [1], labels=labels), 0, "push", title="</title><b>")
    path = tmp_path / "page.html"
    page.save(path)
    html = path.read_text(encoding="utf-8")
    assert data_of(html) == json.loads(json.dumps(page.data))
    assert data_of(html)["graphs"][0]["names"] == labels
    assert "<title>&lt;/title&gt;&lt;b&gt;</title>" in html
    assert not re.search(r"""(src|href)=["']?(https?:)?//""", html)
    assert "import " not in html.split("<script>")[-1].replace("@import", "import ")


def test_schedules_that_lead_to_the_same_run_share_it():
    runs = wf.look(wf.Graph.from_edges([0], [1]), 0, ["sequential"]).data["runs"]
    own = [run for run in runs if "exhibit" not in run]
    assert own[0]["name"] == "in order"
    assert {run.get("same") for run in own[1:]} == {"in order"}
    assert all(not run["launches"] for run in own[1:])


def test_methods_that_cannot_be_stepped_have_counts():
    data = wf.look(generators.small_book_graph(), 0, ["fused"]).data
    assert [method["strategy"] for method in data["methods"]] == ["fused"]
    assert all("exhibit" in run for run in data["runs"])


@pytest.mark.parametrize(
    "given",
    [
        {"strategies": []},
        {"strategies": ["push", "nonsense"]},
        {"strategies": 3},
        {"source": 99},
    ],
)
def test_wrong_arguments(given):
    with pytest.raises(wf.InputError):
        wf.look(generators.book_graph(), **{"source": 0, **given})


def test_a_wrong_name(tmp_path):
    page = wf.look(wf.Graph.from_edges([0], [1]), 0, ["push"])
    with pytest.raises(wf.InputError, match=r"expected \.html"):
        page.save(tmp_path / "page.pdf")


def test_levels_of_launches():
    """A launch's level is that of the vertices that it labels, or it stands before or after such a launch."""
    data = wf.look(generators.book_graph(), 0, ["degree_buckets", "spmv"]).data
    levels = {
        run["strategy"]: [launch["level"] for launch in run["launches"]]
        for run in data["runs"]
        if run["name"] == "in order"
    }
    assert levels["spmv"] == [1, 2, 3, 4]
    assert levels["degree_buckets"] == sorted(levels["degree_buckets"])
    assert set(levels["degree_buckets"]) == {1, 2, 3, 4}


def test_vertices_stand_apart_and_near_their_neighbors():
    graph = generators.grid(9, 9)
    places = by_distance(graph)
    gaps = np.sqrt(np.square(places[:, None] - places[None]).sum(axis=2))
    np.fill_diagonal(gaps, np.inf)
    assert gaps.min() > 25
    neighbors = gaps[graph.coo.src, graph.coo.dst]
    assert neighbors.max() < np.median(gaps[np.isfinite(gaps)])


SIX = ("push", "pull", "direction_optimized", "frontier_queue", "privatized", "hierarchical")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("graph", "stepped"),
    [
        (nx.barabasi_albert_graph(200, 2, seed=1), SIX),
        (nx.watts_strogatz_graph(200, 4, 0.2, seed=2), SIX[:4]),  # more levels, and more launches
    ],
)
def test_a_page_of_200_vertices_is_small(graph, stepped):
    page = wf.look(wf.Graph.from_networkx(graph), 0)
    assert len(page.html.encode()) < 300_000
    assert {run["strategy"] for run in page.data["runs"] if run["graph"] == 0} == set(stepped)
