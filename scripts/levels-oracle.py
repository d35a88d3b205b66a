"""Service levels worked out a second time: counts of trips, first and last departures, headways and vehicles of a feed's zip.

usage: levels-oracle.py FEED.zip KEYS LEVELS.ndjson [FIRST-LAST]

KEYS is as --by has it, the days as --date. Reads the zip with csv and nothing else, counts day by day without sharing anything, and compares with
the records, kilometres apart. Prints what differs; ends with 1
where anything does, with 0 where nothing does, with 3 where the feed is not for this (no times, duplicate keys, ...).
"""

import csv
import datetime
import io
import json
import sys
import zipfile
from collections import defaultdict


def table(archive, name):
    found = [n for n in archive.namelist() if n.split("/")[-1] == name]
    if not found:
        return []
    text = archive.read(found[0]).decode("utf-8-sig", "replace")
    rows = csv.reader(io.StringIO(text))
    head = [h.strip() for h in next(rows, [])]
    return [dict(zip(head, (c.strip() for c in row))) for row in rows if row]


def seconds(text):
    parts = text.split(":")
    if len(parts) != 3:
        return None
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])


def day(text):
    return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:8]))


WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


def main():
    archive = zipfile.ZipFile(sys.argv[1])
    keys = sys.argv[2].split(",")
    weeks = {}
    for row in table(archive, "calendar.txt"):
        weeks.setdefault(row["service_id"], row)
    exceptions = {}
    for row in table(archive, "calendar_dates.txt"):
        exceptions.setdefault((row["service_id"], row["date"]), row["exception_type"])
    routes = {row["route_id"] for row in table(archive, "routes.txt")}
    trips = {}
    for row in table(archive, "trips.txt"):
        trips.setdefault(row["trip_id"], row)
    rows = defaultdict(dict)
    for row in table(archive, "stop_times.txt"):
        # A sequence below 0 is none, and nobody knows where a row without one belongs.
        if int(row["stop_sequence"]) >= 0:
            rows[row["trip_id"]].setdefault(int(row["stop_sequence"]), row)
    frequencies = defaultdict(dict)
    for row in table(archive, "frequencies.txt"):
        frequencies[row["trip_id"]].setdefault(seconds(row["start_time"]), row)

    def runs(service, date):
        text = date.strftime("%Y%m%d")
        said = exceptions.get((service, text))
        if said:
            return said == "1"
        week = weeks.get(service)
        return bool(week) and week["start_date"] <= text <= week["end_date"] and week[WEEK[date.weekday()]] == "1"

    # Each run of a trip: its calls with seconds.
    lines = []
    for trip_id, trip in trips.items():
        calls = []
        for sequence in sorted(rows.get(trip_id, {})):
            row = rows[trip_id][sequence]
            arrival = seconds(row.get("arrival_time", ""))
            departure = seconds(row.get("departure_time", ""))
            arrival = departure if arrival is None else arrival
            departure = arrival if departure is None else departure
            if arrival is None or not row.get("stop_id"):
                sys.exit(3)
            calls.append((row["stop_id"], arrival, departure))
        if not calls:
            continue
        starts = [calls[0][2]]
        if trip_id in frequencies:
            found = set()
            for row in frequencies[trip_id].values():
                found |= set(range(seconds(row["start_time"]), seconds(row["end_time"]), int(row["headway_secs"])))
            starts = sorted(found)
        direction = trip.get("direction_id", "")
        route = trip["route_id"] if trip["route_id"] in routes else None
        for start in starts:
            shift = start - calls[0][2]
            lines.append(
                (route, int(direction) if direction else None, trip["service_id"],
                 [(s, a + shift, d + shift) for s, a, d in calls]))

    dates = set()
    for week in weeks.values():
        date = day(week["start_date"])
        while date <= day(week["end_date"]):
            dates.add(date)
            date += datetime.timedelta(1)
    dates |= {day(d) for (_, d), kind in exceptions.items() if kind == "1"}

    if len(sys.argv) > 4:
        first, last = (day(text) for text in sys.argv[4].split("-"))
        dates = {date for date in dates if first <= date <= last}
    groups = {}

    def group(*values):
        return groups.setdefault(values, {"trips": 0, "first": [], "gaps": [], "peaks": []})

    for date in sorted(dates):
        todays = [line for line in lines if runs(line[2], date)]
        departures = defaultdict(list)
        under_way = defaultdict(list)
        for route, direction, _, calls in todays:
            def values(stop=None, hour=None):
                known = {
                    "route_id": route, "direction_id": direction, "stop_id": stop, "hour": hour,
                    "weekday": WEEK[date.weekday()],
                    "day_type": (["weekday"] * 5 + ["saturday", "sunday"])[date.weekday()],
                    "date": date.strftime("%Y%m%d")}
                return tuple(known[key] for key in keys)
            line = (route, direction)
            if "stop_id" in keys:
                seen = set()
                for place, (stop, arrival, departure) in enumerate(calls):
                    key = values(stop, departure // 3600)
                    if key not in seen:
                        seen.add(key)
                        group(*key)["trips"] += 1
                    if place < len(calls) - 1:
                        group(*key)["first"].append(departure)
            else:
                start = calls[0][2]
                key = values(None, start // 3600)
                group(*key)["trips"] += 1
                group(*key)["first"].append(start)
                end = max(calls[-1][1], start + 1)
                if "hour" in keys:
                    for hour in range(start // 3600, (end - 1) // 3600 + 1):
                        under_way[values(None, hour)].append((max(start, hour * 3600), min(end, hour * 3600 + 3600)))
                else:
                    under_way[key].append((start, end))
            by_line = not ("stop_id" in keys and "route_id" not in keys)
            for stop, arrival, departure in calls[:-1]:
                bundle = values("", 0) if not by_line else line
                departures[(bundle, stop)].append((departure, values(stop, departure // 3600)))
        for found in departures.values():
            found.sort(key=lambda x: x[0])
            for before, (departure, key) in zip(found, found[1:]):
                group(*key)["gaps"].append(departure - before[0])
        for key, spans in under_way.items():
            # Ends come before beginnings of the same moment.
            now = most = 0
            for _, change in sorted([(s, 1) for s, _ in spans] + [(e, -1) for _, e in spans]):
                now += change
                most = max(most, now)
            group(*key)["peaks"].append(most)

    expected = {}
    for key, found in groups.items():
        gaps = sorted(found["gaps"])
        expected[key] = (
            found["trips"],
            min(found["first"], default=None), max(found["first"], default=None),
            gaps[(len(gaps) - 1) // 2] if gaps else None, max(found["peaks"], default=None))
    actual = {}
    for text in open(sys.argv[3]):
        row = json.loads(text)
        first, last = row["first_departure"], row["last_departure"]
        if not row["trips"] and row["peak_vehicles"] is None and row["headway_p50"] is None:
            # The rest of a way that is driven in no time at all, in the hour that begins when the trip ends.
            continue
        actual[tuple(row[key] for key in keys)] = (
            row["trips"], first and seconds(first), last and seconds(last), row["headway_p50"], row["peak_vehicles"])
    differences = 0
    for key in sorted(set(expected) | set(actual), key=str):
        if expected.get(key) != actual.get(key):
            differences += 1
            if differences <= 5:
                print(key, "expected", expected.get(key), "got", actual.get(key))
    print(f"{len(expected)} groups, {differences} differences")
    sys.exit(1 if differences else 0)


try:
    main()
except (ValueError, KeyError) as fault:
    print(f"{sys.argv[1]}: not for this: {fault}")
    sys.exit(3)
