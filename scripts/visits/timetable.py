"""The stop times of a run: when they are due, and where they are along its shape."""
from visits.way import EarthWay, at_distance, stops_in_order


class Call:
    """One stop of a run; times in POSIX seconds or None, `along` in metres or None if its place is unknown."""
    __slots__ = "stop sequence arrival departure along".split()

    def __init__(self, stop, sequence, arrival=None, departure=None):
        self.stop, self.sequence, self.arrival, self.departure = stop, sequence, arrival, departure
        self.along = None


class Ways:
    """The shapes of a feed's trips, each computed once."""

    def __init__(self, feed):
        self.feed, self.shapes, self.known = feed, feed.shapes(), {}

    def of(self, shape_id, stops, distances=None, times=None):
        """`times`: (arrival, departure) for each stop. Returns the line, whether it is a shape, and the distance of
        each stop along it; the line is None if nothing can be drawn."""
        key = shape_id, tuple(stops), tuple(distances or ())
        if key not in self.known:
            self.known[key] = self.worked_out(shape_id, stops, distances, times)
        return self.known[key]

    def worked_out(self, shape_id, stops, distances, times):
        shape, places = self.shapes.get(shape_id, ()), [self.feed.place(s) for s in stops]
        along = [None] * len(stops)
        if len(shape) < 2:
            return self.by_stops(places, along)
        way = EarthWay([p for _, p, _ in shape])
        travelled = [d for _, _, d in shape]
        if distances and grow(distances) and grow(travelled) and travelled[-1] > 0:
            return way, True, [at_distance(travelled, way.each, d) for d in distances]

        def seconds(i, j):
            return None if not times or None in (times[i][1], times[j][0]) else times[j][0] - times[i][1]
        return way, True, stops_in_order(way, places, seconds)

    def by_stops(self, places, along):
        known = [i for i, p in enumerate(places) if p]
        if len(known) < 2:
            return None, False, along
        way = EarthWay([places[i] for i in known])
        for i, metres in zip(known, way.each):
            along[i] = metres
        return way, False, along


def grow(numbers):
    """Whether all are known, and none is less than the previous one."""
    return None not in numbers and all(a <= b for a, b in zip(numbers, numbers[1:]))


def calls_of_trip(feed, trip, zero):
    """Returns the stop times of a trip of the timetable; `zero`: POSIX seconds at which its times are 0."""
    return [Call(v.stop, v.sequence, None if v.arrival is None else zero + v.arrival,
                 None if v.departure is None else zero + v.departure) for v in feed.visits[trip]]
