"""A practice question: its text, its graph, what is asked, and the verdict on an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING

import numpy as np

from ...errors import InputError, shown
from ...text_table import folded

if TYPE_CHECKING:
    from ...graph import Graph

Value = int | list[int] | frozenset[int] | str


@dataclass(frozen=True)
class Part:
    """One thing that is asked for.

    Attributes
    ----------
    name
        What the answer is called.
    asks
        The words of the question.
    value
        The right answer: a number, numbers in order, numbers in any order, or a word of `choices`.
    """

    name: str
    asks: str
    value: Value
    choices: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """How an answer is written."""
        if self.choices:
            return " or ".join(self.choices)
        if isinstance(self.value, int):
            return "a number"
        return "numbers in order" if isinstance(self.value, list) else "numbers in any order"

    def read(self, given: object) -> Value:
        """An answer as a value. Raises InputError for one that is of another kind."""
        if self.choices:
            word = str(given).strip().lower()
            if word not in self.choices:
                raise InputError(f"{self.name} is {self.form}, not {shown(given)}")
            return word
        numbers = _numbers(given)
        if numbers is None or (isinstance(self.value, int) and len(numbers) != 1):
            raise InputError(f"{self.name} is {self.form}, not {shown(given)}")
        if isinstance(self.value, int):
            return numbers[0]
        return numbers if isinstance(self.value, list) else frozenset(numbers)


def _numbers(given: object) -> list[int] | None:
    """The integers of a text, a number or a sequence; None if there is anything else in it."""
    if isinstance(given, str):
        words = re.split(r"[\s,;\[\](){}]+", given.strip())
        if not all(re.fullmatch(r"-?\d{1,18}|", word, re.ASCII) for word in words):
            return None
        return [int(word) for word in words if word]
    if isinstance(given, Integral):
        return [int(given)]
    if isinstance(given, Mapping) or not isinstance(given, Iterable):
        return None
    values = np.asarray(list(given))
    if values.ndim != 1 or (values.size and values.dtype.kind not in "iu"):
        return None
    numbers: list[int] = values.tolist()
    return numbers


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right; true if all of it is.

    Attributes
    ----------
    parts
        For each part that was answered, whether it is right.
    missing
        The names of the parts that weren't.
    """

    parts: Mapping[str, bool]
    missing: tuple[str, ...]

    def __bool__(self) -> bool:
        return not self.missing and all(self.parts.values())

    def __str__(self) -> str:
        lines = [f"{name}: {'right' if is_right else 'wrong'}" for name, is_right in self.parts.items()]
        return "\n".join([*lines, *(f"{name}: not answered" for name in self.missing)])


@dataclass(frozen=True)
class Question:
    """A question drawn from a seed.

    Attributes
    ----------
    number, seed, title
        Which question, of which draw, and its subject.
    text
        The situation, the graph's edges and the parts.
    graph
        The graph drawn.
    parts
        What is asked for.
    """

    number: int
    seed: int
    title: str
    situation: str
    graph: Graph
    parts: tuple[Part, ...]
    explanation: str

    @property
    def text(self) -> str:
        """The whole question."""
        asked = [folded(f"  {part.name}: {part.asks} ({part.form})") for part in self.parts]
        return "\n".join([f"Question {self.number}, seed {self.seed}: {self.title}", self.situation, *asked])

    def answer(self) -> dict[str, Value]:
        """The right answer, by part."""
        return {part.name: part.value for part in self.parts}

    def check(self, answer: object) -> Verdict:
        """The verdict on an answer: a mapping from parts' names to values or text; for one part, its value.

        Raises InputError for a part that isn't asked for, or an answer of the wrong kind.
        """
        if not isinstance(answer, Mapping):
            if len(self.parts) > 1:
                names = ", ".join(part.name for part in self.parts)
                raise InputError(f"this question has several parts, answered by name: {names}")
            answer = {self.parts[0].name: answer}
        known = {part.name: part for part in self.parts}
        for name in answer:
            if name not in known:
                raise InputError(f"no part is called {shown(name)}; choose one of {', '.join(known)}")
        found = {name: known[name].read(given) == known[name].value for name, given in answer.items()}
        return Verdict(found, tuple(name for name in known if name not in answer))

    def explain(self) -> str:
        """Why the answer is as it is, from the run that gave it."""
        lines = [f"  {part.name} = {text_of(part.value)}" for part in self.parts]
        return "\n".join(["Answer", *lines, "", self.explanation])


def text_of(value: Value) -> str:
    """A value as it may be answered."""
    if isinstance(value, frozenset):
        return " ".join(map(str, sorted(value))) or "none"
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
