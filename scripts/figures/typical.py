"""Computes `typical` records and occupancies.txt from visits: every figure from lists of its values."""
import csv
import datetime
import io
from collections import Counter, defaultdict

from checking.feeds import civil, day_type, digits
from figures.report import nearest_rank, rank

DAY_TYPES = ("weekday", "saturday", "sunday")
LEVELS = {0: "low", 1: "low", 2: "moderate", 3: "high", 4: "high", 5: "very_crowded", 6: "very_crowded"}
KEYS = ("trip_id", "start_time", "route_id", "direction_id", "time_bin", "stop_sequence", "stop_id", "day_type")


def rounded(count, total):
    return (20000 * count + total) // (2 * total) / 10000


class Visits:
    """The visits that count, each with its day, delay and status."""

    def __init__(self, records):
        self.seen, self.last = {}, defaultdict(int)
        trips = set()
        for record in records:
            run = record.get("feed_id"), record["service_date"], record["trip_id_performed"]
            if record["table"] == "stop_visits":
                place = record["trip_stop_sequence"]
                self.seen.setdefault((run, place), record)
                self.last[run] = max(self.last[run], place)
            elif record["table"] == "trips_performed" and run not in trips:
                trips.add(run)
                self.last[run] = max(self.last[run], record.get("visits_scheduled", 0))
        self.days = set()
        self.visits = []
        for (run, place), record in self.seen.items():
            if record["schedule_relationship"] != "Scheduled":
                continue
            day = civil(record["service_date"])
            time = next((record[name] for name in (
                "schedule_departure_time", "schedule_arrival_time", "actual_departure_time", "actual_arrival_time")
                if name in record), None)
            if "trip_id" not in record and ("route_id" not in record or time is None):
                continue
            self.days.add(day)
            delay = self.delay(record, "arrival" if place >= self.last[run] else "departure")
            status = record.get("occupancy_status")
            status = status if status is not None and status <= 6 else None
            if delay is not None or status is not None:
                self.visits.append((record, day, time, delay, status))

    @staticmethod
    def delay(record, end):
        actual = record.get("actual_%s_time" % end)
        if actual is None:
            return None
        if end + "_delay" in record:
            return record[end + "_delay"]
        planned = record.get("schedule_%s_time" % end)
        if planned is None:
            return None
        return int((datetime.datetime.fromisoformat(actual) - datetime.datetime.fromisoformat(planned)).total_seconds())

    def groups(self, scope, minutes):
        """Returns the visits by key; a key has a value or None for each of KEYS."""
        groups = defaultdict(list)
        for visit in self.visits:
            record, day, time, _, _ = visit
            stop = record.get("scheduled_stop_sequence"), record["stop_id"], day_type(day)
            place = record.get("route_id"), record.get("direction_id")
            if scope == "trip" and "trip_id" in record:
                groups[(record["trip_id"], record.get("start_time"), *place, None, *stop)].append(visit)
            if place[0] is not None and time is not None:
                minute = int(time[11:13]) * 60 + int(time[14:16])
                start = minute // minutes * minutes
                groups[(None, None, *place, "%02d:%02d" % divmod(start, 60), *stop)].append(visit)
        return groups

    def rows(self, scope="trip", minutes=30, least=5, valid=14):
        """Returns the records by key."""
        found = {}
        for key, visits in self.groups(scope, minutes).items():
            statuses = [(day, status) for _, day, _, _, status in visits if status is not None]
            delays = [(day, delay) for _, day, _, delay, _ in visits if delay is not None]
            days = sorted({day for _, day, _, _, _ in visits})
            status_days, delay_days = len({day for day, _ in statuses}), len({day for day, _ in delays})
            if max(status_days, delay_days) < least:
                continue
            row = {"days": len(days), "observations": len(visits), "status_days": status_days, "status_observations": len(statuses),
                   "delay_days": delay_days, "delay_observations": len(delays),
                   "first_date": digits(days[0]), "last_date": digits(days[-1]),
                   "valid_from": digits(max(self.days) + datetime.timedelta(1)),
                   "valid_until": digits(max(self.days) + datetime.timedelta(valid))}
            if key[4] is not None:
                row["bin"] = "1d" if minutes == 1440 else "%dh" % (minutes // 60) if minutes % 60 == 0 else "%dm" % minutes
            counts = Counter(status for _, status in statuses)
            enough = status_days >= least
            for level in ("low", "moderate", "high", "very_crowded"):
                count = sum(number for status, number in counts.items() if LEVELS[status] == level)
                row["share_" + level] = rounded(count, len(statuses)) if enough else None
            mode = max(counts, key=lambda status: (counts[status], status)) if enough else None
            row["occupancy_status"], row["occupancy_level"] = mode, LEVELS.get(mode)
            values = [delay for _, delay in delays]
            for share in (50, 85):
                row["delay_p%d" % share] = nearest_rank(values, share) if delay_days >= least else None
            found[key] = row
        return found

    def occupancies(self, least=5, valid=14, minutes=30):
        """Returns the rows of occupancies.txt, as texts."""
        by_trip = defaultdict(dict)
        for key, visits in self.groups("trip", minutes).items():
            trip, start, _, _, _, sequence, _, kind = key
            if trip is None or start is not None or sequence is None:
                continue
            statuses = [(day, status) for _, day, _, _, status in visits if status is not None]
            counts, days = Counter(status for _, status in statuses), len({day for day, _ in statuses})
            mode = max(counts, key=lambda status: (counts[status], status)) if days >= least else None
            by_trip[trip].setdefault((kind, sequence), []).append((-days, rank(KEYS, key), mode))
        rows = []
        for trip in sorted(by_trip, key=lambda name: name.encode()):
            for kind in DAY_TYPES:
                last = None
                for (of, sequence), found in sorted(by_trip[trip].items(), key=lambda entry: entry[0][1]):
                    mode = min(found, key=lambda entry: entry[:2])[2] if of == kind else None
                    if mode is None or mode == last:
                        continue
                    last = mode
                    flags = [int(DAY_TYPES[max(0, number - 4)] == kind) for number in range(7)]
                    rows.append([trip, str(sequence), str(mode), *map(str, flags),
                                 digits(max(self.days) + datetime.timedelta(1)),
                                 digits(max(self.days) + datetime.timedelta(valid))])
        return rows


def parsed(output):
    """Returns the header and the rows of a file of CSV."""
    rows = list(csv.reader(io.StringIO(output.decode())))
    return (rows[0], rows[1:]) if rows else ([], [])
