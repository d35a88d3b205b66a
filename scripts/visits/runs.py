"""Groups records by run: its positions, vehicle by vehicle, and its predictions."""
import itertools
import math

from checking.feeds import civil, clock, metres, seconds
from boards.realtime import ADDED, CANCELED, DELETED, DUPLICATED, NEW, UNSCHEDULED, Realtime, number
from visits.predictions import Predictions, said
from visits.timetable import Call, calls_of_trip

CONTRADICTION = 60    # metres between two places at one time, of which one must be wrong
OF_TRIP = "feed_timestamp entity_id trip_id route_id direction_id start_time start_date vehicle_id".split()


def vehicle_of(record):
    return next((record[k] for k in ("vehicle_id", "vehicle_label", "license_plate") if record.get(k)), None)


class Run:
    """One trip on one service day, with its records in the archive."""

    def __init__(self, trip, date, start):
        self.trip, self.date, self.start = trip, date, start
        self.vehicles, self.updates = {}, []
        self.relationship, self.calls, self.scheduled_trip = 0, [], None
        self.way = self.heard = None
        self.is_shape = False

    @property
    def name(self):
        return self.trip if self.start is None else "%s_%s" % (self.trip, clock(self.start))

    def add_fix(self, record):
        """Of consecutive messages that repeat a position, the newest counts; of two at the same time, the fuller
        vehicle."""
        fixes = self.vehicles.setdefault(vehicle_of(record), [])
        if fixes and said(fixes[-1]) == said(record):
            if weight(record) >= weight(fixes[-1]):
                fixes[-1] = record
        else:
            fixes.append(record)

    def in_order(self):
        """Returns vehicles with their positions in time order. The vehicle that the last update names comes first and
        gets all predictions; else the vehicle with the most positions, and among equals the one seen first."""
        named = next((vehicle_of(u) for u in self.updates[::-1] if u.get("vehicle_id")), None)
        result = [(vehicle, each_time_once(fixes)) for vehicle, fixes in self.vehicles.items()]
        return sorted(result, key=lambda pair: (pair[0] != named, -len(pair[1]), said(pair[1][0]), str(pair[0]))) or [
            (named, [])]


def each_time_once(fixes):
    """Returns the counting record of each time in order, and the next record that is so far away that one of the two
    must have the wrong time."""
    result = []
    ordered = sorted(fixes, key=weight, reverse=True)
    for _, group in itertools.groupby(sorted(ordered, key=said), key=said):
        group = list(group)
        result.append(group[0])
        result += [r for r in group[1:] if contradict(group[0], r)][:1]
    return result


def contradict(one, other):
    places = [[r.get("latitude"), r.get("longitude")] for r in (one, other)]
    return None not in sum(places, []) and metres(*places) >= CONTRADICTION


def weight(record):
    status = number("occupancy", record.get("occupancy_status"))
    return record.get("feed_timestamp") or 0, -1 if status is None else status


class Archive:
    """Returns every run with records, and runs of the timetable without any report."""

    def __init__(self, feed, ways, records):
        self.feed, self.ways, self.runs = feed, ways, {}
        records = together(records)
        self.calendar, self.examples = Realtime(feed, ()), {}
        for trip in sorted(feed.trips, key=str.encode):
            visits = feed.visits[trip]
            self.examples.setdefault(
                (feed.trips[trip].get("shape_id"), tuple(v.stop for v in visits), tuple(v.distance for v in visits)), trip)
        self.ends = max((max(r.get("feed_timestamp") or 0, said(r) or 0) for r in records), default=0)
        updates = [r for r in records if r["table"] == "trip_updates" and r.get("trip_id") and said(r) is not None]
        self.copies = {}
        for record in updates:
            properties = record.get("trip_properties") or {}
            if relationship(record) == DUPLICATED and properties.get("trip_id"):
                self.copies[properties["trip_id"]] = record["trip_id"], properties
        for record in updates:
            run = self.run(record)
            if run:
                run.updates.append(record)
        for record in records:
            if record["table"] == "vehicle_positions" and record.get("trip_id") and said(record) is not None:
                run = self.run(record)
                if run:
                    run.add_fix(record)
        for run in self.runs.values():
            self.complete(run)
        # A trip that is not marked as added but that the timetable lacks is reported, but not performed.
        self.runs = {key: run for key, run in self.runs.items() if run.calls or run.relationship in (ADDED, NEW)}

    def run(self, record):
        """Returns the run of a record, or None if it means none."""
        trip, properties = record["trip_id"], record.get("trip_properties") or {}
        if record["table"] == "trip_updates" and relationship(record) == DUPLICATED and properties.get("trip_id"):
            key = properties["trip_id"], properties.get("start_date") or record.get("start_date"), None
        elif trip in self.copies:
            key = trip, self.copies[trip][1].get("start_date") or record.get("start_date"), None
        elif trip not in self.feed.trips or not self.feed.visits[trip]:
            key = trip, record.get("start_date") or self.feed.local_date(said(record)).strftime("%Y%m%d"), None
        else:
            key = self.scheduled(record)
        if key is None or key[1] is None:
            return None
        return self.runs.setdefault(key, Run(*key))

    def scheduled(self, record):
        trip, start = record["trip_id"], None
        if trip in self.feed.frequencies:
            start = seconds(record.get("start_time") or "")
            if start is None:
                return None
        if not record.get("start_date"):
            date = self.feed.nearest_day(trip, start, said(record))
            return date and (trip, date, start)
        if not record.get("start_time"):
            return trip, record["start_date"], start
        return (trip, *self.calendar.instant(trip, record["start_date"], seconds(record["start_time"]), start))

    def complete(self, run):
        """Gives a run its stop times and its shape."""
        run.updates.sort(key=lambda u: (said(u), u.get("feed_timestamp") or 0))
        records = run.updates or [r for fixes in run.vehicles.values() for r in fixes]
        # Of several at one time, the last one counts.
        run.relationship = relationship(max(records[::-1], key=said)) if records else 0
        trip, shape_id, start = run.trip, None, run.start
        if run.trip in self.copies:
            trip, properties = self.copies[run.trip]
            start, shape_id = seconds(properties.get("start_time") or ""), properties.get("shape_id")
        day = civil(run.date)
        if trip in self.feed.trips and self.feed.visits[trip]:
            run.scheduled_trip = trip
            run.calls = calls_of_trip(self.feed, trip, self.feed.zero(trip, day, start))
            if trip in self.feed.frequencies and not self.is_exact(trip):
                # Vehicles of an inexact headway are due nowhere at any time.
                for call in run.calls:
                    call.arrival = call.departure = None
            shape_id = shape_id or self.feed.trips[trip].get("shape_id")
            distances = [v.distance for v in self.feed.visits[trip]]
        else:
            is_added = run.relationship in (ADDED, NEW)
            run.calls, distances = added_calls(run.updates) if is_added else [], None
        times = None
        if run.scheduled_trip:
            # Those of the smallest trip_id among the trips with this shape.
            example = self.examples.get((shape_id, tuple(c.stop for c in run.calls), tuple(distances)), trip)
            times = [(v.arrival, v.departure) for v in self.feed.visits[example]]
        run.way, run.is_shape, along = self.ways.of(shape_id, [c.stop for c in run.calls], distances, times)
        for call, metres in zip(run.calls, along):
            call.along = metres
        run.predictions = Predictions(run, self.feed, self.ends)
        # A prediction for long after the last record is not known to have come true.
        run.heard = max((said(r) for r in itertools.chain(run.updates, *run.vehicles.values())), default=-math.inf)

    def is_exact(self, trip):
        return any(r.get("trip_id") == trip and r.get("exact_times") == "1" for r in self.feed.table("frequencies"))

    def unseen(self, date):
        """Returns the runs of a service day without records."""
        for trip, row in self.feed.trips.items():
            if not self.feed.visits[trip] or not self.feed.runs_on(row.get("service_id"), civil(date)):
                continue
            for start, _ in self.feed.begins(trip):
                if (start is None or self.is_exact(trip)) and (trip, date, start) not in self.runs:
                    run = Run(trip, date, start)
                    self.complete(run)
                    yield run


def together(records):
    """Combines the updates of one trip in one message, even if each stop has its own record."""
    result, whole = [], {}
    for record in records:
        if record["table"] == "stop_time_updates":
            key = tuple(record.get(k) for k in ("feed_timestamp", "entity_id", "trip_id", "start_date", "start_time"))
            if key not in whole:
                whole[key] = {k: record[k] for k in OF_TRIP if k in record}
                whole[key].update(table="trip_updates", stop_time_updates=[])
                if "trip_schedule_relationship" in record:
                    whole[key]["schedule_relationship"] = record["trip_schedule_relationship"]
                result.append(whole[key])
            whole[key]["stop_time_updates"].append(record)
        else:
            result.append(record)
    return result


def relationship(record):
    return number("schedule_relationship", record.get("schedule_relationship")) or 0


def added_calls(updates):
    """Returns the stops of a trip that the timetable lacks: those of the first message, then those that later messages
    add."""
    calls, seen = [], set()
    for record in updates:
        for one in record.get("stop_time_updates") or []:
            key = one.get("stop_sequence"), one.get("stop_id")
            if one.get("stop_id") and key not in seen:
                seen.add(key)
                calls.append(Call(one["stop_id"], one.get("stop_sequence")))
    if all(c.sequence is not None for c in calls):
        calls.sort(key=lambda c: c.sequence)
    return calls


def word(run):
    """Returns TIDES's schedule_relationship of a run."""
    if run.relationship in (CANCELED, DELETED):
        return "Canceled"
    if run.relationship in (ADDED, NEW):
        return "Added"
    return {DUPLICATED: "Duplicated", UNSCHEDULED: "Unscheduled"}.get(run.relationship, "Scheduled")
