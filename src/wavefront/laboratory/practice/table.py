"""The thirteen questions, by number, and the call that draws one."""

from collections.abc import Callable
from textwrap import fill

import numpy as np

from ...errors import checked_integer
from ...text_table import WIDTH
from . import edges, frontiers, searching, storage
from .draws import Drawn, edges_text
from .question import Question

QUESTIONS: dict[int, tuple[str, Callable[[np.random.Generator], Drawn]]] = {
    1: ("formats, and the methods that want them", storage.formats_and_methods),
    2: ("levels, roots and launches", searching.levels_and_launches),
    3: ("push, and why it needs no atomic", searching.pushing),
    4: ("pull, and why it may leave early", searching.pulling),
    5: ("edge-centric: for and against", edges.for_and_against),
    6: ("a frontier, and why it needs a claim", frontiers.why_a_claim),
    7: ("private queues", frontiers.privatizing),
    8: ("launches, and uneven degrees", frontiers.launches_and_buckets),
    9: ("from edges to CSR", storage.building_csr),
    10: ("threads of a level", searching.threads_of_a_level),
    11: ("compare-and-swap", frontiers.compare_and_swap),
    12: ("push against pull", searching.push_against_pull),
    13: ("edges against vertices", edges.against_vertices),
}
TITLES = {number: title for number, (title, _) in QUESTIONS.items()}


def question(number: int, seed: int = 0) -> Question:
    """Draw a question.

    Parameters
    ----------
    number
        From 1 to 13; `TITLES` says what each is about.
    seed
        0 or more: the same seed draws the same graph, everywhere.

    Returns
    -------
    Question
        `.text` asks, `.check(answer)` judges, `.answer()` and `.explain()` tell.

    Raises
    ------
    InputError
        For a number or seed out of its range.

    Examples
    --------
    >>> import wavefront as wf
    >>> asked = wf.practice.question(9, seed=1)
    >>> bool(asked.check(asked.answer()))
    True
    """
    number = checked_integer("number", number, 1, len(QUESTIONS))
    seed = checked_integer("seed", seed, least=0, most=None)
    title, draw = QUESTIONS[number]
    drawn = draw(np.random.default_rng([number, seed]))
    situation = _wrapped(drawn.situation)
    if drawn.shows_edges:
        situation += "\n" + edges_text(drawn.graph)
    tables = [
        f"{name}:\n{found.table()}" if name else found.table() for name, found in drawn.accounts.items()
    ]
    explanation = "\n\n".join([_wrapped(drawn.explanation), *tables])
    return Question(number, seed, title, situation, drawn.graph, drawn.parts, explanation)


def _wrapped(prose: str) -> str:
    return "\n".join(fill(line, WIDTH) for line in prose.split("\n"))
