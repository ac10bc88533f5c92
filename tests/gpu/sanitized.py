"""Every method and every algorithm on a GPU, for compute-sanitizer to watch: see `make test-gpu`.

Memory comes straight from the driver, not from CuPy's pool, so that an access past an array's end is seen.
"""

import sys
from pathlib import Path

import cupy

import wavefront as wf
from wavefront import generators

sys.path.insert(0, str(Path(__file__).parents[1]))

from graphs import METHODS

cupy.cuda.set_allocator(None)
for make in (generators.book_graph, lambda: generators.kronecker(7, seed=1), lambda: generators.grid(9, 9)):
    graph = make()
    for strategy, options in METHODS:
        if "library" in options:  # not ours to check
            continue
        result = wf.bfs(graph, [0, 3], strategy=strategy, device="cuda", **options).to_numpy()
        wf.validate_bfs(graph, [0, 3], result.levels, result.predecessors)
    for algorithm in (
        lambda graph: wf.sssp(graph, 0, device="cuda"),
        lambda graph: wf.connected_components(graph, device="cuda"),
        lambda graph: wf.connected_components(graph, "strong", device="cuda"),
        lambda graph: wf.pagerank(graph, device="cuda"),
        lambda graph: wf.betweenness_centrality(graph, [0, 3], device="cuda"),
        lambda graph: wf.multi_source_bfs(graph, [0, 3], device="cuda"),
    ):
        algorithm(graph)
    if not graph.directed:
        wf.triangles(graph, device="cuda")
        wf.core_number(graph, device="cuda")
        wf.label_propagation(graph, device="cuda")
# What small graphs don't bring out of the fused search: levels shared by all blocks, and prepared graphs.
for graph in (generators.grid(150, 120), generators.kronecker(10, seed=1).prepare()):
    for source in (0, graph.num_vertices // 2):
        result = wf.bfs(graph, source, strategy="fused", device="cuda").to_numpy()
        wf.validate_bfs(graph, source, result.levels, result.predecessors)
print("every search was valid")
