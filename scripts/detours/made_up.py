"""Random small feeds, and realtime that detours their trips."""
import datetime
import os
import zoneinfo

ZONE = zoneinfo.ZoneInfo("Europe/Paris")
DAY = datetime.date(2026, 7, 15)


def midnight(day):
    noon = datetime.datetime(day.year, day.month, day.day, 12, tzinfo=ZONE)
    return int(noon.timestamp()) - 43200


def clock(seconds):
    return "%02d:%02d:%02d" % (seconds // 3600, seconds // 60 % 60, seconds % 60)


class MadeUp:
    """A feed, and records of realtime about it.

    Every stop lies on one meridian, so that distances are differences of latitudes."""

    def __init__(self, generator):
        self.generator = g = generator
        self.night = g.random() < 0.2
        self.day = DAY - datetime.timedelta(1) if self.night else DAY
        self.date = self.day.strftime("%Y%m%d")
        self.base = 86400 + 1800 if self.night else 8 * 3600
        self.at = midnight(self.day) + self.base
        self.stops = {"S%d" % n: 48 + g.randrange(1, 4000) / 10000 for n in range(9)}
        self.added = {"X%d" % n: 48 + g.randrange(1, 4000) / 10000 for n in range(3)}
        self.trips, self.frequencies = {}, {}
        for number in range(g.randrange(2, 5)):
            trip = "T%d" % number
            names = [g.choice(list(self.stops)) for _ in range(g.randrange(3, 9))]
            if g.random() < 0.6:
                names = g.sample(list(self.stops), len(names))
            sequence, time, rows = g.randrange(3), self.base + g.randrange(-1800, 3600, 30), []
            for name in names:
                rows.append((sequence, name, time, time + g.choice((0, 0, 30))))
                sequence += g.choice((1, 1, 5))
                time = rows[-1][3] + g.randrange(120, 900, 10)
            self.trips[trip] = rows
        if g.random() < 0.4:
            start = self.base - 900 - self.base % 300
            self.frequencies["T0"] = (start, start + 3600, 1200)
        self.runs = [(trip, None) for trip in self.trips if trip not in self.frequencies]
        for trip, (start, end, headway) in self.frequencies.items():
            self.runs += [(trip, time) for time in range(start, end, headway)]
        self.isInterpolated = False
        self.modifications = []
        for number in range(g.choice((1, 1, 1, 2))):
            self.modifications.append(self.modification("D%d" % number))
        self.boards = g.sample(list(self.stops), 2) + [g.choice(list(self.added))]
        self.updates = []
        self.vehicles = {}
        self.records = self.made_records()

    # The feed

    def write(self, folder):
        os.makedirs(folder)
        tables = {
            "agency": ["agency_id,agency_name,agency_url,agency_timezone", "A,Agency,https://example.org/,Europe/Paris"],
            "routes": ["route_id,agency_id,route_short_name,route_type", "R,A,1,3"],
            "calendar": ["service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
                         "D,1,1,1,1,1,1,1,20260101,20261231"],
            "stops": ["stop_id,stop_name,stop_lat,stop_lon"] + ["%s,Stop %s,%.4f,2.3" % (s, s, lat)
                                                               for s, lat in self.stops.items()],
            "trips": ["route_id,service_id,trip_id"] + ["R,D,%s" % trip for trip in self.trips],
            "stop_times": ["trip_id,stop_sequence,stop_id,arrival_time,departure_time"] + [
                "%s,%d,%s,%s,%s" % (trip, sequence, stop, clock(arrival), clock(departure))
                for trip, rows in self.trips.items() for sequence, stop, arrival, departure in rows],
        }
        if self.frequencies:
            tables["frequencies"] = ["trip_id,start_time,end_time,headway_secs,exact_times"] + [
                "%s,%s,%s,%d,1" % (trip, clock(start), clock(end), headway)
                for trip, (start, end, headway) in self.frequencies.items()]
        for name, lines in tables.items():
            with open(os.path.join(folder, name + ".txt"), "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")

    # Detours

    def selector(self, rows, place):
        g = self.generator
        sequence, stop = rows[place][:2]
        kind = g.random()
        if kind < 0.03:
            return {"stop_sequence": 999}
        if kind < 0.05:
            return {"stop_sequence": sequence, "stop_id": "S8" if stop != "S8" else "S7"}
        if kind < 0.45:
            return {"stop_sequence": sequence}
        return {"stop_id": stop} if kind < 0.7 else {"stop_sequence": sequence, "stop_id": stop}

    def change(self, rows, start, end):
        g = self.generator
        change = {"start_stop_selector": self.selector(rows, start)}
        if end is not None:
            change["end_stop_selector"] = self.selector(rows, end)
        if g.random() < 0.8:
            change["propagated_modification_delay"] = g.choice((60, 120, 300, -60, 0))
        replacements, time = [], 0
        reference = rows[max(start - 1, 0)][2]
        for _ in range(g.choice((0, 1, 1, 2, 3))):
            stop = g.choice(list(self.stops) + 4 * list(self.added) + (["NOBODYS"] if g.random() < 0.05 else []))
            replacement = {"stop_id": stop}
            time += g.randrange(60, 400, 10)
            if g.random() < 0.75:
                base = rows[start][2] - reference if end is None and g.random() < 0.7 else 0
                value = base + time if g.random() > 0.04 else -time
                if start == 0 and g.random() < 0.3:
                    value = time - 2000
                replacement["travel_time_to_stop"] = value
            replacements.append(replacement)
        if replacements:
            change["replacement_stops"] = replacements
        return change

    def modification(self, name):
        g = self.generator
        trips = g.sample(list(self.trips), g.randrange(1, len(self.trips) + 1))
        rows = self.trips[trips[0]]
        changes, place = [], g.randrange(0, 2)
        while place < len(rows) and len(changes) < 3 and (not changes or g.random() < 0.5):
            length = g.choice((None, 1, 1, 2))
            end = None if length is None else min(place + length - 1, len(rows) - 1)
            changes.append(self.change(rows, place, end))
            place = (place if end is None else end) + g.choice((1, 2, 2, 3, 0 if g.random() < 0.1 else 1))
        if len(changes) > 1 and g.random() < 0.3:
            changes.reverse()
        dates = [self.day + datetime.timedelta(n) for n in (-1, 0, 1) if g.random() < (0.9 if n == 0 else 0.4)]
        found = {"table": "trip_modifications", "feed_timestamp": self.at, "entity_id": name,
                 "selected_trips": [{"trip_ids": trips}],
                 "service_dates": [date.strftime("%Y%m%d") for date in dates], "modifications": changes}
        if trips == ["T0"] and "T0" in self.frequencies and g.random() < 0.7:
            times = [time for trip, time in self.runs if trip == "T0"]
            found["start_times"] = [clock(time) for time in g.sample(times, g.randrange(1, len(times) + 1))]
        return found

    # Realtime

    def made_records(self):
        from detours.expected import Detoured
        g = self.generator
        made = [{"table": "feed_messages", "source": "made-up.pb", "timestamp": self.at}]
        made += [{"table": "stops_rt", "feed_timestamp": self.at, "entity_id": stop, "stop_id": stop,
                  "stop_name": {"translation": [{"text": "Added " + stop}]}, "stop_lat": lat, "stop_lon": 2.3}
                 for stop, lat in self.added.items()]
        made += self.modifications
        for number, (trip, start) in enumerate(self.runs):
            detour = Detoured(self, trip, start)
            named = {"start_date": self.date}
            if start is not None:
                named["start_time"] = clock(start)
            # Two updates of one run: one for readers of detours, one for others.
            for isModified in (True, False):
                if g.random() < 0.5:
                    continue
                rows = detour.rows if isModified else self.trips[trip]
                if isModified and detour.name is None and g.random() < 0.5:
                    continue
                update = {"table": "trip_updates", "feed_timestamp": self.at, "entity_id": "U%d%s" % (number, isModified)}
                if isModified:
                    update["modified_trip"] = {"modifications_id": detour.name or "D0", "affected_trip_id": trip, **named}
                else:
                    update.update(named, trip_id=trip)
                update["stop_time_updates"] = self.stop_updates(rows, detour.shift)
                self.updates.append((trip, start, isModified, detour.name, update["stop_time_updates"]))
                made.append(update)
            if start is None and g.random() < 0.3:
                made.append(self.vehicle(number, trip, detour))
        return made

    def vehicle(self, number, trip, detour):
        """A vehicle that drives to a stop of the trip, as the timetable or the detour numbers it."""
        g = self.generator
        isModified = detour.name is not None and g.random() < 0.4
        row = g.choice(detour.rows if isModified else self.trips[trip])
        vehicle = {"table": "vehicle_positions", "feed_timestamp": self.at, "entity_id": "V%d" % number,
                   "vehicle_id": "V%d" % number, "latitude": 48.1, "longitude": 2.3, "timestamp": self.at,
                   "current_stop_sequence": row[0], "current_status": 2, "occupancy_status": None}
        if g.random() < 0.5:
            vehicle["stop_id"] = row[1]
        if isModified:
            vehicle["modified_trip"] = {"modifications_id": detour.name, "affected_trip_id": trip, "start_date": self.date}
        else:
            vehicle.update(trip_id=trip, start_date=self.date)
        self.vehicles[trip] = (isModified, row[0], vehicle.get("stop_id"))
        return vehicle

    def stop_updates(self, rows, shift):
        g, updates = self.generator, []
        for row in rows:
            if g.random() < 0.5:
                continue
            update = {"stop_sequence": row[0], "stop_id": row[1]}
            kind = g.random()
            if kind < 0.15:
                update["schedule_relationship"] = 1
            elif kind < 0.3:
                update["schedule_relationship"] = 2
            elif kind < 0.6 or row[3] is None:
                update["departure_delay"] = update["arrival_delay"] = g.randrange(-120, 600, 7)
            else:
                late = g.randrange(-120, 600, 7)
                update["arrival_time"] = midnight(self.day) + shift + row[2] + late
                update["departure_time"] = midnight(self.day) + shift + row[3] + late
            updates.append(update)
        return updates
