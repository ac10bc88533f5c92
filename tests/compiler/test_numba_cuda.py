"""A kernel that two GPUs of one kind share."""

import logging
from types import SimpleNamespace

import pytest
from graphs import SIMULATED

from wavefront.compiler import numba_cuda

pytestmark = pytest.mark.skipif(SIMULATED, reason="is about Numba's CUDA, not its simulator")


@pytest.mark.parametrize(("gpus", "unloaded"), [(1, 11), (2, 0)])
def test_a_shared_kernel_is_not_unloaded_once_per_gpu(monkeypatch, gpus, unloaded):
    driver = pytest.importorskip("numba.cuda.cudadrv.driver")
    monkeypatch.setattr(driver, "_logger", logging.getLogger("unused"), raising=False)
    monkeypatch.setattr(driver.config, "CUDA_DEALLOCS_COUNT", 10)
    numba_cuda._keep_libraries.cache_clear()
    loaded = {gpu: SimpleNamespace(handle=7) for gpu in range(gpus)}
    library = SimpleNamespace(get_cufunc=lambda: loaded[0], _cufunc_cache=loaded)
    dispatcher = SimpleNamespace(
        py_func=SimpleNamespace(__doc__="A kernel."),
        stats=SimpleNamespace(cache_misses={}),
        compile=lambda types: SimpleNamespace(_codelibrary=library),
    )
    assert numba_cuda.compiled_function(dispatcher, []) == 7

    done = []
    pending = driver._PendingDeallocs(capacity=1)

    def unload(handle):
        done.append(handle)

    for handle in range(11):
        pending.add_item(unload, handle)
    assert len(done) == unloaded
