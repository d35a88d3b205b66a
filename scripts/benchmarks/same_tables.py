"""Compares the Parquet files of two folders with Polars, and prints the first difference: python3 same_tables.py OURS THEIRS

Tables that both wrote must have the same columns and the same rows, in any order. Dates and times are compared as such,
even if the peer keeps them as text, and numbers as single-precision numbers where the peer has only those. At least eight
tables must be in both.
"""
import os
import sys

import polars


def plain(name, column):
    """The form in which a column is compared: times as seconds, dates as text, all whole numbers as one type."""
    if isinstance(column.dtype, polars.Duration):
        return column.dt.total_seconds()
    if column.dtype == polars.Date:
        return column.dt.strftime("%Y%m%d")
    if column.dtype == polars.String and name.endswith("_time"):
        hours, minutes, seconds = (column.str.split(":").list.get(i).cast(polars.Int64) for i in range(3))
        return 3600 * hours + 60 * minutes + seconds
    return column.cast(polars.Int64) if column.dtype.is_integer() else column


def difference(ours, theirs):
    if sorted(ours.columns) != sorted(theirs.columns):
        return f"columns {ours.columns}, {theirs.columns} there"
    if len(ours) != len(theirs):
        return f"{len(ours)} rows, {len(theirs)} there"
    mine, given = {}, {}
    for name in ours.columns:
        mine[name], given[name] = plain(name, ours[name]), plain(name, theirs[name])
        if given[name].dtype == polars.Float32:
            mine[name] = mine[name].cast(polars.Float32)
        if mine[name].dtype != given[name].dtype:
            return f"{name}: {mine[name].dtype}, {given[name].dtype} there"
    mine, given = (polars.DataFrame(columns).sort(ours.columns) for columns in (mine, given))
    unlike = [name for name in ours.columns if not mine[name].equals(given[name])]
    return f"the values of {unlike} differ" if unlike else None


def main():
    ours, theirs = sys.argv[1:]
    both = sorted(set(os.listdir(ours)) & set(os.listdir(theirs)))
    if len(both) < 8:
        return print(f"only {both} are in both")
    for name in both:
        said = difference(*(polars.read_parquet(os.path.join(folder, name)) for folder in (ours, theirs)))
        if said:
            return print(f"{name}: {said}")


main()
