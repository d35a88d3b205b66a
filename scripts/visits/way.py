"""The way of a trip on a plane in metres: where its stops lie along it, and where fixes do."""
import math

from boards.feed import metres

ECCENTRICITY = 0.00669437999014
RADIUS = 6378137
CLOSE_STOP = 100      # metres that another place for a stop may be farther off than the nearest
FAR_FIX = 200         # metres off the way at which a fix has no place on it
BACKWARD = 30         # metres that a fix may lie behind the one before for nothing
TIE = 1               # square metres that make no difference
APART = 50            # metres of way between two places for one point
UNEVEN = 0.1          # square metres that a metre more or less than the timetable lets expect costs
FASTEST = 45          # metres a second of which no vehicle is capable, where the timetable does not tell
SLOWEST = 25          # metres a second that any vehicle may drive now and then
ELSEWHERE = 100       # metres off the way that a place far from the stop that is named is worth
FAR_STOP = 500        # metres: such a place


class Plane:
    """Latitude and longitude as metres east and north; WGS 84's radii at one latitude."""

    def __init__(self, places):
        latitudes = [p[0] for p in places]
        self.middle = (min(latitudes) + max(latitudes)) / 2
        self.longitude = places[0][1]
        sine = math.sin(math.radians(self.middle))
        root = 1 - ECCENTRICITY * sine * sine
        self.north = math.radians(RADIUS * (1 - ECCENTRICITY) / root ** 1.5)
        self.east = math.radians(RADIUS / math.sqrt(root) * math.cos(math.radians(self.middle)))

    def point(self, place):
        turn = (place[1] - self.longitude + 180) % 360 - 180
        return turn * self.east, (place[0] - self.middle) * self.north


class Way:
    """A line of points; what is along it is measured in metres from its first. `steps`: how long its pieces really are,
    which on a plane as large as a region they are not."""

    def __init__(self, points, steps=None):
        self.points, self.along, self.each = [points[0]], [0.0], [0.0]
        for k, point in enumerate(points[1:]):
            if point != self.points[-1]:
                step = steps[k] if steps else math.dist(point, self.points[-1])
                self.points.append(point)
                self.along.append(self.along[-1] + step)
            # Of the points given, those that repeat the one before too.
            self.each.append(self.along[-1])

    @classmethod
    def over(cls, places, plane):
        """A way over places of the earth, drawn on a plane."""
        radians = [tuple(map(math.radians, p)) for p in places]
        return cls([plane.point(p) for p in places], [metres(a, b) for a, b in zip(radians, radians[1:])])

    @property
    def length(self):
        return self.along[-1]

    def beyond(self, point, along):
        """Metres that a point lies behind the end, or before the beginning (negative), in the way's direction there."""
        if 0 < along < self.length or len(self.points) < 2:
            return 0.0
        first = along <= 0
        (x, y), (u, v) = (self.points[0], self.points[1]) if first else (self.points[-1], self.points[-2])
        out = ((point[0] - x) * (x - u) + (point[1] - y) * (y - v)) / math.dist((x, y), (u, v))
        return 0.0 if out <= 0 else -out if first else out

    def feet(self, point):
        """Where the way comes nearer to a point than just before and just after: (along, metres off it). Of places less
        than APART of way from the one before the nearer one, if it is nearer by a millimetre, else the earlier."""
        found, before = [], None

        def add(along, off):
            if found and along - found[-1][0] < APART:
                if off < found[-1][1] - 0.001:
                    found[-1] = along, off
            else:
                found.append((along, off))
        for k in range(len(self.points) - 1):
            (x, y), (u, v) = self.points[k], self.points[k + 1]
            step = self.along[k + 1] - self.along[k]
            part = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)
            part = min(max(part, 0.0), 1.0)
            # A corner is a foot where the pieces on both of its sides lead away from the point.
            if part == 0 and (k == 0 or before == 1) or 0 < part < 1:
                add(self.along[k] + part * step, math.dist(point, (x + part * (u - x), y + part * (v - y))))
            before = part
        if before == 1 or before is None:
            add(self.along[-1], math.dist(point, self.points[-1]))
        return found


def cheapest(choices, step, extra=lambda n, along: 0.0):
    """One of each list of (along, off): the sum of squares of `off`, of what a choice costs besides, and of what the steps
    between cost is least. Where that is the same, the smaller along counts. Nothing where every sequence costs infinity."""
    costs, origins = [], []
    for n, options in enumerate(choices):
        row = []
        for along, off in options:
            best, origin = (0.0, None) if n == 0 else (math.inf, None)
            for k, (cost, (other, _)) in enumerate(zip(costs[-1], choices[n - 1]) if n else ()):
                total = cost + step(n, other, along)
                if total < best - TIE:
                    best, origin = total, k
            row.append((best + off * off + extra(n, along), origin))
        costs.append([cost for cost, _ in row])
        origins.append([origin for _, origin in row])
    if not costs:
        return []
    at = 0
    for k, cost in enumerate(costs[-1]):
        if cost < costs[-1][at] - TIE:
            at = k
    if costs[-1][at] == math.inf:
        return None
    chosen = []
    for n in range(len(choices) - 1, -1, -1):
        chosen.append(choices[n][at])
        at = origins[n][at]
    return chosen[::-1]


def stops_in_order(way, points, seconds=None):
    """How far along the way stops are that come one after the other; None for those without a point. `seconds(i, j)`: the
    timetable's from one to the other, or None; where the way passes a stop twice they tell which time is meant."""
    known = [i for i, p in enumerate(points) if p is not None]
    choices = []
    for i in known:
        feet = way.feet(points[i])
        near = min(off for _, off in feet) + CLOSE_STOP
        choices.append([f for f in feet if f[1] <= near])
    times = [None] + [seconds(i, j) if seconds else None for i, j in zip(known, known[1:])]
    driven = sum(max(t, 0) for t in times if t is not None)

    def uneven(n, length):
        if not driven or times[n] is None or times[n] < 0:
            return 0.0
        return UNEVEN * abs(length - way.length / driven * times[n])
    chosen = cheapest(choices, lambda n, a, b: uneven(n, b - a) if b >= a else math.inf)
    if chosen is None:
        # The stops do not lie along the shape in their order: as few and as little backwards as can be.
        chosen = cheapest(choices, lambda n, a, b: uneven(n, b - a) if b >= a else 1e12 + a - b)
    result, last = [None] * len(points), 0.0
    for i, (along, _) in zip(known, chosen):
        last = result[i] = max(along, last)
    return result


def fixes_in_order(way, points, times, pace, named):
    """For each fix (along, metres off the way), in the order of time; None for those without a point, or far off.
    `pace`: metres a second that the timetable asks for at most, or None; `named`: for each fix, where on the way the stop
    before the one that it names and that one are, or None."""
    choices = [[f for f in way.feet(p) if f[1] <= FAR_FIX] if p is not None else [] for p in points]
    known = [n for n, options in enumerate(choices) if options]
    top = FASTEST if pace is None else max(3 * pace, SLOWEST)

    def step(n, a, b):
        if b < a:
            return max(a - b - BACKWARD, 0.0) ** 2
        return max(b - a - 200 - top * (times[known[n]] - times[known[n - 1]]), 0.0) ** 2

    def elsewhere(n, along):
        if not named[known[n]] or len(choices[known[n]]) < 2:
            return 0.0
        before, stop = named[known[n]]
        return ELSEWHERE ** 2 if along > stop + FAR_STOP or along < min(before, stop) - FAR_STOP else 0.0
    chosen = iter(cheapest([choices[n] for n in known], step, elsewhere))
    return [next(chosen) if options else None for options in choices]


def at_distance(distances, way_along, distance):
    """How far along the way the shape has travelled a distance, by the shape's own measure."""
    if distance <= distances[0]:
        return way_along[0]
    for k in range(1, len(distances)):
        if distance <= distances[k]:
            share = (distance - distances[k - 1]) / (distances[k] - distances[k - 1])
            return way_along[k - 1] + share * (way_along[k] - way_along[k - 1])
    return way_along[-1]
