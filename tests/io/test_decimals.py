"""Decimal numbers are rounded as Python rounds them."""

from hypothesis import given
from hypothesis import strategies as st

import wavefront as wf

decimals = st.from_regex(
    r"[+-]?([0-9]{1,25}\.?[0-9]{0,25}|\.[0-9]{1,25})([eE][+-]?[0-9]{1,3})?", fullmatch=True
)


@given(words=st.lists(decimals, min_size=1))
def test_decimals_are_rounded_as_python_does(words, tmp_path_factory):
    path = tmp_path_factory.mktemp("decimals") / "graph.txt"
    path.write_text("".join(f"0 {vertex} {word}\n" for vertex, word in enumerate(words)))
    assert wf.read(path).csr.weights.tolist() == [float(word) for word in words]
