"""The figures of performance-report, computed from records by the words of its contract: everything is kept, and each
figure is made of whole lists. Exact numbers are fractions; they are rounded by whoever compares them."""
import datetime
import math
import zoneinfo
from collections import Counter, defaultdict
from fractions import Fraction

STATUS = ["EMPTY", "MANY_SEATS_AVAILABLE", "FEW_SEATS_AVAILABLE", "STANDING_ROOM_ONLY", "CRUSHED_STANDING_ROOM_ONLY",
          "FULL", "NOT_ACCEPTING_PASSENGERS"]
LEVELS = {"low": (0, 1), "moderate": (2,), "high": (3, 4), "very_crowded": (5, 6)}
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
SEEN = ("stopped", "halted", "passed", "truth")
HORIZONS = (("0-3", 0, 3), ("3-6", 3, 6), ("6-10", 6, 10), ("10-15", 10, 15))


def moment(record, column):
    text = record.get(column)
    return datetime.datetime.fromisoformat(text) if text else None


def posix(time):
    return None if time is None else int(time.timestamp())


def nearest_rank(values, share):
    values = sorted(values)
    return values[math.ceil(Fraction(share * len(values), 100)) - 1] if values else None


def share(part, whole):
    return Fraction(part, whole) if whole else None


def first(*values):
    return next((value for value in values if value is not None), None)


def smallest(names):
    return min((n for n in names if n), key=lambda n: n.encode(), default=None)


class Undecided(Exception):
    """The contract leaves open what a figure is."""


class Report:
    """What is asked for, and the records."""

    def __init__(self, records, kind, by, zone=None, bin_seconds=3600, **parameters):
        self.kind, self.zone, self.bin = kind, zone and zoneinfo.ZoneInfo(zone), bin_seconds
        self.by = list(by)
        if kind == "load":
            self.by += [key for key in ("pattern_id", "stop_sequence", "stop_id") if key not in by]
        self.parameters = dict({"early": 60, "late": 300, "at": "departure", "timepoints": False, "bunched": 0.5,
                                "gapped": 1.5, "max_headway": 900, "crowded": "high", "days": None, "from": None,
                                "to": None}, **parameters)
        seen = set()
        self.visits, self.trips, self.updates = [], {}, []
        for record in records:
            table = record["table"]
            if table == "stop_visits":
                key = self.performed(record) + (record["trip_stop_sequence"],)
                if key not in seen:
                    seen.add(key)
                    self.visits.append(record)
            elif table == "trips_performed":
                self.trips.setdefault(self.performed(record), record)
            else:
                self.updates.append(record)
        self.of_run = defaultdict(list)
        for visit in self.visits:
            self.of_run[self.performed(visit)].append(visit)
        for visits in self.of_run.values():
            visits.sort(key=lambda visit: visit["trip_stop_sequence"])

    @staticmethod
    def performed(record):
        return record.get("feed_id"), record["service_date"], record["trip_id_performed"]

    def last_place(self, visit):
        run = self.performed(visit)
        return max([v["trip_stop_sequence"] for v in self.of_run[run]] + [self.trips.get(run, {}).get("visits_scheduled", 0)])

    # Keys and the window

    @staticmethod
    def time_of(visit, end="departure"):
        """The scheduled time of a visit, without one its actual time."""
        other = "arrival" if end == "departure" else "departure"
        return first(*(moment(visit, "%s_%s_time" % (what, which)) for what in ("schedule", "actual") for which in (end, other)))

    def clock(self, time):
        time = time.astimezone(self.zone) if self.zone else time
        return time.hour * 3600 + time.minute * 60 + time.second

    def keys(self, record, time, trip_id="trip_id"):
        day = datetime.datetime.strptime(record["service_date"], "%Y%m%d").date()
        second = None if time is None else self.clock(time)
        start = None if second is None else second // self.bin * self.bin
        values = {"stop_sequence": record.get("trip_stop_sequence"), "trip_id": record.get(trip_id),
                  "hour": None if second is None else second // 3600,
                  "time_bin": None if second is None else "%02d:%02d" % (start // 3600, start // 60 % 60),
                  "weekday": DAYS[day.weekday()], "day_type": ("weekday", "saturday", "sunday")[max(0, day.weekday() - 4)]}
        return tuple(values[key] if key in values else record.get(key) for key in self.by)

    def in_window(self, record, time):
        day = datetime.datetime.strptime(record["service_date"], "%Y%m%d").date()
        if self.parameters["days"] is not None and day.weekday() not in self.parameters["days"]:
            return False
        start, end = self.parameters["from"], self.parameters["to"]
        if start is None and end is None:
            return True
        if time is None:
            return False
        second = self.clock(time)
        start, end = first(start, 0), first(end, 86400)
        return start <= second < end if start <= end else second >= start or second < end

    # The six kinds

    def rows(self):
        return getattr(self, self.kind)()

    def punctuality(self):
        end = self.parameters["at"]
        groups, names = defaultdict(list), defaultdict(set)
        for visit in self.visits:
            time = self.time_of(visit, end)
            if visit["schedule_relationship"] != "Scheduled" or not self.in_window(visit, time):
                continue
            if self.parameters["timepoints"] and visit.get("timepoint") is not True:
                continue
            actual, due = moment(visit, "actual_%s_time" % end), moment(visit, "schedule_%s_time" % end)
            if actual is None or (due is None and end + "_delay" not in visit):
                continue
            place = visit["trip_stop_sequence"]
            if place == (self.last_place(visit) if end == "departure" else 1):
                continue
            delay = visit[end + "_delay"] if end + "_delay" in visit else posix(actual) - posix(due)
            groups[self.keys(visit, time)].append(delay)
            names[self.keys(visit, time)].add(visit.get("route_short_name"))
        rows = {}
        for key, delays in groups.items():
            early = sum(delay < -self.parameters["early"] for delay in delays)
            late = sum(delay > self.parameters["late"] for delay in delays)
            rows[key] = {
                "route_short_name": smallest(names[key]), "events": len(delays), "early": early, "late": late,
                "on_time": len(delays) - early - late, "share_on_time": share(len(delays) - early - late, len(delays)),
                "delay_p10": nearest_rank(delays, 10), "delay_p50": nearest_rank(delays, 50),
                "delay_p90": nearest_rank(delays, 90), "delay_mean": share(sum(delays), len(delays))}
        return rows

    def headways(self):
        places = defaultdict(lambda: ([], []))
        names = defaultdict(set)
        for visit in self.visits:
            word = visit["schedule_relationship"]
            if word == "Skipped" or visit["trip_stop_sequence"] == self.last_place(visit):
                continue
            due = first(moment(visit, "schedule_departure_time"), moment(visit, "schedule_arrival_time"))
            due = None if word == "Added" else posix(due)
            left = posix(moment(visit, "actual_departure_time")) if word != "Missing" else None
            if visit.get("trip_id") is None:
                run = self.performed(visit)
            else:
                run = visit["trip_id"], visit.get("start_time")
            seen, unseen = places[tuple(visit.get(key) for key in ("feed_id", "service_date", "route_id", "direction_id", "stop_id"))]
            call = run, visit["trip_stop_sequence"]
            if left is not None:
                seen.append((left, due, call, visit))
                if self.in_window(visit, self.time_of(visit)):
                    names[self.keys(visit, self.time_of(visit))].add(visit.get("route_short_name"))
            elif due is not None and self.trips.get(self.performed(visit), {}).get("schedule_relationship") != "Canceled":
                unseen.append((due, call))
        groups = defaultdict(lambda: {"pairs": [], "broken": 0})
        for seen, unseen in places.values():
            # A run departs once, with its first vehicle.
            firsts = {}
            for left, due, call, visit in seen:
                if call not in firsts or (left, first(due, -math.inf)) < (firsts[call][0], first(firsts[call][1], -math.inf)):
                    firsts[call] = left, due, call, visit
            unseen = [due for due, call in unseen if call not in firsts]
            rank = [(left, first(due, -math.inf), call[1]) for left, due, call, _ in firsts.values()]
            if len(set(rank)) < len(rank):
                raise Undecided("departures in one second that nothing tells apart")
            order = [event for _, event in sorted(zip(rank, firsts.values()), key=lambda pair: pair[0])]
            for (before, due_before, _, _), (after, due_after, _, visit) in zip(order, order[1:]):
                if not self.in_window(visit, self.time_of(visit)):
                    continue
                group = groups[self.keys(visit, self.time_of(visit))]
                ends = sorted((first(due_before, before), first(due_after, after)))
                if any(ends[0] <= due <= ends[1] for due in unseen):
                    group["broken"] += 1
                else:
                    known = None not in (due_before, due_after)
                    group["pairs"].append((after - before, abs(due_after - due_before) if known else None))
        rows = {}
        for key, group in groups.items():
            counted = [(h, s) for h, s in group["pairs"] if s is None or s <= self.parameters["max_headway"]]
            actual, due = [h for h, _ in counted], [s for _, s in counted if s is not None]
            wait, due_wait = (share(sum(h * h for h in hs), 2 * sum(hs)) for hs in (actual, due))
            mean = share(sum(actual), len(actual))
            rows[key] = {
                "route_short_name": smallest(names[key]), "events": len(group["pairs"]),
                "scheduled_headway_mean": share(sum(due), len(due)), "headway_mean": mean,
                "headway_cv": math.sqrt(sum((h - mean) ** 2 for h in actual) / len(actual)) / mean if mean else None,
                "scheduled_wait": due_wait, "observed_wait": wait,
                "excess_wait_time": None if None in (wait, due_wait) else wait - due_wait,
                "bunched": sum(s is not None and s > 0 and h < self.parameters["bunched"] * s for h, s in counted),
                "gapped": sum(s is not None and s > 0 and h > self.parameters["gapped"] * s for h, s in counted),
                "broken_by_no_data": group["broken"]}
        return rows

    @staticmethod
    def called_at(visit):
        return visit["schedule_relationship"] not in ("Skipped", "Missing")

    def segments(self):
        groups = defaultdict(list)
        for visits in self.of_run.values():
            by_place = {visit["trip_stop_sequence"]: visit for visit in visits}
            for visit in visits:
                after = by_place.get(visit["trip_stop_sequence"] + 1)
                if after is None or not (self.called_at(visit) and self.called_at(after)):
                    continue
                left, came = moment(visit, "actual_departure_time"), moment(after, "actual_arrival_time")
                time = self.time_of(visit)
                if None in (left, came) or came < left or not self.in_window(visit, time):
                    continue
                groups[self.keys(visit, time) + (visit["stop_id"], after["stop_id"])].append((posix(came) - posix(left), visit, after))
        rows = {}
        for key, samples in groups.items():
            times = [seconds for seconds, _, _ in samples]
            metres = [after["distance"] for _, _, after in samples if "distance" in after]
            speeds = [Fraction(after["distance"] * 36, seconds * 10) for seconds, _, after in samples
                      if "distance" in after and seconds > 0]
            due = [posix(moment(b, "schedule_arrival_time")) - posix(moment(a, "schedule_departure_time"))
                   for _, a, b in samples if "schedule_arrival_time" in b and "schedule_departure_time" in a]
            rows[key] = {
                "route_short_name": smallest({a.get("route_short_name") for _, a, _ in samples}),
                "from_stop_id": key[-2], "to_stop_id": key[-1], "samples": len(samples), "distance_m": nearest_rank(metres, 50),
                "run_time_p20": nearest_rank(times, 20), "run_time_p50": nearest_rank(times, 50),
                "run_time_p80": nearest_rank(times, 80), "speed_kph_p20": nearest_rank(speeds, 20),
                "speed_kph_p50": nearest_rank(speeds, 50), "speed_kph_p80": nearest_rank(speeds, 80),
                "scheduled_run_time_p50": nearest_rank(due, 50),
                "dwell_p50": nearest_rank([a["dwell"] for _, a, _ in samples if "dwell" in a], 50),
                "from_stop_name": smallest({a.get("stop_name") for _, a, _ in samples}),
                "to_stop_name": smallest({b.get("stop_name") for _, _, b in samples})}
        return rows

    @staticmethod
    def occupancy(visit):
        """The status as a code that says how full, and the percentage."""
        status, percentage = visit.get("occupancy_status"), visit.get("occupancy_percentage")
        if isinstance(status, str):
            status = STATUS.index(status) if status in STATUS else None
        return status if status in range(7) else None, percentage if percentage != -1 else None

    def load(self):
        lowest = min(LEVELS[self.parameters["crowded"]])
        groups = defaultdict(lambda: {"trips": 0, "samples": 0, "codes": [], "percentages": [], "crowded": 0, "names": set(),
                                      "stops": set()})
        lasts = Counter()
        for record in list(self.visits) + list(self.trips.values()):
            place = record.get("trip_stop_sequence", record.get("visits_scheduled", 0))
            lasts[record.get("pattern_id")] = max(lasts[record.get("pattern_id")], place)
        for visits in self.of_run.values():
            for number, visit in enumerate(visits):
                time = self.time_of(visit)
                if not self.in_window(visit, time):
                    continue
                code, percentage = self.occupancy(visit)
                left = first(moment(visit, "actual_departure_time"), moment(visit, "actual_arrival_time"))
                observed = left is not None and self.called_at(visit)
                if not observed and code is None and percentage is None:
                    continue
                group = groups[self.keys(visit, time)]
                group["names"].add(visit.get("route_short_name"))
                group["stops"].add(visit.get("stop_name"))
                group["trips"] += observed
                group["samples"] += code is not None or percentage is not None
                group["codes"] += [code] * (code is not None)
                group["percentages"] += [percentage] * (percentage is not None)
                if code is None or code < lowest or not observed:
                    continue
                for other in visits[number + 1:]:
                    came = first(moment(other, "actual_arrival_time"), moment(other, "actual_departure_time"))
                    if came is not None and self.called_at(other):
                        group["crowded"] += max(0, posix(came) - posix(left))
                        break
        rows = {}
        for key, group in groups.items():
            codes = group["codes"]
            rows[key] = {
                "route_short_name": smallest(group["names"]), "stop_name": smallest(group["stops"]), "trips": group["trips"],
                "samples": group["samples"], "percentage_p50": nearest_rank(group["percentages"], 50),
                "percentage_p90": nearest_rank(group["percentages"], 90), "percentage_max": max(group["percentages"], default=None),
                "crowded_minutes": Fraction(group["crowded"], 60), "is_max_load_point": False}
            for level, of_level in LEVELS.items():
                rows[key]["share_" + level] = share(sum(code in of_level for code in codes), len(codes))
        ways = defaultdict(list)
        pattern, place, stop = (self.by.index(key) for key in ("pattern_id", "stop_sequence", "stop_id"))
        for key in rows:
            if key[pattern] is not None and key[place] < lasts[key[pattern]]:
                ways[tuple(value for number, value in enumerate(key) if number not in (place, stop))].append(key)
        for stops in ways.values():
            stops.sort(key=lambda key: (key[place], key[stop].encode()))
            loads = [rows[key]["percentage_p90"] for key in stops]
            if all(value is None for value in loads):
                loads = [share(sum(code >= lowest for code in groups[key]["codes"]), len(groups[key]["codes"])) for key in stops]
            if any(value is not None for value in loads):
                best = max(value for value in loads if value is not None)
                rows[stops[loads.index(best)]]["is_max_load_point"] = True
        return rows

    def delivery(self):
        groups = defaultdict(lambda: {"runs": defaultdict(list), "added": 0, "skipped": 0, "ages": [], "names": set()})
        for trip in self.trips.values():
            time = first(moment(trip, "schedule_trip_start"), moment(trip, "actual_trip_start"))
            if not self.in_window(trip, time):
                continue
            group = groups[self.keys(trip, time, "trip_id_scheduled")]
            group["names"].add(trip.get("route_short_name"))
            for age, count in trip.get("position_ages", []):
                group["ages"] += [age] * count
            if trip["schedule_relationship"] in ("Added", "Unscheduled", "Duplicated"):
                group["added"] += 1
            else:
                run = (trip.get("feed_id"), trip["service_date"], trip.get("trip_id_scheduled", trip["trip_id_performed"]),
                       trip.get("start_time"))
                group["runs"][run].append(trip)
        for visit in self.visits:
            time = self.time_of(visit)
            if visit["schedule_relationship"] == "Skipped" and self.in_window(visit, time):
                groups[self.keys(visit, time)]["skipped"] += 1
                groups[self.keys(visit, time)]["names"].add(visit.get("route_short_name"))
        rows = {}
        for key, group in groups.items():
            fates = Counter()
            for trips in group["runs"].values():
                if any(t["visits_observed"] > 0 and t["schedule_relationship"] != "Canceled" for t in trips):
                    fates["observed"] += 1
                elif any(t["schedule_relationship"] == "Canceled" for t in trips):
                    fates["canceled"] += 1
                elif all(t.get("share_covered", 1) < 0.5 for t in trips):
                    fates["not covered"] += 1
                else:
                    fates["no data"] += 1
            due = len(group["runs"]) - fates["canceled"] - fates["not covered"]
            rows[key] = {
                "route_short_name": smallest(group["names"]), "trips_scheduled": len(group["runs"]),
                "trips_observed": fates["observed"], "trips_canceled": fates["canceled"], "trips_added": group["added"],
                "trips_no_data": fates["no data"], "trips_not_covered": fates["not covered"], "stops_skipped": group["skipped"],
                "share_observed": share(fates["observed"], due), "position_age_p50": nearest_rank(group["ages"], 50),
                "position_age_max": max(group["ages"], default=None)}
        return rows

    # Predictions

    @staticmethod
    def predicted(update, visit):
        """What an update predicts for a visit, by its end."""
        times = {}
        for end in ("arrival", "departure"):
            due = moment(visit, "schedule_%s_time" % end)
            if end + "_time" in update:
                times[end] = update[end + "_time"]
            elif end + "_delay" in update and due is not None:
                times[end] = posix(due) + update[end + "_delay"]
        return times

    def visits_meant(self, update):
        """The visits that an update may mean."""
        named = [v for v in self.visits if v.get("trip_id") == update["trip_id"] and (
            "feed_id" not in v or "feed_id" not in update or v["feed_id"] == update["feed_id"])]
        everywhere = [v for v in self.visits if v.get("trip_id") == update["trip_id"]]
        found = []
        for date in sorted({v["start_date"] for v in everywhere}):
            if "start_date" in update and update["start_date"] != date:
                continue
            starts = {v.get("start_time") for v in everywhere if v["start_date"] == date}
            if "start_date" in update:
                start = update.get("start_time") if update.get("start_time") in starts else None
                runs = [start]
            else:
                runs = sorted(starts, key=str)
            for start in runs:
                visits = self.at_stop([v for v in named if v["start_date"] == date and v.get("start_time") == start], update)
                if visits:
                    found.append(visits)
        if "start_date" in update or not found:
            return found[0] if found else []
        # Without a date: the run that is nearest to what is predicted.
        distances = []
        for visits in found:
            visit = self.one_of(visits, update)[0]
            times = self.predicted(update, visit)
            due = first(moment(visit, "schedule_departure_time"), moment(visit, "schedule_arrival_time"))
            if due is None:
                seen = {end: moment(visit, "actual_%s_time" % end) if self.called_at(visit) and visit.get(end + "_source") in SEEN
                        else None for end in ("departure", "arrival")}
                due = first(seen["departure"], seen["arrival"])
            if not times or due is None:
                continue
            distance = abs(first(times.get("arrival"), times.get("departure")) - posix(due))
            if distance < 43200:
                distances.append((distance, visits))
        best = min((distance for distance, _ in distances), default=None)
        nearest = [visits for distance, visits in distances if distance == best]
        return nearest[0] if len(nearest) == 1 else []

    def at_stop(self, visits, update):
        def unambiguous(stop):
            there = [v for v in visits if v["stop_id"] == stop]
            return there if len({self.performed(v) for v in there}) == len(there) else []
        if "stop_sequence" in update:
            there = [v for v in visits if v.get("scheduled_stop_sequence") == update["stop_sequence"]]
            if "stop_id" in update and all(v["stop_id"] != update["stop_id"] for v in there):
                return unambiguous(update["stop_id"]) or there
            return there
        return unambiguous(update["stop_id"]) if "stop_id" in update else []

    def one_of(self, visits, update):
        """The visit that is meant and whether that is certain."""
        if len(visits) == 1:
            return visits[0], True
        of_vehicle = [v for v in visits if "vehicle_id" in update and v.get("vehicle_id") == update["vehicle_id"]]
        if len(of_vehicle) == 1:
            return of_vehicle[0], True
        return min(visits, key=lambda v: (v["trip_id_performed"].encode(), v.get("feed_id", "").encode())), False

    def predictions(self):
        latest = {}
        for update in self.updates:
            ends = [update.get(end + what) for end in ("arrival", "departure") for what in ("_time", "_delay")]
            if update.get("schedule_relationship") in (1, 2, "SKIPPED", "NO_DATA") or ends == [None] * 4:
                continue
            visits = self.visits_meant(update)
            if not visits:
                continue
            visit, certain = self.one_of(visits, update)
            made = update.get("timestamp", update["feed_timestamp"])
            name = self.performed(visit) + (visit["trip_stop_sequence"], certain)
            order = (made, update["feed_timestamp"], update.get("arrival_time", 0), update.get("departure_time", 0),
                     update.get("arrival_delay", -2 ** 31), update.get("departure_delay", -2 ** 31))
            key = name, made // 60
            if key not in latest or order > latest[key][0]:
                latest[key] = order, update, visits, visit, certain
        groups = defaultdict(lambda: {"errors": [], "accurate": 0, "excluded": 0, "names": set()})
        for (made, *_), update, visits, visit, certain in latest.values():
            times = self.predicted(update, visit)
            pair = None
            for end in ("arrival", "departure"):
                actual = moment(visit, "actual_%s_time" % end)
                if pair is None and end in times and actual is not None and self.called_at(visit) \
                        and visit.get(end + "_source") in SEEN:
                    pair = times[end], posix(actual)
            graded = certain and pair is not None
            if not graded and not times:
                continue
            ahead = Fraction((pair[1] if graded else first(times.get("arrival"), times.get("departure"))) - made, 60)
            horizon = next((number for number, (_, start, end) in enumerate(HORIZONS) if start <= ahead < end), None)
            time = self.time_of(visit)
            if horizon is None or not self.in_window(visit, time):
                continue
            group = groups[self.keys(visit, time) + (HORIZONS[horizon][0],)]
            group["names"].add(visit.get("route_short_name"))
            if not graded:
                group["excluded"] += 1
                continue
            error = pair[1] - pair[0]
            group["errors"].append(error)
            group["accurate"] += -60 * math.log(float(ahead) + 1.3) < error < 60 * math.log(float(ahead) + 1.5)
        return {key: {
            "route_short_name": smallest(group["names"]), "horizon": key[-1], "predictions": len(group["errors"]),
            "accurate": group["accurate"], "share_accurate": share(group["accurate"], len(group["errors"])),
            "error_p50": nearest_rank(group["errors"], 50), "error_p90": nearest_rank(group["errors"], 90),
            "actuals_excluded": group["excluded"]} for key, group in groups.items()}
