"""Paths towards one target: A*, from the source alone, nearest first by distance plus heuristic.

Source: Hart, Nilsson and Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths",
IEEE Transactions on Systems Science and Cybernetics 4, 1968. A vertex's key is its distance from the source
plus the heuristic, which says how far the target is from there, at least. Once no key is below the length of
the best path found, that path is a shortest. A settled vertex that is met again, nearer, waits again, so the
heuristic need not be consistent. Work: the vertices whose key is below the distance of the target, each once
if the heuristic is consistent.

The memory is that of a search by weights from both ends (answer.py), whose second end's distances are the
heuristic here.
"""

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

from ...operators.functors import Functor, kept_with_functor
from ..heap import SETTLED, lower, move, take_nearest
from ..sssp.weights import edge_weight
from .answer import BY_HEURISTIC, enter_end, refuse, take_pair, write_path


class Guide(NamedTuple):
    """How far the target is at least: ``functor(vertex, target, problem)``, or without a problem."""

    functor: Functor
    problem: Any  # a NamedTuple, or None


class NoProblem(NamedTuple):
    """What the search takes along for a functor without a problem."""

    nothing: int = 0


def body_of(guide: Guide) -> Callable[..., None]:
    """The body of a thread that answers pairs by this guide; its problem, or NoProblem, is an argument."""
    return _body(guide.functor, guide.problem is not None)


@kept_with_functor
def _body(functor: Functor, takes_problem: bool) -> Callable[..., None]:
    if takes_problem:

        def least_distance(vertex, target, problem):
            return np.float64(functor(vertex, target, problem))

    else:

        def least_distance(vertex, target, problem):
            return np.float64(functor(vertex, target))

    search = _search_by(least_distance)

    def find_paths(thread, src_ptr, dst, weights, problem, scratch, answer):
        """Answer one pair after the other, each the next that no thread has taken."""
        refused = answer.refused[thread]
        pair = take_pair(thread, scratch, answer)
        while pair < answer.pairs.shape[0]:
            source, target = np.int64(answer.pairs[pair, 0]), np.int64(answer.pairs[pair, 1])
            length, num_met = search(source, target, src_ptr, dst, weights, problem, thread, scratch, refused)
            write_path(thread, pair, target if length < inf else -1, (num_met, 0), scratch, answer)
            if refused[0] >= 0:
                return
            pair = take_pair(thread, scratch, answer)

    return find_paths


def _search_by(least_distance: Callable[..., Any]) -> Callable[..., Any]:
    def search(source, target, src_ptr, dst, weights, problem, thread, scratch, refused):
        """The length of a shortest path, and how many vertices are met. Stops where something is refused."""
        places, predecessors = scratch.places[thread], scratch.predecessors[thread]
        distances, met, own = scratch.distances[thread], scratch.met[thread], places[::2]
        heap, keys = scratch.heaps[thread], scratch.keys[thread]
        enter_end(0, source, places, predecessors, met)
        distances[2 * source], predecessors[2 * target + 1] = 0, -1
        move(source, 0.0, 0, heap, keys, own)
        best, waiting, num_met = 0.0 if source == target else inf, 1, 1
        while waiting and keys[0] < best:
            vertex = np.int64(take_nearest(waiting, heap, keys, own))
            waiting -= 1
            base = distances[2 * vertex]
            for edge in range(src_ptr[vertex], src_ptr[vertex + 1]):
                neighbor, weight = np.int64(dst[edge]), np.float64(edge_weight(edge, weights))
                if not weight >= 0:
                    refuse(refused, 0, edge, vertex, neighbor)
                    return inf, num_met
                distance, place = base + weight, own[neighbor]
                if not distance < best or (place != 0 and not distance < distances[2 * neighbor]):
                    continue
                if place == 0:
                    own[neighbor], met[num_met] = SETTLED, neighbor
                    num_met += 1
                    least = np.float64(0) if neighbor == target else least_distance(neighbor, target, problem)
                    if not least >= 0:
                        refuse(refused, BY_HEURISTIC, 0, neighbor, target)
                        return inf, num_met
                    distances[2 * neighbor + 1] = least
                distances[2 * neighbor], predecessors[2 * neighbor] = distance, vertex
                key = distance + distances[2 * neighbor + 1]
                if neighbor == target:
                    best = distance
                elif key < best:
                    waiting = lower(neighbor, key, waiting, heap, keys, own)
        return best, num_met

    return search
