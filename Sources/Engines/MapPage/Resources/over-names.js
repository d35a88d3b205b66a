// Names above the vehicles: those of routes on lines where the map has found room, and those of stops beside their stops.

/** Points of the screen between two badges of one line. */
const BADGE_DISTANCE = 340;

/** Where the badges of lines stand: in the middle, and where that is far from the next, between these again, from a zoom on. */
function badgePlaces() {
  const places = [];
  for (const line of records("lines").filter(({ strands }) => !strands)) {
    const part = line.parts.reduce((longest, one) => one.length > longest.length ? one : longest, []);
    const metres = [0];
    for (let place = 1; place < part.length; place += 1) metres.push(metres[place - 1] + metresBetween(part[place - 1], part[place]));
    const length = metres.at(-1);
    if (!(length > 0)) continue;
    const nearPole = Math.cos(part[0][1] * Math.PI / 180);
    // Twice as many at each step, which needs twice the length on the screen.
    for (let step = 1; step <= 32; step *= 2) {
      const zoom = Math.log2(BADGE_DISTANCE * step * 40075016.7 * nearPole / (512 * length));
      if (step > 1 && zoom > 17) break;
      for (let place = 0, next = 1; place < step; place += 1) {
        const wanted = length * (2 * place + 1) / (2 * step);
        while (metres[next] < wanted) next += 1;
        const share = (wanted - metres[next - 1]) / (metres[next] - metres[next - 1] || 1);
        places.push(feature(places.length, { type: "Point", coordinates: [0, 1].map((axis) =>
          part[next - 1][axis] + (part[next][axis] - part[next - 1][axis]) * share) },
        { line: line.number, route: line.route.number, trips: line.trip_count ?? 0, zoom: step === 1 ? 0 : zoom - 1, order: step }));
      }
    }
  }
  return places;
}

/** Points around a name of a stop in which there is nothing that covers it. */
const COVER_MARGIN = 3;
/** What stands on the map and covers it. */
const COVERS = "#panel, .legend, .player, .vehicle-card, .maplibregl-ctrl-top-right > *, .maplibregl-ctrl-bottom-left > *";
/** Pictures of names that are kept, beyond those that are shown. */
const MOST_PICTURES = 400;

class OverNames {
  /** - isOverVehicles: whether the names on lines, which the map draws, are drawn once more. */
  constructor(atlas, isOverVehicles) {
    Object.assign(this, {
      atlas, isOverVehicles, map: atlas.map, routes: [], stops: [], covers: [], canvases: new Map(), zoom: NaN, time: 0,
      places: new NamePlaces(atlas), layers: ["names", "badges"],
    });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    this.map.getCanvasContainer().append(this.canvas);
    this.map.on("idle", () => this.find());
    this.map.on("render", () => {
      this.draw();
      // Names that appear or go while the map moves do so in steps, and no frame waits for them.
      const isLate = Math.abs(this.map.getZoom() - this.zoom) > 0.2 || performance.now() - this.time > 400;
      if (isLate && this.time > 0) this.asked ??= setTimeout(() => this.find());
    });
  }

  /** Finds what the map shows of names of routes, and places for those of stops. */
  find() {
    clearTimeout(this.asked);
    this.asked = undefined;
    const layers = this.layers.filter((layer) => this.map.getLayer(layer)), seen = new Set();
    const edge = this.canvas.getBoundingClientRect(), theme = DARK.matches ? "dark" : "light";
    [this.zoom, this.time] = [this.map.getZoom(), performance.now()];
    this.covers = [...document.querySelectorAll(COVERS)].map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0).map(({ left, top, right, bottom }) =>
        [left - edge.left, top - edge.top, right - edge.left, bottom - edge.top]);
    this.routes = this.map.queryRenderedFeatures({ layers })
      .filter(({ layer, id }) => !seen.has(`${layer.id}${id}`) && seen.add(`${layer.id}${id}`))
      .map(({ geometry, properties }) =>
        ({ at: geometry.coordinates, line: properties.line, image: properties.image ?? `badge:${properties.route}` }))
      .filter(({ line }) => line === undefined || records("lines")[line].route.isOn);
    this.stops = this.places.find({
      isWhole: (box) => this.isWhole(box), badges: this.routes.map((one) => this.routeBox(one)).filter(Boolean), vehicles: this.stillVehicles(),
    }).map((one) => ({ ...one, image: `label:${theme}:${one.number}` }));
    if (this.canvases.size > this.stops.length + this.routes.length + MOST_PICTURES) this.canvases.clear();
    this.draw();
  }

  /** The boxes of vehicles that stand still. */
  stillVehicles() {
    const reach = 13 * valueByZoom(records("vehicles").length > 60 ? VEHICLE_SIZES : [[0, 1]], this.zoom);
    return records("vehicles").filter(({ route }) => route?.isOn !== false).map(({ at }) => this.map.project(at))
      .map(({ x, y }) => [x - reach, y - reach, x + reach, y + reach]);
  }

  picture(image) {
    if (!this.canvases.has(image)) {
      const [kind, theme, pin] = image.split(":");
      const data = kind === "label" ? labelPicture(records("pins")[Number(pin)], theme === "dark") : this.atlas.pictures.get(image);
      const canvas = data ? el("canvas", { width: data.width, height: data.height }) : null;
      if (!canvas) return null;
      canvas.getContext("2d").putImageData(data, 0, 0);
      this.canvases.set(image, canvas);
    }
    return this.canvases.get(image);
  }

  /** The box of a route's name on the screen; null before it is drawn. */
  routeBox({ at, image }) {
    const picture = this.picture(image);
    if (!picture) return null;
    const { x, y } = this.map.project(at), [wide, high] = [picture.width, picture.height].map((side) => side / PICTURE_SCALE * TEXT_SCALE);
    return [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
  }

  /** Whether a box is whole: on the map and beneath nothing that stands on it. */
  isWhole([left, top, right, bottom]) {
    const { clientWidth, clientHeight } = this.canvas;
    return left >= COVER_MARGIN && top >= 0 && right <= clientWidth - COVER_MARGIN && bottom <= clientHeight
      && this.covers.every(([west, north, east, south]) => right <= west || left >= east || bottom <= north || top >= south);
  }

  draw() {
    const { canvas, map } = this, scale = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    if (this.isOverVehicles) {
      for (const one of this.routes) {
        const box = one.line !== undefined && !records("lines")[one.line].route.isOn ? null : this.routeBox(one);
        if (box) context.drawImage(this.picture(one.image), box[0], box[1], box[2] - box[0], box[3] - box[1]);
      }
    }
    // A name that the map's edge or what stands on it cuts meanwhile is not drawn until it has another place.
    for (const { pin, at, dx, dy, size: [wide, high], image } of this.stops) {
      if (pin.isOn === false) continue;
      const { x, y } = map.project(at), [left, top] = [x + dx, y + dy];
      if (this.isWhole([left, top, left + wide, top + high])) context.drawImage(this.picture(image), left, top, wide, high);
    }
  }
}
