"""Where a ball's search asks whether it may use an edge: without filters it may use all."""


def keeps(source, neighbor, edge, request):
    """Whether the search may follow the edge. `balls.kept_form` puts the filters in place of this."""
    return True
