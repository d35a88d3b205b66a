// The paths of vehicles between the positions that they report: the twin of the library's MonotoneCubic and of the
// trajectories of `animate`, whose frames the tests compare with it. The rules are those of docs/motion.md; times are
// seconds of the feed.

/** The share of a leg that is covered after some seconds, by a cubic that never turns back. */
function shareCovered(length, duration, startSpeed, endSpeed, time) {
  if (!(length > 0) || time <= 0) return 0;
  if (time >= duration) return 1;
  const limit = 3 * length / duration, share = time / duration;
  const start = Math.min(Math.max(startSpeed, 0), limit) * duration, end = Math.min(Math.max(endSpeed, 0), limit) * duration;
  const cubic = start + end - 2 * length, square = 3 * length - 2 * start - end;
  return Math.min(1, Math.max(0, ((cubic * share + square) * share + start) * share / length));
}

/** The speed between two legs that follow each other; `turn` is the cosine of the angle between them. */
function speedBetween(before, beforeSeconds, after, afterSeconds, turn) {
  if (!(before > 0) || !(after > 0)) return 0;
  const first = 2 * afterSeconds + beforeSeconds, second = afterSeconds + 2 * beforeSeconds;
  return (first + second) / (first * beforeSeconds / before + second * afterSeconds / after) * Math.min(1, Math.max(0, 0.5 + turn));
}

/** Metres of a degree of longitude and of latitude on the ellipsoid (WGS 84). */
function metresPerDegree(latitude) {
  const sine = Math.sin(latitude * DEGREE), square = 0.0066943799901413165, root = 1 - square * sine * sine;
  return [
    6378137 * Math.cos(latitude * DEGREE) / Math.sqrt(root) * DEGREE, 6378137 * (1 - square) / (root * Math.sqrt(root)) * DEGREE,
  ];
}

/** A line that vehicles move along. */
class PathLine {
  /** Segments in a box, by which most of a line is passed over. */
  static BOX = 24;

  constructor(points) {
    this.points = points;
    this.metres = new Float64Array(points.length);
    for (let place = 1; place < points.length; place += 1) {
      const [east, north] = new Place(...points[place - 1]).offset(...points[place]);
      this.metres[place] = this.metres[place - 1] + Math.sqrt(east * east + north * north) * EARTH_METRES;
    }
    this.boxes = [];
    for (let first = 0; first < points.length - 1; first += PathLine.BOX) {
      this.boxes.push(boxAround(points.slice(first, first + PathLine.BOX + 1)));
    }
  }

  segment(distance) {
    let low = 0, high = this.points.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.metres[middle] <= distance) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The position so many metres along: [longitude, latitude]. */
  position(distance) {
    const place = this.segment(distance), [from, to] = [this.points[place], this.points[place + 1]];
    const length = this.metres[place + 1] - this.metres[place];
    const share = length > 0 ? (distance - this.metres[place]) / length : 0;
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
  }

  /** The direction there, of length 1: [east, north]. */
  direction(distance) {
    const place = this.segment(distance);
    const [east, north] = new Place(...this.points[place]).offset(...this.points[place + 1]);
    const length = Math.sqrt(east * east + north * north);
    return length > 0 ? [east / length, north / length] : [0, 1];
  }

  /** The places of the line nearest to a position within a limit, one of each stretch that is: {along, beside} in metres. */
  near(longitude, latitude, limit) {
    const { points, metres } = this, [wide, high] = metresPerDegree(latitude), found = [];
    let best = null;
    const end = () => {
      if (best) found.push(best);
      best = null;
    };
    for (let box = 0; box < this.boxes.length; box += 1) {
      const [[west, south], [east, north]] = this.boxes[box];
      const across = (west + east) / 2 - longitude, turn = Math.round(across / 360) * 360;
      if (Math.abs(across - turn) - (east - west) / 2 > limit / wide * 1.01
        || south - latitude > limit / high * 1.01 || latitude - north > limit / high * 1.01) {
        end();
        continue;
      }
      const last = Math.min(points.length - 1, (box + 1) * PathLine.BOX);
      for (let place = box * PathLine.BOX; place < last; place += 1) {
        const [from, to] = [points[place], points[place + 1]], degrees = from[0] - longitude;
        const x = (degrees - Math.round(degrees / 360) * 360) * wide, y = (from[1] - latitude) * high;
        const dx = (to[0] - from[0]) * wide, dy = (to[1] - from[1]) * high, square = dx * dx + dy * dy;
        const share = square > 0 ? Math.min(1, Math.max(0, -(x * dx + y * dy) / square)) : 0;
        const beside = Math.hypot(x + share * dx, y + share * dy);
        if (beside > limit) end();
        else if (!best || beside < best.beside) {
          best = { along: metres[place] + share * (metres[place + 1] - metres[place]), beside };
        }
      }
    }
    end();
    return found;
  }
}

/** The page's lines, by the trips and routes that they are of; pieces of way, which many routes share, are not among them. */
class PathLines {
  constructor() {
    this.ofTrips = new Map();
    this.ofRoutes = new Map();
    for (const line of records("lines")) {
      if (line.routes) continue;
      const kind = line.trip_id ? this.ofTrips : this.ofRoutes;
      const key = line.trip_id ? keyOf(line.feed_id, line.trip_id) : line.route;
      if (!kind.has(key)) kind.set(key, []);
      kind.get(key).push(...line.parts);
    }
  }

  /** The lines of a trip, else of a route. */
  lines(feedId, tripId, route) {
    const parts = (tripId === null ? null : this.ofTrips.get(keyOf(feedId, tripId))) ?? this.ofRoutes.get(route) ?? [];
    // Lines are measured when a vehicle is first on them.
    for (let place = 0; place < parts.length; place += 1) {
      if (!(parts[place] instanceof PathLine)) parts[place] = new PathLine(parts[place]);
    }
    return parts;
  }
}

/** The way from a place to another along one of some lines: {line, from, to}; null unless both lie near one, the second not behind. */
function wayAlong(lines, from, to, straight) {
  let best = null;
  for (const line of lines) {
    const ends = line.near(to.longitude, to.latitude, MOTION.alongMetres);
    if (!ends.length) continue;
    for (const start of line.near(from.longitude, from.latitude, MOTION.alongMetres)) {
      for (const end of ends) {
        const length = end.along - start.along;
        if (length < 0 || length > straight * MOTION.detour[0] + MOTION.detour[1]) continue;
        const cost = start.beside + end.beside + length / 100;
        if (!best || cost < best.cost) best = { line, from: start.along, to: end.along, cost };
      }
    }
  }
  return best;
}

/** The path from one position to the next: along a line, or along a great circle. */
class Leg {
  constructor(from, target, lines) {
    this.target = target;
    this.offset = target.offset(from.longitude, from.latitude);
    const straight = Math.hypot(...this.offset) * EARTH_METRES;
    const way = lines.length ? wayAlong(lines, from, target, straight) : null;
    this.way = null;
    if (way && way.to - way.from > straight / 2) {
      this.way = way;
      this.beside = new Place(...way.line.position(way.from)).offset(from.longitude, from.latitude);
      this.besideEnd = new Place(...way.line.position(way.to)).offset(target.longitude, target.latitude);
      this.length = way.to - way.from;
      this.start = way.line.direction(way.from);
      this.end = way.line.direction(way.to);
      return;
    }
    const unit = ([east, north]) => {
      const length = Math.hypot(east, north);
      return length > 0 ? [east / length, north / length] : [0, 0];
    };
    this.length = straight;
    this.start = unit(from.offset(target.longitude, target.latitude));
    this.end = unit([-this.offset[0], -this.offset[1]]);
  }

  /** The position after a share of the length: [longitude, latitude]. */
  position(share) {
    const { way, offset, beside, besideEnd } = this;
    if (!way) return this.target.position(offset[0] * (1 - share), offset[1] * (1 - share));
    return new Place(...way.line.position(way.from + (way.to - way.from) * share)).position(
      beside[0] + (besideEnd[0] - beside[0]) * share, beside[1] + (besideEnd[1] - beside[1]) * share);
  }

  /** The direction of the line after a share of the length, in degrees; null off lines. */
  direction(share) {
    if (!this.way) return null;
    const [east, north] = this.way.line.direction(this.way.from + (this.way.to - this.way.from) * share);
    return turned(Math.atan2(east, north) / DEGREE);
  }

  /** The positions of the line between its ends, each with its share of the length. */
  * bends() {
    if (!this.way) return;
    const { line, from, to } = this.way;
    for (let place = line.segment(from) + 1; place < line.points.length && line.metres[place] < to; place += 1) {
      const share = (line.metres[place] - from) / (to - from);
      yield [...this.position(share), share];
    }
  }
}

/** Where all vehicles are at a time of the feed, made of their fixes. */
class Trajectories {
  /** Legs that are remembered of a vehicle; a trail has more of them. */
  static LEGS = 64;

  /** - `lines(place)`: the lines of the trip or route of a fix. */
  constructor(fixes, lines) {
    Object.assign(this, { fixes, lines });
    this.legs = fixes.first.length > 1 ? Array.from({ length: fixes.first.length - 1 }, () => new Map()) : [];
  }

  isKnot(place) { return this.fixes.isKnot[place] === 1; }

  drives(place) { return this.fixes.legBegin[place] < this.fixes.legEnd[place]; }

  seconds(place) { return this.fixes.legEnd[place] - this.fixes.legBegin[place]; }

  /** The last knot of a vehicle whose leg has begun; its first if none has. */
  knotAt(number, seconds) {
    const { first, legBegin } = this.fixes;
    let low = first[number], high = first[number + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (legBegin[middle] <= seconds) low = middle + 1;
      else high = middle;
    }
    return this.knotBefore(number, low) ?? first[number];
  }

  /** The last knot before a fix; null if there is none. */
  knotBefore(number, place) {
    const first = this.fixes.first[number];
    for (let before = place - 1; before >= first; before -= 1) if (this.isKnot(before)) return before;
    return null;
  }

  knotAfter(number, place) {
    const end = this.fixes.first[number + 1];
    for (let after = place + 1; after < end; after += 1) if (this.isKnot(after)) return after;
    return null;
  }

  /** The leg that leads to a knot that the vehicle drove to. */
  leg(number, place) {
    const legs = this.legs[number];
    let leg = legs.get(place);
    if (leg) return leg;
    if (legs.size > Trajectories.LEGS) legs.clear();
    leg = new Leg(this.fixes.position(this.knotBefore(number, place)), this.fixes.position(place), this.lines(number, place));
    legs.set(place, leg);
    return leg;
  }

  /** The speed at the end of a knot's leg; 0 unless the next leg begins there and then. */
  speedAfter(number, place) {
    const next = this.knotAfter(number, place), { legBegin, legEnd } = this.fixes;
    if (next === null || !this.drives(place) || !this.drives(next) || legEnd[place] !== legBegin[next]) return 0;
    const before = this.leg(number, place), after = this.leg(number, next);
    return speedBetween(before.length, this.seconds(place), after.length, this.seconds(next),
      before.end[0] * after.start[0] + before.end[1] * after.start[1]);
  }

  /** Where a vehicle heads at the end of a knot's leg, in degrees; null where that is not known. */
  restingHeading(number, place) {
    return (this.drives(place) ? this.leg(number, place).direction(1) : null) ?? this.fixes.headingOf(place);
  }

  /** The leg that is under way, and how much of its time has passed; null for a vehicle that stands. */
  underWay(number, seconds) {
    const place = this.knotAt(number, seconds), { legBegin, legEnd } = this.fixes;
    if (!this.drives(place) || seconds >= legEnd[place] || seconds < legBegin[place]) return null;
    return { place, share: (seconds - legBegin[place]) / this.seconds(place) };
  }

  /** Writes where a vehicle is into `out`: longitude, latitude, heading (null where unknown). */
  place(number, seconds, out) {
    const { fixes } = this, place = this.knotAt(number, seconds);
    const passed = seconds - fixes.legBegin[place], duration = this.seconds(place);
    if (!this.drives(place) || passed >= duration || passed < 0) {
      out.longitude = fixes.longitude[place] / 1e6;
      out.latitude = fixes.latitude[place] / 1e6;
      out.heading = this.restingHeading(number, place);
      return;
    }
    const leg = this.leg(number, place), before = this.knotBefore(number, place);
    leg.startSpeed ??= this.speedAfter(number, before);
    leg.endSpeed ??= this.speedAfter(number, place);
    const share = shareCovered(leg.length, duration, leg.startSpeed, leg.endSpeed, passed);
    [out.longitude, out.latitude] = leg.position(share);
    const aim = leg.direction(share) ?? fixes.headingOf(place), from = this.restingHeading(number, before);
    out.heading = aim;
    if (aim === null || from === null) return;
    const turning = Math.min(1, passed / duration * 3);
    out.heading = turned(from + shortTurn(from, aim) * turning * turning * (3 - 2 * turning));
  }

  /** The ground speed of the leg under way in metres a second of the feed: its length by the time between its reports; 0 for a vehicle that stands. */
  speed(number, seconds) {
    const way = this.underWay(number, seconds);
    return way ? this.leg(number, way.place).length / this.seconds(way.place) : 0;
  }
}
