"""Charts: what is drawn equals the trace and the account; the roofline is measured."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators
from wavefront.device import Cpu
from wavefront.measure import copy_speed, figure
from wavefront.measure.charts import CHARTS, METHODS, WORK

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about pictures, not about devices")
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def small_copies(monkeypatch):
    monkeypatch.setattr(copy_speed, "COPIED", 1 << 16)


def texts(drawn):
    return ["".join(mark.itertext()) for mark in ElementTree.fromstring(drawn.svg).iter(f"{NAMESPACE}text")]


def line_of(drawn, color):
    """The points of the curve in this color, in pixels."""
    path = re.search(rf'<path d="([^"]+)"[^>]*style="fill: none; stroke: {color}', drawn.svg)
    return np.array([[float(part) for part in point.split()] for point in re.split("[ML]", path[1])[1:]])


def test_the_frontier_chart_is_the_trace():
    graph = generators.book_graph()
    rows = wf.bfs(graph, 0, strategy="push", trace=True).trace.levels
    drawn = wf.figure("frontier", graph, 0, strategy="push")
    points = line_of(drawn, "#0072b2")
    assert len(points) == len(rows)
    heights, sizes = -points[:, 1], np.array([row.frontier for row in rows])
    np.testing.assert_array_equal(
        np.unique(heights, return_inverse=True)[1], np.unique(sizes, return_inverse=True)[1]
    )
    # a logarithmic axis: equal ratios are equal distances
    assert (heights[2] - heights[1]) / (heights[1] - heights[0]) == pytest.approx(
        np.log(5 / 2) / np.log(2), rel=1e-3
    )
    assert "vertices" in texts(drawn)
    assert not any("pulls" in words for words in texts(drawn))
    assert "pull pulls" in texts(wf.figure("frontier", graph, 0, strategy="pull"))


def test_the_account_chart_has_the_accounts_sums():
    graph = generators.kronecker(5, seed=3)
    drawn = wf.figure("account", graph, 3)
    words = texts(drawn)
    assert [name for name in words if name in METHODS] == list(METHODS)
    for column, heading in WORK.items():
        assert heading in words
        for name in METHODS:
            total = wf.account(graph, 3, name).sums()[column]
            total = total[1] if isinstance(total, tuple) else total
            shown = "-" if total is None else figure.in_thousands(total)
            assert shown in [word.strip() for word in words]


def test_the_parts_of_a_bar_are_levels():
    graph = generators.path(4)  # one edge leads on in every level
    levels = len(wf.account(graph, 0, "push").rows)
    bars = re.findall(
        r'<g id="patch_\d+">\s*<path [^>]*style="fill: (#0072b2|#56b4e9)',
        wf.figure("account", graph, 0, strategy=["push"]).svg,
    )
    assert len(bars) == levels * len(WORK)


def test_the_roofline_has_every_method_and_the_copies_speed():
    drawn = wf.figure("roofline", generators.book_graph(), 0, strategy=["push", "pull"], device="cpu")
    words = texts(drawn)
    assert {"push", "pull"} <= set(words)
    assert any(re.fullmatch(r"copies of memory: [\d.,e+-]+ GB/s", word) for word in words)


def test_a_copy_is_timed_in_bytes_per_second(monkeypatch):
    """A clock that says 2 ms: the bytes read and written, 500 times per second."""
    monkeypatch.setattr(copy_speed, "stopwatch", lambda device: lambda: 2.0)
    for device in (Cpu(), Cpu(threads=1)):
        assert copy_speed.copy_speed(device) == pytest.approx(2 * (1 << 16) * 500)


def test_a_chart_is_written_as_both(tmp_path):
    drawn = wf.figure("frontier", generators.path(300))
    drawn.write(tmp_path / "f.svg")
    drawn.write(tmp_path / "f.png")
    assert (tmp_path / "f.svg").read_text() == drawn.svg
    assert (tmp_path / "f.png").read_bytes() == drawn.png
    assert drawn.png.startswith(b"\x89PNG\r\n\x1a\n")
    assert drawn.svg == wf.figure("frontier", generators.path(300)).svg


@pytest.mark.parametrize(
    ("what", "given", "message"),
    [
        ("frontier", {"level": 1}, "level is not for"),
        ("account", {"block_size": 8}, "block_size is not for"),
        ("account", {"device": "cpu"}, "device is not for"),
        ("push", {"device": "cpu"}, "device is not for"),
        ("memory", {"strategy": ["push"]}, "is of one"),
        ("frontier", {"strategy": "push,pull"}, "is of one"),
        ("account", {"strategy": "pushed"}, "'pushed': choose one of"),
        ("roofline", {"strategy": []}, "a list of names is needed"),
        ("roofline", {"strategy": 3}, "a list of names is needed"),
        ("frontier", {"source": 77}, "vertex 77 is out of range"),
    ],
)
def test_what_charts_refuse(what, given, message):
    with pytest.raises(wf.InputError, match=message):
        wf.figure(what, generators.book_graph(), **given)


@pytest.mark.parametrize("what", CHARTS)
def test_without_matplotlib(what, monkeypatch):
    monkeypatch.setattr(figure, "find_spec", lambda name: None)
    with pytest.raises(wf.InputError, match=r"pip install 'wavefront\[plot\]'"):
        wf.figure(what, generators.book_graph())


@pytest.mark.parametrize("what", ["frontier", "account"])
def test_graphs_without_edges(what):
    assert wf.figure(what, wf.Graph.from_edges([], [], 1)).svg
