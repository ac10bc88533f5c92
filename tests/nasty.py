"""What files find hard to hold: labels, weights and graphs for Hypothesis, and how graphs are compared."""

import warnings

import numpy as np
from hypothesis import strategies as st

import wavefront as wf

LABELS = [
    "", " ", "a", "b", "A", " a", "a ", "a b", "\ta", "a\tb", "a\nb", "a\rb", "a\r", "a\r\n",
    "\n", "\r", "a,b", ",", "a;b", '"', '"a"', 'a"b', '""', "'", "\\", "\\n", "#", "%", "#a",
    "%a", "a #b", "a %b", "a#b", "1 #a", "1 %a", "0 # a, b", "a\0", "\0", "a\0b", "\x1b[31m",
    "\x07", "\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\xa0", "\ufeff", "\ufeffa", "\u202e",
    "\ud800", "a\udfff", "\ufffe", "é", "e\u0301", "😀", "👩‍👩‍👧", "0", "00", "1", "01", "+1",
    "-1", "-0", "1.0", "1e3", "inf", "nan", "1_0", "٣", "9223372036854775807",
    "9223372036854775808", "9" * 50, "n0", "n1", "n2", "n00", "source", "target", "weight",
    "Source", "from", "to", "# source target", "source,target", "<&>", "]]>", "&amp;", "NULL",
    "None", "x" * 200, "é" * 5000, "y" * 200_000,
]  # fmt: skip
WEIGHTS = [0.0, -0.0, 1.0, -1.0, 0.1, 1 / 3, 3.0, 255.0, 2.0**31, 2.0**53, 2.0**63, 5e-324, -5e-324, 2.2e-308]
WEIGHTS += [1.7976931348623157e308, -1.7976931348623157e308, np.inf, -np.inf, np.nan]

labels = st.one_of(st.sampled_from(LABELS), st.text(max_size=6), st.text(' #%,"\t\r\n01a\\', max_size=5))
weights = st.one_of(st.sampled_from(WEIGHTS), st.floats(), st.integers(-5, 5).map(float))


@st.composite
def graphs(draw):
    """Multigraph of up to 7 vertices, of any kind, with or without nasty labels and weights."""
    size = draw(st.integers(0, 7))
    ends = st.integers(0, max(size - 1, 0))
    edges = draw(st.lists(st.tuples(ends, ends), max_size=12 if size else 0))
    names = draw(st.sampled_from(["none", "integers", "nasty", "nasty"]))
    given = None
    if names != "none":
        name = labels if names == "nasty" else st.one_of(st.integers(-3, 9), st.integers(-(2**63), 2**63 - 1))
        given = draw(st.lists(name, min_size=size, max_size=size, unique=True))
    values = (
        draw(st.lists(weights, min_size=len(edges), max_size=len(edges))) if draw(st.booleans()) else None
    )
    src, dst = np.array(edges, int).reshape(-1, 2).T
    return wf.Graph.from_edges(src, dst, size, values, directed=draw(st.booleans()), labels=given)


def content(graph, only_joined=False):
    """The vertices by name and the stored edges with their weights' exact text; equal if graphs are.

    Whole numbers may come back as integers.
    """
    src, dst, values = (None if part is None else part.tolist() for part in graph.coo)
    names = list(map(str, range(graph.num_vertices) if graph.labels is None else graph.labels.tolist()))
    rows = zip(src, dst, [None] * len(src) if values is None else values, strict=True)
    edges = sorted(
        (names[u], names[v], repr(None if value is None else float(value))) for u, v, value in rows
    )
    vertices = sorted(names[vertex] for vertex in {*src, *dst}) if only_joined else sorted(names)
    return graph.directed, graph.weighted, vertices, edges


def read_back(graph, path, format=None):
    """The graph after `wf.write` and `wf.read`; None if writing it is refused. Raises for any other fate."""
    with warnings.catch_warnings():
        warnings.filterwarnings("error")
        for expected in (
            "hold no labels",
            "don't say that a graph is undirected",
            "leave out .* without edges",
        ):
            warnings.filterwarnings("ignore", f".*{expected}", UserWarning)
        try:
            wf.write(graph, path, format)
        except wf.GraphFileError:
            raise
        except wf.InputError:
            return None
        return wf.read(path, format, undirected=not graph.directed)


def assert_same_content(found, graph, format):
    """Check that all is there that the format is documented to keep."""
    from wavefront.io.files import EDGES_ONLY, WITH_LABELS

    if format not in WITH_LABELS and graph.labels is not None:
        graph = wf.Graph.from_csr(*graph.csr, directed=graph.directed)
    if format == "dimacs" and not graph.weighted:
        graph = wf.Graph.from_csr(*graph.csr[:2], np.ones(graph.num_edges), directed=graph.directed)
    only_joined = format in EDGES_ONLY or format == "graph500"
    assert content(found, only_joined) == content(graph, only_joined)
