// Pieces of way with their routes side by side: the slot of each route on each piece, and the curves by which it comes
// from one piece to the next. A slot counts from the middle of the piece, to the right as the piece leads, in strands.

/** More routes than this on a piece are drawn narrower, so that no bundle is wider than so many strands. */
const MOST_ABREAST = 6;

/** Metres that a point of the screen shows at a zoom, on the equator. */
const metresPerPoint = (zoom) => 40075016.7 / 512 / 2 ** zoom;

/**
 * Strands are drawn of a copy for each range of zooms: where a route changes its slot it takes so many points of the
 * screen, and what cannot be seen there is not carried.
 * - from, to: zooms. - step: the slots that a route moves at once, at most. - bends: the parts of a half turn.
 * - short: points of the screen at the band's highest zoom; a route keeps its slot on pieces that are shorter, and pieces
 *   on which it keeps its slot are one line. From afar there are ten times as many pieces as are to be seen.
 * - isPlain: from so far that a change of slot is a step, which nobody sees, and no curve.
 */
const WAY_BANDS = [
  { name: "0", from: 0, to: 8.5, step: 1, bends: 1, short: 24, isPlain: true },
  { name: "8", from: 8.5, to: 10, step: 0.35, bends: 6, short: 24 },
  { name: "10", from: 10, to: 12, step: 0.3, bends: 8, short: 20 },
  { name: "12", from: 12, to: 14, step: 0.3, bends: 10 },
  { name: "14", from: 14, to: 24, step: 0.1, bends: 16 },
];

/** Points of the screen that a change of slot takes before and behind a node, at the band's lowest zoom. */
const CHANGE_LENGTH = 13;

/** A piece's line with the metres from its start to each of its positions. */
class WayLine {
  constructor(points) {
    this.points = points;
    this.along = [0];
    for (let place = 1; place < points.length; place += 1) {
      this.along.push(this.along[place - 1] + metresBetween(points[place - 1], points[place]));
    }
    this.length = this.along.at(-1);
  }

  /** The position so many metres from the start. */
  at(metres) {
    const place = this.segment(metres);
    const share = (metres - this.along[place]) / (this.along[place + 1] - this.along[place] || 1);
    return between(this.points[place], this.points[place + 1], Math.min(1, Math.max(0, share)));
  }

  /** The number of the segment that lies so many metres from the start. */
  segment(metres) {
    let low = 0, high = this.points.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.along[middle] <= metres) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** What lies from so many metres to so many. */
  part(from, to) {
    const inner = this.points.filter((_, place) => this.along[place] > from && this.along[place] < to);
    return [this.at(from), ...inner, this.at(to)];
  }

  /** Degrees clockwise from north that the line leads in, over so many metres around a place. */
  bearing(metres, around = 30) {
    const [x, y] = flatDifference(this.at(Math.max(0, metres - around)), this.at(Math.min(this.length, metres + around)));
    return Math.atan2(x, y) * 180 / Math.PI;
  }

  /** Metres from the start to where the line is nearest to a position. */
  nearest(position) {
    let best = 0, least = Infinity;
    for (let place = 0; place + 1 < this.points.length; place += 1) {
      const [dx, dy] = flatDifference(this.points[place], this.points[place + 1]);
      const [px, py] = flatDifference(this.points[place], position);
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
      const far = (px - dx * share) ** 2 + (py - dy * share) ** 2;
      if (far >= least) continue;
      least = far;
      best = this.along[place] + share * (this.along[place + 1] - this.along[place]);
    }
    return best;
  }
}

const between = (one, other, share) => [one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share];

/** From one position to another, east and north, in degrees of latitude. */
const flatDifference = (from, to) =>
  [(to[0] - from[0]) * Math.cos(from[1] * Math.PI / 180), to[1] - from[1]];

/** A line without the positions that lie within so many metres of what is left (Douglas, Peucker 1973). */
function simplified(points, metres) {
  const tolerance = (metres / 111195) ** 2;
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const ranges = [[0, points.length - 1]];
  while (ranges.length) {
    const [first, last] = ranges.pop();
    const [dx, dy] = flatDifference(points[first], points[last]);
    let far = tolerance, chosen = -1;
    for (let place = first + 1; place < last; place += 1) {
      const [px, py] = flatDifference(points[first], points[place]);
      const share = Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy || 1)));
      const distance = (px - dx * share) ** 2 + (py - dy * share) ** 2;
      if (distance > far) [far, chosen] = [distance, place];
    }
    if (chosen < 0) continue;
    keep[chosen] = 1;
    ranges.push([first, chosen], [chosen, last]);
  }
  return points.filter((_, place) => keep[place]);
}

/** All pieces of the page with their strands and the links between these. */
class Ways {
  constructor() {
    this.lines = records("lines").filter((line) => line.strands);
    this.strands = this.lines.flatMap((line) => line.strands);
    for (const line of this.lines) line.way = new WayLine(line.parts[0]);
    this.links = this.findLinks();
    this.arrange();
  }

  /** Each way on of a route from one piece's end to another's, once. */
  findLinks() {
    const links = new Map();
    for (const strand of this.strands) {
      strand.ends.forEach((others, end) => {
        const here = 2 * strand.line.number + end;
        for (const there of others) {
          const other = records("lines")[there >> 1]?.strands?.find(({ route }) => route === strand.route);
          if (!other || there === here) continue;
          strand.isLinked[end] = other.isLinked[there & 1] = true;
          const key = `${strand.route.number}:${Math.min(here, there)}:${Math.max(here, there)}`;
          if (links.has(key)) continue;
          const link = { from: strand, to: other, ends: [end, there & 1] };
          links.set(key, link);
          strand.links[end].push(link);
          other.links[there & 1].push(link);
        }
      });
    }
    return [...links.values()];
  }

  /** Gives the routes that are switched on their slots: they close up where others are switched off. */
  arrange() {
    for (const line of this.lines) {
      const shown = line.strands.filter(({ route }) => route.isOn);
      line.shown = shown.length;
      const scale = Math.min(1, MOST_ABREAST / Math.max(1, shown.length));
      shown.forEach((strand, place) => {
        strand.slot = (place - (shown.length - 1) / 2) * scale;
        strand.scale = scale;
      });
    }
  }
}

/** The curve by which routes go from one piece to another over their node. */
class WayCurve {
  /** - cuts: metres at which the pieces' own strands end, from their ends. */
  constructor({ from, to, ends: [fromEnd, toEnd] }, cuts) {
    const [here, there] = [from.line.way, to.line.way];
    const [start, startAhead] = WayCurve.approach(here, fromEnd, cuts[0]);
    const [end, endAhead] = WayCurve.approach(there, toEnd, cuts[1]);
    this.points = [start, startAhead, endAhead, end];
    const [one, other] = [flatDifference(start, startAhead), flatDifference(endAhead, end)];
    const turn = Math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1]);
    /** How far it turns: 1 for a half turn. */
    this.turn = Math.abs(turn) / Math.PI;
  }

  /** Where a piece is cut before one of its ends, and the position two thirds of the way from there to the end. */
  static approach(way, end, cut) {
    const place = end ? way.length - cut : cut;
    const at = way.at(place);
    const near = cut * 0.15;
    const back = way.at(end ? place - near : place + near), ahead = way.at(end ? place + near : place - near);
    const factor = near ? cut * 2 / 3 / (2 * near) : 0;
    return [at, [at[0] + (ahead[0] - back[0]) * factor, at[1] + (ahead[1] - back[1]) * factor]];
  }

  at(share) {
    const rest = 1 - share, [a, b, c, d] = this.points;
    const weights = [rest ** 3, 3 * rest * rest * share, 3 * rest * share * share, share ** 3];
    return [0, 1].map((axis) =>
      a[axis] * weights[0] + b[axis] * weights[1] + c[axis] * weights[2] + d[axis] * weights[3]);
  }

  part(from, to, segments) {
    return Array.from({ length: segments + 1 }, (_, place) => this.at(from + (to - from) * place / segments));
  }
}
