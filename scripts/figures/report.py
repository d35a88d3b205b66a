"""The common part of every kind of performance-report: the records, the keys and the window. Everything is kept, and
each figure is computed from whole lists. Exact numbers are fractions; the comparison rounds them."""
import datetime
import functools
import math
import zoneinfo
from collections import defaultdict
from fractions import Fraction

from checking.feeds import WEEK, civil, day_type

RANKS = {"weekday": WEEK, "day_type": ["weekday", "saturday", "sunday"], "horizon": ["0-3", "3-6", "6-10", "10-15"]}
SEEN = ("stopped", "halted", "passed", "truth")


@functools.lru_cache(maxsize=None)
def instant(text):
    return datetime.datetime.fromisoformat(text)


def moment(record, column):
    text = record.get(column)
    return instant(text) if text else None


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


def rank(names, key):
    """Returns the sort order of a key: null last, weekdays in their order."""
    return [(value is None, RANKS[name].index(value) if value is not None and name in RANKS else
             value.encode() if isinstance(value, str) else value or 0) for name, value in zip(names, key)]


class Report:
    """A question, and the records."""

    def __init__(self, records, kind, by, zone=None, bin_seconds=3600, **parameters):
        self.kind, self.zone, self.bin = kind, zone and zoneinfo.ZoneInfo(zone), bin_seconds
        self.by, self.asked = list(by), list(by)
        if kind == "load":
            self.by += [key for key in ("pattern_id", "stop_sequence", "stop_id") if key not in by]
        self.parameters = dict({"early": 60, "late": 300, "at": "departure", "timepoints": False, "bunched": 0.5,
                                "gapped": 1.5, "max_headway": 900, "crowded": "high", "load_point": "pattern", "days": None, "from": None,
                                "to": None}, **parameters)
        seen = set()
        self.visits, self.trips, self.updates, self.match_reports = [], {}, [], []
        for record in records:
            table = record["table"]
            if table == "stop_visits":
                key = self.performed(record) + (record["trip_stop_sequence"],)
                if key not in seen:
                    seen.add(key)
                    self.visits.append(record)
            elif table == "trips_performed":
                self.trips.setdefault(self.performed(record), record)
            elif table == "match_reports":
                self.match_reports.append(record)
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
        return max(self.of_run[run][-1]["trip_stop_sequence"], self.trips.get(run, {}).get("visits_scheduled", 0))

    # Keys and the window

    @staticmethod
    def time_of(visit, end="departure"):
        """Returns the scheduled time of a visit, else its actual time."""
        other = "arrival" if end == "departure" else "departure"
        return first(*(moment(visit, "%s_%s_time" % (what, which)) for what in ("schedule", "actual") for which in (end, other)))

    def clock(self, time):
        time = time.astimezone(self.zone) if self.zone else time
        return time.hour * 3600 + time.minute * 60 + time.second

    def keys(self, record, time, trip_id="trip_id"):
        day = civil(record["service_date"])
        second = None if time is None else self.clock(time)
        start = None if second is None else second // self.bin * self.bin
        values = {"stop_sequence": record.get("trip_stop_sequence"), "trip_id": record.get(trip_id),
                  "hour": None if second is None else second // 3600,
                  "time_bin": None if second is None else "%02d:%02d" % (start // 3600, start // 60 % 60),
                  "weekday": WEEK[day.weekday()], "day_type": day_type(day)}
        return tuple(values[key] if key in values else record.get(key) for key in self.by)

    @property
    def lists_missing(self):
        """Whether the input states that it has every run that was due."""
        said = [report.get("lists_missing") for report in self.match_reports]
        of_visits = [report.get("lists_missing") for report in self.match_reports if "reason_counts" in report]
        return True in said and all(word is True for word in of_visits)

    def in_window(self, record, time):
        day = civil(record["service_date"])
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


def named(visits):
    """Returns the names for a row's ids; of several names, the smallest."""
    return {name: smallest({visit.get(name) for visit in visits}) for name in ("route_short_name", "stop_name")}


def called_at(visit):
    return visit["schedule_relationship"] not in ("Skipped", "Missing")
