"""How `advance` walks the out-edges of a frontier: list by list, or the same number of edges per thread."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..atomics import atomic_add, atomic_exch
from ..device import Cpu, Device, Python
from ..errors import InputError
from ..frontier import Frontier, Kind
from ..graph import Graph
from ..graph.arrays import exclusive_scan
from .filter import INVALID, drop_invalid
from .functors import Functor, kept_with_functor
from .load_balancing import Steps, first_segments, search

CHUNK = 256  # frontier items that a CPU thread takes at once
BUFFER = 256  # accepted items that a CPU thread collects before it appends them together
DEGREES = 32, 1024  # edges from which 32 and 256 threads share a list
LANES = 1, 32, 256
SIMULATED_DEGREES, SIMULATED_LANES = (4, 16), (1, 4, 16)  # in plain Python, whose graphs are small


class Form(NamedTuple):
    """Constants of a kernel, known when it is compiled."""

    functor: Functor
    indexed: bool  # whether the functor takes the rank and the index
    of_edges: bool  # whether the frontier's items are edges
    output: Kind | None
    unique: bool  # whether a neighbor is output once, even if the functor accepts it more often


class Lists(NamedTuple):
    """The walkers' inputs: the frontier's items, the graph, and marks of accepted vertices."""

    items: Any
    src_ptr: Any
    dst: Any
    marks: Any  # one number per vertex if `Form.unique`, else empty


def by_lists(graph: Graph, frontier: Frontier, form: Form, problem: Any, balance: str, bounded: bool) -> None:
    """One or several threads per list. `bounded`: no vertex is accepted twice."""
    device, xp = frontier.device, frontier.device.xp
    lists = _lists(graph, frontier, form)
    output, bound = frontier.resize(0, form.output), 0
    if form.output is not None:
        bound = _degree_sum(device, lists, form.of_edges)
        if bounded and form.output == "vertices":
            bound = min(bound, graph.num_vertices)
        output = frontier.resize(bound, form.output)
    tail = xp.zeros(1, np.int64)
    if isinstance(device, Cpu) and balance == "thread":
        chunks = -(-frontier.size // CHUNK)
        buffers = np.empty(chunks * BUFFER, output.dtype)
        size = bound or graph.num_edges
        device.for_each(chunks, _chunk_walker(form), lists, output, tail, buffers, problem, size=size)
    else:
        for lanes, part in _parts(device, lists, form.of_edges, balance):
            mine = lists._replace(items=part)
            device.for_each(part.size * lanes, _list_walker(form), lanes, mine, output, tail, problem)
    if form.output is not None:
        _take_output(frontier, form.output, int(tail[0]), bound)


def _take_output(frontier: Frontier, output: Kind, size: int, bound: int) -> None:
    """Make the appended items the frontier. Raises InputError if there are more than `bound`."""
    _require_claims(size, bound)
    frontier.swap(size, output)


def _require_claims(size: int, bound: int) -> None:
    """Raise InputError for more accepted vertices than there are."""
    if size > bound:
        raise InputError(
            f"the functor accepted {size:,} neighbors where there are {bound:,} vertices: it must claim "
            "each by an atomic, or be called with idempotent=True or unique=True"
        )


def by_edges(
    graph: Graph, frontier: Frontier, form: Form, problem: Any, compact: bool, bounded: bool
) -> None:
    """The same number of edges per thread. A GPU appends accepted edges; else each edge has its own slot."""
    device, xp = frontier.device, frontier.device.xp
    lists = _lists(graph, frontier, form)
    of_all = frontier.holds_all and not form.of_edges
    offsets, total = graph.csr.src_ptr, graph.num_edges
    if not of_all:
        degrees = xp.empty(frontier.size, np.int64)
        device.for_each(frontier.size, measure, lists, form.of_edges, degrees)
        offsets = exclusive_scan(degrees, np.int64)
        total = int(offsets[-1])
    appends = compact and not isinstance(device, Cpu)
    only_once = appends and bounded and form.output == "vertices"
    bound = min(total, graph.num_vertices) if only_once else total
    output = frontier.resize(0 if form.output is None else bound, form.output)
    tail = xp.zeros(1, np.int64)
    if total:
        takes = (reserve, _putter(form.output)) if appends and form.output else ()
        steps = Steps(_entrance(form.of_edges, of_all), read_edge, _edge_visitor(form, appends), *takes)
        firsts = _first_sources(graph, frontier) if of_all and not isinstance(device, Cpu) else None
        search(offsets, total, steps, lists, output, tail, problem, device=device, firsts=firsts)
    if form.output is None:
        return
    if appends:
        _take_output(frontier, form.output, int(tail[0]), bound)
    else:
        frontier.swap(total, form.output)
        if compact:
            drop_invalid(frontier)
        if compact and bounded and form.output == "vertices":
            _require_claims(frontier.size, graph.num_vertices)


def _first_sources(graph: Graph, frontier: Frontier) -> Any:
    """The vertex in whose list each GPU block begins, if the frontier is every vertex."""
    if ("first sources", graph) not in frontier.kept:
        firsts = first_segments(graph.csr.src_ptr, graph.num_edges, frontier.device)
        frontier.kept["first sources", graph] = firsts
    return frontier.kept["first sources", graph]


def _lists(graph: Graph, frontier: Frontier, form: Form) -> Lists:
    xp = frontier.device.xp
    marks = xp.zeros(graph.num_vertices, np.int32) if form.unique else xp.empty(0, np.int32)
    return Lists(frontier.items, graph.csr.src_ptr, graph.csr.dst, marks)


def vertex_of(item, lists, of_edges):
    """The vertex whose list an item stands for."""
    return lists.dst[item] if of_edges else item


def degree_of(index, lists, of_edges):
    """Edges of the index-th item's list."""
    vertex = vertex_of(lists.items[index], lists, of_edges)
    return lists.src_ptr[vertex + 1] - lists.src_ptr[vertex]


def measure(index, lists, of_edges, degrees):
    """Store the degree of the index-th item."""
    degrees[index] = degree_of(index, lists, of_edges)


def add_degrees(chunk, lists, of_edges, total):
    """Add the degrees of a chunk of items to the total."""
    size = 0
    for index in range(chunk * CHUNK, min((chunk + 1) * CHUNK, lists.items.size)):
        size += degree_of(index, lists, of_edges)
    atomic_add(total, 0, size)


def _degree_sum(device: Device, lists: Lists, of_edges: bool) -> int:
    total = device.xp.zeros(1, np.int64)
    device.for_each(-(-lists.items.size // CHUNK), add_degrees, lists, of_edges, total, size=lists.items.size)
    return int(total[0])


def _parts(device: Device, lists: Lists, of_edges: bool, balance: str) -> list[tuple[int, Any]]:
    """The items, grouped by the number of threads that share one list."""
    if balance == "thread":
        return [(1, lists.items)]
    degrees = device.xp.empty(lists.items.size, np.int64)
    device.for_each(degrees.size, measure, lists, of_edges, degrees)
    few = isinstance(device, Python)
    bounds, shares = (SIMULATED_DEGREES, SIMULATED_LANES) if few else (DEGREES, LANES)
    large = (degrees >= bounds[0]).astype(np.int8) + (degrees >= bounds[1])
    return [(lanes, lists.items[large == size]) for size, lanes in enumerate(shares)]


@kept_with_functor
def _acceptance(functor: Functor, unique: bool) -> Callable[..., bool]:
    def accept(source, neighbor, edge, lists, problem):
        if not functor(source, neighbor, edge, problem):
            return False
        return not unique or atomic_exch(lists.marks, neighbor, 1) == 0

    return accept


@kept_with_functor
def _chunk_walker(form: Form) -> Callable[..., None]:
    """The CPU's form: a thread walks a chunk of the lists and appends accepted items a buffer at a time."""
    accept = _acceptance(form.functor, form.unique)
    of_edges, has_output = form.of_edges, form.output is not None
    gives_edges = form.output == "edges"

    def walk_chunk(chunk, lists, output, tail, buffers, problem):
        first, size = chunk * BUFFER, 0
        for index in range(chunk * CHUNK, min((chunk + 1) * CHUNK, lists.items.size)):
            source = vertex_of(lists.items[index], lists, of_edges)
            for edge in range(lists.src_ptr[source], lists.src_ptr[source + 1]):
                neighbor = lists.dst[np.uint64(edge)]
                if accept(source, neighbor, edge, lists, problem) and has_output:
                    buffers[first + size] = edge if gives_edges else neighbor
                    size += 1
                    if size == BUFFER:
                        move(buffers, first, size, output, tail)
                        size = 0
        move(buffers, first, size, output, tail)

    return walk_chunk


def move(buffers, first, size, output, tail):
    """Append buffers[first : first + size] to the output, dropping items beyond its end."""
    start = atomic_add(tail, 0, size)
    for slot in range(min(size, output.size - start)):
        output[start + slot] = buffers[first + slot]


def append_within(output, tail, item):
    """Put the item into the output's next free slot, if there is one; tail[0] counts it in any case."""
    slot = atomic_add(tail, 0, 1)
    if slot < output.size:
        output[slot] = item


@kept_with_functor
def _list_walker(form: Form) -> Callable[..., None]:
    """`lanes` threads per list, each taking every lanes-th edge, so that neighboring lanes read neighbors."""
    accept = _acceptance(form.functor, form.unique)
    of_edges, has_output = form.of_edges, form.output is not None
    gives_edges = form.output == "edges"

    def walk_list(thread, lanes, lists, output, tail, problem):
        source = vertex_of(lists.items[thread // lanes], lists, of_edges)
        for edge in range(lists.src_ptr[source] + thread % lanes, lists.src_ptr[source + 1], lanes):
            neighbor = lists.dst[np.uint64(edge)]
            if accept(source, neighbor, edge, lists, problem) and has_output:
                append_within(output, tail, edge if gives_edges else neighbor)

    return walk_list


@cache
def _entrance(of_edges: bool, of_all: bool) -> Callable[..., tuple[int, int]]:
    """Finds an item's vertex and the first edge of its list."""

    def enter(segment, start, lists, output, tail, problem):
        if of_all:
            return segment, start
        source = vertex_of(lists.items[np.uint64(segment)], lists, of_edges)
        return source, lists.src_ptr[np.uint64(source)]

    return enter


def read_edge(rank, known, lists, output, tail, problem):
    """An edge and its destination."""
    edge = known[1] + rank
    return edge, lists.dst[np.uint64(edge)]  # unsigned: no test for a negative index


@kept_with_functor
def _edge_visitor(form: Form, appends: bool) -> Callable[..., bool]:
    """Visits the index-th of all edges."""
    unique, gives_edges = form.unique, form.output == "edges"
    functor = form.functor if form.indexed else _without_index(form.functor)
    has_slots = form.output is not None and not appends

    def visit(index, segment, rank, known, item, lists, output, tail, problem):
        edge, neighbor = item
        accepted = bool(functor(known[0], neighbor, edge, rank, index, problem))
        if unique and accepted:
            accepted = atomic_exch(lists.marks, neighbor, 1) == 0
        if has_slots:
            output[np.uint64(index)] = (edge if gives_edges else neighbor) if accepted else INVALID
        return accepted

    return visit


def _without_index(functor: Functor) -> Functor:
    def call(source, neighbor, edge, rank, index, problem):
        return functor(source, neighbor, edge, problem)

    return call


def reserve(size, lists, output, tail, problem):
    """Reserve `size` places of the output."""
    return atomic_add(tail, 0, size)


@cache
def _putter(output: Kind) -> Callable[..., None]:
    """Puts an edge, or its destination, into a place of the output, if within its end."""
    gives_edges = output == "edges"

    def put(place, item, lists, output, tail, problem):
        if place < output.size:
            output[place] = item[0] if gives_edges else item[1]

    return put
