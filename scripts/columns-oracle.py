"""Compares every table that linefeed writes as Parquet with its records, as pyarrow, DuckDB and pandas read it.

    columns-oracle.py LINEFEED SAMPLES [DATA]

LINEFEED is the program, SAMPLES the made-up city, DATA the folder of real feeds. Ends with 1 where anything differs.
"""
import datetime
import glob
import json
import os
import struct
import subprocess
import sys
import tempfile

import duckdb
import pandas
import pyarrow.parquet

LINEFEED, SAMPLES = sys.argv[1], sys.argv[2]
DATA = sys.argv[3] if len(sys.argv) > 3 else None
WORK = tempfile.mkdtemp()
tables, differences = 0, 0


def differ(*words):
    global differences
    differences += 1
    if differences <= 20:
        print("check-columns:", *[str(word)[:300] for word in words])


def run(*arguments):
    return subprocess.run([LINEFEED, *arguments, "-q"], capture_output=True)


def records(*arguments):
    made = {}
    for line in run(*arguments).stdout.decode().split("\n"):
        if line:
            record = json.loads(line)
            made.setdefault(record["table"], []).append(record)
    return made


def seconds(text):
    hours, minutes, rest = text.split(":")
    return int(hours) * 3600 + int(minutes) * 60 + int(rest)


def same(ours, theirs, name=""):
    """Whether a value of a record is a column's: dates, times and instants by docs/columns.md, absent as null."""
    if ours is None or theirs is None:
        return ours is None and theirs is None
    if isinstance(theirs, datetime.datetime):
        if isinstance(ours, (int, float)):
            return theirs.timestamp() == ours
        written = datetime.datetime.fromisoformat(ours)
        return written.replace(tzinfo=None) == theirs if name.endswith("_local") else written == theirs
    if isinstance(theirs, datetime.date):
        return theirs.strftime("%Y%m%d") == ours
    if isinstance(theirs, dict):
        return isinstance(ours, dict) and all(same(ours.get(key), theirs.get(key), key) for key in {*ours, *theirs})
    if isinstance(theirs, list):
        return isinstance(ours, list) and len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, str) and isinstance(theirs, int):
        return seconds(ours) == theirs
    if isinstance(theirs, str) and not isinstance(ours, str):
        return json.loads(theirs) == ours
    return ours == theirs and isinstance(ours, bool) == isinstance(theirs, bool)


def coordinates(bytes_, place=0):
    """The coordinates of a geometry of WKB as GeoJSON nests them, and where it ends."""
    kind = struct.unpack_from("<I", bytes_, place + 1)[0]
    width, kind, place = (3 if kind > 1000 else 2), kind % 1000, place + 5

    def position():
        nonlocal place
        place += 8 * width
        return list(struct.unpack_from(f"<{width}d", bytes_, place - 8 * width))

    def several(make):
        nonlocal place
        place += 4
        return [make() for _ in range(struct.unpack_from("<I", bytes_, place - 4)[0])]

    def part():
        nonlocal place
        value, place = coordinates(bytes_, place)
        return value

    found = {1: position, 2: lambda: several(position), 3: lambda: several(lambda: several(position)),
             4: lambda: several(part), 5: lambda: several(part), 6: lambda: several(part)}[kind]()
    return found, place


def compare_feature(path, what, rows, wanted):
    geo = json.loads(pyarrow.parquet.read_metadata(path).metadata[b"geo"])
    if geo["version"] != "1.1.0" or geo["columns"]["geometry"]["encoding"] != "WKB":
        differ(what, geo)
    for row, feature in zip(rows, wanted):
        geometry, box, properties = row.pop("geometry"), row.pop("bbox"), row.pop("properties", None)
        if properties is not None and json.loads(properties) != feature["properties"]:
            differ(what, properties, feature["properties"])
        expected = {**(feature["properties"] or {}), **{k: feature[k] for k in ("id", "feed_id") if k in feature}}
        for key in row:
            if not same(expected.get(key), row[key], key):
                differ(what, key, expected.get(key), row[key])
        if geometry is None or feature["geometry"] is None:
            if geometry is not None or feature["geometry"] is not None:
                differ(what, "geometry", geometry, feature["geometry"])
            continue
        found, end = coordinates(geometry)
        if found != feature["geometry"]["coordinates"] or end != len(geometry):
            differ(what, "geometry", found, feature["geometry"])
        flat = found
        while isinstance(flat[0], list) and isinstance(flat[0][0], list):
            flat = [position for part in flat for position in part]
        flat = flat if isinstance(flat[0], list) else [flat]
        if box != {"xmin": min(p[0] for p in flat), "ymin": min(p[1] for p in flat),
                   "xmax": max(p[0] for p in flat), "ymax": max(p[1] for p in flat)}:
            differ(what, "bbox", box)


def compare(path, what, wanted):
    global tables
    tables += 1
    rows = pyarrow.parquet.read_table(path).to_pylist()
    others = [duckdb.sql(f"SELECT count(*) FROM '{path}'").fetchall()[0][0], len(pandas.read_parquet(path))]
    if {len(rows), *others} != {len(wanted)}:
        return differ(what, "rows", len(rows), others, len(wanted))
    # What DuckDB reads of each column: as many values as pyarrow does, and as many different ones.
    for name in pyarrow.parquet.read_schema(path).names:
        column = [row[name] for row in rows if row[name] is not None]
        quoted = '"' + name.replace('"', '""') + '"'
        counted = duckdb.sql(f"SELECT count({quoted}), count(DISTINCT {quoted}::VARCHAR) FROM '{path}'").fetchall()[0]
        if counted != (len(column), len({json.dumps(value, default=str) for value in column})):
            differ(what, name, "DuckDB counts", counted)
    if wanted and wanted[0].get("type") == "Feature":
        return compare_feature(path, what, rows, wanted)
    for row, record in zip(rows, wanted):
        for key in {*row, *record} - {"table"}:
            # The clock's reading is made of the time that it stands beside.
            ours = record.get(key, record.get(key.removesuffix("_local")))
            if not same(ours, row.get(key), key):
                differ(what, key, ours, row.get(key))


def compare_folder(what, *arguments):
    folder = tempfile.mkdtemp(dir=WORK)
    made = run(*arguments, "--split", folder, "--format", "parquet")
    wanted = records(*arguments)
    found = {os.path.basename(path)[:-8]: path for path in glob.glob(folder + "/*.parquet")}
    if set(wanted) - set(found):
        differ(what, "no file of", set(wanted) - set(found), made.stderr)
    for table, path in found.items():
        compare(path, f"{what}: {table}", wanted.get(table, []))


def compare_output(what, *arguments):
    path = os.path.join(WORK, "one.parquet")
    made = run(*arguments, "--format", "parquet", "-o", path)
    if made.returncode != 0:
        return differ(what, made.stderr)
    wanted = records(*arguments)
    # What else a stage writes are a few records of what it looked at.
    table = max(wanted, key=lambda name: len(wanted[name]))
    compare(path, f"{what}: {table}", wanted[table])


feed = SAMPLES + "/feed.zip"
messages = sorted(glob.glob(SAMPLES + "/*.pb"))
feeds = [feed] + (sorted(glob.glob(DATA + "/static/*.zip") + glob.glob(DATA + "/bad/gtfs/*.zip")) if DATA else [])
for path in feeds:
    if run("ingest", path, "-o", "/dev/null").returncode == 0:
        compare_folder(os.path.basename(path), "ingest", path, "--feed-id", "f")
        compare_folder(os.path.basename(path), "ingest", path)
for files in [messages] + ([[path] for path in sorted(
        glob.glob(DATA + "/rt/*.pb") + glob.glob(DATA + "/rt/*/*.pb"))] if DATA else []):
    for options in ([], ["--enums", "names", "--unknown", "keep"], ["--explode", "--feed-id", "f"]):
        compare_folder(" ".join([os.path.basename(files[0]), *options]), "decode-rt", *files, *options)

positions, visits = WORK + "/positions.ndjson", WORK + "/visits.ndjson"
run("decode-rt", *messages, "-o", positions)
run("stop-visits", positions, "--feed", feed, "--missing", "--locations", "-o", visits)
compare_folder("stop-visits", "stop-visits", positions, "--feed", feed, "--missing", "--locations")
compare_folder("build-polylines", "build-polylines", "--feed", feed, "--pins")
compare_output("departures", "departures", positions, "--feed", feed, "--stop", "S00", "--at", "2026-03-02T08:00")
compare_output("trip-details", "trip-details", positions, "--feed", feed, "--trip", "R-T1-wd-1-26", "--date", "20260302")
compare_output("occupancy-report", "occupancy-report", positions, "--feed", feed, "--by", "route_id,hour")
for kind in ("punctuality", "headways", "segments", "load", "delivery"):
    compare_output(kind, "performance-report", visits, "--of", kind, "--feed", feed)
compare_output("track", "track", positions)
compare_output("cover-tiles", "cover-tiles", "--bbox", "150,-26,151,-25", "--zoom", "8-10")
print(f"check-columns: {tables} tables read by pyarrow, DuckDB and pandas, {differences} differences")
sys.exit(1 if differences or tables < 40 else 0)
