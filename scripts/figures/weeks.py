"""Random visits of several weeks: trips with their own crowding and delays, runs past midnight, runs of frequencies, days without
data, changed trip_ids, changed platforms, added, skipped and missing stops, two vehicles on a run, records that repeat."""
import datetime
import random
import zoneinfo

from checking.feeds import clock, digits, midnight


class Weeks:
    """One random archive; the same seed gives the same records."""

    def __init__(self, seed):
        self.random = random.Random("weeks %s" % seed)
        self.zone = zoneinfo.ZoneInfo(self.random.choice(["Australia/Sydney", "Europe/Berlin", "America/St_Johns"]))
        self.feed_id = self.random.choice([None, None, "a"])
        self.has_trips = self.chance(0.7)
        # Three weeks in which clocks may be changed.
        first = self.random.choice([datetime.date(2026, 3, 23), datetime.date(2026, 2, 2), datetime.date(2026, 10, 12)])
        self.days = [first + datetime.timedelta(number) for number in range(self.random.randint(3, 24)) if self.chance(0.9)]
        self.records = []
        self.patterns = [self.pattern(number) for number in range(self.random.randint(1, 4))]
        for day in self.days:
            for pattern in self.patterns:
                for trip in pattern["trips"]:
                    self.run(day, pattern, trip)
        if self.chance(0.3):
            self.random.shuffle(self.records)

    def chance(self, share):
        return self.random.random() < share

    def pattern(self, number):
        stops = [self.random.choice(["A", "B", "C", "D", "E", "é\"1\\"]) for _ in range(self.random.randint(2, 7))]
        frequent = self.chance(0.25)
        trips = []
        for trip in range(self.random.randint(1, 4)):
            trips.append({
                "trip_id": "f%d" % number if frequent else "t%d-%d" % (number, trip),
                "start": self.random.choice([0, 420, 425, 449, 450, 480, 1435, 1439, 1445, 1500]) * 60,
                "frequent": frequent, "inexact": frequent and self.chance(0.3), "days": self.random.choice([
                    (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 6), (5, 6), (5,), (1,)]),
                "delay": self.random.randint(-60, 300), "spread": self.random.choice([0, 5, 120]),
                "level": [self.random.randrange(7) for _ in stops], "seen": self.random.choice([1, 0.9, 0.4]),
                "known": [self.random.choice([1, 0.7, 0]) for _ in stops]})
        return {"route_id": self.random.choice(["10", "20", "10", None] if self.chance(0.3) else ["10", "20"]),
                "direction_id": self.random.choice([0, 1, None]), "stops": stops, "trips": trips,
                "sequence": self.random.choice([1, 0, 10]), "step": self.random.choice([1, 5]),
                "renamed": self.random.choice(self.days) if self.days and self.chance(0.3) else None}

    def written(self, instant):
        return None if instant is None else datetime.datetime.fromtimestamp(instant, self.zone).isoformat(timespec="seconds")

    def run(self, day, pattern, trip):
        if day.weekday() not in trip["days"] or self.chance(0.05):
            return
        name = trip["trip_id"]
        if pattern["renamed"] and day >= pattern["renamed"]:
            name += "-new"
        for vehicle in range(2 if self.chance(0.05) else 1):
            self.vehicle(day, pattern, trip, name, vehicle)

    def vehicle(self, day, pattern, trip, name, vehicle):
        origin = midnight(day, self.zone)
        start = trip["start"]
        performed = name + ("@%s" % clock(start) if trip["frequent"] else "") + ("#%d" % vehicle if vehicle else "")
        head = {"service_date": digits(day), "trip_id_performed": performed}
        if self.feed_id:
            head = {"feed_id": self.feed_id, **head}
        shared = {"trip_id": name, "start_date": digits(day)}
        if trip["frequent"]:
            shared["start_time"] = clock(start)
        for key in ("route_id", "direction_id"):
            if pattern[key] is not None:
                shared[key] = pattern[key]
        added = self.chance(0.03)
        late = trip["delay"] + self.random.randint(-trip["spread"], trip["spread"]) if trip["spread"] else trip["delay"]
        made = []
        for place, stop in enumerate(pattern["stops"]):
            planned = None if trip["inexact"] else origin + start + place * 240
            dwell = 0 if place in (0, len(pattern["stops"]) - 1) else 20
            arrival, departure = (None if planned is None else planned), (None if planned is None else planned + dwell)
            actual = [origin + start + place * 240 + late, origin + start + place * 240 + late + dwell + self.random.choice([0, 0, 30])]
            word = "Added" if added else self.random.choices(["Scheduled", "Skipped", "Added", "Missing", "?"], [94, 2, 2, 1, 1])[0]
            visit = {"table": "stop_visits", **head, "trip_stop_sequence": place + 1}
            if self.chance(0.98):
                visit["scheduled_stop_sequence"] = pattern["sequence"] + place * pattern["step"]
            visit["stop_id"] = stop if self.chance(0.98) else stop + "2"
            if arrival is not None:
                visit["schedule_arrival_time"], visit["schedule_departure_time"] = self.written(arrival), self.written(departure)
            seen = self.chance(trip["seen"])
            if seen and self.chance(0.9) and place > 0:
                visit["actual_arrival_time"] = self.written(actual[0])
            if seen and self.chance(0.95):
                visit["actual_departure_time"] = self.written(actual[1])
            visit["schedule_relationship"] = word
            visit.update(shared)
            if self.chance(0.7) and arrival is not None:
                if "actual_arrival_time" in visit:
                    visit["arrival_delay"] = actual[0] - arrival
                if "actual_departure_time" in visit:
                    visit["departure_delay"] = actual[1] - departure
            if self.chance(trip["known"][place]):
                level = trip["level"][place] if self.chance(0.7) else self.random.randrange(9)
                visit["occupancy_status"] = level
            made.append(visit)
        kept = [visit for visit in made if self.chance(0.98)]
        if kept and self.chance(0.03):
            kept.append(dict(self.random.choice(kept), occupancy_status=6))
        self.records += kept
        if self.has_trips:
            record = {"table": "trips_performed", **head, "schedule_relationship": "Added" if added else "Scheduled",
                      "visits_observed": len(kept), "visits_scheduled": len(made), "trip_type": "In service", "match": "exact"}
            self.records.insert(self.random.randrange(len(self.records) + 1), record)
