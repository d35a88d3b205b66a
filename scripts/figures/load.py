"""Computes performance-report --of load."""
from collections import Counter, defaultdict
from fractions import Fraction

from boards.realtime import OCCUPANCIES
from figures.report import called_at, first, moment, nearest_rank, posix, share, smallest

LEVELS = {"low": (0, 1), "moderate": (2,), "high": (3, 4), "very_crowded": (5, 6)}


def occupancy(visit):
    """Returns the status as a code of occupancy, and the percentage."""
    status, percentage = visit.get("occupancy_status"), visit.get("occupancy_percentage")
    if isinstance(status, str):
        status = OCCUPANCIES.index(status) if status in OCCUPANCIES else None
    return status if status in range(7) else None, percentage if percentage != -1 else None


class Group:
    """The samples of one stop for given keys and a pattern."""

    def __init__(self):
        self.trips = self.samples = self.crowded = 0
        self.codes, self.percentages, self.names, self.stops = [], [], set(), set()

    def shares(self, lowest):
        """Returns the shares of visits with a status that are crowded, very crowded, and high; None if there are
        none."""
        if not self.codes:
            return None
        return tuple(share(sum(is_so(code) for code in self.codes), len(self.codes)) for is_so in (
            lambda code: code >= lowest, LEVELS["very_crowded"].__contains__, LEVELS["high"].__contains__))

    def row(self):
        row = {
            "route_short_name": smallest(self.names), "stop_name": smallest(self.stops), "trips": self.trips,
            "samples": self.samples, "percentage_observations": len(self.percentages), "status_observations": len(self.codes),
            "percentage_p50": nearest_rank(self.percentages, 50), "percentage_p90": nearest_rank(self.percentages, 90),
            "percentage_max": max(self.percentages, default=None), "crowded_minutes": Fraction(self.crowded, 60),
            "is_max_load_point": False}
        for level, of_level in LEVELS.items():
            row["share_" + level] = share(sum(code in of_level for code in self.codes), len(self.codes))
        return row


def groups_of(report, lowest):
    groups = defaultdict(Group)
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
            group.names.add(visit.get("route_short_name"))
            group.stops.add(visit.get("stop_name"))
            group.trips += observed
            group.samples += code is not None or percentage is not None
            group.codes += [code] * (code is not None)
            group.percentages += [percentage] * (percentage is not None)
            if code is None or code < lowest or not observed:
                continue
            for other in visits[number + 1:]:
                came = first(moment(other, "actual_arrival_time"), moment(other, "actual_departure_time"))
                if came is not None and called_at(other):
                    group.crowded += max(0, posix(came) - posix(left))
                    break
    return groups


def rows(report):
    lowest = min(LEVELS[report.parameters["crowded"]])
    groups = groups_of(report, lowest)
    result = {key: group.row() for key, group in groups.items()}
    lasts = Counter()
    for record in list(report.visits) + list(report.trips.values()):
        place = record.get("trip_stop_sequence", record.get("visits_scheduled", 0))
        lasts[record.get("pattern_id")] = max(lasts[record.get("pattern_id")], place)
    pattern, place, stop = (report.by.index(key) for key in ("pattern_id", "stop_sequence", "stop_id"))
    of_route = report.parameters["load_point"] == "route"
    left_out = {place, stop} | ({pattern} if of_route and "pattern_id" not in report.asked else set())
    bundles = defaultdict(list)
    for key in groups:
        if key[pattern] is not None and key[place] < lasts[key[pattern]]:
            bundles[tuple(value for number, value in enumerate(key) if number not in left_out)].append(key)
    for keys in bundles.values():
        if of_route:
            best = of_patterns(report, groups, keys, lowest, (pattern, place, stop))
        else:
            best = of_pattern(groups, keys, lowest, (place, stop))
        if best is not None:
            result[best]["is_max_load_point"] = True
    return result


def of_pattern(groups, keys, lowest, columns):
    """Returns the maximum load point among the stops of one pattern."""
    place, stop = columns
    keys = [key for key in keys if groups[key].samples]
    keys.sort(key=lambda key: (key[place], key[stop].encode()))
    if keys and all(2 * len(groups[key].percentages) >= groups[key].samples for key in keys):
        loads = [nearest_rank(groups[key].percentages, 90) for key in keys]
    else:
        keys = [key for key in keys if groups[key].codes]
        loads = [groups[key].shares(lowest) for key in keys]
    return keys[loads.index(max(loads))] if loads else None


def of_patterns(report, groups, keys, lowest, columns):
    """Returns the maximum load point of several patterns, each weighted by its trips."""
    pattern, place, stop = columns
    calls = defaultdict(set)
    for key in groups:
        calls[key[pattern], key[stop]].add(key[place])
    places = defaultdict(list)
    for key in keys:
        nth = sorted(calls[key[pattern], key[stop]]).index(key[place])
        places[key[stop], nth].append(key)
    counts = [(sum(len(groups[key].percentages) for key in of_place), sum(groups[key].samples for key in of_place))
              for of_place in places.values()]
    by_percentage = any(known for known, _ in counts) and all(2 * known >= samples for known, samples in counts)
    scored = []
    for of_place in places.values():
        score = None
        for key in of_place:
            if by_percentage:
                value = nearest_rank(groups[key].percentages, 90)
                values = None if value is None else (value,)
            else:
                values = groups[key].shares(lowest)
                values = values and tuple(int(value * 10000 + Fraction(1, 2)) for value in values)
            if values is not None:
                values = tuple(value * groups[key].trips for value in values)
                score = values if score is None else tuple(a + b for a, b in zip(score, values))
        if score is not None:
            marked = min(of_place, key=lambda key: (-groups[key].trips, key[pattern].encode(), key[place]))
            scored.append((tuple(-value for value in score), marked[place], marked[stop].encode(), marked))
    return min(scored)[-1] if scored else None
