"""Computes service-levels day by day: each day is counted separately, and days with the same services once."""
from collections import defaultdict
from fractions import Fraction

from checking.feeds import WEEK, clock, day_type, digits

# Keys that name days; the other keys form the cells of a day.
OF_DAYS = ("date", "weekday", "day_type")


class Cell:
    """The service of a group on one day."""

    def __init__(self):
        self.trips = self.seconds = self.whole_seconds = 0
        self.metres = self.whole_metres = 0.0
        self.has_legs = self.is_unknown = False
        self.starts, self.gaps, self.spans = [], [], []


class Day(defaultdict):
    """The cells of a day by their keys, and the runs of each block of a group; runs without a block are under None."""

    def __init__(self):
        super().__init__(Cell)
        self.blocks = defaultdict(lambda: defaultdict(list))


def peaks(spans, blocks, within):
    """Returns for a part of a day: the most simultaneous runs, the length and beginning of the longest period with that
    number, and the most vehicles. Nothing if no run is in progress."""
    spans = cut(spans, within)
    if not spans:
        return None
    levels = stretches(spans)
    most = max(level for level, _, _ in levels)
    length, start = max((end - start, -start) for level, start, end in levels if level == most)
    vehicles = [(min(a for a, _ in of_block), max(b for _, b in of_block)) for name, of_block in blocks.items()
                if name is not None] + blocks.get(None, [])
    return most, length, -start, max(level for level, _, _ in stretches(cut(vehicles, within)))


def cut(spans, within):
    first, last = within
    clipped = [(start if first is None else max(start, first), end if last is None else min(end, last)) for start, end in spans]
    return [span for span in clipped if span[0] < span[1]]


def stretches(spans):
    """Counts the spans that cover each period; adjacent periods with the same number become one."""
    changes = defaultdict(int)
    for start, end in spans:
        changes[start] += 1
        changes[end] -= 1
    found, level, since = [], 0, None
    for time in sorted(changes):
        if changes[time]:
            if since is not None:
                found.append((level, since, time))
            level, since = level + changes[time], time
    return found


class Levels:
    """A question about a feed. `window`: seconds of the service day from and to; each may be None."""

    def __init__(self, feed, keys, days=None, window=(None, None), served_only=False):
        self.feed, self.keys, self.served_only = feed, keys, served_only
        self.days = feed.covered() if days is None else days
        start, end = window
        if None not in window and start > end:
            end += 86400
        self.window = start, end
        self.cell_keys = [key for key in keys if key not in OF_DAYS]
        self.cells = {}

    def is_in(self, time):
        start, end = self.window
        if time is None:
            return start is None and end is None
        return (start is None or start <= time) and (end is None or time < end)

    def key(self, trip, stop, time):
        values = {"route_id": trip.route, "direction_id": trip.direction, "stop_id": stop,
                  "hour": None if time is None else time // 3600}
        return tuple(values[key] for key in self.cell_keys)

    # A day

    def day(self, date):
        """Returns the cells of a day by their keys; they are the same for days with the same services."""
        services = self.feed.active(date)
        if services not in self.cells:
            self.cells[services] = self.count(services)
        return self.cells[services]

    def count(self, services):
        cells = Day()
        departures = defaultdict(list)
        by_stop = "stop_id" in self.keys
        for trip, shift in self.feed.runs(services):
            moved = [(call, None if call.departure is None else call.departure + shift) for call in trip.calls]
            if by_stop:
                seen = set()
                for call, time in moved:
                    # Nobody knows the hour of a stop time without a time.
                    if self.is_in(time) and (time is not None or "hour" not in self.keys):
                        key = self.key(trip, call.stop, time)
                        cells[key].trips += key not in seen
                        cells[key].is_unknown |= not trip.has_way
                        seen.add(key)
            else:
                self.count_run(cells, trip, trip.start + shift, max(trip.end, trip.start + 1) + shift)
            self.count_legs(cells, trip, moved, shift)
            for number, (call, time) in enumerate(moved[:-1]):
                if time is not None:
                    whose = trip.route, trip.direction
                    if by_stop and "route_id" not in self.keys:
                        whose = (trip.direction,) if "direction_id" in self.keys else None
                    key = self.key(trip, call.stop, time)
                    departures[whose, call.stop].append((time, key))
                    if by_stop and self.is_in(time):
                        cells[key].starts.append(time)
        for found in departures.values():
            found.sort(key=lambda departure: departure[0])
            for (before, _), (time, key) in zip(found, found[1:]):
                if self.is_in(time):
                    cells[key].gaps.append(time - before)
        return cells

    def count_run(self, cells, trip, start, end):
        """Counts when a run starts, and its legs."""
        if self.is_in(start):
            cell = cells[self.key(trip, None, start)]
            cell.trips += 1
            cell.starts.append(start)
            cell.is_unknown |= not trip.has_way
        hours = range(start // 3600, (end - 1) // 3600 + 1) if "hour" in self.keys else [None]
        for hour in hours:
            if cut([(start, end)], self.part(hour)):
                cell = cells[self.key(trip, None, None if hour is None else hour * 3600)]
                cell.spans.append((start, end))
        # The time between the runs of a block counts too, but makes no row.
        block = trip.block if trip.starts is None else None
        whole = tuple(value for key, value in zip(self.cell_keys, self.key(trip, None, None)) if key != "hour")
        cells.blocks[whole][block or None].append((start, end))

    def part(self, hour):
        """Returns the part of the day that a cell covers."""
        start, end = self.window
        if hour is not None:
            start = hour * 3600 if start is None else max(start, hour * 3600)
            end = hour * 3600 + 3600 if end is None else min(end, hour * 3600 + 3600)
        return start, end

    def count_legs(self, cells, trip, moved, shift):
        timed = [number for number, (_, time) in enumerate(moved) if time is not None]
        for number, after in zip(timed, timed[1:]):
            call, time = moved[number]
            if self.is_in(time):
                other = moved[after][0]
                until = other.arrival + shift if after == timed[-1] else moved[after][1]
                cell = cells[self.key(trip, call.stop, time)]
                took = max(0, until - time)
                cell.seconds += took
                cell.whole_seconds += took if trip.is_whole else 0
                cell.is_unknown |= not trip.has_way
        last = trip.start + shift
        for call, time in moved:
            # A leg from a stop without a time begins at the previous stop with one, or at the start of the trip.
            last = time = last if time is None else time
            if call.metres is not None and self.is_in(time):
                cell = cells[self.key(trip, call.stop, time)]
                cell.has_legs = True
                cell.metres += call.metres
                cell.whole_metres += call.metres if trip.is_whole else 0

    # All days

    def names(self, date):
        return {"date": digits(date), "weekday": WEEK[date.weekday()], "day_type": day_type(date)}

    def rows(self):
        groups, counts = defaultdict(list), defaultdict(int)
        for date in self.days:
            names = self.names(date)
            of_days = tuple(names[key] for key in self.keys if key in OF_DAYS)
            counts[of_days] += 1
            cells = self.day(date)
            for key, cell in cells.items():
                groups[of_days, key].append((cell, self.peaks(cells, key, cell)))
        result = {}
        for (of_days, key), cells in groups.items():
            result[self.whole_key(of_days, key)] = self.row(counts[of_days], cells)
        has_runs = any(True for date in self.days for _ in self.feed.runs(self.feed.active(date)))
        if "stop_id" in self.keys and not self.served_only and has_runs:
            for of_days, count in counts.items():
                for key in self.unserved({key for days, key in groups if days == of_days}):
                    result[self.whole_key(of_days, key)] = self.row(count, [])
        return result

    def whole_key(self, of_days, of_cell):
        days, cell = iter(of_days), iter(of_cell)
        return tuple(next(days) if key in OF_DAYS else next(cell) for key in self.keys)

    def peaks(self, cells, key, cell):
        hour = key[self.cell_keys.index("hour")] if "hour" in self.cell_keys else None
        whole = tuple(value for name, value in zip(self.cell_keys, key) if name != "hour")
        if "stop_id" in self.keys or not cell.spans:
            return None
        return peaks(cell.spans, cells.blocks[whole], self.part(hour))

    def row(self, days, cells):
        found = [cell for cell, _ in cells]
        starts = [time for cell in found for time in cell.starts]
        gaps = sorted(gap for cell in found for gap in cell.gaps)
        peaks = [peak for _, peak in cells if peak is not None]
        trips, seconds = sum(cell.trips for cell in found), sum(cell.seconds for cell in found)
        metres = sum(cell.metres for cell in found)
        whole = sum(cell.whole_seconds for cell in found)
        has_legs, is_unknown = any(cell.has_legs for cell in found), any(cell.is_unknown for cell in found)
        most = max(((level, length, -start) for level, length, start, _ in peaks), default=(None, None, None))
        return {
            "days": days, "trips": trips, "trips_per_day": Fraction(trips, days),
            "kilometres": None if is_unknown and not has_legs else metres / 1000, "hours": Fraction(seconds, 3600),
            "speed_kph": sum(cell.whole_metres for cell in found) / whole * 3.6 if whole else None,
            "first_departure": clock(min(starts, default=None)), "last_departure": clock(max(starts, default=None)),
            "headway_p50": gaps[(len(gaps) - 1) // 2] if gaps else None, "peak_trips": most[0],
            "peak_vehicles": max((vehicles for *_, vehicles in peaks), default=None) if self.feed.has_blocks else None,
            "peak_time": None if most[2] is None else clock(-most[2])}

    def unserved(self, served):
        """Returns the keys of rows of zeros: where a run of the timetable calls on any day, and stops without any
        run."""
        stops = {stop for stop, row in self.feed.stops.items() if row.get("location_type") in (None, 0)} | self.feed.named
        named, called = set(), set()
        runs = frozenset(service for service, days in self.feed.days.items() if days)
        for trip, _ in self.feed.runs(runs):
            for call in trip.calls:
                values = {"route_id": trip.route, "direction_id": trip.direction, "stop_id": call.stop}
                named.add(tuple(values.get(key) for key in self.cell_keys))
                called.add(call.stop)
        for stop in stops - called:
            named.add(tuple(stop if key == "stop_id" else None for key in self.cell_keys))

        def without_hour(key):
            return tuple(None if name == "hour" else value for name, value in zip(self.cell_keys, key))
        return named - {without_hour(key) for key in served}
