// Where the names of stops stand: beside their stops, over no line, no other stop and no other name if there is such a place.

/** Points between the edge of a picture of a name and its letters. */
const NAME_EDGE = 3;
/** How far from a stop's middle its name begins, where the stop is a circle. */
const BESIDE_STOP = 9;
/** The same where the nearest places are taken: of every stop, and of a main station only. */
const FAR_BESIDE = 16, FARTHEST_BESIDE = 28;
/** The zoom from which names of all stops are wanted, and that from which each has a place, even over a line. */
const LABELS_FROM = 12.5, LABELS_ALL = 15;
/** How much worse than a line it is to cover the mark of a stop. */
const MARK_WEIGHT = 4;

/** What lies where on the screen, in cells: strokes as ends and half their width, and boxes. */
class ScreenGrid {
  static CELL = 32;

  constructor(width, height) {
    this.columns = Math.ceil(width / ScreenGrid.CELL);
    this.rows = Math.ceil(height / ScreenGrid.CELL);
    this.cells = new Array(this.columns * this.rows);
    this.strokes = [];
    /** The last question that each stroke was met by: it lies in several cells. */
    this.met = [];
    this.questions = 0;
  }

  add(column, row, what) { (this.cells[row * this.columns + column] ??= []).push(what); }

  /** The first and the last cell of a range of points. */
  static range(from, to, count) {
    return [Math.max(0, Math.floor(from / ScreenGrid.CELL)), Math.min(count - 1, Math.floor(to / ScreenGrid.CELL))];
  }

  addStroke(x0, y0, x1, y1, half, weight) {
    const number = this.met.length, size = ScreenGrid.CELL;
    const [first, last] = ScreenGrid.range(Math.min(x0, x1) - half, Math.max(x0, x1) + half, this.columns);
    if (first > last || Math.max(y0, y1) + half < 0 || Math.min(y0, y1) - half > this.rows * size) return;
    this.met.push(0);
    this.strokes.push(x0, y0, x1, y1, half, weight);
    for (let column = first; column <= last; column += 1) {
      // What of it lies in the column.
      let [low, high] = [Math.min(y0, y1), Math.max(y0, y1)];
      if (Math.abs(x1 - x0) > 1e-6) {
        const at = (x) => y0 + (y1 - y0) * Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
        const [one, other] = [at(column * size - half), at((column + 1) * size + half)];
        [low, high] = [Math.min(one, other), Math.max(one, other)];
      }
      const [top, bottom] = ScreenGrid.range(low - half, high + half, this.rows);
      for (let row = top; row <= bottom; row += 1) this.add(column, row, number);
    }
  }

  /** How much of strokes a box covers, in square points, each with its weight. */
  covered(box) {
    const [left, top, right, bottom] = box;
    const [first, last] = ScreenGrid.range(left, right, this.columns), [high, low] = ScreenGrid.range(top, bottom, this.rows);
    this.questions += 1;
    let sum = 0;
    for (let row = high; row <= low; row += 1) {
      for (let column = first; column <= last; column += 1) {
        for (const number of this.cells[row * this.columns + column] ?? []) {
          if (this.met[number] === this.questions) continue;
          this.met[number] = this.questions;
          sum += this.coveredOf(number * 6, box);
        }
      }
    }
    return sum;
  }

  coveredOf(at, [left, top, right, bottom]) {
    const { strokes } = this, [x0, y0, half, weight] = [strokes[at], strokes[at + 1], strokes[at + 4], strokes[at + 5]];
    const dx = strokes[at + 2] - x0, dy = strokes[at + 3] - y0, length = Math.hypot(dx, dy);
    // A slanting stroke may pass the box's corner (the separating axis across the stroke).
    if (length > 0) {
      const far = Math.abs(((left + right) / 2 - x0) * dy - ((top + bottom) / 2 - y0) * dx);
      if (far >= half * length + (right - left) / 2 * Math.abs(dy) + (bottom - top) / 2 * Math.abs(dx)) return 0;
    }
    // The part of it that lies in the box (Liang, Barsky 1984).
    let from = 0, to = 1;
    for (const [start, step, low, high] of [[x0, dx, left - half, right + half], [y0, dy, top - half, bottom + half]]) {
      if (Math.abs(step) < 1e-9) {
        if (start <= low || start >= high) return 0;
        continue;
      }
      const [one, other] = [(low - start) / step, (high - start) / step];
      from = Math.max(from, Math.min(one, other));
      to = Math.min(to, Math.max(one, other));
    }
    return from < to || length === 0 ? Math.max(half, (to - from) * length) * 2 * half * weight : 0;
  }

  addBox(box) {
    const [left, right] = ScreenGrid.range(box[0], box[2], this.columns), [top, bottom] = ScreenGrid.range(box[1], box[3], this.rows);
    for (let row = top; row <= bottom; row += 1) for (let column = left; column <= right; column += 1) this.add(column, row, box);
  }

  /** Whether a box lies over none that was added. */
  isFree([left, top, right, bottom]) {
    const [first, last] = ScreenGrid.range(left, right, this.columns), [high, low] = ScreenGrid.range(top, bottom, this.rows);
    for (let row = high; row <= low; row += 1) {
      for (let column = first; column <= last; column += 1) {
        for (const other of this.cells[row * this.columns + column] ?? []) {
          if (left < other[2] && right > other[0] && top < other[3] && bottom > other[1]) return false;
        }
      }
    }
    return true;
  }
}

const lineHalf = (zoom) => {
  const low = zoom < 12 ? [8, 1.8, 12, 3] : [12, 3, 16, 7];
  const share = Math.min(1, Math.max(0, (1.4 ** (zoom - low[0]) - 1) / (1.4 ** (low[2] - low[0]) - 1)));
  return (low[1] + (low[3] - low[1]) * share) / 2;
};

/** Finds places for the names of stops in a view. */
class NamePlaces {
  constructor(atlas) {
    Object.assign(this, { atlas, map: atlas.map, before: new Map(), beforeView: "" });
    this.planes = null;
  }

  /** The lines on the plane of Web Mercator, each part with its bounds. */
  lines() {
    return this.planes ??= records("lines").flatMap((line) => line.parts.map((part) => {
      const plane = new Float64Array(part.length * 2), bounds = [Infinity, Infinity, -Infinity, -Infinity];
      part.forEach(([longitude, latitude], place) => {
        const x = plane[2 * place] = (longitude + 180) / 360, y = plane[2 * place + 1] = GroundView.northing(latitude);
        bounds[0] = Math.min(bounds[0], x);
        bounds[1] = Math.min(bounds[1], y);
        bounds[2] = Math.max(bounds[2], x);
        bounds[3] = Math.max(bounds[3], y);
      });
      return { line, plane, bounds };
    }));
  }

  addLines(grid, view, zoom) {
    const half = lineHalf(zoom), pitch = pitchAtZoom(zoom), at = { x: 0, y: 0 };
    const seen = this.map.getBounds(), margin = 40 / view.world;
    const [west, east] = [(seen.getWest() + 180) / 360 - margin, (seen.getEast() + 180) / 360 + margin];
    const [north, south] = [GroundView.northing(seen.getNorth()) - margin, GroundView.northing(seen.getSouth()) + margin];
    // From where the map is about the lines, which may be a world away.
    const around = (x) => x - Math.round(x - view.x);
    for (const { line, plane, bounds } of this.lines()) {
      if (line.strands ? !line.shown : !line.route.isOn) continue;
      const shift = around(bounds[0]) - bounds[0];
      if (bounds[0] + shift > east || bounds[2] + shift < west || bounds[1] > south || bounds[3] < north) continue;
      const wide = line.strands ? pitch * abreast(line) / 2 : half;
      let x = NaN, y = NaN;
      for (let place = 0; place < plane.length; place += 2) {
        if (!view.projectPlane((plane[place] + shift - view.x) * view.world, (plane[place + 1] - view.y) * view.world, at)) {
          x = NaN;
          continue;
        }
        if (Math.abs(at.x - x) < 2 && Math.abs(at.y - y) < 2 && place + 2 < plane.length) continue;
        if (!Number.isNaN(x)) grid.addStroke(x, y, at.x, at.y, wide, 1);
        [x, y] = [at.x, at.y];
      }
    }
  }

  /** The capsules of a pin, or its circle, on the screen: middles, and how far each reaches across and down. */
  marks(pin, view, zoom, out) {
    const capsules = this.atlas.capsules ? capsulesOf(pin) : [];
    if (!capsules.length) {
      if (!view.project(...pin.at, out)) return [];
      return [{ at: pin.at, x: out.x, y: out.y, east: 0, south: 0, radius: Math.min(8.4, Math.max(2.3, (zoom - 8) * 1.05)), least: BESIDE_STOP }];
    }
    const radius = pitchAtZoom(zoom) * CAPSULE_HEIGHT / CAPSULE_PITCH / 2;
    return capsules.flatMap((capsule) => {
      if (!view.project(...capsule.at, out)) return [];
      const turn = (capsule.bearing + 90 - view.bearing) * Math.PI / 180, half = capsuleReach(capsule, zoom);
      return [{ at: capsule.at, x: out.x, y: out.y, east: Math.sin(turn) * half, south: -Math.cos(turn) * half, radius, least: 0 }];
    });
  }

  /** The places at which a name may stand, the best first: each from a position with how far from it the name's box is. */
  static anchors(marks, [wide, high], room) {
    const across = (mark) => Math.max(Math.abs(mark.east) + mark.radius + 3, mark.least, room);
    const down = (mark) => Math.max(Math.abs(mark.south) + mark.radius + 1, mark.least - 2, room);
    const best = (value) => marks.reduce((most, one) => value(one) > value(most) ? one : most);
    const east = best((mark) => mark.x + across(mark)), west = best((mark) => across(mark) - mark.x);
    const north = best((mark) => down(mark) - mark.y), south = best((mark) => mark.y + down(mark));
    const place = (mark, dx, dy) => ({ mark, dx, dy });
    return [
      place(east, across(east), -high / 2), place(west, -across(west) - wide, -high / 2),
      place(north, -wide / 2, -down(north) - high + 1), place(south, -wide / 2, down(south) - 1),
      place(east, across(east) - 4, -down(east) - high + 4), place(east, across(east) - 4, down(east) - 4),
      place(west, -across(west) - wide + 4, -down(west) - high + 4), place(west, -across(west) - wide + 4, down(west) - 4),
    ];
  }

  /** The names that a view wants, the most important first: `isMain` for those of the most important stations. */
  wanted(zoom) {
    const pins = records("pins"), { names, pinZooms } = this.atlas, whole = Math.floor(zoom), found = [];
    pins.forEach((pin, number) => {
      if (pin.isOn === false) return;
      const isMain = names[number] !== null;
      if (isMain ? names[number] <= whole : zoom >= LABELS_FROM && pinZooms[number] <= whole) found.push({ pin, number, isMain });
    });
    const rank = ({ pin, number, isMain }) => isMain ? 100 - names[number] : 0;
    return found.sort((a, b) => rank(b) - rank(a) || b.pin.routes.length - a.pin.routes.length
      || (b.pin.platforms?.length ?? 0) - (a.pin.platforms?.length ?? 0) || a.number - b.number);
  }

  /**
   * Finds the names that are shown and where.
   * - isWhole(box): whether nothing that stands on the map covers it. - badges: boxes of names of routes.
   * Vehicles that are played move, and names do not give way to them, which would make them jump: they stand so far from
   * lines and stops that vehicles pass them, where there is room for that.
   */
  find({ isWhole, badges, vehicles }) {
    const view = new GroundView(this.map), zoom = this.map.getZoom(), out = { x: 0, y: 0 };
    const [lines, marks, taken] = [0, 1, 2].map(() => new ScreenGrid(view.width, view.height));
    this.addLines(lines, view, zoom);
    const { pinZooms } = this.atlas;
    records("pins").forEach((pin, number) => {
      if (pin.isOn === false || pinZooms[number] > Math.floor(zoom)) return;
      for (const { x, y, east, south, radius } of this.marks(pin, view, zoom, out)) {
        marks.addStroke(x - east, y - south, x + east, y + south, radius, MARK_WEIGHT);
      }
    });
    for (const box of [...badges, ...vehicles]) taken.addBox(box);
    const { layer } = this.atlas.player ?? {}, room = layer ? layer.size * (VehicleNames.DISC / 2 + 2) : 0;
    const key = `${zoom.toFixed(2)} ${view.bearing.toFixed(1)} ${view.pitch.toFixed(1)}`;
    const isSame = key === this.beforeView, chosen = new Map();
    const found = [];
    for (const one of this.wanted(zoom)) {
      const marksOf = this.marks(one.pin, view, zoom, out);
      // The name of a stop that is not seen says nothing.
      if (!marksOf.some(({ x, y }) => x > 0 && y > 0 && x < view.width && y < view.height)) continue;
      const size = labelSize(one.pin).map((side) => side * TEXT_SCALE), old = isSame ? this.before.get(one.number) : undefined;
      // Further off, where the name of a route lies over the stop.
      const rings = one.isMain ? [0, FAR_BESIDE, FARTHEST_BESIDE] : [0, FAR_BESIDE];
      const anchors = rings.flatMap((least) => NamePlaces.anchors(marksOf, size, Math.max(room, least)));
      const places = anchors.map(({ mark, dx, dy }, number) => {
        const [left, top] = [mark.x + dx, mark.y + dy];
        return { mark, dx, dy, number, box: [left, top, left + size[0], top + size[1]] };
      });
      // Where it stood it stays, as long as nothing else is better.
      if (old !== undefined) places.unshift(...places.splice(old, 1));
      const place = this.choose(places.filter(({ box }) => isWhole(box) && taken.isFree(box)), lines, marks, room,
        one.isMain || zoom >= LABELS_ALL);
      if (!place) continue;
      taken.addBox(place.box);
      chosen.set(one.number, place.number);
      found.push({ ...one, at: place.mark.at, dx: place.dx, dy: place.dy, size });
    }
    [this.before, this.beforeView] = [chosen, key];
    return found;
  }

  /** The first place that covers nothing, by preference with room for vehicles; else that which covers least, if any may. */
  choose(places, lines, marks, room, isAlways) {
    let best = null, least = Infinity, near = null;
    for (const place of places) {
      const [left, top, right, bottom] = place.box, inner = [left + NAME_EDGE, top + NAME_EDGE, right - NAME_EDGE, bottom - NAME_EDGE];
      const cost = lines.covered(inner) + marks.covered(inner);
      if (cost === 0) {
        const around = [inner[0] - room, inner[1] - room, inner[2] + room, inner[3] + room];
        if (!room || lines.covered(around) === 0) return place;
        near ??= place;
      } else if (cost < least) [best, least] = [place, cost];
    }
    return near ?? (isAlways ? best : null);
  }
}
