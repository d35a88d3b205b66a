"""A timetable, read from records of `ingest`: what runs on which day, and when it calls where.

The first row of a key counts. Times are seconds of the service day."""
import datetime
from collections import defaultdict

from checking.feeds import KEYS, Calendar, counts, interpolate, position, seconds
from visits.timetable import Ways

WEEK_OF_SECONDS = 604800


class Call:
    """One stop of a trip. `arrival` and `departure` are None if unknown. `metres`: to the next stop with a position, or
    None."""
    __slots__ = "stop arrival departure distance pickup drop_off sequence metres interpolated".split()

    def __init__(self, row):
        self.stop, self.sequence, self.distance = row.get("stop_id"), row["stop_sequence"], row.get("shape_dist_traveled")
        arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
        self.arrival = departure if arrival is None else arrival
        self.departure = arrival if departure is None else departure
        self.pickup, self.drop_off = row.get("pickup_type") or 0, row.get("drop_off_type") or 0
        self.metres = None


class Trip:
    """A trip with its stop times. `starts`: start times of a trip of frequencies, else None; `start` and `end`: of its
    own times; `has_way`: whether two of its stops have positions; `is_whole`: whether all stops have a position and a
    time, and the trip takes time."""
    __slots__ = "id route direction service block shape calls starts start end has_way is_whole".split()


class Feed:
    def __init__(self, records):
        tables = defaultdict(list)
        seen = set()
        for record in records:
            name, key = record["table"], KEYS.get(record["table"])
            if not key or record.get(key[0]) is None or name in ("stop_times", "shapes") and (record.get(key[1]) or 0) < 0:
                continue
            if (name not in ("stop_times", "shapes") or record.get(key[1]) is not None) and counts(record, seen):
                tables[name].append(record)
        self.stops = {row["stop_id"]: row for row in tables["stops"]}
        self.routes = {row["route_id"]: row for row in tables["routes"]}
        calendar = Calendar(tables["calendar"], tables["calendar_dates"])
        self.days, named = calendar.days(), calendar.named("1")
        self.span = (min(named), max(named)) if named else None
        self.read_trips(tables)

    def place(self, stop):
        """Returns latitude and longitude of a stop, else of its parent, else of the parent's parent."""
        row, seen = self.stops.get(stop), set()
        while row is not None and row["stop_id"] not in seen:
            seen.add(row["stop_id"])
            if position(row):
                return position(row)
            row = self.stops.get(row.get("parent_station"))
        return None

    # Trips

    def read_trips(self, tables):
        calls, windows = defaultdict(list), defaultdict(list)
        # Stops of stop times, whether or not a trip runs there.
        self.named = set()
        for row in tables["stop_times"]:
            if row.get("stop_id") is not None:
                self.named.add(row["stop_id"])
                calls[row["trip_id"]].append(Call(row))
        for row in tables["frequencies"]:
            begin, end, step = seconds(row.get("start_time")), seconds(row.get("end_time")), row.get("headway_secs")
            usable = None not in (begin, end, step) and step > 0
            windows[row["trip_id"]].append(range(begin, min(end, WEEK_OF_SECONDS), step) if usable else ())
        self.has_blocks = any(row.get("block_id") for row in tables["trips"])
        self.trips = []
        for row in tables["trips"]:
            trip = Trip()
            trip.id, trip.service, trip.block, trip.shape = row["trip_id"], row.get("service_id"), row.get("block_id"), row.get("shape_id")
            trip.route = row.get("route_id") if row.get("route_id") in self.routes else None
            trip.direction = row.get("direction_id")
            trip.calls = sorted(calls[trip.id], key=lambda call: call.sequence)
            interpolate(trip.calls, self.place)
            trip.starts = sorted({start for window in windows[trip.id] for start in window}) if trip.id in windows else None
            timed = [call for call in trip.calls if call.departure is not None]
            if timed:
                trip.start, trip.end = timed[0].departure, timed[-1].arrival
                places = [self.place(call.stop) for call in trip.calls]
                trip.has_way = sum(place is not None for place in places) > 1
                trip.is_whole = None not in places and len(timed) == len(places) and any(
                    b.arrival > a.departure or b.departure > a.departure for a, b in zip(timed, timed[1:]))
                self.trips.append(trip)
        self.measure(tables["shapes"])

    def measure(self, rows):
        """Returns the distance from each stop with a position to the next one, along the shape if there is one."""
        self.table = lambda name: rows
        ways = Ways(self)
        known = {}
        for trip in self.trips:
            stops = tuple(call.stop for call in trip.calls)
            distances = [call.distance for call in trip.calls]
            times = [(call.arrival, call.departure) for call in trip.calls]
            # Trips with the same shape and stops are placed alike. The times of the smallest trip_id decide where a
            # stop that the shape passes twice is.
            key = trip.shape, stops, tuple(distances)
            if key not in known or trip.id.encode() < known[key][0]:
                known[key] = trip.id.encode(), times
        along = {}
        for trip in self.trips:
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
        return [self.span[0] + datetime.timedelta(number) for number in range((self.span[1] - self.span[0]).days + 1)] \
            if self.span else []

    def active(self, date):
        """The services of a day."""
        return frozenset(service for service, days in self.days.items() if date in days)

    def runs(self, services):
        """Returns the runs of a day with these services: (trip, seconds by which its times are shifted)."""
        for trip in self.trips:
            if trip.service in services:
                for start in (trip.start,) if trip.starts is None else trip.starts:
                    yield trip, start - trip.start
