"""Connected components against the definitions and SciPy."""

import numpy as np
import pytest
import reference
from graphs import GRAPHS, devices, size
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csgraph

import wavefront as wf
from wavefront import generators
from wavefront.algorithms.components import multistep

pytestmark = pytest.mark.on_devices
DEFINITIONS = {"weak": reference.weak_components, "strong": reference.strong_components}


def chain_of_cycles():
    """Cycles of 3 vertices, each with an edge to the next, of falling ids: most rounds of coloring."""
    count = size(30, 6)
    ids = np.arange(3 * count)[::-1].reshape(count, 3)
    src = np.concatenate([ids.ravel(), ids[:-1, 0]])
    dst = np.concatenate([np.roll(ids, 1, axis=1).ravel(), ids[1:, 2]])
    return wf.Graph.from_edges(src, dst)


SHAPES = {
    **GRAPHS,
    "no vertices": lambda: wf.Graph.from_edges([], []),
    "no vertices, undirected": lambda: wf.Graph.from_edges([], [], directed=False),
    "no edges": lambda: wf.Graph.from_edges([], [], 4),
    "chain of cycles": chain_of_cycles,
    "directed kronecker": lambda: generators.kronecker(size(7, 4), size(4, 2), seed=5, directed=True),
    "directed path": lambda: wf.Graph.from_edges(np.arange(20)[::-1] + 1, np.arange(20)[::-1]),
}


@pytest.fixture(params=["one thread", "all steps", "short searches"])
def steps(request, monkeypatch):
    """The steps that find strong components: the last alone, all, or steps that are given up soon."""
    if request.param == "one thread":
        monkeypatch.setattr(multistep, "MIN_THREADS", 10**9)
        return
    monkeypatch.setattr(multistep, "MIN_THREADS", 1)
    monkeypatch.setattr(multistep, "SERIAL_VERTICES", 0)
    if request.param == "short searches":
        monkeypatch.setattr(multistep, "MAX_STEPS", 2)


def definition(graph, kind):
    edges = list(zip(graph.coo.src.tolist(), graph.coo.dst.tolist(), strict=True))
    return DEFINITIONS[kind](graph.num_vertices, edges)


@pytest.mark.parametrize("name", SHAPES)
def test_strong_components_are_those_of_the_definition(name, device, steps):
    graph = SHAPES[name]()
    found = wf.connected_components(graph, "strong", device=device).to_numpy()
    assert found.components.tolist() == definition(graph, "strong")
    assert found.num_components == len(set(found.components.tolist()))
    wf.validate_components(graph, found.components, "strong")


@pytest.mark.parametrize("name", SHAPES)
def test_weak_components_are_those_of_the_definition(name, device):
    graph = SHAPES[name]()
    found = wf.connected_components(graph, device=device).to_numpy()
    assert found.components.tolist() == definition(graph, "weak")
    assert found.sizes.tolist() == np.bincount(found.components, minlength=found.num_components).tolist()
    wf.validate_components(graph, found.components)


def test_scipy_agrees():
    graph = generators.uniform(3000, 2500, seed=3, directed=True)
    for kind in ("weak", "strong"):
        count, expected = csgraph.connected_components(graph.to_scipy(), connection=kind)
        found = wf.connected_components(graph, kind)
        assert found.num_components == count
        if kind == "weak":
            assert (found.components == expected).all()
    assert repr(found) == f"Components({count:,} strong components, on cpu)"


EDGES = st.lists(st.tuples(st.integers(0, 19), st.integers(0, 19)), max_size=40)


@settings(max_examples=size(60, 5))
@given(EDGES, st.sampled_from(["weak", "strong"]), st.booleans())
def test_any_graph(edges, kind, in_steps):
    src, dst = zip(*edges, strict=True) if edges else ((), ())
    graph = wf.Graph.from_edges(list(src), list(dst), 20)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(multistep, "MIN_THREADS", 1 if in_steps else 10**9)
        patch.setattr(multistep, "SERIAL_VERTICES", 0)
        found = wf.connected_components(graph, kind, device=next(iter(devices().values()))).to_numpy()
    assert found.components.tolist() == DEFINITIONS[kind](20, edges)


def test_another_kind_is_refused():
    with pytest.raises(wf.InputError, match="kind 'odd': choose one of 'weak', 'strong'"):
        wf.connected_components(generators.path(3), "odd")


def test_a_link_is_never_undone():
    """A thread comes to the largest tree's root when another has just linked it to a smaller vertex."""
    rng, busy, count = np.random.default_rng(0), 4000, 70_000
    largest, bridge, beyond = busy, busy + 1000, busy + 1001
    others = np.setdiff1d(np.arange(busy + 2, count), [bridge])
    src = [rng.integers(0, busy, 1_500_000), np.zeros(busy - 1, int), np.full(others.size, largest)]
    dst = [rng.integers(0, busy, 1_500_000), np.arange(1, busy), others]
    joins = [(largest + 1, beyond), (bridge, 0), (bridge, 1), (bridge, beyond)]
    src, dst = (
        np.concatenate([*src, *([one] for one, _ in joins)]),
        np.concatenate([*dst, *([two] for _, two in joins)]),
    )
    graph = wf.Graph.from_edges(src, dst, count, directed=False)
    for _ in range(3):
        assert wf.connected_components(graph, device=wf.Cpu(threads=2)).num_components == 1
