"""GEXF, GML and Pajek against NetworkX's own reading of the same graph."""

import gzip
import sys

import networkx
import pytest

import wavefront as wf

SUFFIXES = {"gexf": ".gexf", "gml": ".gml", "pajek": ".net"}


def rows(graph):
    src, dst, weights = graph.coo
    names = range(graph.num_vertices) if graph.labels is None else graph.labels.tolist()
    values = [1.0] * graph.num_edges if weights is None else weights.tolist()
    ends = ([names[vertex] for vertex in ids.tolist()] for ids in (src, dst))
    return sorted(zip(*ends, values, strict=True))


@pytest.fixture(params=SUFFIXES)
def format(request):
    return request.param


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize(
    "labels",
    [
        None,
        ["Rome", "O slo", "\u00c5s & <x>", "Lima"],
        ["'", "L'Aquila", "'s Gravenhage", "'Rome'"],
        [7, -5, 3, 1],
    ],
)
@pytest.mark.parametrize("weights", [None, [0.5, 2.0, 4.0, 1e300]])
@pytest.mark.parametrize("packed", ["", ".gz"])
def test_there_and_back(format, directed, labels, weights, packed, tmp_path):
    graph = wf.Graph.from_edges([0, 1, 1, 2], [1, 2, 2, 2], 4, weights, directed=directed, labels=labels)
    path = tmp_path / f"graph{SUFFIXES[format]}{packed}"
    wf.write(graph, path)
    found = wf.read(path)
    assert rows(found) == rows(graph)
    assert (found.num_vertices, found.directed, found.weighted) == (4, directed, weights is not None)
    assert (found.labels is None) == (labels is None)
    with (gzip.open if packed else open)(path, "rb") as file:
        assert rows(wf.read(file)) == rows(graph)  # the format is told by the content
        file.seek(0)
        theirs = getattr(networkx, f"read_{format}")(file)
    assert theirs.number_of_edges() == 4
    assert theirs.is_directed() == directed


def test_a_label_that_would_not_be_read_back_is_refused(format, tmp_path):
    for label in ('say "hi"', "a\nb", "", " a", "back\\slash"):
        graph = wf.Graph.from_edges([0], [1], labels=["x", label])
        with pytest.raises(wf.InputError, match="can't be written to"):
            wf.write(graph, tmp_path / f"graph{SUFFIXES[format]}")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"<gexf", b"graph [ node [ id", b"*vertices 2\n1 a\n*arcs\n5 6\n", b"\xff\xfe\0"]
)
def test_damage_is_an_error_of_the_file(format, content, tmp_path):
    path = tmp_path / f"bad{SUFFIXES[format]}"
    path.write_bytes(content)
    with pytest.raises(wf.GraphFileError, match=path.name):
        wf.read(path)


def test_a_network_that_is_cut_off(tmp_path):
    path = tmp_path / "cut.net"
    path.write_text("*vertices 3\n1 a 0 0 box\n")
    with pytest.raises(wf.GraphFileError, match=r"cut\.net: not a valid \.pajek file: it ends too soon"):
        wf.read(path)


def test_entities_are_refused(tmp_path):
    path = tmp_path / "laughs.gexf"
    path.write_text('<!DOCTYPE g [<!ENTITY a "ha">]><gexf>&a;</gexf>')
    with pytest.raises(wf.GraphFileError, match="entities aren't read"):
        wf.read(path)


def test_networkx_that_is_missing_is_named(format, tmp_path, monkeypatch):
    path = tmp_path / f"graph{SUFFIXES[format]}"
    path.write_text("graph []")
    monkeypatch.setitem(sys.modules, "networkx", None)
    for call in (lambda: wf.read(path), lambda: wf.write(wf.generators.path(3), path)):
        with pytest.raises(wf.InputError, match=r"this needs networkx: pip install wavefront\[networkx\]"):
            call()
