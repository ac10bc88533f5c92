"""The choice of a table's columns, by their names and by groups of them."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError, shown


def chosen_columns(
    columns: str | Sequence[str],
    groups: Mapping[str, Sequence[str]],
    known: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    always: Sequence[str],
) -> list[str]:
    """The columns of these names and `groups`, and those shown `always`, in the order of the `known` ones.

    Of a group, columns that are None in every row are left out. Raises InputError for an unknown name.
    """
    if not isinstance(columns, (str, list, tuple)):
        raise InputError(f"columns are names with commas between them, or a list, not {shown(columns)}")
    groups = {**groups, "all": known}
    names = set(always)
    for name in columns.split(",") if isinstance(columns, str) else columns:
        if isinstance(name, str) and name in groups:
            counted = {column for row in rows for column, value in row.items() if value is not None}
            names |= counted.intersection(groups[name])
        elif isinstance(name, str) and name in known:
            names.add(name)
        else:
            known_groups = ", ".join(groups)
            raise InputError(f"columns: {shown(name)} is no column, and no group of them: {known_groups}")
    return [name for name in known if name in names]
