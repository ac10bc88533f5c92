"""Every public function, each parameter in turn with wrong values: nothing but the documented errors.

A value that happens to be right may pass. The machine is taken to have little memory, so that sizes which are
absurd are refused by a check, not by an allocation that fails.
"""

import networkx
import numpy as np
import pytest
import scipy.sparse
from functors import always, numbers
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators, maze, operators

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about arguments, not about devices")
MEMORY = 1 << 28  # bytes that this machine is said to have

DIRECTED = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2], weights=[1.0, 2.0, 3.0, 4.0])
GRAPH = wf.Graph.from_edges([0, 0, 1, 3], [1, 3, 2, 2], weights=[1.0, 2.0, 3.0, 4.0], directed=False)
LABELLED = wf.Graph.from_edges([0, 1], [1, 2], labels=["Rome", "Oslo", "Paris"])

VALUES = {
    "None": lambda: None,
    "True": lambda: True,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-1": lambda: -1,
    "2**31": lambda: 2**31,
    "2**63": lambda: 2**63,
    "2**100": lambda: 2**100,
    "-2**63": lambda: -(2**63),
    "empty text": lambda: "",
    "text": lambda: "x",
    "long text": lambda: "x" * 5000,
    "bytes": lambda: b"x",
    "NUL": lambda: "a\0b",
    "empty list": lambda: [],
    "list of a list": lambda: [[1]],
    "ragged list": lambda: [[1, 2], [3]],
    "list of text": lambda: ["x", None],
    "dict": lambda: {},
    "dict of text": lambda: {"x": "y"},
    "set": lambda: {1, 2},
    "object": object,
    "function": lambda: lambda: 0,
    "type": lambda: int,
    "float32": lambda: np.float32(1),
    "int64": lambda: np.int64(-1),
    "texts": lambda: np.array(["a", "b"]),
    "objects": lambda: np.array([None, {}], object),
    "dates": lambda: np.array(["2020-01-01", "NaT"], "M8[D]"),
    "records": lambda: np.zeros(2, [("a", "i4"), ("b", "f8")]),
    "array of no dimension": lambda: np.array(7),
    "matrix": lambda: np.ones((2, 2)),
    "masked": lambda: np.ma.array([1.0, 2.0], mask=[False, True]),
    "NetworkX": lambda: networkx.path_graph(3),
    "graph": lambda: GRAPH,
    "generator": lambda: (number for number in (0, 1)),
    "complex": lambda: 1j,
    "slice": lambda: slice(None),
    "ellipsis": lambda: ...,
    "NotImplemented": lambda: np.ma.masked,
}


def on_item(item, problem):
    return problem.counts[0] == 0


def on_slot(index, segment, rank, counts):
    counts[0] = 1


def count_item(item, counts):
    counts[item] = 1


def frontier():
    return operators.Frontier(GRAPH).load([0, 1])


def board():
    return np.zeros((3, 4), bool)


def routed():
    return maze.route_nets(board(), [((0, 0), (2, 3))])


def found(name, **arguments):
    graph = DIRECTED if name == "topological_levels" else GRAPH
    return getattr(wf, name)(graph, **arguments)


# What is called: the function and right arguments for all its parameters, made anew for each call.
STEPS = {"problem": lambda: numbers(wf.Cpu(), 8)}
CALLS = {
    "bfs": (
        wf.bfs,
        lambda: {
            "graph": GRAPH,
            "source": 0,
            "strategy": "push",
            "device": "cpu",
            "predecessors": True,
            "target": 2,
            "depth_limit": 3,
            "deterministic": False,
            "trace": False,
        },
    ),
    "BfsResult.path": (wf.bfs(GRAPH, 0).path, lambda: {"target": 2}),
    "sssp": (
        wf.sssp,
        lambda: {"graph": GRAPH, "source": 0, "delta": 1.0, "device": "cpu", "predecessors": True},
    ),
    "SsspResult.path": (wf.sssp(GRAPH, 0).path, lambda: {"target": 2}),
    "multi_source_bfs": (wf.multi_source_bfs, lambda: {"graph": GRAPH, "sources": [0, 2], "device": "cpu"}),
    "connected_components": (
        wf.connected_components,
        lambda: {"graph": GRAPH, "kind": "weak", "device": "cpu"},
    ),
    "core_number": (wf.core_number, lambda: {"graph": GRAPH, "device": "cpu"}),
    "triangles": (wf.triangles, lambda: {"graph": GRAPH, "device": "cpu"}),
    "betweenness_centrality": (
        wf.betweenness_centrality,
        lambda: {"graph": GRAPH, "sources": 2, "normalized": True, "edges": True, "seed": 1, "device": "cpu"},
    ),
    "pagerank": (
        wf.pagerank,
        lambda: {
            "graph": GRAPH,
            "damping": 0.5,
            "tolerance": 1e-3,
            "max_iterations": 9,
            "personalization": {0: 1.0},
            "weighted": True,
            "device": "cpu",
        },
    ),
    "label_propagation": (
        wf.label_propagation,
        lambda: {"graph": GRAPH, "seed": 1, "max_iterations": 5, "device": "cpu"},
    ),
    "topological_levels": (wf.topological_levels, lambda: {"graph": DIRECTED, "device": "cpu"}),
    "account": (wf.account, lambda: {"graph": GRAPH, "source": 0, "strategy": "push", "count": False}),
    "compare": (
        wf.compare,
        lambda: {"graph": GRAPH, "sources": [0], "device": "cpu", "rounds": 1, "progress": None},
    ),
    "Cpu": (wf.Cpu, lambda: {"threads": 1}),
    "Cpu.for_each": (
        lambda body, values: wf.Cpu().for_each(1, body, values),
        lambda: {"body": count_item, "values": np.zeros(3)},
    ),
    "Graph.from_edges": (
        wf.Graph.from_edges,
        lambda: {
            "src": [0, 1],
            "dst": [1, 2],
            "num_vertices": 3,
            "weights": [1.0, 2.0],
            "directed": True,
            "simplify": False,
            "labels": ["a", "b", "c"],
        },
    ),
    "Graph.from_csr": (
        lambda **named: wf.Graph.from_csr(**named).csr,
        lambda: {
            "src_ptr": np.array([0, 1, 1]),
            "dst": np.array([1]),
            "weights": np.array([2.0]),
            "directed": True,
            "labels": np.array(["a", "b"]),
            "origin": "a file",
        },
    ),
    "Graph.from_scipy": (
        lambda **named: wf.Graph.from_scipy(**named).csr,
        lambda: {"matrix": scipy.sparse.csr_array(np.eye(3)), "directed": True},
    ),
    "Graph.from_networkx": (
        wf.Graph.from_networkx,
        lambda: {"graph": networkx.path_graph(3), "weight": "weight"},
    ),
    "Graph.prepare": (
        lambda **named: wf.Graph.from_edges([0, 1], [1, 2]).prepare(**named),
        lambda: {"form": "none", "explain": False},
    ),
    "Graph.vertex": (LABELLED.vertex, lambda: {"label": "Rome"}),
    "Graph.vertex without labels": (GRAPH.vertex, lambda: {"label": 1}),
    "Graph.to_device": (GRAPH.to_device, lambda: {"device": "cpu"}),
    "Graph.checked_vertex": (GRAPH.checked_vertex, lambda: {"vertex": 1}),
    "Frontier": (
        operators.Frontier,
        lambda: {"graph": GRAPH, "type": "vertices", "device": "cpu", "queue_sizing": 1.0},
    ),
    "Frontier.load": (lambda **named: frontier().load(**named), lambda: {"items": [0]}),
    "advance": (
        operators.advance,
        lambda: {
            "graph": GRAPH,
            "frontier": frontier(),
            "functor": always,
            "problem": numbers(wf.Cpu(), 8),
            "direction": "push",
            "load_balance": "auto",
            "output": "vertices",
            "compact": True,
            "idempotent": True,
            "unique": False,
        },
    ),
    "advance of cond and apply": (
        operators.advance,
        lambda: {
            "graph": GRAPH,
            "frontier": frontier(),
            "problem": numbers(wf.Cpu(), 8),
            "cond": always,
            "apply": always,
            "direction": "pull",
            "unvisited": operators.Frontier(GRAPH).load_all(),
        },
    ),
    "compute": (
        operators.compute,
        lambda: {"frontier": frontier(), "functor": on_item, "problem": numbers(wf.Cpu(), 8)},
    ),
    "filter": (
        operators.filter,
        lambda: {
            "frontier": frontier(),
            "functor": on_item,
            "problem": numbers(wf.Cpu(), 8),
            "deduplicate": "exact",
        },
    ),
    "enact": (
        operators.enact,
        lambda: {
            "step": lambda _: True,
            "frontier": frontier(),
            "pull": lambda _: True,
            "unvisited": frontier(),
            "pull_share": 0.1,
            "max_iterations": 2,
            "trace": True,
        },
    ),
    "neighbor_reduce": (
        operators.neighbor_reduce,
        lambda: {
            "graph": GRAPH,
            "functor": always,
            "problem": numbers(wf.Cpu(), 8),
            "out": np.zeros(4, np.int64),
            "reduction": "sum",
            "over": "out",
            "frontier": frontier(),
        },
    ),
    "load_balancing_search": (
        operators.load_balancing_search,
        lambda: [np.array([1, 2]), on_slot, np.zeros(1, np.int64)],
    ),
    "maze.route": (
        maze.route,
        lambda: {
            "blocked": board(),
            "start": (0, 0),
            "goal": (2, 3),
            "cost": np.ones((3, 4)),
            "via_cost": 1.0,
            "device": "cpu",
        },
    ),
    "maze.route_nets": (
        maze.route_nets,
        lambda: {"blocked": board(), "nets": [((0, 0), (2, 3))], "max_ripups": 3, "device": "cpu"},
    ),
    "kronecker": (
        generators.kronecker,
        lambda: {"scale": 3, "edge_factor": 2, "seed": 1, "directed": False, "device": "cpu"},
    ),
    "uniform": (
        generators.uniform,
        lambda: {"num_vertices": 5, "num_edges": 6, "seed": 1, "directed": False, "device": "cpu"},
    ),
    "grid": (
        lambda rows, columns, blocked: generators.grid(rows, columns, blocked=blocked),
        lambda: {"rows": 3, "columns": 4, "blocked": board()},
    ),
    "maze": (generators.maze, lambda: {"rows": 5, "cols": 5, "seed": 1}),
    "small_world": (
        generators.small_world,
        lambda: {"num_vertices": 9, "degree": 2, "rewire": 0.5, "seed": 1},
    ),
    "star": (generators.star, lambda: {"num_vertices": 4}),
    "path": (generators.path, lambda: {"num_vertices": 4}),
    "cycle": (generators.cycle, lambda: {"num_vertices": 4}),
    "complete": (generators.complete, lambda: {"num_vertices": 4}),
    "validate_bfs": (
        wf.validate_bfs,
        lambda: {
            "graph": GRAPH,
            "source": 0,
            "levels": found("bfs", source=0).levels,
            "predecessors": found("bfs", source=0).predecessors,
            "depth_limit": 3,
        },
    ),
    "validate_sssp": (
        wf.validate_sssp,
        lambda: {
            "graph": GRAPH,
            "source": 0,
            "distances": found("sssp", source=0).distances,
            "predecessors": found("sssp", source=0).predecessors,
        },
    ),
    "validate_multi_source_bfs": (
        wf.validate_multi_source_bfs,
        lambda: {
            "graph": GRAPH,
            "sources": [0, 2],
            "levels": found("multi_source_bfs", sources=[0, 2]).levels,
        },
    ),
    "validate_components": (
        wf.validate_components,
        lambda: {"graph": GRAPH, "components": found("connected_components").components, "kind": "strong"},
    ),
    "validate_core_number": (
        wf.validate_core_number,
        lambda: {"graph": GRAPH, "cores": found("core_number").cores},
    ),
    "validate_triangles": (
        wf.validate_triangles,
        lambda: {"graph": GRAPH, "counts": found("triangles").counts},
    ),
    "validate_betweenness": (
        wf.validate_betweenness,
        lambda: {
            "graph": GRAPH,
            "scores": found("betweenness_centrality", edges=True).scores,
            "edge_scores": found("betweenness_centrality", edges=True).edge_scores,
            "sources": [0, 1, 2, 3],
            "normalized": True,
        },
    ),
    "validate_pagerank": (
        wf.validate_pagerank,
        lambda: {
            "graph": GRAPH,
            "ranks": found("pagerank", personalization={0: 1.0}, weighted=True).ranks,
            "damping": 0.85,
            "tolerance": 1e-6,
            "personalization": {0: 1.0},
            "weighted": True,
        },
    ),
    "validate_label_propagation": (
        wf.validate_label_propagation,
        lambda: {"graph": GRAPH, "communities": found("label_propagation").communities, "converged": True},
    ),
    "validate_topological_levels": (
        wf.validate_topological_levels,
        lambda: {"graph": DIRECTED, "levels": found("topological_levels").levels},
    ),
    "validate_routes": (
        wf.validate_routes,
        lambda: {
            "blocked": board(),
            "nets": routed().nets,
            "paths": routed().paths,
            "lengths": routed().lengths,
            "cost": np.ones((3, 4)),
            "via_cost": 0.0,
            "totals": [5.0],
        },
    ),
}
OPTIONS = {
    "push": {"layout": "ell"},
    "spmv": {"layout": "coo", "library": False},
    "frontier_queue": {"claim": "exch"},
    "privatized": {"capacity": 4, "block_size": 8},
    "hierarchical": {"warp_capacity": 2, "capacity": 6, "block_size": 8, "warp_size": 2},
    "single_block": {"capacity": 3, "block_size": 4},
    "degree_buckets": {"warp_degree": 2, "block_degree": 5},
    "direction_optimized": {"alpha": 1.0, "beta": 1.0},
    "fused": {"alpha": 1.0, "beta": 1.0, "serial_edges": 4},
    "operators": {"pull_share": 0.1},
}
for _name, _options in OPTIONS.items():
    CALLS[f"bfs by {_name}"] = (
        lambda _name=_name, **options: wf.bfs(GRAPH, 0, strategy=_name, device="cpu", **options),
        lambda _options=_options: dict(_options),
    )
    if _name in (
        "push",
        "spmv",
        "frontier_queue",
        "privatized",
        "hierarchical",
        "single_block",
        "degree_buckets",
        "direction_optimized",
    ):
        CALLS[f"account of {_name}"] = (
            lambda _name=_name, **options: wf.account(GRAPH, 0, _name, **options),
            lambda _options=_options: {name: value for name, value in _options.items() if name != "library"},
        )
ALLOWED = wf.InputError, wf.DeviceError, wf.ValidationError


# Numbers that are right, but stand for work that takes for ever.
ENDLESS = {"compare": ("rounds", ("2**31", "2**63", "2**100"))}


def failures(function, right, endless=(None, ())):
    for key in right() if isinstance(right(), dict) else range(len(right())):
        for name, value in VALUES.items():
            if key == endless[0] and name in endless[1]:
                continue
            arguments = right()
            arguments[key] = value()
            try:
                if isinstance(arguments, dict):
                    function(**arguments)
                else:
                    function(*arguments)
            except ALLOWED as error:
                if "\n" in str(error) or len(str(error)) > 500:
                    yield key, name, f"a message of {len(str(error))} characters: {str(error)[:300]}"
            except Exception as error:
                yield key, name, f"{type(error).__name__}: {str(error)[:100]}"


@pytest.fixture(autouse=True)
def little_memory(monkeypatch):
    monkeypatch.setattr("wavefront.device.memory.total_memory", lambda: MEMORY)
    monkeypatch.setattr("wavefront.device.cpu.total_memory", lambda: MEMORY)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_value_is_an_error_that_the_documentation_names(name):
    function, right = CALLS[name]
    arguments = right()
    if isinstance(arguments, dict):
        function(**arguments)
    else:
        function(*arguments)
    assert list(failures(function, right, *filter(None, [ENDLESS.get(name)]))) == []
