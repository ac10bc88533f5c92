"""Arrays in every form, through every entry that takes arrays: the results are those of plain arrays."""

import numpy as np
import pytest
from graphs import RUN_IDS, RUNS, SIMULATED, suited

import wavefront as wf
from wavefront import generators
from wavefront.operators import Frontier


class Subclass(np.ndarray):
    """Nothing is added."""


class Convertible:
    """No array, but NumPy can make one of it."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return self.values.copy()


def with_gaps(values):
    wide = np.zeros((*values.shape[:-1], 3 * values.shape[-1]), values.dtype)
    wide[..., 1::3] = values
    return wide[..., 1::3]


def backwards(values):
    return values[..., ::-1].copy()[..., ::-1]


def swapped(values):
    return values.astype(values.dtype.newbyteorder())


def read_only(values):
    copy = values.copy()
    copy.flags.writeable = False
    return copy


def at_odd_address(values):
    raw = np.zeros(values.nbytes + 1, np.uint8)
    copy = raw[1:].view(values.dtype).reshape(values.shape)
    copy[...] = values
    return copy


def wider(values):
    return values.astype({"i": np.int64, "f": np.longdouble}.get(values.dtype.kind, values.dtype))


FORMS = {
    "gaps": with_gaps,
    "backwards": backwards,
    "Fortran's order": np.asfortranarray,
    "another byte order": swapped,
    "gaps in another byte order": lambda values: with_gaps(swapped(values)),
    "read-only": read_only,
    "odd address": at_odd_address,
    "subclass": lambda values: values.view(Subclass),
    "nothing masked": lambda values: np.ma.array(values, mask=False),
    "buffer": memoryview,
    "convertible": Convertible,
    "DLPack": lambda values: ByDlpack(values),
    "wider type": wider,
}
# Loops are compiled for such arrays too. They aren't copied, because they may be large files.
KEPT = "read-only", "odd address"

GRAPH = generators.book_graph()
WEIGHTS = np.arange(GRAPH.num_edges) % 4 + 0.5
SRC, DST, PTR = (array.astype(np.int32) for array in (GRAPH.coo.src, GRAPH.csr.dst, GRAPH.csr.src_ptr))
SOURCES = np.array([3, 0, 8], np.int32)
CHANCES = np.arange(9) + 0.5
BOARD = np.zeros((6, 7), bool)
BOARD[1:, 3] = True
COST = np.arange(42.0).reshape(6, 7) % 5 + 1
ENDS = np.array([[5, 0], [5, 6]])


def graph_arrays(graph):
    """The arrays of CSR. Each is as loops need it: contiguous, in the machine's byte order, no subclass."""
    for values in graph.csr:
        assert type(values) is np.ndarray
        assert values.flags.c_contiguous
        assert values.dtype in (np.int32, np.float64)
        assert values.dtype.isnative
    return graph.csr


def through_validators(form):
    found = wf.bfs(GRAPH, SOURCES)
    wf.validate_bfs(GRAPH, form(SOURCES), form(found.levels), form(found.predecessors))
    many = wf.multi_source_bfs(GRAPH, SOURCES)
    wf.validate_multi_source_bfs(GRAPH, form(SOURCES), form(many.levels))
    far = wf.sssp(GRAPH, 0)
    wf.validate_sssp(GRAPH, 0, form(far.distances), form(far.predecessors))
    wf.validate_pagerank(GRAPH, form(wf.pagerank(GRAPH).ranks))
    wf.validate_betweenness(GRAPH, form(wf.betweenness_centrality(GRAPH).scores))
    wf.validate_components(GRAPH, form(wf.connected_components(GRAPH).components))
    route = wf.maze.route(BOARD, *ENDS)
    wf.validate_routes(
        form(BOARD), [tuple(map(form, ENDS))], [form(route.path)], cost=form(np.ones((6, 7))), totals=[16]
    )
    return ()


def tour(form, cost):
    found = wf.maze.route(form(BOARD), *map(form, ENDS), cost=None if cost is None else form(cost))
    return found.path, found.levels if cost is None else found.distances


ENTRIES = {
    "from_edges": lambda form: graph_arrays(wf.Graph.from_edges(form(SRC), form(DST), 9, form(WEIGHTS))),
    "from_csr": lambda form: graph_arrays(wf.Graph.from_csr(form(PTR), form(DST), form(WEIGHTS))),
    "bfs": lambda form: wf.bfs(GRAPH, form(SOURCES), deterministic=True).predecessors[None],
    "multi_source_bfs": lambda form: wf.multi_source_bfs(GRAPH, form(SOURCES)).levels,
    "betweenness": lambda form: wf.betweenness_centrality(GRAPH, sources=form(SOURCES)).scores[None],
    "pagerank": lambda form: wf.pagerank(GRAPH, personalization=form(CHANCES)).ranks[None],
    "Frontier": lambda form: Frontier(GRAPH).load(form(SOURCES)).items[None],
    "validators": through_validators,
    "route": lambda form: tour(form, None),
    "weighted route": lambda form: tour(form, COST),
    "grid": lambda form: generators.grid(6, 7, blocked=form(BOARD)).csr[:2],
}

pytestmark = pytest.mark.skipif(SIMULATED, reason="entries are the same for every device")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("entry", ENTRIES)
def test_every_form_of_array_is_as_good(entry, form):
    expected = ENTRIES[entry](np.array)
    for values, plain in zip(ENTRIES[entry](FORMS[form]), expected, strict=True):
        assert values.dtype == plain.dtype
        assert np.array_equal(values, plain)


@pytest.mark.parametrize("form", ["gaps", *(pytest.param(form, marks=pytest.mark.soak) for form in KEPT)])
@pytest.mark.parametrize(("row", "options"), RUNS, ids=RUN_IDS)
def test_every_algorithm_takes_graphs_of_such_arrays(row, options, form):
    plain = suited(row, GRAPH)
    arrays = (FORMS[form](values) for values in plain.csr)
    graph = wf.Graph.from_csr(*arrays, directed=plain.directed)
    arguments = row.starts(graph) | options
    row.validate(plain, row.function(graph, **arguments), arguments)


class ByDlpack:
    """An array of another library: a sequence, and DLPack, the standard by which libraries share memory."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, **options):
        return self.values.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()

    def __len__(self):
        return len(self.values)

    def __getitem__(self, place):
        return self.values[place]


def addresses(arrays):
    return [array.ctypes.data for array in arrays]


@pytest.mark.parametrize("form", [ByDlpack, memoryview, lambda values: values.view(Subclass)])
def test_arrays_of_other_libraries_are_taken_without_a_copy(form):
    given = PTR, DST, WEIGHTS
    graph = wf.Graph.from_csr(*map(form, given))
    assert addresses(graph.csr) == addresses(given)
    matrix = graph.to_scipy()
    assert addresses([matrix.indptr, matrix.indices, matrix.data]) == addresses(given)
    again = wf.Graph.from_scipy(matrix)
    assert addresses(again.csr) == addresses(given)


def test_results_are_given_by_dlpack_without_a_copy():
    levels = wf.bfs(GRAPH, 0).levels
    assert np.from_dlpack(levels).ctypes.data == levels.ctypes.data


def test_pytorch_tensors_are_taken_and_given_without_a_copy():
    torch = pytest.importorskip("torch")
    given = [torch.from_numpy(values.copy()) for values in (PTR, DST, WEIGHTS)]
    graph = wf.Graph.from_csr(*given)
    assert addresses(graph.csr) == [tensor.data_ptr() for tensor in given]
    levels = wf.bfs(graph, 0).levels
    assert torch.from_dlpack(levels).data_ptr() == levels.ctypes.data


class ByCuda:
    """An array on a GPU of another library, which says where it is."""

    def __init__(self, values):
        self.kept, self.__cuda_array_interface__ = values, values.__cuda_array_interface__


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("form", [lambda values: values, ByDlpack, ByCuda])
def test_arrays_on_a_gpu_are_taken_and_given_without_a_copy(form):
    import cupy
    from cupyx.scipy import sparse

    given = [cupy.asarray(values) for values in (PTR, DST, WEIGHTS)]
    graph = wf.Graph.from_csr(*map(form, given))
    assert [values.data.ptr for values in graph.csr] == [values.data.ptr for values in given]
    matrix = sparse.csr_matrix((graph.csr.weights, graph.csr.dst, graph.csr.src_ptr), shape=(9, 9))
    again = wf.Graph.from_scipy(matrix).csr
    assert [values.data.ptr for values in again] == [values.data.ptr for values in given]
    levels = wf.bfs(graph, 0).levels
    assert cupy.from_dlpack(levels).data.ptr == levels.data.ptr


def test_the_two_rows_of_an_edge_index_are_sources_and_targets():
    edge_index = np.stack([SRC, DST])
    graph = wf.Graph.from_edges(*edge_index, 9, WEIGHTS)
    for found, expected in zip(graph.csr, GRAPH.csr[:2], strict=False):
        assert found.tolist() == expected.tolist()
    assert graph.csr.weights.tolist() == WEIGHTS.tolist()


def test_an_array_that_can_not_be_shared_is_refused():
    class Refusing(ByDlpack):
        def __dlpack__(self, **options):
            raise BufferError("can't export a tensor that requires gradients")

    with pytest.raises(wf.InputError, match=r"src: no array can be made of .* requires gradients"):
        wf.Graph.from_edges(Refusing(SRC), DST)
