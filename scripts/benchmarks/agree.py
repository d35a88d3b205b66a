"""Whether two results are the same. Each function takes our file and the peer's and returns None or what differs.

Records are compared whatever their order and whatever the order of their members: as multisets, by a 64-bit hash of each
row, so that a million of them fit into memory. A member that is null or an empty text counts as absent, as programs
disagree about how to say that a cell is empty; numbers compare as numbers.
"""
import collections
import json
import os
import sqlite3
import struct

LONGEST = 160


def single(value):
    """The nearest number of single precision, of which messages are made."""
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
    """How records are compared: members left out, and how numbers and rows are brought into one form; a row without one
    (None) is not compared."""

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
        """Our rows, which are the same for one peer after another."""
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
    """A floor that unpacks: as many records as there are lines, but for one header a file (ten files)."""
    records, lines = line_count(ours), line_count(theirs)
    return None if records == lines - 10 else f"{records} records of {lines} lines in 10 files"


def line_count(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


def same_bytes(ours, theirs):
    with open(ours, "rb") as one, open(theirs, "rb") as other:
        return None if one.read() == other.read() else "the outputs differ"


def alike(cell, other):
    """An empty text is NULL. The sqlite3 of some versions reads 150.187697 as 150.18769700000001."""
    if other == "":
        return cell is None
    if isinstance(cell, float) and isinstance(other, float):
        return abs(cell - other) <= 1e-12 * abs(cell)
    return cell == other


class Databases:
    """Every cell of every table that we made, in the order in which rows were put in, and the indexes.

    A peer that keeps times as text is compared with our views that show them so.
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
    """Lines of the same routes, directions, stops, names, trip counts and coordinates; lengths to 0.5 per cent.

    Left out: polyline_id, a hash of our own, and bbox, which the peers do not make. The peer's length is that of a sphere.
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
    """The same trips at the same stops and times, but for trips by headway, which the peer's query leaves out."""
    with open(ours, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    mine = sorted((r["trip_id"], r["stop_sequence"], r["departure_time_local"][11:19]) for r in rows
                  if r["table"] == "departures" and "start_time" not in r)
    with open(theirs, encoding="utf-8") as lines:
        given = sorted((t, int(s), at) for t, s, at in (line.rstrip("\n").split("|") for line in lines))
    if not mine:
        return "nothing departs"
    return None if mine == given else f"{len(mine)} departures of ours, {len(given)} of theirs, not all the same"
