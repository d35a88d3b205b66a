"""Which stop time each update of a trip is about, where stop_sequence and stop_id agree and where they contradict.

The rule is that of docs/realtime-joins.md, written down here a second time and in another language.
"""
from collections import defaultdict
from fractions import Fraction

SEQUENCE, PLATFORM, STOP, NUMBERING, LATER, UNMATCHED = "sequence platform stop numbering later unmatched".split()


class Outcome:
    """What one update is about: the place of its call (or None), how that was found, where the vehicle stops instead."""
    __slots__ = "update call how place contradicts".split()

    def __init__(self, update, call, how, place=None):
        self.update, self.call, self.how, self.place, self.contradicts = update, call, how, place, False


class Numbering:
    """What the sequences of one trip update count, as its unambiguous stops tell: those the trip calls at once, but for
    one that may as well be the platform to which the row of its number has moved."""

    def __init__(self, updates, visits, calls_at, feed):
        self.own = {v.sequence: i for i, v in enumerate(visits)}
        anchors = set()
        for update in updates:
            sequence, calls = update.get("stop_sequence"), calls_at.get(update.get("stop_id"), ())
            row = self.own.get(sequence)
            if sequence is not None and len(calls) == 1 and (
                    row is None or row == calls[0] or not moves(feed, visits[row].stop, update["stop_id"])):
                anchors.add((sequence, calls[0]))
        own = [self.own.get(q) == i for q, i in anchors]
        self.is_other = bool(anchors) and not any(own)
        self.anchors = sorted(anchors) if anchors and not all(own) else []
        self.visits, self.fitting, self.proven = visits, [], None
        for kind, place in self.candidates():
            if all(place(q) == i for q, i in self.anchors):
                self.fitting.append(place)
                if self.is_other and self.proven is None and len(self.anchors) >= (2 if kind == "position" else 3):
                    self.proven = place

    def candidates(self):
        """Numberings as functions from a sequence to the place of a call; constants are those of the first anchor."""
        if not self.anchors:
            return
        count, own = len(self.visits), self.own

        def inside(place):
            return place if 0 <= place < count else None

        def whole(value):
            return int(value) if value.denominator == 1 else None
        yield "position", lambda q: inside(q - 1)
        yield "position", inside
        first, at = self.anchors[0]
        moved = first - self.visits[at].sequence
        yield "other", lambda q: own.get(q - moved)
        yield "other", lambda q: inside(q - first + at)
        if first > 0 and self.visits[at].sequence > 0:
            times = Fraction(first, self.visits[at].sequence)
            yield "other", lambda q: own.get(whole(q / times))
        for begin in (1, 0):
            if first > 0 and at + begin > 0:
                step = Fraction(first, at + begin)

                def place(q, step=step, begin=begin):
                    number = whole(q / step)
                    return None if number is None else inside(number - begin)
                yield "other", place

    def call(self, sequence, calls):
        """The one of several calls at a stop that the sequence says; None where nothing tells."""
        for place in self.fitting:
            if place(sequence) in calls:
                return place(sequence)
        if self.is_other and all(a[1] < b[1] for a, b in zip(self.anchors, self.anchors[1:])):
            # Numbers that grow along the trip in whatever way: between those before and those after.
            between = [i for i in calls if all(i < at if sequence < q else at < i for q, at in self.anchors)]
            if len(between) == 1:
                return between[0]
        return None


def resolve(updates, visits, feed):
    """An outcome for each update, in their order."""
    calls_at, after, outcomes = defaultdict(list), -1, []
    for i, visit in enumerate(visits):
        calls_at[visit.stop].append(i)
    numbering = Numbering(updates, visits, calls_at, feed)
    for update in updates:
        outcome = meant(update, visits, calls_at, numbering, after, feed)
        sequence, stop = update.get("stop_sequence"), update.get("stop_id")
        row = numbering.own.get(sequence)
        outcome.contradicts = bool(stop) and row is not None and visits[row].stop != stop and outcome.call != row
        if outcome.call is not None:
            after = outcome.call
        outcomes.append(outcome)
    return outcomes


def moves(feed, stop, other):
    """Whether a call at a stop can move to another: to another platform of the same station."""
    return feed.is_platform(other) and feed.station(other) is not None and feed.station(other) == feed.station(stop)


def meant(update, visits, calls_at, numbering, after, feed):
    sequence, stop = update.get("stop_sequence"), update.get("stop_id")
    row = None
    if sequence is not None:
        row = (numbering.proven or numbering.own.get)(sequence)
    if row is not None:
        if not stop or visits[row].stop == stop or feed.station(visits[row].stop) == stop:
            return Outcome(update, row, SEQUENCE)
        if moves(feed, visits[row].stop, stop):
            # Bays side by side: where the numbers are others', that of the next bay is no change of platform.
            other = numbering.call(sequence, calls_at.get(stop, ())) if numbering.is_other else None
            return Outcome(update, row, PLATFORM, stop) if other is None else Outcome(update, other, NUMBERING)
    calls = calls_at.get(stop, ()) if stop else ()
    if len(calls) < 2:
        return Outcome(update, calls[0], STOP) if calls else Outcome(update, None, UNMATCHED)
    if sequence is not None:
        call = numbering.call(sequence, calls)
        if call is not None:
            return Outcome(update, call, NUMBERING)
    call = next((i for i in calls if i > after), None)
    return Outcome(update, call, UNMATCHED if call is None else LATER)
