"""Push and pull of a level on a GPU, a launch each."""

from .steps_cpu import pull, push
