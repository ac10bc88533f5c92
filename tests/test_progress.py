"""Progress of every function that has it: what is told, that results are the same, and the line on stderr."""

import inspect
import os
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest
from graphs import SIMULATED

import wavefront as wf
from wavefront import generators, maze, progress
from wavefront.compiling import compiling
from wavefront.io import output

FEW_LEVELS = generators.kronecker(7, seed=1)
MANY_LEVELS = generators.grid(2, 70)  # where each source is one thread's
DIRECTED = generators.kronecker(7, seed=1, directed=True)
CIRCLES = wf.Graph.from_edges(np.arange(90), np.roll(np.arange(90), -1))
WEIGHTED = wf.Graph.from_edges(*FEW_LEVELS.coo[:2], weights=1.0 + np.arange(FEW_LEVELS.num_edges) % 5)
BOARD = np.zeros((8, 8), bool)
CROSSING = np.zeros((3, 7), bool)
CROSSING[1] = [True, False, True, True, True, False, True]  # of two gaps, the second net reaches one
ENDS = [((0, 2), (2, 2)), ((0, 0), (2, 0))]
BOOK = generators.book_graph()
NETS = [((row, 0), (row, 7)) for row in range(8)]
CALLS = {
    "closeness": lambda told: wf.closeness(FEW_LEVELS, device="cpu", progress=told).scores,
    "closeness, many levels": lambda told: wf.closeness(MANY_LEVELS, device="cpu", progress=told).scores,
    "harmonic": lambda told: wf.harmonic(DIRECTED, device="cpu", progress=told).scores,
    "harmonic, many levels": lambda told: wf.harmonic(MANY_LEVELS, device="cpu", progress=told).scores,
    "eccentricity": lambda told: wf.eccentricity(FEW_LEVELS, device="cpu", progress=told).eccentricities,
    "eccentricity of a cycle": lambda told: (
        wf.eccentricity(generators.cycle(90), device="cpu", progress=told).eccentricities
    ),
    "eccentricity, directed": lambda told: wf.eccentricity(DIRECTED, progress=told).eccentricities,
    "diameter": lambda told: wf.diameter(generators.cycle(300), device="cpu", progress=told).diameter,
    "diameter, directed": lambda told: wf.diameter(CIRCLES, device="cpu", progress=told).diameter,
    "betweenness_centrality": lambda told: (
        wf.betweenness_centrality(FEW_LEVELS, device="cpu", progress=told).scores
    ),
    "betweenness_centrality by level": lambda told: (
        wf.betweenness_centrality(FEW_LEVELS, 1, device="cpu", progress=told).scores
    ),
    "betweenness_centrality on a GPU": lambda told: (
        wf.betweenness_centrality(BOOK, device="python", progress=told).scores
    ),
    "betweenness_centrality by weight on a GPU": lambda told: (
        wf.betweenness_centrality(BOOK, weighted=True, device="python", progress=told).scores
    ),
    "betweenness_centrality by weight": lambda told: (
        wf.betweenness_centrality(WEIGHTED, 20, weighted=True, device="cpu", progress=told).scores
    ),
    "multi_source_bfs": lambda told: (
        wf.multi_source_bfs(FEW_LEVELS, np.arange(128), device="cpu", progress=told).levels
    ),
    "multi_source_bfs, many levels": lambda told: (
        wf.multi_source_bfs(MANY_LEVELS, np.arange(20), device="cpu", progress=told).levels
    ),
    "multi_source_sssp": lambda told: (
        wf.multi_source_sssp(WEIGHTED, np.arange(20), device="cpu", progress=told).distances
    ),
    "multi_source_sssp on a GPU": lambda told: (
        wf.multi_source_sssp(BOOK, [0, 1, 2], device="python", progress=told).distances
    ),
    "pagerank": lambda told: wf.pagerank(FEW_LEVELS, device="cpu", progress=told).ranks,
    "pagerank on a GPU": lambda told: wf.pagerank(BOOK, device="python", progress=told).ranks,
    "label_propagation": lambda told: (
        wf.label_propagation(FEW_LEVELS, device="cpu", progress=told).communities
    ),
    "label_propagation on a GPU": lambda told: (
        wf.label_propagation(generators.grid(3, 7), device="python", progress=told).communities
    ),
    "triangles": lambda told: wf.triangles(FEW_LEVELS, device="cpu", progress=told).counts,
    "triangles, degrees alike": lambda told: (
        wf.triangles(generators.complete(300), device="cpu", progress=told).counts
    ),
    "maze.route_nets, ripped up": lambda told: (
        maze.route_nets(CROSSING, ENDS, device="cpu", progress=told).lengths
    ),
    "maze.route_nets": lambda told: maze.route_nets(BOARD, NETS, device="cpu", progress=told).lengths,
}
ENDINGS = (ValueError, EOFError, OSError, MemoryError, wf.InputError, KeyboardInterrupt, StopIteration)

pytestmark = pytest.mark.skipif(SIMULATED, reason="the CPU is not simulated")


@pytest.fixture
def small_pieces(monkeypatch):
    """Cut the work as finely as possible."""
    monkeypatch.setattr(progress, "PIECE", 0.0)


@pytest.mark.parametrize("name", CALLS)
def test_progress_rises_to_its_total_and_results_are_the_same(name, small_pieces):
    reports, threads = [], set()

    def told(done, total):
        assert type(done) is type(total) is int
        reports.append((done, total))
        threads.add(threading.current_thread())

    found = CALLS[name](told)
    done = [count for count, _ in reports]
    assert len(reports) > 1 or name == "betweenness_centrality by level"  # from a single source
    assert done == sorted(done)
    assert all(count <= total for count, total in reports)
    assert reports[-1][0] == reports[-1][1]
    assert threads == {threading.main_thread()}
    np.testing.assert_array_equal(found, CALLS[name](False))


@pytest.mark.parametrize("name", CALLS)
def test_what_the_function_raises_ends_the_call(name, small_pieces):
    calls = []

    def told(done, total):
        calls.append(done)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        CALLS[name](told)
    assert len(calls) == 1
    np.testing.assert_array_equal(CALLS[name](None), CALLS[name](False))  # all is usable


@pytest.mark.parametrize("error", ENDINGS)
@pytest.mark.parametrize("name", ["g.txt", "g.mtx.gz", "g.npz", "g.graphml", "g.wsg"])
def test_no_error_of_the_function_is_taken_for_one_of_the_file(name, error, tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 2], weights=[1, 2], directed=False), tmp_path / name)
    raised = error("enough")

    def told(done, total):
        raise raised

    with pytest.raises(error) as caught:
        wf.read(tmp_path / name, progress=told)
    assert caught.value is raised
    assert raised.__context__ is None
    assert wf.read(tmp_path / name).num_vertices == 3


def test_an_error_of_the_last_report():
    with pytest.raises(StopIteration), progress.reporting(lambda done, total: next(iter(())), "closeness"):
        pass


@pytest.mark.parametrize("name", ["g.txt", "g.wsg"])
def test_reading_ends_with_all_bytes(name, tmp_path):
    wf.write(wf.Graph.from_edges([0, 1], [1, 2], weights=[1, 2], directed=False), tmp_path / name)
    reports = []
    wf.read(tmp_path / name, progress=lambda *report: reports.append(report))
    assert reports[-1] == ((tmp_path / name).stat().st_size,) * 2


@pytest.mark.parametrize("name", ["g.txt", "g.gr", "g.graph", "g.graphml", "g.npz"])
def test_writing_ends_with_all_rows(name, tmp_path, monkeypatch):
    monkeypatch.setattr(output, "CHUNK_ROWS", 7)
    graph, reports = generators.cycle(30), []
    wf.write(graph, tmp_path / name, progress=lambda *report: reports.append(report))
    done = [count for count, _ in reports]
    assert done == sorted(done)
    assert reports[-1] == ((1, 1) if name == "g.npz" else (60, 60) if name == "g.gr" else (30, 30))
    assert wf.read(tmp_path / name, undirected=True).num_edges == 60


def test_a_file_is_as_before_if_writing_ends_early(tmp_path):
    wf.write(generators.cycle(30), tmp_path / "g.mtx")
    before = (tmp_path / "g.mtx").read_bytes()

    def told(done, total):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        wf.write(generators.cycle(40), tmp_path / "g.mtx", "edges", progress=told)
    assert [path.name for path in tmp_path.iterdir()] == ["g.mtx"]
    assert (tmp_path / "g.mtx").read_bytes() == before


@pytest.mark.parametrize("wrong", ["yes", 1, 0.5, [], np.array(7)])
@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_value_is_refused(name, wrong):
    with pytest.raises(wf.InputError, match=r"^progress is true, false or a function of two numbers, not "):
        CALLS[name](wrong)


def test_advise_and_look_end_with_all(small_pieces):
    graph = generators.small_book_graph()
    for function in (
        lambda told: wf.advise(graph, [0], device="cpu", rounds=1, progress=told),
        lambda told: wf.look(graph, 0, ["push"], progress=told),
    ):
        reports = []
        function(lambda *report, reports=reports: reports.append(report))
        done = [count for count, _ in reports]
        assert done == sorted(done)
        assert reports[-1][0] == reports[-1][1] > 1


def functions_with_progress():
    named = {name: getattr(wf, name) for name in wf.__all__}
    named |= {f"maze.{name}": getattr(maze, name) for name in maze.__all__}
    return {
        name
        for name, function in named.items()
        if inspect.isfunction(function) and "progress" in inspect.signature(function).parameters
    }


def test_every_function_with_progress_is_tried():
    tried = {name.split(",")[0].split()[0] for name in CALLS}
    elsewhere = {"read", "write", "compare", "advise", "look", "warmup"}
    assert functions_with_progress() == tried | elsewhere


def test_a_long_call_has_a_line_that_vanishes(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    with progress.reporting(True, "closeness") as report:
        terminal.wait_for("closeness: 0:00")  # nothing is done yet
        report(1500, 3000)
        terminal.wait_for("closeness: 1,500 of 3,000 (50%), 0:00 left")
    last = terminal().split("\r")
    assert last[-1] == last[-2].strip() == ""  # overwritten by spaces


def test_a_call_without_room_for_a_thread_has_no_line(terminal, monkeypatch):
    monkeypatch.setattr(threading.Thread, "start", no_room)
    with progress.reporting(True, "closeness"):
        assert terminal() == ""


def no_room(thread):
    raise RuntimeError("can't start new thread")


def test_a_short_call_shows_nothing(terminal):
    wf.closeness(FEW_LEVELS, device="cpu", progress=True)
    assert terminal() == ""


def test_the_line_is_as_wide_as_the_terminal_of_stderr(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    monkeypatch.setattr(os, "get_terminal_size", lambda file: os.terminal_size((20, 24)))
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(fileno=lambda: 2, write=sys.stderr.write, flush=int))
    monkeypatch.setenv("COLUMNS", "100")  # stdout's
    with progress.reporting(True, "betweenness_centrality"):
        terminal.wait_for("\rbetweenness_central\r")


@pytest.mark.parametrize("error", [OSError(5, "Input/output error"), ValueError("closed file")])
def test_a_call_goes_on_when_its_terminal_is_gone(error, terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    written = []

    def write(text):
        written.append(text)
        raise error

    with progress.reporting(True, "closeness"):
        terminal.wait_for("closeness: 0:00")
        monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=write))
    assert written


def test_lines_of_two_threads_leave_nothing(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    with progress.reporting(True, "betweenness_centrality"):
        terminal.wait_for("betweenness_centrality: 0:00")
        with progress.reporting(True, "closeness"):
            terminal.wait_for("closeness: 0:00 " + 12 * " ")  # over the other line


def test_no_line_without_a_terminal(monkeypatch, capsys):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    wf.closeness(FEW_LEVELS, device="cpu", progress=True)
    assert capsys.readouterr() == ("", "")


def test_the_line_makes_room_for_what_is_compiled(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    with progress.reporting(True, "pagerank"):
        terminal.wait_for("pagerank: 0:00")
        with compiling("reading", "the CPU", lambda: True):
            terminal.wait_for(f"\r{'':14}\r")
            size = len(terminal())
            time.sleep(0.02)
            assert len(terminal()) == size


def test_time_left_of_hours(terminal, monkeypatch):
    monkeypatch.setattr(progress, "SHOWN_AFTER", 0.0)
    times = iter([0.0])
    monkeypatch.setattr(progress, "clock", lambda: next(times, 4000.0))
    with progress.reporting(True, "betweenness_centrality") as report:
        report(1, 3)
        terminal.wait_for("1 of 3 (33%), 2:13:20 left")
