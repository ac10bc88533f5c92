"""The short form of `make fuzz`."""

import importlib.util
from pathlib import Path

import pytest
from fuzz import mutations
from fuzz.readers import Reader, read
from fuzz.searches import Searches
from hypothesis import given, settings
from hypothesis import strategies as st

from wavefront.io import FORMATS

EVERY = mutations.corpus()
FILES = 60  # of each format


def needed(format):
    if format == "parquet" and importlib.util.find_spec("pyarrow") is None:
        pytest.skip("needs PyArrow: the parquet extra")


def test_the_corpus_has_every_format():
    assert set(EVERY) == set(FORMATS)
    assert sum(path.stat().st_size for path in mutations.CORPUS.rglob("*") if path.is_file()) < 50_000


@pytest.mark.parametrize("format", EVERY)
def test_the_corpus_is_read(format):
    needed(format)
    for path in {path for path, _ in EVERY[format]}:
        assert read(path, format) is not None


@pytest.mark.parametrize("format", EVERY)
def test_damaged_files(format, tmp_path):
    needed(format)
    reader = Reader(format, EVERY[format], tmp_path, seed=17)
    graphs = sum(reader.step() for _ in range(FILES))
    assert 0 < graphs < FILES  # so both kinds were tried


@pytest.mark.parametrize("format", EVERY)
@given(seed=st.integers(0, 2**64))
@settings(max_examples=10)
def test_damage_that_hypothesis_chooses(format, seed, tmp_path_factory):
    needed(format)
    Reader(format, EVERY[format], Path(tmp_path_factory.mktemp("fuzz")), seed).step()


def test_random_graphs(tmp_path):
    searches = Searches(tmp_path, seed=17)
    assert 0 < sum(searches.step() for _ in range(FILES)) < FILES


@pytest.mark.soak
def test_many_random_graphs(tmp_path):
    searches = Searches(tmp_path, seed=18)
    for _ in range(20_000):
        searches.step()
