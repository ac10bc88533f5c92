"""Rule checks that need no oracle, one file an algorithm."""

from .bfs import validate_bfs
from .rules import ValidationError

__all__ = ["ValidationError", "validate_bfs"]
