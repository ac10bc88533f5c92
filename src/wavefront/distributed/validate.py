"""Is this a breadth-first search tree of a graph over ranks? Graph500's five rules, each rank its vertices.

The rules are those of ``wavefront.validate.bfs``. Each rank gathers the levels of all places, then checks the
lists of its own vertices; every rank raises the first error that any has found.
"""

import numpy as np

from ..device import Cpu, working_on
from ..validate.rules import ValidationError
from .graph import Segment, gathered_places

# What is wrong, and with which rule.
FINE, ROOT, DEEPER, UNREACHED, NO_PARENT, JUMP, NO_EDGE = range(7)
PROBLEMS = {
    ROOT: ("1", "vertex {} has a level or a predecessor that only the source, or no source, may have"),
    DEEPER: ("3", "an edge from vertex {} leads more than one level on"),
    UNREACHED: ("4", "an edge leads from vertex {}, which is reached, to one that is not"),
    NO_PARENT: ("2", "vertex {} has no in-neighbor of the level before"),
    JUMP: ("2", "vertex {}'s predecessor is not one level closer"),
    NO_EDGE: ("5", "vertex {}'s tree edge is no edge"),
}


def validate_bfs(segment: Segment, *, depth_limit: int | None = None) -> None:
    """Check the levels, and the predecessors if there are any, of a search; every rank calls this.

    `depth_limit` is the level at which the search stopped, at its target.

    Raises ValidationError, the same on every rank, naming the rule and a vertex that breaks it.
    """
    graph = segment.graph
    device, part = graph.device, graph.partition
    with working_on(device):
        xp = device.xp
        levels = gathered_places(graph, segment.levels)
        problems = xp.zeros(part.owned, np.int32)
        given = xp.empty(0, graph.ids.dtype) if segment.predecessors is None else segment.predecessors
        ids = graph.all_ids
        device.for_each(
            part.owned,
            check_vertex,
            segment.source,
            np.iinfo(np.int32).max if depth_limit is None else depth_limit,
            levels,
            ids,
            given,
            graph.out,
            graph.into,
            part.first,
            problems,
        )
        bad = Cpu().array(xp.flatnonzero(problems))[:1]
        found = np.zeros(2, np.int64)
        if bad.size:
            found[:] = int(problems[int(bad[0])]), int(graph.ids[int(bad[0])])
    everyone = np.empty((part.size, 2), np.int64)
    graph.communicator.gather(everyone.reshape(-1), found)
    for problem, vertex in everyone.tolist():
        if problem > FINE:
            rule, text = PROBLEMS[problem]
            raise ValidationError(rule, text.format(vertex))


def check_vertex(local, source, last, levels, ids, predecessors, out, into, first, problems):
    """Note the first rule that a vertex breaks."""
    place = first + local
    level = levels[place]
    is_source = ids[place] == source
    if level < -1 or (level == 0) != is_source:
        problems[local] = ROOT
        return
    if level >= 0:
        for edge in range(out.ptr[local], out.ptr[local + 1]):
            beyond = levels[out.places[edge]]
            if beyond == -1 and level < last:
                problems[local] = UNREACHED
            elif beyond > level + 1:
                problems[local] = DEEPER
    if predecessors.size and (predecessors[local] >= 0) != (level > 0):
        problems[local] = ROOT
    elif level > 0:
        problem = NO_EDGE if predecessors.size else NO_PARENT
        for edge in range(into.ptr[local], into.ptr[local + 1]):
            before = into.places[edge]
            if not predecessors.size or ids[before] == predecessors[local]:
                if levels[before] == level - 1:
                    problem = FINE
                    break
                if predecessors.size:
                    problem = JUMP
        if problem != FINE:
            problems[local] = problem
