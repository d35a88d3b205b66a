"""The line of a trip: where its stops and positions lie along it, in metres."""
import copy
import math
import statistics

from checking.feeds import metres

ECCENTRICITY = 0.00669437999014
RADIUS = 6378137
CLOSE_STOP = 100      # metres by which another candidate for a stop may be further off than the nearest
FAR_FIX = 200         # metres off the line beyond which a position has no place on it
BACKWARD = 30         # metres that a position may lie behind the previous one without cost
BACKWARD_ON_LINES = 100  # the most, if there is no shape
BACKWARD_ERROR = 20   # metres beyond that which cost as much as an outlier, if the receiver causes them
TURNING_BACK = 3.5    # the cost of starting to go backwards, of doing so at the very beginning, and of each further step
BEGINNING_BACKWARDS = 1.2
GOING_BACK = 0.2
SLACK = 60            # metres ahead without cost; metres beyond that which cost as much as an outlier; the most
HASTE_ERROR = 50
MOST_HASTE = 6
SPEED_COST = 0.05     # the cost of the highest speed; lower speeds cost less by their square
OFFSET_ERROR = 40     # metres off the line, beyond the usual, that cost as much as an outlier
PLAIN_OFFSET = 0.02   # the share of that cost that the offset itself has
PATIENCE = 10         # paths that cost this much more than the best are dropped
MOST_STATES = 320     # as are all paths beyond this number
SAME = 1e-4           # costs that differ by less are equal
TIE = 1               # square metres that make no difference
APART = 50            # metres along the line between two places for one point
UNEVEN = 0.1          # square metres that each metre of difference from the timetable costs
FASTEST = 45          # metres a second that no vehicle reaches, if the timetable gives no speed
SLOWEST = 25          # metres a second that any vehicle may drive for a short time
ELSEWHERE = 0.6       # the cost of a place far from the named stop
FAR_STOP = 500        # metres: such a place


class Plane:
    """Converts latitude and longitude to metres east and north, with WGS 84's radii at one latitude."""

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
    """A line of points on a plane; distances along it are metres from its first point. `steps`: the lengths of its pieces,
    if they are not those on the plane."""

    def __init__(self, points, steps=None):
        self.points, self.along, self.each = [points[0]], [0.0], [0.0]
        for k, point in enumerate(points[1:]):
            if point != self.points[-1]:
                step = steps[k] if steps else math.dist(point, self.points[-1])
                self.points.append(point)
                self.along.append(self.along[-1] + step)
            # Of the given points, including those that repeat the previous one.
            self.each.append(self.along[-1])

    @property
    def length(self):
        return self.along[-1]

    def beyond(self, point, along):
        """Returns metres that a point lies after the end, or before the beginning (negative), in the line's direction
        there."""
        if 0 < along < self.length or len(self.points) < 2:
            return 0.0
        first = along <= 0
        (x, y), (u, v) = (self.points[0], self.points[1]) if first else (self.points[-1], self.points[-2])
        out = ((point[0] - x) * (x - u) + (point[1] - y) * (y - v)) / math.dist((x, y), (u, v))
        return 0.0 if out <= 0 else -out if first else out

    def feet(self, point):
        """Returns where the line comes nearer to a point than just before and just after: (along, metres off it). Of
        two places less than APART along the line, the nearer one is kept if it is nearer by a millimetre, else the
        earlier."""
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
            # A corner is a foot if the pieces on both sides lead away from the point.
            if part == 0 and (k == 0 or before == 1) or 0 < part < 1:
                add(self.along[k] + part * step, math.dist(point, (x + part * (u - x), y + part * (v - y))))
            before = part
        if before == 1 or before is None:
            add(self.along[-1], math.dist(point, self.points[-1]))
        return found


class EarthWay(Way):
    """A line over places of the earth. It is drawn on a plane around each place that is looked for: on one plane for a
    whole region, the nearest point of the line would lie centimetres away from the true one."""

    def __init__(self, places):
        super().__init__(places, [metres(a, b) for a, b in zip(places, places[1:])])

    def around(self, place):
        plane, drawn = Plane([place]), copy.copy(self)
        drawn.points = [plane.point(p) for p in self.points]
        return plane, drawn

    def feet(self, place):
        plane, drawn = self.around(place)
        return Way.feet(drawn, plane.point(place))

    def beyond(self, place, along):
        if 0 < along < self.length:
            return 0.0
        plane, drawn = self.around(self.points[0 if along <= 0 else -1])
        return Way.beyond(drawn, plane.point(place), along)


def cheapest(choices, step):
    """Chooses one element of each list of (along, off) so that the sum of the squares of `off` and of the costs of
    steps is smallest. Among equals, the smaller along counts. Returns nothing if every sequence costs infinity."""
    costs, origins = [], []
    for n, options in enumerate(choices):
        row = []
        for along, off in options:
            best, origin = (0.0, None) if n == 0 else (math.inf, None)
            for k, (cost, (other, _)) in enumerate(zip(costs[-1], choices[n - 1]) if n else ()):
                total = cost + step(n, other, along)
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


def stops_in_order(way, points, seconds=None):
    """Returns how far along the line consecutive stops are; None for stops without a point. `seconds(i, j)`: the
    timetable's time from one to the other, or None; if the line passes a stop twice, the times decide which pass is
    meant."""
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
        # The stops do not lie along the shape in their order: as few steps backwards, and as short, as possible.
        chosen = cheapest(choices, lambda n, a, b: uneven(n, b - a) if b >= a else 1e12 + a - b)
    result, last = [None] * len(points), 0.0
    for i, (along, _) in zip(known, chosen):
        last = result[i] = max(along, last)
    return result


class Path:
    """Finds the most plausible path of a vehicle through the candidates of its positions with a hidden Markov model. A
    state is a place and whether the vehicle goes backwards. Any position may be an outlier instead, for a cost of 1.

    `feet`: for each position its candidates (along, offset, extra cost); `known`: which positions have coordinates."""

    def __init__(self, feet, times, known, top, tolerance, scatter, is_shape):
        self.feet, self.times, self.known = feet, times, known
        self.top, self.tolerance, self.width = top, tolerance, max(OFFSET_ERROR, 3 * scatter)
        self.is_shape = is_shape
        self.usual = self.usual_offsets()

    def usual_offsets(self):
        """Returns for each position the median offset of itself, the two before it and the two after it."""
        offsets = [min([f[1] for f in feet], default=FAR_FIX) for feet in self.feet]
        known = [n for n, is_known in enumerate(self.known) if is_known]
        usual = [FAR_FIX] * len(self.feet)
        for k, n in enumerate(known):
            usual[n] = statistics.median_low(offsets[m] for m in known[max(0, k - 2):k + 3])
            if not self.is_shape and self.feet[n]:
                # Roads deviate from the straight lines between stops, but not while the vehicle stands.
                steps = [abs(self.nearest(m) - self.nearest(n)) for m in known[max(0, k - 1):k + 2]
                         if m != n and self.feet[m]]
                usual[n] = max([usual[n]] + ([min(steps)] if steps else []))
        return usual

    def nearest(self, n):
        return min(self.feet[n], key=lambda foot: foot[1])[0]

    def haste(self, metres, seconds):
        speed = min(metres / (self.top * seconds), 1)
        return SPEED_COST * speed * speed + min(
            (max(0.0, metres - SLACK - self.top * seconds) / HASTE_ERROR) ** 2, MOST_HASTE)

    def aside(self, n, foot):
        _, offset, extra = foot
        return min((max(0.0, offset - self.usual[n]) / self.width) ** 2, 4) + PLAIN_OFFSET * (
            offset / self.width) ** 2 + extra

    def step(self, state, along, time):
        """Yields (cost, whether it is a step backwards) for each continuation from a state to a place."""
        before, then, returns = state
        metres = along - before
        cost = self.haste(abs(metres), time - then)
        if metres >= -self.tolerance:
            yield cost, False
            if returns and metres <= self.tolerance:
                yield cost + GOING_BACK, True
        else:
            error = (-metres - self.tolerance) / BACKWARD_ERROR
            if error < 2:
                yield cost + error * error, False
            yield cost + (GOING_BACK if returns else TURNING_BACK), True

    def best(self):
        """Returns for each position (along, offset, whether the vehicle goes backwards), None for an outlier, () for a
        position off the line together with its neighbours."""
        nodes, states, begun = [], [], 0
        for n, feet in enumerate(self.feet):
            if not feet:
                continue
            fresh = []
            for foot in feet:
                ways = {False: (begun, None), True: (begun + BEGINNING_BACKWARDS, None)}
                for cost, node in states:
                    if min(ways[False][0], ways[True][0]) == cost == 0 or self.times[n] <= nodes[node][1][1]:
                        continue
                    for more, back in self.step(nodes[node][1], foot[0], self.times[n]):
                        if cost + more < ways[back][0] - SAME:
                            ways[back] = cost + more, node
                aside = self.aside(n, foot)
                for back, (cost, parent) in ways.items():
                    if not back or cost < ways[False][0] + TURNING_BACK:
                        fresh.append((cost + aside, len(nodes)))
                        nodes.append((n, (foot[0], self.times[n], back), foot[1], parent))
            begun += 1
            states = fresh + [(cost + 1, node) for cost, node in states]
            least = min(cost for cost, _ in states)
            states = [s for s in states if s[0] <= least + PATIENCE]
            if len(states) > MOST_STATES:
                kept = sorted(range(len(states)), key=lambda k: (states[k][0], k))[:MOST_STATES]
                states = [states[k] for k in sorted(kept)]
        return self.trace(nodes, states)

    def trace(self, nodes, states):
        result = [None if feet or self.is_lost(n) else () for n, feet in enumerate(self.feet)]
        chosen = None
        for cost, node in states:
            if chosen is None or cost < chosen[0] - SAME:
                chosen = cost, node
        node = chosen and chosen[1]
        while node is not None:
            n, (along, _, back), offset, node = nodes[node]
            result[n] = along, offset, back
        return result

    def is_lost(self, n):
        """Whether a position off the line is an outlier: the positions around it are on the line."""
        return self.known[n] and self.usual[n] < FAR_FIX / 2 and 0 < n < len(self.feet) - 1


def rough_deviation(offsets):
    """Returns the same if there are outliers: twice the median deviation of the distances from their median."""
    if not offsets:
        return 0.0
    middle = statistics.median_low(offsets)
    return 2 * statistics.median_low(abs(o - middle) for o in offsets)


def deviation(offsets):
    """Returns the receiver's error in one direction, in metres: if distances from the line are a normal error to both
    sides, 68 % lie within 1.2 standard deviations. A line beside the road does not count."""
    if not offsets:
        return 0.0
    ordered = sorted(offsets)
    low, high = (ordered[(len(ordered) - 1) * part // 100] for part in (16, 84))
    return (high - low) / 1.2


def rising(values):
    """Returns non-decreasing values with the smallest sum of squared distances from the given values (by the greatest
    of the least means, Barlow and others 1972; `reached` gives the reason)."""
    result, means = [], []
    for value in values:
        means.append([value, 1])
        while len(means) > 1 and means[-2][0] / means[-2][1] > means[-1][0] / means[-1][1]:
            total, count = means.pop()
            means[-1] = [means[-1][0] + total, means[-1][1] + count]
    for total, count in means:
        result += [total / count] * count
    return result


def at_distance(distances, way_along, distance):
    """Returns how far along the line the shape has travelled a distance, by the shape's own measure."""
    if distance <= distances[0]:
        return way_along[0]
    for k in range(1, len(distances)):
        if distance <= distances[k]:
            share = (distance - distances[k - 1]) / (distances[k] - distances[k - 1])
            return way_along[k - 1] + share * (way_along[k] - way_along[k - 1])
    return way_along[-1]
