"""Fixtures of the file formats' tests."""

import tracemalloc

import pytest

import wavefront as wf


@pytest.fixture
def refused(file_of):
    """Function that reads a file of this name and content, which must fail, and returns the message."""

    def message(name, content, **options):
        path = file_of(name, content)
        with pytest.raises(wf.GraphFileError) as caught:
            wf.read(path, **options).csr  # noqa: B018
        text = str(caught.value)
        assert text.startswith(str(path))
        assert "\n" not in text
        return text[len(str(path)) :]

    return message


@pytest.fixture
def refused_at_once(refused):
    """As `refused`, for a file that must be refused before the memory that it claims to need is allocated."""

    def message(name, content):
        tracemalloc.start()
        try:
            text = refused(name, content)
            assert tracemalloc.get_traced_memory()[1] < 10_000_000
        finally:
            tracemalloc.stop()
        return text

    return message
