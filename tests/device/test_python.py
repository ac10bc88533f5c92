"""Plain Python as a device: results as on the CPU, by every method; print and breakpoints."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import pytest
from graphs import METHOD_IDS, METHODS, RUN_IDS, RUNS, suited

import wavefront as wf
from wavefront import generators
from wavefront.device import Python, get_device, select


class Nothing(NamedTuple):
    pass


GRAPHS = {
    "self-loop": lambda: wf.Graph.from_edges([0, 0], [0, 1]),
    "parallel edges": lambda: wf.Graph.from_edges([0, 0, 0, 1], [1, 1, 2, 2]),
    "disconnected": lambda: wf.Graph.from_edges([0, 2, 3], [1, 3, 2], 6, directed=False),
    "book": generators.book_graph,
    "star": lambda: generators.star(40),
}


@pytest.mark.parametrize(("strategy", "options"), METHODS, ids=METHOD_IDS)
def test_searches_are_those_of_the_cpu(strategy, options):
    for make in GRAPHS.values():
        graph = make()
        expected = wf.bfs(graph, 0, strategy="sequential", device="cpu")
        found = wf.bfs(graph, 0, strategy=strategy, device="python", **options)
        assert found.device.name == "python"
        assert type(found.levels) is np.ndarray
        assert (found.levels == expected.levels).all()
        wf.validate_bfs(graph, 0, found.levels, found.predecessors)


@pytest.mark.parametrize("name", ["book", "disconnected"])
@pytest.mark.parametrize(("row", "options"), RUNS, ids=RUN_IDS)
def test_algorithms_keep_the_rules(row, options, name):
    graph = suited(row, GRAPHS[name]())
    arguments = row.starts(graph) | options
    result = row.function(graph, **arguments, device="python")
    assert result.device.name == "python"
    assert row.validate(graph, result, arguments)


def test_a_prepared_graph():
    graph = generators.star(40).prepare("hubs_first")
    assert wf.bfs(graph, 3, device="python").levels.tolist() == wf.bfs(graph, 3, device="cpu").levels.tolist()


def test_a_trace():
    found = wf.bfs(generators.book_graph(), 0, device="python", trace=True)
    assert [row.vertices for row in found.trace.levels if row.vertices] == [2, 5, 1]


def test_a_route():
    blocked = np.zeros((3, 3), bool)
    blocked[1:, 1] = True
    found = wf.maze.route(blocked, (2, 0), (2, 2), device="python")
    assert found.path.tolist() == [[2, 0], [1, 0], [0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]


def test_the_name():
    assert isinstance(get_device("python"), Python)
    assert repr(get_device("python")) == "Python()"
    with pytest.raises(wf.InputError, match="choose 'auto', 'cpu', 'cuda', 'cuda:1' or 'python'"):
        get_device("Python")


def test_print_in_a_functor(capsys):
    def show(item, problem):
        print("vertex", item)

    frontier = wf.operators.Frontier(generators.book_graph(), device="python").load([2, 5])
    wf.operators.compute(frontier, show, Nothing())
    assert capsys.readouterr().out == "vertex 2\nvertex 5\n"


def test_a_breakpoint_in_a_functor(carrier, monkeypatch):
    stops = []

    def note_place():
        frame = sys._getframe(1)
        stops.append((frame.f_code.co_name, frame.f_lineno, int(frame.f_locals["item"])))

    def show(item, problem):
        breakpoint()

    monkeypatch.setattr(sys, "breakpointhook", note_place)
    frontier = wf.operators.Frontier(generators.book_graph(), device="python").load([2, 5])
    wf.operators.compute(frontier, show, Nothing())
    line = show.__code__.co_firstlineno + 1
    assert stops == [("show", line, 2), ("show", line, 5)]


PDB = """
import sys
import numpy as np
import wavefront as wf
from wavefront.device import coroutine, python_threads
python_threads.Coroutine = getattr(coroutine, sys.argv[1])

def show(item, out):
    if item == 1:
        breakpoint()
    out[item] = 10 * item

wf.device.Python().for_each(3, show, np.zeros(3, int))
print("ended")
"""


def test_the_debugger(carrier, tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PDB)
    done = subprocess.run(
        [sys.executable, program, carrier.__name__],
        input="next\np item, out\ncontinue\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "-> out[item] = 10 * item" in done.stdout
    assert "array([ 0, 10,  0])" in done.stdout
    assert done.stdout.endswith("ended\n")


def test_several_of_the_callers_threads_at_once(carrier):
    graph = generators.book_graph()
    with ThreadPoolExecutor(4) as pool:
        found = list(
            pool.map(lambda source: wf.bfs(graph, source, device="python").levels.tolist(), range(9))
        )
    assert found == [wf.bfs(graph, source, device="cpu").levels.tolist() for source in range(9)]


def test_the_environment_makes_it_the_default(monkeypatch):
    monkeypatch.setattr(select, "DEBUGS", True)
    graph = generators.book_graph()
    assert wf.bfs(graph, 0).device.name == "python"
    assert wf.operators.Frontier(graph).device.name == "python"
    assert wf.bfs(graph, 0, device="cpu").device.name == "cpu"


@pytest.mark.parametrize(("value", "name"), [("1", "python"), ("0", "cpu"), ("", "cpu")])
def test_the_environment_is_read(value, name, monkeypatch):
    monkeypatch.setenv("WAVEFRONT_DEBUG", value)
    program = "import wavefront as wf; print(wf.device.get_device('auto').name)"
    done = subprocess.run(
        [sys.executable, "-c", f"import wavefront.device; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{name}\n"
