"""Where the CPU's fused search asks whether it may use an edge or a vertex: without filters it may use all.

The steps call these functions. Without filters they say nothing, and the compiler drops them. For a search
with filters, filtered.py compiles the steps with its own functions in their place.
"""


def keeps(source, neighbor, edge, search):
    """Whether a push may follow this edge, given its number."""
    return True


def note_asked(slot, edge, row):
    """Note the edge, one of a few, to a neighbor that a push lists in this slot."""


def keeps_listed(source, neighbor, first, slot, row, search):
    """Whether a push may follow the edge noted, counted from `first` on."""
    return True


def fetch_asked(edge, search):
    """Prefetch what is asked about the edges from this one on."""


def fetch_asked_beside(edge, search):
    """Prefetch what will be asked some levels later, in a mesh: about edges before and after this one."""


def keeps_in(source, neighbor, place, search):
    """Whether a pull may follow this edge, given its place in the lists of in-neighbors."""
    return True


def drop(first, last, search):
    """Give the vertices that are dropped, of those from `first` to `last`, a level that no push lowers."""


def without_dropped(word, bits, search):
    """Of this word of the bitmap of visited vertices, the bits of those that are kept."""
    return bits


def words_marked(search):
    """How many words of that bitmap a thread takes at once."""
    return 64


def ask_ahead(first, last, search):
    """Ask about edges to vertices of these words, before a pull."""
