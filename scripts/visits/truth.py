"""How far actual times are from what really happened, by their source."""
from collections import defaultdict

from visits.compare import EVENTS, posix


def value(row, key):
    time = row.get(key)
    return posix(time) if isinstance(time, str) else time


class Errors:
    """Errors of the times of rows, of linefeed's or of those computed here."""

    def __init__(self):
        self.errors, self.outside, self.unknown, self.seen = defaultdict(list), defaultdict(int), 0, 0
        self.worst = []

    def add(self, rows, truth):
        """Rows of one archive. A time at a stop of which the truth has none (before the trip, after it) is not judged."""
        for row in rows:
            day, name, vehicle = row["service_date"], row["trip_id_performed"], row.get("vehicle_id")
            times = truth.get((day, name, None)) or truth.get((day, name.removesuffix("_%s" % vehicle), vehicle))
            if times is None:
                continue
            true = times[row["trip_stop_sequence"] - 1]
            for which, real in zip(EVENTS, true):
                actual = value(row, "actual_%s_time" % which)
                if real is None:
                    continue
                self.seen += 1
                if actual is None:
                    self.unknown += 1
                    continue
                source, error = row["%s_source" % which], actual - real
                self.errors[source].append(error)
                # A second for the fraction that whole seconds lose.
                if abs(error) > row["%s_uncertainty" % which] + 1:
                    self.outside[source] += 1
                    self.worst.append((abs(error) - row["%s_uncertainty" % which], which, error, row))

    def lines(self):
        """A line for each source: how many times, the median and the ninth decile of the error, how many are farther off
        than their uncertainty says."""
        yield "%-18s %7s %6s %6s %6s  %s" % ("source", "times", "p50", "p90", "max", "outside")
        for source, errors in sorted(self.errors.items()):
            size = sorted(map(abs, errors))
            yield "%-18s %7d %6.0f %6.0f %6.0f  %d" % (source, len(size), size[(len(size) - 1) // 2],
                                                       size[(len(size) * 9 - 1) // 10], size[-1], self.outside[source])
        yield "%d of %d have no time" % (self.unknown, self.seen)
