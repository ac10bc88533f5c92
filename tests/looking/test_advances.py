"""How `advance` shares out edges, on the page: who takes which edge, idle lanes, prefix sums."""

import networkx as nx
import numpy as np
import pytest
from graphs import SIMULATED
from page_reading import MEMORY, at, text, wait_for

import wavefront as wf
from wavefront.looking.advances import SHARED_OUT

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about a page, not about devices")
SOURCE, WARP, BLOCK = 5, 4, 8
# Each row of the table: the lane, its edges, and how many steps it is idle.
SHARES = """() => [...document.querySelectorAll(".sharing:not([hidden]) .shares tr")].map((row) => {
  const [thread, ...cells] = [...row.children];
  const idles = cells.filter((cell) => cell.className === "idle");
  const idle = idles.reduce((sum, cell) => sum + cell.colSpan, 0);
  const edges = cells.filter((cell) => !idles.includes(cell))
    .map((cell) => cell.textContent.split("\u2192").map(Number));
  return [Number(thread.textContent.split(" ")[1]), edges, idle];
})"""


def uneven():
    """Lists of 2 to 13 edges."""
    return wf.Graph.from_networkx(nx.barabasi_albert_graph(34, 2, seed=3))


@pytest.fixture(scope="module")
def page():
    return wf.look(uneven(), SOURCE, "operators")


def walks(strategy):
    """Of each launch of the run in order that visits edges: the accesses before it, and its frontier."""
    run = wf.interleave(SHARED_OUT[strategy], uneven(), SOURCE, schedule="in_order")
    done = 0
    for launch in run.launches:
        if launch.kernel in ("walk_list", "walk_tile"):
            yield done, next(array.contents for array in launch.arrays if array.name == "items")
        done += len(launch.accesses)


def by_lists(items, lanes):
    """`lanes` threads share the list of each item."""
    graph = uneven()
    lists = [
        (item, graph.csr.dst[graph.csr.src_ptr[item] : graph.csr.src_ptr[item + 1]].tolist())
        for item in items
    ]
    return [[[item, end] for end in ends[lane::lanes]] for item, ends in lists for lane in range(lanes)]


def by_edges(items):
    """Every thread of a block takes each BLOCK-th of the edges of all items."""
    edges = [edge for own in by_lists(items, 1) for edge in own]
    assert len(edges) <= 128  # a tile
    return [edges[thread::BLOCK] for thread in range(BLOCK)]


def shares_of(strategy, items):
    if strategy == "advance, thread":
        return by_lists(items, 1)
    if strategy == "advance, buckets":
        degree = uneven().out_degrees[items[0]]
        return by_lists(items, 1 if degree < 4 else 4 if degree < 16 else 16)
    return by_edges(items)


@pytest.mark.parametrize("strategy", list(SHARED_OUT))
def test_lanes_take_the_edges_that_the_way_of_sharing_gives_them(opened, page, strategy):
    tab = opened(page)
    tab.select_option(".pane select >> nth=0", strategy)
    seen = 0
    for done, items in walks(strategy):
        tab.fill("#scrub", str(done + 1))
        expected = shares_of(strategy, items)
        rows = tab.evaluate(SHARES)
        shown = {thread: own for thread, own, _ in rows}
        assert shown == {
            thread: own
            for thread, own in enumerate(expected)
            if any(expected[thread // WARP * WARP : thread // WARP * WARP + WARP])
        }
        for thread, own, idle in rows:
            warp = expected[thread // WARP * WARP : thread // WARP * WARP + WARP]
            assert len(own) + idle == max(map(len, warp))
        slots = sum(len(own) + idle for _, own, idle in rows)
        edges = sum(map(len, expected))
        assert f"{edges} edges in {slots} lane steps" in text(tab, ".sharing .muted").replace(
            "edge ", "edges "
        )
        assert f"and {slots - edges} step" in text(tab, ".sharing .muted")
        seen += edges
    assert seen == uneven().num_edges  # every list is walked once


def test_the_edge_of_the_last_access_is_marked_in_the_table(opened, page):
    """From the read of a neighbor on, up to the claim."""
    tab = opened(page, "#method=advance,+thread")
    done, items = list(walks("advance, thread"))[1]
    tab.fill("#scrub", str(done))
    seen = []
    for _ in range(20):
        tab.keyboard.press("ArrowRight")
        if text(tab, ".what").startswith(("reads dst", "reads levels", "atomic_cas levels")):
            seen.append(text(tab, ".shares td.now"))
    first = by_lists(items, 1)[0]
    names = [f"{one}->{other}" for one, other in first]
    assert list(dict.fromkeys(seen)) == names[: len(set(seen))]
    assert len(seen) > len(set(seen)) > 2


def strip(tab, name):
    """The cells of the array of this name, as numbers; None for memory that nobody has written."""
    cells = next(values for head, values in tab.evaluate(MEMORY).items() if head.startswith(name))
    return [None if cell == "?" else int(cell) for cell in cells]


def test_prefix_sums_of_degrees_and_of_flags(opened, page):
    """They grow as the threads write; at the end they are the offsets, and the places of what is kept."""
    tab = opened(page, "#method=advance+%2B+filter")
    run = wf.interleave(SHARED_OUT["advance + filter"], uneven(), SOURCE, schedule="in_order")
    done, seen = 0, set()
    for launch, following in zip(run.launches, [*run.launches[1:], None], strict=True):
        done += len(launch.accesses)
        if launch.kernel not in ("measure", "mark"):
            continue
        tab.fill("#scrub", str(done))
        assert at(tab) == done
        name = {"measure": "degrees", "mark": "flags"}[launch.kernel]
        held, sums = strip(tab, name), strip(tab, "prefix sum")
        assert sums == [0, *np.cumsum(held)]
        if following is None:
            continue
        arrays = {array.name: array.contents for array in following.arrays}
        if name == "degrees":
            assert arrays["offsets"] == sums
        else:
            items = next(array.contents for array in launch.arrays if array.name == "items")
            packed = {place: item for item, place, kept in zip(items, sums, held, strict=False) if kept}
            assert arrays["items"] == [packed[place] for place in range(sums[-1])]
        seen.add(name)
    assert seen == {"degrees", "flags"}


def test_prefix_sums_end_where_nothing_is_written(opened, page):
    tab = opened(page, "#method=advance,+edges")
    _, items = list(walks("advance, edges"))[1]
    assert len(items) > 2
    run = wf.interleave(SHARED_OUT["advance, edges"], uneven(), SOURCE, schedule="in_order")
    begins = sum(len(launch.accesses) for launch in run.launches[:3])
    assert run.launches[3].kernel == "measure"
    tab.fill("#scrub", str(begins + 8))  # four accesses each of two threads
    assert strip(tab, "degrees").count(None) == len(items) - 2
    assert strip(tab, "prefix sum").count(None) == len(items) - 2


def test_the_table_opens_and_closes_by_keyboard_and_mouse(opened, page):
    tab = opened(page, "#method=advance,+thread&at=30")
    summary = tab.locator(".sharing summary")
    for act in (lambda: (summary.focus(), tab.keyboard.press("Enter")), summary.click):
        assert tab.locator(".shares").is_visible()
        act()
        assert not tab.locator(".shares").is_visible()
        summary.click()
    tab.locator(".shares").focus()
    assert tab.evaluate("document.activeElement.className") == "shares"


def test_thread_beside_edges(opened, page):
    """What the page is for: the same edges in fewer steps of lanes."""
    first, second = [list(walks(name))[1][0] + 1 for name in ("advance, thread", "advance, edges")]
    fragment = f"#method=advance,+thread&at={first}&method2=advance,+edges&at2={second}"
    tab = opened(page, fragment)
    idle = [
        int(told.split("and ")[1].split(" ")[0]) for told in tab.locator(".sharing .muted").all_inner_texts()
    ]
    assert idle[0] > 4 * idle[1]


def test_a_level_of_several_tiles(opened):
    """Blocks of their own; each edge is taken once."""
    hub = wf.Graph.from_edges([0] * 200, range(1, 201))
    tab = opened(wf.look(hub, 0, ["operators"]))
    tab.select_option(".pane select >> nth=0", "advance, edges")
    wait_for(tab, lambda: at(tab) == 0)
    tab.fill("#scrub", "500")
    rows = tab.evaluate(SHARES)
    assert len(rows) == 2 * BLOCK
    ends = sorted(end for _, own, _ in rows for _, end in own)
    assert ends == list(range(1, 201))
