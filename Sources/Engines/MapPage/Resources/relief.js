// What lies under the lines of a page without a ground: how densely stops lie, in three shades, and a grid of meridians and
// parallels. It says nothing about water, woods or streets, which nobody has told.

const RELIEF_INK = () => DARK.matches
  ? { relief: ["#161b22", "#1a2028", "#1f262f"], grid: "#242c36" }
  : { relief: ["#e8ecf0", "#e2e7ec", "#dbe1e7"], grid: "#d5dbe2" };

/** Cells along the longer side of what is shown; how many of them a stop counts on each side; cells around all stops. */
const RELIEF_CELLS = 150, RELIEF_REACH = 4, RELIEF_MARGIN = 4 * RELIEF_REACH;
/** From which share of what is dense a shade begins. */
const RELIEF_SHARES = [0.06, 0.28, 0.65];
/** What counts as dense: this share of all stops lies where it is no denser. */
const RELIEF_DENSE = 0.9;

/** The widths of the grid in degrees, the widest first: whole degrees, then minutes. */
const GRID_STEPS = [30, 15, 10, 5, 2, 1, ...[30, 15, 10, 5, 2, 1].map((minutes) => minutes / 60)];
/** Points on the screen that two meridians are apart at least, and the most lines of a width in each direction. */
const GRID_ROOM = 110, MOST_GRID_LINES = 160;

/** Where anything of the page is, as [longitude, latitude]: stops, else lines, else vehicles. */
function reliefPlaces() {
  const stops = records("pins").map(({ at }) => at);
  if (stops.length) return stops;
  const ofTrips = records("trips").flatMap((trip) => trip.stops.filter(({ lat, lon }) => lat != null && lon != null)
    .map(({ lat, lon }) => [lon, lat]));
  if (ofTrips.length) return ofTrips;
  return records("lines").flatMap(({ parts }) => parts.flat());
}

/** How dense places lie in the cells of a box of the plane of Web Mercator: each counts around itself, less the further off. */
class Density {
  constructor(places) {
    const flat = places.map(([longitude, latitude]) => [(longitude + 180) / 360, GroundView.northing(latitude)]);
    const [xs, ys] = [0, 1].map((axis) => flat.map((place) => place[axis]));
    const least = (values) => values.reduce((low, value) => Math.min(low, value), Infinity);
    const most = (values) => values.reduce((high, value) => Math.max(high, value), -Infinity);
    const extent = Math.max(most(xs) - least(xs), most(ys) - least(ys), 1e-5);
    this.cell = extent / RELIEF_CELLS;
    this.west = least(xs) - RELIEF_MARGIN * this.cell;
    this.north = least(ys) - RELIEF_MARGIN * this.cell;
    this.width = Math.ceil((most(xs) - this.west) / this.cell) + RELIEF_MARGIN + 1;
    this.height = Math.ceil((most(ys) - this.north) / this.cell) + RELIEF_MARGIN + 1;
    const counts = new Float64Array(this.width * this.height);
    this.cells = flat.map(([x, y]) => Math.round((y - this.north) / this.cell) * this.width
      + Math.round((x - this.west) / this.cell));
    for (const cell of this.cells) counts[cell] += 1;
    this.values = this.blurred(this.blurred(counts, 1, this.width), this.width, this.height);
  }

  /** The values with each spread along one direction: - step: from a cell to the next. - length: cells of a row. */
  blurred(values, step, length) {
    const weights = Array.from({ length: 2 * RELIEF_MARGIN + 1 }, (_, place) =>
      Math.exp(-((place - RELIEF_MARGIN) ** 2) / (2 * RELIEF_REACH ** 2)));
    const sums = new Float64Array(values.length);
    values.forEach((value, cell) => {
      if (!value) return;
      const along = step === 1 ? cell % this.width : Math.floor(cell / this.width);
      for (let away = -RELIEF_MARGIN; away <= RELIEF_MARGIN; away += 1) {
        if (along + away >= 0 && along + away < length) sums[cell + away * step] += value * weights[away + RELIEF_MARGIN];
      }
    });
    return sums;
  }

  /** What is dense here. */
  get dense() {
    const all = this.cells.map((cell) => this.values[cell]).sort((one, other) => one - other);
    return all[Math.floor((all.length - 1) * RELIEF_DENSE)];
  }

  /** [longitude, latitude] of a place in cells. */
  place([column, row]) {
    const y = this.north + row * this.cell;
    return [(this.west + column * this.cell) * 360 - 180, Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI];
  }

  /**
   * The rings around where it is at least so dense, what is dense to their left, in cells (marching squares; Lorensen and
   * Cline 1987 in the plane). Nothing is dense at the box's edge, so each ring closes.
   */
  rings(least) {
    const { width, values } = this, next = new Map();
    const at = (column, row) => values[row * width + column];
    // Where an edge of the grid is crossed: its first cell and whether it leads down, as a number.
    const cross = (column, row, isDown) => (row * width + column) * 2 + (isDown ? 1 : 0);
    for (let row = 0; row + 1 < this.height; row += 1) {
      for (let column = 0; column + 1 < width; column += 1) {
        const corners = [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
        const inside = corners.map((value) => value >= least);
        // Sides: above, right, below, left; the corner before each, clockwise, is at its number.
        const sides = [cross(column, row, false), cross(column + 1, row, true), cross(column, row + 1, false), cross(column, row, true)];
        const ins = [], outs = [];
        for (let side = 0; side < 4; side += 1) {
          const [first, second] = [inside[side], inside[(side + 1) % 4]];
          if (first && !second) outs.push(side);
          if (!first && second) ins.push(side);
        }
        // Of two opposite corners each is cut off by itself, unless the middle is dense too.
        const isJoined = ins.length === 2 && corners.reduce((sum, value) => sum + value) / 4 >= least;
        outs.forEach((side) => {
          const other = ins.length === 1 ? ins[0] : ins.find((one) => one === (side + (isJoined ? 1 : 3)) % 4);
          next.set(sides[side], sides[other]);
        });
      }
    }
    const rings = [];
    while (next.size) {
      const ring = [];
      let [here] = next.keys();
      while (next.has(here)) {
        ring.push(this.crossing(here, least));
        const there = next.get(here);
        next.delete(here);
        here = there;
      }
      rings.push(ring);
    }
    return rings;
  }

  crossing(edge, least) {
    const cell = Math.floor(edge / 2), isDown = edge % 2 === 1;
    const [one, other] = [this.values[cell], this.values[cell + (isDown ? this.width : 1)]];
    const share = (least - one) / (other - one);
    return [cell % this.width + (isDown ? 0 : share), Math.floor(cell / this.width) + (isDown ? share : 0)];
  }

  /** The same as a MultiPolygon's coordinates: each hole is one of the smallest ring around it. */
  polygons(least) {
    const area = (ring) => ring.reduce((sum, [x, y], place) => {
      const [nextX, nextY] = ring[(place + 1) % ring.length];
      return sum + x * nextY - nextX * y;
    }, 0) / 2;
    const holds = (ring, [x, y]) => ring.reduce((isIn, [x0, y0], place) => {
      const [x1, y1] = ring[(place + 1) % ring.length];
      return (y0 > y) !== (y1 > y) && x < x0 + (y - y0) / (y1 - y0) * (x1 - x0) ? !isIn : isIn;
    }, false);
    const rings = this.rings(least).filter((ring) => ring.length > 2).map((ring) => ({ ring, area: area(ring) }));
    const sign = Math.sign(rings.reduce((most, one) => Math.abs(one.area) > Math.abs(most) ? one.area : most, 0));
    const outer = rings.filter((one) => Math.sign(one.area) === sign).sort((a, b) => Math.abs(a.area) - Math.abs(b.area))
      .map((one) => ({ ...one, holes: [] }));
    for (const hole of rings.filter((one) => Math.sign(one.area) !== sign)) {
      outer.find(({ ring }) => holds(ring, hole.ring[0]))?.holes.push(hole.ring);
    }
    const closed = (ring) => [...ring, ring[0]].map((place) => this.place(place));
    return outer.map(({ ring, holes }) => [closed(ring), ...holes.map(closed)]);
  }
}

/** Where stops lie densely, a feature for each shade; made once for all maps of the page. */
function reliefFeatures() {
  const places = reliefPlaces();
  // Of a handful nobody can say where they lie densely.
  if (places.length < 8) return [];
  const density = new Density(places), { dense } = density;
  return RELIEF_SHARES.map((share, shade) => feature(shade, { type: "MultiPolygon", coordinates: density.polygons(share * dense) },
    { shade }));
}

/** Meridians and parallels around a box, of each width that the map can show, with the zooms at which it is drawn. */
function gridFeatures([[west, south], [east, north]]) {
  const across = Math.max(east - west, 0.01), along = Math.max(north - south, 0.01), wide = 3 * Math.max(across, along);
  const sides = [west - wide, Math.max(-85, south - wide), east + wide, Math.min(85, north + wide)];
  const zoomOf = (step) => Math.log2(GRID_ROOM * 360 / (512 * step));
  return GRID_STEPS.flatMap((step, place) => {
    const first = (low) => Math.ceil(low / step), last = (high) => Math.floor(high / step);
    const counts = [last(sides[2]) - first(sides[0]), last(sides[3]) - first(sides[1])];
    if (Math.max(...counts) > MOST_GRID_LINES) return [];
    const zooms = { from: zoomOf(step), to: place + 1 < GRID_STEPS.length ? zoomOf(GRID_STEPS[place + 1]) : 24 };
    const line = (coordinates) => feature(0, { type: "LineString", coordinates }, zooms);
    const numbers = (low, high) => Array.from({ length: Math.max(0, last(high) - first(low) + 1) }, (_, one) => (first(low) + one) * step);
    return [
      ...numbers(sides[0], sides[2]).map((longitude) => line([[longitude, sides[1]], [longitude, sides[3]]])),
      ...numbers(sides[1], sides[3]).map((latitude) => line([[sides[0], latitude], [sides[2], latitude]])),
    ];
  });
}

/** Sources and layers of a page without a ground, for a map of a box. */
function reliefParts(box) {
  reliefParts.features ??= reliefFeatures();
  const ink = RELIEF_INK();
  return {
    sources: { relief: source(reliefParts.features), grid: { ...source(gridFeatures(box)), tolerance: 0 } },
    layers: [
      ...ink.relief.map((color, shade) => ({ id: `relief:${shade}`, type: "fill", source: "relief",
        // Nobody sees the steps of an edge between two shades so close, and smooth edges take a third of a frame.
        filter: ["==", ["get", "shade"], shade], paint: { "fill-color": color, "fill-antialias": false } })),
      { id: "grid", type: "line", source: "grid", filter: ["all", ["<=", ["get", "from"], ["zoom"]], [">", ["get", "to"], ["zoom"]]],
        paint: { "line-color": ink.grid, "line-width": 1 } },
    ],
  };
}

/** Puts the colours of day or night on a map without a ground. */
function repaintRelief(map) {
  const ink = RELIEF_INK();
  ink.relief.forEach((color, shade) => map.setPaintProperty(`relief:${shade}`, "fill-color", color));
  map.setPaintProperty("grid", "line-color", ink.grid);
}
