"""What a vehicle did at each call of its run, best evidence first."""
import math
import statistics

from boards.realtime import number
from boards.resolve import moves
from visits.predictions import said
from visits.way import FASTEST, fixes_in_order

STOPPED_AT = 1
NAMED = 200           # metres beyond --near at which a named sequence is still believed
ZONE = 15             # metres along the way within which a vehicle is at a stop
SCATTER = 60          # the most that a run's own scatter widens that
SOURCES = "stopped halted passed final_prediction".split()


class Fix:
    """Where a vehicle was; `along` is None where it has no place on the way, `is_somewhere` tells whether it has coordinates
    all the same. `forward` never falls, `call` is the call at which it says it stands, `speaks` tells whether its status
    can be used."""
    __slots__ = "time record along off forward is_somewhere call speaks".split()


class Visit:
    """What happened at one call: times, their sources, how uncertain they are; the fixes there, and whether they prove that
    the vehicle stood."""

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
    """The visits of one vehicle on one run (or of none, where only predictions are known)."""

    def __init__(self, run, records, feed, near=60, max_gap=180, predicts=True, edge=0.0):
        self.edge = edge
        self.run, self.feed, self.near, self.max_gap, self.predicts = run, feed, near, max_gap, predicts
        self.fixes = self.placed(records)
        self.scatter = self.own_scatter()
        self.tell_statuses()
        self.visits = [Visit(call) for call in run.calls]
        for i, visit in enumerate(self.visits):
            self.observe(i, visit)
            if run.predictions.told[i].skipped and visit.sources["departure"] == "passed":
                # Driving by is what skipping looks like.
                visit.clear("arrival")
                visit.clear("departure")
        self.keep_order()
        if predicts:
            for i, visit in enumerate(self.visits):
                self.predict(i, visit)
            self.keep_order()

    def placed(self, records):
        plane, way = self.run.plane, self.run.way
        points = [plane.point((r["latitude"], r["longitude"])) if way and r.get("latitude") is not None
                  and r.get("longitude") is not None else None for r in records]
        places = points
        if way:
            places = fixes_in_order(way, points, [said(r) for r in records], self.pace(), [self.meant(r) for r in records])
        fixes = []
        for record, point, place in zip(records, points, places):
            fix = Fix()
            fix.is_somewhere = point is not None
            fix.time, fix.record, fix.call, fix.speaks = said(record), record, None, False
            fix.along, fix.off = place or (None, None)
            fixes.append(fix)
        fixes = self.moving(fixes)
        furthest = -math.inf
        for fix in fixes:
            if fix.along is not None:
                record = fix.record
                further = way.beyond(plane.point((record["latitude"], record["longitude"])), fix.along)
                fix.along, fix.off = fix.along + further, None if further else fix.off
                furthest = max(furthest, fix.along)
            fix.forward = None if fix.along is None else furthest
        return fixes

    def pace(self):
        """Metres a second that the timetable asks for at most, or None; its minutes say little of stops close together."""
        calls, trip = self.run.calls, self.run.scheduled_trip
        times = [(v.arrival, v.departure) for v in self.feed.visits[trip]] if trip else [
            (c.arrival, c.departure) for c in calls]
        paces = [(c.along - b.along) / max(arrival - departure, 30)
                 for b, c, (_, departure), (arrival, _) in zip(calls, calls[1:], times, times[1:])
                 if None not in (b.along, c.along, arrival, departure) and arrival > departure]
        return max(paces, default=None)

    def meant(self, record):
        """Where on the way the call that a fix names is, and the one before it; None where it may be one of several."""
        calls, stop, sequence = self.run.calls, record.get("stop_id"), record.get("current_stop_sequence")
        row = next((i for i, c in enumerate(calls) if sequence is not None and c.sequence == sequence), None)
        if row is None or stop and stop != calls[row].stop and not moves(self.feed, calls[row].stop, stop):
            places = [i for i, c in enumerate(calls) if stop and c.stop == stop]
            row = places[0] if len(places) == 1 else None
        if row is None or calls[row].along is None:
            return None
        before = calls[row - 1].along if row else None
        return (calls[row].along if before is None else before), calls[row].along

    def moving(self, fixes):
        """The fixes without those at which a receiver repeated a place to the last digit and was far away at once."""
        pace, kept, n = self.pace(), [], 0
        pace = FASTEST if pace is None else max(2 * pace, 15)

        def spot(fix):
            return fix.record.get("latitude"), fix.record.get("longitude")
        while n < len(fixes):
            end = n
            while end + 1 < len(fixes) and fixes[n].is_somewhere and spot(fixes[end + 1]) == spot(fixes[n]):
                end += 1
            nxt = fixes[end + 1] if end + 1 < len(fixes) else None
            stuck = end > n and nxt and None not in (nxt.along, fixes[end].along) and (
                abs(nxt.along - fixes[end].along) > 60 + pace * (nxt.time - fixes[end].time))
            kept.extend(fixes[n:n + 1] if stuck else fixes[n:end + 1])
            n = end + 1
        return kept

    def own_scatter(self):
        off = [f.off for f in self.fixes if f.off is not None]
        return min(statistics.median_low(off), SCATTER) if off else 0

    # Which stop a status is about

    def tell_statuses(self):
        last = -1
        for fix in self.fixes:
            status = number_of_status(fix.record)
            if status == STOPPED_AT:
                fix.call = self.standing(fix, last)
                fix.speaks = fix.call is not None
                last = last if fix.call is None else fix.call
            else:
                fix.speaks = status is not None
        # Who never says in a way that can be believed that it stands, does not say so by saying something else either.
        if not any(f.call is not None for f in self.fixes):
            for fix in self.fixes:
                fix.speaks = False

    def standing(self, fix, last):
        call, record = self.named(fix, last), fix.record
        # A name that leads nowhere may be one that is stuck: then nothing says that the vehicle stands.
        if fix.along is not None and record.get("current_stop_sequence") is None and not record.get("stop_id"):
            call = self.nearest(fix, [i for i, c in enumerate(self.run.calls) if c.along is not None])
        # A sequence that stays while the vehicle moves away is no stop.
        return call if call is not None and self.distance(fix, call, 0) <= self.near else None

    def named(self, fix, last):
        """The call that a sequence means, where it can be trusted; else the one at the stop that is named."""
        calls, stop = self.run.calls, fix.record.get("stop_id")
        sequence = fix.record.get("current_stop_sequence")
        row = next((i for i, c in enumerate(calls) if sequence is not None and c.sequence == sequence), None)
        if row is not None and (not stop or stop == calls[row].stop or moves(self.feed, calls[row].stop, stop)) and (
                self.distance(fix, row, 0) <= self.near + NAMED):
            return row
        places = [i for i, c in enumerate(calls) if stop and c.stop == stop]
        known = [i for i in places if calls[i].along is not None]
        if fix.along is not None and known:
            return self.nearest(fix, known)
        return next((i for i in places if i >= last), None)

    def nearest(self, fix, calls):
        return min(calls, key=lambda i: (self.distance(fix, i, math.inf), i), default=None)

    def distance(self, fix, call, unknown):
        """Metres along the way between a fix and a call; endless where the fix is far off the way, whatever it says."""
        along = self.run.calls[call].along
        if None not in (along, fix.along):
            return abs(along - fix.along)
        return math.inf if along is not None and fix.is_somewhere and self.run.way else unknown

    # What the fixes prove

    def observe(self, i, visit):
        standing = self.stays(i)
        if standing:
            self.stay(visit, "stopped", standing[-1 if i == 0 else 0])
            return
        zone = max(ZONE, self.scatter) + self.edge
        # Where the way ends no fix can be beyond: there one is enough, and whoever is there has halted, whatever is said.
        is_end = i in (0, len(self.visits) - 1)
        there = [f for f in self.fixes if f.along is not None and self.distance(f, i, math.inf) <= zone]
        # Who says where it stands is believed where it does not say so, but for what it says there and is not so.
        is_told = any(f.call is not None for f in self.fixes) and not is_end and not any(
            number_of_status(f.record) == STOPPED_AT and f.call is None for f in there)
        halts = [] if is_told else [g for g in self.halts(i, zone) if is_end or g[1] > g[0]]
        if halts:
            self.stay(visit, "halted", halts[-1 if i == 0 else 0])
        else:
            self.pass_by(i, visit, zone)

    def stays(self, i):
        """First and last fix of each stay at which the vehicle says that it stands at a call."""
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

    def halts(self, i, zone):
        """First and last fix of each time at a call: until the vehicle was further off than --near."""
        halts, is_there = [], False
        for n, fix in enumerate(self.fixes):
            if fix.along is None:
                continue
            off = self.distance(fix, i, math.inf)
            if off <= zone and is_there:
                halts[-1] = halts[-1][0], n
            elif off <= zone:
                halts.append((n, n))
            is_there = off <= zone or is_there and off <= self.near
        return halts

    def stay(self, visit, source, group):
        first, last = group
        visit.there, visit.stood = self.fixes[first:last + 1], True
        for which, inner, outer in (("arrival", first, first - 1), ("departure", last, last + 1)):
            if 0 <= outer < len(self.fixes):
                gap = abs(self.fixes[outer].time - self.fixes[inner].time)
                if gap <= self.max_gap:
                    visit.set(which, self.fixes[inner].time, source, gap)

    def pass_by(self, i, visit, zone):
        """Between the last fix before the zone and the first one beyond: those in it are on neither side."""
        at, placed = self.run.calls[i].along, [f for f in self.fixes if f.along is not None]
        if at is None:
            return
        sides = [f for f in placed if abs(f.along - at) > zone]
        before = [f for f in sides if f.forward < at][-1:]
        beyond = [f for f in sides if f.forward >= at][:1]
        if not before or not beyond:
            return
        between = [f for f in placed if before[0].time <= f.time <= beyond[0].time]
        if any(b.time - a.time > self.max_gap for a, b in zip(between, between[1:])):
            return
        a, b = next((a, b) for a, b in zip(between, between[1:]) if a.forward < at <= b.forward)
        time = math.floor(a.time + (at - a.forward) / (b.forward - a.forward) * (b.time - a.time) + 0.5)
        visit.there = between[1:-1]
        if visit.there:
            # It was seen there, so it passed while it was.
            time = min(max(time, visit.there[0].time), visit.there[-1].time)
        for which in ("arrival", "departure"):
            visit.set(which, time, "passed", (beyond[0].time - before[0].time + 1) // 2)

    def predict(self, i, visit):
        for which in ("arrival", "departure"):
            final = self.run.predictions.final(i, which)
            if visit.times[which] is None and final:
                visit.set(which, final[0], "final_prediction", final[1])

    def keep_order(self):
        """Leaves out times that contradict better ones, or surer ones of the same source: nothing goes back in time."""
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

    # How full it was

    def occupancy(self, i):
        """Status, percentage and source on leaving a call."""
        visit = self.visits[i]
        left = visit.times["departure"] if visit.times["departure"] is not None else visit.times["arrival"]
        for fix in self.fixes:
            # A fix that does not tell is none; the next one is as good until the next stop.
            if left is not None and fix.time > left and fix not in visit.there and self.filled(fix) and (
                    self.is_before_next(fix, i)):
                return self.filled(fix)
        return self.filled_at(visit) or self.foretold(i)

    def is_before_next(self, fix, i):
        if i + 1 == len(self.visits):
            return False
        # Nobody boards where it does not call.
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
        # Without a place: what it is on its way to.
        call = self.named(fix, i)
        return call is None or call < later[0] or call == later[0] and number_of_status(fix.record) != STOPPED_AT

    def filled(self, fix):
        status = number("occupancy", fix.record.get("occupancy_status"))
        percentage = fix.record.get("occupancy_percentage")
        status = status if status in range(7) else None
        percentage = percentage if percentage is not None and percentage >= 0 else None
        return None if status is None and percentage is None else (status, percentage, "vehicle")

    def filled_at(self, visit):
        return next((self.filled(f) for f in visit.there[::-1] if self.filled(f)), None)

    def foretold(self, i):
        status = self.run.predictions.told[i].occupancy
        return (status, None, "prediction") if self.predicts and status in range(7) else (None, None, None)


def number_of_status(record):
    value = record.get("current_status")
    return {"INCOMING_AT": 0, "STOPPED_AT": 1, "IN_TRANSIT_TO": 2}.get(value, value)
