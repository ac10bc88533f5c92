"""Graph.prepare: it chooses the form that helps, keeps what it built, and leaves results as they were."""

import pickle
import threading

import numpy as np
import pytest
from graphs import SIMULATED, devices, size

import wavefront as wf
from wavefront import generators
from wavefront.graph import preparation

FORMS = "hubs_first", "breadth_first", "none"


def shuffled(graph, seed=3):
    """The same graph, its ids in no order."""
    new = np.random.default_rng(seed).permutation(graph.num_vertices)
    return wf.Graph.from_edges(new[graph.coo.src], new[graph.coo.dst], graph.num_vertices)


def hubs_have_least_ids():
    """Lists begin with hubs as they are."""
    heads = (20_000 * np.random.default_rng(1).random(200_000) ** 6).astype(int)
    return wf.Graph.from_edges(
        np.random.default_rng(2).integers(20_000, size=heads.size), heads, 20_000, directed=False
    )


CHOICES = {
    "hubs, anywhere in the lists": (lambda: generators.kronecker(14), "none"),
    "hubs, one way": (lambda: generators.kronecker(15, directed=True), "none"),
    "hubs, first in the lists": (hubs_have_least_ids, "none"),
    "no hubs": (lambda: generators.uniform(20_000, 400_000), "none"),
    "a mesh in order": (lambda: generators.grid(300, 300), "none"),
    "a mesh in no order": (lambda: shuffled(generators.grid(300, 300)), "breadth_first"),
    "neighbors anywhere": (lambda: generators.small_world(60_000, 6, 1.0), "none"),
    "a star": (lambda: generators.star(200_000), "none"),
    "many components": (lambda: wf.Graph.from_edges(np.arange(300_000), np.arange(300_000) ^ 1), "none"),
    "few edges": (lambda: generators.kronecker(8), "none"),
    "no edges": (lambda: wf.Graph.from_edges([], [], 5), "none"),
    "no vertices": (lambda: wf.Graph.from_edges([], []), "none"),
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_form_is_chosen_by_what_is_measured(name, capsys):
    make, form = CHOICES[name]
    graph = make()
    assert graph.prepare(explain=True) is graph
    said = capsys.readouterr().out
    assert said.startswith(f"{form}: searches are expected to take ")
    expected = float(said.split("take ")[1].split()[0])
    assert expected == 1 if form == "none" else 0.3 < expected <= 0.8
    assert (graph.prepared_for(wf.Cpu()) is None) == (form == "none")


@pytest.mark.parametrize(
    ("make", "form"),
    [
        (lambda: generators.kronecker(14), "hubs_first"),
        (lambda: generators.kronecker(15, directed=True), "hubs_first"),
        (hubs_have_least_ids, "none"),
        (lambda: generators.uniform(20_000, 400_000), "none"),
        (lambda: generators.grid(300, 300), "none"),
    ],
)
def test_the_form_on_a_gpu_is_chosen_by_what_is_measured(make, form, monkeypatch):
    monkeypatch.setattr(preparation, "CACHED_ON_GPU", preparation.CACHED)
    graph = make()
    choice = preparation.chosen(graph.csr, graph.csc, on_gpu=True)
    assert choice.form == form
    assert choice.expected == 1 if form == "none" else 0.3 < choice.expected <= 0.8


def test_nothing_is_said_unasked(capsys):
    generators.path(5).prepare()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("form", FORMS)
def test_a_form_can_be_asked_for(form, capsys):
    graph = generators.grid(4, 5).prepare(form, explain=True)
    assert capsys.readouterr().out.startswith(f"{form}: ")
    assert (graph.prepared_for(wf.Cpu()) is None) == (form == "none")


def test_wrong_forms():
    graph = generators.grid(4, 5)
    with pytest.raises(
        wf.InputError, match="form 'fast': choose one of 'auto', 'hubs_first', 'breadth_first'"
    ):
        graph.prepare("fast")
    assert graph.prepare("breadth_first").prepare() is graph
    assert graph.prepared_for(wf.Cpu()).new_id is not None
    with pytest.raises(wf.InputError, match="prepared in the form 'breadth_first' before"):
        graph.prepare("hubs_first")


def test_it_is_built_once_and_by_one_thread():
    graph = generators.kronecker(size(10, 4))
    assert graph.prepared_for(wf.Cpu()) is None
    built = graph.prepare("hubs_first").prepared_for(wf.Cpu())
    assert graph.prepare().prepared_for(wf.Cpu()) is built
    graph, seen = generators.kronecker(size(10, 4), directed=True), []
    threads = [
        threading.Thread(target=lambda: seen.append(graph.prepare("hubs_first").prepared_for(wf.Cpu())))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    assert all(one is graph.prepared_for(wf.Cpu()) for one in seen)


@pytest.mark.skipif(not {"simulator", "gpu"} & devices().keys(), reason="needs a GPU, or its simulator")
def test_a_copy_made_before_is_prepared_later():
    graph = generators.kronecker(size(10, 4))
    device = next(device for device in devices().values() if device.name == "cuda")
    before = graph.to_device(device)
    assert before.prepared_for(device) is None
    graph.prepare("hubs_first")
    assert graph.to_device(device) is before
    assert before.prepared_for(device).new_id is not None
    assert SIMULATED or before.device.name == "cuda"


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.on_devices
def test_a_search_before_and_after(form, device):
    graph = generators.kronecker(size(11, 5))
    before = wf.bfs(graph, 3, strategy="fused", device=device).to_numpy()
    after = wf.bfs(graph.prepare(form), 3, strategy="fused", device=device).to_numpy()
    wf.validate_bfs(graph, 3, after.levels, after.predecessors)
    assert np.array_equal(before.levels, after.levels)


@pytest.mark.parametrize("form", FORMS)
def test_a_pickled_graph_stays_prepared(form):
    graph = generators.grid(4, 5).prepare(form)
    mine, again = (one.prepared_for(wf.Cpu()) for one in (graph, pickle.loads(pickle.dumps(graph))))
    assert (mine is None) == (again is None)
    for kept, other in zip(mine or (), again or (), strict=True):
        assert (kept is None and other is None) or np.array_equal(kept, other)


@pytest.mark.parametrize("form", FORMS)
def test_the_graph_is_left_alone(form):
    graph = wf.Graph.from_edges([0, 1, 2, 2], [2, 2, 0, 1], 4, [5.0, 6.0, 7.0, 8.0])
    before = [array.copy() for array in (*graph.csr, *graph.csc)]
    graph.prepare(form)
    assert all(map(np.array_equal, before, (*graph.csr, *graph.csc)))
