"""The prepared graph: the same graph in other ids, by falling degree or as a search meets them."""

import numpy as np
import pytest
from graphs import GRAPHS, size

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
FORMS = "hubs_first", "breadth_first"
ONE_WAY = [([0, 0, 2, 3], [1, 2, 0, 0]), ([0, 0], [1, 2]), ([0, 1, 2], [1, 0, 0])]


def two_hubs(leaves):
    """Vertices leaves and leaves + 1 are joined to all others, the second to the first too."""
    around = np.arange(leaves)
    src = np.concatenate([np.full(leaves, leaves), np.full(leaves + 1, leaves + 1)])
    return wf.Graph.from_edges(src, np.concatenate([around, around, [leaves]]))


def on(device, graph, form):
    """What a search on the device reads, by name, in NumPy; and the same as it is."""
    there = graph.prepare(form).to_device(device).prepared_for(device)
    return {
        name: wf.Cpu().array(values) for name, values in there._asdict().items() if values is not None
    }, there


def edges_of(ptr, neighbors, old_id):
    """Every (row, neighbor) of these lists in the caller's ids, sorted."""
    pairs = zip(np.repeat(old_id, np.diff(ptr)).tolist(), old_id[neighbors].tolist(), strict=True)
    return sorted(pairs)


def degrees_of(graph):
    """Out-degrees of the vertices with an edge."""
    edges = zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True)
    found = {}
    for source, target in edges:
        found[source] = found.get(source, 0) + 1
        found.setdefault(target, 0)
    return found


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MADE)
def test_it_is_the_same_graph(name, form, device):
    graph = MADE[name]()
    edges = sorted(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    found, there = on(device, graph, form)
    old_id = found.get("old_id", np.arange(graph.num_vertices))
    assert edges_of(found["src_ptr"], found["dst"], old_id) == edges
    reverse = edges_of(found["dst_ptr"], found["src"], old_id)
    assert sorted((source, vertex) for vertex, source in reverse) == edges
    if there.new_id is not None:
        assert sorted(old_id.tolist()) == sorted(degrees_of(graph))
        assert found["new_id"].size == graph.num_vertices
        expected = {old: new for new, old in enumerate(old_id.tolist())}
        assert {old: new for old, new in enumerate(found["new_id"].tolist()) if new >= 0} == expected
    lists = np.split(found["src"], found["dst_ptr"][1:-1]) if found["dst_ptr"].size > 1 else []
    assert found["first"].tolist() == [int(one[0]) if one.size else -1 for one in lists]


@pytest.mark.parametrize("name", MADE)
def test_new_ids_are_by_falling_degree_on_a_gpu(name, device):
    graph = MADE[name]()
    found, there = on(device, graph, "hubs_first")
    if device.name == "cpu":
        assert there.new_id is None
        return
    degrees = degrees_of(graph)

    def group(vertex):  # small degrees count by the power of two
        degree = degrees[vertex]
        return degree if degree >= 256 else (1 << degree.bit_length()) >> 1

    assert found["old_id"].tolist() == sorted(degrees, key=lambda vertex: (-group(vertex), vertex))


@pytest.mark.parametrize("name", MADE)
def test_new_ids_are_as_a_search_meets_them(name, device):
    graph = MADE[name]()
    found, _ = on(device, graph, "breadth_first")
    out = {vertex: [] for vertex in degrees_of(graph)}
    for source, target in zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True):
        out[source].append(target)
    met = {}  # a dict keeps the order
    for start in sorted(out):
        waiting = [start]
        for vertex in waiting:
            if vertex not in met:
                met[vertex] = None
                waiting += out[vertex]
    assert found["old_id"].tolist() == list(met)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MADE)
def test_lists_in_new_ids_ascend(name, form, device):
    graph = MADE[name]()
    found, there = on(device, graph, form)
    if there.new_id is None:
        return
    for ptr, neighbors in ((found["src_ptr"], found["dst"]), (found["dst_ptr"], found["src"])):
        lists = np.split(neighbors, ptr[1:-1]) if ptr.size > 1 else []
        assert all((np.diff(one) >= 0).all() for one in lists)
    ids, offsets = ("dst", "src", "first", "new_id", "old_id"), ("src_ptr", "dst_ptr")
    assert {found[name].dtype for name in ids} == {graph.csr.dst.dtype}
    assert {found[name].dtype for name in offsets} == {graph.csr.src_ptr.dtype}
    assert (there.src is there.dst, there.dst_ptr is there.src_ptr) == (not graph.directed,) * 2


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("edges", ONE_WAY)
def test_one_way_edges_of_an_undirected_graph_are_told(edges, form):
    one_way = wf.Graph.from_edges(*edges, 5)
    graph = wf.Graph.from_csr(one_way.csr.src_ptr, one_way.csr.dst, directed=False, check=False)
    with pytest.raises(wf.InputError, match="in both directions; this one doesn't"):
        graph.prepare(form)
    assert graph.prepared_for(wf.Cpu()) is None


@pytest.mark.parametrize("form", FORMS)
def test_int64_ids_stay_int64(form):
    csr = generators.book_graph().csr
    graph = wf.Graph.from_csr(csr.src_ptr.astype(np.int64), csr.dst.astype(np.int64))
    assert graph.prepare(form).prepared_for(wf.Cpu()).dst.dtype == graph.csr.dst.dtype
