"""Makes synthetic inputs: tables of feeds, records, messages."""
import contextlib
import json
import os
import sqlite3
import warnings
import zipfile

from checking.feeds import clock

TIME = 1772434800
BASE = {
    "agency": "agency_id,agency_name,agency_url,agency_timezone\nA,A,https://a.example,UTC\n",
    "routes": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\n",
    "stops": "stop_id,stop_name,stop_lat,stop_lon\nS1,One,1,1\nS2,Two,1.01,1\n",
    "calendar": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
                "D,1,1,1,1,1,1,1,20260101,20261231\n",
    "trips": "route_id,service_id,trip_id\nR,D,T\n",
    "stop_times": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                  "T,08:00:00,08:00:00,S1,1\nT,08:10:00,08:10:00,S2,2\n",
}


# Tables

def rows(head, lines):
    return head + "\n" + "".join(line + "\n" for line in lines)


def stop_rows(lines, more=""):
    return rows("stop_id,stop_name,stop_lat,stop_lon" + more, lines)


def time_rows(lines):
    return rows("trip_id,arrival_time,departure_time,stop_id,stop_sequence", lines)


def headway_rows(lines):
    return rows("trip_id,start_time,end_time,headway_secs", lines)


def shape_rows(lines):
    return rows("shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence", lines)


def call(trip, seconds, stop, sequence):
    """Returns a line of stop_times.txt."""
    return "%s,%s,%s,%s,%d" % (trip, clock(seconds), clock(seconds), stop, sequence)


def text_of(dictionaries):
    """Returns rows as the text of a table, with a column for each key."""
    columns = list(dict.fromkeys(key for row in dictionaries for key in row))
    return "".join(",".join(map(str, line)) + "\n" for line in [columns] + [
        [row.get(column, "") for column in columns] for row in dictionaries])


def content(path):
    with open(path, "rb") as file:
        return file.read()


def archive(path, files, level=1):
    """Makes a zip of (name, text), or of texts by table, always with the same bytes."""
    pairs = [(name + ".txt", text) for name, text in files.items()] if isinstance(files, dict) else files
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as target:
        for name, text in pairs:
            # A name may occur twice.
            warnings.filterwarnings("ignore", message="Duplicate name")
            target.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text, zipfile.ZIP_DEFLATED, level)
    return path


def mbtiles(path, tiles, **metadata):
    """Makes an archive of tiles: (zoom, column, row, data)."""
    if os.path.exists(path):
        os.remove(path)
    with contextlib.closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE metadata(name TEXT, value TEXT)")
        database.execute("CREATE TABLE tiles(zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
        database.executemany("INSERT INTO metadata VALUES(?, ?)", {"name": "x", "format": "png", **metadata}.items())
        database.executemany("INSERT INTO tiles VALUES(?, ?, ?, ?)", tiles)
    return path


# Messages

def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def read_varint(data, position):
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 0x7F) << shift
        position, shift = position + 1, shift + 7
        if byte < 0x80:
            return value, position


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


HEADER = text(1, text(1, "2.0") + number(3, TIME))


def message(entities):
    return HEADER + b"".join(text(2, entity) for entity in entities)


# Records

def lines_of(records):
    return "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in records)


def update(trip, stops, **more):
    return {"table": "trip_updates", "feed_timestamp": TIME, "entity_id": trip, "trip_id": trip, "start_date": "20260302",
            "stop_time_updates": stops, **more}


class Folder:
    """A folder for inputs; each function returns the path of the file that it wrote."""

    def __init__(self, path):
        self.folder = path

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        path = self.path(name)
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def feed(self, name="feed", more=(), **tables):
        """Makes the folder of a feed that is sound except for some tables; `more`: other files by name."""
        for file, content in {**{table + ".txt": text for table, text in {**BASE, **tables}.items()}, **dict(more)}.items():
            self.write(name + "/" + file, content)
        return self.path(name)

    def zip(self, more):
        """Makes a sound feed with additional files."""
        return archive(self.path("feed.zip"), [(table + ".txt", text) for table, text in BASE.items()] + more)

    def records(self, records, name="records.ndjson"):
        return self.write(name, lines_of(records))

    def message(self, entities, name="feed.pb"):
        return self.write(name, message(entities))
