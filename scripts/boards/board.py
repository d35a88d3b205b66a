"""Computes the board of a stop: the timetable with realtime."""
import datetime

from checking.feeds import civil, clock, integer, seconds
from boards.realtime import (CANCELED, DELETED, DUPLICATED, NO_DATA, REPLACEMENT, SKIPPED, event, number)
from boards.resolve import outcomes_by_call

LEVELS = [("low", "figure.stand", "green", "Low occupancy")] * 2 + [
    ("moderate", "figure.stand.line.dotted.figure.stand", "yellow", "Moderate occupancy")] + [
    ("high", "figure.stand.line.dotted.figure.stand", "orange", "High occupancy")] * 2 + [
    ("very_crowded", "figure.stand.line.dotted.figure.stand", "red", "Very crowded")] * 2
ALWAYS = {"delay", "occupancy_status"}


def assigned(update):
    return (update.get("stop_time_properties") or {}).get("assigned_stop_id")


def delays(update, visits, zero, feed):
    """Returns for each visit (delay or None, skipped, its update, the stop of the visit). `zero`: POSIX seconds at
    which the times of the visits are 0."""
    found = outcomes_by_call(update.get("stop_time_updates", []), visits, feed)
    current, result = update.get("delay"), []
    for i, visit in enumerate(visits):
        outcome = found.get(i)
        one = outcome.update if outcome else {}
        relationship = number("stop", one.get("schedule_relationship", 0))
        if relationship == NO_DATA:
            current = None
        elif relationship != SKIPPED and one:
            known = visit.departure is not None
            delay = event(one, "departure", zero + visit.departure if known else None)
            if delay is None:
                delay = event(one, "arrival", zero + visit.arrival if known else None)
            current = current if delay is None else delay
        place = assigned(one) or (outcome and outcome.place) or visit.stop
        result.append((current, relationship == SKIPPED, one, place))
    return result


class Board:
    def __init__(self, feed, realtime, stops, at, horizon, cancelled=False, routes=None, limit=None, feed_id=None):
        self.feed, self.realtime, self.at, self.horizon = feed, realtime, at, horizon
        self.cancelled, self.feed_id = cancelled, feed_id
        self.stops = {child for stop in stops for child in feed.below(stop)}
        self.rows = []
        today = feed.local_date(at)
        trips = {trip for stop in self.stops for trip in feed.at_stop[stop]}
        # Visits that a change of platform adds.
        trips.update(trip for (trip, _, _), record in realtime.updates.items()
                     if any(u.get("stop_id") in self.stops or assigned(u) in self.stops
                            for u in record.get("stop_time_updates", [])))
        for date in (today + datetime.timedelta(days) for days in range(-2 - feed.latest() // 86400, 2)):
            for trip in trips:
                row = feed.trips.get(trip)
                if row and feed.runs_on(row.get("service_id"), date):
                    self.timetabled(trip, row, date)
        for record in realtime.extra.values():
            self.extra(record)
        for (trip, day, start), record in realtime.updates.items():
            if record["schedule_relationship"] == REPLACEMENT and trip in feed.trips and day:
                move = feed.begins(trip)[0][1] + start - feed.begins(trip)[0][0] if start is not None else 0
                self.listed(record, feed.trips[trip], trip, day, start, feed.visits[trip],
                            feed.midnight(civil(day)) + move)
        self.rows.sort(key=lambda r: (r["departure_time"], r["trip_id"].encode(), r.get("stop_sequence") or 0,
                                      r["start_date"]))
        if routes:
            self.rows = [r for r in self.rows if r.get("route_id") in routes]
        self.rows = self.rows[:limit]

    def timetabled(self, trip, row, date):
        visits, day = self.feed.visits[trip], date.strftime("%Y%m%d")
        for start, move in self.feed.begins(trip):
            key = (trip, day, start)
            update = self.realtime.updates.get(key, {})
            relationship = update.get("schedule_relationship", 0)
            if relationship == REPLACEMENT or (relationship in (CANCELED, DELETED) and not self.cancelled):
                continue
            self.scheduled(visits, row, trip, day, start, self.feed.midnight(date) + move, update, relationship,
                           {} if relationship in (CANCELED, DELETED) else self.realtime.vehicle(key, update))

    def scheduled(self, visits, row, trip, day, start, zero, update, relationship, vehicle):
        gone = relationship in (CANCELED, DELETED)
        told = delays({} if gone else update, visits, zero, self.feed)
        # If the last stops are skipped, the trip ends before them.
        last = max((i for i, (_, skipped, _, _) in enumerate(told) if not skipped), default=0)
        for i, visit in enumerate(visits[:last]):
            delay, skipped, one, place = told[i]
            if place in self.stops and visit.pickup != 1 and visit.departure is not None and not skipped:
                self.add(place, visit.sequence, row, trip, day, start, zero + visit.departure,
                         zero + visit.departure + (delay or 0), None if gone else delay, gone or delay is not None,
                         visit.interpolated, relationship, visit.headsign, update, one, vehicle)

    def extra(self, record):
        properties = record.get("trip_properties") or {}
        if record["schedule_relationship"] != DUPLICATED:
            start, day = seconds(record.get("start_time") or ""), record.get("start_date")
            times = [u[k] for u in record.get("stop_time_updates", []) for k in ("arrival_time", "departure_time") if k in u]
            if day is None and times:
                day = self.feed.local_date(times[0]).strftime("%Y%m%d")
            row = dict(route_id=record.get("route_id"), direction_id=record.get("direction_id"),
                       trip_headsign=properties.get("trip_headsign"))
            self.listed(record, row, record["trip_id"], day, start)
            return
        visits, start = self.feed.visits.get(record["trip_id"]), seconds(properties.get("start_time", ""))
        first = next((v.departure for v in visits or [] if v.departure is not None), None)
        if first is None or start is None:
            return
        day = properties["start_date"]
        trip = properties["trip_id"]
        self.scheduled(visits, self.feed.trips[record["trip_id"]], trip, day, start,
                       self.feed.midnight(civil(day)) + start - first, record, DUPLICATED,
                       self.realtime.vehicle((trip, day, None), record))

    def listed(self, record, row, trip, day, start, visits=(), zero=0):
        """A trip whose stops come only from its updates; `visits`: the timetable's stop times, which say when it was
        due."""
        updates = [u for u in record.get("stop_time_updates", []) if number("stop", u.get("schedule_relationship")) != SKIPPED]
        after = -1
        for i, one in enumerate(updates):
            stop, scheduled, headsign = one.get("stop_id"), None, None
            places = [n for n, v in enumerate(visits) if v.stop == stop and v.sequence == one.get("stop_sequence")] or [
                n for n, v in enumerate(visits) if v.stop == stop and n > after]
            if places:
                after, headsign = places[0], visits[places[0]].headsign
                if visits[after].departure is not None:
                    scheduled = zero + visits[after].departure
            time, stop = one.get("departure_time", one.get("arrival_time")), assigned(one) or stop
            if i < len(updates) - 1 and stop in self.stops and time is not None:
                self.add(stop, one.get("stop_sequence"), row, trip, day, start, scheduled, time,
                         # Without a schedule of ours, the producer's delay counts, by the producer's own schedule.
                         one.get("departure_delay" if "departure_time" in one else "arrival_delay")
                         if scheduled is None else time - scheduled, True,
                         scheduled is not None and visits[after].interpolated, record["schedule_relationship"],
                         headsign, record, one, self.realtime.vehicle((trip, day, start), record))

    def add(self, stop, sequence, trip_row, trip, day, start, scheduled, departure, delay, predicted, interpolated,
            relationship, headsign, update, one, vehicle):
        if not self.at <= departure < self.at + self.horizon:
            return
        feed, place = self.feed, self.feed.stops.get(stop, {})
        route = feed.routes.get(trip_row.get("route_id"), {})
        chair = integer(str(trip_row.get("wheelchair_accessible") or ""))
        for told in (vehicle, update):
            chair = {2: 1, 3: 2}.get(number("wheelchair", told.get("wheelchair_accessible")), chair)
        status, percentage = number("occupancy", one.get("departure_occupancy_status")), None
        if status not in range(7):
            status, percentage = number("occupancy", vehicle.get("occupancy_status")), vehicle.get("occupancy_percentage")
        if status not in range(7):
            status = None
        if percentage is not None and percentage < 0:
            percentage = None
        row = {
            "stop_id": stop, "stop_name": place.get("stop_name"), "platform_code": place.get("platform_code"),
            "trip_id": trip, "start_date": day, "start_time": None if start is None else clock(start),
            "stop_sequence": sequence, "route_id": trip_row.get("route_id"),
            "route_short_name": route.get("route_short_name"), "route_color": route.get("route_color"),
            "route_text_color": route.get("route_text_color"), "route_type": integer(route.get("route_type", "")),
            "headsign": headsign or trip_row.get("trip_headsign"),
            "direction_id": integer(str(trip_row.get("direction_id", ""))), "wheelchair_accessible": chair,
            "scheduled_time": scheduled, "scheduled_time_local": scheduled and self.local(scheduled),
            "departure_time": departure, "departure_time_local": self.local(departure), "delay": delay,
            "realtime": predicted, "interpolated": interpolated, "schedule_relationship": relationship,
            "countdown_seconds": departure - self.at,
            "vehicle_id": update.get("vehicle_id") or vehicle.get("vehicle_id"), "occupancy_status": status,
            "occupancy_percentage": percentage}
        if status is not None:
            row.update(zip(("occupancy_level", "occupancy_symbol", "occupancy_color", "occupancy_label"), LEVELS[status]))
        row = {k: v for k, v in row.items() if k in ALWAYS or v not in (None, "")}
        self.rows.append({"table": "departures", **({"feed_id": self.feed_id} if self.feed_id else {}), **row})

    def local(self, instant):
        return datetime.datetime.fromtimestamp(instant, self.feed.zone).isoformat()
