"""Makes real series comparable: derives a timetable from positions, and finds trips under the names of their
timetable."""
import os
import statistics
from collections import Counter, defaultdict

from checking.feeds import civil, clock, seconds
from checking.made import Folder, rows
from checking.program import records as read, run
from visits.happened import STOPPED_AT

SECONDS_A_STOP = 120


def decoded(linefeed, folder):
    """Yields the records of all messages of a folder, or of the named files."""
    files = folder if isinstance(folder, list) else [os.path.join(folder, n) for n in sorted(os.listdir(folder))]
    status, output, errors = run([linefeed, "decode-rt", *files])
    if status:
        raise RuntimeError(errors)
    return [r for r in read(output) if r["table"] in ("trip_updates", "vehicle_positions")]


def derive_feed(records, folder, zone):
    """Writes a feed of the trips that vehicles named, except those that they called added. The stops of a trip are the
    stops that vehicles of its route and direction named, in the order of their sequences."""
    told = [r for r in records if r["table"] == "vehicle_positions" and r.get("stop_id")
            and r.get("current_stop_sequence") is not None and r.get("trip_id") and r.get("start_time")]
    own, along = defaultdict(dict), defaultdict(lambda: defaultdict(Counter))
    for record in told:
        own[record["trip_id"]][record["current_stop_sequence"]] = record["stop_id"]
        along[line_of(record)][record["current_stop_sequence"]][record["stop_id"]] += 1
    trips = {r["trip_id"]: r for r in told if not r.get("schedule_relationship")}
    patterns = {}
    for trip, record in trips.items():
        common = {q: stops.most_common(1)[0][0] for q, stops in along[line_of(record)].items()}
        # Stops that the trip itself names are not repeated under the numbers that other trips give them.
        rows = {q: s for q, s in common.items() if s not in own[trip].values()}
        patterns[trip] = sorted({**rows, **own[trip]}.items())
    places = stop_places(told, patterns.values())
    write(folder, zone, trips, patterns, places)


def line_of(record):
    return record.get("route_id"), record.get("direction_id")


def stop_places(told, patterns):
    """Returns where vehicles stood; for a stop where none stood, the middle between its neighbours."""
    seen, places = defaultdict(list), {}
    for record in told:
        if record.get("current_status") == STOPPED_AT and record.get("latitude") is not None:
            seen[record["stop_id"]].append((record["latitude"], record["longitude"]))
    for stop, found in seen.items():
        places[stop] = statistics.median(p[0] for p in found), statistics.median(p[1] for p in found)
    for pattern in patterns:
        stops = [stop for _, stop in pattern]
        for i, stop in enumerate(stops):
            before = next((places[s] for s in stops[:i][::-1] if s in places), None)
            after = next((places[s] for s in stops[i + 1:] if s in places), None)
            if stop not in places and before and after:
                places[stop] = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
    return places


def write(folder, zone, trips, patterns, places):
    stops = sorted({s for pattern in patterns.values() for _, s in pattern})
    days = sorted({r["start_date"] for r in trips.values()})
    tables = {
        "agency": ["agency_name,agency_url,agency_timezone", "Derived,https://example.org/," + zone],
        "routes": ["route_id,route_short_name,route_type"] + [
            "%s,%s,1" % (r, r) for r in sorted({r["route_id"] for r in trips.values()})],
        "calendar_dates": ["service_id,date,exception_type"] + ["D%s,%s,1" % (d, d) for d in days],
        "stops": ["stop_id,stop_name,stop_lat,stop_lon"] + [
            "%s,%s,%s" % (s, s, "%.6f,%.6f" % places[s] if s in places else ",") for s in stops],
        "trips": ["route_id,service_id,trip_id,direction_id"] + [
            "%s,D%s,%s,%s" % (r["route_id"], r["start_date"], t, r.get("direction_id", "")) for t, r in trips.items()],
        "stop_times": ["trip_id,stop_sequence,stop_id,arrival_time,departure_time"]}
    for trip, pattern in patterns.items():
        begin = seconds(trips[trip]["start_time"])
        for n, (sequence, stop) in enumerate(pattern):
            time = clock(begin + n * SECONDS_A_STOP)
            tables["stop_times"].append("%s,%d,%s,%s,%s" % (trip, sequence, stop, time, time))
    for name, lines in tables.items():
        Folder(folder).write(name + ".txt", rows(lines[0], lines[1:]))


def renamed(feed, records):
    """Returns records with the timetable's trip_ids, if they can be derived from those of New York's subway: hundredths
    of a minute of the service day at which the trip begins, and the last part of the timetable's mta_trip_id."""
    known = defaultdict(list)
    for trip, row in feed.trips.items():
        if feed.visits[trip] and feed.visits[trip][0].departure is not None:
            known[row.get("mta_trip_id"), feed.visits[trip][0].departure, row["service_id"]].append(trip)
    services = {day: [s for s in {r["service_id"] for r in feed.trips.values()} if feed.runs_on(s, civil(day))]
                for day in {r.get("start_date") for r in records} if day}
    result = []
    for record in records:
        begin, _, path = (record.get("trip_id") or "").partition("_")
        if begin.isdigit():
            trips = [t for s in services.get(record.get("start_date"), ())
                     for t in known[path, int(begin) * 60 // 100, s]]
            record = dict(record, trip_id=trips[0] if len(trips) == 1 else record["trip_id"])
        result.append(record)
    return result

