"""Later versions of a random feed, as agencies publish them. Some change what riders have, others only how it is
written."""
import copy
import datetime
import random
from collections import defaultdict

from checking.feeds import Calendar, civil, clock, digits, seconds


class Version:
    """`changes`: names of the changes to a feed's tables, in order. `is_same`: none of them changes what riders
    have."""

    REWRITTEN = ["nothing", "shuffled", "as dates", "week in parts", "renamed trips", "renamed services", "written out",
                 "other blocks", "unused rows"]
    CHANGED = ["no saturdays", "shifted trips", "longer way", "removed stop", "added stop", "removed trips", "added trips",
               "other direction", "other route", "later period", "earlier end", "moved stop", "other headway", "holiday",
               "no service at all"]

    # Changes that also suit a feed that this program did not make.
    CAUTIOUS = ["as dates", "week in parts", "renamed trips", "no saturdays", "removed trips", "removed stop", "other direction"]

    def __init__(self, tables, seed, cautious=False):
        self.random = random.Random("version %s" % seed)
        self.tables = copy.deepcopy(tables)
        kinds = self.random.choice([self.REWRITTEN, self.CHANGED, self.CHANGED, self.REWRITTEN + self.CHANGED])
        if cautious:
            kinds = self.random.choice([self.CAUTIOUS, [kind for kind in self.CAUTIOUS if kind in self.REWRITTEN]])
        self.changes = self.random.sample(kinds, self.random.randint(1, 3))
        self.is_same = all(change in self.REWRITTEN for change in self.changes)
        for change in self.changes:
            getattr(self, change.replace(" ", "_"))()

    def chance(self, share):
        return self.random.random() < share

    # Changes that riders do not notice

    def nothing(self):
        pass

    def shuffled(self):
        """Shuffles rows; rows that repeat a key keep their order."""
        for name in ("stops", "routes", "trips", "shapes"):
            self.random.shuffle(self.tables[name])

    def service_days(self):
        """Returns the days of each service."""
        days = Calendar(self.tables["calendar"], self.tables["calendar_dates"]).days()
        return defaultdict(set, {service: set(map(digits, dates)) for service, dates in days.items()})

    def write_dates(self, days):
        self.tables["calendar"] = []
        self.tables["calendar_dates"] = [{"service_id": service, "date": date, "exception_type": 1}
                                         for service in sorted(days) for date in sorted(days[service])]

    def as_dates(self):
        """Writes every service only by its dates."""
        self.write_dates(self.service_days())

    def week_in_parts(self):
        """Splits a service into two with copied trips: its first days and the others."""
        days = self.service_days()
        for service in sorted(days):
            dates = sorted(days[service])
            if len(dates) < 2 or self.chance(0.4):
                continue
            cut = self.random.choice([lambda date: civil(date).weekday() == 4, lambda date: date > dates[len(dates) // 2]])
            other = {date for date in dates if cut(date)}
            days[service] -= other
            days[service + " II"] = other
            self.copy_trips(service, service + " II")
        self.write_dates(days)

    def copy_trips(self, service, other):
        names = {row["trip_id"]: row["trip_id"] + " II" for row in self.tables["trips"] if row["service_id"] == service}
        for row in list(self.tables["trips"]):
            if row["trip_id"] in names:
                self.tables["trips"].append(dict(row, trip_id=names[row["trip_id"]], service_id=other))
        for name in ("stop_times", "frequencies"):
            for row in list(self.tables[name]):
                if row["trip_id"] in names:
                    self.tables[name].append(dict(row, trip_id=names[row["trip_id"]]))

    def renamed_trips(self):
        for name in ("trips", "stop_times", "frequencies"):
            for row in self.tables[name]:
                row["trip_id"] = "new-" + row["trip_id"]

    def renamed_services(self):
        for name in ("calendar", "calendar_dates", "trips"):
            for row in self.tables[name]:
                row["service_id"] = "new-" + row["service_id"]

    def starts(self):
        """Returns the start times of each trip of frequencies."""
        begins, starts = set(), defaultdict(set)
        for row in self.tables["frequencies"]:
            if (row["trip_id"], row["start_time"]) not in begins:
                begins.add((row["trip_id"], row["start_time"]))
                starts[row["trip_id"]] |= set(range(seconds(row["start_time"]), seconds(row["end_time"]), row["headway_secs"]))
        return starts

    def written_out(self):
        """Writes each run of a trip of frequencies as a trip."""
        starts = self.starts()
        rows = defaultdict(list)
        for row in self.tables["stop_times"]:
            rows[row["trip_id"]].append(row)
        trips, stop_times = [], []
        for row in self.tables["trips"]:
            name = row["trip_id"]
            times = sorted(rows[name], key=lambda row: row["stop_sequence"])
            if name not in starts or not times:
                trips.append(row)
                stop_times += rows[name]
                continue
            first = next(seconds(time[end]) for time in times for end in ("departure_time", "arrival_time") if end in time)
            for start in sorted(starts[name]):
                trip = "%s at %d" % (name, start)
                trips.append(dict(row, trip_id=trip))
                for time in rows[name]:
                    stop_times.append(dict(time, trip_id=trip, **{
                        end: clock(seconds(time[end]) - first + start) for end in ("arrival_time", "departure_time") if end in time}))
        self.tables.update(trips=trips, stop_times=stop_times, frequencies=[])

    def other_blocks(self):
        for row in self.tables["trips"]:
            row.pop("block_id", None)
            if self.chance(0.5):
                row["block_id"] = "X%d" % self.random.randrange(9)

    def unused_rows(self):
        self.tables["stops"].append({"stop_id": "UNUSED", "stop_name": "Unused", "stop_lat": 1, "stop_lon": 2})
        self.tables["routes"].append({"route_id": "UNUSED", "agency_id": "A", "route_short_name": "10", "route_type": 3})

    # Changes that riders usually notice

    def no_saturdays(self):
        days = self.service_days()
        self.write_dates({service: {date for date in dates if civil(date).weekday() != 5} for service, dates in days.items()})

    def shift(self, share, shifts):
        moved = {}
        for row in self.tables["trips"]:
            if self.chance(share):
                moved[row["trip_id"]] = self.random.choice(shifts)
        for row in self.tables["stop_times"] + self.tables["frequencies"]:
            for end in ("arrival_time", "departure_time", "start_time", "end_time"):
                if end in row and row["trip_id"] in moved:
                    row[end] = clock(max(0, seconds(row[end]) + moved[row["trip_id"]]))

    def shifted_trips(self):
        self.shift(self.random.choice([0.1, 0.5, 1]), self.random.choice([[60, -60], [300, 600], [1], [3600]]))

    def patterns(self):
        """Groups trips by route, direction and stops, with their rows in order."""
        rows, found = defaultdict(list), defaultdict(list)
        for row in self.tables["stop_times"]:
            rows[row["trip_id"]].append(row)
        for trip in self.tables["trips"]:
            calls = sorted(rows[trip["trip_id"]], key=lambda row: row["stop_sequence"])
            found[trip["route_id"], str(trip.get("direction_id")), tuple(row.get("stop_id") for row in calls)].append(calls)
        return [found[key] for key in sorted(found)]

    def longer_way(self):
        """Extends trips of one pattern by one stop."""
        stops = [row["stop_id"] for row in self.tables["stops"] if row.get("location_type") != 1]
        stop = self.random.choice(stops)
        for calls in self.random.choice(self.patterns()):
            if calls and {"departure_time", "arrival_time"} & set(calls[-1]):
                last = calls[-1]
                time = clock(seconds(last.get("departure_time", last.get("arrival_time"))) + 120)
                self.tables["stop_times"].append(dict(last, stop_id=stop, stop_sequence=last["stop_sequence"] + 1,
                                                      arrival_time=time, departure_time=time))

    def removed_stop(self):
        for calls in self.random.choice(self.patterns()):
            if len(calls) > 2:
                gone = self.random.choice(calls[1:-1])
                self.tables["stop_times"] = [row for row in self.tables["stop_times"] if row is not gone]

    def added_stop(self):
        self.tables["stops"].append({"stop_id": "NEW", "stop_name": "New", "stop_lat": 52.51, "stop_lon": 13.41})
        for calls in self.random.choice(self.patterns()):
            if len(calls) > 1 and "departure_time" in calls[0] and "arrival_time" in calls[0]:
                # If the stop sequence leaves no room, the last stop changes instead.
                calls[-1]["stop_id"] = "NEW"

    def removed_trips(self):
        share = self.random.choice([0.05, 0.3])
        gone = {row["trip_id"] for row in self.tables["trips"] if self.chance(share)}
        for name in ("trips", "stop_times", "frequencies"):
            self.tables[name] = [row for row in self.tables[name] if row["trip_id"] not in gone]

    def added_trips(self):
        days = sorted(self.service_days())
        if days:
            service = self.random.choice(days)
            self.copy_trips(service, self.random.choice(days))

    def other_direction(self):
        for calls in self.random.choice(self.patterns()):
            for row in self.tables["trips"]:
                if calls and row["trip_id"] == calls[0]["trip_id"]:
                    row["direction_id"] = 1 - row.get("direction_id", 0)

    def other_route(self):
        route = self.random.choice(sorted({row["route_id"] for row in self.tables["trips"]}) or ["R0"])
        self.tables["routes"].append({"route_id": "NEW ROUTE", "agency_id": "A", "route_short_name": "N", "route_type": 3})
        for row in self.tables["trips"]:
            if row["route_id"] == route:
                row["route_id"] = "NEW ROUTE"

    def move_days(self, first, last):
        days = self.service_days()
        every = sorted({date for dates in days.values() for date in dates})
        if not every:
            return
        shifted = {service: {digits(civil(date) + datetime.timedelta(first)) if first % 7 == 0 else date for date in dates}
                   for service, dates in days.items()}
        end = digits(civil(every[-1]) - datetime.timedelta(last))
        self.write_dates({service: {date for date in dates if date <= end or first} for service, dates in shifted.items()})

    def later_period(self):
        """Shifts the feed by a week: the two versions share some days, or none."""
        self.move_days(7, 0)

    def earlier_end(self):
        self.move_days(0, self.random.choice([1, 3, 6]))

    def moved_stop(self):
        for row in self.random.sample(self.tables["stops"], 1):
            if "stop_lat" in row:
                row["stop_lat"] = round(row["stop_lat"] + 0.004, 6)

    def other_headway(self):
        for row in self.tables["frequencies"]:
            row["headway_secs"] *= 2

    def holiday(self):
        """Removes the service of one day, or replaces it with that of another day."""
        days = self.service_days()
        every = sorted({date for dates in days.values() for date in dates})
        if every:
            date = self.random.choice(every)
            other = self.random.choice(every + [None])
            was = {service: other in dates for service, dates in days.items()}
            for service in days:
                days[service].discard(date)
                if was[service]:
                    days[service].add(date)
        self.write_dates(days)

    def no_service_at_all(self):
        if self.chance(0.3):
            self.write_dates({})
