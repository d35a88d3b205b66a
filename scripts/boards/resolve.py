"""Decides which stop time each update of a trip means, whether stop_sequence and stop_id agree or contradict each
other.

The rule is the one in docs/realtime-joins.md, implemented a second time in another language.
"""
from collections import defaultdict
from fractions import Fraction

SEQUENCE, PLATFORM, STOP, NUMBERING, LATER, UNMATCHED = "sequence platform stop numbering later unmatched".split()


class Outcome:
    """The outcome of one update: the place of its stop time (or None), how it was found, and the stop that the vehicle
    uses instead."""
    __slots__ = "update call how place contradicts".split()

    def __init__(self, update, call, how, place=None):
        self.update, self.call, self.how, self.place, self.contradicts = update, call, how, place, False


class Numbering:
    """Finds what the sequences of a trip update count, from its unambiguous stops: the stops at which the trip calls
    once. A stop that may also be the new platform of the row with its number is excluded."""

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
        self.visits, self.positions, self.fitting, self.proven = visits, [], [], None
        for kind, place in self.candidates():
            if all(place(q) == i for q, i in self.anchors):
                self.fitting.append(place)
                if kind == "position":
                    self.positions.append(place)
                # Two stops that fit a count by position cannot be chance; any other numbering needs three.
                if self.proven is None and len(self.anchors) >= (2 if kind == "position" else 3):
                    self.proven = place

    def candidates(self):
        """Returns numberings as functions from a sequence to the place of a stop time; the first anchor gives the
        constants."""
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
        """Returns the stop time at a stop that fits a numbering, or None."""
        return next((place(sequence) for place in self.fitting if place(sequence) in calls), None)

    def between(self, sequence, calls):
        """Returns the only stop time between those of smaller and larger sequences, if the sequences grow along the
        trip. Returns None if they are the timetable's or leave several stop times."""
        if not self.is_other or any(a[1] >= b[1] for a, b in zip(self.anchors, self.anchors[1:])):
            return None
        found = [i for i in calls if all(i < at if sequence < q else at < i for q, at in self.anchors)]
        return found[0] if len(found) == 1 else None


def resolve(updates, visits, feed):
    """Returns an outcome for each update, in order."""
    calls_at, after, outcomes = defaultdict(list), -1, []
    for i, visit in enumerate(visits):
        calls_at[visit.stop].append(i)
    numbering = Numbering(updates, visits, calls_at, feed)
    for update in updates:
        outcome = meant(update, visits, calls_at, numbering, after, feed)
        sequence, stop = update.get("stop_sequence"), update.get("stop_id")
        if stop and sequence is not None:
            row = numbering.own.get(sequence)
            outcome.contradicts = stop in calls_at if row is None else visits[row].stop != stop and outcome.call != row
        if outcome.call is not None:
            after = outcome.call
        outcomes.append(outcome)
    return outcomes


def outcomes_by_call(updates, visits, feed):
    """Returns the outcome that counts for each stop time. If two updates apply to one stop time, the later update counts,
    unless it contradicts itself and the earlier update does not."""
    found = {}
    for outcome in resolve(updates, visits, feed):
        known = found.get(outcome.call)
        if known is None or known.contradicts or not outcome.contradicts:
            found[outcome.call] = outcome
    return found


def moves(feed, stop, other):
    """Whether another stop belongs to the same station and is a platform, so that a stop time can move to it."""
    return feed.station(other) is not None and feed.station(other) == feed.station(stop)


def meant(update, visits, calls_at, numbering, after, feed):
    sequence, stop = update.get("stop_sequence"), update.get("stop_id")
    calls = calls_at.get(stop, ()) if stop else ()
    if sequence is not None:
        row = (numbering.proven or numbering.own.get)(sequence)
        if row is not None and (not stop or visits[row].stop == stop):
            return Outcome(update, row, SEQUENCE)
        if not stop:
            return Outcome(update, None, UNMATCHED)
        call = numbering.call(sequence, calls)
        if call is not None:
            return Outcome(update, call, NUMBERING)
        for row in [place(sequence) for place in numbering.positions] + [row]:
            if row is not None and moves(feed, visits[row].stop, stop):
                # The station itself, or an entrance, is not a platform: the stop time stays where it is.
                return Outcome(update, row, PLATFORM, stop if feed.is_platform(stop) else None)
    if len(calls) < 2:
        return Outcome(update, calls[0], STOP) if calls else Outcome(update, None, UNMATCHED)
    call = None if sequence is None else numbering.between(sequence, calls)
    if call is not None:
        return Outcome(update, call, NUMBERING)
    call = next((i for i in calls if i > after), None)
    return Outcome(update, call, UNMATCHED if call is None else LATER)
