"""What a search over GPUs should take, from bandwidths that were measured, and where the prediction missed.

    python benchmarks/model.py --scale 24 --one 2.79 --two 8.28

`--one` is the measured time of one GPU in ms, `--two` that of two: the model takes the first as its base, and
prints the second beside its prediction. Forms: "host", levels driven by the host over NCCL, and "peers", one
kernel per GPU that stores into the others' memory. Beyond the GPUs of one host, both send over the network.

Per search: the work of one GPU over their number; per pulled level a gather of a bit per vertex; per pushed
level a pair for each vertex that another GPU owns; per level the cost of starting the steps, or of a barrier.
"""

import argparse
from typing import NamedTuple

import numpy as np
from timing import print_table

EDGE_FACTOR = 16
PULLS, PUSHES = 3, 4  # levels of a Kronecker graph
PUSHED = 0.01  # of the vertices that a search reaches, found by pushes
REACHED = 0.6  # of the vertices
PAIR = 8  # bytes
PER_HOST = 8  # GPUs

# Two H200 joined by NVLink: bytes of a gather's result, and the seconds that NCCL takes.
NCCL_BYTES = np.array([8.0, 1e6, 16e6, 128e6])
NCCL_SECONDS = np.array([35e-6, 43e-6, 91e-6, 550e-6])
PEER_BYTES = 371e9  # per second, stored one after another into a peer's memory
PEER_PAIRS = 7.7e9  # per second, at random places
BARRIER = 1.9e-6  # seconds, two GPUs
STEP = 120e-6  # seconds in which a host starts a level's steps and reads what they counted
# Not measured: a network of 400 Gbit/s per GPU.
NETWORK_BYTES, NETWORK_BARRIER = 50e9, 20e-6


class Prediction(NamedTuple):
    """Seconds of a search, and of its messages."""

    whole: float
    messages: float


def predict(scale: int, one: float, gpus: int, form: str) -> Prediction:
    """A search of a Kronecker graph of this scale, where one GPU takes `one` seconds."""
    if gpus == 1:
        return Prediction(one, 0.0)
    hosts = -(-gpus // PER_HOST)
    rounds = np.ceil(np.log2(gpus))
    bitmap = (1 << scale) / 8 * (gpus - 1) / gpus  # bytes that each GPU receives per pull
    pairs = PUSHED * REACHED * (1 << scale) / gpus * (gpus - 1) / gpus  # that each GPU sends
    if form == "host":
        gather = float(np.interp(bitmap, NCCL_BYTES, NCCL_SECONDS))
        send = NCCL_SECONDS[0] + pairs * PAIR / PEER_BYTES
        level = STEP
    else:
        gather, send, level = bitmap / PEER_BYTES, pairs / PEER_PAIRS, BARRIER * rounds
    if hosts > 1:
        away = (hosts - 1) / hosts
        gather = max(gather, away * bitmap / NETWORK_BYTES)
        send = max(send, away * pairs * PAIR / NETWORK_BYTES)
        level += NETWORK_BARRIER * np.ceil(np.log2(hosts))
    messages = PULLS * gather + PUSHES * send + (PULLS + PUSHES) * level
    return Prediction(float(one / gpus + messages), float(messages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--scale", type=int, default=24)
    parser.add_argument("--one", type=float, required=True, help="ms of one GPU, measured")
    parser.add_argument("--two", type=float, help="ms of two GPUs, driven by the host, measured")
    parser.add_argument("--two-peers", type=float, help="ms of two GPUs, one launch on each, measured")
    given = parser.parse_args()
    edges = EDGE_FACTOR << given.scale
    rows = []
    for gpus in (1, 2, 4, 8, 64 * PER_HOST):
        row = [f"{gpus} GPUs" if gpus <= PER_HOST else f"{gpus // PER_HOST} hosts of {PER_HOST}"]
        for form in ("host", "peers"):
            found = predict(given.scale, given.one / 1e3, gpus, form)
            row += [
                f"{1e3 * found.whole:.2f}",
                f"{1e3 * found.messages:.2f}",
                f"{edges / found.whole / 1e9:.0f}",
            ]
        rows.append(row)
    header = ["", "host: ms", "messages", "GTEPS", "peers: ms", "messages", "GTEPS"]
    print_table(f"Kronecker {given.scale}, one GPU measured: predictions", header, rows)
    for form, measured in (("host", given.two), ("peers", given.two_peers)):
        if measured is not None:
            expected = 1e3 * predict(given.scale, given.one / 1e3, 2, form).whole
            print(
                f"\ntwo GPUs, {form}: predicted {expected:.2f} ms, measured {measured:.2f} ms, "
                f"{measured / expected:.1f} times as long"
            )


if __name__ == "__main__":
    main()
