"""Random feeds and random later versions of them: calendars in every form, blocks, frequencies, loops, times past
midnight, missing times, stops without a position. The same seed gives the same feed."""
import datetime
import random

from checking.feeds import WEEK, clock, digits, seconds
from checking.made import archive, text_of

# The order in which `ingest` writes tables.
TABLES = ["agency", "feed_info", "stops", "routes", "calendar", "calendar_dates", "shapes", "trips", "stop_times",
          "frequencies"]
CALENDARS = ["calendar", "dates", "both", "week of zeros", "swapped", "all removed", "overlap", "split", "one day",
             "outside"]
# The periods begin before a clock change, at the turn of a year and in ordinary weeks.
FIRST_DAYS = [datetime.date(2026, 3, 2), datetime.date(2026, 3, 25), datetime.date(2026, 10, 22), datetime.date(2026, 12, 28),
              datetime.date(2028, 2, 26)]
ZONES = ["Europe/Berlin", "Australia/Sydney", "America/St_Johns", "America/New_York", "Asia/Kathmandu"]


class RandomFeed:
    """`tables`: rows by table, typed as by `ingest`. `groups`: trips that belong together when a version is made."""

    def __init__(self, seed):
        self.random = random.Random("feed %s" % seed)
        self.tables = {name: [] for name in TABLES}
        self.zone = self.random.choice(ZONES)
        self.tables["agency"].append({"agency_id": "A", "agency_name": "Made up", "agency_url": "https://example.org",
                                      "agency_timezone": self.zone})
        self.form = self.random.choice(CALENDARS)
        self.blocks = self.random.choice(["none", "all", "all", "some", "few"])
        self.make_calendar()
        self.make_stops()
        self.make_trips()
        if self.blocks != "none":
            self.make_blocks()
        for name in ("stop_times", "trips", "calendar_dates"):
            if self.chance(0.5):
                self.random.shuffle(self.tables[name])

    def chance(self, share):
        return self.random.random() < share

    def add(self, table, **row):
        self.tables[table].append({key: value for key, value in row.items() if value is not None})

    # Calendars

    def make_calendar(self):
        self.first = self.random.choice(FIRST_DAYS) + datetime.timedelta(self.random.randrange(7))
        self.days = self.random.choice([5, 7, 10, 16, 24])
        if self.form == "one day":
            self.days = 1
        self.last = self.first + datetime.timedelta(self.days - 1)
        days = [self.first + datetime.timedelta(number) for number in range(self.days)]
        kinds = {"WD": range(5), "SA": [5], "SU": [6]}
        if self.form == "overlap":
            kinds = {"DAILY": range(7), "WD": range(5), "FR": [4], "WE": [5, 6], "MIX": self.random.sample(range(7), 3)}
        elif self.form == "split":
            kinds = {"WD": range(5), "MOTH": range(4), "FR": [4], "SA": [5], "SU": [6]}
        elif self.form == "one day":
            kinds = {"ONE": range(7)}
        self.services = list(kinds)
        for service, week in kinds.items():
            if self.form == "dates":
                for day in days:
                    if day.weekday() in week and self.chance(0.95):
                        self.exception(service, day, 1)
                continue
            zeros = self.form == "week of zeros"
            self.add("calendar", service_id=service, **{name: int(number in week and not zeros) for number, name in enumerate(WEEK)},
                     start_date=digits(self.first), end_date=digits(self.last))
            if zeros:
                for day in days:
                    if day.weekday() in week:
                        self.exception(service, day, 1)
            elif self.form == "all removed" and service == self.services[-1]:
                for day in days:
                    if day.weekday() in week:
                        self.exception(service, day, 2)
            elif self.form == "both":
                for day in self.random.sample(days, min(3, len(days))):
                    self.exception(service, day, self.random.choice([1, 2]))
                    if self.chance(0.2):
                        # The first row of a key counts.
                        self.exception(service, day, self.random.choice([1, 2]))
            elif self.form == "outside":
                for number in (-3, -1, self.days, self.days + 9):
                    if self.chance(0.5):
                        self.exception(service, self.first + datetime.timedelta(number), self.random.choice([1, 1, 2]))
        if self.form == "swapped":
            for day in self.random.sample(days, min(2, len(days))):
                runs = next(name for name, week in kinds.items() if day.weekday() in week)
                self.exception(runs, day, 2)
                self.exception(self.random.choice([name for name in kinds if name != runs]), day, 1)
        if self.chance(0.2):
            # A service without trips, and trips of a service that is in no calendar.
            self.add("calendar", service_id="NO TRIPS", **{name: 1 for name in WEEK}, start_date=digits(self.first),
                     end_date=digits(self.last + datetime.timedelta(40)))
        if self.chance(0.2):
            self.services.append("UNKNOWN")

    def exception(self, service, day, kind):
        self.add("calendar_dates", service_id=service, date=digits(day), exception_type=kind)

    # Stops, routes, shapes

    def make_stops(self):
        south, west = self.random.choice([(52.5, 13.4), (-33.87, 151.2), (1.3, 103.8), (-17.5, 179.995)])
        self.stops = []
        self.place = {}
        for number in range(self.random.randint(5, 12)):
            stop = "S%02d" % number if self.chance(0.95) else "Ŝ %d" % number
            latitude = round(south + self.random.randrange(40) * 0.002, 6)
            longitude = round(west + self.random.randrange(40) * 0.002, 6)
            longitude = round(longitude - 360, 6) if longitude > 180 else longitude
            self.stops.append(stop)
            kind = self.random.random()
            if kind < 0.08:
                # A platform at the position of its station.
                self.add("stops", stop_id="P" + stop, stop_name="Station", stop_lat=latitude, stop_lon=longitude, location_type=1)
                self.add("stops", stop_id=stop, stop_name="Platform", location_type=0, parent_station="P" + stop)
                self.place[stop] = latitude, longitude
            elif kind < 0.12:
                self.add("stops", stop_id=stop, stop_name="Nowhere")
            elif kind < 0.15:
                self.add("stops", stop_id=stop, stop_name="Null island", stop_lat=0, stop_lon=0)
            else:
                self.add("stops", stop_id=stop, stop_name="Stop %d" % number, stop_lat=latitude, stop_lon=longitude)
                self.place[stop] = latitude, longitude
        self.routes = ["R%d" % number for number in range(self.random.randint(1, 4))]
        for route in self.routes:
            self.add("routes", route_id=route, agency_id="A", route_short_name=self.random.choice(["10", "10", route]),
                     route_type=self.random.choice([0, 3]))
        if self.chance(0.1):
            self.routes.append("NO ROUTE")
        self.has_shapes = self.chance(0.4)

    def make_shape(self, name, stops):
        """Returns a shape through the stops, with a point beside the straight line between two stops; empty if a stop
        has no position."""
        places = [self.place.get(stop) for stop in stops]
        if None in places or len(set(places)) < len(places) or len(places) < 2:
            return None
        points = []
        for before, after in zip(places, places[1:]):
            # The short way round the earth, also across 180°.
            east = (after[1] - before[1] + 180) % 360 - 180
            longitude = (before[1] + east / 2 - 0.0002 + 180) % 360 - 180
            points += [before, (round((before[0] + after[0]) / 2 + 0.0003, 6), round(longitude, 6))]
        for number, (latitude, longitude) in enumerate(points + places[-1:]):
            self.add("shapes", shape_id=name, shape_pt_lat=latitude, shape_pt_lon=longitude, shape_pt_sequence=number * 2)
        return name

    # Trips

    def make_trips(self):
        has_directions = self.chance(0.8)
        for route in self.routes:
            for number in range(self.random.randint(1, 3)):
                direction = self.random.choice([0, 1]) if has_directions and self.chance(0.9) else None
                stops = [self.random.choice(self.stops) for _ in range(self.random.randint(2, 9))]
                if self.chance(0.25):
                    stops[-1] = stops[0]
                if self.chance(0.7):
                    # Most trips do not call twice in succession at one stop.
                    stops = [stop for place, stop in enumerate(stops) if place == 0 or stops[place - 1] != stop]
                if self.chance(0.04):
                    stops = stops[:1]
                pattern = "%s-%d" % (route, number)
                shape = self.make_shape("W" + pattern, stops) if self.has_shapes and self.chance(0.8) else None
                # Times are even, so that the middle of two times is never a half second, which could be rounded both
                # ways.
                hops = [self.random.choice([0, 44, 60, 120, 240, 600]) for _ in stops[1:]]
                for service in self.services:
                    if self.chance(0.8):
                        self.make_pattern_day(pattern, route, direction, service, stops, hops, shape)

    def make_pattern_day(self, pattern, route, direction, service, stops, hops, shape):
        start = self.random.choice([4, 6, 7, 16, 22, 23, 25, 47, 74]) * 3600 + self.random.choice([0, 60, 1796])
        as_frequencies = self.chance(0.15)
        for number in range(1 if as_frequencies else self.random.randint(1, 14)):
            trip = "%s-%s-%d" % (pattern, service, number)
            self.add("trips", trip_id=trip, route_id=route, service_id=service, direction_id=direction, shape_id=shape)
            if not self.chance(0.02):
                self.make_stop_times(trip, start, stops, hops)
            if as_frequencies:
                self.make_frequencies(trip, start)
            start += self.random.choice([0, 60, 300, 600, 600, 600, 900, 1200, 3600])

    def make_stop_times(self, trip, start, stops, hops):
        due = start
        first, step = self.random.choice([(1, 1), (1, 1), (0, 1), (10, 5)])
        self.chosen_end = self.random.choice([0, -1])
        # Some trips run at another speed, so that one overtakes another.
        slow = self.random.choice([1, 1, 1, 1, 3])
        rows = []
        for place, stop in enumerate(stops):
            if place:
                due += hops[place - 1] * slow
            dwell = self.random.choice([0, 0, 0, 32, 88]) if 0 < place < len(stops) - 1 else 0
            row = {"trip_id": trip, "arrival_time": clock(due), "departure_time": clock(due + dwell), "stop_id": stop,
                   "stop_sequence": first + place * step}
            due += dwell
            rows.append(row)
        if self.chance(0.2):
            for row in rows[1:-1]:
                if self.chance(0.6):
                    del row["arrival_time"], row["departure_time"]
        elif self.chance(0.1):
            for row in rows:
                del row[self.random.choice(["arrival_time", "departure_time"])]
        if self.chance(0.03) and len(rows) > 2:
            # The beginning or the end of a trip has no time.
            for name in ("arrival_time", "departure_time"):
                rows[self.chosen_end].pop(name, None)
        self.tables["stop_times"] += rows
        if self.chance(0.03):
            # The first row of a key counts; this one does not.
            self.tables["stop_times"].append(dict(rows[-1], stop_id=self.random.choice(self.stops)))

    def make_frequencies(self, trip, start):
        for _ in range(self.random.randint(1, 3)):
            step = self.random.choice([240, 600, 612, 1800])
            end = start + self.random.choice([1, 3600, 5000, 7200])
            exact = self.random.choice([None, 0, 1])
            self.add("frequencies", trip_id=trip, start_time=clock(start), end_time=clock(end), headway_secs=step, exact_times=exact)
            if self.chance(0.15):
                # The same start twice; the first row counts.
                self.add("frequencies", trip_id=trip, start_time=clock(start), end_time=clock(end + 3600),
                         headway_secs=step * 2, exact_times=exact)
            start = self.random.choice([end, end, end - 900, end + 1800])

    def make_blocks(self):
        """Makes consecutive trips of a service day, on any route, one vehicle's."""
        spans = self.spans()
        for service in self.services:
            free = []
            trips = [trip for trip in self.tables["trips"] if trip["service_id"] == service and trip["trip_id"] in spans]
            for trip in sorted(trips, key=lambda trip: spans[trip["trip_id"]]):
                start, end = spans[trip["trip_id"]]
                if self.chance({"all": 0, "some": 0.4, "few": 0.9}[self.blocks]):
                    continue
                fits = [block for block in free if block[0] <= start]
                if fits and self.chance(0.9):
                    block = self.random.choice(fits)
                elif free and self.chance(0.1):
                    # A block that overlaps itself, as in real feeds.
                    block = self.random.choice(free)
                else:
                    block = [0, "B%d" % len(free) if self.chance(0.8) else "%s-%d" % (service, len(free))]
                    free.append(block)
                block[0] = max(block[0], end)
                trip["block_id"] = block[1]

    def spans(self):
        """Returns the beginning and the end of each trip by its own times."""
        found = {}
        for row in self.tables["stop_times"]:
            for name in ("arrival_time", "departure_time"):
                if name in row:
                    time = seconds(row[name])
                    start, end = found.get(row["trip_id"], (time, time))
                    found[row["trip_id"]] = min(start, time), max(end, time)
        return found


def records(tables):
    """Returns records as `ingest` writes them."""
    return [dict({"table": name}, **row) for name in TABLES for row in tables[name]]


def write_zip(tables, path):
    """Writes the feed as a zip, always with the same bytes."""
    return archive(path, {name: text_of(tables[name]) for name in TABLES if tables[name]})
