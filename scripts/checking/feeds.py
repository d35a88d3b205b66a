"""A timetable, read by csv and zipfile, with dates of datetime and zones of zoneinfo."""
import csv
import datetime
import io
import math
import zipfile
import zoneinfo
from collections import defaultdict


def seconds(text):
    """Seconds of a GTFS time, or None."""
    parts = text.split(":")
    if len(parts) != 3 or not all(p.isdigit() for p in parts) or int(parts[1]) > 59 or int(parts[2]) > 59:
        return None
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])


def civil(text):
    return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:]))


def clock(value):
    return "%02d:%02d:%02d" % (value // 3600, value // 60 % 60, value % 60)


def integer(text):
    try:
        return int(text)
    except ValueError:
        return None


def rows(data):
    """The rows of a table as dictionaries; cells trimmed, rows with more cells than columns left out."""
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    reader = csv.reader(io.StringIO(text, newline=""))
    head = None
    for cells in reader:
        cells = [c.strip(" \t") for c in cells]
        if not any(cells):
            continue
        if head is None:
            head = cells
        elif not any(cells[len(head):]):
            yield dict(zip(head, cells + [""] * (len(head) - len(cells))))


def tables_of_zip(path):
    with zipfile.ZipFile(path) as archive:
        names = [n for n in archive.namelist() if n.endswith(".txt") and "__MACOSX" not in n]
        depth = min(n.count("/") for n in names)
        return {n.split("/")[-1][:-4]: archive.read(n) for n in names if n.count("/") == depth}


def tables_of_text(text):
    parts, name = {}, None
    for line in text.splitlines(True):
        if line.startswith("# ") and line.strip().endswith(".txt"):
            name = line[2:].strip()[:-4]
            parts[name] = ""
        else:
            parts[name] += line
    return {name: part.encode() for name, part in parts.items()}


class Visit:
    """A row of stop_times.txt; arrival and departure in seconds of the service day, or None."""
    __slots__ = "stop sequence arrival departure interpolated pickup headsign distance".split()


class Feed:
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
        self.frequencies = defaultdict(list)
        for row in self.table("frequencies"):
            begin, end, step = (seconds(row["start_time"]), seconds(row["end_time"]), integer(row["headway_secs"]))
            known = any(begin == other for other, _, _ in self.frequencies.get(row["trip_id"], ()))
            if begin is not None and end is not None and step and step > 0 and not known:
                self.frequencies[row["trip_id"]].append((begin, end, step))
        self.read_calendar()
        self.visits = defaultdict(list)
        self.at_stop = defaultdict(dict)
        self.read_stop_times()

    def table(self, name):
        return rows(self.tables[name]) if name in self.tables else ()

    def keyed(self, name, key):
        result = {}
        for row in self.table(name):
            if row.get(key):
                result.setdefault(row[key], row)
        return result

    def read_calendar(self):
        days = "monday tuesday wednesday thursday friday saturday sunday".split()
        self.weeks, self.exceptions = {}, {}
        for row in self.table("calendar"):
            self.weeks.setdefault(row["service_id"], ([row.get(d) == "1" for d in days], row.get("start_date", ""),
                                                      row.get("end_date", "")))
        for row in self.table("calendar_dates"):
            self.exceptions.setdefault((row["service_id"], row["date"]), row["exception_type"])

    def runs_on(self, service, date):
        """Whether a service runs on a date; exceptions win over the week."""
        text = date.strftime("%Y%m%d")
        exception = self.exceptions.get((service, text))
        if exception in ("1", "2"):
            return exception == "1"
        week = self.weeks.get(service)
        return bool(week) and week[0][date.weekday()] and week[1] <= text <= week[2]

    def read_stop_times(self):
        seen = set()
        for row in self.table("stop_times"):
            sequence = integer(row.get("stop_sequence", ""))
            if sequence is None or not row.get("trip_id") or (row["trip_id"], sequence) in seen:
                continue
            seen.add((row["trip_id"], sequence))
            visit = Visit()
            visit.stop, visit.sequence = row.get("stop_id", ""), sequence
            visit.arrival, visit.departure = seconds(row.get("arrival_time", "")), seconds(row.get("departure_time", ""))
            if visit.arrival is None:
                visit.arrival = visit.departure
            if visit.departure is None:
                visit.departure = visit.arrival
            visit.interpolated = False
            visit.pickup, visit.headsign = row.get("pickup_type", ""), row.get("stop_headsign", "")
            try:
                visit.distance = float(row.get("shape_dist_traveled") or "x")
            except ValueError:
                visit.distance = None
            self.visits[row["trip_id"]].append(visit)
        for trip, visits in self.visits.items():
            visits.sort(key=lambda v: v.sequence)
            self.interpolate(visits)
            for visit in visits:
                self.at_stop[visit.stop][trip] = True

    def place(self, visit):
        """Where a stop is, or its station; within a degree of 0, 0 nothing is."""
        stop = visit.stop
        for _ in range(3):
            row = self.stops.get(stop, {})
            try:
                place = float(row["stop_lat"]), float(row["stop_lon"])
                if abs(place[0]) > 1 or abs(place[1]) > 1:
                    return math.radians(place[0]), math.radians(place[1])
            except (KeyError, ValueError):
                pass
            stop = row.get("parent_station")
        return None

    def latest(self):
        """The last second of a service day at which any run is under way."""
        last = {trip: max((v.departure or 0 for v in visits), default=0) for trip, visits in self.visits.items()}
        return max([0, *last.values(), *(end + last.get(trip, 0) for trip, frequencies in self.frequencies.items()
                                         for _, end, _ in frequencies)])

    def interpolate(self, visits):
        timed = [i for i, v in enumerate(visits) if v.departure is not None]
        for a, b in zip(timed, timed[1:]):
            if b == a + 1:
                continue
            along, last = [0.0], self.place(visits[a])
            for visit in visits[a + 1:b + 1]:
                here = self.place(visit)
                along.append(along[-1] + (metres(last, here) if last and here else 0))
                last = here or last
            first, final = visits[a], visits[b]
            if final.arrival < first.departure:
                # Times that run backwards say nothing about those between.
                continue
            for i in range(a + 1, b):
                visit = visits[i]
                if None not in (first.distance, visit.distance, final.distance) and final.distance != first.distance:
                    share = (visit.distance - first.distance) / (final.distance - first.distance)
                elif along[-1] > 0:
                    share = along[i - a] / along[-1]
                else:
                    share = (i - a) / (b - a)
                time = math.floor(first.departure + (final.arrival - first.departure) * share + 0.5)
                visit.arrival = visit.departure = time
                visit.interpolated = True

    def midnight(self, date):
        """Noon minus twelve hours, in POSIX seconds."""
        noon = datetime.datetime(date.year, date.month, date.day, 12, tzinfo=self.zone)
        return int(noon.timestamp()) - 43200

    def local_date(self, instant):
        return datetime.datetime.fromtimestamp(instant, self.zone).date()

    def below(self, stop):
        """A stop with everything whose parent it is."""
        result, queue = [], [stop]
        while queue:
            stop = queue.pop()
            if stop not in result:
                result.append(stop)
                queue += self.children[stop]
        return result

    def station(self, stop):
        """The id at the end of the chain of parents; of a station itself its own; None of a stop without a station."""
        seen, row = {stop}, self.stops.get(stop, {})
        if not row.get("parent_station"):
            return stop if row.get("location_type") == "1" else None
        while row.get("parent_station") and row["parent_station"] not in seen:
            stop = row["parent_station"]
            seen.add(stop)
            row = self.stops.get(stop, {})
        return stop

    def is_platform(self, stop):
        """Whether vehicles call there: neither a station nor an entrance nor a node of pathways."""
        return stop in self.stops and self.stops[stop].get("location_type") in (None, "", "0", "4")

    def begins(self, trip):
        """The runs of a trip on a day: (start_time or None, seconds that its stop_times move)."""
        if trip not in self.frequencies:
            return [(None, 0)]
        first = next((v.departure for v in self.visits[trip] if v.departure is not None), 0)
        return [(start, start - first) for begin, end, step in self.frequencies[trip]
                for start in range(begin, end, step)]


def metres(a, b):
    """The way between two places (radians) on the WGS 84 ellipsoid, by the radii of curvature half way: good to a
    millionth over the distance of two stops."""
    eccentricity = 0.00669437999014
    middle = (a[0] + b[0]) / 2
    root = 1 - eccentricity * math.sin(middle) ** 2
    north = 6378137 * (1 - eccentricity) / root ** 1.5 * (b[0] - a[0])
    east = 6378137 / math.sqrt(root) * math.cos(middle) * ((b[1] - a[1] + math.pi) % (2 * math.pi) - math.pi)
    return math.hypot(north, east)
