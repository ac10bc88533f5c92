"""GML: Himsolt, "GML: A portable Graph File Format", Passau 1997. Read and written by NetworkX."""

from functools import partial

from .. import by_networkx

read = partial(by_networkx.read, format="gml")
write = partial(by_networkx.write, format="gml")
