// The names of routes on lines, once more above the vehicles: those that the map shows are drawn again where they are.

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

class OverNames {
  /** - pictures: the pictures of the map by their names. */
  constructor(map, layers, pictures) {
    Object.assign(this, { map, layers, pictures, shown: [], canvases: new Map() });
    this.canvas = el("canvas", { class: "vehicles", "aria-hidden": "true" });
    map.getCanvasContainer().append(this.canvas);
    map.on("idle", () => this.find());
    map.on("render", () => this.draw());
  }

  /** Finds what the map shows, none over another. */
  find() {
    const found = this.map.queryRenderedFeatures({ layers: this.layers.filter((layer) => this.map.getLayer(layer)) });
    const seen = new Set();
    this.shown = found.filter(({ layer, id }) => !seen.has(`${layer.id}${id}`) && seen.add(`${layer.id}${id}`))
      .map(({ geometry, properties }) => ({ at: geometry.coordinates, line: properties.line,
        image: properties.image ?? `badge:${properties.route}` }));
    this.draw();
  }

  picture(image) {
    if (!this.canvases.has(image)) {
      const data = this.pictures.get(image), canvas = data ? el("canvas", { width: data.width, height: data.height }) : null;
      canvas?.getContext("2d").putImageData(data, 0, 0);
      this.canvases.set(image, canvas);
    }
    return this.canvases.get(image);
  }

  draw() {
    const { canvas, map } = this, scale = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    for (const { at, line, image } of this.shown) {
      if (line !== undefined && !records("lines")[line].route.isOn) continue;
      const picture = this.picture(image);
      if (!picture) continue;
      const { x, y } = map.project(at), [wide, high] = [picture.width, picture.height].map((side) => side / PICTURE_SCALE * TEXT_SCALE);
      context.drawImage(picture, x - wide / 2, y - high / 2, wide, high);
    }
  }
}
