"""The columns of every table, and its rows as bytes: JSON lines, or Parquet (the extra `tables`)."""

# pyright: reportMissingImports=false
# The extra `tables`.

import io
import json
from typing import Any

# {column: what it says}; README.md has the same words.
COLUMNS = {
    "position": "the stones of each side, as `glowgrid.parse` reads them: a1 c2 / b3",
    "ply": "moves made so far",
    "to_move": "the side whose turn it is, or would be if the game went on",
    "winner": "the side that wins with perfect play, 0 for a draw; null if that is not known",
    "plies": "plies to the end if the winner hurries and the others delay; null in a draw, or if that is not known",
    "best": "the moves that keep the winner, in a sample those proven to; null if unknown, empty if the game is over",
    "optimal": "of these the moves that also keep the plies; null if they are not known",
    "count": "how many positions the row stands for: this one and its images; 1 in a sample",
}
TEXTS = "position", "best", "optimal"  # the others are whole numbers below 128
SUFFIXES = ".jsonl", ".parquet"
# In a part of a table prefixes repeat in sorted positions; the rest has few different values.
_PARQUET: dict[str, Any] = {
    "compression": "zstd",
    "compression_level": 9,
    "use_dictionary": [name for name in COLUMNS if name != "position"],
    "column_encoding": {"position": "DELTA_BYTE_ARRAY"},
    "dictionary_pagesize_limit": 1 << 24,
    "data_page_size": 1 << 22,
    "write_statistics": ["ply"],
}
ROWS_OF_GROUP = 1_000_000


def encoded(rows, suffix):
    """Return rows, tuples in the order of COLUMNS, as the bytes of a part."""
    if suffix == ".parquet":
        return _as_parquet(rows)
    return "".join(json.dumps(dict(zip(COLUMNS, row)), separators=(",", ":")) + "\n" for row in rows).encode()


def joined(parts, suffix, target, about):
    """Write one file of the files of parts, in their order. Return its number of rows.

    about: what the table is, JSON values; a Parquet file has it as its metadata `glowgrid`.
    """
    if suffix == ".parquet":
        return _parquet_joined(parts, target, about)
    count = 0
    with open(target, "wb") as file:
        for part in parts:
            data = part.read_bytes()
            count += data.count(b"\n")
            file.write(data)
    return count


def _as_parquet(rows):
    import pyarrow  # the extra `tables`
    from pyarrow import parquet

    values = list(zip(*rows)) or [()] * len(COLUMNS)
    arrays = [pyarrow.array(column, field.type) for column, field in zip(values, _schema())]
    file = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=_schema()), file)
    return file.getvalue()


def _parquet_joined(parts, target, about):
    import pyarrow
    from pyarrow import parquet

    count, waiting = 0, []
    schema = _schema().with_metadata({"glowgrid": json.dumps(about)})
    with parquet.ParquetWriter(target, schema, **_PARQUET) as writer:
        for part in [*parts, None]:
            if part:
                waiting.append(parquet.read_table(part))
            if waiting and (part is None or sum(map(len, waiting)) >= ROWS_OF_GROUP):
                table = pyarrow.concat_tables(waiting).combine_chunks()
                writer.write_table(table.replace_schema_metadata(schema.metadata), row_group_size=len(table) or 1)
                count += len(table)
                waiting = []
    return count


def _schema():
    import pyarrow

    return pyarrow.schema(
        [
            pyarrow.field(name, pyarrow.string() if name in TEXTS else pyarrow.int8(), metadata={"about": about})
            for name, about in COLUMNS.items()
        ]
    )
