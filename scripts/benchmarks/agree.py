"""Decides whether two results are the same. Each function takes linefeed's file and the peer's, and returns None or the
difference.

The order of records and members does not matter: records are compared as multisets of 64-bit hashes, so that a million
of them fit into memory. A null or empty member counts as missing, because programs write empty cells differently.
Numbers compare as numbers.
"""
import collections
import filecmp
import json
import os
import re
import sqlite3
import struct

LONGEST = 160


def single(value):
    """Returns the nearest single-precision number, as in messages."""
    return struct.unpack("f", struct.pack("f", value))[0]


def frozen(value, floats):
    if isinstance(value, dict):
        return frozenset((k, frozen(v, floats)) for k, v in value.items() if v is not None and v != "")
    if isinstance(value, list):
        return tuple(frozen(v, floats) for v in value)
    if isinstance(value, float) and floats:
        return floats(value)
    return value


class Rows:
    """Describes how to compare records: members to ignore, and functions that normalise numbers and rows. A row that
    becomes None is not compared."""

    last = (None, None)

    def __init__(self, leave_out=(), floats=None, as_text=False, form=None):
        self.leave_out, self.floats, self.form = leave_out, floats, form
        self.parse = {"parse_int": str, "parse_float": str} if as_text else {}

    def of(self, path):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line, **self.parse)
                for name in self.leave_out:
                    row.pop(name, None)
                row = self.form(row) if self.form else row
                if row is not None:
                    yield line, frozen(row, self.floats)

    def __call__(self, ours, theirs):
        counts = self.counted(ours).copy()
        total = sum(counts.values())
        if not total:
            return "we gave no rows"
        counts.subtract(hash(row) for _, row in self.of(theirs))
        surplus = sum(n for n in counts.values() if n > 0)
        lack = -sum(n for n in counts.values() if n < 0)
        if not surplus and not lack:
            return None
        example = [self.example(path, counts, sign) for path, sign in ((ours, 1), (theirs, -1))]
        return f"{surplus} of our {total} rows are not theirs, {lack} of theirs not ours: {example[0]} | {example[1]}"

    def counted(self, ours):
        """Linefeed's rows, which are read once for all peers."""
        key = (ours, os.stat(ours).st_mtime_ns, self.leave_out, self.floats, tuple(self.parse), self.form)
        if Rows.last[0] != key:
            Rows.last = (key, collections.Counter(hash(row) for _, row in self.of(ours)))
        return Rows.last[1]

    def example(self, path, counts, sign):
        for line, row in self.of(path):
            if counts[hash(row)] * sign > 0:
                return line.strip()[:LONGEST]
        return "-"


def lines_of_files(ours, theirs):
    """Checks a floor that unpacks: there are as many records as lines, minus one header for each of ten files."""
    records, lines = line_count(ours), line_count(theirs)
    return None if records == lines - 10 else f"{records} records of {lines} lines in 10 files"


def line_count(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def same_bytes(ours, theirs):
    return None if filecmp.cmp(ours, theirs, shallow=False) else "the outputs differ"


def alike(cell, other):
    """Normalises a cell. An empty text is NULL. Some versions of sqlite3 read 150.187697 as 150.18769700000001."""
    if other == "":
        return cell is None
    if isinstance(cell, float) and isinstance(other, float):
        return abs(cell - other) <= 1e-12 * abs(cell)
    return cell == other


class Databases:
    """Compares every cell of every table of linefeed, in insertion order, and the indexes.

    If a peer keeps times as text, it is compared with the views that show times as text.
    """

    def __init__(self, ours, theirs, times_as_text=False):
        self.ours, self.theirs, self.text = ours, theirs, times_as_text

    def __call__(self, *_):
        one, other = sqlite3.connect(self.ours), sqlite3.connect(self.theirs)
        try:
            if self.indexes(one) != self.indexes(other):
                return "the indexes differ"
            names = self.names(one, "table")
            for name in names:
                if name.startswith(("linefeed_", "sqlite_")):
                    continue
                view = name + "_hms"
                mine = view if self.text and view in self.names(one, "view") else name
                difference = self.table(one.execute(f'SELECT * FROM "{mine}"'),
                                        other.execute(f'SELECT * FROM "{name}"'))
                if difference:
                    return f"{name}: {difference}"
            return None
        finally:
            one.close()
            other.close()

    @staticmethod
    def names(database, kind):
        return [n for (n,) in database.execute("SELECT name FROM sqlite_schema WHERE type = ? ORDER BY name", (kind,))]

    @staticmethod
    def indexes(database):
        return list(database.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql NOTNULL ORDER BY name"))

    @staticmethod
    def table(mine, given):
        count = 0
        for row in mine:
            other = given.fetchone()
            if other is None:
                return f"ends after {count} rows"
            if row != other and not all(alike(*cells) for cells in zip(row, other)):
                return f"row {count + 1}: {row} is {other} there"
            count += 1
        return "has more rows there" if given.fetchone() else None


def polylines(ours, theirs):
    """Compares the routes, directions, stops, names, trip counts and coordinates of lines; lengths may differ by 0.5
    per cent.

    polyline_id, a hash of linefeed's own, and bbox, which the peers do not write, are ignored. The peer measures
    lengths on a sphere.
    """
    lengths = {}

    def form(row):
        properties = row["properties"]
        key = (properties["route_id"], properties["direction_id"], tuple(properties["stop_ids"]))
        lengths.setdefault(key, []).append(properties.pop("length_m"))
        for name in ("polyline_id", "missing_stop_ids"):
            properties.pop(name, None)
        row.pop("bbox", None)
        return row

    difference = Rows(form=form)(ours, theirs)
    if difference:
        return difference
    far = [key for key, (mine, given, *_) in lengths.items() if abs(mine - given) > 0.005 * mine]
    return f"lengths of {len(far)} lines differ" if far else None


def departures(ours, theirs):
    """Compares trips by stops and times, without trips by headway, which the peer's query omits."""
    with open(ours, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    mine = sorted((r["trip_id"], r["stop_sequence"], r["departure_time_local"][11:19]) for r in rows
                  if r["table"] == "departures" and "start_time" not in r)
    with open(theirs, encoding="utf-8") as lines:
        given = sorted((t, int(s), at) for t, s, at in (line.rstrip("\n").split("|") for line in lines))
    if not mine:
        return "nothing departs"
    return None if mine == given else f"{len(mine)} departures of ours, {len(given)} of theirs, not all the same"


class Folders:
    """Compares the Parquet files of two folders. `run` runs a command in the work folder, where polars is installed."""

    def __init__(self, run, ours, theirs):
        self.run, self.folders = run, (ours, theirs)

    def __call__(self, *_):
        done = self.run("python3", "peers/same_tables.py", *self.folders, capture_output=True)
        return done.stdout.decode().strip().replace("\n", "; ") or None


def changes(ours, theirs):
    """Compares how many rows of each file were added, removed and modified. linefeed prints that of every file, the peer only
    of files that both feeds have. The peer does not compare columns that only one feed has, so it counts fewer modified
    rows if there are such columns."""
    line = re.compile(r"(\S+): (.*(?:added|removed|modified).*)")
    mine = {}
    with open(ours, encoding="utf-8") as lines:
        for found in filter(None, map(line.fullmatch, map(str.rstrip, lines))):
            mine[found[1]] = {kind: int(count.replace(",", "")) for count, kind in
                              re.findall(r"([\d,]+) (added|removed|modified)", found[2])}
    with open(theirs, encoding="utf-8") as lines:
        given = [json.loads(row) for row in lines]
    if not given:
        return "nothing differs there"
    for name in set(mine) - {row["file"] for row in given}:
        if "modified" in mine[name] or len(mine[name]) > 1:  # so both feeds have the file
            return f"{name} does not differ there"
    for row in given:
        own = mine.get(row["file"], {})
        for kind in ("added", "removed", "modified"):
            count, other = own.get(kind, 0), row[kind]
            if count < other or count > other and not (kind == "modified" and row["columns"]):
                return f"{row['file']}: {count} rows {kind}, {other} there"
    return None
