"""compute-sanitizer watches every kernel: the simulator tells which kernels run, and Numba's runs each."""

import pytest
from graphs import SIMULATED
from programs import PROGRAMS, kernels, with_callees

from wavefront.device import Cuda

pytestmark = [
    pytest.mark.on_devices,
    pytest.mark.skipif(not SIMULATED, reason="needs the simulator, which runs every kernel"),
    pytest.mark.filterwarnings("ignore:overflow encountered in scalar:RuntimeWarning"),
]
RUN = [name for name in PROGRAMS if "library" not in name]


@pytest.mark.numbas_simulator
@pytest.mark.parametrize("name", RUN)
def test_numbas_simulator_runs_it(name):
    for program in PROGRAMS[name]:
        program(Cuda())


def test_every_kernel_runs(monkeypatch):
    ran = set()

    def noting(method, place):
        def launch(self, *arguments, **named):
            ran.update(with_callees(arguments[place]))
            return method(self, *arguments, **named)

        return launch

    for name, place in (("for_each", 1), ("launch", 2), ("bind", 0)):
        monkeypatch.setattr(Cuda, name, noting(getattr(Cuda, name), place))
    for name in RUN:
        for program in PROGRAMS[name]:
            program(Cuda())
    assert sorted(kernels() - ran) == []
