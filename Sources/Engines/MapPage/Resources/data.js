// What linefeed put into the page, and what follows from it. Everything here came from a feed: it is shown as text only.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** An array of the page's data, empty where there is none. */
const records = (name) => DATA[name] ?? [];

/** The bytes of an attachment of the page; null where it has none of that name. The element's text is let go. */
function attached(name) {
  const element = document.getElementById(name);
  if (!element) return null;
  const text = atob(element.textContent);
  element.remove();
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** Reads numbers one after another as they are packed: seven bits a byte, the lowest first. */
class PackedNumbers {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
  }

  whole() {
    let value = 0, factor = 1, byte;
    do {
      byte = this.bytes[this.place++];
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  }

  /** A number with its sign in the lowest bit. */
  signed() {
    const value = this.whole();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

/** Tiles that the page carries: each distinct image once. */
class TilePack {
  constructor(bytes) {
    const numbers = new PackedNumbers(bytes);
    const lengths = Array.from({ length: numbers.whole() }, () => numbers.whole());
    const count = numbers.whole();
    this.places = new Map();
    for (let tile = 0; tile < count; tile += 1) {
      const [frame, z, x, y, image] = [numbers.whole(), numbers.whole(), numbers.whole(), numbers.whole(), numbers.whole()];
      this.places.set(`${frame}/${z}/${x}/${y}`, image);
    }
    let start = numbers.place;
    this.images = lengths.map((length) => bytes.subarray(start, start += length));
  }

  /** The number of a tile's image, by which images are the same; undefined where there is no such tile. */
  image(frame, z, x, y) { return this.places.get(`${frame}/${z}/${x}/${y}`); }

  /** The bytes of a tile; null where there is no such tile. */
  tile(frame, z, x, y) { return this.images[this.image(frame, z, x, y)] ?? null; }
}

/** A key by value: two records with the same values have the same key. */
const keyOf = (...values) => JSON.stringify(values.map((value) => value ?? ""));

/** Decodes a line of the encoded polyline format with six decimals into [longitude, latitude] pairs. */
function decodeLine(text) {
  const points = [];
  let place = 0, latitude = 0, longitude = 0;
  const difference = () => {
    let value = 0, factor = 1, chunk;
    do {
      chunk = text.charCodeAt(place++) - 63;
      value += (chunk & 31) * factor;
      factor *= 32;
    } while (chunk >= 32);
    return value % 2 ? -(value + 1) / 2 : value / 2;
  };
  while (place < text.length) {
    latitude += difference();
    longitude += difference();
    points.push([longitude / 1e6, latitude / 1e6]);
  }
  return points;
}

/** The colour of what is known by nothing but its id. */
const PLAIN_FILL = "#5b6673";

/** Colours for lines on the map to which the feed gives none; told apart by the colour-blind (Okabe, Ito 2008, darkened). */
const SPARE_COLORS = ["#0b5fa5", "#b3490c", "#00795c", "#8a4a86", "#7a6200", "#3f6f9e", "#a3364e", "#4d6b1d"];

/** All routes, by their key, in the order of the records. */
const ROUTES = new Map();

function routeFor(record, spareName) {
  const key = record.route_id ? keyOf(record.feed_id, record.route_id) : keyOf(record.feed_id, "", spareName);
  let route = ROUTES.get(key);
  if (!route) {
    route = {
      key, number: ROUTES.size, id: record.route_id ?? null, lines: [], trips: null, runs: null, length: null, levels: null,
      observations: 0, isOn: true, isPlayed: false,
    };
    ROUTES.set(key, route);
  }
  route.name ??= record.route_short_name ?? null;
  route.longName ??= record.route_long_name ?? null;
  route.fill ??= record.route_color ? "#" + record.route_color : null;
  route.ink ??= record.route_text_color ? "#" + record.route_text_color : null;
  return route;
}

/** The letters of a long name that is short enough to stand where short names do. */
const SHORT_NAME = 12;

/** What a route is called where there is little room. */
const routeLabel = (route) => route.name ?? (route.longName?.length <= SHORT_NAME ? route.longName : null)
  ?? route.id ?? route.spareName ?? "?";

/** The routes of pieces of way, by their number in the records. */
const WAY_ROUTES = records("way_routes").map((record, number) => routeFor(record, `way ${number}`));

/** A piece of way: its routes from left to right, each with how often it runs there and where it runs on. */
function takeWay(line) {
  line.strands = line.routes.map((entry) => ({
    line, route: WAY_ROUTES[entry.route], trips: entry.trip_count ?? null, runs: entry.runs ?? null,
    ends: [entry.from ?? [], entry.to ?? []], isLinked: [false, false], links: [[], []], slot: 0, scale: 1,
  }));
  for (const { route } of line.strands) {
    route.lines.push(line);
    // What runs along a piece may go on along others: a piece tells nothing of the whole route but a part of its length.
    if (line.length_m != null) route.length = (route.length ?? 0) + line.length_m;
  }
}

records("lines").forEach((line, number) => {
  line.number = number;
  line.parts = line.parts.map(decodeLine);
  if (line.routes) return takeWay(line);
  line.route = routeFor(line, line.trip_id ?? line.polyline_id ?? String(number));
  line.route.spareName ??= line.trip_id ?? line.polyline_id;
  line.route.lines.push(line);
  if (line.trip_count != null) line.route.trips = (line.route.trips ?? 0) + line.trip_count;
  if (line.runs != null) line.route.runs = (line.route.runs ?? 0) + line.runs;
  if (line.length_m != null) line.route.length = Math.max(line.route.length ?? 0, line.length_m);
});
records("trips").forEach((trip) => { trip.route = routeFor(trip, trip.trip_id); trip.route.spareName ??= trip.trip_id; });
records("departures").forEach((departure) => {
  departure.route = routeFor(departure, departure.trip_id);
  departure.route.spareName ??= departure.trip_id;
});
records("vehicles").forEach((vehicle, number) => {
  vehicle.number = number;
  vehicle.route = vehicle.route_id ? routeFor(vehicle) : null;
});
// Routes that are known by nothing but the vehicles that are played on them.
for (const record of DATA.playback?.routes ?? []) routeFor(record).isPlayed = true;
for (const row of records("occupancy")) {
  if (!row.route_id) continue;
  const route = routeFor(row);
  route.levels ??= [0, 0, 0, 0];
  row.levels.forEach((count, level) => { route.levels[level] += count; });
  route.observations += row.observations;
}
for (const route of ROUTES.values()) {
  route.isPlain = !route.fill;
  // Lines must be told apart. Elsewhere a colour that the feed does not give would be taken for the route's own.
  route.fill ??= route.lines.length ? SPARE_COLORS[route.number % SPARE_COLORS.length] : PLAIN_FILL;
  route.ink = readableInk(route.fill, route.ink);
}

records("pins").forEach((pin, number) => {
  pin.number = number;
  pin.platforms ??= [];
  pin.words = [pin, ...pin.platforms].map((stop) => `${stop.stop_name ?? ""} ${stop.stop_id} ${stop.platform_code ?? ""}`)
    .join(" ").toLowerCase();
  pin.routes = (pin.route_ids ?? []).map((id) => ROUTES.get(keyOf(pin.feed_id, id))).filter(Boolean);
});

/** Trips by what a departure says of them: by value, so that any departure finds its trip and none another's. */
const TRIPS = new Map(records("trips").map((trip) => [
  keyOf(trip.feed_id, trip.trip_id, trip.start_date, trip.start_time), trip,
]));

/** The first trip of the page with an id, of whatever day: events say no more of their trips. */
function tripById(feedId, tripId) {
  if (tripId === null || tripId === undefined) return null;
  tripById.all ??= new Map(records("trips").toReversed().map((trip) => [keyOf(trip.feed_id, trip.trip_id), trip]));
  return tripById.all.get(keyOf(feedId, tripId)) ?? null;
}

const tripOf = (departure) => TRIPS.get(
  keyOf(departure.feed_id, departure.trip_id, departure.start_date, departure.start_time)) ?? null;

// Colours

/** Relative luminance of "#rrggbb" (WCAG 2.2). */
function luminance(color) {
  const part = (place) => {
    const value = parseInt(color.slice(place, place + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The feed's colour for text where it can be read (4.5:1), else black or white. */
function readableInk(fill, wanted) {
  if (wanted && contrast(fill, wanted) >= 4.5) return wanted;
  // Black or white, one of the two can be read on any colour; a softer black on none of the middle ones.
  return contrast(fill, "#000000") >= contrast(fill, "#ffffff") ? "#000000" : "#ffffff";
}

// Ground

/** Metres between two positions, on a sphere: near enough to say which stop is nearest. */
function metresBetween(one, other) {
  const radians = Math.PI / 180;
  const latitude = (other[1] - one[1]) * radians, longitude = (other[0] - one[0]) * radians;
  const chord = Math.sin(latitude / 2) ** 2
    + Math.cos(one[1] * radians) * Math.cos(other[1] * radians) * Math.sin(longitude / 2) ** 2;
  return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** The box around the positions in lists of them as [[west, south], [east, north]]; null without any. */
function boxAround(...lists) {
  let west = Infinity, south = Infinity, east = -Infinity, north = -Infinity;
  for (const positions of lists) {
    for (const [longitude, latitude] of positions) {
      if (longitude < west) west = longitude;
      if (longitude > east) east = longitude;
      if (latitude < south) south = latitude;
      if (latitude > north) north = latitude;
    }
  }
  return west > east ? null : [[west, south], [east, north]];
}
