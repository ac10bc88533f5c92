"""Questions on how a graph is stored: 1 (formats and methods), 9 (building CSR)."""

import numpy as np

from ...generators import complete
from .draws import FORMATS, Drawn, directed_graph, format_read, numbers
from .question import Part


def formats_and_methods(rng: np.random.Generator) -> Drawn:
    """Edges of a complete graph; what each format gives at once; which method reads which."""
    graph = directed_graph(rng, 6, 10, levels=2)
    size = int(rng.integers(5, 40))
    vertex = int(rng.choice(np.flatnonzero(graph.out_degrees)))
    target = int(rng.choice(np.flatnonzero(graph.in_degrees)))
    edge = int(rng.integers(graph.num_edges))
    csr, csc, coo = graph.csr, graph.csc, graph.coo
    after = csr.dst[csr.src_ptr[vertex] : csr.src_ptr[vertex + 1]]
    before = csc.src[csc.dst_ptr[target] : csc.dst_ptr[target + 1]]
    reads = {method: format_read(graph, method) for method in ("push", "pull", "edge_centric")}
    parts = (
        Part("edges", f"edges of the complete directed graph of {size} vertices", complete(size).num_edges),
        Part("after", f"what CSR holds for vertex {vertex}", after.tolist()),
        Part("before", f"what CSC holds for vertex {target}", before.tolist()),
        Part(
            "ends",
            f"what COO holds for edge {edge}, counted from 0",
            [int(coo.src[edge]), int(coo.dst[edge])],
        ),
        *(Part(name, f"the format that {name} reads", found, FORMATS) for name, found in reads.items()),
    )
    return Drawn(
        "A complete graph has every edge but self-loops. The edges below are in CSR's order.",
        graph,
        parts,
        f"Each of {size} vertices has an edge to the {size - 1} others: {size} x {size - 1}. CSR keeps a "
        "vertex's out-neighbors together, which a vertex needs to push. CSC keeps its in-neighbors "
        "together, which it needs to pull. COO spells out both ends, so that a thread that has one edge "
        "needs no more. The formats that the methods read were found by logging what their kernels touch: "
        f"to choose a method is to choose a format. Here src_ptr[{vertex}] = {csr.src_ptr[vertex]} and "
        f"src_ptr[{vertex + 1}] = {csr.src_ptr[vertex + 1]} enclose vertex {vertex}'s slots of dst.",
    )


def building_csr(rng: np.random.Generator) -> Drawn:
    """The two arrays of CSR."""
    graph = directed_graph(rng, int(rng.integers(5, 8)), int(rng.integers(6, 11)), levels=2)
    src_ptr, dst, _ = graph.csr
    src, ends, _ = graph.coo
    order = rng.permutation(graph.num_edges)
    given = ", ".join(f"{src[slot]}->{ends[slot]}" for slot in order)
    empty = sorted(numbers(np.flatnonzero(graph.out_degrees == 0)))
    same = ", ".join(f"src_ptr[{vertex}] = src_ptr[{vertex + 1}] = {src_ptr[vertex]}" for vertex in empty)
    return Drawn(
        f"Edges, in no order, of a graph of {graph.num_vertices} vertices: {given}. Each vertex's "
        "neighbors stand in ascending order.",
        graph,
        (
            Part("src_ptr", "the offsets of CSR", src_ptr.tolist()),
            Part("dst", "the neighbors of CSR", dst.tolist()),
        ),
        f"Out-degrees are {' '.join(map(str, graph.out_degrees))}; src_ptr is their running sum from 0, "
        f"one longer than the vertices, and ends with the number of edges, {graph.num_edges}. "
        + (f"A vertex without out-edges repeats an offset: {same}." if empty else ""),
        shows_edges=False,
    )
