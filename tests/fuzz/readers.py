"""What must hold of the reading of any bytes: a sound graph, or an error that names the file."""

import shutil
import signal
import warnings
from contextlib import contextmanager

import numpy as np
from fuzz import mutations

import wavefront as wf
from wavefront.graph.weight_types import TYPES

LONGEST = 60  # seconds that a file of a few kB may take, with what is compiled for it, on a busy machine
DOCUMENTED = ["a comment says", "no other line has these two vertices"]


def read(path, format=None):
    """The graph, checked, or None if the file is refused. Raises for anything else."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in DOCUMENTED:
            warnings.filterwarnings("ignore", f".*{message}", UserWarning)
        try:
            with at_most(LONGEST):
                graph = wf.read(path, format)
                graph.csr  # noqa: B018 (checks a graph over the file's own arrays)
        except wf.GraphFileError as error:
            check_message(str(error), path)
            return None
    check(graph)
    return graph


def check_message(message, path):
    """Check that an error is a line of bearable length that begins with the file."""
    assert message.startswith(str(path))
    assert "\n" not in message
    assert len(message) < 1000 + len(str(path))


def check(graph):
    """Whether offsets, neighbors, weights and labels fit together."""
    src_ptr, dst, weights = graph.csr
    assert src_ptr.shape == (graph.num_vertices + 1,)
    assert dst.shape == (graph.num_edges,)
    assert src_ptr[0] == 0
    assert src_ptr[-1] == dst.size
    assert (np.diff(src_ptr) >= 0).all()
    assert not dst.size or 0 <= dst.min() <= dst.max() < graph.num_vertices
    assert (weights is not None) == graph.weighted
    assert weights is None or (weights.shape == dst.shape and weights.dtype in TYPES)
    labels = graph.labels
    if labels is not None:
        assert labels.shape == (graph.num_vertices,)
        assert labels.dtype.kind in "iUO"
        "".join(map(str, labels.tolist())).encode()


@contextmanager
def at_most(seconds):
    """Raise TimeoutError where the block takes longer, on systems that can."""

    def late(*_):
        raise TimeoutError(f"took over {seconds} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Reader:
    """Reads damaged files of one format, in a folder of its own."""

    def __init__(self, format, files, folder, seed):
        self.format = format
        self.folder = folder / format
        self.folder.mkdir()
        self.originals = {}
        for path, part in files:
            if part is not None:
                self.originals[f"{path.name}/{part}"] = (path / part).read_bytes()
                shutil.copytree(path, self.folder / path.name, dirs_exist_ok=True)
        self.cases = mutations.cases(seed, format, files)
        self.last = {}
        self.path = None

    def step(self):
        """Read one damaged file: whether it is a graph."""
        for name in self.last:
            if name in self.originals:  # of the folder, all other files are whole
                (self.folder / name).write_bytes(self.originals[name])
        self.last, name = next(self.cases)
        for place, content in self.last.items():
            (self.folder / place).write_bytes(content)
        self.path = self.folder / name
        return read(self.path, self.format) is not None
