"""A timetable, read from the records that `ingest` writes: what runs on which day, and when it calls where.

Of rows that share a key the first counts. Times are seconds of the service day."""
import datetime
import json
import math
from collections import defaultdict

from boards.feed import metres as radians_apart
import visits.timetable

WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAY_TYPES = ["weekday", "saturday", "sunday"]
WEEK_OF_SECONDS = 604800
KEYS = {"stops": ["stop_id"], "routes": ["route_id"], "calendar": ["service_id"], "calendar_dates": ["service_id", "date"],
        "trips": ["trip_id"], "shapes": ["shape_id", "shape_pt_sequence"], "stop_times": ["trip_id", "stop_sequence"], "frequencies": ["trip_id", "start_time"]}


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def seconds(time):
    if time is None:
        return None
    hours, minutes, rest = map(int, time.split(":"))
    return hours * 3600 + minutes * 60 + rest


def clock(value):
    return None if value is None else "%02d:%02d:%02d" % (value // 3600, value // 60 % 60, value % 60)


def civil(text):
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except (TypeError, ValueError):
        return None


def day_type(date):
    return DAY_TYPES[max(0, date.weekday() - 4)]


def is_place(place):
    """Whether both coordinates are there, on the globe, and not beside 0,0."""
    return None not in place and abs(place[0]) <= 90 and abs(place[1]) <= 180 and not (
        abs(place[0]) < 1 and abs(place[1]) < 1)


class Call:
    """One stop of a trip; `arrival` and `departure` None where nothing tells them. `metres`: to the next stop with a place,
    None where there is none."""
    __slots__ = "stop arrival departure distance pickup drop_off sequence metres".split()

    def __init__(self, row):
        self.stop, self.sequence, self.distance = row.get("stop_id"), row["stop_sequence"], row.get("shape_dist_traveled")
        arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
        self.arrival = departure if arrival is None else arrival
        self.departure = arrival if departure is None else departure
        self.pickup, self.drop_off = row.get("pickup_type") or 0, row.get("drop_off_type") or 0
        self.metres = None


class Trip:
    """A trip with its calls. `starts`: of a trip of frequencies when it starts, else None; `start` and `end`: of its own
    times; `has_way`: whether two of its stops have a place; `is_whole`: whether all
    have a place and a time, and it takes time."""
    __slots__ = "id route direction service block shape calls starts start end has_way is_whole".split()


class Feed:
    def __init__(self, records):
        tables = defaultdict(list)
        seen = defaultdict(set)
        for record in records:
            name = record["table"]
            key = KEYS.get(name)
            if key is None or record.get(key[0]) is None:
                continue
            if name in ("stop_times", "shapes") and (record.get(key[1]) is None or record[key[1]] < 0):
                continue
            value = tuple(record.get(column) for column in key)
            if value not in seen[name]:
                seen[name].add(value)
                tables[name].append(record)
        self.stops = {row["stop_id"]: row for row in tables["stops"]}
        self.routes = {row["route_id"]: row for row in tables["routes"]}
        self.read_calendar(tables)
        self.read_trips(tables)

    # Days

    def read_calendar(self, tables):
        self.days = defaultdict(set)
        named = []
        for row in tables["calendar"]:
            date, last = civil(row.get("start_date")), civil(row.get("end_date"))
            if date is not None and last is not None and date <= last:
                named += [date, last]
            while date is not None and last is not None and date <= last:
                if row.get(WEEK[date.weekday()]) == 1:
                    self.days[row["service_id"]].add(date)
                date += datetime.timedelta(1)
        for row in tables["calendar_dates"]:
            date = civil(row.get("date"))
            if date is not None and row.get("exception_type") == 1:
                self.days[row["service_id"]].add(date)
                named.append(date)
            elif date is not None and row.get("exception_type") == 2:
                self.days[row["service_id"]].discard(date)
        self.span = (min(named), max(named)) if named else None

    # Places

    def place(self, stop):
        """Latitude and longitude of a stop; one without stands where its parent is, or the parent's parent."""
        row, seen = self.stops.get(stop), set()
        while row is not None and row["stop_id"] not in seen:
            seen.add(row["stop_id"])
            place = row.get("stop_lat"), row.get("stop_lon")
            if is_place(place):
                return place
            row = self.stops.get(row.get("parent_station"))
        return None

    # Trips

    def read_trips(self, tables):
        calls, windows = defaultdict(list), defaultdict(list)
        # Stops that stop times name, whether or not a trip runs there.
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
            self.interpolate(trip.calls)
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
        """How far it is from each stop with a place to the next one, along the shape where there is one."""
        ways = Ways(Measured(rows, self.place))
        known = {}
        for trip in self.trips:
            stops = tuple(call.stop for call in trip.calls)
            distances = [call.distance for call in trip.calls]
            times = [(call.arrival, call.departure) for call in trip.calls]
            # Trips of one shape and stops lie alike; the times of the least trip_id tell where a stop passed twice is.
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

    def interpolate(self, calls):
        timed = [number for number, call in enumerate(calls) if call.departure is not None]
        for first, last in zip(timed, timed[1:]):
            a, b = calls[first], calls[last]
            if last == first + 1 or b.arrival < a.departure:
                continue
            places = [self.place(call.stop) for call in calls[first:last + 1]]
            # Where one of the stops has no place, the stops count as evenly apart.
            steps = [1.0 if None in places else metres(*pair) for pair in zip(places, places[1:])]
            along = [sum(steps[:number]) for number in range(len(places))]
            for number in range(first + 1, last):
                call = calls[number]
                if None not in (a.distance, call.distance, b.distance) and b.distance != a.distance:
                    share = (call.distance - a.distance) / (b.distance - a.distance)
                elif along[-1] > 0:
                    share = along[number - first] / along[-1]
                else:
                    share = (number - first) / (last - first)
                call.arrival = call.departure = math.floor(a.departure + (b.arrival - a.departure) * share + 0.5)

    def covered(self):
        """From the first to the last day that the calendars name, whether or not anything runs."""
        return [self.span[0] + datetime.timedelta(number) for number in range((self.span[1] - self.span[0]).days + 1)] \
            if self.span else []

    def active(self, date):
        """The services of a day."""
        return frozenset(service for service, days in self.days.items() if date in days)

    def runs(self, services):
        """The runs of a day with these services: (trip, seconds that its times move)."""
        for trip in self.trips:
            if trip.service in services:
                for start in (trip.start,) if trip.starts is None else trip.starts:
                    yield trip, start - trip.start


class Measured:
    """Shapes and places, as `Ways` asks for them."""

    def __init__(self, rows, place):
        self.rows, self.place = [row for row in rows if is_place((row.get("shape_pt_lat"), row.get("shape_pt_lon")))], place

    def table(self, name):
        return self.rows


class Ways(visits.timetable.Ways):
    def place(self, stop):
        return self.feed.place(stop)


def metres(a, b):
    """Between two places in degrees."""
    return radians_apart(*(tuple(map(math.radians, place)) for place in (a, b)))
