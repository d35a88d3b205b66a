"""A timetable, read from the records that `ingest` writes: what runs on which day, and when it calls where.

Of rows that share a key the first counts. Times are seconds of the service day."""
import datetime
import json
import math
from collections import defaultdict

from boards.feed import metres as radians_apart

WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
DAY_TYPES = ["weekday", "saturday", "sunday"]
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
    return None not in place and abs(place[0]) <= 90 and abs(place[1]) <= 180 and not (abs(place[0]) <= 1 and abs(place[1]) <= 1)


class Call:
    """One stop of a trip; `arrival` and `departure` None where nothing tells them."""
    __slots__ = "stop sequence arrival departure distance pickup".split()

    def __init__(self, row):
        self.stop, self.sequence, self.distance = row.get("stop_id"), row["stop_sequence"], row.get("shape_dist_traveled")
        arrival, departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
        self.arrival = departure if arrival is None else arrival
        self.departure = arrival if departure is None else departure
        self.pickup = row.get("pickup_type")


class Trip:
    __slots__ = "id row route direction service block calls starts metres".split()


class Feed:
    def __init__(self, records):
        tables = defaultdict(list)
        seen = defaultdict(set)
        for record in records:
            name = record["table"]
            key = KEYS.get(name)
            if key is None or record.get(key[0]) is None:
                continue
            if name in ("stop_times", "shapes") and record.get(key[1], -1) < 0:
                continue
            value = tuple(record.get(column) for column in key)
            if value not in seen[name]:
                seen[name].add(value)
                tables[name].append(record)
        self.stops = {row["stop_id"]: row for row in tables["stops"]}
        self.routes = {row["route_id"]: row for row in tables["routes"]}
        self.read_calendar(tables)
        self.read_shapes(tables["shapes"])
        self.read_trips(tables)

    # Days

    def read_calendar(self, tables):
        self.days = defaultdict(set)
        for row in tables["calendar"]:
            date, last = civil(row.get("start_date")), civil(row.get("end_date"))
            while date is not None and last is not None and date <= last:
                if row.get(WEEK[date.weekday()]) == 1:
                    self.days[row["service_id"]].add(date)
                date += datetime.timedelta(1)
        for row in tables["calendar_dates"]:
            date = civil(row.get("date"))
            if date is not None and row.get("exception_type") == 1:
                self.days[row["service_id"]].add(date)
            elif date is not None and row.get("exception_type") == 2:
                self.days[row["service_id"]].discard(date)

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

    def read_shapes(self, rows):
        self.shapes = defaultdict(list)
        for row in rows:
            place = row.get("shape_pt_lat"), row.get("shape_pt_lon")
            if is_place(place):
                self.shapes[row["shape_id"]].append((row["shape_pt_sequence"], place, row.get("shape_dist_traveled")))
        for points in self.shapes.values():
            points.sort(key=lambda point: point[0])

    # Trips

    def read_trips(self, tables):
        calls, windows = defaultdict(list), defaultdict(list)
        for row in tables["stop_times"]:
            if row.get("stop_id") is not None:
                calls[row["trip_id"]].append(Call(row))
        for row in tables["frequencies"]:
            begin, end, step = seconds(row.get("start_time")), seconds(row.get("end_time")), row.get("headway_secs")
            if None not in (begin, end, step) and step > 0:
                windows[row["trip_id"]].append(range(begin, end, step))
        self.trips = []
        for row in tables["trips"]:
            trip = Trip()
            trip.id, trip.row, trip.metres = row["trip_id"], row, None
            trip.route = row.get("route_id")
            trip.direction, trip.service, trip.block = row.get("direction_id"), row.get("service_id"), row.get("block_id")
            trip.calls = sorted(calls[trip.id], key=lambda call: call.sequence)
            self.interpolate(trip.calls)
            # None: by its own times; else when it starts.
            trip.starts = sorted({start for window in windows[trip.id] for start in window}) if trip.id in windows else None
            if trip.calls:
                self.trips.append(trip)

    def interpolate(self, calls):
        timed = [number for number, call in enumerate(calls) if call.departure is not None]
        for first, last in zip(timed, timed[1:]):
            a, b = calls[first], calls[last]
            if last == first + 1 or b.arrival < a.departure:
                continue
            places = [self.place(call.stop) for call in calls[first:last + 1]]
            along, before = [0.0], places[0]
            for place in places[1:]:
                along.append(along[-1] + (metres(before, place) if before and place else 0))
                before = place or before
            for number in range(first + 1, last):
                call = calls[number]
                if None not in (a.distance, call.distance, b.distance) and b.distance != a.distance:
                    share = (call.distance - a.distance) / (b.distance - a.distance)
                elif along[-1] > 0:
                    share = along[number - first] / along[-1]
                else:
                    share = (number - first) / (last - first)
                call.arrival = call.departure = math.floor(a.departure + (b.arrival - a.departure) * share + 0.5)

    def runs(self, date):
        """The runs of a service day: (trip, seconds that its times move)."""
        for trip in self.trips:
            if date not in self.days.get(trip.service, ()):
                continue
            if trip.starts is None:
                yield trip, 0
            elif trip.calls[0].departure is not None:
                for start in trip.starts:
                    yield trip, start - trip.calls[0].departure



def metres(a, b):
    """Between two places in degrees."""
    return radians_apart(*(tuple(map(math.radians, place)) for place in (a, b)))
