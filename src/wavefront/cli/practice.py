"""``wavefront practice``: questions on breadth-first search, drawn afresh, checked and explained."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ..errors import InputError
from .console import Format, ReportFormat, print_facts, print_json
from .tables import print_text

if TYPE_CHECKING:
    from ..laboratory.practice import Question

SEEDS = 10_000  # drawn from where none is given: short to type again

Number = Annotated[
    int | None,
    typer.Argument(metavar="[N]", help="Which question; without it, all are listed.", show_default=False),
]
Seed = Annotated[
    int | None, typer.Option(help="Which draw; by default another each time.", show_default=False)
]
Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="NAME=VALUE",
        help="The answer to a part. May be given several times; needs --seed.",
        show_default=False,
    ),
]
Listed = Annotated[bool, typer.Option("--list", help="List the questions.")]
Explained = Annotated[bool, typer.Option("--explain", help="Show the answer, and why.")]


def practice(
    number: Number = None,
    seed: Seed = None,
    answer: Answers = None,
    listed: Listed = False,
    explain: Explained = False,
    report_format: ReportFormat = Format.text,
) -> None:
    """Answer a question on a random graph; the answer is checked by running the methods on that graph.

    On a terminal it asks for the parts one by one.

    Example: wavefront practice 9 --seed 1 --answer "dst=3 2 3 0 1 1 2"
    """
    from random import randrange

    from ..laboratory.practice import TITLES, question

    if number is None or listed:
        if number is not None or answer or explain:
            raise InputError("to list the questions takes no number, answer or explanation")
        if report_format is Format.json:
            print_json({"questions": TITLES})
        else:
            print_facts([(str(which), title) for which, title in TITLES.items()])
        return
    if answer and seed is None:
        raise InputError("an answer needs --seed: without it, each call draws another graph")
    asked = question(number, randrange(SEEDS) if seed is None else seed)
    given = {} if answer is None else _by_name(answer)
    verdict = asked.check(given) if given else None
    if report_format is Format.json:
        found = None if verdict is None else {"right": bool(verdict), "parts": dict(verdict.parts)}
        shown = {name: _plain(value) for name, value in asked.answer().items()} if explain else None
        print_json(
            {"question": number, "seed": asked.seed, "text": asked.text, "verdict": found, "answer": shown}
        )
        return
    if verdict is None or explain:
        print_text(asked.text)
    if verdict is not None:
        print_text(str(verdict))
    if explain:
        print_text(f"\n{asked.explain()}")
    elif verdict is None and sys.stdin is not None and sys.stdin.isatty():
        _ask(asked)
    elif verdict is None:
        print_text(f"\nAnswer with --seed {asked.seed} --answer NAME=VALUE, or see --explain.")


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value


def _by_name(answers: list[str]) -> dict[str, str]:
    """The parts' answers. Raises InputError for one without a name."""
    found = {}
    for words in answers:
        name, sign, value = words.partition("=")
        if not sign:
            raise InputError(f"an answer is a part's name, an equals sign and a value, not {words[:60]!r}")
        found[name.strip()] = value
    return found


def _ask(asked: "Question") -> None:
    """Ask for each part until its answer can be read, say right or wrong, and explain in the end."""
    right = 0
    for part in asked.parts:
        while True:
            try:
                given = input(f"{part.name}: ")
            except EOFError:
                print_text("")
                return
            try:
                is_right = part.read(given) == part.value
                break
            except InputError as error:
                print_text(str(error))
        right += is_right
        print_text("  right" if is_right else "  wrong")
    print_text(f"\n{right} of {len(asked.parts)} right\n\n{asked.explain()}")
