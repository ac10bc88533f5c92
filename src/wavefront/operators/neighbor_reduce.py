"""neighbor_reduce: one value per vertex, reduced over all its neighbors.

Source: Gunrock (Wang et al., TOPC 2017, section 4.1); a segmented reduction.
"""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from ..compiler import cuda, float64, int64
from ..device import Cpu, Device, working_on
from ..errors import InputError, require_one_of
from ..frontier import Frontier
from ..graph import Graph
from ..graph.vertices import require_graph
from .functors import Functor, check, check_problem, kept_with_functor, require_frontier_of, uses

Reduction = Literal["sum", "min", "max", "any"]

BLOCK_DEGREE = 64  # edges from which a whole GPU block walks a list
BLOCK_SIZE, SIMULATED_BLOCK = 128, 8  # threads per GPU block; powers of two


def add(left, right):
    """The sum."""
    return left + right


def least(left, right):
    """The smaller one; NaN if either is."""
    return left if left < right or left != left else right


def most(left, right):
    """The larger one; NaN if either is."""
    return left if left > right or left != left else right


OPERATIONS: dict[str, Callable[..., Any]] = {"sum": add, "min": least, "max": most, "any": most}


class Form(NamedTuple):
    """Constants of a kernel, known when it is compiled."""

    functor: Functor
    reduction: str
    incoming: bool  # whether the edges are those of the CSC view
    wants_edge: bool  # whether the functor reads the edge's number
    identity: Any  # the reduction's identity: an int or a float, the accumulator's type


def neighbor_reduce(
    graph: Graph,
    functor: Functor,
    problem: Any,
    out: Any,
    *,
    reduction: Reduction = "sum",
    over: Literal["out", "in"] = "out",
    frontier: Frontier | None = None,
) -> None:
    """Reduce ``functor(source, neighbor, edge, problem)`` over the edges of each vertex into out[vertex].

    Parameters
    ----------
    functor
        Returns a number. The vertex is the `source` of its out-edges or, with ``over="in"``, the `neighbor`
        of its in-edges. `edge` is the slot in the CSR view either way.
    problem
        As of `advance`.
    out
        V signed integers, float32 or float64, on the device. A vertex without edges gets 0 for "sum" and
        "any", the type's largest value (infinity for floats) for "min" and its smallest for "max"; NaN among
        its values gives NaN, but 1 for "any".
    reduction
        "any" is 1 if the functor returned a number other than 0 for any edge.
    frontier
        The vertices to reduce for; by default all. Other vertices' elements of `out` don't change.

    Raises
    ------
    InputError
        For a functor with other parameters or one that can't be compiled, or an argument that isn't as above.
    """
    require_graph(graph)
    if frontier is not None:
        require_frontier_of(graph, "frontier", frontier)
        if frontier.type != "vertices":
            raise InputError("neighbor_reduce takes a frontier of vertices, not of edges")
    require_one_of("reduction", reduction, OPERATIONS)
    require_one_of("over", over, ("out", "in"))
    check(functor, ("source", "neighbor", "edge", "problem"))
    if frontier is None:
        frontier = Frontier(graph, queue_sizing=0).load_all()
    device = frontier.device
    graph = graph.to_device(device)
    check_problem(problem, device)
    _require_out(out, graph.num_vertices, device)
    if not (out.flags.c_contiguous and out.dtype.isnative):  # kernels write no other arrays
        with working_on(device):
            plain = out.astype(out.dtype.newbyteorder("="), order="C")
            neighbor_reduce(graph, functor, problem, plain, reduction=reduction, over=over, frontier=frontier)
            out[:] = plain
        return
    incoming, xp = over == "in", device.xp
    ptr, ids = graph.csc[:2] if incoming else graph.csr[:2]
    wants_edge = incoming and uses(functor, 2)
    form = Form(functor, reduction, incoming, wants_edge, _identity(reduction, out.dtype))
    vertices = frontier.items
    with working_on(device):
        lists = Lists(ptr, ids, graph.csc_slots if wants_edge else xp.empty(0, np.int32))
        if isinstance(device, Cpu):
            device.for_each(vertices.size, _thread_form(form), vertices, lists, out, problem)
            return
        small, large = _by_degree(frontier, graph, over)
        device.for_each(small.size, _thread_form(form), small, lists, out, problem)
        if large.size:
            threads = SIMULATED_BLOCK if xp is np else BLOCK_SIZE
            device.launch(large.size, threads, _block_form(form, threads), large, lists, out, problem)


def _require_out(out: Any, count: int, device: Device) -> None:
    if (
        not isinstance(out, device.xp.ndarray)
        or out.shape != (count,)
        or out.dtype.kind not in "if"
        or out.dtype == np.float16
    ):
        raise InputError(f"out must be {count:,} signed integers, float32 or float64, on {device.name}")
    if isinstance(out, np.ndarray) and not out.flags.writeable:
        raise InputError("out is read-only")


def _by_degree(frontier: Frontier, graph: Graph, over: str) -> tuple[Any, Any]:
    """The frontier's vertices with short lists, and those with long lists."""
    if (over, graph) not in frontier.kept:
        ptr = graph.csc.dst_ptr if over == "in" else graph.csr.src_ptr
        vertices = frontier.items
        is_small = ptr.take(vertices + 1) - ptr.take(vertices) < BLOCK_DEGREE
        frontier.kept[over, graph] = vertices[is_small], vertices[~is_small]
    small, large = frontier.kept[over, graph]
    return small, large


class Lists(NamedTuple):
    """Neighbor lists of the CSR view, or of the CSC view; `slots` are its edges' CSR slots, if needed."""

    ptr: Any
    ids: Any
    slots: Any


def _identity(reduction: str, dtype: np.dtype) -> int | float:
    if reduction in ("sum", "any"):
        return 0.0 if dtype.kind == "f" else 0
    if dtype.kind == "f":
        return np.inf if reduction == "min" else -np.inf
    limits = np.iinfo(dtype)
    return limits.max if reduction == "min" else limits.min


@kept_with_functor
def _value_form(form: Form) -> Callable[..., Any]:
    """The functor on the edge in one place of a vertex's list."""
    functor, incoming, wants_edge, is_any = (
        form.functor,
        form.incoming,
        form.wants_edge,
        form.reduction == "any",
    )

    def value_at(place, vertex, lists, problem):
        other = lists.ids[np.uint64(place)]  # unsigned: no test for a negative index
        if incoming:
            value = functor(other, vertex, lists.slots[place] if wants_edge else place, problem)
        else:
            value = functor(vertex, other, place, problem)
        if is_any:
            return 1 if value != 0 else 0
        return value

    return value_at


@kept_with_functor
def _thread_form(form: Form) -> Callable[..., None]:
    """One thread walks the list."""
    value_at, combine, identity = _value_form(form), OPERATIONS[form.reduction], form.identity
    is_any = form.reduction == "any"

    def reduce_list(index, vertices, lists, out, problem):
        vertex = vertices[index]
        result = identity
        for place in range(lists.ptr[vertex], lists.ptr[vertex + 1]):
            result = combine(result, value_at(place, vertex, lists, problem))
            if is_any and result != 0:
                break
        out[vertex] = result

    return reduce_list


@kept_with_functor
def _block_form(form: Form, threads: int) -> Callable[..., None]:
    """A GPU block walks the list; its threads' results are reduced pairwise, always in the same order."""
    value_at, combine, identity = _value_form(form), OPERATIONS[form.reduction], form.identity
    wide = float64 if isinstance(identity, float) else int64

    def reduce_list(vertices, lists, out, problem):
        results = cuda.shared.array(threads, wide)
        thread = cuda.threadIdx.x
        vertex = vertices[cuda.blockIdx.x]
        result = identity
        for place in range(lists.ptr[vertex] + thread, lists.ptr[vertex + 1], threads):
            result = combine(result, value_at(place, vertex, lists, problem))
        results[thread] = result
        half = threads // 2
        while half > 0:
            cuda.syncthreads()  # the last round's results are written
            if thread < half:
                results[thread] = combine(results[thread], results[thread + half])
            half //= 2
        if thread == 0:
            out[vertex] = results[0]

    return reduce_list
