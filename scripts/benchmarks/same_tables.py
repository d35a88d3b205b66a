"""Says how the Parquet files of two folders differ, and nothing if they do not: python3 same_tables.py OURS THEIRS

Both folders must have the same tables, columns, numbers of rows and values. An empty text counts as missing, and a column
without values may be absent. Other programs keep times as durations or text and dates as text, and gtfs-parquet rounds
coordinates and distances to single precision; linefeed's values are compared in the other's form.
"""
import glob
import os
import sys

import polars


def comparable(mine, given):
    """Two columns in one form: text, or numbers of one precision."""
    if mine.dtype == polars.Time:
        mine = mine.cast(polars.Int64) // 1_000_000_000
    if given.dtype == polars.Duration:
        given = given.dt.total_seconds()
    if mine.dtype == polars.Date and given.dtype == polars.String:
        mine = mine.dt.to_string("%Y%m%d")
    if mine.dtype.is_integer() and given.dtype == polars.String:
        given = seconds(given)
    if mine.dtype == polars.String and given.dtype == polars.String:
        return mine.replace("", None), given.replace("", None)
    if mine.dtype.is_numeric() and given.dtype.is_numeric():
        kind = polars.Float32 if given.dtype == polars.Float32 else polars.Float64
        return mine.cast(kind), given.cast(kind)
    return mine, given


def seconds(text):
    parts = polars.DataFrame({"text": text}).select(polars.col("text").str.split_exact(":", 2)).unnest("text")
    hours, minutes, rest = (parts[name].cast(polars.Int64) for name in parts.columns)
    return hours * 3600 + minutes * 60 + rest


def difference(mine, given):
    if len(mine) != len(given):
        return f"{len(mine)} rows, {len(given)} there"
    for name in sorted(set(mine.columns) ^ set(given.columns)):
        frame = mine if name in mine.columns else given
        if frame[name].null_count() != len(frame):
            return f"only one has {name}"
    pairs = {name: comparable(mine[name], given[name]) for name in mine.columns if name in given.columns}
    for name, (one, other) in pairs.items():
        if one.dtype != other.dtype:
            return f"{name}: {one.dtype}, {other.dtype} there"
    one, other = (polars.DataFrame({name: pair[side] for name, pair in pairs.items()}) for side in (0, 1))
    if one.equals(other):
        return None
    # The order of rows does not matter.
    one, other = (frame.sort(frame.columns) for frame in (one, other))
    return None if one.equals(other) else ", ".join(
        f"{name} differs" for name in one.columns if not one[name].equals(other[name]))


def main():
    ours, theirs = ({os.path.basename(path): polars.read_parquet(path, use_pyarrow=False)
                     for path in glob.glob(folder + "/*.parquet")} for folder in sys.argv[1:])
    if not ours or set(ours) != set(theirs):
        print(f"tables: {sorted(set(ours) ^ set(theirs))} are not in both")
    for name in sorted(set(ours) & set(theirs)):
        found = difference(ours[name], theirs[name])
        if found:
            print(f"{name}: {found}")


main()
