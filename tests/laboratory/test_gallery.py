"""Every broken kernel fails as its story says, and never with the missing piece put back."""

import numpy as np
import pytest
from reference import bfs_levels

import wavefront as wf
from wavefront.laboratory.gallery import GALLERY

NAMES = list(GALLERY)


def right_levels(exhibit):
    return bfs_levels(exhibit.graph.num_vertices, zip(*exhibit.edges, strict=True), exhibit.sources)


@pytest.mark.parametrize("name", NAMES)
def test_the_schedule_shows_the_fault(name):
    exhibit = GALLERY[name]
    found = exhibit.run()
    assert found.wrong == found.schedules == 1
    assert found.problem is not None
    assert found.harmful
    assert found.levels is None or not np.array_equal(found.levels, right_levels(exhibit))


@pytest.mark.parametrize("name", NAMES)
def test_unbroken_it_never_fails(name):
    exhibit = GALLERY[name]
    everything = exhibit.run(without=None, schedule="exhaustive")
    assert everything.schedules > 1
    assert everything.wrong == 0
    assert not everything.harmful
    assert np.array_equal(everything.levels, right_levels(exhibit))
    for seed in range(5):
        drawn = exhibit.run(without=None, schedule="random", seed=seed)
        assert drawn.problem is None
        assert np.array_equal(drawn.levels, right_levels(exhibit))


@pytest.mark.parametrize("name", NAMES)
def test_unbroken_the_same_schedule_is_right(name):
    assert GALLERY[name].run(without=None).problem is None


@pytest.mark.parametrize("name", [name for name in NAMES if name != "double-claim"])
def test_the_search_for_faults_finds_it(name):
    exhibit = GALLERY[name]
    found = exhibit.run(schedule="exhaustive")
    assert 0 < found.wrong < found.schedules
    hunted = exhibit.run(schedule="adversarial", max_schedules=10)
    assert hunted.wrong == 1
    again = exhibit.run(schedule=hunted.choices)
    assert again.problem == hunted.problem


def test_six_kernels_of_four_methods():
    assert len(GALLERY) == 6
    assert {exhibit.strategy for exhibit in GALLERY.values()} >= {
        "frontier_queue",
        "privatized",
        "hierarchical",
        "single_block",
    }
    assert wf.GALLERY is GALLERY


def test_what_goes_wrong_is_what_the_stories_say():
    problems = {name: exhibit.run().problem for name, exhibit in GALLERY.items()}
    for name in ("lost-vertex", "early-count", "overflow-edge"):
        assert "is unreached" in problems[name]
    assert "writes curr_frontier[5], out of bounds: the array has 5" in problems["double-claim"]
    assert "out of bounds" in problems["early-flush"]
    assert "waits at a barrier for threads that have ended" in problems["torn-loop"]
