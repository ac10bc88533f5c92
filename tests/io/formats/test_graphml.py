import networkx as nx
import pytest

import wavefront as wf

PRIMER = """\
<?xml version="1.0" encoding="UTF-8"?>
<!-- This file was written by hand. -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://example.org/y">
  <key id="d0" for="node" attr.name="color" attr.type="string"><default>yellow</default></key>
  <key id="d1" for="edge" attr.name="weight" attr.type="double">
    <default>2.5</default>
  </key>
  <graph id="G" edgedefault="undirected">
    <edge id="e0" source="n0" target="n2"><data key="d1"> 1.0 </data></edge>
    <node id="n1"/>
    <node id="n0"><data key="d0">green</data><y:node><y:port/></y:node></node>
    <node id="n2"/><node id="n3"/>
    <edge source="n0" target="n1"/>
    <edge source="n3" target="n3"><data key="d0">7</data></edge>
  </graph>
</graphml>
"""


def test_sample(file_of, listed):
    graph = wf.read(file_of("primer.graphml", PRIMER))
    assert not graph.directed
    assert graph.labels is None
    assert listed(graph) == [(0, 1, 2.5), (0, 2, 1), (1, 0, 2.5), (2, 0, 1), (3, 3, 2.5)]
    plain = wf.read(file_of("plain.graphml", PRIMER.replace('attr.name="weight"', 'attr.name="width"')))
    assert not plain.weighted


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("nodes", ["abc", [5, 7, -1], [0, 1, 2], ["0", "n1", "<&\"'>"]])
@pytest.mark.parametrize("weight", [None, 0.1, 3])
def test_what_networkx_writes(kind, nodes, weight, tmp_path, listed):
    graph = kind()
    graph.add_nodes_from(nodes)
    data = {} if weight is None else {"weight": weight}
    graph.add_edges_from([(nodes[0], nodes[1], data), (nodes[2], nodes[2], data), (nodes[1], nodes[0], data)])
    nx.write_graphml(graph, tmp_path / "g.graphml")
    expected = wf.Graph.from_networkx(graph)
    found = wf.read(tmp_path / "g.graphml")
    assert found.directed == graph.is_directed()
    assert listed(found) == listed(expected)
    assert (found.labels is None) == (nodes == [0, 1, 2])


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("weights", [None, [0.1, 2]])
@pytest.mark.parametrize("labels", [None, ["a & b", "<c>", '"'], [10, 20, -30]])
def test_networkx_reads_what_is_written(directed, weights, labels, tmp_path, listed):
    graph = wf.Graph.from_edges([0, 1], [1, 2], 3, weights, directed=directed, labels=labels)
    wf.write(graph, tmp_path / "g.graphml")
    found = wf.Graph.from_networkx(nx.read_graphml(tmp_path / "g.graphml"))
    names = [f"n{i}" for i in range(3)] if labels is None else [str(label) for label in labels]
    expected = wf.Graph.from_edges([0, 1], [1, 2], 3, weights, directed=directed, labels=names)
    assert listed(found) == listed(expected)
    assert found.directed == directed
    again = wf.read(tmp_path / "g.graphml")
    assert listed(again) == listed(graph)
    assert labels is None or again.labels.tolist() == labels


def test_labels_that_xml_can_not_hold(tmp_path):
    graph = wf.Graph.from_edges([0], [1], labels=["a", "b\x07"])
    with pytest.raises(wf.InputError, match="can't be written to GraphML"):
        wf.write(graph, tmp_path / "g.graphml")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (PRIMER, "", ": the file is empty"),
        (PRIMER, "<html/>", ": expected a GraphML document, found no graph in it"),
        (PRIMER, "plain text", ", line 1: not well-formed XML: "),
        ("</graph>\n", "", ", line 15: not well-formed XML: mismatched tag"),
        ("</graphml>\n", "", ", line 16: not well-formed XML: no element found"),
        ('id="n1"', "", ", line 10: expected an attribute 'id' in the element 'node'"),
        ('id="n1"', 'id="n0"', ", line 11: a second node 'n0'"),
        ('target="n1"', 'target="n9"', ", line 13: the edge's end 'n9' is no node of the graph"),
        ('target="n1"', "", ", line 13: expected an attribute 'target' in the element 'edge'"),
        ('target="n1"', 'target="n1" directed="true"', ", line 13: an edge whose direction isn't"),
        (' edgedefault="undirected"', "", ", line 8: expected an attribute 'edgedefault'"),
        ('"undirected"', '"both"', ", line 8: expected edgedefault 'directed' or 'undirected', found 'both'"),
        (
            '<node id="n3"/>',
            '<node id="n3"><graph edgedefault="directed"/></node>',
            ", line 12: a second graph",
        ),
        ('<node id="n3"/>', '<node id="n3"><port name="p"/></node>', ", line 12: a port: only edges between"),
        ('<node id="n3"/>', '<node id="n3"/><hyperedge/>', ", line 12: a hyperedge: only edges between"),
        (" 1.0 ", "heavy", ", line 9: expected a number as weight, found 'heavy'"),
        (" 1.0 ", "", ", line 9: expected a number as weight, found ''"),
        ('"UTF-8"', '"UTF-9"', ", line 1: unknown encoding: UTF-9"),
        ('"UTF-8"', '"shift_jis"', ", line 1: multi-byte encodings are not supported"),
        ("2.5", "x", ", line 6: expected a number as weight, found 'x'"),
    ],
)
def test_bad_files(old, new, problem, refused):
    assert old in PRIMER
    assert problem in refused("bad.graphml", PRIMER.replace(old, new))
