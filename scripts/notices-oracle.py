#!/usr/bin/env python3
"""Counts breaches of some of check's rules in a GTFS zip, with Python's csv and nothing of linefeed.

usage: notices-oracle.py FEED.zip
Prints {"code file": count}. Rows are read as docs/records.md has it: blanks around cells trimmed, short rows padded, rows
with more cells than the header left out where those have content.
"""
import collections
import csv
import io
import json
import math
import re
import sys
import zipfile


class Feed:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.names = {}
        folders = set()
        for name in self.zip.namelist():
            if name.endswith(".txt") and "__MACOSX" not in name:
                folders.add(name.rpartition("/")[0])
        own = min(folders, key=len) if folders else ""
        for name in self.zip.namelist():
            folder, _, base = name.rpartition("/")
            if folder == own and base.endswith(".txt"):
                self.names[base.lower()[:-4]] = name
        self.partial = set()
        self.cache = {}

    def rows(self, table):
        if table in self.cache:
            return self.cache[table]
        rows = []
        if table in self.names:
            data = self.zip.read(self.names[table])
            if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
                text = data.decode("utf-16")
            else:
                try:
                    text = data.decode("utf-8-sig")
                except UnicodeDecodeError:
                    text = data.decode("cp1252", "replace")
            reader = csv.reader(io.StringIO(text, newline=""))
            try:
                header = [cell.strip(" \t") for cell in next(reader)]
            except StopIteration:
                header = []
            for cells in reader:
                cells = [cell.strip(" \t") for cell in cells]
                if not any(cells) and len(cells) <= 1:
                    continue
                if any(cells[len(header):]):
                    self.partial.add(table)
                    continue
                row = {}
                for name, cell in zip(header, cells):
                    if cell and name not in row:
                        row[name] = cell
                rows.append(row)
        self.cache[table] = rows
        return rows


def seconds(text):
    found = re.fullmatch(r"(\d{1,3}):([0-5]\d):([0-5]\d)", text or "")
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]) if found else None


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


KEYS = {
    "agency": ["agency_id"], "stops": ["stop_id"], "routes": ["route_id"], "trips": ["trip_id"],
    "calendar": ["service_id"], "calendar_dates": ["service_id", "date"], "stop_times": ["trip_id", "stop_sequence"],
    "shapes": ["shape_id", "shape_pt_sequence"], "frequencies": ["trip_id", "start_time"],
    "fare_attributes": ["fare_id"], "levels": ["level_id"], "pathways": ["pathway_id"],
}
REFERENCES = [
    ("stops", "parent_station", [("stops", "stop_id")]), ("stops", "level_id", [("levels", "level_id")]),
    ("routes", "agency_id", [("agency", "agency_id")]), ("trips", "route_id", [("routes", "route_id")]),
    ("trips", "service_id", [("calendar", "service_id"), ("calendar_dates", "service_id")]),
    ("trips", "shape_id", [("shapes", "shape_id")]), ("stop_times", "trip_id", [("trips", "trip_id")]),
    ("stop_times", "stop_id", [("stops", "stop_id")]), ("frequencies", "trip_id", [("trips", "trip_id")]),
    ("transfers", "from_stop_id", [("stops", "stop_id")]), ("transfers", "to_stop_id", [("stops", "stop_id")]),
    ("pathways", "from_stop_id", [("stops", "stop_id")]), ("pathways", "to_stop_id", [("stops", "stop_id")]),
    ("fare_rules", "fare_id", [("fare_attributes", "fare_id")]), ("fare_rules", "route_id", [("routes", "route_id")]),
    ("fare_rules", "origin_id", [("stops", "zone_id")]), ("fare_rules", "destination_id", [("stops", "zone_id")]),
    ("fare_rules", "contains_id", [("stops", "zone_id")]), ("fare_attributes", "agency_id", [("agency", "agency_id")]),
    ("stop_times", "location_group_id", [("location_groups", "location_group_id")]),
    ("stop_times", "pickup_booking_rule_id", [("booking_rules", "booking_rule_id")]),
    ("stop_times", "drop_off_booking_rule_id", [("booking_rules", "booking_rule_id")]),
    ("stop_areas", "stop_id", [("stops", "stop_id")]), ("stop_areas", "area_id", [("areas", "area_id")]),
    ("route_networks", "route_id", [("routes", "route_id")]),
    ("fare_products", "rider_category_id", [("rider_categories", "rider_category_id")]),
    ("fare_products", "fare_media_id", [("fare_media", "fare_media_id")]),
    ("fare_leg_rules", "network_id", [("routes", "network_id"), ("networks", "network_id")]),
    ("fare_leg_rules", "from_area_id", [("areas", "area_id")]), ("fare_leg_rules", "to_area_id", [("areas", "area_id")]),
    ("fare_leg_rules", "fare_product_id", [("fare_products", "fare_product_id")]),
    ("fare_leg_rules", "from_timeframe_group_id", [("timeframes", "timeframe_group_id")]),
    ("fare_leg_rules", "to_timeframe_group_id", [("timeframes", "timeframe_group_id")]),
    ("fare_transfer_rules", "from_leg_group_id", [("fare_leg_rules", "leg_group_id")]),
    ("fare_transfer_rules", "to_leg_group_id", [("fare_leg_rules", "leg_group_id")]),
    ("fare_transfer_rules", "fare_product_id", [("fare_products", "fare_product_id")]),
    ("location_group_stops", "stop_id", [("stops", "stop_id")]),
    ("timeframes", "service_id", [("calendar", "service_id"), ("calendar_dates", "service_id")]),
    ("attributions", "agency_id", [("agency", "agency_id")]), ("attributions", "route_id", [("routes", "route_id")]),
    ("attributions", "trip_id", [("trips", "trip_id")]),
    ("transfers", "from_route_id", [("routes", "route_id")]), ("transfers", "to_route_id", [("routes", "route_id")]),
    ("transfers", "from_trip_id", [("trips", "trip_id")]), ("transfers", "to_trip_id", [("trips", "trip_id")]),
    ("booking_rules", "prior_notice_service_id", [("calendar", "service_id")]),
]
NEEDED = {"agency", "stops", "routes", "trips", "calendar", "calendar_dates"}


def main(path):
    feed = Feed(path)
    counts = collections.Counter()

    def add(code, table, times=1):
        if times:
            counts[f"{code} {feed.names.get(table, table + '.txt').rpartition('/')[2]}"] += times

    def is_there(table):
        # A file without even a header is as good as none.
        return table in feed.names and feed.zip.getinfo(feed.names[table]).file_size > 0

    for table, key in KEYS.items():
        seen = set()
        for row in feed.rows(table):
            if table in ("stop_times", "shapes"):
                sequence = number(row.get(key[1]))
                if key[0] not in row or sequence is None or sequence < 0:
                    continue
                value = (row[key[0]], int(sequence))
                if table == "shapes" and (number(row.get("shape_pt_lat")) is None or number(row.get("shape_pt_lon")) is None):
                    continue
            else:
                value = tuple(row.get(name) for name in key)
                if not any(value):
                    continue
            add("duplicate_key", table, value in seen)
            seen.add(value)
    for table, field, targets in REFERENCES:
        for target, _ in targets:
            feed.rows(target)
        if any(target in feed.partial for target, _ in targets):
            continue
        if not any(is_there(target) for target, _ in targets) and any(target in NEEDED for target, _ in targets):
            continue
        there = {row[column] for target, column in targets for row in feed.rows(target) if column in row}
        add("foreign_key_violation", table, sum(field in row and row[field] not in there for row in feed.rows(table)))

    trips = {}
    for row in feed.rows("trips"):
        trips.setdefault(row.get("trip_id"), row)
    calls = collections.defaultdict(list)
    called = set()
    windows = set()
    for place, row in enumerate(feed.rows("stop_times")):
        if "trip_id" not in row:
            continue
        called.add(row.get("stop_id"))
        if "start_pickup_drop_off_window" in row or "end_pickup_drop_off_window" in row:
            windows.add(row["trip_id"])
        sequence = number(row.get("stop_sequence"))
        if sequence is None or sequence < 0:
            continue
        calls[row["trip_id"]].append((int(sequence), place, row))
        if ("arrival_time" in row) != ("departure_time" in row):
            add("stop_time_with_only_arrival_or_departure_time", "stop_times")
        arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
        if arrival is not None and departure is not None and departure < arrival:
            add("start_and_end_range_out_of_order", "stop_times")
    called |= {row.get("stop_id") for row in feed.rows("location_group_stops")}
    if is_there("stop_times"):
        for trip, row in trips.items():
            if trip is None:
                continue
            count = len(calls.get(trip, []))
            if count < 2 and trip not in windows:
                add("unusable_trip" if count else "unused_trip", "trips")
        seen = set()
        for row in feed.rows("stops"):
            if row.get("stop_id") in seen or "stop_id" not in row:
                continue
            seen.add(row["stop_id"])
            if (number(row.get("location_type")) or 0) == 0 and row["stop_id"] not in called:
                add("stop_without_stop_time", "stops")
    for trip, rows in calls.items():
        rows.sort(key=lambda item: item[:2])
        before = None
        distance = None
        for place, (_, _, row) in enumerate(rows):
            arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
            if place in (0, len(rows) - 1) and trip not in windows and (arrival is None or departure is None):
                add("missing_trip_edge", "stop_times")
            if arrival is not None or departure is not None:
                first = arrival if arrival is not None else departure
                if before is not None and before > first:
                    add("stop_time_with_arrival_before_previous_departure_time", "stop_times")
                before = departure if departure is not None else arrival
            here = number(row.get("shape_dist_traveled"))
            if here is not None and here >= 0:
                if distance is not None and here <= distance:
                    add("decreasing_or_equal_stop_time_distance", "stop_times")
                distance = here
    if is_there("trips"):
        used = {row.get("shape_id") for row in feed.rows("trips")}
        add("unused_shape", "shapes", len({row.get("shape_id") for row in feed.rows("shapes")} - used - {None}))
        used = {row.get("route_id") for row in feed.rows("trips")}
        add("unused_route", "routes", len({row.get("route_id") for row in feed.rows("routes")} - used - {None}))
    points = collections.defaultdict(list)
    for place, row in enumerate(feed.rows("shapes")):
        sequence, latitude, longitude = (number(row.get(name)) for name in ("shape_pt_sequence", "shape_pt_lat", "shape_pt_lon"))
        if None not in (sequence, latitude, longitude) and "shape_id" in row and sequence >= 0:
            points[row["shape_id"]].append((int(sequence), place, latitude, longitude, number(row.get("shape_dist_traveled"))))
    for rows in points.values():
        rows.sort(key=lambda item: item[:2])
        add("single_shape_point", "shapes", len(rows) == 1)
        for one, two in zip(rows, rows[1:]):
            if one[0] == two[0] or None in (one[4], two[4]):
                continue
            if two[4] < one[4]:
                add("decreasing_shape_distance", "shapes")
            elif two[4] == one[4]:
                if round(one[2] * 1e7) == round(two[2] * 1e7) and round(one[3] * 1e7) == round(two[3] * 1e7):
                    add("equal_shape_distance_same_coordinates", "shapes")
                else:
                    scale = math.cos(math.radians((one[2] + two[2]) / 2))
                    metres = math.hypot((two[2] - one[2]) * 111_132, (two[3] - one[3]) * 111_320 * scale)
                    # Close to the bound the shape of the earth decides.
                    if metres >= 1.11 * 1.01:
                        add("equal_shape_distance_diff_coordinates", "shapes")
                    elif metres > 1.11 * 0.99:
                        counts["unsure equal_shape_distance_diff_coordinates"] += 1
    for row in feed.rows("routes"):
        if "route_short_name" not in row and "route_long_name" not in row:
            add("route_both_short_and_long_name_missing", "routes")
        add("route_short_name_too_long", "routes", len(row.get("route_short_name", "")) > 12)
    kinds = {}
    for row in feed.rows("stops"):
        if "stop_id" in row:
            kinds.setdefault(row["stop_id"], int(number(row.get("location_type")) or 0))
    for row in feed.rows("stops"):
        kind = int(number(row.get("location_type")) or 0)
        parent = row.get("parent_station")
        add("station_with_parent_station", "stops", kind == 1 and parent is not None)
        add("location_without_parent_station", "stops", kind in (2, 3, 4) and parent is None)
        if parent in kinds and kind != 1:
            add("wrong_parent_location_type", "stops", kinds[parent] != (0 if kind == 4 else 1))
    print(json.dumps(counts, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1])
