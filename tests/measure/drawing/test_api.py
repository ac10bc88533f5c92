"""Figures: what is drawn equals what the account and the graph's arrays say, whatever the labels are."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.measure.drawing.api import MOST_EDGES, MOST_VERTICES, PICTURES
from wavefront.measure.drawing.runs import SMALL
from wavefront.strategies import ACCOUNTS

NAMESPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = ["<b>", "a&b", '"', "'", "]]>", "\x1b[31m", "\x00", "\u202e", "x" * 500, "-->", "é"]


def graph_of(seed, vertices=12, edges=30):
    rng = np.random.default_rng(seed)
    return wf.Graph.from_edges(*rng.integers(0, vertices, (2, edges)), vertices)


def texts(figure, kind=None):
    marks = ElementTree.fromstring(figure.svg).iter(f"{NAMESPACE}text")
    return [mark.text or "" for mark in marks if kind in (None, mark.get("class"))]


def count_in(words, unit):
    found = re.search(rf"(\d+) {unit}(?:e?s)?(?:,|$)", words)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("strategy", ACCOUNTS)
def test_a_level_says_what_the_account_counts(strategy):
    for seed in range(3):
        graph = graph_of(seed)
        rows = wf.account(graph, 1, strategy, count=True, **SMALL.get(strategy, {})).rows
        drawn = texts(wf.figure(strategy, graph, 1))
        heads = [place for place, words in enumerate(drawn) if words.startswith("Level ")]
        assert len(heads) == len(rows)
        for row, place in zip(rows, heads, strict=True):
            assert drawn[place].startswith(f"Level {row.level}, {row.direction}")
            words = drawn[place + 1]
            assert count_in(words, "thread") == row.threads_launched
            assert count_in(words, "edge") == row.edges_inspected
            assert count_in(words, "block atomic") == row.block_atomics
            assert count_in(words, "global atomic") == row.global_atomics
            assert count_in(words, "launch") == row.kernel_launches


@pytest.mark.parametrize("strategy", ["frontier_queue", "privatized", "hierarchical", "single_block"])
def test_the_frontier_that_is_drawn_is_the_level(strategy):
    for seed in range(3):
        graph = graph_of(seed)
        levels = wf.bfs(graph, 1).levels
        for level in range(1, levels.max() + 1):
            drawn = texts(wf.figure(strategy, graph, 1, level=level))
            size = drawn[drawn.index("frontier", drawn.index("current")) + 1]  # "3", or "3 of 4"
            assert int(size.split()[0]) == (levels == level).sum()


@pytest.mark.parametrize("layout", ["csr", "ell", "jds"])
def test_inspected_edges_are_the_frontiers(layout):
    graph = graph_of(5).simplified()
    levels = wf.bfs(graph, 1).levels
    for level in range(1, levels.max() + 2):
        figure = wf.figure("push", graph, 1, level=level, layout=layout)
        heads = re.findall(r'<polygon class="head-on"', figure.svg)
        assert len(heads) == graph.out_degrees[levels == level - 1].sum()


@pytest.mark.parametrize("layout", ["csc", "ell", "jds"])
def test_edges_inspected_in_vain_are_those_of_all_who_wait(layout):
    graph = wf.Graph.from_edges([0, 4, 4, 5], [1, 2, 3, 3])  # 2 and 3 wait for vertices never reached
    figure = wf.figure("pull", graph, level=2, layout=layout)
    assert len(re.findall(r'<polygon class="head-on"', figure.svg)) == graph.in_degrees[2:].sum()
    drawn = texts(figure)
    first = drawn.index("labels") + 2  # after the kernel's name: each thread, and the vertex that it works on
    by_degree = [3, 1, 2, 0, 4, 5]
    assert list(map(int, drawn[first + 1 : first + 12 : 2])) == (
        by_degree if layout == "jds" else [*range(6)]
    )


def test_edge_centric_over_ell_inspects_the_frontiers_edges():
    graph = generators.book_graph()
    figure = wf.figure("edge_centric", graph, level=2, layout="ell")
    assert len(re.findall(r'<polygon class="head-on"', figure.svg)) == graph.out_degrees[1:3].sum()


@pytest.mark.parametrize("strategy", ["push", "pull", "edge_centric", "frontier_queue", "privatized"])
def test_the_sectors_of_a_memory_picture_are_the_accounts(strategy):
    graph = graph_of(7, 20, 60)
    rows = wf.account(graph, 1, strategy, count=True, **SMALL.get(strategy, {})).rows
    for row in rows:
        drawn = texts(wf.figure("memory", graph, 1, strategy=strategy, level=row.level))
        assert drawn[1].startswith(f"{row.sectors_read} sectors of 32 bytes")


def test_a_memory_picture_shows_the_slots_that_are_read():
    drawn = texts(wf.figure("memory", generators.book_graph(), level=3))
    offsets = drawn[drawn.index("src_ptr") : drawn.index("dst")]
    assert [words for words in offsets if words.startswith("r ")] == [
        "r 0",
        "r 0,1",
        "r 1,2",
        "r 2,3",
        "r 3,4",
        "r 4",
    ]


def test_two_roots_are_two_panels():
    graph = generators.book_graph()
    drawn = texts(wf.figure("roots", graph, [0, 2]))
    for letter, root in (("A", 0), ("B", 2)):
        found = wf.bfs(graph, root)
        place = drawn.index(f"({letter}) root {root}")
        assert drawn[place + 1] == f"{found.num_reached} of 9 vertices reached, {found.num_levels} levels"
    heads = wf.figure("roots", graph, [2]).svg.count('class="head-on"')
    assert heads == wf.bfs(graph, 2).num_reached - 1


@pytest.mark.parametrize("view", ["csr", "csc", "coo", "ell", "jds"])
def test_formats_show_the_graphs_arrays(view):
    graph = graph_of(3)
    shown = [int(words) for words in texts(wf.figure(view, graph), "text") if words.isdigit()]
    arrays = [array for array in getattr(graph, view) if array is not None]
    assert shown == [value for array in arrays for value in array.ravel().tolist() if value >= 0]


def test_the_matrix_shows_every_element():
    graph = generators.book_graph()
    figure = wf.figure("matrix", graph)
    assert figure.svg.count('class="inspects"') == np.count_nonzero(graph.dense()) == 15
    assert figure.svg.count('class="frame"') == 81 - 15


@pytest.mark.parametrize("what", [*ACCOUNTS, *PICTURES])
def test_hostile_labels_are_text(what):
    size = len(HOSTILE)
    src, dst = np.arange(size), (np.arange(size) * 3 + 1) % size
    graph = wf.Graph.from_edges(src, dst, size, labels=HOSTILE)
    figure = wf.figure(what, graph, 0)
    root = ElementTree.fromstring(figure.svg)
    tags = {mark.tag.removeprefix(NAMESPACE) for mark in root.iter()}
    assert tags <= {"svg", "title", "style", "rect", "g", "text", "path", "polygon"}
    assert all(word.isprintable() for word in texts(figure))
    assert "x" * 9 not in figure.svg
    if what not in ("memory",):
        assert "a&b" in texts(figure)


def test_parallel_edges_loops_and_undirected_graphs_are_drawn():
    graph = wf.Graph.from_edges([0, 0, 0, 1], [1, 1, 0, 2], 4)
    assert "x2" in texts(wf.figure("push", graph))
    both = wf.figure("push", generators.cycle(5)).svg
    assert ElementTree.fromstring(both) is not None
    assert wf.figure("roots", wf.Graph.from_edges([], [], 1)).svg.count('class="frontier"') == 2


@pytest.mark.parametrize(
    ("what", "graph", "given", "message"),
    [
        (
            "push",
            generators.path(MOST_VERTICES + 1),
            {},
            "1 to 40 vertices and up to 160 stored edges; .* 41 and 80",
        ),
        ("csr", generators.complete(14), {}, f"up to {MOST_EDGES} stored edges"),
        ("push", wf.Graph.from_edges([], [], 0), {}, "0 and 0"),
        ("fused", generators.path(3), {}, "'fused': choose one of"),
        ("push", generators.path(3), {"level": 9}, "level must be an integer, from 1 to 3"),
        ("push", generators.path(3), {"capacity": 2}, "takes layout, literal, not capacity"),
        (
            "privatized",
            generators.path(3),
            {"capacity": 10**9},
            "capacity must be an integer, from 1 to 4096",
        ),
        ("spmv", generators.path(3), {"library": True}, "no figure of library"),
        ("csr", generators.path(3), {"level": 1}, "level is not for the picture"),
        ("roots", generators.path(3), {"source": 5}, "source: vertex 5 is out of range"),
        ("memory", generators.path(3), {"strategy": "fused"}, "'fused' aren't counted"),
        ("push", generators.path(3), {"strategy": "pull"}, "strategy is not for"),
    ],
)
def test_what_can_not_be_drawn(what, graph, given, message):
    with pytest.raises(wf.InputError, match=message):
        wf.figure(what, graph, **given)


def test_a_figure_is_written_and_shown(tmp_path):
    figure = wf.figure("csr", generators.path(3))
    figure.write(tmp_path / "f.svg")
    assert (tmp_path / "f.svg").read_text() == figure.svg == figure._repr_svg_()
    assert repr(figure).startswith("Figure(csr, ")
    with pytest.raises(wf.InputError, match=r"f\.png: unknown suffix '\.png'; expected \.svg"):
        figure.write(tmp_path / "f.png")
