"""GEXF, Gephi's format: https://gexf.net. Read and written by NetworkX."""

from functools import partial

from .. import by_networkx

read = partial(by_networkx.read, format="gexf")
write = partial(by_networkx.write, format="gexf")
