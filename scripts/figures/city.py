"""Random visits, performed trips and trip updates: loops, midnights, clock changes, unseen runs, skipped stops, added
and cancelled runs, two vehicles on a run, overtaking, late records."""
import datetime
import random
import zoneinfo

from boards.realtime import OCCUPANCIES
from checking.feeds import clock, digits, midnight


class City:
    """One random archive; the same seed gives the same records."""

    def __init__(self, seed, is_whole=None):
        self.random = random.Random(seed)
        self.zone = zoneinfo.ZoneInfo(self.random.choice(
            ["Australia/Sydney", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu"]))
        self.feed_ids = self.random.choice([[None], ["a"], ["a", "b"]])
        # Without --missing, the archive has only what was seen.
        self.is_whole = self.random.random() < 0.8 if is_whole is None else is_whole
        self.says_what_is_listed = self.random.random() < (0.9 if self.is_whole else 0.5)
        self.has_trips = self.random.random() < 0.85
        # How a vehicle reports its load.
        self.fleet = self.random.choice([["status"], ["percentage"], ["both"], ["none"], ["status", "percentage", "both", "none"],
                                         ["status"] * 6 + ["both"]])
        self.runs = []
        self.updates = []
        self.make()

    def chance(self, share):
        return self.random.random() < share

    def written(self, instant):
        if instant is None:
            return None
        return datetime.datetime.fromtimestamp(instant, self.zone).isoformat(timespec="seconds")

    def make(self):
        days = self.random.choice([
            [datetime.date(2026, 4, 4), datetime.date(2026, 4, 5)], [datetime.date(2026, 10, 24), datetime.date(2026, 10, 25)],
            [datetime.date(2026, 3, 2)], [datetime.date(2026, 3, 6), datetime.date(2026, 3, 7), datetime.date(2026, 3, 8)]])
        patterns = []
        for number in range(self.random.randint(1, 4)):
            stops = [self.random.choice("ABCDEFGHIJ") for _ in range(self.random.randint(2, 9))]
            if self.chance(0.3):
                stops[-1] = stops[0]
            if self.chance(0.04):
                stops = [self.random.choice("ABCDEFGHIJ") for _ in range(70)]
            patterns.append({
                "name": "t%d" % number, "load": [self.random.randrange(7) for _ in stops],
                "pattern_id": "p%d" % number if self.chance(0.95) else None, "stops": stops,
                "route_id": self.random.choice(["10", "20", "é\"1", None] if self.chance(0.3) else ["10", "20"]),
                "direction_id": self.random.choice([0, 1, None] if self.chance(0.2) else [0, 1]),
                "hops": [self.random.choice([0, 30, 60, 90, 120, 240]) for _ in stops[1:]],
                "metres": [self.random.choice([None, 0, 250, 300, 801]) for _ in stops[1:]],
                "sequence": self.random.choice([1, 0, 10]), "step": self.random.choice([1, 1, 5])})
        for feed_id in self.feed_ids:
            for day in days:
                for pattern in patterns:
                    start = midnight(day, self.zone) + self.random.choice([0, 1, 7, 8, 16, 23, 24]) * 3600
                    for number in range(self.random.randint(1, 9)):
                        start += self.random.choice([0, 60, 300, 600, 600, 900, 1500])
                        self.make_run(feed_id, day, pattern, start, "%s-%s-%d" % (
                            pattern["name"], start % 86400, number))

    def make_run(self, feed_id, day, pattern, start, trip_id):
        kind = self.random.choices(
            ["Scheduled", "Added", "Canceled", "Unscheduled", "Duplicated", "inexact"], [80, 6, 6, 2, 2, 4])[0]
        fate = self.random.choices(["seen", "unseen"], [85, 15])[0]
        vehicles = 2 if fate == "seen" and self.chance(0.06) else 1
        # Some vehicles catch up with the previous vehicle, or overtake it.
        late = self.random.choice([-90, -61, -60, 0, 0, 20, 120, 300, 301, 900, 1300])
        # The timetable of a run is the same, whatever vehicles are on it.
        start_time = clock(start % 86400 // 60 * 60) if kind == "inexact" or self.chance(0.05) else None
        has_times = kind not in ("Added", "inexact", "Unscheduled")
        timed = [has_times and self.chance(0.98) for _ in pattern["stops"]]
        for vehicle in range(vehicles):
            # The second vehicle may have replaced the first, or run beside it.
            self.perform(feed_id, day, pattern, start, trip_id, kind, fate, vehicle, late + vehicle * self.random.choice([0, 15, 400]),
                         start_time, timed)

    def perform(self, feed_id, day, pattern, start, trip_id, kind, fate, vehicle, late, start_time, timed):
        date = digits(day)
        vehicle_id = "v%d" % self.random.randint(1, 9) if self.chance(0.9) and fate == "seen" else None
        performed = trip_id + ("_" + start_time if start_time else "") + ("_x%d" % vehicle if vehicle else "")
        head = {"service_date": date, "trip_id_performed": performed}
        has_trip_id = kind != "Added" or self.chance(0.8)
        visits = []
        tells = self.random.choice(self.fleet)
        due = start
        actual = start + late
        stops = pattern["stops"]
        observed = 0
        for place, stop in enumerate(stops):
            if place:
                due += pattern["hops"][place - 1]
                actual += pattern["hops"][place - 1] + self.random.choice([-20, 0, 0, 10, 45, 200])
            dwell = self.random.choice([0, 0, 10, 30])
            word = "Added" if kind == "Added" else "Scheduled"
            arrival, departure = actual, actual + dwell
            if fate == "unseen" or kind == "Canceled" and self.chance(0.8) or self.chance(0.1):
                word, arrival, departure = "Missing", None, None
            elif self.chance(0.05):
                word, arrival, departure = "Skipped", None, None
            elif self.chance(0.1):
                arrival, departure = self.random.choice([(None, departure), (arrival, None), (None, None)])
            if place == 0 and self.chance(0.5):
                arrival = None
            if place == len(stops) - 1 and self.chance(0.5):
                departure = None
            if word == "Missing" and not self.is_whole:
                continue
            scheduled = timed[place]
            visit = dict(head, table="stop_visits", trip_stop_sequence=place + 1, schedule_relationship=word,
                         stop_id=stop, start_date=date, feed_id=feed_id)
            optional = {
                "scheduled_stop_sequence": pattern["sequence"] + place * pattern["step"] if kind != "Added" else None,
                "pattern_id": pattern["pattern_id"], "vehicle_id": vehicle_id, "timepoint": self.random.choice([True, False, None]),
                "schedule_arrival_time": self.written(due) if scheduled else None,
                "schedule_departure_time": self.written(due) if scheduled and (place < len(stops) - 1 or self.chance(0.8)) else None,
                "actual_arrival_time": self.written(arrival), "actual_departure_time": self.written(departure),
                "distance": pattern["metres"][place - 1] if place else None,
                "dwell": departure - arrival if arrival is not None and departure is not None else None,
                "trip_id": trip_id if has_trip_id else None, "start_time": start_time, "route_id": pattern["route_id"],
                "direction_id": pattern["direction_id"],
                "route_short_name": self.random.choice(["ten", "zehn", None]) if pattern["route_id"] == "10" else None,
                "stop_name": "Stop " + stop if self.chance(0.9) else None,
                **self.occupancy(tells, pattern["load"][place])}
            optional["schedule_arrival_time"] = optional["schedule_arrival_time"] if self.chance(0.97) else None
            for end, moment in (("arrival", arrival), ("departure", departure)):
                known = optional["schedule_%s_time" % end]
                if moment is not None:
                    optional[end + "_source"] = self.random.choice(
                        ["stopped", "halted", "passed", "truth", "final_prediction"])
                    if known and self.chance(0.95):
                        optional[end + "_delay"] = moment - due
            visit.update((key, value) for key, value in optional.items() if value is not None)
            if feed_id is None:
                del visit["feed_id"]
            observed += arrival is not None or departure is not None
            visits.append(visit)
            if has_trip_id:
                self.predict(visit, due if scheduled else None, actual, dwell, place)
        trip = dict(head, table="trips_performed", trip_type="In service", match="exact",
                    schedule_relationship={"inexact": "Scheduled"}.get(kind, kind), visits_observed=observed,
                    visits_scheduled=len(stops))
        optional = {
            "vehicle_id": vehicle_id, "trip_id_scheduled": trip_id if kind not in ("Added", "Unscheduled") else None,
            "route_id": pattern["route_id"], "pattern_id": pattern["pattern_id"], "direction_id": pattern["direction_id"],
            "schedule_trip_start": self.written(start) if any(timed) else None,
            "actual_trip_start": self.written(start + late) if observed and self.chance(0.7) else None,
            "start_time": start_time, "share_covered": self.random.choice([None, 0, 0.4999, 0.5, 0.75, 1]),
            "position_ages": [[self.random.randint(-3, 40), self.random.randint(1, 9)] for _ in range(self.random.randint(0, 3))]
            if observed else None,
            "route_short_name": "ten" if pattern["route_id"] == "10" else None, "feed_id": feed_id}
        trip.update((key, value) for key, value in optional.items() if value is not None)
        is_written = (self.has_trips or self.chance(0.5)) and (self.is_whole or observed or kind == "Canceled")
        self.runs.append((visits, trip if is_written else None))

    def occupancy(self, tells, load):
        """Returns what a vehicle usually reports on leaving a stop with a given load."""
        said = {}
        if tells in ("status", "both") and self.chance(0.9):
            load = min(6, max(0, load + self.random.choice([0, 0, 0, -1, 1])))
            said["occupancy_status"] = self.random.choice([load] * 8 + [OCCUPANCIES[load], 7, 8, "NOT_BOARDABLE"])
        if tells in ("percentage", "both") and self.chance(0.8):
            said["occupancy_percentage"] = self.random.choice([load * 20, load * 20, load * 20 + 5, 0, 130, -1])
        return said

    def predict(self, visit, due, actual, dwell, place):
        """Makes updates as they arrive before a visit; each may lack optional values."""
        if self.chance(0.5):
            return
        for ahead in self.random.sample([-40, 5, 20, 25, 55, 100, 170, 180, 200, 359, 360, 500, 601, 700, 898, 900, 1500, 4000],
                                        self.random.randint(1, 6)):
            made = actual - ahead
            error = self.random.choice([-300, -60, -20, 0, 10, 30, 100])
            update = {"table": "stop_time_updates", "feed_timestamp": made + self.random.choice([0, 7]), "entity_id": "e",
                      "trip_id": visit["trip_id"]}
            if "feed_id" in visit and self.chance(0.9):
                update["feed_id"] = visit["feed_id"]
            if self.chance(0.85):
                update["start_date"] = visit["start_date"]
            if "start_time" in visit or self.chance(0.2):
                update["start_time"] = visit.get("start_time", "05:00:00")
            if "vehicle_id" in visit and self.chance(0.7):
                update["vehicle_id"] = visit["vehicle_id"]
            if "scheduled_stop_sequence" in visit and self.chance(0.7):
                update["stop_sequence"] = visit["scheduled_stop_sequence"] + (1 if self.chance(0.05) else 0)
            if "stop_sequence" not in update or self.chance(0.7):
                update["stop_id"] = visit["stop_id"]
            if self.chance(0.05):
                update["schedule_relationship"] = self.random.choice([0, 1, 2, "SKIPPED", "SCHEDULED"])
            for end, moment in (("arrival", actual), ("departure", actual + dwell)):
                if self.chance(0.8):
                    update[end + "_time"] = moment - error
                if self.chance(0.3):
                    update[end + "_delay"] = moment - error - (due if due is not None else actual)
            self.updates.append(update)

    # The records in an order

    def records(self, order):
        """Returns visits and trips as written, with the visits of a run in any order, or with all records in any
        order."""
        lines = []
        runs = list(self.runs)
        if order != "written":
            self.random.shuffle(runs)
        for visits, trip in runs:
            visits = list(visits)
            if order != "written":
                self.random.shuffle(visits)
            lines += visits
            if trip:
                lines.append(trip)
        # The last record of `stop-visits`: whether every run that was due is among the visits.
        if self.says_what_is_listed:
            lines.append({"table": "match_reports", "reason_counts": {}, "lists_missing": self.is_whole})
        if order == "trips first":
            lines.sort(key=lambda record: record["table"], reverse=True)
        if order == "any":
            self.random.shuffle(lines)
        return lines
