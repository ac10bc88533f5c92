"""Matrix-vector products: their layouts, and the library's product."""

import pytest
from accounts import columns, overlapping

import wavefront as wf
from wavefront import generators

pytestmark = pytest.mark.on_devices


def test_the_librarys_product_launches_no_kernel_of_ours(device):
    result = wf.bfs(
        generators.book_graph(), 0, strategy="spmv", device=device, trace=True, library=True
    ).to_numpy()
    assert [row.launches for row in result.trace.levels] == [0, 0, 0, 0]
    wf.validate_bfs(generators.book_graph(), 0, result.levels, result.predecessors)


@pytest.mark.parametrize(("layout", "direction"), [("csr", "pull"), ("csc", "push"), ("coo", "push")])
def test_the_layout_decides_the_direction(layout, direction, device):
    result = wf.bfs(generators.book_graph(), 0, strategy="spmv", device=device, trace=True, layout=layout)
    assert {row.direction for row in result.trace.levels} == {direction}


def test_rows_are_gathered_as_by_pull():
    """Only what is written differs: a byte that marks a vertex, instead of its level and a flag."""
    by_product, by_pull = (
        [row.columns() for row in wf.account(generators.book_graph(), 0, strategy).rows]
        for strategy in ("spmv", "pull")
    )
    for mine, other in zip(by_product, by_pull, strict=True):
        different = {name for name in mine if mine[name] != other[name]}
        assert different <= {"sectors_written", "bytes_to_host"}


@pytest.mark.parametrize(("layout", "labelling"), [("csc", 2), ("coo", 4)])
def test_every_parent_stores_a_one(layout, labelling):
    """The levels don't change during a product, so that no figure is a range."""
    ((_, second, _),) = columns(overlapping(), "spmv", "threads_labelling", layout=layout)
    assert second == labelling


def test_wrong_options():
    for search in (wf.bfs, wf.account):
        with pytest.raises(wf.InputError, match="layout 'ell'"):
            search(generators.path(5), 0, strategy="spmv", layout="ell")
    with pytest.raises(wf.InputError, match="no account of library=True"):
        wf.account(generators.path(5), 0, strategy="spmv", library=True)


def test_as_printed_every_level_inspects_every_edge():
    book = generators.book_graph()
    figures = ["edges_inspected", "threads_active", "global_atomics", "threads_labelling"]
    rows = columns(book, "spmv", *figures, literal=True)
    assert rows == [[15] * 4, [9] * 4, [0] * 4, [0] * 4]
    elements = columns(book, "spmv", *figures, literal=True, layout="coo")
    assert elements == [[15] * 4, [15] * 4, [15] * 4, [0] * 4]
    (ours,) = columns(book, "spmv", "edges_inspected")
    assert sum(ours) < 15 * 4


@pytest.mark.parametrize("options", [{"layout": "csc"}, {"library": True}])
def test_forms_that_no_text_prints(options):
    with pytest.raises(wf.InputError, match="no text prints its kernel"):
        wf.bfs(generators.path(5), 0, strategy="spmv", literal=True, **options)
