"""performance-report --of headways."""
import math
from collections import defaultdict

from figures.report import Undecided, first, moment, posix, share, smallest


def rows(report):
    places = defaultdict(lambda: ([], []))
    names = defaultdict(set)
    for visit in report.visits:
        word = visit["schedule_relationship"]
        if word == "Skipped" or visit["trip_stop_sequence"] == report.last_place(visit):
            continue
        due = first(moment(visit, "schedule_departure_time"), moment(visit, "schedule_arrival_time"))
        due = None if word == "Added" else posix(due)
        left = posix(moment(visit, "actual_departure_time")) if word != "Missing" else None
        if visit.get("trip_id") is None:
            run = report.performed(visit)
        else:
            run = visit["trip_id"], visit.get("start_time")
        seen, unseen = places[tuple(visit.get(key) for key in ("feed_id", "service_date", "route_id", "direction_id", "stop_id"))]
        call = run, visit["trip_stop_sequence"]
        if left is not None:
            seen.append((left, due, call, visit))
            if report.in_window(visit, report.time_of(visit)):
                names[report.keys(visit, report.time_of(visit))].add(visit.get("route_short_name"))
        elif due is not None and report.trips.get(report.performed(visit), {}).get("schedule_relationship") != "Canceled":
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
            if not report.in_window(visit, report.time_of(visit)):
                continue
            group = groups[report.keys(visit, report.time_of(visit))]
            ends = sorted((first(due_before, before), first(due_after, after)))
            if any(ends[0] <= due <= ends[1] for due in unseen):
                group["broken"] += 1
            else:
                known = None not in (due_before, due_after)
                group["pairs"].append((after - before, abs(due_after - due_before) if known else None))
    result = {}
    for key, group in groups.items():
        counted = [(h, s) for h, s in group["pairs"] if s is None or s <= report.parameters["max_headway"]]
        actual, due = [h for h, _ in counted], [s for _, s in counted if s is not None]
        wait, due_wait = (share(sum(h * h for h in hs), 2 * sum(hs)) for hs in (actual, due))
        mean = share(sum(actual), len(actual))
        result[key] = {
            "route_short_name": smallest(names[key]), "events": len(group["pairs"]),
            "scheduled_headway_mean": share(sum(due), len(due)), "headway_mean": mean,
            "headway_cv": math.sqrt(sum((h - mean) ** 2 for h in actual) / len(actual)) / mean if mean else None,
            "scheduled_wait": due_wait, "observed_wait": wait,
            "excess_wait_time": None if None in (wait, due_wait) else wait - due_wait,
            "bunched": sum(s is not None and s > 0 and h < report.parameters["bunched"] * s for h, s in counted),
            "gapped": sum(s is not None and s > 0 and h > report.parameters["gapped"] * s for h, s in counted),
            "broken_by_no_data": group["broken"]}
    return result
