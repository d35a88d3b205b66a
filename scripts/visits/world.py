"""A small world with lines and vehicles, each of which has a place at every time: the source of archives and of the
truth."""
import math

from visits.way import Plane, Way


def bend(generator, length=4500):
    """A street that turns slightly at every corner."""
    points, heading = [(0.0, 0.0)], generator.random() * 6.28
    while len(points) * 150 < length:
        heading += generator.uniform(-0.35, 0.35)
        x, y = points[-1]
        points.append((x + 150 * math.cos(heading), y + 150 * math.sin(heading)))
    return points


def ring(generator, length=4500):
    """A loop that ends where it begins."""
    radius, turn = length / 6.28, generator.random() * 6.28
    return [(radius * math.cos(turn + n * math.pi / 20), radius * math.sin(turn + n * math.pi / 20)) for n in range(41)]


def eight(generator, length=5000):
    """A line that crosses itself."""
    size, turn = length / 6.1, generator.random()
    return [(size * math.sin(t), size * math.sin(t) * math.cos(t)) for t in
            (turn + n * math.pi / 30 for n in range(61))]


def there_and_back(generator, length=5000):
    """Out along a street, and back along the same street."""
    out = bend(generator, length / 2)
    return out + out[-2::-1]


class Line:
    """A line with stops along it: (stop_id, metres along)."""

    def __init__(self, points, stops, latitude, longitude, closed=False):
        self.way, self.stops, self.closed = Way(points), stops, closed
        self.plane = Plane([(latitude, longitude)])

    def at(self, along, aside=0.0):
        """Returns latitude and longitude for a distance along the line and an offset to the right."""
        way = self.way
        along = min(max(along, 0.0), way.length)
        k = next((k for k in range(1, len(way.along)) if along <= way.along[k]), len(way.along) - 1)
        (x, y), (u, v) = way.points[k - 1], way.points[k]
        step = way.along[k] - way.along[k - 1]
        share = (along - way.along[k - 1]) / step
        return self.earth(x + share * (u - x) + aside * (v - y) / step, y + share * (v - y) - aside * (u - x) / step)

    def earth(self, x, y):
        return y / self.plane.north + self.plane.middle, x / self.plane.east + self.plane.longitude


class Ride:
    """One vehicle on one trip: when it really arrived at and left each stop."""

    def __init__(self, line, begin, generator, dwells=(0, 0, 15, 25, 40, 70), lights=0.3):
        self.line, self.arrivals, self.departures = line, [], []
        self.path, time, before = [], begin, None
        for _, along in line.stops:
            if before is not None:
                if generator.random() < lights:
                    # A wait between two stops is not a visit of either.
                    middle = before + generator.uniform(0.3, 0.7) * (along - before)
                    time += (middle - before) / generator.uniform(6, 13)
                    self.path.append((time, middle))
                    time += generator.uniform(15, 45)
                    self.path.append((time, middle))
                    before = middle
                time += (along - before) / generator.uniform(6, 13)
            self.arrivals.append(time)
            self.path.append((time, along))
            if before is not None:
                time += generator.choice(dwells)
            self.departures.append(time)
            self.path.append((time, along))
            before = along
        self.begin, self.end = begin, self.departures[-1]

    def along(self, time):
        """Before and after the ride, the vehicle stands where the ride begins and ends."""
        for (a, x), (b, y) in zip(self.path, self.path[1:]):
            if a <= time <= b:
                return x + (y - x) * (time - a) / (b - a) if b > a else y
        return self.path[0][1] if time < self.path[0][0] else self.path[-1][1]

    def stop_at(self, time):
        """Returns the stop where the vehicle stands at a time and True, or its next stop and False."""
        for i, (arrival, departure) in enumerate(zip(self.arrivals, self.departures)):
            if time <= departure:
                return i, arrival <= time or i == 0
        return len(self.arrivals) - 1, True
