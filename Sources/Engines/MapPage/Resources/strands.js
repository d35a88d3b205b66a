// Routes side by side on the map: each a stroke of its own, in the slots that ways.js works out.

/** Zooms with the width of a strand, the gap to the next, and what is set off at the sides of a bundle. */
const STRAND_SIZES = [
  { zoom: 8, width: 1.7, gap: 0.5, side: 0.9 }, { zoom: 12, width: 3, gap: 0.8, side: 1.4 },
  { zoom: 16, width: 6.6, gap: 1.5, side: 2 },
];

/** A value by zoom, which grows as the widths of lines do. */
const byZoom = (value) => ["interpolate", ["exponential", 1.4], ["zoom"],
  ...STRAND_SIZES.flatMap((size) => [size.zoom, value(size)])];

/** From the middle of a strand to that of the next. */
const pitchOf = ({ width, gap }) => width + gap;

/** The same for a zoom. */
function pitchAtZoom(zoom) {
  const next = STRAND_SIZES.findIndex((size) => zoom < size.zoom);
  if (next <= 0) return pitchOf(STRAND_SIZES.at(next));
  const [low, high] = STRAND_SIZES.slice(next - 1, next + 1);
  const share = (1.4 ** (zoom - low.zoom) - 1) / (1.4 ** (high.zoom - low.zoom) - 1);
  return pitchOf(low) + (pitchOf(high) - pitchOf(low)) * share;
}

class Strands {
  constructor() {
    this.ways = new Ways();
    this.bands = WAY_BANDS.map((band) => ({ ...band, source: `ways-${band.name}`, drawn: null }));
    this.names = new WayNames(this.ways);
    this.emphasised = null;
    this.isLoaded = false;
  }

  sources() {
    const sources = { emphasis: { type: "geojson", data: collection([]), tolerance: 0 } };
    // The parts of a change of slot are shorter than what is left out elsewhere.
    for (const { source } of this.bands) sources[source] = { type: "geojson", data: collection([]), tolerance: 0 };
    return { ...sources, ...this.names.sources() };
  }

  layers() {
    const round = { "line-join": "round", "line-cap": "round" };
    const state = (name) => ["number", ["feature-state", name], ["get", name]];
    const offset = byZoom((size) => ["*", state("slot"), pitchOf(size)]);
    const width = (factor, more) => byZoom((size) =>
      ["+", ["*", state("scale"), size.width * factor], more * size.side]);
    const strokes = (id, source, band, factor) => [
      { id: `${id}-casing`, type: "line", source, ...band, layout: round, filter: ["!", ["has", "bare"]], paint: {
        "line-color": casing(), "line-width": width(factor, 2), "line-offset": offset, "line-opacity": whenOn(1) } },
      { id, type: "line", source, ...band, layout: round, paint: {
        "line-color": ["get", "color"], "line-width": width(factor, 0), "line-offset": offset,
        "line-opacity": whenOn(1) } },
    ];
    return [
      ...this.bands.flatMap(({ source, from, to }) => strokes(source, source, { minzoom: from, maxzoom: to }, 1)),
      ...strokes("emphasis", "emphasis", {}, 1.8),
    ];
  }

  get casings() { return [...this.bands.map(({ source }) => source), "emphasis"].map((id) => `${id}-casing`); }

  /**
   * Draws what the view needs first, and what is needed further in when the map is at leisure: once, because to make it
   * anew after each switch would delay the next one.
   */
  attach(map) {
    this.map = map;
    map.once("style.load", () => {
      this.isLoaded = true;
      this.draw(this.bandAtZoom());
      this.names.update(map);
    });
    map.on("zoom", () => {
      if (!this.isLoaded) return;
      this.draw(this.bandAtZoom());
      this.names.extend(map);
    });
    map.on("idle", () => {
      const next = this.bands[this.bands.indexOf(this.bandAtZoom()) + 1];
      if (!next?.drawn) this.draw(next);
    });
  }

  bandAtZoom() {
    const zoom = this.map.getZoom();
    return this.bands.find(({ to }) => zoom < to) ?? this.bands.at(-1);
  }

  draw(band) {
    if (!band || band.drawn && !band.isOld) return;
    if (band.drawn) band.drawn.refresh(this.map);
    else {
      band.drawn = new WayBand(band, this.ways);
      band.drawn.draw(this.map);
    }
    band.isOld = false;
  }

  // What a pointer finds

  /** The strokes at a point, the nearest first: each a piece and a route. */
  at(point, reach) {
    const { source, drawn } = this.bandAtZoom();
    if (!drawn) return [];
    const { lng, lat } = this.map.unproject(point);
    // Strokes lie closer to each other than a finger is wide: one that is met is nearer than one beside.
    for (const around of [0, reach / 3, reach]) {
      const box = [[point.x - around, point.y - around], [point.x + around, point.y + around]];
      const found = new Set(this.map.queryRenderedFeatures(around ? box : point, { layers: [source] })
        .map(({ id }) => drawn.strandAt(id, [lng, lat])).filter(({ route }) => route.isOn));
      if (found.size) return [...found];
    }
    return [];
  }

  /** Draws a route wider than it is, above the others; null for none. */
  emphasise(route) {
    this.emphasised = route?.isOn ? route : null;
    this.map.getSource("emphasis")?.setData(collection(this.emphasisedFeatures()));
  }

  emphasisedFeatures() {
    const { drawn } = this.bandAtZoom();
    const numbers = drawn?.byRoute.get(this.emphasised) ?? [];
    return numbers.map((number) => drawn.feature(number));
  }

  // Showing

  /**
   * Shows or hides the strokes of routes after their switches changed, at once. What is beside them closes up, and names
   * and stations follow, once for switches that come one after another: `settled` is called then.
   */
  refreshSwitches(settled) {
    this.bandAtZoom().drawn?.showSwitched(this.map);
    this.emphasise(this.emphasised);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.ways.arrange();
      // What is not in view is made again when it comes into view.
      for (const band of this.bands) band.isOld = Boolean(band.drawn);
      this.draw(this.bandAtZoom());
      this.emphasise(this.emphasised);
      this.names.update(this.map);
      settled();
    }, Strands.SETTLE);
  }

  /** Milliseconds after the last switch. */
  static SETTLE = 150;

  repaint() {
    for (const id of this.casings) this.map.setPaintProperty(id, "line-color", casing());
  }
}
