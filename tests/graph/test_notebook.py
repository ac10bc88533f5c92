"""What notebooks show of a graph: its first edges, with labels that can do no harm."""

import re

import wavefront as wf
from wavefront import generators


def cells(html):
    return [re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", html)[1:]]


def test_a_graph_shows_its_first_edges():
    graph = generators.kronecker(6, seed=1)
    src, dst = (ids[:10].tolist() for ids in graph.coo[:2])
    html = graph._repr_html_()
    assert cells(html) == [[str(u), str(v)] for u, v in zip(src, dst, strict=True)]
    assert repr(graph) in html
    assert f"{graph.num_edges - 10:,} more rows" in html


def test_labels_are_escaped_and_shortened():
    graph = wf.Graph.from_edges([0, 2], [1, 1], 4, [0.5, 2], labels=["<script>", "a&b", "x" * 500, "alone"])
    html = graph._repr_html_()
    assert cells(html) == [["&lt;script&gt;", "a&amp;b", "0.5"], ["x" * 59 + "…", "a&amp;b", "2.0"]]
    assert "more rows" not in html


def test_a_graph_without_edges():
    assert cells(wf.Graph.from_edges([], [], 3)._repr_html_()) == []
