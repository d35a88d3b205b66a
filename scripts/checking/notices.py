"""Counts breaches of some of check's rules in a GTFS zip with Python's csv and without linefeed code."""
import collections
import zipfile

from checking.feeds import KEYS, decimal, metres, rows, seconds
from checking.references import references

# In these tables, a repeated key is counted. A row that refers to a missing file is not counted.
COUNTED = ["agency", "stops", "routes", "trips", "calendar", "calendar_dates", "stop_times", "shapes", "frequencies",
           "fare_attributes", "levels", "pathways"]
NEEDED = {"agency", "stops", "routes", "trips", "calendar", "calendar_dates"}


class Feed:
    """Returns the rows of a zip's tables without empty cells; `partial`: tables of which a row was skipped."""

    def __init__(self, path):
        self.zip, self.partial, self.cache = zipfile.ZipFile(path), set(), {}
        places = [(*name.rpartition("/")[::2], name) for name in self.zip.namelist() if name.endswith(".txt")
                  and "__MACOSX" not in name]
        own = min((folder for folder, _, _ in places), key=len, default="")
        self.names = {base.lower()[:-4]: name for folder, base, name in places if folder == own}

    def rows(self, table):
        if table not in self.cache:
            data = self.zip.read(self.names[table]) if table in self.names else b""
            self.cache[table] = [{name: cell for name, cell in row.items() if cell}
                                 for row in rows(data, lambda: self.partial.add(table))]
        return self.cache[table]

    def is_there(self, table):
        # A file without even a header counts as missing.
        return table in self.names and self.zip.getinfo(self.names[table]).file_size > 0


def sequence_of(row, column):
    number = decimal(row.get(column))
    return None if number is None or number < 0 else int(number)


def notices(path):
    """Counts how often each rule is broken, by "code file"; values close to a bound count under "unsure code"."""
    feed = Feed(path)
    counts = collections.Counter()

    def add(code, table, times=1):
        if times:
            counts[f"{code} {feed.names.get(table, table + '.txt').rpartition('/')[2]}"] += times

    for table in COUNTED:
        seen = set()
        for row in feed.rows(table):
            value = tuple(row.get(name) for name in KEYS[table])
            if table in ("stop_times", "shapes"):
                value = value[0], sequence_of(row, KEYS[table][1])
                if None in value or table == "shapes" and None in (decimal(row.get("shape_pt_lat")), decimal(row.get("shape_pt_lon"))):
                    continue
            elif not any(value):
                continue
            add("duplicate_key", table, value in seen)
            seen.add(value)
    for table, field, targets in references():
        there = {row[column] for target, column in targets for row in feed.rows(target) if column in row}
        names = {target for target, _ in targets}
        # Locations are not a text table.
        if names & feed.partial or "locations" in names or names & NEEDED and not any(map(feed.is_there, names)):
            continue
        add("foreign_key_violation", table, sum(field in row and row[field] not in there for row in feed.rows(table)))

    trips = {}
    for row in feed.rows("trips"):
        trips.setdefault(row.get("trip_id"), row)
    calls = collections.defaultdict(list)
    called = set()
    groups = set()
    for place, row in enumerate(feed.rows("stop_times")):
        if "trip_id" not in row:
            continue
        called.add(row.get("stop_id"))
        groups.add(row.get("location_group_id"))
        sequence = sequence_of(row, "stop_sequence")
        if sequence is None:
            continue
        calls[row["trip_id"]].append((sequence, place, row))
        if ("arrival_time" in row) != ("departure_time" in row):
            add("stop_time_with_only_arrival_or_departure_time", "stop_times")
        arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
        if arrival is not None and departure is not None and departure < arrival:
            add("start_and_end_range_out_of_order", "stop_times")
    called |= {row.get("stop_id") for row in feed.rows("location_group_stops")
               if row.get("location_group_id") in groups - {None}}
    if feed.is_there("stop_times"):
        for trip, row in trips.items():
            if trip is None:
                continue
            count = len(calls.get(trip, []))
            add("unused_trip", "trips", count == 0)
            add("unusable_trip", "trips", count < 2)
        seen = set()
        for row in feed.rows("stops"):
            if row.get("stop_id") in seen or "stop_id" not in row:
                continue
            seen.add(row["stop_id"])
            if (decimal(row.get("location_type")) or 0) == 0 and row["stop_id"] not in called:
                add("stop_without_stop_time", "stops")
    for trip, rows in calls.items():
        rows.sort(key=lambda item: item[:2])
        before = None
        distance = None
        for place, (_, _, row) in enumerate(rows):
            arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
            # The only stop time of a trip is its first and its last.
            edges = (place == 0) + (place == len(rows) - 1)
            if not ("start_pickup_drop_off_window" in row or "end_pickup_drop_off_window" in row):
                add("missing_trip_edge", "stop_times", edges * ((arrival is None) + (departure is None)))
            if arrival is not None and before is not None and before > arrival:
                add("stop_time_with_arrival_before_previous_departure_time", "stop_times")
            before = before if departure is None else departure
            if "stop_id" not in row:
                continue
            here = decimal(row.get("shape_dist_traveled"))
            here = None if here is not None and here < 0 else here
            if here is not None and distance is not None and here <= distance:
                add("decreasing_or_equal_stop_time_distance", "stop_times")
            distance = here
    if feed.is_there("trips"):
        used = {row.get("shape_id") for row in feed.rows("trips")}
        add("unused_shape", "shapes", len({row.get("shape_id") for row in feed.rows("shapes")} - used - {None}))
        used = {row.get("route_id") for row in feed.rows("trips")}
        add("unused_route", "routes", len({row.get("route_id") for row in feed.rows("routes")} - used - {None}))
    points = collections.defaultdict(list)
    for place, row in enumerate(feed.rows("shapes")):
        sequence, latitude, longitude = sequence_of(row, "shape_pt_sequence"), *(
            decimal(row.get(name)) for name in ("shape_pt_lat", "shape_pt_lon"))
        if None not in (sequence, latitude, longitude) and "shape_id" in row:
            points[row["shape_id"]].append((sequence, place, latitude, longitude, decimal(row.get("shape_dist_traveled"))))
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
                    apart = metres(one[2:4], two[2:4])
                    # Close to the bound, the model of the earth decides.
                    if apart >= 1.11 * 1.01:
                        add("equal_shape_distance_diff_coordinates", "shapes")
                    elif apart > 1.11 * 0.99:
                        counts["unsure equal_shape_distance_diff_coordinates"] += 1
    for row in feed.rows("routes"):
        if "route_short_name" not in row and "route_long_name" not in row:
            add("route_both_short_and_long_name_missing", "routes")
        add("route_short_name_too_long", "routes", len(row.get("route_short_name", "")) > 12)
    kinds = {}
    for row in feed.rows("stops"):
        if "stop_id" in row:
            kinds.setdefault(row["stop_id"], int(decimal(row.get("location_type")) or 0))
    for row in feed.rows("stops"):
        kind = int(decimal(row.get("location_type")) or 0)
        parent = row.get("parent_station")
        add("station_with_parent_station", "stops", kind == 1 and parent is not None)
        add("location_without_parent_station", "stops", kind in (2, 3, 4) and parent is None)
        if parent in kinds and kind != 1:
            add("wrong_parent_location_type", "stops", kinds[parent] != (0 if kind == 4 else 1))
    return counts
