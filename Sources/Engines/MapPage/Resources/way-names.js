// The names of routes on pieces of way: the badges of all routes side by side, across the way and in the order in which
// the strokes lie there.

/** How many names stand side by side; what goes beyond is a number. */
const MOST_NAMES = 6;
const NAME_ZOOMS = [5, 17];
/** Points of the screen between two names of one route. */
const NAME_DISTANCE = 260;
/** Points of the screen that lie free around names. */
const NAME_MARGIN = 14;

class WayNames {
  constructor(ways) {
    this.ways = ways;
    this.places = null;
  }

  sources() { return { names: { type: "geojson", data: collection([]), tolerance: 0 } }; }

  static layer() {
    return { id: "names", type: "symbol", source: "names", filter: ["<=", ["get", "zoom"], ["zoom"]], layout: {
      "icon-image": ["get", "image"], "icon-padding": 4, "symbol-sort-key": ["get", "order"] } };
  }

  /** Routes that look the same by name and colour. */
  static look(route) { return `${route.fill} ${routeLabel(route)}`; }

  /** Finds names anew, as far in as the view needs them. */
  update(map) {
    this.begin();
    this.extend(map);
  }

  /** Finds those that a view further in needs. */
  extend(map) {
    const wanted = Math.min(NAME_ZOOMS[1], Math.ceil(map.getZoom()) + 1);
    if (!this.chosen || this.reached >= wanted) return;
    while (this.reached < wanted) this.choose(this.reached += 1);
    map.getSource("names")?.setData(collection(this.features()));
  }

  /** Where names may stand: in the middle between stations, and where that is far from the next, between these again. */
  findPlaces() {
    const stations = new Map(this.ways.lines.map((line) => [line, []]));
    for (const pin of records("pins")) {
      for (const capsule of pin.capsules ?? []) {
        const line = records("lines")[capsule.line];
        stations.get(line)?.push(line.way.nearest(capsule.at));
      }
    }
    this.places = [];
    for (const [line, stops] of stations) {
      const ends = [0, ...stops.sort((a, b) => a - b), line.way.length];
      for (let place = 0; place + 1 < ends.length; place += 1) this.findBetween(line, ends[place], ends[place + 1]);
      // From afar stations lie too close to each other for a name between them: the whole piece has one.
      if (stops.length) this.addPlace(line, line.way.length / 2, line.way.length);
    }
    this.places.sort((a, b) => b.weight - a.weight);
  }

  findBetween(line, from, to) {
    const length = to - from;
    if (length < 30) return;
    this.addPlace(line, (from + to) / 2, length);
    if (length < 1500) return;
    this.findBetween(line, from, (from + to) / 2);
    this.findBetween(line, (from + to) / 2, to);
  }

  addPlace(line, metres, span) {
    const at = line.way.at(metres);
    const y = Math.log(Math.tan((90 + at[1]) * Math.PI / 360)) * 180 / Math.PI;
    this.places.push({
      line, at, span, bearing: line.way.bearing(metres), flat: [at[0], -y],
      // A long piece of few routes is as good a place as a short one of many.
      weight: span * (1 + Math.min(MOST_NAMES, line.strands.length)), scale: 1 / Math.cos(at[1] * Math.PI / 180),
    });
  }

  begin() {
    if (!this.places) this.findPlaces();
    this.shown = this.places.filter(({ line }) => line.shown);
    for (const place of this.shown) place.zoom = place.strip = null;
    this.chosen = [];
    this.reached = NAME_ZOOMS[0] - 1;
  }

  /** Chooses the names that appear at a zoom: none over another, and each route again where it is not near. */
  choose(zoom) {
    const grid = new NameGrid(512 * 2 ** zoom / 360);
    for (const place of this.chosen) grid.take(place);
    for (const place of this.shown) {
      if (place.zoom !== null || place.span * place.scale < 26 * metresPerPoint(zoom)) continue;
      place.strip ??= this.strip(place);
      if (!grid.isFree(place)) continue;
      place.zoom = zoom;
      this.chosen.push(place);
      grid.take(place);
    }
  }

  /** The names that are shown, each from a zoom on. */
  features() {
    return this.chosen.map((place, order) => feature(order, { type: "Point", coordinates: place.at },
      { image: place.strip.image, zoom: place.zoom, order }));
  }

  /** The badges at a place: their picture's name, which tells what is drawn, and about how large it is. */
  strip({ line, bearing }) {
    const turn = ((bearing % 360) + 360) % 360;
    // Across a way that leads north or south names stand in a row, across one that leads east or west above each other.
    const isRow = Math.abs(Math.cos(turn * Math.PI / 180)) > 0.6;
    const strands = line.strands.filter(({ route }) => route.isOn);
    // To the left of one who goes south lies the east, and to the left of one who goes west the south.
    if (isRow ? turn > 90 && turn < 270 : turn >= 180) strands.reverse();
    let named = [];
    for (const { route } of strands) {
      const before = named.at(-1);
      // Routes of one name and colour beside each other are told apart by nobody.
      if (!before || WayNames.look(before) !== WayNames.look(route)) named.push(route);
    }
    const more = named.length - MOST_NAMES;
    if (more > 0) named = named.slice(0, MOST_NAMES - 1);
    const numbers = named.map(({ number }) => number).join(",");
    const image = named.length === 1 && more <= 0 ? `badge:${numbers}`
      : `strip:${isRow ? "row" : "column"}:${numbers}${more > 0 ? `,+${more + 1}` : ""}`;
    const count = named.length + (more > 0 ? 1 : 0);
    const letters = named.map((route) => Math.max(20, Math.min(8, routeLabel(route).length) * 7.5 + 10));
    const width = isRow ? letters.reduce((sum, one) => sum + one, more > 0 ? 24 : 0) : Math.max(...letters);
    return { image, routes: named, size: [width, isRow ? 20 : count * 18] };
  }
}

/** What of the screen names take at a zoom. */
class NameGrid {
  constructor(world) {
    this.world = world;
    this.boxes = new Map();
    this.names = new Map();
  }

  static CELL = 128;

  /** The cells that a box of so many points around a place lies in. */
  *cells([x, y], [width, height]) {
    const cell = (value) => Math.floor(value / NameGrid.CELL);
    for (let column = cell(x - width / 2); column <= cell(x + width / 2); column += 1) {
      for (let row = cell(y - height / 2); row <= cell(y + height / 2); row += 1) yield column * 1e6 + row;
    }
  }

  on(place) { return [place.flat[0] * this.world, place.flat[1] * this.world]; }

  take(place) {
    const at = this.on(place), { size, routes } = place.strip;
    for (const cell of this.cells(at, size)) {
      if (!this.boxes.has(cell)) this.boxes.set(cell, []);
      this.boxes.get(cell).push({ at, size });
    }
    for (const name of routes.map(WayNames.look)) {
      if (!this.names.has(name)) this.names.set(name, []);
      this.names.get(name).push(at);
    }
  }

  /** Whether no name lies there and one of the place's names is not near. */
  isFree(place) {
    const at = this.on(place), { size, routes } = place.strip;
    const isNew = routes.some((route) => !this.names.get(WayNames.look(route))?.some(
      (other) => Math.hypot(other[0] - at[0], other[1] - at[1]) < NAME_DISTANCE));
    if (!isNew) return false;
    const wide = [size[0] + NAME_MARGIN, size[1] + NAME_MARGIN];
    for (const cell of this.cells(at, wide)) {
      for (const other of this.boxes.get(cell) ?? []) {
        if (Math.abs(other.at[0] - at[0]) < (wide[0] + other.size[0]) / 2
          && Math.abs(other.at[1] - at[1]) < (wide[1] + other.size[1]) / 2) return false;
      }
    }
    return true;
  }
}
