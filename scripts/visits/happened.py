"""Infers what a vehicle did at each stop time of its run, from the best evidence first."""
import itertools
import math
import statistics

from boards.realtime import number
from boards.resolve import moves
from visits.named import names, stops_named
from visits.predictions import said
from visits.way import (
    BACKWARD, BACKWARD_ON_LINES, ELSEWHERE, FAR_FIX, FAR_STOP, FASTEST, SLOWEST, Path, deviation, rising, rough_deviation)

STOPPED_AT = 1
SHORT = 250           # metres before a stop: a vehicle that is seen so far from it has not been there
ZONE = 15             # metres along the shape within which a vehicle is at a stop
WIDEST = 60           # the most by which a run's own scatter widens that, and for a passing vehicle
WIDEST_PASSING = 80
LEAST_GAP = 12        # the most seconds that a vehicle takes to a stop from the edge of that zone
SOURCES = "stopped halted passed final_prediction".split()


class Fix:
    """Where a vehicle was. `along` is None if it has no place on the shape; `is_somewhere` says whether it has
    coordinates. `forward` never decreases. `meant` is the stop time that the position names, `call` the one at which it
    says it stands."""
    __slots__ = "time record along off forward returns is_somewhere meant call".split()

    def __init__(self, record, is_somewhere):
        self.time, self.record, self.is_somewhere = said(record), record, is_somewhere
        self.along = self.off = self.forward = self.meant = self.call = None
        self.returns = False


class Visit:
    """What happened at one stop time: times, their sources, their uncertainty, the positions there, and whether they
    prove that the vehicle stood."""

    def __init__(self, call):
        self.call, self.there, self.stood = call, [], False
        self.times = {"arrival": None, "departure": None}
        self.sources = {"arrival": None, "departure": None}
        self.uncertainties = {"arrival": None, "departure": None}

    def set(self, which, time, source, uncertainty):
        self.times[which], self.sources[which], self.uncertainties[which] = time, source, uncertainty

    def clear(self, which):
        self.set(which, None, None, None)


class Happened:
    """The visits of one vehicle on one run (or without a vehicle, if only predictions are known)."""

    def __init__(self, run, records, feed, near=60, max_gap=180, predicts=True):
        self.run, self.feed, self.near, self.max_gap, self.predicts = run, feed, near, max_gap, predicts
        self.named = stops_named(records, run.calls, feed)
        self.fixes = self.placed(records)
        self.measure()
        self.tell_statuses()
        self.visits = [Visit(call) for call in run.calls]
        for i, visit in enumerate(self.visits):
            self.observe(i, visit)
            if run.predictions.told[i].skipped and visit.sources["departure"] == "passed":
                # A vehicle that passes a stop without halting may have skipped it.
                visit.clear("arrival")
                visit.clear("departure")
        self.keep_order()
        if predicts:
            for i, visit in enumerate(self.visits):
                self.predict(i, visit)
            self.keep_order()

    def placed(self, records):
        """Returns the positions that count, with their places on the shape."""
        way = self.run.way
        points = [(r["latitude"], r["longitude"]) if way and r.get("latitude") is not None
                  and r.get("longitude") is not None else None for r in records]
        self.outliers, self.begins, self.has_fixes = 0, -math.inf, bool(records)
        fixes = [Fix(record, point is not None) for record, point in zip(records, points)]
        if not way:
            return [f for n, f in enumerate(fixes) if n == 0 or f.time != fixes[n - 1].time]
        feet = [self.feet(p) for p in points]
        nearest = [min(f[1] for f in options) for options in feet if options]
        error, pace = rough_deviation(nearest), self.pace()
        usual = statistics.median_low(nearest) if nearest else 0
        tolerance = BACKWARD if self.run.is_shape else min(max(BACKWARD, 2 * usual), BACKWARD_ON_LINES)
        found = Path([self.weighed(r, f) for r, f in zip(records, feet)], [f.time for f in fixes],
                     [p is not None for p in points], FASTEST if pace is None else max(3 * pace, SLOWEST),
                     max(tolerance, 3 * error), error, self.run.is_shape).best()
        for fix, place in zip(fixes, found):
            if place:
                fix.along, fix.off, fix.returns = place
                if not 0 <= fix.along <= way.length:
                    fix.off = None
        stuck = self.stuck(fixes, found)
        kept = []
        for n, fix in enumerate(fixes):
            if stuck[n]:
                continue
            if found[n] is None or kept and kept[-1].time == fix.time:
                self.outliers += 1
            else:
                kept.append(fix)
        self.advance(kept)
        return kept

    def feet(self, point):
        """Returns where a position may be on the shape: (along, metres off it). A position before the beginning or
        after the end keeps its distance and is not moved to the end."""
        found = []
        for along, off in self.run.way.feet(point) if point is not None else ():
            if off <= FAR_FIX:
                further = self.run.way.beyond(point, along)
                found.append((along + further, math.sqrt(max(0, off * off - further * further)) if further else off))
        return found

    def weighed(self, record, feet):
        """Adds the extra cost of each candidate: candidates far from the named stop cost more, unless all are far."""
        meant = self.meant(record) if len(feet) > 1 else None

        def is_far(along):
            return meant and (along > meant[1] + FAR_STOP or along < min(meant) - FAR_STOP)
        cost = 0 if all(is_far(along) for along, _ in feet) else ELSEWHERE
        return [(along, off, cost if is_far(along) else 0) for along, off in feet]

    def advance(self, fixes):
        """Returns how far the vehicle had come by each position; nothing while it still approaches the beginning
        backwards."""
        there = [f for f in fixes if f.along is not None]
        first = 0
        while first + 1 < len(there) and there[first].returns and there[first + 1].returns:
            first += 1
        self.begins = there[first].time if first else -math.inf
        furthest = -math.inf
        for returns, group in itertools.groupby(there[first:], key=lambda f: f.returns):
            group = list(group)
            places = [f.along for f in group]
            for fix, place in zip(group, places if returns else rising(places)):
                fix.forward = furthest = max(furthest, place)

    def pace(self):
        """Returns the highest speed of the timetable in metres a second, or None; whole minutes say little about stops
        close together."""
        calls, trip = self.run.calls, self.run.scheduled_trip
        times = [(v.arrival, v.departure) for v in self.feed.visits[trip]] if trip else [
            (c.arrival, c.departure) for c in calls]
        paces = [(c.along - b.along) / max(arrival - departure, 30)
                 for b, c, (_, departure), (arrival, _) in zip(calls, calls[1:], times, times[1:])
                 if None not in (b.along, c.along, arrival, departure) and arrival > departure]
        return max(paces, default=None)

    def meant(self, record):
        """Returns where on the shape the stop time that a position names is, and the previous one; None if there are
        several candidates."""
        calls, named = self.run.calls, self.named[names(record)]
        if len(named) != 1 or calls[named[0]].along is None:
            return None
        row, = named
        before = calls[row - 1].along if row else None
        return (calls[row].along if before is None else before), calls[row].along

    def stuck(self, fixes, found):
        """Returns for each position whether a receiver repeated a place to the last digit and was then suddenly far
        away."""
        pace, stuck, n = self.pace(), [False] * len(fixes), 0
        pace = FASTEST if pace is None else max(2 * pace, 15)

        def spot(fix):
            return fix.record.get("latitude"), fix.record.get("longitude")
        while n < len(fixes):
            end = n
            while end + 1 < len(fixes) and fixes[n].is_somewhere and spot(fixes[end + 1]) == spot(fixes[n]):
                end += 1
            seen = [m for m in range(n, end + 1) if fixes[m].along is not None]
            nxt = next((m for m in range(end + 1, len(fixes)) if found[m] is not None), None)
            if end > n and seen and nxt is not None and fixes[nxt].along is not None and (
                    abs(fixes[nxt].along - fixes[seen[-1]].along) > 60 + pace * (fixes[nxt].time - fixes[end].time)):
                for m in range(seen[0] + 1, end + 1):
                    stuck[m] = True
            n = end + 1
        return stuck

    def measure(self):
        """Returns the width of a stop's zone for a vehicle that stays there and for one that passes; both depend on the
        receiver."""
        off = [f.off for f in self.fixes if f.off is not None]
        self.noise = deviation(off)
        self.zone = min(max(ZONE, statistics.median_low(off) if off else 0, 3 * self.noise), WIDEST)
        self.passing_zone = min(max(self.zone, 4 * self.noise), WIDEST_PASSING)

    # Which stop a status means

    def tell_statuses(self):
        last = 0
        for fix in self.fixes:
            fix.meant = self.settled(fix, last)
            last = last if fix.meant is None else fix.meant
            if status(fix.record) == STOPPED_AT:
                fix.call = self.standing(fix)

    def settled(self, fix, last):
        """Returns the stop time that a position names. Of several, a standing vehicle is at the nearest, and another one
        goes to the next. Without a place, the first one that is not before `last` counts."""
        named = self.named[names(fix.record)]
        places = [self.run.calls[i].along for i in named]
        if len(named) < 2 or None in [fix.along, *places]:
            return next((i for i in named if i >= last or len(named) == 1), named[0] if named else None)
        if status(fix.record) == STOPPED_AT:
            return self.nearest(fix, named)
        return next((i for i, along in zip(named, places) if along >= fix.along - BACKWARD), named[-1])

    def standing(self, fix):
        call = fix.meant
        # A stop name without a match may be stuck; then nothing says that the vehicle stands.
        if fix.along is not None and names(fix.record) == (None, None):
            call = self.nearest(fix, [i for i, c in enumerate(self.run.calls) if c.along is not None])
        # A sequence that stays the same while the vehicle moves away does not mean a stop.
        return call if call is not None and self.distance(fix, call, 0) <= self.near else None

    def nearest(self, fix, calls):
        return min(calls, key=lambda i: (self.distance(fix, i, math.inf), i), default=None)

    def distance(self, fix, call, unknown):
        """Returns metres along the shape between a position and a stop time; infinite if the position is far off the
        shape."""
        along = self.run.calls[call].along
        if None not in (along, fix.along):
            return abs(along - fix.along)
        return math.inf if along is not None and fix.is_somewhere and self.run.way else unknown

    # What positions prove

    def observe(self, i, visit):
        standing = self.stays(i)
        if standing:
            self.stay(i, visit, "stopped", standing[-1 if i == 0 else 0])
            return
        # At the end of the shape, no position can be beyond. There one position is enough, and a vehicle there has
        # halted, whatever its status.
        is_end = i in (0, len(self.visits) - 1)
        there = [f for f in self.fixes if f.along is not None and self.distance(f, i, math.inf) <= self.zone]
        # If a vehicle reports where it stands, it is believed to move elsewhere, unless its report is wrong there.
        is_told = any(f.call is not None for f in self.fixes) and not is_end and not any(
            status(f.record) == STOPPED_AT and f.call is None for f in there)
        halts = [] if is_told else [g for g in self.halts(i) if is_end or g[1] > g[0]]
        if halts:
            self.stay(i, visit, "halted", halts[-1 if i == 0 else 0])
        else:
            self.pass_by(i, visit)

    def stays(self, i):
        """Returns the first and last position of each stay during which the vehicle reports that it stands at a stop
        time."""
        stays, last = [], None
        for n, fix in enumerate(self.fixes):
            if fix.call != i:
                continue
            if last is not None and self.is_one_stay(last, n, i):
                stays[-1] = stays[-1][0], n
            else:
                stays.append((n, n))
            last = n
        return stays

    def is_one_stay(self, a, b, i):
        fixes = self.fixes
        if b == a + 1:
            near = None not in (fixes[a].along, fixes[b].along) and abs(fixes[a].along - fixes[b].along) <= ZONE
            return near or fixes[b].time - fixes[a].time <= self.max_gap
        return all(f.call in (None, i) and (
            f.along is None or self.run.calls[i].along is None or self.distance(f, i, 0) <= self.near + ZONE)
            for f in fixes[a + 1:b])

    def halts(self, i):
        """Returns the first and last position of each time at a stop time, until the vehicle is further away than
        --near."""
        halts, is_there = [], False
        for n, fix in enumerate(self.fixes):
            if fix.along is None or i > 0 and fix.time < self.begins:
                continue
            off = self.distance(fix, i, math.inf)
            if off <= self.zone and is_there:
                halts[-1] = halts[-1][0], n
            elif off <= self.zone:
                halts.append((n, n))
            is_there = off <= self.zone or is_there and off <= self.near
        return halts

    def stay(self, i, visit, source, group):
        first, last = group
        visit.there, visit.stood = self.fixes[first:last + 1], True
        for which, inner, on in (("arrival", first, -1), ("departure", last, 1)):
            outer = inner + on
            if not 0 <= outer < len(self.fixes) or abs(self.fixes[outer].time - self.fixes[inner].time) > self.max_gap:
                continue
            while source == "halted" and 0 <= outer + on < len(self.fixes) and self.is_doubtful(i, outer) and (
                    abs(self.fixes[outer + on].time - self.fixes[outer].time) <= self.max_gap):
                outer += on
            gap = abs(self.fixes[outer].time - self.fixes[inner].time)
            if source == "halted":
                # The vehicle is in the zone before it stands, and longer in a wider zone.
                gap = half_up(max(gap, LEAST_GAP) + (self.zone - ZONE) / 4)
            visit.set(which, self.fixes[inner].time, source, gap)

    def is_doubtful(self, i, n):
        """Whether only the receiver's noise puts a position outside the zone, or the record has no position at all."""
        fix = self.fixes[n]
        if not fix.is_somewhere:
            return True
        return fix.along is not None and self.distance(fix, i, math.inf) <= self.passing_zone

    def pass_by(self, i, visit):
        """Returns the time between the last position before the zone and the first one beyond; positions inside are on
        neither side."""
        at, placed = self.run.calls[i].along, [f for f in self.fixes if f.forward is not None]
        if at is None:
            return
        sides = [f for f in placed if abs(f.along - at) > self.passing_zone]
        before = [f for f in sides if f.forward < at][-1:]
        beyond = [f for f in sides if f.forward >= at][:1]
        if not before or not beyond:
            return
        between = [f for f in placed if before[0].time <= f.time <= beyond[0].time]
        if any(b.time - a.time > self.max_gap for a, b in zip(between, between[1:])):
            return
        a, b = next((a, b) for a, b in zip(between, between[1:]) if a.forward < at <= b.forward)
        time = math.floor(a.time + (at - a.forward) / (b.forward - a.forward) * (b.time - a.time) + 0.5)
        at_stop = between[1:-1]
        visit.there = [f for f in self.fixes if at_stop and at_stop[0].time <= f.time <= at_stop[-1].time]
        if visit.there:
            # It was seen there, so it passed at that time.
            time = min(max(time, visit.there[0].time), visit.there[-1].time)
        gap = beyond[0].time - before[0].time
        error = 3 * self.noise * gap / max(beyond[0].forward - before[0].forward, 1)
        for which in ("arrival", "departure"):
            visit.set(which, time, "passed", half_up(math.hypot(gap / 2, error)))

    def predict(self, i, visit):
        for which in ("arrival", "departure"):
            final = self.run.predictions.final(i, which)
            if visit.times[which] is None and final and self.is_believed(i, final[0]):
                visit.set(which, final[0], "final_prediction", final[1])

    def is_believed(self, i, time):
        """Whether the run's records continue until a predicted time, and the next position does not show the vehicle well
        before the stop."""
        at = self.run.calls[i].along
        forward = next((f.forward for f in self.fixes if f.time >= time and f.forward is not None), None)
        return time <= self.run.heard + self.max_gap and (None in (at, forward) or forward >= at - SHORT)

    def keep_order(self):
        """Drops times that contradict better times, or more certain times of the same source, so that time never goes
        backwards."""
        events = [(i, which) for i in range(len(self.visits)) for which in ("arrival", "departure")
                  if self.visits[i].times[which] is not None]

        def worth(event):
            visit, which = self.visits[event[0]], event[1]
            return SOURCES.index(visit.sources[which]), visit.uncertainties[which], event
        kept = []
        for event in sorted(events, key=worth):
            visit, which = self.visits[event[0]], event[1]
            time = visit.times[which]
            if all(known <= time if other <= event else known >= time for other, known in kept):
                kept.append((event, time))
            else:
                visit.clear(which)

    def platform(self, i):
        """Returns another platform of the station, if the vehicle says that it stands there, or None."""
        visit, stop = self.visits[i], self.visits[i].there and self.visits[i].there[0].record.get("stop_id")
        return stop if stop and visit.there[0].call == i and stop != visit.call.stop and (
            moves(self.feed, visit.call.stop, stop) and self.feed.is_platform(stop)) else None

    # Occupancy

    def occupancy(self, i):
        """Returns status, percentage and source on leaving a stop."""
        visit = self.visits[i]
        which = "arrival" if visit.times["departure"] is None else "departure"
        left = visit.times[which]
        # Positions whose times contradict those of other stops do not show the vehicle at this one.
        there = visit.there if set(visit.sources.values()) & {"stopped", "halted", "passed"} else []
        for fix in self.fixes:
            # At a stop, the vehicle may still stand, unless it passed and says that it drives to a later stop.
            if left is None or fix.time <= left or fix in there and not (
                    visit.sources[which] == "passed" and self.is_onward(fix, i)):
                continue
            if not self.is_before_next(fix, i):
                break
            # A position without occupancy is skipped; the next one is as good until the next stop.
            if self.filled(fix):
                return self.filled(fix)
        if i + 1 == len(self.visits) and there and status(there[0].record) != STOPPED_AT:
            # Coming to the last stop, a vehicle still has its riders.
            there = there[1:]
        return next((self.filled(fix) for fix in there[::-1] if self.filled(fix)), None) or self.foretold(i)

    def is_onward(self, fix, i):
        """Whether a position names a stop time after this one, and does not say that the vehicle stands there."""
        return fix.meant is not None and fix.meant > i and status(fix.record) != STOPPED_AT

    def is_before_next(self, fix, i):
        if i + 1 == len(self.visits):
            return False
        # Nobody boards where the vehicle does not call.
        later = [k for k in range(i + 1, len(self.visits)) if not self.predicts or self.visits[k].stood and (
            "stopped" in self.visits[k].sources.values()) or not self.run.predictions.told[k].skipped]
        for k in later:
            came = self.visits[k].times["arrival"]
            came = self.visits[k].times["departure"] if came is None else came
            if came is not None and fix.time >= came:
                return False
        if not later or self.visits[later[0]].times["arrival"] is not None:
            return True
        along = next((self.run.calls[k].along for k in later if self.run.calls[k].along is not None), None)
        if None not in (along, fix.forward):
            return fix.forward < along
        # Without a place: the stop that the position names.
        call = fix.meant
        return call is None or call < later[0] or call == later[0] and status(fix.record) != STOPPED_AT

    def filled(self, fix):
        level, percentage = number("occupancy", fix.record.get("occupancy_status")), fix.record.get("occupancy_percentage")
        level = level if level in range(7) else None
        percentage = percentage if percentage is not None and percentage >= 0 else None
        return None if level is None and percentage is None else (level, percentage, "vehicle")

    def foretold(self, i):
        level = self.run.predictions.told[i].occupancy
        return (level, None, "prediction") if self.predicts and level in range(7) else (None, None, None)


def half_up(value):
    return math.floor(value + 0.5)


def status(record):
    return number("status", record.get("current_status"))
