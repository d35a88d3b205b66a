// Stations on routes side by side: a capsule across all strokes that are shown, and a bar between capsules of one station.

/** The distance of two strokes in the pictures of capsules, which the map draws larger and smaller. */
const CAPSULE_PITCH = 10;
const CAPSULE_HEIGHT = 18, CAPSULE_RIM = 3.2;

/** How many strokes wide a piece is drawn. */
const abreast = (line) => Math.min(MOST_ABREAST, line.shown);

function capsulePicture(count, isDark) {
  const ink = isDark ? { pin: "#1d242d", rim: "#c9d3df" } : { pin: "#ffffff", rim: "#2a3440" };
  const width = (count - 1) * CAPSULE_PITCH + CAPSULE_HEIGHT;
  return picture(width + 2, CAPSULE_HEIGHT + 2, (context) => {
    context.beginPath();
    context.roundRect(1 + CAPSULE_RIM / 2, 1 + CAPSULE_RIM / 2, width - CAPSULE_RIM, CAPSULE_HEIGHT - CAPSULE_RIM,
      CAPSULE_HEIGHT / 2);
    context.fillStyle = ink.pin;
    context.fill();
    context.lineWidth = CAPSULE_RIM;
    context.strokeStyle = ink.rim;
    context.stroke();
  });
}

/** The capsules of a pin across pieces of which something is shown; empty for a pin that is a circle. */
function capsulesOf(pin) {
  return (pin.capsules ?? []).map((capsule) => ({ ...capsule, piece: records("lines")[capsule.line] }))
    .filter(({ piece }) => piece?.strands && piece.shown);
}

/** Points from a capsule's middle to where it ends, for a zoom. */
const capsuleReach = (capsule, zoom) => pitchAtZoom(zoom) * (abreast(capsule.piece) - 1) / 2;

class Capsules {
  constructor(zooms) {
    this.zooms = zooms;
    /** The zoom that the map has capsules for. */
    this.reached = -1;
  }

  static image(theme) { return ["concat", "capsule:", theme, ":", ["get", "count"]]; }

  sources() {
    const empty = () => ({ type: "geojson", data: collection([]), tolerance: 0 });
    return { capsules: empty(), bars: empty() };
  }

  layers(ink, theme) {
    const shown = ["<=", ["get", "zoom"], ["zoom"]];
    const bar = (id, color, width) => ({ id, type: "line", source: "bars", filter: shown,
      layout: { "line-cap": "round", "line-join": "round" }, paint: {
        "line-color": color, "line-width": byZoom((size) => pitchOf(size) / CAPSULE_PITCH * width) } });
    const inner = CAPSULE_HEIGHT * 0.8 - 2 * CAPSULE_RIM;
    return [
      bar("bar-rims", ink.rim, inner + 2 * CAPSULE_RIM),
      { id: "capsules", type: "symbol", source: "capsules", filter: shown, layout: {
        "icon-image": Capsules.image(theme), "icon-rotate": ["get", "bearing"], "icon-rotation-alignment": "map",
        "icon-pitch-alignment": "map", "icon-allow-overlap": true, "icon-ignore-placement": true,
        "icon-size": byZoom((size) => pitchOf(size) / CAPSULE_PITCH) } },
      bar("bars", ink.pin, inner),
    ];
  }

  /** Puts the capsules on the map that its view needs, now and as it goes further in. */
  attach(map) {
    const extend = () => {
      const wanted = Math.min(15, Math.ceil(map.getZoom()) + 1);
      if (this.reached >= wanted) return;
      this.reached = wanted;
      this.refresh(map);
    };
    map.once("style.load", extend);
    map.on("zoom", () => { if (this.reached >= 0) extend(); });
  }

  /** Capsules that are shown at the zooms reached, and the bars between those of one station. */
  features() {
    const capsules = [], bars = [];
    records("pins").forEach((pin, number) => {
      const zoom = this.zooms[number];
      if (pin.isOn === false || zoom > this.reached) return;
      const shown = capsulesOf(pin);
      for (const { piece, at, bearing } of shown) {
        capsules.push(feature(capsules.length, { type: "Point", coordinates: at },
          { pin: number, zoom, bearing, count: abreast(piece) }));
      }
      for (const line of Capsules.tree(shown.map(({ at }) => at))) {
        bars.push(feature(bars.length, { type: "LineString", coordinates: line }, { zoom }));
      }
    });
    return [capsules, bars];
  }

  /** The shortest lines that link places with each other. */
  static tree(places) {
    const linked = places.slice(0, 1), rest = places.slice(1), lines = [];
    while (rest.length) {
      let best = null;
      for (const from of linked) {
        for (const to of rest) {
          const length = metresBetween(from, to);
          if (!best || length < best.length) best = { from, to, length };
        }
      }
      lines.push([best.from, best.to]);
      linked.push(best.to);
      rest.splice(rest.indexOf(best.to), 1);
    }
    return lines;
  }

  /** Whether a point of the screen lies on one of a pin's capsules or no further off than so much. */
  static isHit(map, pin, point, reach) {
    return capsulesOf(pin).some((capsule) => {
      const middle = map.project(capsule.at), half = capsuleReach(capsule, map.getZoom());
      const turn = (capsule.bearing + 90 - map.getBearing()) * Math.PI / 180;
      const along = [Math.sin(turn), -Math.cos(turn)];
      const [dx, dy] = [point.x - middle.x, point.y - middle.y];
      const near = Math.max(-half, Math.min(half, dx * along[0] + dy * along[1]));
      const radius = pitchAtZoom(map.getZoom()) * CAPSULE_HEIGHT / CAPSULE_PITCH / 2;
      return Math.hypot(dx - near * along[0], dy - near * along[1]) <= radius + reach;
    });
  }

  refresh(map) {
    const [capsules, bars] = this.features();
    map.getSource("capsules")?.setData(collection(capsules));
    map.getSource("bars")?.setData(collection(bars));
  }

  repaint(map, ink, theme) {
    map.setPaintProperty("bar-rims", "line-color", ink.rim);
    map.setPaintProperty("bars", "line-color", ink.pin);
    map.setLayoutProperty("capsules", "icon-image", Capsules.image(theme));
  }
}
