"""The page in a browser: every step of every run against the laboratory's record, every control."""

import itertools
import re

import pytest
from page_reading import MEMORY, WALK, at, plain, state, text, wait_for

import wavefront as wf
from wavefront import generators
from wavefront.laboratory.gallery import GALLERY
from wavefront.looking.recording import SCHEDULES

MOVES = {
    "next": ("ArrowRight", 1),
    "back": ("ArrowLeft", -1),
    "thread-next": ("ArrowDown", 1),
    "thread-back": ("ArrowUp", -1),
    "level-next": ("PageDown", 1),
    "level-back": ("PageUp", -1),
    "finish": ("End", 1),
    "start": ("Home", -1),
}


@pytest.mark.parametrize(
    ("strategy", "name"),
    [
        ("push", "random, seed 0"),
        ("direction_optimized", "lockstep"),
        ("privatized", "in order"),
        ("hierarchical", "random, seed 0"),
        ("single_block", "lockstep"),
    ],
)
def test_every_step_is_the_laboratorys(opened, book_page, strategy, name):
    run = wf.interleave(strategy, generators.book_graph(), 0, **SCHEDULES[name])
    tab = opened(book_page, f"#method={strategy}&order={name}")
    accesses = [access for launch in run.launches for access in launch.accesses]
    steps = tab.evaluate(WALK, len(accesses))
    assert [who for who, *_ in steps] == [f"Thread {access.thread}" for access in accesses]
    assert [plain(what) for _, what, _ in steps] == [str(access) for access in accesses]
    assert at(tab) == len(accesses)
    levels = tab.locator(".vertex .level").all_text_contents()
    assert levels == [str(level) for level in run.levels]
    assert text(tab, ".mark").endswith("the result is right")


def test_memory_is_that_of_the_run(opened, book_page):
    """Each launch's arrays at its end, worked out from the laboratory's record."""
    run = wf.interleave("hierarchical", generators.book_graph(), 0, schedule="lockstep")
    tab = opened(book_page, "#method=hierarchical&order=lockstep")
    done = 0
    for launch in run.launches:
        held = {(array.name, array.block): list(array.contents) for array in launch.arrays}
        for access in launch.accesses:
            key = (access.array, None) if (access.array, None) in held else (access.array, access.block)
            held[key][access.index] = access.after
        done += len(launch.accesses)
        tab.evaluate(WALK, len(launch.accesses))
        assert at(tab) == done
        cells = tab.evaluate(MEMORY)
        expected = {
            f"{name}{f'shared, block {block}' if block is not None else ''}": values
            for (name, block), values in held.items()
            if values and name
        }
        found = {re.sub(r"\d+ elements?$", "", key): values for key, values in cells.items()}
        assert {key: [plain(value) for value in values] for key, values in found.items()} == {
            key: ["?" if value is None else str(value) for value in values]
            for key, values in expected.items()
        }


def test_of_many_blocks_the_shared_memory_of_one_is_shown(opened):
    """Of the block whose thread made the last access, with the contents that it left there."""
    graph = wf.Graph.from_edges([0] * 24 + list(range(1, 25)), [*range(1, 25), *range(25, 49)])
    run = wf.interleave("privatized", graph, 0, schedule="lockstep")
    launch = max(run.launches, key=lambda launch: launch.blocks)
    assert launch.blocks > 4
    tab = opened(wf.look(graph, 0, ["privatized"]), "#method=privatized&order=lockstep")
    done = sum(len(each.accesses) for each in run.launches[: run.launches.index(launch)])
    held = {(array.name, array.block): list(array.contents) for array in launch.arrays}
    tab.evaluate(WALK, done)
    seen = set()
    for access in launch.accesses:
        key = (access.array, None) if (access.array, None) in held else (access.array, access.block)
        held[key][access.index] = access.after
        tab.evaluate(WALK, 1)
        if access.block in seen:
            continue
        seen.add(access.block)
        shared = tab.locator(".strip:visible", has_text="shared, block")
        expected = {name: values for (name, block), values in held.items() if block == access.block and name}
        assert shared.locator("code").all_text_contents() == list(expected)
        for number, values in enumerate(expected.values()):
            words = ["?" if value is None else str(value) for value in values]
            assert list(map(plain, shared.nth(number).locator("b").all_text_contents())) == words
    assert len(seen) == launch.blocks


def test_every_step_button(shown):
    """By the mouse, by the keyboard on the button, and by its own key."""
    for move, (key, direction) in MOVES.items():
        for way in ("mouse", "keyboard", "key"):
            shown.fill("#scrub", "30")
            if way == "mouse":
                shown.click(f"#{move}")
            elif way == "keyboard":
                shown.focus(f"#{move}")
                shown.keyboard.press("Enter")
            else:
                shown.focus("#next")
                shown.keyboard.press(key)
            assert (at(shown) - 30) * direction > 0, (move, way)


def test_steps_on_and_back_meet(shown):
    for kind in ("next", "thread-next", "level-next"):
        shown.click("#start")
        places = [at(shown)]
        for _ in range(3):
            shown.click(f"#{kind}")
            places.append(at(shown))
        assert places == sorted(set(places))
        for place in places[-2::-1]:
            shown.click(f"#{kind.replace('next', 'back')}")
            assert at(shown) == place


def test_play_and_pause(shown):
    shown.fill("#speed", "5")
    shown.press("body", " ")
    wait_for(shown, lambda: at(shown) > 3)
    assert shown.get_attribute("#play", "aria-label") == "Pause (space)"
    shown.click("#play")
    place = at(shown)
    shown.wait_for_timeout(150)
    assert at(shown) == place
    assert shown.get_attribute("#play", "aria-label") == "Play (space)"


def test_the_place_slider(shown):
    shown.fill("#scrub", "30")
    assert at(shown) == 30
    shown.focus("#scrub")
    shown.keyboard.press("ArrowRight")
    assert at(shown) == 31


def test_pickers_by_keyboard(shown):
    shown.focus(".pane select")
    shown.keyboard.press("ArrowDown")
    assert state(shown)["method"] == "direction_optimized"
    shown.select_option(".pane select >> nth=1", "lockstep")
    assert state(shown)["order"] == "lockstep"


def test_two_side_by_side_keep_in_step(shown):
    shown.focus("#beside")
    shown.keyboard.press("Space")
    shown.select_option("article:nth-child(2) select", "hierarchical")
    for _ in range(3):
        shown.click("#level-next")
        levels = [where.split("\u00b7")[0].strip() for where in shown.locator(".where").all_inner_texts()]
        assert len(levels) == 2
    shown.click("#start")
    ends = shown.evaluate(
        """() => Array.from({length: 400}, () => {
          document.getElementById("next").click();
          const level = (where) => Number(where.textContent.match(/Level (\\d+)/)[1]);
          return [...document.querySelectorAll(".where")].map(level);
        })"""
    )
    assert all(abs(one - other) <= 1 for one, other in ends)
    assert ends[-1] == [4, 4]


def test_a_vertex_lights_its_threads_and_back(shown):
    shown.click("#thread-next")
    shown.locator(".vertex").nth(2).click()
    assert state(shown)["vertex"] == "2"
    assert shown.locator(".lane.picked").all_inner_texts()[0].startswith(("0", "2"))
    assert text(shown, ".told").startswith("Vertex 2: in this launch thread")
    shown.locator(".lane").nth(1).focus()
    shown.keyboard.press("Enter")
    assert state(shown)["thread"] == "1"
    assert "vertex" not in state(shown)
    assert shown.locator(".vertex.picked").count()
    assert text(shown, ".told").startswith("Thread 1, on vertex 1")


def test_vertices_are_dragged_by_mouse_and_keyboard(shown):
    vertex = shown.locator(".vertex").nth(4)
    before = vertex.bounding_box()
    shown.mouse.move(before["x"] + 20, before["y"] + 20)
    shown.mouse.down()
    shown.mouse.move(before["x"] + 80, before["y"] + 60, steps=4)
    shown.mouse.up()
    moved = vertex.bounding_box()
    assert moved["x"] - before["x"] == pytest.approx(60, abs=3)
    assert "vertex" not in state(shown)
    vertex.focus()
    shown.keyboard.press("Alt+ArrowLeft")
    assert vertex.bounding_box()["x"] < moved["x"] - 4


def test_the_gallery_fails_and_says_so(shown):
    for name, exhibit in GALLERY.items():
        shown.select_option(".pane select >> nth=0", name)
        assert exhibit.story in text(shown, "#story")
        shown.click("#finish")
        assert exhibit.run().problem.replace("\u2212", "-") in text(shown, ".mark")
        shown.select_option(".pane select >> nth=1", "unbroken")
        shown.click("#finish")
        assert "the result is right" in text(shown, ".mark")


def test_how_many_orders_were_tried(opened, book_page):
    tab = opened(book_page, "#method=push&order=adversarial")
    tried = wf.interleave("push", generators.book_graph(), 0, **SCHEDULES["adversarial"])
    assert text(tab, ".mark") == f"{tried.schedules} orders tried, none went wrong"


def test_a_lost_race_is_marked(opened, book_page):
    tab = opened(book_page, "#method=lost-vertex&order=broken&at=18")
    assert "harmful race with thread 0" in text(tab, ".mark")
    assert tab.locator(".memory .cell.harmful").count() == 1
    assert tab.locator(".code .left-out").count() == 1


def test_prediction(shown):
    shown.check("#predict")
    shown.keyboard.press("ArrowRight")
    assert "What does thread 0 do next?" in text(shown, ".question")
    assert at(shown) == 0
    answers = shown.locator(".answers button")
    assert answers.count() >= 3
    answers.filter(has_text="reads levels[0]: 0").click()
    assert "Yes" in text(shown, ".verdict")
    shown.keyboard.press("Enter")
    assert at(shown) == 1
    shown.click("#next")
    shown.locator(".answers button").filter(has_not_text="src_ptr[0]").first.click()
    assert "No. It reads src_ptr[0]: 0" in text(shown, ".verdict")


def test_the_address_restores_the_state(opened, book_page):
    first = opened(book_page)
    first.select_option(".pane select", "privatized")
    first.check("#beside")
    for _ in range(5):
        first.keyboard.press("ArrowDown")
    first.locator(".lane").nth(1).click()
    assert state(first)["thread"] == "1"
    address = first.evaluate("location.hash")
    words = ".where, .access, .told"
    again = opened(book_page, address)
    assert again.evaluate("location.hash") == address
    assert again.locator(words).all_inner_texts() == first.locator(words).all_inner_texts()


@pytest.mark.parametrize(
    "fragment", ["#method=nonsense&at=-5&thread=999&vertex=77", "#at=1e9&method2=x&view=no", "#%"]
)
def test_a_wrong_address_does_no_harm(opened, book_page, fragment):
    tab = opened(book_page, fragment)
    tab.evaluate("location.hash = 'method=push&at=3'")
    wait_for(tab, lambda: at(tab) == 3)


# After each of so many steps: the launch, and of every array the first cell shown, and whether one is marked.
WINDOWS = """count => Array.from({length: count}, () => {
  document.getElementById("next").click();
  const marked = (strip) => strip.querySelector(".cell.read, .cell.written, .cell.atomic") !== null;
  const shown = (strip) => [strip.querySelector(".at").textContent, marked(strip)];
  const launch = document.querySelector(".where").textContent.split("access")[0];
  return [launch, [...document.querySelectorAll(".strip")].map(shown)];
})"""


def test_of_a_long_array_the_cells_shown_stay_until_another_is_touched(opened):
    tab = opened(wf.look(generators.path(90), 40, ["push"]))
    tab.fill("#scrub", str(int(tab.get_attribute("#scrub", "max")) // 2))
    steps = tab.evaluate(WINDOWS, 60)
    assert any(first != "0" for _, strips in steps for first, _ in strips)
    for (launch, before), (same, after) in itertools.pairwise(steps):
        for (first, _), (now, is_marked) in zip(before, after, strict=True):
            assert now == first or is_marked or launch != same
