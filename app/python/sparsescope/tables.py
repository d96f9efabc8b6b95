"""Rows of facts as a table: a pandas DataFrame, or where there is no pandas a dict of NumPy columns."""

import re

import numpy as np


def snake(name):
    """"predictedNs" as "predicted_ns"."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match.group(1).lower(), name)


def table(columns):
    """Columns by name, of one length. A DataFrame where pandas is installed; else the same columns as NumPy arrays."""
    arrays = {name: _column(values) for name, values in columns.items()}
    try:
        import pandas
    except ImportError:
        return arrays
    return pandas.DataFrame(arrays)


def table_of_rows(rows, names=()):
    """A table of dicts: a column for each of these names and for what else some row has, None for the others."""
    names = list(dict.fromkeys([*names, *(name for row in rows for name in row)]))
    return table({snake(name): [row.get(name) for row in rows] for name in names})


def _column(values):
    if isinstance(values, np.ndarray):
        return values
    kinds = {type(value) for value in values if value is not None}
    whole = None not in values
    if kinds == {bool} and whole:
        return np.array(values, bool)
    if kinds == {int} and whole:
        return np.array(values, np.int64)
    if kinds and kinds <= {int, float}:
        return np.array([np.nan if value is None else value for value in values], np.float64)
    column = np.empty(len(values), object)
    column[:] = values
    return column
