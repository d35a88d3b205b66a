"""Computes performance-report --of delivery."""
from collections import Counter, defaultdict

from figures.report import first, moment, named, nearest_rank, share


def rows(report):
    groups = defaultdict(lambda: {"runs": defaultdict(list), "added": 0, "skipped": 0, "ages": [], "records": []})
    for trip in report.trips.values():
        time = first(moment(trip, "schedule_trip_start"), moment(trip, "actual_trip_start"))
        if not report.in_window(trip, time):
            continue
        group = groups[report.keys(trip, time, "trip_id_scheduled")]
        group["records"].append(trip)
        for age, count in trip.get("position_ages", []):
            group["ages"] += [age] * count
        if trip["schedule_relationship"] in ("Added", "Unscheduled", "Duplicated"):
            group["added"] += 1
        else:
            run = (trip.get("feed_id"), trip["service_date"], trip.get("trip_id_scheduled", trip["trip_id_performed"]),
                   trip.get("start_time"))
            group["runs"][run].append(trip)
    for visit in report.visits:
        time = report.time_of(visit)
        if visit["schedule_relationship"] == "Skipped" and report.in_window(visit, time):
            groups[report.keys(visit, time)]["skipped"] += 1
            groups[report.keys(visit, time)]["records"].append(visit)
    result = {}
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
        result[key] = {
            **named(group["records"]), "trips_scheduled": len(group["runs"]),
            "trips_observed": fates["observed"], "trips_canceled": fates["canceled"], "trips_added": group["added"],
            "trips_no_data": fates["no data"], "trips_not_covered": fates["not covered"], "stops_skipped": group["skipped"],
            "share_observed": share(fates["observed"], due), "position_age_p50": nearest_rank(group["ages"], 50),
            "position_age_max": max(group["ages"], default=None)}
        if not report.lists_missing:
            # Unlisted runs cannot be counted.
            result[key].update(dict.fromkeys(["trips_scheduled", "trips_no_data", "trips_not_covered", "share_observed"]))
    return result
