"""The GPU device."""

import pytest

import wavefront as wf
from wavefront import generators


@pytest.mark.usefixtures("gpu")
def test_too_little_gpu_memory_is_an_error_and_no_more():
    import cupy

    graph = generators.path(1_000_000)
    expected = wf.bfs(graph, 500_000, depth_limit=3).levels
    pool = cupy.get_default_memory_pool()
    pool.free_all_blocks()
    pool.set_limit(pool.used_bytes() + 1_000_000)
    try:
        with pytest.raises(wf.DeviceError, match=r"GPU 0: .*allocating [\d,]+ bytes.* bytes are free"):
            wf.bfs(graph, 500_000, depth_limit=3, device="cuda")
    finally:
        pool.set_limit(0)
    assert (wf.bfs(graph, 500_000, depth_limit=3, device="cuda").to_numpy().levels == expected).all()
