// Names above the vehicles: those of routes on lines and of stops that the map shows are drawn where the map has found room.

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
      for (let place = 0; place < step; place += 1) {
        const wanted = length * (2 * place + 1) / (2 * step), next = Math.max(1, metres.findIndex((value) => value >= wanted));
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

class OverNames {
  /** - isOverVehicles: whether the names on lines, which the map draws, are drawn once more. */
  constructor(atlas, isOverVehicles) {
    Object.assign(this, {
      atlas, isOverVehicles, map: atlas.map, shown: [], covers: [], canvases: new Map(), zoom: NaN, time: 0,
      layers: [...NAME_LAYERS, "names", ...isOverVehicles ? ["badges"] : []],
    });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    this.map.getCanvasContainer().append(this.canvas);
    this.map.on("idle", () => this.find());
    this.map.on("render", () => {
      // Names that appear or go while the map moves do so in steps.
      if (Math.abs(this.map.getZoom() - this.zoom) > 0.2 || performance.now() - this.time > 400) this.find();
      else this.draw();
    });
  }

  /** Finds what the map shows, none over another. */
  find() {
    const layers = this.layers.filter((layer) => this.map.getLayer(layer));
    const seen = new Set(), place = this.canvas.getBoundingClientRect(), theme = DARK.matches ? "dark" : "light";
    [this.zoom, this.time] = [this.map.getZoom(), performance.now()];
    this.covers = [...document.querySelectorAll(COVERS)].map((one) => one.getBoundingClientRect())
      .filter(({ width }) => width > 0).map(({ left, top, right, bottom }) =>
        [left - place.left, top - place.top, right - place.left, bottom - place.top]);
    this.shown = this.map.queryRenderedFeatures({ layers })
      .filter(({ layer, id }) => !seen.has(`${layer.id}${id}`) && seen.add(`${layer.id}${id}`))
      .map(({ layer, geometry, properties }) => NAME_LAYERS.includes(layer.id)
        ? { at: geometry.coordinates, pin: records("pins")[properties.pin], image: `label:${theme}:${properties.pin}`,
          beside: Atlas.beside(properties, this.zoom), isCapsule: properties.far !== undefined }
        : { at: geometry.coordinates, line: properties.line, image: properties.image ?? `badge:${properties.route}` });
    this.draw();
  }

  picture(image) {
    if (!this.canvases.has(image)) {
      const data = this.atlas.pictures.get(image), canvas = data ? el("canvas", { width: data.width, height: data.height }) : null;
      if (!canvas) return null;
      canvas.getContext("2d").putImageData(data, 0, 0);
      this.canvases.set(image, canvas);
    }
    return this.canvases.get(image);
  }

  /** Whether a box is whole: on the map, beneath nothing that stands on it, and over no name that was drawn before. */
  isFree([left, top, right, bottom], taken) {
    const { clientWidth, clientHeight } = this.canvas;
    return left >= COVER_MARGIN && top >= 0 && right <= clientWidth - COVER_MARGIN && bottom <= clientHeight
      && [...this.covers, ...taken].every(([west, north, east, south]) =>
        right <= west || left >= east || bottom <= north || top >= south);
  }

  draw() {
    const { canvas, map } = this, scale = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d"), stops = [], taken = [];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    for (const one of this.shown) {
      if (one.line !== undefined && !records("lines")[one.line].route.isOn || one.pin?.isOn === false) continue;
      const picture = this.picture(one.image);
      if (!picture) continue;
      const { x, y } = map.project(one.at), [wide, high] = [picture.width, picture.height].map((side) => side / PICTURE_SCALE * TEXT_SCALE);
      if (one.pin) {
        stops.push({ ...one, picture, x, y, wide, high });
        continue;
      }
      if (this.isOverVehicles) context.drawImage(picture, x - wide / 2, y - high / 2, wide, high);
      taken.push([x - wide / 2, y - high / 2, x + wide / 2, y + high / 2]);
    }
    // A name stands to the right of its stop, as the map has found room for it; where that would cut it, to the left if there
    // is room, or not at all.
    const isCut = [];
    for (const stop of stops) {
      const { x, y, wide, high, beside: [across, down] } = stop;
      const box = [x + across, y + down - high / 2, x + across + wide, y + down + high / 2];
      if (!this.isFree(box, [])) isCut.push(stop);
      else {
        context.drawImage(stop.picture, box[0], box[1], wide, high);
        taken.push(box);
      }
    }
    for (const { picture, x, y, wide, high, beside: [across, down], isCapsule } of isCut) {
      const box = [x - across - wide, y + down - high / 2, x - across, y + down + high / 2];
      if (isCapsule || !this.isFree(box, taken)) continue;
      context.drawImage(picture, box[0], box[1], wide, high);
      taken.push(box);
    }
  }
}
