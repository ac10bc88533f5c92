"""A right call of every public function: what is called, and a function that makes its arguments anew."""

from unittest.mock import patch

import networkx
import numpy as np
import scipy.sparse
from distance_calls import DISTANCES
from functors import always, numbers
from graphs import FORMS
from measure_calls import MEASURES
from page_calls import PAGES
from path_calls import KEPT, PATHS
from scan_calls import SCANS
from structure_calls import STRUCTURE
from table_calls import TABLES

import wavefront as wf
from wavefront import generators, maze, operators
from wavefront.strategies import ACCOUNTS

EDGES = [0, 0, 1, 3], [1, 3, 2, 2]
PATH = networkx.path_graph(3)
WEIGHTS = [1.0, 2.0, 3.0, 4.0]
DIRECTED = wf.Graph.from_edges(*EDGES, weights=WEIGHTS)
GRAPH = wf.Graph.from_edges(*EDGES, weights=WEIGHTS, directed=False)
ROW = np.empty((1, GRAPH.num_vertices), np.int32)
LABELLED = wf.Graph.from_edges([0, 1], [1, 2], labels=["Rome", "Oslo", "Paris"])


def given(**arguments):
    return arguments


def of_graph(**arguments):
    return {"graph": GRAPH, "device": "cpu"} | arguments


def on_item(item, problem):
    return problem.counts[0] == 0


def on_slot(index, segment, rank, counts):
    counts[0] = 1


def is_short(source, neighbor, edge):
    return neighbor - source < 3


def count_item(item, counts):
    counts[item] = 1


def frontier():
    return operators.Frontier(GRAPH).load([0, 1])


def problem():
    return numbers(wf.Cpu(), 8)


def board():
    return np.zeros((3, 4), bool)


NETS = [((0, 0), (2, 3))]


def for_each(body):
    wf.Cpu().for_each(1, body, np.zeros(3))


def balance(lengths, functor, device):
    operators.load_balancing_search(lengths, functor, np.zeros(1, np.int64), device=device)


def grid(rows, columns, blocked):
    generators.grid(rows, columns, blocked=blocked)


def checked_csr(**arguments):
    return wf.Graph.from_csr(**arguments).csr  # which is checked when asked for, if it is a file's


def warmup(**arguments):
    none = (answer for answer in ())  # without the processes
    with patch("wavefront.warming.warmup.answers_of", return_value=none):
        wf.warmup(**arguments)


ALGORITHMS = {
    "bfs": (
        wf.bfs,
        lambda: (
            of_graph(source=0, strategy="push", predecessors=True, target=2, depth_limit=3)
            | given(deterministic=False, trace=False)
        ),
    ),
    "bfs with filters": (wf.bfs, lambda: of_graph(source=0, level_dtype="int32") | KEPT),
    "multi_source_bfs": (wf.multi_source_bfs, lambda: of_graph(sources=[0], progress=None, out=ROW.copy())),
    "multi_source_bfs with filters": (
        wf.multi_source_bfs,
        lambda: of_graph(sources=[0, 2], level_dtype="int32", device="python", trace=False) | KEPT,
    ),
    "connected_components": (wf.connected_components, lambda: of_graph(kind="weak")),
    "core_number": (wf.core_number, of_graph),
    "triangles": (wf.triangles, lambda: of_graph(strategy="hybrid", progress=None)),
    "pagerank": (
        wf.pagerank,
        lambda: (
            of_graph(damping=0.5, tolerance=1e-3, max_iterations=9, weighted=True, progress=None)
            | given(personalization={0: 1.0})
        ),
    ),
    "label_propagation": (wf.label_propagation, lambda: of_graph(seed=1, max_iterations=5, progress=None)),
    "topological_levels": (wf.topological_levels, lambda: of_graph(graph=DIRECTED)),
    "interleave": (
        wf.interleave,
        lambda: (
            given(strategy="frontier_queue", graph=GRAPH, source=0, schedule="exhaustive", seed=0)
            | given(without=None, predecessors=True, max_schedules=2000)
        ),
    ),
    "warmup": (warmup, lambda: given(only=["pagerank"], device="cpu", every=False, jobs=1, progress=None)),
    "account": (wf.account, lambda: given(graph=GRAPH, source=0, strategy="push", count=False)),
    "practice.question": (wf.practice.question, lambda: given(number=9, seed=1)),
    "BfsResult.path": (wf.bfs(GRAPH, 0, device="python").path, lambda: given(target=2)),
    "SsspResult.path": (wf.sssp(GRAPH, 0, device="python").path, lambda: given(target=2)),
    "SsspResult.distance": (wf.sssp(GRAPH, 0, device="python").distance, lambda: given(target=2)),
}
GRAPHS = {
    "Cpu": (wf.Cpu, lambda: given(threads=1)),
    "Cpu.for_each": (for_each, lambda: given(body=count_item)),
    "EdgeFilter": (wf.EdgeFilter, lambda: given(graph=GRAPH, edges=is_short, symmetric=False, device="cpu")),
    "Graph.from_edges": (
        wf.Graph.from_edges,
        lambda: (
            given(src=[0, 1], dst=[1, 2], num_vertices=3, weights=[1.0, 2.0], directed=True)
            | given(simplify=False, labels=["a", "b", "c"], edge_attributes={"time": [1, 2]})
        ),
    ),
    "Graph.from_csr": (
        checked_csr,
        lambda: (
            given(src_ptr=np.array([0, 1, 1]), dst=np.array([1]), weights=np.array([2.0]), directed=True)
            | given(symmetrize=False, check=True)
            | given(labels=np.array(["a", "b"]), origin="a file", edge_attributes={"time": [1]})
        ),
    ),
    "Graph.from_scipy": (
        wf.Graph.from_scipy,
        lambda: given(matrix=scipy.sparse.csr_array(np.eye(3)), directed=True, symmetrize=False, check=True),
    ),
    "Graph.from_networkx": (wf.Graph.from_networkx, lambda: given(graph=PATH, weight="weight")),
    "Graph.prepare": (wf.Graph.from_edges([0, 1], [1, 2]).prepare, lambda: given(form="none", explain=False)),
    "Graph.vertex": (LABELLED.vertex, lambda: given(label="Rome")),
    "Graph.vertex without labels": (GRAPH.vertex, lambda: given(label=1)),
    "Graph.to_device": (GRAPH.to_device, lambda: given(device="cpu")),
    "Graph.checked_vertex": (GRAPH.checked_vertex, lambda: given(vertex=1)),
    "read": (
        wf.read,
        lambda: given(path="g.npz", format="npz", undirected=True, random_weights=1, progress=None),
    ),
    "write": (wf.write, lambda: given(graph=GRAPH, path="h.npz", format="npz", progress=None)),
}
OPERATORS = {
    "operators.Frontier": (operators.Frontier, lambda: of_graph(type="vertices", queue_sizing=1.0)),
    "operators.Frontier.load": (lambda items: frontier().load(items), lambda: given(items=[0])),
    "operators.advance": (
        operators.advance,
        lambda: (
            given(graph=GRAPH, frontier=frontier(), functor=always, problem=problem(), direction="push")
            | given(load_balance="auto", output="vertices", compact=True, idempotent=True, unique=False)
        ),
    ),
    "operators.advance of cond and apply": (
        operators.advance,
        lambda: (
            given(graph=GRAPH, frontier=frontier(), problem=problem(), cond=always, apply=always)
            | given(direction="pull", unvisited=operators.Frontier(GRAPH).load_all())
        ),
    ),
    "operators.compute": (
        operators.compute,
        lambda: given(frontier=frontier(), functor=on_item, problem=problem()),
    ),
    "operators.filter": (
        operators.filter,
        lambda: given(frontier=frontier(), functor=on_item, problem=problem(), deduplicate="exact"),
    ),
    "operators.enact": (
        operators.enact,
        lambda: (
            given(step=lambda _: True, frontier=frontier(), pull=lambda _: True, unvisited=frontier())
            | given(pull_share=0.1, max_iterations=2, trace=True)
        ),
    ),
    "operators.neighbor_reduce": (
        operators.neighbor_reduce,
        lambda: (
            given(graph=GRAPH, functor=always, problem=problem(), out=np.zeros(4, np.int64))
            | given(reduction="sum", over="out", frontier=frontier())
        ),
    ),
    "operators.load_balancing_search": (
        balance,
        lambda: given(lengths=np.array([1, 2]), functor=on_slot, device="cpu"),
    ),
    "maze.route": (
        maze.route,
        lambda: given(
            blocked=board(), start=(0, 0), goal=(2, 3), cost=np.ones((3, 4)), via_cost=1.0, device="cpu"
        ),
    ),
    "maze.route_nets": (
        maze.route_nets,
        lambda: given(blocked=board(), nets=NETS, max_ripups=3, device="cpu", progress=None),
    ),
}
GENERATORS = {
    "generators.kronecker": (
        generators.kronecker,
        lambda: given(scale=3, edge_factor=2, seed=1, directed=False, device="cpu"),
    ),
    "generators.uniform": (
        generators.uniform,
        lambda: given(num_vertices=5, num_edges=6, seed=1, directed=False, device="cpu"),
    ),
    "generators.grid": (grid, lambda: given(rows=3, columns=4, blocked=board())),
    "generators.maze": (generators.maze, lambda: given(rows=5, cols=5, seed=1)),
    "generators.small_world": (
        generators.small_world,
        lambda: given(num_vertices=9, degree=2, rewire=0.5, seed=1),
    ),
    "generators.star": (generators.star, lambda: given(num_vertices=4)),
    "generators.path": (generators.path, lambda: given(num_vertices=4)),
    "generators.cycle": (generators.cycle, lambda: given(num_vertices=4)),
    "generators.complete": (generators.complete, lambda: given(num_vertices=4)),
}


def checking(name, *attributes, graph=GRAPH, run=None, **more):
    """The call of a validator on these attributes of a result."""

    def arguments():
        result = getattr(wf, run or name)(
            graph, **{key: more[key] for key in more if key.startswith("source")}
        )
        return {"graph": graph} | {key: getattr(result, key).copy() for key in attributes} | more

    return getattr(wf, f"validate_{name}"), arguments


def checking_routes():
    routed = maze.route_nets(board(), NETS)
    return given(blocked=board(), nets=NETS, paths=routed.paths, lengths=routed.lengths) | given(
        cost=np.ones((3, 4)), via_cost=0.0, totals=[5.0]
    )


VALIDATORS = {
    "validate_bfs": checking("bfs", "levels", "predecessors", source=0, depth_limit=3, **KEPT),
    "validate_multi_source_bfs": checking("multi_source_bfs", "levels", sources=[0, 2], **KEPT),
    "validate_components": checking("components", "components", run="connected_components", kind="strong"),
    "validate_core_number": checking("core_number", "cores"),
    "validate_triangles": checking("triangles", "counts"),
    "validate_pagerank": (
        wf.validate_pagerank,
        lambda: (
            given(graph=GRAPH, ranks=np.full(4, 0.25), damping=0.0, tolerance=1e-6, weighted=True)
            | given(personalization=np.ones(4))
        ),
    ),
    "validate_label_propagation": checking(
        "label_propagation", "communities", run="label_propagation", converged=True
    ),
    "validate_topological_levels": checking("topological_levels", "levels", graph=DIRECTED),
    "validate_routes": (wf.validate_routes, checking_routes),
}
OTHERS = DISTANCES | MEASURES | PAGES | PATHS | SCANS | STRUCTURE | TABLES
CALLS = ALGORITHMS | GRAPHS | OPERATORS | GENERATORS | VALIDATORS | OTHERS


def search(strategy):
    return lambda **options: wf.bfs(GRAPH, 0, strategy=strategy, device="cpu", **options)


def account(strategy):
    return lambda **options: wf.account(GRAPH, 0, strategy, **options)


RULE = given(alpha=1.0, beta=1.0, switch="edges")
OPTIONS = {name: forms[-1] for name, forms in FORMS.items()}
OPTIONS |= {"direction_optimized": RULE, "operators": RULE}
for name, options in OPTIONS.items():
    CALLS[f"bfs by {name}"] = search(name), options.copy
    if name in ACCOUNTS and "library" not in options:
        CALLS[f"account of {name}"] = account(name), options.copy
