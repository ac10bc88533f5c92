"""The first step of the command, with few imports of its own: Ctrl-C during all others is told in a line."""

import sys

INTERRUPTED = 130  # the exit status, as a shell reports a process that ended by SIGINT


def main(arguments: list[str] | None = None) -> int:
    """Run the command line, by default the process's own, and return the exit status.

    0: done; 1: the machine failed (memory, device, a file that can't be written, an internal error); 2: the
    caller's input is wrong (usage, file, vertex); 130: interrupted; 141: the reader of standard output closed
    it before the end. Errors are one line on stderr; the last is silent.
    """
    try:
        from .entry import run

        return run(arguments)
    except KeyboardInterrupt:
        print("wavefront: interrupted", file=sys.stderr)
        return INTERRUPTED
