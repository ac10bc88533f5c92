"""What a traversal did, level by level."""

import json
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class LevelTrace:
    """One level that was looked for, the last, empty one included."""

    level: int
    direction: str  # "push" or "pull"
    vertices: int  # vertices labelled with this level
    milliseconds: float  # wall time of the step


@dataclass(slots=True)
class Trace:
    """The levels of one traversal in the order they ran."""

    levels: list[LevelTrace] = field(default_factory=list)

    def to_json(self) -> str:
        """A JSON array with one object a level, its fields those of LevelTrace."""
        return json.dumps([asdict(level) for level in self.levels])
