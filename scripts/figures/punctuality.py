"""Computes performance-report --of punctuality."""
from collections import defaultdict

from figures.report import moment, named, nearest_rank, posix, share


def rows(report):
    end = report.parameters["at"]
    groups, visits = defaultdict(list), defaultdict(list)
    for visit in report.visits:
        time = report.time_of(visit, end)
        if visit["schedule_relationship"] != "Scheduled" or not report.in_window(visit, time):
            continue
        if report.parameters["timepoints"] and visit.get("timepoint") is not True:
            continue
        actual, due = moment(visit, "actual_%s_time" % end), moment(visit, "schedule_%s_time" % end)
        if actual is None or (due is None and end + "_delay" not in visit):
            continue
        place = visit["trip_stop_sequence"]
        if place == (report.last_place(visit) if end == "departure" else 1):
            continue
        delay = visit[end + "_delay"] if end + "_delay" in visit else posix(actual) - posix(due)
        groups[report.keys(visit, time)].append(delay)
        visits[report.keys(visit, time)].append(visit)
    result = {}
    for key, delays in groups.items():
        early = sum(delay < -report.parameters["early"] for delay in delays)
        late = sum(delay > report.parameters["late"] for delay in delays)
        result[key] = {
            **named(visits[key]), "events": len(delays), "early": early, "late": late,
            "on_time": len(delays) - early - late, "share_on_time": share(len(delays) - early - late, len(delays)),
            "delay_p10": nearest_rank(delays, 10), "delay_p50": nearest_rank(delays, 50),
            "delay_p90": nearest_rank(delays, 90), "delay_mean": share(sum(delays), len(delays))}
    return result
