"""The account of claims: how many threads try, how many on one address, and what they write of the marks."""

from typing import Any

import numpy as np

from ..frontier import WORD_SIZE
from ..graph import Graph
from .arithmetic import LABELS, between
from .sectors import distinct, sectors_of_slots
from .steps import Step
from .warps import ranks


def claims_of(graph: Graph, step: Step, kind: str, literal: bool) -> dict[str, Any]:
    """The arguments of `from_queue` for this kind of claim: `claims`, `claim_contention`, `marks_written`.

    As printed a thread claims at every edge. Ours reads first: each vertex found is claimed at least once,
    and at most once per parent. With "or" the vertices of a word share its address.
    """
    size = WORD_SIZE if kind == "or" else 1  # vertices of a mark
    if literal or kind == "or":
        src_ptr, dst, _ = graph.csr
        edges = np.repeat(src_ptr.take(step.frontier), step.degrees) + ranks(step.degrees)
        parents, ends = np.repeat(step.frontier, step.degrees), dst.take(edges)
    if literal:
        tried: tuple[int, int] = (ends.size, ends.size)
        on_one = (_most(ends // size),) * 2
    else:
        tried = (step.vertices, step.pairs)
        on_one = (_most(step.found // size), step.most_parents)
        if kind == "or":
            discovers = np.isin(ends, step.found)
            pairs = distinct(parents[discovers].astype(np.int64) * graph.num_vertices + ends[discovers])
            on_one = (on_one[0], _most(pairs % graph.num_vertices // size))
    marked = ends if literal else step.found
    return {
        "claims": between(*tried),
        "claim_contention": between(*on_one),
        "marks_written": 0 if kind == "cas" else sectors_of_slots(LABELS, marked // size),
    }


def _most(addresses: np.ndarray) -> int:
    """How often the address comes that comes most often."""
    return int(np.unique(addresses, return_counts=True)[1].max(initial=0))
