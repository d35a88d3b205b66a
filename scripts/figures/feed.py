"""A timetable, read from records of `ingest`: what runs on which day, and when it calls where.

The first row of a key counts. Times are seconds of the service day."""
import datetime
from collections import defaultdict

from checking import feeds
from checking.feeds import KEYS, counts
from visits.timetable import Ways

WEEK_OF_SECONDS = 604800


class Trip:
    """A trip with its stop times. `starts`: start times of a trip of frequencies, else None; `start` and `end`: of its
    own times; `has_way`: whether two of its stops have positions; `is_whole`: whether all stops have a position and a
    time, and the trip takes time."""
    __slots__ = "id route direction service block shape calls starts start end has_way is_whole".split()


class Feed(feeds.Feed):
    """`timed_trips`: trips with a time. `named`: stops of stop times, whether or not a trip runs there."""

    def __init__(self, records):
        tables, seen = defaultdict(list), set()
        for record in records:
            name, key = record["table"], KEYS.get(record["table"])
            if not key or record.get(key[0]) is None or name in ("stop_times", "shapes") and (record.get(key[1]) or 0) < 0:
                continue
            if (name not in ("stop_times", "shapes") or record.get(key[1]) is not None) and counts(record, seen):
                tables[name].append(record)
        tables["stop_times"] = [row for row in tables["stop_times"] if row.get("stop_id") is not None]
        super().__init__(tables)
        self.days = {service: {day for day in days if self.has(day)} for service, days in self.calendar.days().items()}
        named = self.calendar.named("1")
        self.span = (min(named), max(named)) if named else None
        self.named = {row["stop_id"] for row in tables["stop_times"]}
        self.has_blocks = any(row.get("block_id") for row in tables["trips"])
        self.timed_trips = [trip for trip in map(self.read_trip, tables["trips"]) if trip.start is not None]
        self.measure()

    def read_trip(self, row):
        trip = Trip()
        trip.id, trip.service = row["trip_id"], row.get("service_id")
        trip.block, trip.shape = row.get("block_id"), row.get("shape_id")
        trip.route = row.get("route_id") if row.get("route_id") in self.routes else None
        trip.direction, trip.calls = row.get("direction_id"), self.visits[trip.id]
        trip.starts = sorted({start for start, _ in self.begins(trip.id) if start < WEEK_OF_SECONDS}) \
            if trip.id in self.frequencies else None
        timed = [call for call in trip.calls if call.departure is not None]
        trip.start, trip.end = (timed[0].departure, timed[-1].arrival) if timed else (None, None)
        places = [self.place(call.stop) for call in trip.calls]
        trip.has_way = sum(place is not None for place in places) > 1
        trip.is_whole = None not in places and len(timed) == len(places) and any(
            b.arrival > a.departure or b.departure > a.departure for a, b in zip(timed, timed[1:]))
        return trip

    def measure(self):
        """Returns the distance from each stop with a position to the next one, along the shape if there is one."""
        ways = Ways(self)
        known = {}
        for trip in self.timed_trips:
            stops = tuple(call.stop for call in trip.calls)
            distances = [call.distance for call in trip.calls]
            times = [(call.arrival, call.departure) for call in trip.calls]
            # Trips with the same shape and stops are placed alike. The times of the smallest trip_id decide where a
            # stop that the shape passes twice is.
            key = trip.shape, stops, tuple(distances)
            if key not in known or trip.id.encode() < known[key][0]:
                known[key] = trip.id.encode(), times
        along = {}
        for trip in self.timed_trips:
            stops, distances = tuple(call.stop for call in trip.calls), [call.distance for call in trip.calls]
            key = trip.shape, stops, tuple(distances)
            if key not in along:
                given = distances if None not in distances else None
                along[key] = ways.of(trip.shape, stops, given, known[key][1])[-1]
            before = None
            for call, metres in zip(trip.calls, along[key]):
                if self.place(call.stop) is None or metres is None:
                    continue
                if before is not None:
                    before[0].metres = max(0.0, metres - before[1])
                before = call, metres

    def covered(self):
        """Returns the first and the last day that the calendars name, whether or not anything runs."""
        days = [self.span[0] + datetime.timedelta(number) for number in range((self.span[1] - self.span[0]).days + 1)] \
            if self.span else []
        return [day for day in days if self.has(day)]

    def active(self, date):
        """The services of a day."""
        return frozenset(service for service, days in self.days.items() if date in days)

    def runs(self, services):
        """Returns the runs of a day with these services: (trip, seconds by which its times are shifted)."""
        for trip in self.timed_trips:
            if trip.service in services:
                for start in (trip.start,) if trip.starts is None else trip.starts:
                    yield trip, start - trip.start
