"""Practice questions on graphs and breadth-first search, drawn afresh for every seed.

`question(7, seed=1)` draws one. Start with question.py; the other files hold the questions by theme. Every
answer comes from running the library's own code on the graph drawn: formats, kernels, accounts.
"""

from .question import Question as Question
from .question import Verdict as Verdict
from .table import TITLES as TITLES
from .table import question as question
