"""Why a level is pushed or pulled: the sentence has the comparison, with the figures of the trace's JSON."""

import json
import re

import numpy as np
from page_reading import text, traces

import wavefront as wf
from wavefront import generators
from wavefront.strategies.direction_optimized import ALPHA, BETA

COMPARED = re.compile(
    r"(edges|vertices) (\d+) ([<>=]) (\d+) (?:not yet inspected|in all) / (.) ([\d.]+) = ([\d.]+)$"
)


def behind_a_path():
    """A Kronecker graph at the end of a path of two edges: pushed, pulled, and pushed again."""
    src, dst, _ = generators.kronecker(5, edge_factor=2, seed=1).coo
    return wf.Graph.from_edges(np.append(src, [33, 32]), np.append(dst, [32, 2]), directed=False)


def sentences(tab, count):
    """The sentence of every level, by the button that goes on by a level."""
    found = []
    for _ in range(count):
        tab.click("#next")  # into the level
        found.append(text(tab, ".rule"))
        tab.click("#level-next")
    return found


def test_the_comparison_behind_every_level(opened):
    graph = behind_a_path()
    page = wf.look(graph, 33, ["direction_optimized"])
    trace = [row for _, row in traces(page)]
    expected = json.loads(wf.bfs(graph, 33, strategy="direction_optimized", trace=True).trace.to_json())
    for name in ("level", "direction", "frontier", "edges"):
        assert [row[name] for row in trace] == [row[name] for row in expected]
    assert {row["direction"] for row in trace} == {"push", "pull"}
    told = sentences(opened(page), len(trace))
    assert told[0] == "Pushed: the first frontier has not grown from any other"
    starts = set()
    for place, sentence in enumerate(told[1:], start=1):
        before, row = trace[place - 1], trace[place]
        change, compared = sentence.split("; ")
        starts.add(change.split(":")[0])
        what, size, sign, whole, name, factor, limit = COMPARED.match(compared).groups()
        if before["direction"] == "push":
            left = graph.num_edges - sum(earlier["edges"] for earlier in trace[:place])
            assert (what, int(size), int(whole), name) == ("edges", row["edges"], left, "\u03b1")
            assert float(factor) == ALPHA
            assert (row["direction"] == "pull") == ("grew" in change and sign == ">")
        else:
            assert (what, int(size), int(whole), name) == ("vertices", row["frontier"], 34, "\u03b2")
            assert float(factor) == BETA
            assert (row["direction"] == "push") == ("shrank" in change and sign == "<")
        quotient = int(whole) / float(factor)
        assert abs(float(limit) - quotient) < 0.001 * quotient
        assert sign == ("<" if int(size) < quotient else ">" if int(size) > quotient else "=")
        sizes = [int(number) for number in re.findall(r"\d+", change)]
        assert sizes[-1] == row["frontier"]
        assert sizes[:-1] == ([] if "stays" in change else [before["frontier"]])
    assert starts == {"Still pushed", "Pulled", "Still pulled", "Pushed again"}


def test_only_a_method_with_a_rule_tells_of_one(opened, book_page):
    tab = opened(book_page, "#method=push")
    tab.click("#level-next")
    assert text(tab, ".rule") == ""
    tab.select_option(".pane select >> nth=0", "direction_optimized")
    assert text(tab, ".rule").startswith("Pushed: ")
