"""What the tests of the file formats share."""

import numpy as np
import pytest

import wavefront as wf


@pytest.fixture
def file_of(tmp_path):
    """Function that writes a file of this name and content and returns its path."""

    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def edges_of(graph):
    """Every stored edge as (source, target, weight), by label where there are labels, sorted."""
    src, dst, weights = graph.coo
    names = np.arange(graph.num_vertices) if graph.labels is None else graph.labels
    values = [None] * src.size if weights is None else weights.tolist()
    return sorted(zip(names[src].tolist(), names[dst].tolist(), values, strict=True))


@pytest.fixture(scope="session")
def listed():
    return edges_of


@pytest.fixture(scope="session")
def assert_same():
    """Function that checks that two graphs have the same vertices, edges, weights and direction."""

    def check(found, expected):
        assert found.num_vertices == expected.num_vertices
        assert found.directed == expected.directed
        assert found.weighted == expected.weighted
        assert edges_of(found) == edges_of(expected)

    return check


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
