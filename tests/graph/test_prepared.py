"""Graph.prepare: the arrays are the same graph in other ids, by falling degree, on every device."""

import pickle
import threading

import numpy as np
import pytest
from graphs import GRAPHS, SIMULATED, devices, size

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices
MADE = {
    **GRAPHS,
    "no vertices": lambda: wf.Graph.from_edges([], []),
    "kronecker": lambda: generators.kronecker(size(11, 5)),
    "directed kronecker": lambda: generators.kronecker(size(11, 5), directed=True),
    "undirected, with loops and parallel edges": lambda: wf.Graph.from_edges(
        [0, 4, 4, 4, 2, 2], [4, 0, 4, 2, 2, 4], 6, directed=False
    ),
    "hubs beyond 16 bits": lambda: two_hubs(size(70_000, 20)),
}


def two_hubs(leaves):
    """Vertices leaves and leaves + 1 are joined to all others, the second to the first too."""
    around = np.arange(leaves)
    src = np.concatenate([np.full(leaves, leaves), np.full(leaves + 1, leaves + 1)])
    return wf.Graph.from_edges(src, np.concatenate([around, around, [leaves]]))


def on(device, graph):
    """The graph on the device, and the arrays of its `prepared`, by name, in NumPy."""
    there = graph.to_device(device)
    return there, {name: wf.Cpu().array(values) for name, values in there.prepared._asdict().items()}


def edges_of(ptr, neighbors, old_id):
    """Every (row, neighbor) of these lists in the caller's ids, sorted."""
    pairs = zip(np.repeat(old_id, np.diff(ptr)).tolist(), old_id[neighbors].tolist(), strict=True)
    return sorted(pairs)


@pytest.mark.parametrize("name", MADE)
def test_it_is_the_same_graph_by_falling_degree(name, device):
    graph = MADE[name]()
    there, found = on(device, graph.prepare())
    assert there.device.name == ("cpu" if SIMULATED else device.name)
    new_id, old_id = found["new_id"], found["old_id"]
    edges = sorted(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    out_degree = dict.fromkeys({vertex for edge in edges for vertex in edge}, 0)
    for source, _ in edges:
        out_degree[source] += 1

    def group(vertex):  # small degrees count by the power of two
        degree = out_degree[vertex]
        return degree if degree >= 256 else (1 << degree.bit_length()) >> 1

    assert old_id.tolist() == sorted(out_degree, key=lambda vertex: (-group(vertex), vertex))
    assert {old: new for old, new in enumerate(new_id.tolist()) if new >= 0} == {
        old: new for new, old in enumerate(old_id.tolist())
    }
    assert new_id.size == graph.num_vertices
    assert edges_of(found["src_ptr"], found["dst"], old_id) == edges
    reverse = edges_of(found["dst_ptr"], found["src"], old_id)
    assert sorted((source, vertex) for vertex, source in reverse) == edges


@pytest.mark.parametrize("name", MADE)
def test_lists_ascend_and_first_is_their_first(name, device):
    graph = MADE[name]()
    there, found = on(device, graph.prepare())
    for ptr, neighbors in ((found["src_ptr"], found["dst"]), (found["dst_ptr"], found["src"])):
        lists = np.split(neighbors, ptr[1:-1]) if ptr.size > 1 else []
        assert all((np.diff(one) >= 0).all() for one in lists)
    firsts = [int(one[0]) if one.size else -1 for one in lists]
    assert found["first"].tolist() == firsts
    ids, offsets = ("dst", "src", "first", "new_id", "old_id"), ("src_ptr", "dst_ptr")
    assert {found[name].dtype for name in ids} == {graph.csr.dst.dtype}
    assert {found[name].dtype for name in offsets} == {graph.csr.src_ptr.dtype}
    shared = there.prepared.src is there.prepared.dst, there.prepared.dst_ptr is there.prepared.src_ptr
    assert shared == (not graph.directed,) * 2


def test_it_is_built_once_and_by_one_thread():
    graph = generators.kronecker(size(10, 4))
    assert graph.prepared is None
    assert graph.prepare() is graph
    built = graph.prepared
    assert graph.prepare().prepared is built
    graph, seen = generators.kronecker(size(10, 4), directed=True), []
    threads = [threading.Thread(target=lambda: seen.append(graph.prepare().prepared)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    assert all(one is graph.prepared for one in seen)


@pytest.mark.skipif(not {"simulator", "gpu"} & devices().keys(), reason="needs a GPU, or its simulator")
def test_a_copy_made_before_is_prepared_later():
    graph = generators.kronecker(size(10, 4))
    before = graph.to_device("cuda")
    assert before.prepared is None
    graph.prepare()
    assert graph.to_device("cuda") is before
    assert before.prepared is not None


def test_a_search_before_and_after(device):
    graph = generators.kronecker(size(11, 5))
    before = wf.bfs(graph, 3, strategy="fused", device=device).to_numpy()
    after = wf.bfs(graph.prepare(), 3, strategy="fused", device=device).to_numpy()
    wf.validate_bfs(graph, 3, after.levels, after.predecessors)
    assert np.array_equal(before.levels, after.levels)


def test_a_pickled_graph_stays_prepared():
    graph = generators.grid(4, 5).prepare()
    again = pickle.loads(pickle.dumps(graph))
    for mine, other in zip(graph.prepared, again.prepare().prepared, strict=True):
        assert np.array_equal(mine, other)


def test_weights_are_left_alone():
    graph = wf.Graph.from_edges([0, 1, 2, 2], [2, 2, 0, 1], 4, [5.0, 6.0, 7.0, 8.0])
    before = graph.csr.weights.copy()
    assert graph.prepare().prepared.dst.tolist() == [1, 2, 0, 0]
    assert np.array_equal(graph.csr.weights, before)


@pytest.mark.parametrize("edges", [([0, 0, 2, 3], [1, 2, 0, 0]), ([0, 0], [1, 2])])
def test_one_way_edges_of_an_undirected_graph_are_told(edges):
    one_way = wf.Graph.from_edges(*edges, 5)
    graph = wf.Graph.from_csr(one_way.csr.src_ptr, one_way.csr.dst, directed=False)
    with pytest.raises(wf.InputError, match="in both directions; this one doesn't"):
        graph.prepare()
    assert graph.prepared is None


def test_int64_ids_stay_int64():
    csr = generators.book_graph().csr
    graph = wf.Graph.from_csr(csr.src_ptr.astype(np.int64), csr.dst.astype(np.int64))
    assert graph.prepare().prepared.dst.dtype == graph.csr.dst.dtype
