"""Decides which stop times the positions of a vehicle name."""
from boards.resolve import resolve
from visits.timetable import Call


def names(record):
    """Returns what a position says of its stop: current_stop_sequence and stop_id."""
    return record.get("current_stop_sequence"), record.get("stop_id") or None


def stops_named(records, calls, feed):
    """Returns the stop times that each pair of sequence and stop_id means: none, one, or all calls at a stop_id without a
    sequence. The pairs are resolved like the stop time updates of one message."""
    pairs = list(dict.fromkeys(names(record) for record in records))
    spoken = [pair for pair in pairs if pair != (None, None)]
    outcomes = resolve(
        [{"stop_sequence": sequence, "stop_id": stop} for sequence, stop in spoken],
        [Call(c.stop, n + 1 if c.sequence is None else c.sequence) for n, c in enumerate(calls)], feed) if calls else ()
    found = {pair: () for pair in pairs}
    for (sequence, stop), outcome in zip(spoken, outcomes):
        several = [i for i, c in enumerate(calls) if sequence is None and c.stop == stop]
        found[sequence, stop] = several if len(several) > 1 else () if outcome.call is None else (outcome.call,)
    return found
