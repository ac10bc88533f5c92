"""What stands at the bars of the page's charts."""

import itertools

import wavefront as wf
from wavefront import generators

COUNTS = "#view=counts"


def test_labels_below_bars_stand_apart(opened):
    """Of degrees in ranges, and of searches with long names."""
    names = [f"source {number}" for number in range(12)]
    record = {
        "graph": {"name": "star"},
        "device": "cpu",
        "milliseconds": {"search": 12.0},
        "sources": names,
        "traversed_edges": [1] * 12,
        "runs": [{"prepared": False, "strategy": "fused", "milliseconds": [1.0] * 12}],
    }
    tab = opened(wf.look(generators.star(40_000), 0, ["push"], benched=[record]), COUNTS)
    charts = tab.locator("svg.bars").evaluate_all(
        """all => all.map((svg) => [...svg.querySelectorAll(".label")].map((label) => {
          const { left, right } = label.getBoundingClientRect();
          return [label.textContent, left, right];
        }))"""
    )
    shown = {text for labels in charts for text, _, _ in labels}
    assert {"0", "source 0"} < shown
    for labels in charts:
        assert all(one[2] < other[1] for one, other in itertools.pairwise(labels))


def test_large_figures_are_short(opened):
    """A list of 40,000 for each of 40,001 vertices, in ELL: 6.4 billion bytes."""
    tab = opened(wf.look(generators.star(40_000), 0, ["push"]), COUNTS)
    figures = tab.locator("section", has_text="in each format").locator(".figure").all_text_contents()
    assert "6.4G" in figures
