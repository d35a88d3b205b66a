"""Computes performance-report --of segments."""
from collections import defaultdict
from fractions import Fraction

from figures.report import called_at, moment, nearest_rank, posix, smallest


def rows(report):
    groups = defaultdict(list)
    for visits in report.of_run.values():
        by_place = {visit["trip_stop_sequence"]: visit for visit in visits}
        for visit in visits:
            after = by_place.get(visit["trip_stop_sequence"] + 1)
            if after is None or not (called_at(visit) and called_at(after)):
                continue
            left, came = moment(visit, "actual_departure_time"), moment(after, "actual_arrival_time")
            time = report.time_of(visit)
            if None in (left, came) or came < left or not report.in_window(visit, time):
                continue
            groups[report.keys(visit, time) + (visit["stop_id"], after["stop_id"])].append((posix(came) - posix(left), visit, after))
    result = {}
    for key, samples in groups.items():
        times = [seconds for seconds, _, _ in samples]
        metres = [after["distance"] for _, _, after in samples if "distance" in after]
        speeds = [Fraction(after["distance"] * 36, seconds * 10) for seconds, _, after in samples
                  if "distance" in after and seconds > 0]
        of_both = [(seconds, posix(moment(b, "schedule_arrival_time")) - posix(moment(a, "schedule_departure_time")))
                   for seconds, a, b in samples if "schedule_arrival_time" in b and "schedule_departure_time" in a]
        due, lost = [due for _, due in of_both], [seconds - due for seconds, due in of_both]
        result[key] = {
            "route_short_name": smallest({a.get("route_short_name") for _, a, _ in samples}),
            "from_stop_id": key[-2], "to_stop_id": key[-1], "samples": len(samples), "distance_m": nearest_rank(metres, 50),
            "run_time_p20": nearest_rank(times, 20), "run_time_p50": nearest_rank(times, 50),
            "run_time_p80": nearest_rank(times, 80), "speed_kph_p20": nearest_rank(speeds, 20),
            "speed_kph_p50": nearest_rank(speeds, 50), "speed_kph_p80": nearest_rank(speeds, 80),
            "scheduled_run_time_p50": nearest_rank(due, 50),
            "time_lost_samples": len(lost), "time_lost_p50": nearest_rank(lost, 50), "time_lost_total": sum(lost) if lost else None,
            "dwell_p50": nearest_rank([a["dwell"] for _, a, _ in samples if "dwell" in a], 50),
            "from_stop_name": smallest({a.get("stop_name") for _, a, _ in samples}),
            "to_stop_name": smallest({b.get("stop_name") for _, _, b in samples})}
    return result
