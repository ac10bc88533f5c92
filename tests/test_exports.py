"""The names that `import wavefront` gives, and that the import stays light."""

import subprocess
import sys

import wavefront as wf


def test_every_public_name_is_there_and_documented():
    for name in wf.__all__:
        assert getattr(wf, name).__doc__, name
    assert set(wf.__all__) <= set(dir(wf))


def test_unknown_names_are_attribute_errors():
    assert not hasattr(wf, "depth_first_search")


def test_importing_loads_nothing_heavy():
    program = (
        "import sys; before = {*sys.modules}; import wavefront;"
        "heavy = {'inspect', 'numpy', 'numba', 'scipy', 'rich'};"
        "heavy |= {'wavefront.algorithms.bfs', 'wavefront.strategies'};"
        "print([*heavy & sys.modules.keys() - before])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_traversing_loads_no_scipy_rich_or_plotting():
    program = (
        "import sys, wavefront as wf; wf.bfs(wf.Graph.from_edges([0], [1]), 0);"
        "print([m for m in ('scipy.sparse', 'rich', 'networkx', 'matplotlib') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
