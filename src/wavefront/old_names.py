"""Public names as they were before: they still work, with a DeprecationWarning."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from warnings import warn

P = ParamSpec("P")
R = TypeVar("R")


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorate a function whose parameters had other names: each is an old name, and the new one.

    Not for functions that are called every microsecond: a call costs a third of one more.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for old, new in names.items():
                if old in kwargs:
                    if new in kwargs:
                        raise TypeError(f"{function.__name__}() got {new!r} twice, once as {old!r}")
                    _warn(f"{function.__name__}({old}=)", f"{new}=")
                    kwargs[new] = kwargs.pop(old)
            return function(*args, **kwargs)

        return call

    return decorate


def renamed_attribute(old: str, new: str) -> Any:
    """A property for the old name of an attribute."""

    def get(self: Any) -> Any:
        _warn(f"{type(self).__name__}.{old}", new)
        return getattr(self, new)

    return property(get, doc=f"The old name of `{new}`.")


def _warn(old: str, new: str) -> None:
    warn(f"{old} is now {new}", DeprecationWarning, stacklevel=3)
