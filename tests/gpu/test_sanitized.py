"""compute-sanitizer watches every kernel: the simulator tells which kernels run."""

import pytest
from graphs import SIMULATED
from programs import PROGRAMS, kernels, with_callees

from wavefront.device import Cuda

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.skipif(not SIMULATED, reason="needs the simulator, which runs every kernel"),
    pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning"),
]


def test_every_kernel_runs(monkeypatch):
    ran = set()

    def noting(method, place):
        def launch(self, *arguments, **named):
            ran.update(with_callees(arguments[place]))
            return method(self, *arguments, **named)

        return launch

    for name, place in (("for_each", 1), ("launch", 2), ("bind", 0)):
        monkeypatch.setattr(Cuda, name, noting(getattr(Cuda, name), place))
    for name, runs in PROGRAMS.items():
        for program in runs if "library" not in name else []:
            program(Cuda())
    assert not kernels() - ran
