"""What a vehicle did at each call of its run, best evidence first."""
import math
import statistics

from boards.realtime import number
from boards.resolve import moves
from visits.predictions import said
from visits.way import fixes_in_order

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

    def __init__(self, run, records, feed, near=60, max_gap=180, predicts=True):
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
            if predicts:
                self.predict(i, visit)
        self.keep_order()

    def placed(self, records):
        plane, way, fixes = self.run.plane, self.run.way, []
        points = [plane.point((r["latitude"], r["longitude"])) if way and r.get("latitude") is not None
                  and r.get("longitude") is not None else None for r in records]
        places = fixes_in_order(way, points) if way else points
        furthest = 0.0
        for record, point, place in zip(records, points, places):
            fix = Fix()
            fix.is_somewhere = point is not None
            fix.time, fix.record, fix.call, fix.speaks = said(record), record, None, False
            fix.along, fix.off = place or (None, None)
            furthest = max(furthest, fix.along or 0.0)
            fix.forward = furthest if place else None
            fixes.append(fix)
        return fixes

    def own_scatter(self):
        off = [f.off for f in self.fixes if f.along is not None]
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
        standing = [n for n, fix in enumerate(self.fixes) if fix.call == i]
        if standing:
            self.stay(visit, "stopped", self.group(i, standing, 1))
            return
        zone = max(ZONE, self.scatter)
        there = [n for n, f in enumerate(self.fixes) if f.along is not None and self.distance(f, i, math.inf) <= zone]
        # Where the way ends no fix can be beyond: there one is enough, and whoever is there has halted, whatever is said.
        is_end = i in (0, len(self.visits) - 1)
        group = self.group(i, [n for n in there if is_end or not self.fixes[n].speaks], 1 if is_end else 2)
        if group:
            self.stay(visit, "halted", group)
        else:
            self.pass_by(i, visit, zone)

    def group(self, i, members, least):
        """First and last of the fixes at a call; of those after the vehicle had been elsewhere none count."""
        groups = []
        for n in members:
            if groups and not any(self.fixes[k].along is not None for k in range(groups[-1][-1] + 1, n)):
                groups[-1].append(n)
            else:
                groups.append([n])
        whole = next((g for g in groups if len(g) >= least), None)
        if not whole:
            return None
        if all(self.distance(self.fixes[n], i, 0) <= self.near for n in range(members[0], members[-1] + 1)):
            return members[0], members[-1]
        return whole[0], whole[-1]

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
        arrival, along = self.visits[i + 1].times["arrival"], self.run.calls[i + 1].along
        if arrival is not None:
            return fix.time < arrival
        if along is None or fix.forward is not None:
            return along is None or fix.forward < along
        # Without a place: what it is on its way to.
        return number_of_status(fix.record) != STOPPED_AT and self.named(fix, i) == i + 1

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
