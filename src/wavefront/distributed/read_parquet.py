"""A rank's part of a Parquet file: every so many-th row group."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..graph.arrow_tables import arrow_library, is_text
from ..io.formats.parquet import column_names
from ..io.stream import parsing
from ..io.text import Edges

BATCH = 1 << 16  # rows read at once


class ParquetPart(NamedTuple):
    """The row groups that are a rank's, and the columns of sources, targets and maybe weights."""

    path: Path
    groups: list[int]
    names: list[str]
    weights: Any  # their type; None if there are none

    @property
    def may_be_whole(self) -> bool:
        """Whether weights are integers."""
        return self.weights is not None and bool(self.weights.kind == "i")

    def blocks(self) -> Iterator[Edges]:
        """The edges, a batch of rows at a time. Raises GraphFileError for a damaged file."""
        arrow = arrow_library("Parquet files")
        with parsing(self.path, ".parquet file"), arrow.parquet.ParquetFile(self.path) as file:
            for batch in file.iter_batches(BATCH, self.groups, self.names, use_threads=False):
                src, dst, *weights = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
                given = weights[0].astype(self.weights) if weights else None
                yield Edges(src.astype(np.int64), dst.astype(np.int64), given)


def part(path: Path, rank: int, size: int) -> ParquetPart | None:
    """The part of one of `size` ranks; None if vertices aren't plain integers.

    Raises GraphFileError for a damaged file, and InputError if PyArrow isn't installed.
    """
    arrow = arrow_library("Parquet files")
    with parsing(path, ".parquet file"), arrow.parquet.ParquetFile(path) as file:
        names = column_names(path, file.schema_arrow.names)
        types = [file.schema_arrow.field(name).type for name in names]
        groups = list(range(rank, file.metadata.num_row_groups, size))
        without_nulls = all(
            not file.metadata.row_group(group).column(column).statistics.null_count
            for group in range(file.metadata.num_row_groups)
            for column in range(file.metadata.num_columns)
            if file.metadata.row_group(group).column(column).statistics is not None
        )
    plain = arrow.types
    if not without_nulls or not all(plain.is_integer(kind) for kind in types[:2]):
        return None
    if plain.is_uint64(types[0]) or plain.is_uint64(types[1]) or any(map(is_text, types)):
        return None
    weights = None
    if len(types) > 2:
        if plain.is_uint64(types[2]) or not (plain.is_floating(types[2]) or plain.is_integer(types[2])):
            return None
        floats = np.float32 if plain.is_float32(types[2]) else np.float64
        weights = np.dtype(np.int64 if plain.is_integer(types[2]) else floats)
    return ParquetPart(path, groups, names, weights)
