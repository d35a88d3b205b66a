"""Computes the columns that `service-levels --observed` adds, from the records of visits and a timetable.

Each day is a list of runs, each run a list of calls; every figure is looked up in these lists."""
import math
from collections import defaultdict

from checking.feeds import clock, digits
from figures.levels import OF_DAYS
from figures.report import Report, first, moment, posix

COLUMNS = ["observed_days", "observed_trips", "unobserved_trips", "canceled_trips", "added_trips", "observed_first_departure",
           "observed_last_departure", "observed_headway_p50", "comparable_headway_p50", "broken_headways"]
BESIDES = ("Added", "Unscheduled", "Duplicated")


def median(values):
    return sorted(values)[(len(values) - 1) // 2] if values else None


def unlisted(calls, visits, stop_count, known):
    """Returns the numbers of the stop times at which a vehicle on the run has no visit. A detour renumbers stops: then they
    are matched by stop, and stop times between two matched ones that are more or fewer than the numbers were replaced.
    `known`: tells whether the feed has a stop."""
    visits = sorted(visits, key=lambda visit: visit["trip_stop_sequence"])
    stops = [visit["stop_id"] if known(visit.get("stop_id")) else None for visit in visits]
    places = [visit["trip_stop_sequence"] for visit in visits]
    sequences = [visit.get("scheduled_stop_sequence") for visit in visits]
    inserted = [visit["schedule_relationship"] == "Added" and number is None for visit, number in zip(visits, sequences)]
    by_place = [place - 1 for place in places]
    if not any(inserted) and all(row < len(calls) and calls[row].stop == stop for row, stop in zip(by_place, stops)):
        return set(range(len(calls))) - set(by_place)
    rows = {call.sequence: number for number, call in enumerate(calls)}
    by_sequence = [rows.get(number) for number, new in zip(sequences, inserted) if not new]
    at = [stop for stop, new in zip(stops, inserted) if not new]
    if None not in by_sequence and by_sequence == sorted(set(by_sequence)) and all(
            calls[row].stop == stop for row, stop in zip(by_sequence, at)):
        return set(range(len(calls))) - set(by_sequence)
    matched, missing = [(0, -1)], set()
    for place, stop in zip(places, stops):
        wanted = matched[-1][1] + place - matched[-1][0]
        rows = [row for row, call in enumerate(calls) if stop is not None and call.stop == stop]
        behind = [row for row in rows if row < wanted][-1:] + [row for row in rows if row >= wanted][:1]
        near = min((row for row in behind if row > matched[-1][1]), key=lambda row: abs(row - wanted), default=None)
        if near is not None:
            matched.append((place, near))
    end = stop_count + 1 if stop_count else matched[-1][0] + len(calls) - matched[-1][1]
    matched.append((max(end, matched[-1][0] + 1), len(calls)))
    for (place, row), (next_place, next_row) in zip(matched, matched[1:]):
        if next_place - place == next_row - row:
            missing |= {row + step for step in range(1, next_row - row) if place + step not in places}
    return missing


class Run:
    """A run of a day, with all vehicles on it. Times are seconds of the service day."""

    def __init__(self, route, direction, is_added, is_canceled, due):
        self.route, self.direction, self.due = route, direction, due
        self.is_added, self.is_canceled, self.calls = is_added, is_canceled, []

    @property
    def is_seen(self):
        return any(call["seen"] is not None for call in self.calls)

    @property
    def left(self):
        return min((call["left"] for call in self.calls if call["place"] == 1 and call["left"] is not None), default=None)

    @property
    def fate(self):
        if self.is_seen:
            return "added" if self.is_added else "observed"
        return "canceled" if self.is_canceled else "unobserved"

    @property
    def time(self):
        seen = [call["seen"] for call in self.calls if call["seen"] is not None]
        return first(self.due, self.left, min(seen, default=None))


class Observed:
    """A question about visits. `levels`: the same question about the timetable."""

    def __init__(self, levels, records):
        self.levels, self.feed, self.keys = levels, levels.feed, levels.keys
        self.report = Report(records, "headways", ["route_id"])
        self.by_day = defaultdict(list)
        self.order = {id(visit): number for number, visit in enumerate(self.report.visits)}
        for record in [*self.report.trips.values(), *self.report.visits]:
            self.by_day[record["service_date"]].append(record)
        self.trips = {trip.id: trip for trip in self.feed.timed_trips}

    # A day

    def runs(self, date):
        """Returns the runs of a day: those of the records, and those of the timetable that no visit mentions. A run of the
        records has each stop time of the timetable, too, that none of its vehicles has."""
        performed = defaultdict(lambda: {"visits": [], "trip": None})
        for record in self.by_day[digits(date)]:
            whose = performed[self.report.performed(record)]
            if record["table"] == "stop_visits":
                whose["visits"].append(record)
            else:
                whose["trip"] = record
        zero, runs, listed = self.feed.midnight(date), {}, {}
        for name, whose in performed.items():
            visits, trip = whose["visits"], whose["trip"] or {}
            one = visits[0] if visits else dict(trip, trip_id=trip.get("trip_id_scheduled"))
            timetable = self.trips.get(one.get("trip_id"))
            route = timetable.route if timetable else one.get("route_id")
            if timetable is None and route not in self.feed.routes:
                continue
            is_canceled = trip.get("schedule_relationship") == "Canceled"
            is_added = trip.get("schedule_relationship") in BESIDES or timetable is None or not trip and all(
                visit["schedule_relationship"] == "Added" for visit in visits)
            due, start = None, one.get("start_time") and self.seconds(one["start_time"])
            if not is_added and (timetable.starts is None or start is not None):
                due = timetable.start if timetable.starts is None else start
            key = (one["trip_id"], one.get("start_time")) if one.get("trip_id") is not None else name
            run = runs.get(key)
            if run is None:
                direction = timetable.direction if timetable else one.get("direction_id")
                run = runs[key] = Run(route, direction, is_added, True, due)
            run.is_canceled &= is_canceled
            if run.is_added and not is_added:
                run.is_added, run.due = False, due
            if not is_added:
                of_timetable = timetable.id, None if timetable.starts is None else start
                vehicles = listed.setdefault(of_timetable, (run, []))[1]
                if visits:
                    vehicles.append((visits, trip.get("visits_scheduled")))
            for visit in visits:
                self.add(run, visit, zero, is_canceled)
        for (trip, start), (run, vehicles) in listed.items():
            timetable = self.trips[trip]
            if vehicles and (timetable.starts is None or start is not None and self.is_exact(trip)):
                shift = 0 if timetable.starts is None else start - timetable.start
                # The vehicles together: of two visits with one position, the first of the input counts.
                visits = {}
                for visit in sorted((visit for its, _ in vehicles for visit in its), key=lambda visit: self.order[id(visit)]):
                    visits.setdefault(visit["trip_stop_sequence"], visit)
                stop_count = max((count for _, count in vehicles if count), default=None)
                missing = unlisted(timetable.calls, visits.values(), stop_count, self.knows)
                self.add_unseen(run, timetable, sorted(missing), shift)
        for trip, shift in self.feed.runs(self.feed.active(date)):
            start = trip.start + shift
            key = trip.id, None if trip.starts is None else start
            run, vehicles = listed.get(key, (None, []))
            if vehicles or trip.starts is not None and not self.is_exact(trip.id):
                continue
            if run is None:
                run = runs[key, "unlisted"] = Run(trip.route, trip.direction, False, False, start)
            self.add_unseen(run, trip, range(len(trip.calls)), shift)
        return list(runs.values())

    @staticmethod
    def add_unseen(run, trip, numbers, shift):
        """Adds the stop times with these numbers, at which nobody saw the run."""
        for number in numbers:
            call = trip.calls[number]
            due = first(call.departure, call.arrival)
            if due is not None and call.stop is not None:
                departs = number < len(trip.calls) - 1 and not run.is_canceled
                run.calls.append({"place": ("unlisted", number), "stop": call.stop, "at": due + shift, "left": None,
                                  "seen": None, "due": due + shift if departs else None})

    def add(self, run, visit, zero, is_canceled):
        word = visit["schedule_relationship"]
        if word == "Skipped":
            return

        def second(*columns):
            time = posix(first(*(moment(visit, column) for column in columns)))
            return None if time is None else time - zero
        due = None if word == "Added" else second("schedule_departure_time", "schedule_arrival_time")
        left, arrived = (None, None) if word == "Missing" else (second("actual_departure_time"), second("actual_arrival_time"))
        seen = first(arrived, left)
        if due is None and seen is None:
            return
        place = visit["trip_stop_sequence"]
        departs = place != self.report.last_place(visit)
        stop = visit["stop_id"] if self.knows(visit["stop_id"]) else None
        run.calls.append({"place": place, "stop": stop, "at": first(due, left, seen), "left": left if departs else None,
                          "seen": seen, "due": due if departs and not is_canceled else None})

    def knows(self, stop):
        return stop in self.feed.stops or stop in self.feed.named

    @staticmethod
    def seconds(text):
        hours, minutes, seconds = text.split(":")
        return int(hours) * 3600 + int(minutes) * 60 + int(seconds)

    def is_exact(self, trip):
        return all(row.get("exact_times") == 1 for row in self.feed.table("frequencies") if row["trip_id"] == trip)

    # Rows

    def bundle(self, run):
        return tuple({"route_id": run.route, "direction_id": run.direction}[key]
                     for key in self.keys if key in ("route_id", "direction_id"))

    def key(self, run, stop, time):
        # The hour before the service day counts as its first one.
        return self.levels.key(run, stop, None if time is None else max(0, time))

    def rows(self):
        """Returns the added columns by key, and for each group of days how many of them each route and direction has."""
        by_stop, is_in = "stop_id" in self.keys, self.levels.is_in
        found = defaultdict(lambda: {"fates": [], "gaps": [], "due": [], "broken": 0, "first": [], "last": []})
        days = defaultdict(int)
        for date in self.levels.days:
            runs = self.runs(date)
            bundles = {self.bundle(run) for run in runs if run.is_seen}
            runs = [run for run in runs if self.bundle(run) in bundles]
            names = self.levels.names(date)
            of_days = tuple(names[key] for key in self.keys if key in OF_DAYS)
            for bundle in bundles:
                days[of_days, bundle] += 1
            starts = defaultdict(list)
            if by_stop:
                self.count_calls(runs, of_days, found, starts)
            else:
                for run in runs:
                    if run.time is not None and is_in(run.time):
                        key = of_days, self.key(run, None, run.time)
                        found[key]["fates"].append(run.fate)
                        if run.left is not None or not run.is_added and run.fate != "canceled":
                            starts[key].append((run.left, run.time))
            for key, pairs in starts.items():
                left = [time for time, _ in pairs if time is not None]
                unseen = [due for time, due in pairs if time is None]
                if left and not any(due <= min(left) for due in unseen):
                    found[key]["first"].append(max(0, min(left)))
                if left and not any(due >= max(left) for due in unseen):
                    found[key]["last"].append(max(0, max(left)))
            self.pair(runs, of_days, found)
        return found, days

    def count_calls(self, runs, of_days, found, starts):
        for run in runs:
            calls = defaultdict(list)
            for call in run.calls:
                if call["stop"] is not None and self.levels.is_in(call["at"]):
                    key = of_days, self.key(run, call["stop"], call["at"])
                    calls[key].append(call)
                    if first(call["left"], call["due"]) is not None:
                        starts[key].append((call["left"], call["due"]))
            for key, its in calls.items():
                if any(call["seen"] is not None for call in its):
                    found[key]["fates"].append("added" if run.is_added else "observed")
                elif not run.is_added:
                    found[key]["fates"].append("canceled" if run.fate == "canceled" else "unobserved")

    def pair(self, runs, of_days, found):
        """Counts the headways of a day. A vehicle leaves once for each run and place."""
        places = defaultdict(lambda: defaultdict(list))
        for number, run in enumerate(runs):
            line = run.route, run.direction
            if "stop_id" in self.keys and "route_id" not in self.keys:
                line = self.bundle(run)
            for call in run.calls:
                if call["stop"] is not None and first(call["left"], call["due"]) is not None:
                    places[line, call["stop"]][number, call["place"]].append(dict(call, run=run))
        for calls in places.values():
            merged = []
            for vehicles in calls.values():
                vehicles.sort(key=lambda call: (first(call["left"], math.inf), first(call["due"], math.inf)))
                due = next((call["due"] for call in vehicles if call["left"] is not None and call["due"] is not None), None)
                if due is None:
                    due = min((call["due"] for call in vehicles if call["due"] is not None), default=None)
                merged.append(dict(vehicles[0], due=due))
            left = sorted((call for call in merged if call["left"] is not None), key=lambda call: (
                call["left"], first(call["due"], math.inf)))
            unseen = [call["due"] for call in merged if call["left"] is None]
            order = {id(call): number for number, call in enumerate(left)}
            for before, after in zip(left, left[1:]):
                if self.levels.is_in(after["at"]):
                    row = found[of_days, self.key(after["run"], after["stop"], after["at"])]
                    if any(before["left"] <= due <= after["left"] for due in unseen):
                        row["broken"] += 1
                    else:
                        row["gaps"].append(after["left"] - before["left"])
            due = sorted((call for call in merged if call["due"] is not None),
                         key=lambda call: (call["due"], order.get(id(call), math.inf)))
            for before, after in zip(due, due[1:]):
                if before["left"] is not None and after["left"] is not None and self.levels.is_in(after["at"]):
                    found[of_days, self.key(after["run"], after["stop"], after["at"])]["due"].append(after["due"] - before["due"])

    def added_to(self, rows):
        """Returns the rows of the timetable with the observed columns, and rows of observed runs alone."""
        found, days = self.rows()
        counts = defaultdict(int)
        for date in self.levels.days:
            names = self.levels.names(date)
            counts[tuple(names[key] for key in self.keys if key in OF_DAYS)] += 1
        by_key = {self.levels.whole_key(*key): row for key, row in found.items()}
        for key, row in found.items():
            if any(row.values()):
                rows.setdefault(self.levels.whole_key(*key), self.levels.row(counts[key[0]], []))
        result = {}
        for key, planned in rows.items():
            of_days = tuple(value for name, value in zip(self.keys, key) if name in OF_DAYS)
            bundle = tuple(value for name, value in zip(self.keys, key) if name in ("route_id", "direction_id"))
            result[key] = dict(planned, **self.row(days[of_days, bundle], by_key.get(key)))
        return result

    @staticmethod
    def row(days, found):
        if not days:
            return dict.fromkeys(COLUMNS, None) | {"observed_days": 0}
        found = found or {"fates": [], "gaps": [], "due": [], "broken": 0, "first": [], "last": []}
        count = found["fates"].count
        return dict(zip(COLUMNS, [
            days, count("observed") + count("added"), count("unobserved"), count("canceled"), count("added"),
            clock(min(found["first"], default=None)), clock(max(found["last"], default=None)), median(found["gaps"]),
            median(found["due"]), found["broken"]]))
