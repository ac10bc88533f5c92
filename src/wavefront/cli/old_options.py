"""Options as they were called before: they still work, but no help shows them."""

# By command: the old name, and the name that the library's parameter has; None for what is done without one,
# where what it needed is there.
OLD_OPTIONS: dict[str, dict[str, str | None]] = {
    "advise": {"--sources": "--samples"},
    "betweenness": {"--counts": "--no-normalized", "--targets": "--target"},
    "closeness": {"--source": "--vertex"},
    "compare": {"--sources": "--samples", "--figure": "--output"},
    "eccentricity": {"--source": "--vertex"},
    "generate": {"--vertices": "--num-vertices", "--edges": "--num-edges"},
    "harmonic": {"--source": "--vertex"},
    "interleave": {"--break": "--without"},
    "look": {"--from": "--start", "--to": "--goal", "--compare": "--compared", "--bench": "--benched"},
    "path": {"--shortest": "-k"},
    "route": {"--from": "--start", "--to": "--goal"},
    "sssp": {"--stop-at-target": None},
    "warmup": {"--all": "--every"},
}
NEEDED = {"--stop-at-target": "--target"}


def with_new_names(command: str | None, arguments: list[str]) -> list[str]:
    """The arguments of a command with the old names of its options replaced, up to ``--``."""
    old = OLD_OPTIONS.get(command or "", {})
    end = arguments.index("--") if "--" in arguments else len(arguments)
    given = {word.partition("=")[0] for word in arguments[:end]}
    old = {name: new for name, new in old.items() if NEEDED.get(name, name) in given}
    renamed = [_renamed(word, old) for word in arguments[:end]]
    return [word for word in renamed if word is not None] + arguments[end:]


def _renamed(word: str, old: dict[str, str | None]) -> str | None:
    name, sign, value = word.partition("=")
    if name not in old:
        return word
    new = old[name]
    return None if new is None else new + sign * new.startswith("--") + value  # -k2, not -k=2
