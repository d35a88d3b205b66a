"""Computes performance-report --of predictions."""
import math
from collections import defaultdict
from fractions import Fraction

from figures.report import SEEN, called_at, first, moment, named, nearest_rank, posix, share

HORIZONS = (("0-3", 0, 3), ("3-6", 3, 6), ("6-10", 6, 10), ("10-15", 10, 15))


def predicted(update, visit):
    """Returns the predictions of an update for a visit, by arrival and departure."""
    times = {}
    for end in ("arrival", "departure"):
        due = moment(visit, "schedule_%s_time" % end)
        if end + "_time" in update:
            times[end] = update[end + "_time"]
        elif end + "_delay" in update and due is not None:
            times[end] = posix(due) + update[end + "_delay"]
    return times


def visits_meant(report, update):
    """Returns the visits that an update may mean."""
    named = [v for v in report.visits if v.get("trip_id") == update["trip_id"] and (
        "feed_id" not in v or "feed_id" not in update or v["feed_id"] == update["feed_id"])]
    everywhere = [v for v in report.visits if v.get("trip_id") == update["trip_id"]]
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
            visits = at_stop(report, [v for v in named if v["start_date"] == date and v.get("start_time") == start], update)
            if visits:
                found.append(visits)
    if "start_date" in update or not found:
        return found[0] if found else []
    # Without a date: the run nearest to the predicted time.
    distances = []
    for visits in found:
        visit = one_of(visits, update)[0]
        times = predicted(update, visit)
        due = first(moment(visit, "schedule_departure_time"), moment(visit, "schedule_arrival_time"))
        if due is None:
            seen = {end: moment(visit, "actual_%s_time" % end) if called_at(visit) and visit.get(end + "_source") in SEEN
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


def at_stop(report, visits, update):
    def unambiguous(stop):
        there = [v for v in visits if v["stop_id"] == stop]
        return there if len({report.performed(v) for v in there}) == len(there) else []
    if "stop_sequence" in update:
        there = [v for v in visits if v.get("scheduled_stop_sequence") == update["stop_sequence"]]
        if "stop_id" in update and all(v["stop_id"] != update["stop_id"] for v in there):
            return unambiguous(update["stop_id"]) or there
        return there
    return unambiguous(update["stop_id"]) if "stop_id" in update else []


def one_of(visits, update):
    """Returns the visit that an update means, and whether that is certain."""
    if len(visits) == 1:
        return visits[0], True
    of_vehicle = [v for v in visits if "vehicle_id" in update and v.get("vehicle_id") == update["vehicle_id"]]
    if len(of_vehicle) == 1:
        return of_vehicle[0], True
    return min(visits, key=lambda v: (v["trip_id_performed"].encode(), v.get("feed_id", "").encode())), False


def rows(report):
    latest = {}
    for update in report.updates:
        ends = [update.get(end + what) for end in ("arrival", "departure") for what in ("_time", "_delay")]
        if update.get("schedule_relationship") in (1, 2, "SKIPPED", "NO_DATA") or ends == [None] * 4:
            continue
        visits = visits_meant(report, update)
        if not visits:
            continue
        visit, certain = one_of(visits, update)
        made = update.get("timestamp", update["feed_timestamp"])
        name = report.performed(visit) + (visit["trip_stop_sequence"], certain)
        order = (made, update["feed_timestamp"], update.get("arrival_time", 0), update.get("departure_time", 0),
                 update.get("arrival_delay", -2 ** 31), update.get("departure_delay", -2 ** 31))
        key = name, made // 60
        if key not in latest or order > latest[key][0]:
            latest[key] = order, update, visits, visit, certain
    groups = defaultdict(lambda: {"errors": [], "accurate": 0, "excluded": 0, "visits": []})
    for (made, *_), update, visits, visit, certain in latest.values():
        times = predicted(update, visit)
        pair = None
        for end in ("arrival", "departure"):
            actual = moment(visit, "actual_%s_time" % end)
            if pair is None and end in times and actual is not None and called_at(visit) \
                    and visit.get(end + "_source") in SEEN:
                pair = times[end], posix(actual)
        graded = certain and pair is not None
        if not graded and not times:
            continue
        ahead = Fraction((pair[1] if graded else first(times.get("arrival"), times.get("departure"))) - made, 60)
        horizon = next((number for number, (_, start, end) in enumerate(HORIZONS) if start <= ahead < end), None)
        time = report.time_of(visit)
        if horizon is None or not report.in_window(visit, time):
            continue
        group = groups[report.keys(visit, time) + (HORIZONS[horizon][0],)]
        group["visits"].append(visit)
        if not graded:
            group["excluded"] += 1
            continue
        error = pair[1] - pair[0]
        group["errors"].append(error)
        group["accurate"] += -60 * math.log(float(ahead) + 1.3) < error < 60 * math.log(float(ahead) + 1.5)
    return {key: {
        **named(group["visits"]), "horizon": key[-1], "predictions": len(group["errors"]),
        "accurate": group["accurate"], "share_accurate": share(group["accurate"], len(group["errors"])),
        "error_p50": nearest_rank(group["errors"], 50), "error_p90": nearest_rank(group["errors"], 90),
        "actuals_excluded": group["excluded"]} for key, group in groups.items()}
