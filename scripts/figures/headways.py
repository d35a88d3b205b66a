"""Computes performance-report --of headways. Each place has two sequences: departures in the order in which vehicles
left, and the timetable's departures in its own order."""
import bisect
import math
from collections import defaultdict

from figures.report import first, moment, named, posix, rank, share


class Call:
    """One stop of one run, whatever vehicles were on it. `row`: the visit of the vehicle that left first."""

    def __init__(self):
        self.due = self.left = self.row = self.rank = None
        self.seen = []


def calls_by_place(report):
    """Returns the stop times of each place, in POSIX seconds. `due` is None if no departure was due any more or its
    time is unknown; `left` is None if nobody saw a departure."""
    places = defaultdict(lambda: defaultdict(Call))
    for visit in report.visits:
        word = visit["schedule_relationship"]
        if word == "Skipped" or visit["trip_stop_sequence"] == report.last_place(visit):
            continue
        due = first(moment(visit, "schedule_departure_time"), moment(visit, "schedule_arrival_time"))
        is_canceled = report.trips.get(report.performed(visit), {}).get("schedule_relationship") == "Canceled"
        due = None if word == "Added" or is_canceled else posix(due)
        left = posix(moment(visit, "actual_departure_time")) if word != "Missing" else None
        if due is None and left is None:
            continue
        run = report.performed(visit) if visit.get("trip_id") is None else (visit["trip_id"], visit.get("start_time"))
        place = tuple(visit.get(key) for key in ("feed_id", "service_date", "route_id", "direction_id", "stop_id"))
        call = places[place][run, visit["trip_stop_sequence"]]
        call.due = first(call.due, due)
        if left is not None:
            call.seen.append(visit)
            order = (left, first(due, math.inf), not report.in_window(visit, report.time_of(visit)),
                     rank(report.by, report.keys(visit, report.time_of(visit))), visit["trip_stop_sequence"])
            if call.rank is None or order < call.rank:
                call.left, call.row, call.rank = left, visit, order
    return [list(calls.values()) for calls in places.values()]


def rows(report):
    groups = defaultdict(lambda: {"observed": [], "due": [], "broken": 0})
    visits = defaultdict(list)
    longest = report.parameters["max_headway"]
    for calls in calls_by_place(report):
        for call in calls:
            call.counts = call.left is not None and report.in_window(call.row, report.time_of(call.row))
            call.key = report.keys(call.row, report.time_of(call.row)) if call.counts else None
            call.scheduled = None
            # If two vehicles made one departure, both have a name.
            for visit in call.seen:
                if report.in_window(visit, report.time_of(visit)):
                    visits[report.keys(visit, report.time_of(visit))].append(visit)
        departures = sorted((call for call in calls if call.left is not None), key=lambda call: call.rank)
        order = {id(call): number for number, call in enumerate(departures)}
        timetable = sorted((call for call in calls if call.due is not None),
                           key=lambda call: (call.due, order.get(id(call), math.inf)))
        for before, after in zip(timetable, timetable[1:]):
            after.scheduled = after.due - before.due
            if after.counts and before.left is not None and after.scheduled <= longest:
                groups[after.key]["due"].append(after.scheduled)
        unseen = [call.due for call in timetable if call.left is None]
        for before, after in zip(departures, departures[1:]):
            if not after.counts:
                continue
            if bisect.bisect_left(unseen, before.left) < bisect.bisect_right(unseen, after.left):
                groups[after.key]["broken"] += 1
            else:
                groups[after.key]["observed"].append((after.left - before.left, after.scheduled))
    result = {}
    for key, group in groups.items():
        counted = [(h, s) for h, s in group["observed"] if s is None or s <= longest]
        judged = [(h, s) for h, s in counted if s]
        actual, due = [h for h, _ in counted], group["due"]
        wait, due_wait = (share(sum(h * h for h in hs), 2 * sum(hs)) for hs in (actual, due))
        mean = share(sum(actual), len(actual))
        result[key] = {
            **named(visits[key]), "events": len(group["observed"]),
            "scheduled_headway_mean": share(sum(due), len(due)), "headway_mean": mean,
            "headway_cv": math.sqrt(sum((h - mean) ** 2 for h in actual) / len(actual)) / mean if mean else None,
            "scheduled_wait": due_wait, "observed_wait": wait,
            "excess_wait_time": None if None in (wait, due_wait) else wait - due_wait,
            "bunched": sum(h < report.parameters["bunched"] * s for h, s in judged),
            "gapped": sum(h > report.parameters["gapped"] * s for h, s in judged),
            "broken_by_no_data": group["broken"]}
    return result
