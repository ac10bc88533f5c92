"""Is this a breadth-first search tree of a graph over ranks? Graph500's five rules, each rank its vertices.

The rules are those of ``wavefront.validate.bfs``. Each rank gathers the levels of all places, in 8 bits where
they fit, then checks the lists of its own vertices; every rank raises the first error that any has found.
"""

from typing import Any

import numpy as np

from ..device import Cpu, working_on
from ..validate.rules import ValidationError
from .graph import Segment, for_each_list, gathered_places

# What is wrong, and with which rule.
FINE, ROOT, DEEPER, UNREACHED, NO_PARENT, JUMP, NO_EDGE = range(7)
# What the edges into a vertex say of its predecessor: none is from it; one is, of a wrong level; it fits.
NO_SUCH, WRONG_LEVEL, FITS = range(3)
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
        levels = _gathered_levels(segment)
        problems, seen = xp.zeros(part.owned, np.int8), xp.zeros(part.owned, np.int8)
        given = xp.empty(0, graph.ids.dtype) if segment.predecessors is None else segment.predecessors
        ids, lists = graph.all_ids, (graph.out, graph.into)
        last = np.iinfo(np.int32).max if depth_limit is None else depth_limit
        for_each_list(graph, check_list, last, levels, ids, given, *lists, part.first, problems, seen)
        own = levels[part.first : part.first + part.owned]
        device.for_each(part.owned, check_vertex, segment.source, own, graph.ids, given, seen, problems)
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


def _gathered_levels(segment: Segment) -> Any:
    """The levels at all places."""
    graph, levels = segment.graph, segment.levels
    # A rule adds one to a level: in plain Python, in the level's own type.
    fits = not levels.size or (int(levels.min()) >= -128 and int(levels.max()) < 127)
    wide = int(graph.communicator.sum(np.array([not fits], np.int64))[0])
    return gathered_places(graph, levels if wide else levels.astype(np.int8))


def check_list(item, begin, lanes, last, levels, ids, predecessors, out, into, first, problems, seen):
    """Note what a lane's edges of a vertex break, and what they say of its predecessor."""
    local, lane = begin + item // lanes, item % lanes
    level = levels[first + local]
    if level >= 0:
        for edge in range(out.ptr[local] + lane, out.ptr[local + 1], lanes):
            beyond = levels[out.places[edge]]
            if beyond == -1 and level < last:
                problems[local] = UNREACHED
            elif beyond > level + 1:
                problems[local] = DEEPER
    if level > 0:
        for edge in range(into.ptr[local] + lane, into.ptr[local + 1], lanes):
            before = into.places[edge]
            if not predecessors.size or ids[before] == predecessors[local]:
                if levels[before] == level - 1:
                    seen[local] = FITS
                    break
                if predecessors.size:
                    seen[local] = WRONG_LEVEL


def check_vertex(local, source, levels, ids, predecessors, seen, problems):
    """Note the first rule that a vertex breaks."""
    level = levels[local]
    is_source = ids[local] == source
    has_wrong = predecessors.size > 0 and (predecessors[local] >= 0) != (level > 0)
    if level < -1 or (level == 0) != is_source or has_wrong:
        problems[local] = ROOT
    elif level > 0 and seen[local] != FITS:
        if not predecessors.size:
            problems[local] = NO_PARENT
        else:
            problems[local] = JUMP if seen[local] == WRONG_LEVEL else NO_EDGE
