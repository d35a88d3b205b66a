"""Builds a small feed and an archive: trips, the vehicles on them, and what is published."""
import os
import random
import zoneinfo

from checking.feeds import WEEK, civil, clock, midnight, seconds
from checking.made import archive, text_of
from checking.program import write
from visits.world import Line, Ride, bend, eight, ring, there_and_back

PLACES = {"Europe/Paris": (48.85, 2.35), "Australia/Sydney": (-33.87, 151.2), "America/New_York": (40.71, -74.0),
          "Asia/Tokyo": (35.68, 139.76), "Pacific/Auckland": (-36.85, 174.76)}


class Made:
    """A feed and an archive under construction."""

    def __init__(self, kind, seed, zone="Europe/Paris", day="20260715", interval=15, snapshot=20, noise=4.0):
        self.name, self.generator = "%s-%d" % (kind, seed), random.Random("%s %d" % (kind, seed))
        self.zone, self.day = zone, day
        self.interval, self.snapshot, self.noise = interval, snapshot, noise
        self.tables = {name: [] for name in "stops routes trips stop_times shapes frequencies".split()}
        self.positions, self.updates = [], []
        self.lines = 0

    # The timetable

    def line(self, form=bend, stops=10, shape=True, travelled=None, aside=8, same_stops=False):
        """Adds a line with stops. `travelled`: metres in one unit of shape_dist_traveled; `same_stops`: both directions
        of a returning line use the same stops."""
        self.lines += 1
        name, points = "L%d" % self.lines, form(self.generator)
        closed = form in (ring, eight, there_and_back)
        line = Line(points, [], *PLACES[self.zone], closed)
        length = line.way.length
        along = [length * n / (stops - 1) for n in range(stops)]
        for n in range(1, stops - 1):
            along[n] += self.generator.uniform(-0.2, 0.2) * length / stops
        if same_stops:
            along = [length - along[stops - 1 - n] if n > (stops - 1) / 2 else along[n] for n in range(stops)]
            if stops % 2:
                along[stops // 2] = length / 2
        for n, metres in enumerate(along):
            twin = stops - 1 - n if same_stops and n > (stops - 1) / 2 else 0 if closed and n == stops - 1 else n
            line.stops.append(("%s-%d" % (name, twin), metres))
            if twin == n:
                self.stop("%s-%d" % (name, n), *line.at(metres, self.generator.uniform(0, aside) if shape else 0))
        line.name, line.shape = name, "S" + name if shape else ""
        self.tables["routes"].append(dict(route_id=name, agency_id="A", route_short_name=name[1:], route_type=3))
        for k, point in enumerate(line.way.points if shape else ()):
            latitude, longitude = line.earth(*point)
            self.tables["shapes"].append(dict(
                shape_id=line.shape, shape_pt_sequence=k * 2 + 1, shape_pt_lat="%.6f" % latitude,
                shape_pt_lon="%.6f" % longitude,
                shape_dist_traveled="%.4f" % (line.way.along[k] / travelled) if travelled else ""))
        line.travelled = travelled
        return line

    def stop(self, name, latitude, longitude, parent="", kind=0):
        self.tables["stops"].append(dict(stop_id=name, stop_name="Stop " + name, stop_lat="%.6f" % latitude,
                                         stop_lon="%.6f" % longitude, location_type=kind, parent_station=parent))

    def trip(self, line, begin, name=None, sequences=1, untimed=0.0, **more):
        """Adds a trip along a line from a time of the service day; `sequences`: the step of its numbers."""
        name = name or "T%d" % (len(self.tables["trips"]) + 1)
        self.tables["trips"].append(dict(route_id=line.name, service_id="D", trip_id=name, direction_id=0,
                                         shape_id=line.shape, **more))
        time, before = begin, 0.0
        for n, (stop, along) in enumerate(line.stops):
            time += int((along - before) / 7.5)
            leaves = time + (20 if 0 < n < len(line.stops) - 1 else 0)
            is_timed = n in (0, len(line.stops) - 1) or self.generator.random() >= untimed
            self.tables["stop_times"].append(dict(
                trip_id=name, stop_sequence=(n + 1) * sequences, stop_id=stop,
                arrival_time=clock(time) if is_timed else "", departure_time=clock(leaves) if is_timed else "",
                shape_dist_traveled="%.4f" % (along / line.travelled) if line.travelled else ""))
            time, before = leaves, along
        return name

    @property
    def zero(self):
        return midnight(civil(self.day), zoneinfo.ZoneInfo(self.zone))

    # What vehicles do and report

    def ride(self, line, begin, **options):
        """Returns a vehicle that leaves at about a time of the service day."""
        late = self.generator.choice((-20, 0, 30, 90, 240))
        return Ride(line, self.zero + begin + late, self.generator, **options)

    def report(self, ride, trip, vehicle, style="full", sequences=1, lead=120, tail=120, interval=None, **more):
        """Publishes the positions of a ride, each in the messages until the next one; `more` are fields of the trip."""
        interval, fixes = interval or self.interval, []
        time = ride.begin - lead + self.generator.random() * interval
        while time < ride.end + tail:
            fixes.append(self.fix(ride, int(time), style, sequences))
            time += interval * self.generator.uniform(0.8, 1.2)
        self.publish(fixes, {"trip_id": trip, "start_date": self.day, "vehicle_id": vehicle, **more})

    def fix(self, ride, time, style, sequences):
        # A time is reported as a whole second, so the vehicle must have been there at that second.
        along = ride.along(time)
        latitude, longitude = ride.line.at(along, self.generator.gauss(0, self.noise))
        shift = self.generator.gauss(0, self.noise)
        latitude += shift / ride.line.plane.north
        i, stands = ride.stop_at(time)
        status = 1 if stands else 0 if ride.line.stops[i][1] - along < 100 else 2
        record = dict(latitude=round(latitude, 6), longitude=round(longitude, 6), timestamp=time)
        record.update(STYLES[style](i, (i + 1) * sequences, ride.line.stops[i][0], status, ride, time))
        record.setdefault("occupancy_status", min(6, i // 2) if self.generator.random() < 0.8 else None)
        return {k: v for k, v in record.items() if v is not None or k == "occupancy_status"}

    def publish(self, fixes, fields):
        """Publishes each position in every message until the next one arrives: two or three times, or never if it is
        soon replaced."""
        fields = {k: v for k, v in fields.items() if v is not None}
        for fix, following in zip(fixes, fixes[1:] + [None]):
            until = following["timestamp"] if following else fix["timestamp"] + self.snapshot + 1
            first = -(-fix["timestamp"] // self.snapshot) * self.snapshot
            for at in range(first, until, self.snapshot):
                self.positions.append({"table": "vehicle_positions", "feed_timestamp": at,
                                       "entity_id": "v-%s" % fields.get("vehicle_id"), **fields, **fix})

    def predict(self, ride, trip, every=60, ahead=900, form="times", sequences=1, keep=0.95, change=None, vehicle=None,
                lead=600, until=None, **more):
        """Publishes messages with predictions that improve; stops that the vehicle has left are dropped. `change(i,
        update)` may alter one stop's update, or return None to omit it."""
        time = int(ride.begin) - lead + self.generator.randrange(every)
        dues = self.dues(trip)
        while time < (until or ride.end):
            updates = []
            for i, (stop, _) in enumerate(ride.line.stops):
                if ride.departures[i] < time or ride.arrivals[i] > time + ahead or self.generator.random() > keep:
                    continue
                one = dict(stop_sequence=(i + 1) * sequences, stop_id=stop)
                for which, true in (("arrival", ride.arrivals[i]), ("departure", ride.departures[i])):
                    told = int(true + self.generator.gauss(0, 0.08) * max(true - time, 0))
                    due = dues[i] if form == "delays" else None
                    if due is None:
                        one[which + "_time"] = told
                    else:
                        one[which + "_delay"] = told - due
                one["departure_occupancy_status"] = min(6, i // 2)
                one = change(i, one) if change else one
                if one:
                    updates.append(one)
            if updates:
                self.tell(trip, time, updates, vehicle_id=vehicle, **more)
            time += every

    def dues(self, trip):
        """Returns when a trip is due at its stops, by its arrivals; None if the timetable omits the time."""
        result = []
        for row in self.tables["stop_times"]:
            if row["trip_id"] == trip:
                due = seconds(row["arrival_time"])
                result.append(None if due is None else self.zero + due)
        return result or [None] * 99

    def tell(self, trip, time, updates, **more):
        """Publishes one message about a trip, in the next two messages of the feed."""
        record = {"table": "trip_updates", "entity_id": "u-" + trip, "trip_id": trip, "start_date": self.day, **more,
                  "timestamp": time, "stop_time_updates": updates}
        first = -(-time // self.snapshot) * self.snapshot
        for at in (first, first + self.snapshot):
            self.updates.append({"feed_timestamp": at, **{k: v for k, v in record.items() if v is not None}})

    # The results

    def records(self):
        """Returns the records in the order of their messages, as decode-rt writes them."""
        records = self.positions + self.updates
        records.sort(key=lambda r: (r["feed_timestamp"], r["table"]))
        return [{"table": r["table"], **r} for r in records]

    def files(self):
        """Returns the feed's tables as text."""
        year = self.day[:4]
        tables = {
            "agency": [dict(agency_id="A", agency_name="Agency", agency_url="https://example.org/",
                            agency_timezone=self.zone)],
            "calendar": [dict(dict.fromkeys(WEEK, 1), service_id="D", start_date=year + "0101", end_date=year + "1231")],
            **self.tables}
        return {name: text_of(rows) for name, rows in tables.items() if rows}

    def save(self, folder):
        """Writes feed.zip and records.ndjson."""
        os.makedirs(folder, exist_ok=True)
        write(os.path.join(folder, "records.ndjson"), self.records())
        return archive(os.path.join(folder, "feed.zip"), self.files())


# What vehicles report about their stops: (i, sequence, stop, status, ride, time) -> fields.
STYLES = {
    "full": lambda i, q, stop, status, *_: dict(current_stop_sequence=q, stop_id=stop, current_status=status),
    "sequence": lambda i, q, stop, status, *_: dict(current_stop_sequence=q, current_status=status),
    "stop": lambda i, q, stop, status, *_: dict(stop_id=stop, current_status=status),
    "status": lambda i, q, stop, status, *_: dict(current_status=status),
    "silent": lambda *_: {},
    "no-status": lambda i, q, stop, *_: dict(current_stop_sequence=q, stop_id=stop),
    "position-0": lambda i, q, stop, status, *_: dict(current_stop_sequence=i, stop_id=stop, current_status=status),
    "position-bare": lambda i, q, stop, status, *_: dict(current_stop_sequence=i, current_status=status),
    # From the middle of the ride, the vehicle repeats its report.
    "stuck": lambda i, q, stop, status, ride, time: stuck(i, q, status, ride, time),
    "nowhere": lambda i, q, stop, status, *_: dict(current_stop_sequence=q, stop_id=stop, current_status=status,
                                                   latitude=None, longitude=None),
}


def stuck(i, sequence, status, ride, time):
    middle = len(ride.arrivals) // 2
    if time < ride.arrivals[middle]:
        return dict(current_stop_sequence=sequence, stop_id=ride.line.stops[i][0], current_status=status)
    return dict(current_stop_sequence=(middle + 1) * (sequence // (i + 1)), stop_id=ride.line.stops[middle][0],
                current_status=1)
