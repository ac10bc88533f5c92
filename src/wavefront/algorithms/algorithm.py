"""The rows of the table of algorithms, and what follows from a row.

Names are strings, so that the table imports neither an algorithm nor NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ..graph import Graph


class Command(NamedTuple):
    """The command for an algorithm whose result has a number for every vertex."""

    name: str  # wavefront NAME
    step: str  # what the algorithm's time is called
    values: str  # the result's attribute that has the numbers
    value_name: str  # one of the numbers, in a word
    facts: tuple[str, ...] = ()  # attributes of the result that describe the whole graph
    example: str = "karate.mtx"  # arguments, for the help
    summary: str | None = None  # a sentence for the help, if not the algorithm's


class Function(NamedTuple):
    """A function of the table whose result has no number for every vertex: wf.NAME(graph, ...)."""

    name: str  # the function's
    module: str  # the function's, in this package; the guide's page is named after it
    summary: str  # a sentence, for the guide's index
    validator: str  # the name of the function that checks a result by rules
    command: str  # wavefront COMMAND, with the option that asks for it

    @property
    def page(self) -> str:
        """The page's file name in docs/guide/algorithms."""
        return f"{self.module}.md"


class Algorithm(NamedTuple):
    """One algorithm: wf.NAME(graph, ...)."""

    name: str  # the function's
    module: str  # the function's, in this package; the validator and the guide's page are named after it
    result: str  # the class of what the function returns
    summary: str  # a sentence, for the help and for the guide's index
    start: Literal["source", "sources"] | None = None  # the parameter for the vertices that it starts from
    needs: Literal["any", "undirected", "acyclic"] = "any"  # graph
    command: Command | None = None  # if the result has a number for every vertex

    @property
    def validator(self) -> str:
        """The name of the function that checks a result by rules."""
        return f"validate_{self.module}"

    @property
    def page(self) -> str:
        """The page's file name in docs/guide/algorithms."""
        return f"{self.module}.md"

    @property
    def homes(self) -> dict[str, str]:
        """The public names of the algorithm, each with its module in the package wavefront."""
        home = f"algorithms.{self.module}"
        return {self.name: home, self.result: home, self.validator: f"validate.{self.module}"}

    @property
    def function(self) -> Callable[..., Any]:
        """The algorithm itself, imported now."""
        function: Callable[..., Any] = getattr(import_module(f".{self.module}", __package__), self.name)
        return function

    def suited(self, graph: Graph) -> Graph:
        """A graph that the algorithm can take, made of the edges of any."""
        from ..graph import Graph
        from ..graph.undirected import as_undirected

        if self.needs == "undirected":
            return as_undirected(graph)
        if self.needs == "acyclic":
            src, dst, weights = graph.coo
            up = src < dst
            kept = None if weights is None else weights[up]
            return Graph.from_edges(src[up], dst[up], graph.num_vertices, kept)
        return graph

    def starts(self, graph: Graph) -> dict[str, Any]:
        """The argument that names vertices where the algorithm starts, if it needs any."""
        if self.start is None:
            return {}
        return {self.start: 0 if self.start == "source" else sorted({0, graph.num_vertices // 2})}

    def validate(self, graph: Graph, result: Any, arguments: Mapping[str, Any]) -> bool:
        """Check a result in NumPy, found with these arguments; False if no rules apply to it.

        The validator's parameters have the names of attributes of the result or of parameters of the
        algorithm. A result that did not converge is checked only by a validator with a parameter `converged`.

        Raises
        ------
        ValidationError
            For a wrong result.
        """
        from inspect import signature  # here, as `import wavefront` reads this file and is to be fast

        validator = getattr(import_module(f"..validate.{self.module}", __package__), self.validator)
        wanted = [name for name in signature(validator).parameters if name != "graph"]
        if not getattr(result, "converged", True) and "converged" not in wanted:
            return False
        # Fields by name, too: some are made only when they are asked for.
        attributes = {*vars(result), *getattr(result, "__dataclass_fields__", ())}
        known = {name: getattr(result, name) for name in wanted if name in attributes}
        given = {name: arguments[name] for name in wanted if name in arguments}
        validator(graph, **given | known)
        return True
