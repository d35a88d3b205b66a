"""Makes synthetic inputs: tables of feeds, records, messages."""
import contextlib
import json
import os
import sqlite3
import struct
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


def single(field, value):
    """A field of a 32-bit float."""
    return varint(field << 3 | 5) + struct.pack("<f", value)


TRIP = {"trip_id": (1, text), "start_time": (2, text), "start_date": (3, text), "schedule_relationship": (4, number),
        "route_id": (5, text), "direction_id": (6, number)}
EVENT = {"delay": (1, number), "time": (2, number), "uncertainty": (3, number), "scheduled_time": (4, number)}
CALL = {"stop_sequence": (1, number), "stop_id": (4, text), "schedule_relationship": (5, number)}
POSITION = {"latitude": (1, single), "longitude": (2, single), "bearing": (3, single), "speed": (5, single)}
VEHICLE = {"current_stop_sequence": (3, number), "current_status": (4, number), "timestamp": (5, number), "stop_id": (7, text)}
UPDATE = {"timestamp": (4, number), "delay": (5, number)}
SELECTOR = {"agency_id": (1, text), "route_id": (2, text), "route_type": (3, number), "stop_id": (5, text), "direction_id": (6, number)}


def taken(members, row, prefix=""):
    """Encodes members of a record, which are removed from it."""
    return b"".join(kind(field, row.pop(prefix + name)) for name, (field, kind) in members.items() if row.get(prefix + name) is not None)


def entity(record):
    """Encodes a record of decode-rt as an entity; raises KeyError for a member that is not known here."""
    # Readers reject a message with an entity that has no id.
    row = {"entity_id": "E", **{name: value for name, value in record.items() if value is not None}}
    table, out = row.pop("table"), taken({"entity_id": (1, text), "is_deleted": (2, number)}, row)
    if table == "alerts":
        body = b""
        for selector in row.pop("informed_entity", []):
            trip = taken(TRIP, selector.pop("trip")) if "trip" in selector else None
            body += text(5, taken(SELECTOR, selector) + (text(4, trip) if trip is not None else b""))
        for period in row.pop("active_period", []):
            body += text(1, taken({"start": (1, number), "end": (2, number)}, period))
        out += text(5, body)
    else:
        own = row.pop("stop_id", None) if table == "vehicle_positions" else None
        trip, vehicle = taken(TRIP, row), taken({"vehicle_id": (1, text), "vehicle_label": (2, text)}, row)
        body = text(1, trip) if trip else b""
        if table == "trip_updates":
            for call in row.pop("stop_time_updates", []):
                events = b"".join(text(field, event) for field, name in ((2, "arrival_"), (3, "departure_"))
                                  for event in [taken(EVENT, call, name)] if event)
                body += text(2, taken(CALL, call) + events)
                row.update(call)
            out += text(3, body + (text(3, vehicle) if vehicle else b"") + taken(UPDATE, row))
        elif table == "vehicle_positions":
            position = taken(POSITION, row)
            row.update({"stop_id": own} if own else {})
            out += text(4, body + (text(2, position) if position else b"") + taken(VEHICLE, row) + (text(8, vehicle) if vehicle else b""))
        else:
            raise KeyError(table)
    if row:
        raise KeyError(*row)
    return out


def message_of(records):
    """Encodes a record of feed_messages and the records of its entities."""
    head, *entities = records
    header = taken({"gtfs_realtime_version": (1, text), "incrementality": (2, number), "timestamp": (3, number)}, dict(head))
    return text(1, header) + b"".join(text(2, entity(one)) for one in entities)


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
