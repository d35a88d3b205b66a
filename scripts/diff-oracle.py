"""A copy of a feed's records with changes that are known, and whether `diff` tells those and no others.

usage: diff-oracle.py make RECORDS.ndjson CHANGED.ndjson EXPECTED.json
       diff-oracle.py rename RECORDS.ndjson RENAMED.ndjson
       diff-oracle.py compare EXPECTED.json CHANGES.ndjson
"""

import json
import random
import sys

# The primary keys of the reference; a file that is not here is known by its whole rows.
KEYS = {
    "agency": ["agency_id"], "stops": ["stop_id"], "routes": ["route_id"], "trips": ["trip_id"],
    "stop_times": ["trip_id", "stop_sequence"], "calendar": ["service_id"], "calendar_dates": ["service_id", "date"],
    "shapes": ["shape_id", "shape_pt_sequence"], "frequencies": ["trip_id", "start_time"], "feed_info": [],
    "fare_attributes": ["fare_id"], "levels": ["level_id"], "pathways": ["pathway_id"], "areas": ["area_id"],
    "transfers": ["from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "from_route_id", "to_route_id"],
}


def make(records, changed, expected):
    draw = random.Random(records)
    rows = [json.loads(line) for line in open(records)]
    counts = {}
    for row in rows:
        key = KEYS.get(row["table"])
        if key is not None:
            known = (row["table"], *(str(row.get(k)) for k in key))
            counts[known] = counts.get(known, 0) + 1
    kept, changes = [], []
    share = min(0.2, 400 / max(1, len(rows)))
    for row in rows:
        key = KEYS.get(row["table"])
        known = key is not None and (row["table"], *(str(row.get(k)) for k in key))
        if key is None or counts[known] > 1 or draw.random() > share:
            kept.append(row)
            continue
        name = {k: row[k] for k in key if row.get(k) is not None}
        file = row["table"] + ".txt"
        fields = [k for k in row if k not in key and k not in ("table", "feed_id") and row[k] is not None]
        kind = draw.choice(["removed", "modified", "modified"])
        if kind == "modified" and fields:
            field = draw.choice(fields)
            was = row[field]
            new = dict(row)
            if draw.random() < 0.3:
                del new[field]
                now = None
            else:
                now = was + 1 if isinstance(was, (int, float)) else str(was) + "~"
                new[field] = now
            kept.append(new)
            changes.append([file, "modified", name, [[field, was, now]]])
        # Stops, routes and trips give others their meaning; a row that is gone is one change all the same.
        elif kind == "removed":
            changes.append([file, "removed", name, None])
        else:
            kept.append(row)
    for number in range(5):
        row = {"table": "stops", "stop_id": f"new ~ {number}", "stop_name": "New", "stop_lat": 1.5, "stop_lon": 2}
        kept.append(row)
        changes.append(["stops.txt", "added", {"stop_id": row["stop_id"]}, None])
    draw.shuffle(kept)
    with open(changed, "w") as file:
        for row in kept:
            members = list(row.items())
            draw.shuffle(members)
            file.write(json.dumps(dict(members), ensure_ascii=draw.random() < 0.5) + "\n")
    json.dump(changes, open(expected, "w"))


def rename(records, renamed):
    """Other ids for every trip of trips.txt, wherever they stand."""
    rows = [json.loads(line) for line in open(records)]
    trips = {row["trip_id"] for row in rows if row["table"] == "trips" and row.get("trip_id")}
    with open(renamed, "w") as file:
        for row in rows:
            for name in ["trip_id", "from_trip_id", "to_trip_id", "record_id"]:
                is_trip = name != "record_id" or row.get("table_name") in ("trips", "stop_times")
                if is_trip and row.get(name) in trips:
                    row[name] = "~" + row[name]
            file.write(json.dumps(row) + "\n")


def compare(expected, changes):
    wanted = {}
    for file, kind, key, fields in json.load(open(expected)):
        wanted[json.dumps([file, kind, key], sort_keys=True)] = fields
    found = {}
    for line in open(changes):
        row = json.loads(line)
        fields = [[f["field"], f["old"], f["new"]] for f in row["fields"]] if row["change"] == "modified" else None
        found[json.dumps([row["file"], row["change"], row["key"]], sort_keys=True)] = fields
    differences = [k for k in set(wanted) | set(found) if k not in wanted or k not in found or wanted[k] != found[k]]
    for key in sorted(differences)[:5]:
        print(key, "expected", wanted.get(key, "nothing"), "got", found.get(key, "nothing"))
    print(f"{len(wanted)} changes, {len(differences)} differences")
    sys.exit(1 if differences else 0)


if sys.argv[1] == "make":
    make(*sys.argv[2:5])
elif sys.argv[1] == "rename":
    rename(*sys.argv[2:4])
else:
    compare(*sys.argv[2:4])
