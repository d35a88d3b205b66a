"""Reads feeds with csv and zipfile, dates with datetime and zones with zoneinfo: cells, calendars, a timetable."""
import csv
import datetime
import io
import math
import os
import zipfile
import zoneinfo
from collections import defaultdict


WEEK = "monday tuesday wednesday thursday friday saturday sunday".split()
# The primary keys of the reference. In the first nine tables, the first row of a key counts.
KEYS = {
    "agency": ["agency_id"], "stops": ["stop_id"], "routes": ["route_id"], "trips": ["trip_id"],
    "stop_times": ["trip_id", "stop_sequence"], "calendar": ["service_id"], "calendar_dates": ["service_id", "date"],
    "shapes": ["shape_id", "shape_pt_sequence"], "frequencies": ["trip_id", "start_time"],
    "feed_info": [], "fare_attributes": ["fare_id"], "levels": ["level_id"], "pathways": ["pathway_id"], "areas": ["area_id"],
    "transfers": ["from_stop_id", "to_stop_id", "from_trip_id", "to_trip_id", "from_route_id", "to_route_id"],
}
FIRST = list(KEYS)[:9]


def counts(row, seen):
    """Whether a record is the first one with its key; `seen`: keys so far."""
    names = KEYS.get(row["table"]) if row["table"] in FIRST else None
    if not names or row.get(names[0]) is None:
        return True
    key = row["table"], *(row.get(name) for name in names)
    if key in seen:
        return False
    seen.add(key)
    return True


def seconds(text):
    """Returns the seconds of a GTFS time, or None."""
    parts = (text or "").split(":")
    if len(parts) != 3 or not all(p.isdigit() for p in parts) or int(parts[1]) > 59 or int(parts[2]) > 59:
        return None
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])


def civil(text):
    """Returns a date of eight digits, or None."""
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:])) if len(text) == 8 else None
    except (TypeError, ValueError):
        return None


def digits(date):
    return date.strftime("%Y%m%d")


def day_type(date):
    return ["weekday", "saturday", "sunday"][max(0, date.weekday() - 4)]


def midnight(date, zone):
    """Returns noon minus twelve hours, in POSIX seconds."""
    return int(datetime.datetime(date.year, date.month, date.day, 12, tzinfo=zone).timestamp()) - 43200


def clock(value):
    return None if value is None else "%02d:%02d:%02d" % (value // 3600, value // 60 % 60, value % 60)


def integer(text):
    try:
        return int(text)
    except (TypeError, ValueError):
        return None


def decimal(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


def position(row, latitude="stop_lat", longitude="stop_lon"):
    """Returns latitude and longitude of a row, or None if one is missing, off the globe, or both are within a degree of
    0, 0."""
    place = decimal(row.get(latitude)), decimal(row.get(longitude))
    if None in place or abs(place[0]) > 90 or abs(place[1]) > 180 or abs(place[0]) < 1 and abs(place[1]) < 1:
        return None
    return place


def rows(data, long=None):
    """Yields the rows of a table as dictionaries. Cells are trimmed, the first of several equal column names counts,
    and rows with more cells than columns are skipped; `long()` is called for each of these."""
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    head = None
    for cells in csv.reader(io.StringIO(text, newline="")):
        cells = [c.strip(" \t") for c in cells]
        if not any(cells):
            continue
        if head is None:
            head = cells
        elif not any(cells[len(head):]):
            yield dict(zip(head[::-1], (cells + [""] * (len(head) - len(cells)))[len(head) - 1::-1]))
        elif long:
            long()


def tables(path):
    """Returns the text of each table of a zip or a folder."""
    if os.path.isdir(path):
        found = {}
        for name in os.listdir(path):
            if name.endswith(".txt"):
                with open(os.path.join(path, name), "rb") as file:
                    found[name[:-4]] = file.read()
        return found
    with zipfile.ZipFile(path) as archive:
        names = [n for n in archive.namelist() if n.endswith(".txt") and "__MACOSX" not in n]
        depth = min((n.count("/") for n in names), default=0)
        return {n.split("/")[-1][:-4]: archive.read(n) for n in names if n.count("/") == depth}


def tables_of_text(text):
    """Splits tables that follow each other in one text, each after a line with # and its file's name."""
    parts = ("\n" + text).split("\n# ")[1:]
    return {name.strip()[:-4]: rest.encode() for name, _, rest in (part.partition("\n") for part in parts)}


class Calendar:
    """When services run, from rows of calendar and calendar_dates of a file or of records."""

    def __init__(self, weeks, exceptions):
        self.weeks, self.exceptions = {}, {}
        for row in weeks:
            if row.get("service_id"):
                self.weeks.setdefault(row["service_id"], (
                    [str(row.get(day)) == "1" for day in WEEK], civil(row.get("start_date")), civil(row.get("end_date"))))
        for row in exceptions:
            day = civil(row.get("date"))
            if row.get("service_id") and day:
                self.exceptions.setdefault((row["service_id"], day), str(row.get("exception_type")))

    def runs_on(self, service, day):
        """Whether a service runs on a date; exceptions take precedence over weekdays."""
        exception = self.exceptions.get((service, day))
        if exception in ("1", "2"):
            return exception == "1"
        week = self.weeks.get(service)
        return bool(week) and None not in week and week[0][day.weekday()] and week[1] <= day <= week[2]

    def named(self, kinds="12"):
        """Returns every date that a calendar names: start and end dates, and exceptions of the given kinds."""
        ends = [week[1:] for week in self.weeks.values() if None not in week and week[1] <= week[2]]
        return [day for pair in ends for day in pair] + [day for (_, day), kind in self.exceptions.items() if kind in kinds]

    def days(self):
        """Returns the days of each service that has any."""
        found = defaultdict(set)
        for service, (week, day, last) in self.weeks.items():
            while None not in (day, last) and day <= last:
                if week[day.weekday()]:
                    found[service].add(day)
                day += datetime.timedelta(1)
        for (service, day), kind in self.exceptions.items():
            if kind == "1":
                found[service].add(day)
            elif kind == "2":
                found[service].discard(day)
        return found


class Visit:
    """A row of stop_times; arrival and departure in seconds of the service day, or None. `metres`: to the next stop with a
    position, if known."""
    __slots__ = "stop sequence arrival departure interpolated pickup drop_off headsign distance metres".split()


class Feed:
    """A timetable, from tables as bytes of their files or as rows."""

    def __init__(self, tables):
        self.tables = tables
        agencies = [r.get("agency_timezone", "") for r in self.table("agency")]
        try:
            self.zone = zoneinfo.ZoneInfo(next(a for a in agencies if a))
        except (StopIteration, zoneinfo.ZoneInfoNotFoundError, ValueError):
            self.zone = zoneinfo.ZoneInfo("UTC")
        self.stops = self.keyed("stops", "stop_id")
        self.routes = self.keyed("routes", "route_id")
        self.trips = self.keyed("trips", "trip_id")
        self.children = defaultdict(list)
        for row in self.stops.values():
            if row.get("parent_station"):
                self.children[row["parent_station"]].append(row["stop_id"])
        self.frequencies, begins = defaultdict(list), set()
        for row in self.table("frequencies"):
            begin, end, step = (seconds(row.get("start_time")), seconds(row.get("end_time")), integer(row.get("headway_secs")))
            found, known = self.frequencies[row["trip_id"]], (row["trip_id"], begin) in begins
            begins.add((row["trip_id"], begin))
            if begin is not None and end is not None and step and step > 0 and not known:
                found.append((begin, end, step))
        self.calendar = Calendar(self.table("calendar"), self.table("calendar_dates"))
        self.runs_on = self.calendar.runs_on
        self.visits = defaultdict(list)
        self.at_stop = defaultdict(dict)
        self.read_stop_times()

    def table(self, name):
        table = self.tables.get(name, ())
        return rows(table) if isinstance(table, bytes) else table

    def keyed(self, name, key):
        result = {}
        for row in self.table(name):
            if row.get(key):
                result.setdefault(row[key], row)
        return result

    def read_stop_times(self):
        seen = set()
        for row in self.table("stop_times"):
            sequence = integer(row.get("stop_sequence"))
            if sequence is None or sequence < 0 or not row.get("trip_id") or (row["trip_id"], sequence) in seen:
                continue
            seen.add((row["trip_id"], sequence))
            visit = Visit()
            visit.stop, visit.sequence = row.get("stop_id", ""), sequence
            visit.arrival, visit.departure = seconds(row.get("arrival_time")), seconds(row.get("departure_time"))
            if visit.arrival is None:
                visit.arrival = visit.departure
            if visit.departure is None:
                visit.departure = visit.arrival
            visit.interpolated, visit.metres, visit.headsign = False, None, row.get("stop_headsign", "")
            visit.pickup, visit.drop_off = (integer(row.get(name)) or 0 for name in ("pickup_type", "drop_off_type"))
            visit.distance = decimal(row.get("shape_dist_traveled"))
            self.visits[row["trip_id"]].append(visit)
        for trip, visits in self.visits.items():
            visits.sort(key=lambda v: v.sequence)
            interpolate(visits, self.place)
            for visit in visits:
                self.at_stop[visit.stop][trip] = True

    def place(self, stop):
        """Returns the position of a stop, else of its station, else of the station's parent."""
        for _ in range(3):
            row = self.stops.get(stop, {})
            place = position(row)
            if place:
                return place
            stop = row.get("parent_station")
        return None

    def shapes(self):
        """Returns the points of each shape in order: (sequence, position, distance travelled)."""
        found = defaultdict(list)
        for row in self.table("shapes"):
            place, sequence = position(row, "shape_pt_lat", "shape_pt_lon"), integer(row.get("shape_pt_sequence"))
            if row.get("shape_id") and place and sequence is not None and sequence >= 0:
                found[row["shape_id"]].append((sequence, place, decimal(row.get("shape_dist_traveled"))))
        for points in found.values():
            points.sort(key=lambda point: point[0])
        return found

    def latest(self):
        """Returns the last second of a service day at which any run is in progress."""
        last = {trip: max((v.departure or 0 for v in visits), default=0) for trip, visits in self.visits.items()}
        return max([0, *last.values(), *(end + last.get(trip, 0) for trip, frequencies in self.frequencies.items()
                                         for _, end, _ in frequencies)])

    def midnight(self, date):
        return midnight(date, self.zone)

    def zero(self, trip, day, start):
        """Returns the POSIX seconds from which the times of a trip count on a day, shifted so that the trip begins at
        `start`."""
        first = next((v.departure for v in self.visits[trip] if v.departure is not None), 0)
        return self.midnight(day) + (0 if start is None else start - first)

    def nearest_day(self, trip, start, time):
        """Returns the service day on which a trip runs at a time, or on which it runs nearest to that time; None if
        there is none."""
        timed = [v for v in self.visits[trip] if v.departure is not None]
        days = [self.local_date(time) + datetime.timedelta(offset) for offset in range(
            -3 - timed[-1].arrival // 86400, 4)] if timed else []
        gaps = [(max(zero + timed[0].departure - time, time - zero - timed[-1].arrival, 0), number)
                for number, day in enumerate(days) if self.runs_on(self.trips[trip].get("service_id"), day)
                for zero in [self.zero(trip, day, start)]]
        return digits(days[min(gaps)[1]]) if gaps else None

    def local_date(self, instant):
        return datetime.datetime.fromtimestamp(instant, self.zone).date()

    def below(self, stop):
        """Returns a stop together with its children."""
        result, queue = [], [stop]
        while queue:
            stop = queue.pop()
            if stop not in result:
                result.append(stop)
                queue += self.children[stop]
        return result

    def station(self, stop):
        """Returns the id at the end of the chain of parents: a station's own id, and None for a stop without a
        station."""
        seen, row = {stop}, self.stops.get(stop, {})
        if not row.get("parent_station"):
            return stop if row.get("location_type") == "1" else None
        while row.get("parent_station") and row["parent_station"] not in seen:
            stop = row["parent_station"]
            seen.add(stop)
            row = self.stops.get(stop, {})
        return stop

    def is_platform(self, stop):
        """Whether vehicles call there: it is not a station, an entrance or a pathway node."""
        return stop in self.stops and self.stops[stop].get("location_type") in (None, "", "0", "4")

    def begins(self, trip):
        """Returns the runs of a trip on a day: (start_time or None, seconds by which its stop_times are shifted)."""
        if trip not in self.frequencies:
            return [(None, 0)]
        first = next((v.departure for v in self.visits[trip] if v.departure is not None), 0)
        return [(start, start - first) for begin, end, step in self.frequencies[trip]
                for start in range(begin, end, step)]


def interpolate(calls, place):
    """Interpolates the times of stop times without one: by distances if all three are known, else by positions."""
    timed = [number for number, call in enumerate(calls) if call.departure is not None]
    for first, last in zip(timed, timed[1:]):
        a, b = calls[first], calls[last]
        if last == first + 1 or b.arrival < a.departure:
            # Nothing is interpolated between times that run backwards.
            continue
        places = [place(call.stop) for call in calls[first:last + 1]]
        # If one of the stops has no position, the stops count as evenly spaced.
        steps = [1.0 if None in places else metres(*pair) for pair in zip(places, places[1:])]
        for number in range(first + 1, last):
            call = calls[number]
            if None not in (a.distance, call.distance, b.distance) and b.distance != a.distance:
                share = (call.distance - a.distance) / (b.distance - a.distance)
            elif sum(steps) > 0:
                share = sum(steps[:number - first]) / sum(steps)
            else:
                share = (number - first) / (last - first)
            call.arrival = call.departure = math.floor(a.departure + (b.arrival - a.departure) * share + 0.5)
            call.interpolated = True


def metres(a, b):
    """Returns the distance between two places (degrees) on the WGS 84 ellipsoid: by the radii of curvature at the middle
    over less than 10 km, else by Lambert's formula. Both are accurate to about a millionth."""
    a, b = (tuple(map(math.radians, place)) for place in (a, b))
    eccentricity = 0.00669437999014
    middle = (a[0] + b[0]) / 2
    root = 1 - eccentricity * math.sin(middle) ** 2
    turn = (b[1] - a[1] + math.pi) % (2 * math.pi) - math.pi
    north = 6378137 * (1 - eccentricity) / root ** 1.5 * (b[0] - a[0])
    east = 6378137 / math.sqrt(root) * math.cos(middle) * turn
    near = math.hypot(north, east)
    return near if near < 10_000 else far_metres(a[0], b[0], turn)


def far_metres(latitude, other, turn):
    """Returns the distance between two places (radians) by Lambert's formula for long lines (1942)."""
    flattening = 1 / 298.257223563
    reduced = [math.atan((1 - flattening) * math.tan(angle)) for angle in (latitude, other)]
    p, q = (reduced[0] + reduced[1]) / 2, (reduced[1] - reduced[0]) / 2
    share = math.sin(q) ** 2 + math.cos(reduced[0]) * math.cos(reduced[1]) * math.sin(turn / 2) ** 2
    angle = 2 * math.asin(math.sqrt(min(share, 1)))
    x = (angle - math.sin(angle)) * (math.sin(p) * math.cos(q) / math.cos(angle / 2)) ** 2
    y = (angle + math.sin(angle)) * (math.cos(p) * math.sin(q) / math.sin(angle / 2)) ** 2
    return 6378137 * (angle - flattening / 2 * (x + y))
