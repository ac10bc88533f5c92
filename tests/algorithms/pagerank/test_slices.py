"""Lists of which a GPU gathers a part from shared memory: parts of every length, rows of several segments."""

import pytest

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.pagerank import slices
from wavefront.device import get_device

pytestmark = pytest.mark.on_devices


@pytest.fixture
def cut(device, monkeypatch):
    """A function that lets lists be cut, into slices of so many vertices."""
    kind = type(get_device(device))
    if kind is wf.Cpu:
        pytest.skip("a GPU's lists")
    for name, value in {"LEAST_EDGES": 1, "HELD": 0, "SEGMENT": 40, "MOST_SLICES": 3, "LEAST": 2}.items():
        monkeypatch.setattr(slices, name, value)
    slices._sliced.clear()

    def into(near):
        monkeypatch.setattr(kind, "most_shared_memory", lambda device: 4 * near + slices.OTHER_SHARED)

    return into


@pytest.mark.parametrize("restart", [None, {3: 1.0, 69: 2.0}])
@pytest.mark.parametrize(("directed", "near"), [(True, 24), (False, 8)])
def test_parts_of_every_length(directed, near, restart, device, cut):
    cut(near)
    src, dst, _ = generators.kronecker(6, 8, seed=2).coo
    graph = wf.Graph.from_edges(src, dst, 70, directed=directed)
    if not directed:
        graph.prepare("hubs_first")
    ranks = wf.pagerank(graph, tolerance=1e-4, personalization=restart, device=device).to_numpy().ranks
    assert any(found is not None for found in slices._sliced.values())
    wf.validate_pagerank(graph, ranks, tolerance=1e-4, personalization=restart)


def test_where_lists_stay_whole(device, cut, monkeypatch):
    cut(8)
    where = get_device(device)
    hub, grid = (graph.to_device(where) for graph in (generators.star(100), generators.grid(20, 20)))
    monkeypatch.setattr(slices, "HELD", 0.5)
    assert slices.may_gain(hub, where)
    assert not slices.may_gain(grid, where)
    free_memory = type(where).free_memory
    monkeypatch.setattr(type(where), "free_memory", lambda device: 1000)
    assert slices.sliced(hub, where, slices.LEAST_ITERATIONS) is None
    monkeypatch.setattr(type(where), "free_memory", free_memory)
    assert slices.sliced(hub, where, slices.LEAST_ITERATIONS - 1) is None
    assert slices.sliced(hub, where, slices.LEAST_ITERATIONS) is not None
