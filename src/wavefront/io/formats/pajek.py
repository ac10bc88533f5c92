"""Pajek's networks (.net): http://mrvar.fdv.uni-lj.si/pajek. Read and written by NetworkX."""

from functools import partial

from .. import by_networkx

read = partial(by_networkx.read, format="pajek")
write = partial(by_networkx.write, format="pajek")
