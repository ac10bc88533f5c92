"""GraphML: http://graphml.graphdrawing.org/primer/graphml-primer.html. One graph, all directed or all not.

The edges' data named "weight" are weights, 1 or the declared default where missing. Node ids that are exactly
0 to V-1, or n0 to n(V-1), are the vertex ids. Other node ids become labels in the order of the file, as
integers if all of them are. Hyperedges, nested graphs and ports are refused.
"""

import re
import sys
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

import numpy as np

from ...errors import GraphFileError, InputError
from ...graph import Graph
from ...graph.undirected import edges_once
from ...graph.weight_types import smallest
from ...progress import Report
from .. import output, text
from ..stream import BUFFER_SIZE, Input, opened

LONGEST_TAG = 8 << 20  # bytes
NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class _Document:
    """The file's content, collected element by element as expat reads it."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.EntityDeclHandler = self._entity
        self.directed: bool | None = None  # None until there is a graph
        self.nodes: dict[str, int] = {}  # id -> place in the file
        self.edges: list[tuple[str, str]] = []
        self.lines: list[int] = []  # each edge's line in the file
        self.weights: list[float] = []
        self.weight_key: str | None = None
        self._default = 1.0
        self._inside: list[str] = []  # names of the open elements
        self._weight_text: list[str] | None = None  # while a weight is being read
        self._starts = {
            "key": self._key,
            "graph": self._graph,
            "node": self._node,
            "edge": self._edge,
            "data": self._data,
            "default": self._data,
            "hyperedge": self._unknown,
            "port": self._unknown,
        }

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        namespace, _, name = qualified.rpartition(" ")
        # Elements of other namespaces may have the same names.
        known = not namespace or namespace.startswith("http://graphml.graphdrawing.org/")
        self._inside.append(name if known else "")
        if known and name in self._starts:
            self._starts[name](attributes)

    def _key(self, attributes: dict[str, str]) -> None:
        if attributes.get("attr.name") == "weight" and attributes.get("for") in ("edge", "all"):
            self.weight_key = self._required(attributes, "id")
            self._inside[-1] = "weight"

    def _graph(self, attributes: dict[str, str]) -> None:
        if self.directed is not None:
            raise InputError("a second graph: only a single one, not nested, can be read")
        default = self._required(attributes, "edgedefault")
        if default not in ("directed", "undirected"):
            raise InputError(f"expected edgedefault 'directed' or 'undirected', found {default!r}")
        self.directed = default == "directed"

    def _node(self, attributes: dict[str, str]) -> None:
        node = sys.intern(self._required(attributes, "id"))
        if node in self.nodes:
            raise InputError(f"a second node {node!r}")
        self.nodes[node] = len(self.nodes)

    def _edge(self, attributes: dict[str, str]) -> None:
        default = "true" if self.directed else "false"
        if attributes.get("directed", default) != default:
            raise InputError("an edge whose direction isn't the graph's edgedefault")
        source, target = (self._required(attributes, end) for end in ("source", "target"))
        self.edges.append((sys.intern(source), sys.intern(target)))
        self.lines.append(self.parser.CurrentLineNumber)
        self.weights.append(self._default)

    def _data(self, attributes: dict[str, str]) -> None:
        parent, element = self._inside[-2] if len(self._inside) > 1 else "", self._inside[-1]
        of_edge = parent == "edge" and attributes.get("key", "") == self.weight_key
        if of_edge or (parent, element) == ("weight", "default"):
            self._weight_text = []

    def _entity(self, *declaration: object) -> None:
        # A few entities that hold one another make text of any length.
        raise InputError(f"the entity {declaration[0]!r}: a document with its own entities can't be read")

    def _unknown(self, attributes: dict[str, str]) -> None:
        raise InputError(f"a {self._inside[-1]}: only edges between two nodes can be read")

    def _required(self, attributes: dict[str, str], name: str) -> str:
        if name not in attributes:
            raise InputError(f"expected an attribute {name!r} in the element {self._inside[-1]!r}")
        return attributes[name]

    def _characters(self, characters: str) -> None:
        if self._weight_text is not None:
            self._weight_text.append(characters)

    def _end(self, qualified: str) -> None:
        element = self._inside.pop()
        if self._weight_text is None or element not in ("data", "default"):
            return
        weight = text.number("".join(self._weight_text).strip().encode())
        self._weight_text = None
        if element == "default":
            self._default = weight
        else:
            self.weights[-1] = weight


def read(path: Input, report: Report | None = None) -> Graph:
    """The one graph in the file; weighted if the file declares weights."""
    document = _Document()
    with opened(path, report) as file:
        try:
            size = 0
            while data := file.read(BUFFER_SIZE):
                document.parser.Parse(data)
                size += len(data)
                # Expat reads an unfinished tag again with each piece.
                if size - document.parser.CurrentByteIndex > LONGEST_TAG:
                    raise InputError(f"a tag or comment of more than {LONGEST_TAG:,} bytes")
            document.parser.Parse(b"", True)
        except expat.ExpatError as error:
            if error.code == expat.errors.codes[expat.errors.XML_ERROR_NO_MEMORY]:
                raise MemoryError(f"can't allocate memory for {path}") from error
            problem = f"not well-formed XML: {expat.ErrorString(error.code)}"
            raise GraphFileError(path, problem, error.lineno) from error
        except (ValueError, LookupError) as error:  # from the elements; from expat an unknown encoding
            raise GraphFileError(path, str(error), document.parser.CurrentLineNumber) from error
    if document.directed is None:
        raise GraphFileError(path, "expected a GraphML document, found no graph in it")
    for edge, line in zip(document.edges, document.lines, strict=True):
        for end in edge:
            if end not in document.nodes:
                raise GraphFileError(path, f"the edge's end {end!r} is no node of the graph", line)
    ids, labels = _numbered(list(document.nodes))
    ends = [[ids[document.nodes[edge[end]]] for edge in document.edges] for end in range(2)]
    weights = None if document.weight_key is None else smallest(np.array(document.weights, float))
    src, dst = np.array(ends, np.int64)
    return Graph.from_edges(src, dst, len(ids), weights, directed=document.directed, labels=labels)


def _numbered(nodes: list[str]) -> tuple[list[int], list[int] | list[str] | None]:
    """The vertex ids of the nodes in the order of the file, and their labels unless the names are the ids."""
    for prefix in ("", "n"):
        if all(re.fullmatch(f"{prefix}(0|[1-9][0-9]{{0,17}})", node) for node in nodes):
            ids = [int(node.removeprefix(prefix)) for node in nodes]
            if max(ids, default=-1) < len(nodes):
                return ids, None
    in_order = list(range(len(nodes)))
    if all(re.fullmatch("0|-?[1-9][0-9]{0,18}", node) and -(2**63) <= int(node) < 2**63 for node in nodes):
        return in_order, [int(node) for node in nodes]
    return in_order, nodes


def write(graph: Graph, path: output.Output, report: Report | None = None) -> None:
    """Writes labels, if there are any, else n0 to n(V-1), as the nodes' ids.

    Labels that all look like integers are read back as integers. Raises InputError for a label with a
    character that XML can't hold, labels that would be read back as ids, and a weight that is NaN.
    """
    names = [quoteattr(name) for name in _names(graph)]
    src, dst, weights = edges_once(graph)
    sources, targets = ([names[vertex] for vertex in ends.tolist()] for ends in (src, dst))
    output.refuse_nan(weights, "GraphML")
    direction = "directed" if graph.directed else "undirected"
    with output.new_file(path) as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="{NAMESPACE}">\n'.encode())
        if graph.weighted:
            file.write(b'<key id="weight" for="edge" attr.name="weight" attr.type="double"/>\n')
        file.write(f'<graph edgedefault="{direction}">\n'.encode())
        output.write_rows(file, "<node id=%s/>\n", names)
        if weights is None:
            output.write_rows(file, "<edge source=%s target=%s/>\n", sources, targets, report=report)
        else:
            row = '<edge source=%s target=%s><data key="weight">%r</data></edge>\n'
            output.write_rows(file, row, sources, targets, weights, report=report)
        file.write(b"</graph>\n</graphml>\n")


def _names(graph: Graph) -> list[str]:
    if graph.labels is None:
        return [f"n{vertex}" for vertex in range(graph.num_vertices)]
    names = output.names(graph)
    for name in names:
        if NOT_XML.search(name):
            found = output.shortened(name)
            raise InputError(f"the label {found} can't be written to GraphML; choose another format")
    if names and names[0].startswith("n") and _numbered(names)[1] is None:
        raise InputError(f"labels n0 to n{len(names) - 1} would be read back as ids; choose another format")
    return names
