"""What GEXF, GML and Pajek share: NetworkX reads and writes them. It takes about 1 KB for each edge.

Nodes become labels, as integers if all of them look like integers; 0 to V-1 in order are the ids. The edges'
attribute "weight" is the weight, 1 where missing; weights that are all 1 are none, and whole ones are kept in
the smallest type of integers.
"""

import io
import re
from typing import Any

from ..errors import GraphFileError, InputError
from ..graph import Graph
from ..graph.libraries import library
from ..graph.weight_types import smallest
from ..progress import Report
from . import output
from .fields import is_canonical
from .stream import Input, parsing, whole

NOT_WRITTEN = re.compile('[\x00-\x1f\x7f"\\\\\x85\u2028\u2029\ud800-\udfff\ufffe\uffff]')


def read(path: Input, report: Report | None = None, *, format: str) -> Graph:
    """Graph of a file in one of the formats. Raises InputError if NetworkX isn't installed."""
    networkx = library("networkx", "wavefront[networkx]")
    content = whole(path, report)
    if b"<!entity" in content.replace(b"\0", b"").lower():
        raise GraphFileError(path, "entities aren't read: with them a small file claims much memory")
    if format == "pajek" and b"*vertices" not in content.lower():
        raise GraphFileError(path, "expected a line '*vertices'")
    with parsing(path, f".{format} file"):
        made = getattr(networkx, f"read_{format}")(io.BytesIO(content))
        if all(isinstance(node, str) and is_canonical(node) for node in made):
            made = networkx.relabel_nodes(made, {node: int(node) for node in made})
        weights = made.edges(data="weight", default=1)
        weighted = any(weight != 1 for _, _, weight in weights)
        graph = Graph.from_networkx(made, weight="weight" if weighted else None)
    if graph.csr.weights is None:
        return graph
    csr = graph.csr._replace(weights=smallest(graph.csr.weights))
    return Graph.from_csr(*csr, directed=graph.directed, check=False, labels=graph.labels)


def write(graph: Graph, path: output.Output, *, format: str) -> None:
    """Writes labels, if there are any, else ids, as the nodes' names.

    Labels that all look like integers are read back as integers. Raises InputError for a label with a quote,
    a backslash or a control character, an empty one, a weight that is NaN, weights that are all 1, labels of
    no vertices, or if NetworkX isn't installed.
    """
    networkx = library("networkx", "wavefront[networkx]")
    output.refuse_nan(graph.csr.weights, format)
    if graph.csr.weights is not None and bool((graph.csr.weights == 1).all()):
        raise InputError(f"weights that are all 1 are none in {format}: write the graph without weights")
    if graph.labels is not None and not graph.num_vertices:
        raise InputError(f"labels of no vertices can't be written to {format}; choose another format")
    names = list(map(str, range(graph.num_vertices))) if graph.labels is None else output.names(graph)
    for name in names:
        if not name.strip() or name != name.strip() or NOT_WRITTEN.search(name):
            problem = f"the label {output.shortened(name)} can't be written to {format}"
            raise InputError(f"{problem}; choose another format")
    if format == "pajek":  # NetworkX reads an apostrophe as a quote, and quotes only names with a space
        names = [f'"{name}"' if "'" in name and " " not in name else name for name in names]
    made = graph.to_networkx()
    content = io.BytesIO()
    named: Any = networkx.relabel_nodes(made, dict(zip(made, names, strict=True)))
    getattr(networkx, f"write_{format}")(named, content)
    with output.new_file(path) as file:
        file.write(content.getvalue())
