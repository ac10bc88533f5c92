"""The comparison's figure."""

import re
from dataclasses import replace

import pytest

import wavefront as wf
from wavefront.measure import figure as report
from wavefront.measure.comparison import MethodResult


@pytest.mark.parametrize(
    ("suffix", "start"), [("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-"), ("SVG", b"<?xml")]
)
def test_the_figures_format_is_the_suffixs(with_two_devices, tmp_path, suffix, start):
    path = tmp_path / f"figure.{suffix}"
    report.draw_comparison(with_two_devices, path, "the book's graph")
    assert path.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [path]


def test_the_figure_has_a_panel_a_device_and_three_of_work(with_two_devices, tmp_path):
    rows = with_two_devices.rows
    text = drawn(wf.Comparison(rows[:-1]), tmp_path)  # the last method is left out on the second device
    assert len(re.findall(r'<g id="axes_\d+">', text)) == 5
    labels = re.findall(r"<!-- (.*) -->", text)
    for unit in ("edges inspected in a search (edges)", "warp steps of a search (steps)"):
        assert labels.count(unit) == 1
    assert labels.count("method") == labels.count("atomics of a search (operations)") == 1
    assert labels.count("median time of a search (ms)") == 2
    assert {"the title", "Time on cpu", "Time on cuda"} <= set(labels)
    assert [label for label in labels if label in wf.STRATEGIES] == list(wf.STRATEGIES)
    assert {f"{row.milliseconds:,.3f}" for row in rows[:-1]} <= set(labels)


def test_the_best_bars_are_blue(with_two_devices, tmp_path):
    rows = with_two_devices.rows
    best = sum(row.ratio == 1 for row in rows)
    for column in ("edges_inspected", "warp_steps"):
        values = [getattr(row, column) for row in rows[: len(wf.STRATEGIES)]]
        known = [value for value in values if value is not None]
        best += known.count(min(known))
    best += sum(row.block_atomics == row.global_atomics == 0 for row in rows[: len(wf.STRATEGIES)])
    bars = re.findall(
        r'<g id="patch_\d+">\s*<path [^>]*style="fill: (#\w+)', drawn(with_two_devices, tmp_path)
    )
    assert bars.count(report.BEST.lower()) == best
    assert bars.count(report.OTHERS.lower()) == 5 * len(wf.STRATEGIES) - best


def atomics_of_two(folder, least, most):
    """The figure of two methods with as many atomics, and nothing else counted."""
    row = MethodResult(
        device="cpu", strategy="pull", milliseconds=1.0, ratio=1.0, searches=1, global_atomics=0
    )
    rows = [replace(row, block_atomics=least), replace(row, strategy="push", block_atomics=most)]
    return drawn(wf.Comparison(rows), folder)


def test_bars_of_like_values_begin_at_zero(tmp_path):
    text = atomics_of_two(tmp_path, 18, 54)
    assert "10^" not in text
    paths = re.findall(rf'<path d="([^"]+)"[^>]*style="fill: (?:{report.BEST}|{report.OTHERS})', text, re.I)
    ends = [[float(x) for x in re.findall(r"[ML] (\S+) ", path)] for path in paths[-2:]]
    shorter, longer = (max(xs) - min(xs) for xs in ends)
    assert longer == pytest.approx(3 * shorter)


def test_bars_of_very_different_values_are_on_powers_of_ten(tmp_path):
    assert "10^{3}" in atomics_of_two(tmp_path, 18, 5400)


def test_a_figure_of_searches_that_do_nothing(tmp_path):
    found = wf.compare(wf.Graph.from_edges([], [], 2), [1], device="cpu", rounds=1)
    assert {row.edges_inspected for row in found.rows} == {0, None}
    assert drawn(found, tmp_path)


def drawn(comparison, folder):
    """The figure as SVG, whose comments are the texts that it draws as outlines."""
    path = folder / "figure.svg"
    report.draw_comparison(comparison, path, "the title")
    return path.read_text()


@pytest.mark.parametrize(
    ("name", "message"), [("f.gif", r"unknown suffix '.gif'; .*\.png"), ("no/f.png", "no folder")]
)
def test_a_figure_that_can_not_be_written(tmp_path, name, message):
    with pytest.raises(wf.InputError, match=message):
        report.draw_comparison(wf.Comparison([]), tmp_path / name, "")


def test_without_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    with pytest.raises(wf.InputError, match=r"needs Matplotlib: pip install 'wavefront\[plot\]'"):
        report.check_figure(tmp_path / "f.png")
