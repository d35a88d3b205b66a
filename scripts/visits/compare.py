"""Compares the visits of linefeed with those computed here."""
import datetime
import json

from checking.made import lines_of
from checking.program import records as read, run

SAME = """stop_id scheduled_stop_sequence schedule_arrival_time schedule_departure_time schedule_relationship
actual_arrival_time actual_departure_time arrival_delay departure_delay dwell arrival_source departure_source
arrival_uncertainty departure_uncertainty vehicle_id occupancy_status occupancy_percentage occupancy_source
prediction_count""".split()
TRIPS_SAME = """vehicle_id trip_id_scheduled schedule_relationship visits_observed visits_scheduled match outliers
schedule_trip_start schedule_trip_end actual_trip_start actual_trip_end""".split()


def stop_visits(linefeed, feed, records, arguments=()):
    """Runs the program on a feed's path and records."""
    status, output, errors = run(
        [linefeed, "stop-visits", "--feed", feed, *arguments, "-"], input=lines_of(records).encode())
    if status:
        raise RuntimeError("status %d: %s" % (status, errors.strip()[-500:]))
    return read(output)


def is_time(key):
    return key.endswith("_time") or "_trip_" in key and key.endswith(("start", "end"))


def posix(text):
    return int(datetime.datetime.fromisoformat(text).timestamp())


class Comparison:
    """Counts comparisons and keeps a line of text for every difference."""

    def __init__(self, oracle, rows):
        self.oracle, self.found = oracle, []
        self.zone = oracle.feed.zone
        self.visits = self.pairs(oracle.visits, rows, "stop_visits", "trip_stop_sequence")
        self.trips = self.pairs(oracle.trips, rows, "trips_performed")
        for ours, theirs in self.visits:
            self.visit(ours, theirs)
        for ours, theirs in self.trips:
            self.trip(ours, theirs)

    def pairs(self, ours, rows, table, *more):
        def name(row):
            return tuple(row.get(k) for k in ("service_date", "trip_id_performed", *more))
        theirs = {}
        for row in rows:
            if row["table"] == table:
                if name(row) in theirs:
                    self.found.append("%s: %s is there twice" % (table, name(row)))
                theirs[name(row)] = row
        known = {name(row): row for row in ours}
        for key in sorted(known.keys() - theirs.keys(), key=str):
            self.found.append("%s: %s is missing" % (table, key))
        for key in sorted(theirs.keys() - known.keys(), key=str):
            self.found.append("%s: %s is too much: %s" % (table, key, json.dumps(theirs[key])))
        both = sorted(known.keys() & theirs.keys(), key=str)
        return [(known[k], theirs[k]) for k in both]

    def visit(self, ours, theirs):
        wrong = []
        for key in SAME:
            self.same(key, ours, theirs, wrong)
        metres = theirs.get("distance")
        # Whole metres there, and fractions of them here.
        if (metres is None) != (ours["distance"] is None) or metres is not None and abs(metres - ours["distance"]) > 0.501:
            self.told("distance", ours["distance"], metres, wrong)
        self.report(ours, wrong)

    def trip(self, ours, theirs):
        wrong = []
        for key in TRIPS_SAME:
            self.same(key, ours, theirs, wrong)
        self.report(ours, wrong)

    def same(self, key, ours, theirs, wrong):
        value = theirs.get(key)
        if is_time(key):
            value = self.instant(key, theirs, wrong)
        if key == "prediction_count":
            value = value or 0
        self.told(key, ours[key], value, wrong)

    def told(self, key, ours, theirs, wrong):
        if ours != theirs or isinstance(ours, bool) != isinstance(theirs, bool):
            wrong.append("%s is %s, not %s" % ((key, self.local(theirs), self.local(ours)) if is_time(key)
                                               else (key, theirs, ours)))

    def instant(self, key, row, wrong):
        text = row.get(key)
        if text is None:
            return None
        time = posix(text)
        offset = datetime.datetime.fromisoformat(text).utcoffset()
        if offset != datetime.datetime.fromtimestamp(time, self.zone).utcoffset():
            wrong.append("%s is %s, of another zone" % (key, text))
        return time

    def report(self, ours, wrong):
        if wrong:
            name = " ".join(str(ours[k]) for k in ("service_date", "trip_id_performed", "trip_stop_sequence") if k in ours)
            self.found.append("%s: %s" % (name, "; ".join(wrong)))

    def local(self, time):
        return time if time is None else "%d (%s)" % (time, datetime.datetime.fromtimestamp(time, self.zone).time())
