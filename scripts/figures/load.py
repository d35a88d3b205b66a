"""performance-report --of load."""
from collections import Counter, defaultdict
from fractions import Fraction

from figures.report import called_at, first, moment, nearest_rank, posix, share, smallest

STATUS = ["EMPTY", "MANY_SEATS_AVAILABLE", "FEW_SEATS_AVAILABLE", "STANDING_ROOM_ONLY", "CRUSHED_STANDING_ROOM_ONLY",
          "FULL", "NOT_ACCEPTING_PASSENGERS"]
LEVELS = {"low": (0, 1), "moderate": (2,), "high": (3, 4), "very_crowded": (5, 6)}


def occupancy(visit):
    """The status as a code that says how full, and the percentage."""
    status, percentage = visit.get("occupancy_status"), visit.get("occupancy_percentage")
    if isinstance(status, str):
        status = STATUS.index(status) if status in STATUS else None
    return status if status in range(7) else None, percentage if percentage != -1 else None


def rows(report):
    lowest = min(LEVELS[report.parameters["crowded"]])
    groups = defaultdict(lambda: {"trips": 0, "samples": 0, "codes": [], "percentages": [], "crowded": 0, "names": set(),
                                  "stops": set()})
    lasts = Counter()
    for record in list(report.visits) + list(report.trips.values()):
        place = record.get("trip_stop_sequence", record.get("visits_scheduled", 0))
        lasts[record.get("pattern_id")] = max(lasts[record.get("pattern_id")], place)
    for visits in report.of_run.values():
        for number, visit in enumerate(visits):
            time = report.time_of(visit)
            if not report.in_window(visit, time):
                continue
            code, percentage = occupancy(visit)
            left = first(moment(visit, "actual_departure_time"), moment(visit, "actual_arrival_time"))
            observed = left is not None and called_at(visit)
            if not observed and code is None and percentage is None:
                continue
            group = groups[report.keys(visit, time)]
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
                if came is not None and called_at(other):
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
    pattern, place, stop = (report.by.index(key) for key in ("pattern_id", "stop_sequence", "stop_id"))
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
