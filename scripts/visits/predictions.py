"""Collects what the updates of a run say about each of its stop times."""
from boards.board import assigned
from boards.realtime import CANCELED, DELETED, NO_DATA, SKIPPED, number
from boards.resolve import outcomes_by_call

LEAST_UNCERTAINTY = 30


def said(record):
    """Returns when a record was valid: its own time, else its message's."""
    return record["timestamp"] if record.get("timestamp") is not None else record.get("feed_timestamp")


class Told:
    """The updates about one stop time: whether it is skipped, its replacement stop, the last occupancy, the number of
    messages with a time, and (time of the message, predicted time) for arrival and departure."""

    def __init__(self):
        self.skipped, self.place, self.occupancy, self.messages = False, None, None, set()
        self.times = {"arrival": [], "departure": []}


class Predictions:
    """Returns the messages of a run, each resolved separately; of messages with the same timestamp, the last one seen
    counts."""

    def __init__(self, run, feed, ends):
        self.run, self.ends, self.told = run, ends, [Told() for _ in run.calls]
        by_time = {}
        for record in run.updates:
            by_time[said(record)] = record
        for time, record in sorted(by_time.items()):
            if number("schedule_relationship", record.get("schedule_relationship")) not in (CANCELED, DELETED):
                self.read(time, record, feed)
        self.is_cancelled = run.relationship in (CANCELED, DELETED)

    def read(self, time, record, feed):
        outcomes = outcomes_by_call(record.get("stop_time_updates") or [], self.run.calls, feed)
        for i, told in enumerate(self.told):
            if i in outcomes:
                self.hear(told, self.run.calls[i], time, outcomes[i])

    def hear(self, told, call, time, outcome):
        one = outcome.update
        meaning = number("stop", one.get("schedule_relationship"))
        told.skipped = meaning == SKIPPED
        told.place = assigned(one) or outcome.place
        if meaning in (SKIPPED, NO_DATA):
            return
        for which, due in (("arrival", call.arrival), ("departure", call.departure)):
            predicted = one.get(which + "_time")
            if predicted is None and due is not None and one.get(which + "_delay") is not None:
                predicted = due + one[which + "_delay"]
            if predicted is not None:
                told.times[which].append((time, predicted))
            if predicted is not None or one.get(which + "_delay") is not None:
                told.messages.add(time)
        status = number("occupancy", one.get("departure_occupancy_status"))
        if status is not None:
            told.occupancy = status

    def final(self, i, which):
        """Returns the last time predicted before the event, with its uncertainty, if the archive continues until
        then."""
        told = self.told[i]
        if self.is_cancelled or told.skipped or (i, which) in ((0, "arrival"), (len(self.told) - 1, "departure")):
            return None
        before = [(time, predicted) for time, predicted in told.times[which] if time <= predicted]
        if not before or before[-1][1] > self.ends:
            return None
        time, predicted = before[-1]
        return predicted, max(predicted - time, LEAST_UNCERTAINTY)

