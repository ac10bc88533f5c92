"""Lists of every length whose edges a GPU's lanes share equally."""

import numpy as np
import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import gather, kernel, one_launch, rows
from wavefront.device import get_device

pytestmark = pytest.mark.on_devices


@pytest.fixture
def shared(device, monkeypatch):
    """Lists are shared equally, however short."""
    if isinstance(get_device(device), wf.Cpu):
        pytest.skip("a GPU's lists")
    monkeypatch.setattr(rows, "LEAST_EDGES", 1)
    monkeypatch.setattr(rows, "USED", 10)
    monkeypatch.setattr(rows, "NOT_SHORT", 0)
    rows._noted.clear()


def in_a_row(lengths, num_vertices):
    """Vertices with so many in-neighbors each."""
    dst = np.repeat(np.arange(len(lengths)), lengths)
    return wf.Graph.from_edges(
        np.random.default_rng(1).integers(0, num_vertices, dst.size), dst, num_vertices
    )


@pytest.mark.parametrize(
    "graph",
    [
        in_a_row([0, 0, 1, 0, 7, 8, 9, 0, 255, 256, 257, 1, 0, 1, 0], 20),
        in_a_row([600, 0, 0, 0, 3], 40),  # ends within a lane
        in_a_row([256], 9),
        in_a_row([0, 0, 1], 3),
        in_a_row([1] * 300, 300),
    ],
)
@pytest.mark.parametrize("tolerance", [1e-5, 1e-9])
def test_lists_of_every_length(graph, tolerance, device, shared):
    found = wf.pagerank(graph, tolerance=tolerance, device=device).to_numpy()
    expected = wf.pagerank(graph, tolerance=1e-13, max_iterations=500, device="cpu")
    assert any(known is not None for known in rows._noted.values())
    assert found.converged
    np.testing.assert_allclose(found.ranks, expected.ranks, atol=10 * tolerance)
    wf.validate_pagerank(graph, found.ranks, tolerance=tolerance)


def test_prepared_and_not(device, shared):
    src, dst, _ = generators.kronecker(6, 8, seed=2).coo
    graph = wf.Graph.from_edges(src, dst, 70, directed=False)
    expected = wf.pagerank(graph, tolerance=1e-12, device="cpu").ranks
    for _ in range(2):
        found = wf.pagerank(graph, tolerance=1e-9, device=device).to_numpy().ranks
        np.testing.assert_allclose(found, expected, atol=1e-8)
        graph.prepare("hubs_first")


def test_many_pieces_of_a_list(device, shared, set_sizes):
    for module in gather, kernel, one_launch:
        set_sizes(module, HUGE=12, PIECE=5)
    set_sizes(gather, SHORT=2)
    graph = in_a_row([3500, 1, 800, 300], 50)
    found = wf.pagerank(graph, tolerance=1e-9, device=device)
    wf.validate_pagerank(graph, found.ranks, tolerance=1e-9)


def test_where_lanes_are_busy_anyway(device, monkeypatch):
    where = get_device(device)
    if isinstance(where, wf.Cpu):
        pytest.skip("a GPU's lists")
    monkeypatch.setattr(rows, "LEAST_EDGES", 1)

    def gains(lengths):
        dst_ptr = where.array(np.append(0, np.cumsum(lengths)).astype(np.int32))
        return rows.gains(gather.Lists(dst_ptr, where.array(np.zeros(sum(lengths), np.int32)), None), where)

    assert gains([9] * 50)
    assert gains([35] * 50)
    assert not gains([32] * 50)
    assert not gains([1, 4, 2] * 50)
    assert not gains([10_000, 5])
