"""Exchange of values among the lanes of a GPU's warp.

Functions that exchange values must be called by all 32 lanes of a warp. Compiled for a GPU, all are PTX
instructions. Numba's simulator has no warps: there a block must be one warp of 32 threads, and values go
through shared memory.
"""

from typing import Any

import numpy as np

from ..compiler import cuda, float64, int64
from ..compiler.registry import cuda_forms
from ..compiler.running import running

WARP_SIZE = 32
ALL_LANES = 0xFFFFFFFF


def _told(value: Any) -> list[Any]:
    """Every lane's value, in plain Python."""
    if (thread := running.get()) is not None:
        return list(thread.exchange(value))
    values = cuda.shared.array(WARP_SIZE, int64)
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    told = list(values)
    cuda.syncthreads()  # all have read before the next exchange
    return told


def _told_real(value: Any) -> list[Any]:
    """As `_told`, of floating-point values."""
    if (thread := running.get()) is not None:
        return list(thread.exchange(value))
    values = cuda.shared.array(WARP_SIZE, float64)
    values[cuda.threadIdx.x] = value
    cuda.syncthreads()
    told = list(values)
    cuda.syncthreads()  # all have read before the next exchange
    return told


def ballot(predicate: bool) -> int:
    """A mask with one bit per lane, set where the lane's predicate holds."""
    return sum(1 << lane for lane, held in enumerate(_told(predicate)) if held)


def rank(mask: int) -> int:
    """How many lanes of the mask come before the calling lane."""
    return (int(mask) & ((1 << int(cuda.threadIdx.x) % WARP_SIZE) - 1)).bit_count()


def size_of(mask: int) -> int:
    """How many lanes are in the mask."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """The first lane in the mask; the warp's last lane if the mask is empty."""
    return ((int(mask) & -int(mask)).bit_length() - 1) % WARP_SIZE


def without_lowest(mask: int) -> int:
    """The mask without its first lane."""
    return int(mask) & (int(mask) - 1)


def lowest_four(mask: int) -> tuple[tuple[int, int, int, int], int]:
    """The mask's first four lanes, the first again for each that it lacks; and the mask without them."""
    a, mask = lowest(mask), without_lowest(mask)
    b, mask = lowest(mask) if mask else a, without_lowest(mask)
    c, mask = lowest(mask) if mask else a, without_lowest(mask)
    d, mask = lowest(mask) if mask else a, without_lowest(mask)
    return (a, b, c, d), mask


def of_group(lane: int, four: tuple[Any, Any, Any, Any]) -> Any:
    """Of four values, that of the lane's group: 8 neighboring lanes each."""
    return four[0] if lane < 8 else (four[1] if lane < 16 else (four[2] if lane < 24 else four[3]))


def of_owner(lane: int, owners: tuple[int, int, int, int], four: tuple[Any, Any, Any, Any], own: Any) -> Any:
    """Of four values, the first whose owner is the calling lane; else its own."""
    if lane == owners[0]:
        return four[0]
    if lane == owners[1]:
        return four[1]
    if lane == owners[2]:
        return four[2]
    return four[3] if lane == owners[3] else own


def broadcast_word(value: int, lane: int) -> int:
    """As `broadcast`, of an unsigned 32-bit value: half the work of 64 bits."""
    return broadcast(value, lane)


def broadcast(value: int, lane: int) -> int:
    """The value of lane `lane`."""
    return int(_told(value)[lane])


def broadcast_bits(bits: Any, lane: int) -> Any:
    """As `broadcast`, of a uint64."""
    return np.uint64(np.int64(_told(np.int64(bits))[lane]))


def first_bit(bits: Any) -> int:
    """The number of the lowest bit of a uint64 that is set; there must be one."""
    return (int(bits) & -int(bits)).bit_length() - 1


def warp_sum(value: int) -> int:
    """The sum of all lanes' values."""
    return int(sum(_told(value)))


def warp_max(value: int) -> int:
    """The largest of all lanes' values."""
    return int(max(_told(value)))


def prefix_sum(value: int) -> int:
    """The sum of the values of the calling lane and of all lanes before it."""
    return int(sum(_told(value)[: int(cuda.threadIdx.x) % WARP_SIZE + 1]))


def broadcast_real(value: float, lane: int) -> float:
    """As `broadcast`, of a floating-point value."""
    return float(_told_real(value)[lane])


def sum_through(value: float, last: int) -> float:
    """The sum of the floating-point values of the lanes from the calling lane to lane `last`."""
    return float(sum(_told_real(value)[int(cuda.threadIdx.x) % WARP_SIZE : last + 1]))


def or_among(bits: int, size: int) -> int:
    """The bitwise or of the lane's group of so many neighboring lanes, a power of two."""
    told, first = _told(bits), int(cuda.threadIdx.x) % WARP_SIZE // size * size
    found = 0
    for others in told[first : first + size]:
        found |= int(others)
    return found


def syncwarp() -> None:
    """Barrier of the warp: the lanes' earlier writes to shared memory become visible to all of them."""
    if (thread := running.get()) is not None:
        thread.wait(thread.warp)
    else:
        cuda.syncthreads()


def _cuda_ballot(predicate):
    return np.uint32(cuda.ballot_sync(ALL_LANES, predicate))


def _cuda_broadcast(value, lane):
    return cuda.shfl_sync(ALL_LANES, value, lane)


def _cuda_broadcast_bits(bits, lane):
    return np.uint64(cuda.shfl_sync(ALL_LANES, np.int64(bits), np.int32(lane)))


def _cuda_first_bit(bits):
    return cuda.ffs(np.int64(bits)) - 1


def _cuda_broadcast_word(value, lane):
    return np.uint32(cuda.shfl_sync(ALL_LANES, np.int32(value), np.int32(lane)))


def _cuda_rank(mask):
    return cuda.popc(np.uint32(mask & ((1 << cuda.laneid) - 1)))


def _cuda_size(mask):
    return cuda.popc(np.uint32(mask))


def _cuda_without_lowest(mask):
    return np.uint32(mask & (mask - 1))


def _cuda_lowest(mask):
    return (cuda.ffs(np.uint32(mask)) - 1) & (WARP_SIZE - 1)


def _cuda_syncwarp():
    cuda.syncwarp()


def _cuda_warp_sum(value):
    for distance in (16, 8, 4, 2, 1):
        value += cuda.shfl_xor_sync(ALL_LANES, value, distance)
    return value


def _cuda_warp_max(value):
    for distance in (16, 8, 4, 2, 1):
        value = max(value, cuda.shfl_xor_sync(ALL_LANES, value, distance))
    return value


def _cuda_or_among(bits, size):
    for distance in (16, 8, 4, 2, 1):
        if distance < size:
            bits |= cuda.shfl_xor_sync(ALL_LANES, bits, distance)
    return bits


def _cuda_prefix_sum(value):
    for distance in (1, 2, 4, 8, 16):
        before = cuda.shfl_up_sync(ALL_LANES, value, distance)
        if cuda.laneid >= distance:
            value += before
    return value


def _cuda_sum_through(value, last):
    for distance in (1, 2, 4, 8, 16):
        further = cuda.shfl_down_sync(ALL_LANES, value, distance)
        if cuda.laneid + distance <= last:
            value += further
    return value


cuda_forms.update(
    {
        ballot: _cuda_ballot,
        rank: _cuda_rank,
        size_of: _cuda_size,
        lowest: _cuda_lowest,
        without_lowest: _cuda_without_lowest,
        broadcast: _cuda_broadcast,
        broadcast_word: _cuda_broadcast_word,
        broadcast_bits: _cuda_broadcast_bits,
        first_bit: _cuda_first_bit,
        broadcast_real: _cuda_broadcast,
        sum_through: _cuda_sum_through,
        syncwarp: _cuda_syncwarp,
        warp_sum: _cuda_warp_sum,
        warp_max: _cuda_warp_max,
        or_among: _cuda_or_among,
        prefix_sum: _cuda_prefix_sum,
    }
)
