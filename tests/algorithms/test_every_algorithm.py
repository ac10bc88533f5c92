"""Every algorithm of the table on every graph and device, checked by its validator."""

from dataclasses import fields

import numpy as np
import pytest
from graphs import GRAPHS, RUN_IDS, RUNS, devices, suited

import wavefront as wf
from wavefront.algorithms import ALGORITHMS

pytestmark = pytest.mark.on_devices
DEVICES = devices()


@pytest.mark.parametrize("device", DEVICES.values(), ids=DEVICES)
@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize(("row", "options"), RUNS, ids=RUN_IDS)
def test_results_keep_the_rules(row, options, name, device):
    graph = suited(row, GRAPHS[name]())
    arguments = row.starts(graph) | options
    found = row.function(graph, **arguments, device=device)
    assert type(found) is getattr(wf, row.result)
    result = found.to_numpy()
    arrays = [value for field in fields(result) if hasattr(value := getattr(result, field.name), "dtype")]
    assert arrays
    assert all(isinstance(array, np.ndarray) for array in arrays)
    assert row.validate(graph, result, arguments)
    if row.command is not None and row.start != "sources" and row.name != "within":
        assert len(getattr(result, row.command.values)) == graph.num_vertices


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_row_says_what_its_function_is(name):
    row = ALGORITHMS[name]
    assert row.function is getattr(wf, name)
    assert getattr(wf, row.validator).__module__ == f"wavefront.validate.{row.module}"


def test_a_result_that_did_not_converge_is_for_validators_that_know_of_it():
    row, graph = ALGORITHMS["pagerank"], GRAPHS["book"]()
    arguments = {"max_iterations": 1}
    assert not row.validate(graph, wf.pagerank(graph, **arguments), arguments)
    row, graph = ALGORITHMS["label_propagation"], GRAPHS["complete"]()
    result = wf.label_propagation(graph, max_iterations=1)
    assert not result.converged
    assert row.validate(graph, result, {})


def test_a_wrong_result_is_refused():
    for row in ALGORITHMS.values():
        graph = suited(row, GRAPHS["book"]())
        arguments = row.starts(graph)
        result = row.function(graph, **arguments).to_numpy()
        for field in fields(result):
            value = getattr(result, field.name)
            if isinstance(value, np.ndarray) and field.name != "sources":
                value += value.dtype.type(3)
        with pytest.raises(wf.ValidationError):
            row.validate(graph, result, arguments)
