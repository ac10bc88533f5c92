"""Searches by weights on the page: against the library, SciPy and the laboratory's record."""

import json

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED
from page_reading import MEMORY, TABLE, WALK, at, plain, state, text, wait_for
from scipy.sparse.csgraph import dijkstra

import wavefront as wf
from wavefront import generators
from wavefront.looking.recording import SCHEDULES
from wavefront.looking.weighted import WeightedSearch

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a page, not about devices")
WEIGHTS = np.array([5, 5, 7, 9, 1, 2, 8, 9, 3, 3, 8, 4, 3, 8, 3], np.float32)


def weighted_graph():
    """The book's graph, with weights by which the ways of fewest edges aren't the shortest."""
    book = generators.book_graph()
    return wf.Graph.from_edges(book.coo.src, book.coo.dst, weights=WEIGHTS[: book.num_edges])


def in_words(number):
    """As the page writes a distance."""
    return "\u221e" if number == np.inf else str(int(number)) if number == int(number) else f"{number:.3g}"


@pytest.fixture(scope="module")
def page():
    return wf.look(weighted_graph(), 0, ["sssp", "bellman_ford"], delta=8)


@pytest.mark.parametrize("name", ["in order", "lockstep", "random, seed 0"])
@pytest.mark.parametrize("algorithm", ["sssp", "bellman_ford"])
def test_every_step_is_the_laboratorys_and_the_end_is_right(opened, page, algorithm, name):
    graph = weighted_graph()
    run = WeightedSearch(algorithm, graph, np.array([0]), 8.0).run(**SCHEDULES[name])
    tab = opened(page, f"#method={algorithm}&order={name}")
    accesses = [access for launch in run.launches for access in launch.accesses]
    steps = tab.evaluate(WALK, len(accesses))
    assert [who for who, *_ in steps] == [f"Thread {access.thread}" for access in accesses]
    told = [plain(what).replace("\u221e", "inf").replace("False", "0") for _, what, _ in steps]
    assert told == [str(access).replace(".0", "") for access in accesses]
    assert at(tab) == len(accesses)
    assert "the result is right" in text(tab, ".mark")
    distances = wf.sssp(graph, 0, device="cpu").distances
    assert distances.tolist() == dijkstra(graph.to_scipy(), indices=0).tolist()
    assert tab.locator(".vertex .level").all_text_contents() == [in_words(each) for each in distances]
    assert tab.evaluate("document.querySelectorAll('.strip').length") > 0


@pytest.mark.parametrize("algorithm", ["sssp", "bellman_ford"])
def test_sums_are_rounded_as_the_librarys(algorithm):
    weights = np.random.default_rng(3).random(WEIGHTS.size).astype(np.float32)
    graph = wf.Graph.from_edges(*generators.book_graph().coo[:2], weights=weights)
    expected = wf.sssp(graph, 0, device="cpu").distances
    for schedule in ("in_order", "lockstep", "adversarial"):
        run = WeightedSearch(algorithm, graph, np.array([0]), 0.2).run(schedule, max_schedules=5)
        assert run.problem is None
        assert run.levels.dtype == np.float32
        assert run.levels.tolist() == expected.tolist()


def test_arrays_of_one_name_are_told_apart():
    run = WeightedSearch("sssp", weighted_graph(), np.array([0]), 3.0).run("in_order")
    split = next(launch for launch in run.launches if launch.kernel == "split")
    assert {"far", "problem.far"} <= {array.name for array in split.arrays}


@pytest.mark.soak
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_distances_of_random_graphs(opened, dtype):
    """Weights that aren't whole, ties, and vertices that no path leads to."""
    generator = np.random.default_rng(5)
    graph = generators.uniform(40, 100, seed=4)
    weights = generator.choice([0, 0.1, 0.2, 0.3, 0.7, np.inf], graph.num_edges).astype(dtype)
    graph = wf.Graph.from_edges(graph.coo.src, graph.coo.dst, weights=weights, num_vertices=40)
    tab = opened(wf.look(graph, 3, ["sssp", "bellman_ford"]))
    expected = wf.sssp(graph, 3, device="cpu").distances
    for algorithm in ("sssp", "bellman_ford"):
        for order in ("in order", "lockstep"):
            tab.evaluate(f"location.hash = 'method={algorithm}&order={order}'")
            wait_for(tab, lambda: tab.locator(".where").inner_text().startswith("Step 1 "))
            tab.click("#finish")
            levels = tab.locator(".vertex .level").all_text_contents()
            assert levels == ["" if each == np.inf else in_words(each) for each in expected]


def test_the_arrays_of_the_near_and_the_far_pile(opened, page):
    """At the end of each launch, the marks of vertices are what the arrays say."""
    tab = opened(page, "#method=sssp")
    run = WeightedSearch("sssp", weighted_graph(), np.array([0]), 8.0).run("in_order")
    done, seen = 0, set()
    for launch in run.launches:
        done += len(launch.accesses)
        tab.fill("#scrub", str(done))
        cells = tab.evaluate(MEMORY)
        named = {array.name: array.contents for array in launch.arrays}
        if launch.kernel != "walk_tile":
            continue
        assert f"near pile {len(named['items'])} vert" in text(tab, ".where")
        assert f"bound {in_words(launch.numbers['bound'])} " in text(tab, ".where")
        far = next(values for name, values in cells.items() if name.startswith("in_far"))
        labels = tab.locator(".graph .vertex").evaluate_all("all => all.map((one) => one.ariaLabel)")
        for vertex, label in enumerate(labels):
            if "in the far pile" in label:
                assert far[vertex] == "1"
            seen.update(word for word in ("far pile", "near pile", "lowered", "no path") if word in label)
    assert seen == {"far pile", "near pile", "lowered", "no path"}


def test_weights_stand_at_the_edges(opened, page):
    graph = weighted_graph()
    tab = opened(page, "#method=sssp")
    assert sorted(filter(None, tab.locator(".weight").all_text_contents())) == sorted(
        str(int(weight)) for weight in graph.csr.weights
    )


def test_a_weight_read_lights_its_edge_and_the_lanes_share(opened, page):
    """In a graph of many edges the lit edge alone has its weight."""
    many = nx.gnm_random_graph(30, 80, seed=1)
    src, dst = np.array(many.edges).T
    graph = wf.Graph.from_edges(src, dst, weights=np.arange(1.0, 81))
    tab = opened(wf.look(graph, int(src[0]), ["sssp"]))
    for _ in range(80):
        tab.keyboard.press("ArrowRight")
        if text(tab, ".what").startswith("reads weights["):
            break
    slot = int(text(tab, ".what").split("[")[1].split("]")[0])
    assert list(filter(None, tab.locator(".weight").all_text_contents())) == [
        in_words(graph.csr.weights[slot])
    ]
    assert text(tab, ".shares td.now") == f"{graph.coo.src[slot]}\u2192{graph.coo.dst[slot]}".replace(
        "\u2192", "->"
    )


def test_a_minimum_that_comes_too_late_is_said(opened):
    """Two ways of the same length to vertex 3: both threads read infinity, one of them wins."""
    graph = wf.Graph.from_edges([0, 0, 1, 2], [1, 2, 3, 3], weights=[1.0, 1, 1, 1])
    tab = opened(wf.look(graph, 0, ["sssp"], delta=9), "#method=sssp&order=lockstep")
    marks = []
    for _ in range(int(tab.get_attribute("#scrub", "max"))):
        tab.keyboard.press("ArrowRight")
        if text(tab, ".what").startswith("atomic_min distances[3]"):
            marks.append(text(tab, ".mark").split(" \u00b7 ")[0])
    assert marks == ["the shortest way so far", "no shorter: distances[3] holds 2 already"]


def test_steps_in_the_counts(opened):
    """A graph in layers, where no edge joins vertices of one: in any order steps are those of the rounds."""
    rounds = [{0}, {1, 2}, {3, 4, 5}, {6}]
    edges = [(0, 1), (0, 2), (1, 3), (1, 4), (2, 4), (2, 5), (3, 6), (4, 6), (5, 6)]
    src, dst = np.array(edges).T
    weights = np.array([1.0, 2, 3, 4, 2, 1, 9, 5, 1])
    page = wf.look(wf.Graph.from_edges(src, dst, weights=weights), 0, ["bellman_ford"])
    tab = opened(page)
    tab.click("#tab-counts")
    rows = tab.evaluate(TABLE, "steps of bellman_ford")
    expected = [
        [step, len(near), sum(one in near for one, _ in edges)] for step, near in enumerate(rounds, 1)
    ]
    assert [[int(cell) for cell in row[:3]] for row in rows] == expected
    assert [int(row[3]) for row in rows] == [2, 3, 1, 0]
    bar = tab.locator("figure", has_text="vertices whose distance falls").locator(".pick").nth(1)
    bar.focus()
    tab.keyboard.press("Enter")
    assert tab.locator(".where").inner_text().startswith("Step 2 ")


def test_only_steps_and_no_methods(opened, page):
    tab = opened(page, "#view=counts")
    rows = tab.evaluate(TABLE, "steps of sssp")
    steps = next(row["steps"] for row in page.data["steps"] if row["strategy"] == "sssp")
    assert [int(row[0]) for row in rows] == [row["step"] for row in steps]
    assert max(int(row[4]) for row in rows) > 0
    assert tab.locator("h2").first.inner_text() == "sssp, step by step"


def test_memory_needed_of_calls(opened):
    page = wf.look(weighted_graph(), 0, ["push", "sssp"])
    rows = opened(page, "#view=counts").evaluate(TABLE, "memory needed")
    told = [(part, array, int(size.replace(",", ""))) for part, array, size in rows]
    graph = weighted_graph()
    assert told == [
        (name, part, size)
        for name in ("bfs", "sssp")
        for part, size in wf.memory_needed(graph, name, device="cpu").parts.items()
    ]


def test_a_search_by_weights_beside_another(opened, page):
    """Picked by the keyboard and by the mouse; the two keep in step, and the address has both."""
    tab = opened(page)
    tab.focus(".pane select")
    tab.keyboard.press("ArrowDown")
    assert state(tab)["method"] == "bellman_ford"
    tab.check("#beside")
    tab.select_option("article:nth-child(2) select", "sssp")
    tab.keyboard.press("PageDown")
    steps = [where.split("\u00b7")[0].strip() for where in tab.locator(".where").all_inner_texts()]
    assert steps[0].startswith("Step ")
    assert state(tab)["method2"] == "sssp"


def test_prediction_of_a_distance(opened, page):
    tab = opened(page, "#method=sssp&at=45")
    tab.check("#predict")
    tab.keyboard.press("ArrowRight")
    answers = tab.locator(".answers button")
    assert answers.count() >= 3
    answers.first.focus()
    tab.keyboard.press("Enter")
    assert "es." in text(tab, ".verdict") or "No. It" in text(tab, ".verdict")
    tab.keyboard.press("Enter")
    assert at(tab) == 46


def test_narrow(opened, page):
    tab = opened(page, "#method=sssp&at=150", width=390, color_scheme="dark")
    assert tab.evaluate("document.documentElement.scrollWidth") == 390


def test_data_are_json_without_infinities(page):
    assert repr(page).startswith("Page(sssp, bellman_ford; ")
    json.dumps(page.data, allow_nan=False)


@pytest.mark.parametrize(
    ("strategies", "weights", "given"),
    [
        (["sssp"], [1.0, -1.0], {}),
        (["sssp"], [1.0, 1.0], {"delta": 0}),
        (["sssp"], [1.0, 1.0], {"delta": "wide"}),
        (["push"], [1.0, 1.0], {"delta": 1.0}),
        (["bellman_ford"], [1.0, np.nan], {}),
    ],
)
def test_wrong_weights_and_deltas(strategies, weights, given):
    graph = wf.Graph.from_edges([0, 1], [1, 2], weights=weights)
    with pytest.raises(wf.InputError):
        wf.look(graph, 0, strategies, **given)


def test_a_negative_cycle_is_an_error():
    graph = wf.Graph.from_edges([0, 1, 2], [1, 2, 0], weights=[1.0, -3, 1])
    with pytest.raises(wf.NegativeCycleError):
        wf.look(graph, 0, ["bellman_ford"])


def test_without_weights_every_edge_is_1(opened):
    tab = opened(wf.look(generators.book_graph(), 0, ["sssp"]), "#method=sssp")
    tab.click("#finish")
    levels = wf.bfs(generators.book_graph(), 0).levels
    assert tab.locator(".vertex .level").all_text_contents() == [str(level) for level in levels]
