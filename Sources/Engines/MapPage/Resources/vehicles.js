// Vehicles that move are drawn by themselves, on a canvas of their own above the map's: the map is not drawn anew for each
// of their frames, and they are not sent to its worker.

const UNKNOWN_LEVEL = "unknown";
const levelNames = () => [...LEVELS.map(({ level }) => level), UNKNOWN_LEVEL];

/** What a vehicle's colour stands for. */
const COLORINGS = { route: "Route", crowding: "Crowding", delay: "Delay" };
/** The colours of delays on the map, and of what is not known. */
const DELAY_FILLS = { early: "#0b57d0", punctual: "#1a7436", late: "#b3261e" };

/** The vehicles of a fleet, the chosen one's trail, and what a pointer finds of them. */
class VehicleLayer {
  /** Seconds of the feed that the chosen vehicle's trail tells of, and those of all; points between dots; dots at most. */
  static TRAIL = 600;
  static SHORT_TRAIL = 120;
  static DOTS = 9;
  static MOST_DOTS = 20000;
  /** The least size of a vehicle, and that from which its route's name is on it; 1 is the largest. */
  static LEAST = 0.22;
  static NAMED = 0.8;

  constructor(map, fleet, switches) {
    Object.assign(this, { map, fleet, switches, selected: null, coloring: "route", hasTrails: false });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    map.getCanvasContainer().append(this.canvas);
    this.names = new VehicleNames();
    this.sprites = new SpriteCanvas(this.canvas, [
      ...levelNames().map((level) => [`vehicle:${level}`, vehiclePicture(level)]),
      ["ring", ringPicture()], ["dot", dotPicture(2.2)], ["rim", dotPicture(4)], ["tip", tipPicture(7)],
      ["tip:edge", tipPicture(10)], ...this.names.pictures(),
    ]);
    for (const name of ["ring", "dot", "rim", "tip"]) this[name] = this.sprites.cells.get(name);
    this.tipEdge = this.sprites.cells.get("tip:edge");
    /** Where the vehicle at hand is on the screen. */
    this.point = { x: 0, y: 0 };
    this.screen = new Float64Array(fleet.vehicles.length * 2);
    this.looks = new Map();
    this.delays = new Map();
    map.on("resize", () => this.sprites.resize());
  }

  /** The colours of a fill that vehicles have, and the cells of its route's name. */
  look(vehicle) {
    const { route } = vehicle, level = levelOf(vehicle.occupancy);
    let fill = route?.fill ?? PLAIN_FILL, ink = route?.ink ?? "#ffffff";
    if (this.coloring === "crowding") [fill, ink] = [levelFill(level?.level), level ? levelInk(level.level) : "#ffffff"];
    if (this.coloring === "delay") [fill, ink] = [DELAY_FILLS[this.delayKind(vehicle)] ?? PLAIN_FILL, "#ffffff"];
    const key = `${fill}${ink}${route?.number}:${level?.level}`;
    let look = this.looks.get(key);
    if (!look) {
      const { cells } = this.sprites, { text, width } = this.names.of(route);
      look = {
        width, fill: rgbOf(fill), ink: rgbOf(ink), text: cells.get(`text:${text}`),
        level: level && this.coloring !== "crowding" ? rgbOf(level.color) : null,
        badge: cells.get(`vehicle:${level?.level ?? UNKNOWN_LEVEL}`),
        shapes: VehicleNames.SHAPES.map((shape) => cells.get(`${shape}:${width}`)),
        discs: VehicleNames.SHAPES.map((shape) => cells.get(`${shape}:${VehicleNames.DISC}`)),
      };
      this.looks.set(key, look);
    }
    return look;
  }

  /** How late a vehicle is by kind, found anew for each ten seconds of the feed; null where nobody knows. */
  delayKind(vehicle) {
    const time = Math.floor(this.time / 10), known = this.delays.get(vehicle.number);
    if (known?.time === time && known.trip === vehicle.tripId) return known.kind;
    const delay = delayOf(vehicle, this.time), kind = delay ? delayKind(delay.seconds) : null;
    this.delays.set(vehicle.number, { time, trip: vehicle.tripId, kind });
    return kind;
  }

  /** How large vehicles are at this zoom: half of them do not touch another, but for few, which are never small. */
  get size() {
    this.spacing ??= spacingOf(this.fleet.vehicles.filter(({ isPresent }) => isPresent));
    const least = Math.max(VehicleLayer.LEAST, Math.min(0.7, Math.sqrt(30 / this.fleet.vehicles.length)));
    return Math.min(TEXT_SCALE, Math.max(least, this.spacing * 512 * 2 ** this.map.getZoom() / 24));
  }

  /** Draws what the fleet shows. `now`: milliseconds, for what is switched; `time`: of the feed. */
  draw(now, time) {
    const { fleet, sprites, selected } = this, size = this.size, view = new GroundView(this.map);
    this.time = time;
    sprites.clear();
    if (this.hasTrails) {
      for (const vehicle of fleet.vehicles) {
        if (vehicle.number !== selected) this.drawTrail(vehicle, view, now, VehicleLayer.SHORT_TRAIL, Math.max(0.5, size));
      }
    }
    if (selected !== null) this.drawTrail(fleet.vehicles[selected], view, now, VehicleLayer.TRAIL, 1);
    for (const vehicle of fleet.vehicles) if (vehicle.number !== selected) this.drawVehicle(vehicle, view, size, now);
    // The chosen one lies on top.
    if (selected !== null) this.drawVehicle(fleet.vehicles[selected], view, size, now);
    sprites.draw();
  }

  drawVehicle(vehicle, view, size, now) {
    const { sprites, screen, point: at } = this;
    screen[vehicle.number * 2] = NaN;
    const look = vehicle.isPresent ? this.switches.look(vehicle.number, now) : null;
    if (!look || !view.project(vehicle.longitude, vehicle.latitude, at)) return;
    screen[vehicle.number * 2] = at.x;
    screen[vehicle.number * 2 + 1] = at.y;
    if (at.x < -40 || at.y < -40 || at.x > view.width + 40 || at.y > view.height + 40) return;
    const isChosen = vehicle.number === this.selected, own = isChosen ? Math.max(size, VehicleLayer.NAMED) : size;
    const scale = vehicle.scale * look.scale * own, isNamed = own >= VehicleLayer.NAMED;
    const opacity = vehicle.opacity * look.opacity * (vehicle.isStale ? 0.55 : 1);
    const { fill, ink, text, level, badge, shapes, discs, width } = this.look(vehicle), [edge, gap, body] = isNamed ? shapes : discs;
    const half = (isNamed ? width : VehicleNames.DISC) / 2 + 2, turn = vehicle.rotation * DEGREE;
    const [cosine, sine] = [Math.cos(turn), Math.sin(turn)];
    // A place east and south of the middle, turned with the symbol.
    const put = (cell, east, south, size, angle, tint) => sprites.add(
      cell, at.x + east * cosine - south * sine, at.y + east * sine + south * cosine, size, angle + turn, opacity, tint);
    if (isChosen) sprites.add(this.ring, at.x, at.y, scale * Math.max(1, (half + 5) / 18), 0, opacity);
    if (vehicle.heading !== null) {
      const angle = view.angle(vehicle.heading, vehicle.longitude, vehicle.latitude, at);
      const [east, south] = [Math.sin(angle), -Math.cos(angle)];
      // On the edge of what is below it, whichever side that is.
      const away = scale * (Math.min(half / Math.abs(east || 1e-9), (VehicleNames.HEIGHT / 2 + 2) / Math.abs(south || 1e-9)) + 1);
      put(this.tipEdge, east * away, south * away, scale, angle, WHITE);
      put(this.tip, east * away, south * away, scale, angle, fill);
    }
    // Named, its crowding is a badge; a disc has a ring of it.
    put(edge, 0, 0, scale, 0, level && !isNamed ? level : WHITE);
    if (level && !isNamed && own > 0.4) put(gap, 0, 0, scale, 0, WHITE);
    put(body, 0, 0, scale * (level && !isNamed ? 0.82 : 1), 0, fill);
    if (!isNamed) return;
    if (text !== undefined) put(text, 0, 0, scale, 0, ink);
    if (level || this.coloring === "crowding" && levelOf(vehicle.occupancy)) {
      put(badge, (half - 4) * scale, -10 * scale, scale * 0.52, 0);
    }
  }

  /** Dots along the way of a vehicle in the last seconds, which fade with the time since. */
  drawTrail(vehicle, view, now, seconds, size) {
    const look = vehicle.isPresent ? this.switches.look(vehicle.number, now) : null;
    if (!look || this.sprites.count > VehicleLayer.MOST_DOTS) return;
    const isChosen = vehicle.number === this.selected;
    const points = [...this.fleet.trail(vehicle.number, seconds), [vehicle.longitude, vehicle.latitude, 0]];
    const { text, halo } = INK(), ink = isChosen ? rgbOf(text) : this.look(vehicle).fill, rim = rgbOf(halo), from = {}, to = {};
    let rest = 0;
    for (let place = 1; place < points.length; place += 1) {
      const [one, other] = [points[place - 1], points[place]];
      if (!view.project(one[0], one[1], from) || !view.project(other[0], other[1], to)) continue;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      for (; rest < length && this.sprites.count < VehicleLayer.MOST_DOTS; rest += VehicleLayer.DOTS * size) {
        const share = rest / length, ago = one[2] + (other[2] - one[2]) * share, left = 1 - 0.84 * Math.min(1, ago / seconds);
        const x = from.x + (to.x - from.x) * share, y = from.y + (to.y - from.y) * share;
        if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
        if (isChosen) this.sprites.add(this.rim, x, y, size, 0, look.opacity * left * 0.95, rim);
        this.sprites.add(this.dot, x, y, size, 0, look.opacity * left, ink);
      }
      rest -= length;
    }
  }

  /** The vehicle that is drawn nearest to a point, within a reach in points; null where there is none. */
  at(point, reach) {
    let best = null, least = (reach + 10 * this.size) ** 2;
    for (const vehicle of this.fleet.vehicles) {
      if (!vehicle.isPresent) continue;
      const distance = (this.screen[vehicle.number * 2] - point.x) ** 2 + (this.screen[vehicle.number * 2 + 1] - point.y) ** 2;
      if (distance < least) [best, least] = [vehicle, distance];
    }
    return best;
  }
}

const rgbOf = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255);
const WHITE = [1, 1, 1];

/** The names of routes as they are on vehicles, and the shapes that they are on. */
class VehicleNames {
  static HEIGHT = 18;
  /** The width of the shape without a name, of the widest, and the step between widths. */
  static DISC = 18;
  static WIDEST = 54;
  static STEP = 4;
  static get FONT() { return FONT.replace("12px", "11px"); }
  /** What lies below what: the edge, a white gap, the body. */
  static SHAPES = ["edge", "gap", "body"];
  /** As many names as there is room for; the other routes have none on their vehicles. */
  static MOST = 1500;

  constructor() {
    this.texts = new Map();
    for (const route of ROUTES.values()) {
      const text = drawable(routeLabel(route), 7);
      if (this.texts.size < VehicleNames.MOST) this.texts.set(text, this.width(text));
    }
  }

  width(text) {
    ruler.font = VehicleNames.FONT;
    const { DISC, STEP, WIDEST } = VehicleNames, room = ruler.measureText(text).width + 9;
    return Math.min(WIDEST, DISC + STEP * Math.max(0, Math.ceil((room - DISC) / STEP)));
  }

  /** The name of a route and the width of what it is on. */
  of(route) {
    const text = route ? drawable(routeLabel(route), 7) : null, width = this.texts.get(text);
    return { text: width ? text : null, width: width ?? VehicleNames.DISC };
  }

  pictures() {
    const { DISC, STEP, WIDEST, HEIGHT } = VehicleNames, pictures = [];
    for (let width = DISC; width <= WIDEST; width += STEP) {
      for (const [shape, more] of [["edge", 2], ["gap", 0.6], ["body", 0]]) {
        pictures.push([`${shape}:${width}`, pillPicture(width + 2 * more, HEIGHT + 2 * more)]);
      }
    }
    for (const [text, width] of this.texts) pictures.push([`text:${text}`, textPicture(text, width, HEIGHT)]);
    return pictures;
  }
}

/** How far vehicles are from the nearest other, in widths of the world: at the middle of all. */
function spacingOf(vehicles) {
  if (vehicles.length < 2) return 1;
  const points = vehicles.map(({ longitude, latitude }) => [
    worldColumn(nearestTurn(longitude, vehicles[0].longitude)), worldRow(latitude)]);
  const box = boxAround(points), side = Math.max(1e-9, Math.sqrt(Math.max(1e-12,
    (box[1][0] - box[0][0]) * (box[1][1] - box[0][1])) / points.length));
  const cells = new Map(), cell = ([x, y], dx = 0, dy = 0) => `${Math.floor(x / side) + dx}:${Math.floor(y / side) + dy}`;
  for (const point of points) {
    const key = cell(point);
    if (cells.has(key)) cells.get(key).push(point);
    else cells.set(key, [point]);
  }
  const least = points.map((point) => {
    let best = 1.5 * side;
    for (const dx of [-1, 0, 1]) {
      for (const dy of [-1, 0, 1]) {
        // Of a crowd in one place the first few say enough.
        for (const other of (cells.get(cell(point, dx, dy)) ?? []).slice(0, 200)) {
          if (other !== point) best = Math.min(best, Math.hypot(other[0] - point[0], other[1] - point[1]));
        }
      }
    }
    return best;
  }).sort((a, b) => a - b);
  return least[least.length >> 1];
}

function ringPicture() {
  return picture(48, 48, (context) => {
    context.beginPath();
    context.arc(24, 24, 18, 0, 2 * Math.PI);
    context.lineWidth = 6;
    context.strokeStyle = "#ffffff";
    context.stroke();
    context.lineWidth = 3;
    context.strokeStyle = "#0b57d0";
    context.stroke();
  });
}

function dotPicture(radius) {
  return picture(12, 12, (context) => {
    context.beginPath();
    context.arc(6, 6, radius, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
  });
}

/** A white shape with round ends; the layer gives it its colour. */
function pillPicture(width, height) {
  return picture(width + 2, height + 2, (context) => {
    context.beginPath();
    context.roundRect(1, 1, width, height, height / 2);
    context.fillStyle = "#ffffff";
    context.fill();
  });
}

/** A white name, narrower where it would not fit. */
function textPicture(text, width, height) {
  return picture(width, height, (context) => {
    context.font = VehicleNames.FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = "#ffffff";
    context.fillText(text, width / 2, height / 2 + 0.5, width - 6);
  });
}

/** A white tip that points up, around the middle of its foot. */
function tipPicture(size) {
  return picture(size * 2, size * 2, (context) => {
    context.beginPath();
    context.moveTo(size, size - size * 0.85);
    context.lineTo(size + size * 0.8, size + size * 0.2);
    context.lineTo(size - size * 0.8, size + size * 0.2);
    context.closePath();
    context.fillStyle = "#ffffff";
    context.fill();
  });
}
