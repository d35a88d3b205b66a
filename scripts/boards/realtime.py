"""Groups realtime records by run."""
import datetime

from checking.feeds import civil, seconds
from boards.resolve import resolve

NUMBERS = {
    "schedule_relationship": {"SCHEDULED": 0, "ADDED": 1, "UNSCHEDULED": 2, "CANCELED": 3, "REPLACEMENT": 5,
                              "DUPLICATED": 6, "DELETED": 7, "NEW": 8},
    "stop": {"SCHEDULED": 0, "SKIPPED": 1, "NO_DATA": 2, "UNSCHEDULED": 3},
    "occupancy": dict(zip("""EMPTY MANY_SEATS_AVAILABLE FEW_SEATS_AVAILABLE STANDING_ROOM_ONLY
        CRUSHED_STANDING_ROOM_ONLY FULL NOT_ACCEPTING_PASSENGERS NO_DATA_AVAILABLE NOT_BOARDABLE""".split(), range(9))),
    "status": {"INCOMING_AT": 0, "STOPPED_AT": 1, "IN_TRANSIT_TO": 2},
    "wheelchair": {"NO_VALUE": 0, "UNKNOWN": 1, "WHEELCHAIR_ACCESSIBLE": 2, "WHEELCHAIR_INACCESSIBLE": 3},
}
SCHEDULED, ADDED, CANCELED, REPLACEMENT, DUPLICATED, DELETED, NEW = 0, 1, 3, 5, 6, 7, 8
UNSCHEDULED, SKIPPED, NO_DATA = 2, 1, 2
# The names of statuses of occupancy, by number.
OCCUPANCIES = list(NUMBERS["occupancy"])


def number(kind, value):
    """Returns the number of an enumeration value from its number or its name."""
    return NUMBERS[kind].get(value, value) if isinstance(value, str) else value


def sensible(value):
    """Returns a record without integers that cannot be a time, delay or count."""
    if isinstance(value, dict):
        return {k: sensible(v) for k, v in value.items() if not isinstance(v, int) or abs(v) < 1 << 53}
    return [sensible(v) for v in value] if isinstance(value, list) else value


def age(record):
    return (record.get("feed_timestamp") or 0, record.get("timestamp") or 0)


class Realtime:
    """Groups updates and vehicles by run: (trip_id, service day, start_time of a frequency trip or None)."""

    def __init__(self, feed, records):
        self.feed, self.updates, self.vehicles, self.tripless, self.extra, self.told = feed, {}, {}, {}, {}, {}
        for record in map(sensible, records):
            if record["table"] == "vehicle_positions" and not record.get("trip_id"):
                self.newest(self.tripless, record.get("vehicle_id"), record)
            if record["table"] not in ("trip_updates", "vehicle_positions") or not record.get("trip_id"):
                continue
            relationship = number("schedule_relationship", record.get("schedule_relationship", 0)) or 0
            record = dict(record, schedule_relationship=relationship)
            if record["table"] == "trip_updates" and relationship not in (ADDED, NEW, REPLACEMENT):
                self.newest(self.told, tuple(str(record.get(k)) for k in (
                    "trip_id", "start_date", "start_time", "trip_properties")), record)
            if record["table"] == "trip_updates" and relationship in (ADDED, NEW, DUPLICATED):
                self.newest(self.extra, (record["trip_id"], str(record.get("trip_properties")), record.get("start_date")),
                            record)
            else:
                for key in self.run_of(record):
                    self.newest(self.updates if record["table"] == "trip_updates" else self.vehicles, key, record)

    @staticmethod
    def newest(into, key, record):
        if key not in into or age(record) >= age(into[key]):
            into[key] = record

    def run_of(self, record):
        trip, feed = record["trip_id"], self.feed
        start = None
        if trip in feed.frequencies:
            start = seconds(record.get("start_time") or "")
            if start is None:
                return []
        date = record.get("start_date")
        if not date:
            if trip not in feed.trips or not feed.visits[trip]:
                return []
            date = feed.nearest_day(trip, start, record.get("feed_timestamp") or 0)
            if date is None:
                return []
        elif record.get("start_time") and feed.visits.get(trip):
            date, start = self.instant(trip, date, seconds(record["start_time"]), start)
        return [(trip, date, start)]

    def instant(self, trip, date, time, start):
        """Returns the run that a start_date and a start_time mean together: 00:15:00 is also 24:15:00 of the day
        before."""
        feed, begin = self.feed, next((v.departure for v in self.feed.visits[trip] if v.departure is not None), None)
        if time is None:
            return date, start
        for days in (0, -1, 1):
            day = civil(date) + datetime.timedelta(days)
            moved = feed.midnight(civil(date)) + time - feed.midnight(day)
            if feed.runs_on(feed.trips.get(trip, {}).get("service_id"), day) and (
                    moved == begin if start is None else any(moved == s for s, _ in feed.begins(trip))):
                return day.strftime("%Y%m%d"), None if start is None else moved
        return date, start

    def contradicting_stops(self):
        """Counts updates that name a stop which the timetable does not have at their stop_sequence. Trips that replace
        the timetable's trip have no such updates."""
        return sum(o.contradicts for record in self.told.values() if record["trip_id"] in self.feed.trips
                   for o in resolve(record.get("stop_time_updates", []), self.feed.visits.get(record["trip_id"], []),
                                    self.feed))

    def vehicle(self, key, update):
        """Returns the vehicle of a run, or the vehicle that the update names if that vehicle's position names no
        trip."""
        return self.vehicles.get(key) or self.tripless.get(update.get("vehicle_id")) or {}


def event(update, which, scheduled):
    """Returns the delay of an event; a time takes precedence over a delay."""
    if update.get(which + "_time") is not None and scheduled is not None:
        return update[which + "_time"] - scheduled
    return update.get(which + "_delay")
