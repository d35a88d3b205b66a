"""The way of a trip on a plane in metres: where its stops lie along it, and where fixes do."""
import math

from boards.feed import metres

ECCENTRICITY = 0.00669437999014
RADIUS = 6378137
CLOSE_STOP = 100      # metres that another place for a stop may be farther off than the nearest
FAR_FIX = 200         # metres off the way at which a fix has no place on it
BACKWARD = 30         # metres that a fix may lie behind the one before for nothing
TIE = 1e-6            # square metres that make no difference


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

    def feet(self, point):
        """Where the way comes nearer to a point than just before and just after: (along, metres off it)."""
        found, before = [], None
        for k in range(len(self.points) - 1):
            (x, y), (u, v) = self.points[k], self.points[k + 1]
            step = self.along[k + 1] - self.along[k]
            part = ((point[0] - x) * (u - x) + (point[1] - y) * (v - y)) / ((u - x) ** 2 + (v - y) ** 2)
            part = min(max(part, 0.0), 1.0)
            # A corner is a foot where the pieces on both of its sides lead away from the point.
            if part == 0 and (k == 0 or before == 1) or 0 < part < 1:
                found.append((self.along[k] + part * step, math.dist(point, (x + part * (u - x), y + part * (v - y)))))
            before = part
        if before == 1 or before is None:
            found.append((self.along[-1], math.dist(point, self.points[-1])))
        return found


def cheapest(choices, back):
    """One of each list of (along, off): the sum of squares of `off`, and of what going back costs, is least. Where that is
    the same, the smaller along counts. Nothing where every sequence costs infinity."""
    costs, origins = [], []
    for n, options in enumerate(choices):
        row = []
        for along, off in options:
            best, origin = (0.0, None) if n == 0 else (math.inf, None)
            for k, (cost, (other, _)) in enumerate(zip(costs[-1], choices[n - 1]) if n else ()):
                total = cost + back(other - along)
                if total < best - TIE:
                    best, origin = total, k
            row.append((best + off * off, origin))
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


def stops_in_order(way, points):
    """How far along the way stops are that come one after the other; None for those without a point."""
    known = [i for i, p in enumerate(points) if p is not None]
    choices = []
    for i in known:
        feet = way.feet(points[i])
        near = min(off for _, off in feet) + CLOSE_STOP
        choices.append([f for f in feet if f[1] <= near])
    chosen = cheapest(choices, lambda back: 0.0 if back <= 0 else math.inf)
    if chosen is None:
        # The stops do not lie along the shape in their order: as little backwards as can be.
        chosen = cheapest(choices, lambda back: max(back, 0.0) ** 2)
    result, last = [None] * len(points), 0.0
    for i, (along, _) in zip(known, chosen):
        last = result[i] = max(along, last)
    return result


def fixes_in_order(way, points):
    """For each fix (along, metres off the way), in the order of time; None for those without a point, or far off."""
    choices = [[f for f in way.feet(p) if f[1] <= FAR_FIX] if p is not None else [] for p in points]
    chosen = iter(cheapest([c for c in choices if c], lambda back: max(back - BACKWARD, 0.0) ** 2))
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
