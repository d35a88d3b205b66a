// Vehicles that move are drawn by themselves, on a canvas of their own above the map's: the map is not drawn anew for each
// of their frames, and they are not sent to its worker.

const UNKNOWN_LEVEL = "unknown";
const levelNames = () => [...LEVELS.map(({ level }) => level), UNKNOWN_LEVEL];

/** The vehicles of a fleet, the chosen one's trail, and what a pointer finds of them. */
class VehicleLayer {
  /** Seconds of the feed that a trail tells of, and points between its dots. */
  static TRAIL = 600;
  static DOTS = 9;

  constructor(map, fleet, switches) {
    Object.assign(this, { map, fleet, switches, selected: null });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    map.getCanvasContainer().append(this.canvas);
    this.sprites = new SpriteCanvas(this.canvas, [
      ...levelNames().flatMap((level) => [
        [`vehicle:${level}`, vehiclePicture(level), [9, 9, 30, 30]],
        [`bearing:${level}`, bearingPicture(level), [14, 0, 20, 15]],
      ]),
      ["ring", ringPicture(), [2, 2, 44, 44]], ["dot", dotPicture(2.2), [18, 18, 12, 12]],
      ["rim", dotPicture(4), [18, 18, 12, 12]],
    ]);
    /** The cells of disc and tip by occupancy_status. */
    this.cells = new Map();
    for (const name of ["ring", "dot", "rim"]) this[name] = this.sprites.cells.get(name);
    /** Where the vehicle at hand is on the screen. */
    this.point = { x: 0, y: 0 };
    this.screen = new Float64Array(fleet.vehicles.length * 2);
    this.isMany = fleet.vehicles.length > 60;
    map.on("resize", () => this.sprites.resize());
  }

  cellsOf(occupancy) {
    let cells = this.cells.get(occupancy);
    if (!cells) {
      const level = levelOf(occupancy)?.level ?? UNKNOWN_LEVEL;
      cells = { disc: this.sprites.cells.get(`vehicle:${level}`), tip: this.sprites.cells.get(`bearing:${level}`) };
      this.cells.set(occupancy, cells);
    }
    return cells;
  }

  /** As large as the pictures of vehicles that stand still are at this zoom. */
  get size() { return this.isMany ? sizeAtZoom(this.map.getZoom()) : 1; }

  /** Draws what the fleet shows. `now`: milliseconds, for what is switched. */
  draw(now) {
    const { fleet, sprites, selected } = this, size = this.size, view = new GroundView(this.map);
    sprites.clear();
    if (selected !== null) this.drawTrail(view, this.switches.look(selected, now));
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
    const cells = this.cellsOf(vehicle.occupancy), scale = vehicle.scale * look.scale * size;
    const opacity = vehicle.opacity * look.opacity * (vehicle.isStale ? 0.55 : 1);
    if (vehicle.number === this.selected) sprites.add(this.ring, at.x, at.y, Math.max(scale, 0.5), 0, opacity);
    if (vehicle.heading !== null) {
      sprites.add(cells.tip, at.x, at.y, scale, view.angle(vehicle.heading, vehicle.longitude, vehicle.latitude, at), opacity);
    }
    sprites.add(cells.disc, at.x, at.y, scale, 0, opacity);
  }

  /** Dots along the way of the chosen vehicle, which fade with the time since. */
  drawTrail(view, look) {
    const vehicle = this.fleet.vehicles[this.selected];
    if (!vehicle.isPresent || !look) return;
    const points = [...this.fleet.trail(this.selected, VehicleLayer.TRAIL), [vehicle.longitude, vehicle.latitude, 0]];
    const { text, halo } = INK(), ink = rgbOf(text), rim = rgbOf(halo), from = {}, to = {};
    let rest = 0;
    for (let place = 1; place < points.length; place += 1) {
      const [one, other] = [points[place - 1], points[place]];
      if (!view.project(one[0], one[1], from) || !view.project(other[0], other[1], to)) continue;
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      for (; rest < length && this.sprites.count < 4000; rest += VehicleLayer.DOTS) {
        const share = rest / length, ago = one[2] + (other[2] - one[2]) * share;
        this.sprites.add(this.rim, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1, 0,
          look.opacity * (0.9 - 0.75 * Math.min(1, ago / VehicleLayer.TRAIL)), rim);
        this.sprites.add(this.dot, from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 1, 0,
          look.opacity * (0.95 - 0.8 * Math.min(1, ago / VehicleLayer.TRAIL)), ink);
      }
      rest -= length;
    }
  }

  /** The vehicle that is drawn nearest to a point, within a reach in points; null where there is none. */
  at(point, reach) {
    let best = null, least = (reach + 12 * this.size) ** 2;
    for (const vehicle of this.fleet.vehicles) {
      if (!vehicle.isPresent) continue;
      const distance = (this.screen[vehicle.number * 2] - point.x) ** 2 + (this.screen[vehicle.number * 2 + 1] - point.y) ** 2;
      if (distance < least) [best, least] = [vehicle, distance];
    }
    return best;
  }
}

const rgbOf = (color) => [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16) / 255);

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
