// The map of the network: lines with casings, pins by zoom, vehicles, and what a pointer finds on them.

const INK = () => DARK.matches
  ? { paper: "#12161c", pin: "#1d242d", rim: "#c9d3df", text: "#e8edf3", halo: "#12161c" }
  : { paper: "#eef1f4", pin: "#ffffff", rim: "#2a3440", text: "#1b232c", halo: "#ffffff" };

/** The colour around a line: the ground's, or one that sets off a line as dark or as light as the ground. */
const casingColors = (fill) => ({
  day: contrast(fill, "#eef1f4") < 1.7 ? "#7d8a98" : "#ffffff",
  night: contrast(fill, "#12161c") < 2 ? "#8894a2" : "#12161c",
});
const casing = () => ["get", DARK.matches ? "night" : "day"];


/** Vehicles are drawn small from afar where there are many of them: zooms and the sizes at them. */
const VEHICLE_SIZES = [[9, 0.34], [12, 0.62], [14, 1]];
const vehicleSize = () => records("vehicles").length > 60
  ? ["interpolate", ["linear"], ["zoom"], ...VEHICLE_SIZES.flat()] : 1;

const feature = (id, geometry, properties) => ({ type: "Feature", id, geometry, properties });
const collection = (features) => ({ type: "FeatureCollection", features });
const source = (features) => ({ type: "geojson", data: collection(features), tolerance: 0.3 });

/** Points of the map that the player covers. */
const PLAYER_HEIGHT = 84;

/** What grows in a straight line between zooms. */
function valueByZoom(steps, zoom) {
  const next = steps.findIndex(([step]) => zoom < step);
  if (next <= 0) return steps.at(next)[1];
  const [[low, from], [high, to]] = steps.slice(next - 1, next + 1);
  return from + (to - from) * (zoom - low) / (high - low);
}

const whenOn = (value) => ["case", ["boolean", ["feature-state", "off"], ["get", "off"], false], 0, value];

class Atlas {
  /** - `container`: an element with a size. - `fleet`: the vehicles that are played, or null. - `isPlayed`: whether there is a player. */
  constructor(container, fleet, isPlayed) {
    this.container = container;
    this.fleet = fleet;
    /** What is drawn on the map as pictures, by their names. */
    this.pictures = new Map();
    this.hovered = null;
    this.player = null;
    const hasWays = records("lines").some((line) => line.strands);
    this.strands = hasWays ? new Strands() : null;
    // A vehicle far off with a wrong position does not shrink the network.
    this.box = boxAround(...records("lines").flatMap((line) => line.parts), records("pins").map((pin) => pin.at))
      ?? boxAround(records("vehicles").map((vehicle) => vehicle.at), fleet?.positions() ?? []);
    const padding = Math.min(56, Math.round(Math.min(container.clientWidth, container.clientHeight) / 10));
    const base = groundParts(this.box);
    this.map = makeMap(container, {
      box: this.box,
      // What the player covers shows no data.
      padding: { top: padding, left: padding, right: padding, bottom: padding + (isPlayed ? PLAYER_HEIGHT : 0) },
      label: "Route network", hold: groundHold(),
      sources: { ...base.sources, ...overlayParts().sources, ...this.sources() },
      layers: [{ id: "paper", type: "background", paint: { "background-color": INK().paper } }, ...base.layers,
        ...this.layers()],
      inspect: (lngLat) => {
        const stops = records("pins").filter((pin) => pin.isOn !== false);
        const { content, spoken } = placeContent(lngLat, stops);
        showPopup(this.map, lngLat, content, spoken);
      },
    });
    this.strands?.attach(this.map);
    this.capsules?.attach(this.map);
    this.map.on("styleimagemissing", (event) => this.drawImage(event.id));
    this.map.on("click", (event) => this.clicked(event));
    this.map.on("mousemove", (event) => this.pointed(event));
    this.map.on("mouseout", () => this.hover(null));
    DARK.addEventListener("change", () => this.repaint());
    attendGround(this.map);
    // Above vehicles that are played, once there are any.
    if (!fleet) this.nameOver(false);
  }

  /** Draws the names of stops above all that is there by now, over vehicles those on lines too. */
  nameOver(isOverVehicles) { this.overNames = new OverNames(this, isOverVehicles); }

  sources() {
    const lines = records("lines").filter((line) => !line.strands).map((line) => feature(line.number, {
      type: "MultiLineString", coordinates: line.parts,
    }, {
      line: line.number, color: line.route.fill, trips: line.trip_count ?? 0, route: line.route.number,
      ...casingColors(line.route.fill),
    }));
    const hasCapsules = this.strands && records("pins").some((pin) => pin.capsules);
    this.names = stationNames(records("pins"));
    this.pinZooms = pinZooms(records("pins"), hasCapsules).map((zoom, number) => Math.min(zoom, this.names[number] ?? zoom));
    this.capsules = hasCapsules ? new Capsules(this.pinZooms) : null;
    const vehicles = records("vehicles").map((vehicle, number) => feature(number,
      { type: "Point", coordinates: vehicle.at }, {
        vehicle: number, level: levelOf(vehicle.occupancy_status)?.level ?? "unknown", bearing: vehicle.bearing ?? -1,
        stale: isStale(vehicle) ? 1 : 0,
      }));
    return {
      lines: source(lines), pins: source(this.pinFeatures()), vehicles: source(vehicles),
      ...this.strands?.sources(), ...this.capsules?.sources(),
      // Above vehicles only what has a place of its own can be drawn again, and only beside that names of stops find theirs.
      "badge-places": source(this.badgePlaces = badgePlaces()),
    };
  }

  pinFeatures() {
    return records("pins").map((pin, number) => {
      const [capsule] = capsulesOf(pin);
      return feature(number, { type: "Point", coordinates: capsule?.at ?? pin.at }, {
        zoom: this.pinZooms[number], ...(pin.alerts ? { alert: alertKind(pin.alerts[0]) } : null), ...(capsule ? { capsuled: true } : null),
      });
    });
  }

  layers() {
    const ink = INK();
    const theme = DARK.matches ? "dark" : "light";
    const round = { "line-join": "round", "line-cap": "round" };
    const hovered = ["boolean", ["feature-state", "hover"], false];
    const shown = ["<=", ["get", "zoom"], ["zoom"]];
    const wide = (more) => ["interpolate", ["exponential", 1.4], ["zoom"],
      8, ["case", hovered, 4 + more, 1.8 + more * 0.6], 12, ["case", hovered, 6 + more, 3 + more],
      16, ["case", hovered, 11 + more, 7 + more * 1.3]];
    return [
      { id: "casings", type: "line", source: "lines", layout: round, paint: {
        "line-color": casing(), "line-width": wide(3), "line-opacity": whenOn(1) } },
      { id: "lines", type: "line", source: "lines", layout: { ...round, "line-sort-key": ["get", "trips"] }, paint: {
        "line-color": ["get", "color"], "line-width": wide(0), "line-opacity": whenOn(1) } },
      ...this.strands?.layers() ?? [],
      ...this.capsules?.layers(ink, theme) ?? [],
      { id: "pins", type: "circle", source: "pins", filter: ["all", shown, ["!", ["has", "capsuled"]]], paint: {
        "circle-color": ink.pin, "circle-stroke-color": ink.rim,
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 9, 1.5, 12, 3, 16, 6],
        "circle-stroke-width": ["interpolate", ["linear"], ["zoom"], 9, 0.8, 13, 1.6, 16, 2.4],
        "circle-opacity": whenOn(1), "circle-stroke-opacity": whenOn(1) } },
      // Above lines and stops, as vehicles are that its frames often show; below names and the page's own vehicles.
      ...overlayParts().layers,
      { id: "badges", type: "symbol", source: "badge-places", minzoom: 7, filter: shown, layout: {
        "symbol-sort-key": ["-", ["get", "order"], ["get", "trips"]], "icon-image": ["concat", "badge:", ["get", "route"]],
        "icon-padding": 10 }, paint: { "icon-opacity": whenOn(1) } },
      { id: "pin-alerts", type: "symbol", source: "pins", filter: ["has", "alert"], layout: {
        "icon-image": ["concat", "alert:", ["get", "alert"]], "icon-offset": [-9, -9], "icon-allow-overlap": true,
        "icon-ignore-placement": true }, paint: { "icon-opacity": whenOn(1) } },
      // What is above has its place first. Names of stops stand where these are not.
      ...this.strands ? [WayNames.layer()] : [],
      { id: "bearings", type: "symbol", source: "vehicles", filter: [">=", ["get", "bearing"], 0], layout: {
        "icon-image": ["concat", "bearing:", ["get", "level"]], "icon-rotate": ["get", "bearing"],
        "icon-rotation-alignment": "map", "icon-allow-overlap": true, "icon-ignore-placement": true,
        "icon-size": vehicleSize() },
        paint: { "icon-opacity": ["case", ["==", ["get", "stale"], 1], 0.45, whenOn(1)] } },
      { id: "vehicles", type: "symbol", source: "vehicles", layout: {
        "icon-image": ["concat", "vehicle:", ["get", "level"]], "icon-allow-overlap": true,
        "icon-ignore-placement": true, "icon-size": vehicleSize() },
        paint: { "icon-opacity": ["case", ["==", ["get", "stale"], 1], 0.55, whenOn(1)] } },
    ];
  }

  /** Draws a picture that a layer asks for, when it is first in view. */
  drawImage(id) {
    if (this.map.hasImage(id)) return;
    const [kind, one, two] = id.split(":");
    const picture = kind === "badge" ? badgePicture([...ROUTES.values()][Number(one)])
      : kind === "strip" ? stripPicture(one === "row", two.split(",").map((part) => part.startsWith("+")
        ? badgeFacts({ text: part, fill: "#4d5966", ink: "#ffffff" }) : routeBadge([...ROUTES.values()][Number(part)])))
      : kind === "capsule" ? capsulePicture(Number(two), one === "dark")
      : kind === "alert" ? alertPicture(one) : kind === "vehicle" ? vehiclePicture(one) : kind === "bearing" ? bearingPicture(one) : null;
    if (picture) this.pictures.set(id, picture);
    const isText = ["badge", "strip"].includes(kind);
    if (picture) this.map.addImage(id, picture, { pixelRatio: PICTURE_SCALE / (isText ? TEXT_SCALE : 1) });
  }

  // MARK: What a pointer finds

  /** The things near a point: vehicles, pins and routes, the nearest layer first. */
  thingsAt(point, reach) {
    const box = [[point.x - reach, point.y - reach], [point.x + reach, point.y + reach]];
    const layers = ["vehicles", ...this.capsules ? ["capsules"] : [], "pins", "lines"];
    const found = this.map.queryRenderedFeatures(box, { layers });
    const vehicles = found.filter((hit) => hit.layer.id === "vehicles").map((hit) => records("vehicles")[hit.id]);
    const pins = found.filter((hit) => hit.layer.id === "pins").map((hit) => records("pins")[hit.id])
      .filter((pin) => pin.isOn !== false);
    // What is found of a turned capsule is the box around it.
    const capsuled = new Set(found.filter((hit) => hit.layer.id === "capsules")
      .map((hit) => records("pins")[hit.properties.pin]));
    pins.push(...[...capsuled].filter((pin) => Capsules.isHit(this.map, pin, point, reach / 2)));
    const lines = new Map();
    for (const hit of found.filter((hit) => hit.layer.id === "lines")) {
      const line = records("lines")[hit.id];
      if (line.route.isOn) lines.set(line.number, { line, route: line.route });
    }
    const strands = this.strands?.at(point, reach).map((strand) => ({ line: strand.line, route: strand.route, strand }));
    return {
      played: this.player?.layer?.at(point, reach) ?? null, vehicle: vehicles[0],
      pin: nearestOf(pins, this.map.unproject(point)), lines: [...strands ?? [], ...lines.values()],
    };
  }

  clicked(event) {
    if (this.map.linefeedPressed()) return;
    const reach = event.originalEvent.pointerType === "touch" ? 14 : 6;
    const { played, vehicle, pin, lines } = this.thingsAt(event.point, reach);
    if (played) this.player.choose(played.number);
    else if (vehicle) this.showVehicle(vehicle);
    else if (pin) this.showPin(pin);
    else if (lines.length) this.showLines(withNeighbours(lines), event.lngLat);
    else this.map.linefeedPopup?.remove();
  }

  pointed(event) {
    const { played, vehicle, pin, lines } = this.thingsAt(event.point, 4);
    this.map.getCanvas().style.cursor = played || vehicle || pin || lines.length ? "pointer" : "";
    this.hover(!played && !vehicle && !pin && lines.length ? lines[0].route : null, event.lngLat, withNeighbours(lines));
  }

  /** Emphasises a route and tells its name beside the pointer. */
  hover(route, lngLat, lines) {
    // Along a piece of way a route has other trips than along the next.
    const place = lines?.[0]?.strand;
    if (this.hovered !== route || this.hoveredPlace !== place) {
      if (this.hovered !== route) {
        this.emphasise(this.hovered, false);
        this.emphasise(route, true);
      }
      this.hovered = route;
      this.hoveredPlace = place;
      this.tip?.remove();
      this.tip = null;
      if (route) {
        this.tip = new maplibregl.Popup({
          closeButton: false, closeOnClick: false, className: "tip", maxWidth: "260px", offset: 10,
        }).setDOMContent(el("div", { class: "popup" }, lineContent(lines[0], lines.length - 1))).setLngLat(lngLat)
          .addTo(this.map);
      }
    }
    if (this.tip && lngLat) this.tip.setLngLat(lngLat);
  }

  emphasise(route, isOn) {
    for (const line of route ? linesOf(route) : []) {
      this.map.setFeatureState({ source: "lines", id: line.number }, { hover: isOn });
    }
    if (route && this.strands) this.strands.emphasise(isOn ? route : null);
  }

  // MARK: Showing

  showPin(pin, isFarOff) {
    if (isFarOff) this.map.easeTo({ center: pin.at, zoom: Math.max(this.map.getZoom(), 14.5), duration: 700 });
    const name = pin.stop_name ?? pin.stop_id;
    const routes = pin.routes.length ? el("p", { class: "badges" }, pin.routes.slice(0, 24).map(badge)) : null;
    const popup = showPopup(this.map, pin.at, el("div", { class: "popup" },
      el("p", { class: "strong" }, named(brief(name, 160))), wheelchairTag(pin.wheelchair_boarding), routes,
      this.boardButton(pin), alertList(pin.alerts), platformList(pin), el("p", { class: "quiet" }, coordinateText(pin.at))),
    pinWords(pin));
    this.links?.choose("stop", pin);
    popup.on("close", () => { if (this.map.linefeedPopup === popup || !this.map.linefeedPopup?.isOpen()) this.links?.choose("stop", null); });
  }

  /** Opens the board of a stop; null if the page has no departures from it. */
  boardButton(pin) {
    const count = this.departuresFrom?.(pin) ?? 0;
    return count ? el("div", { class: "buttons" }, el("button", { type: "button", onclick: () => this.onBoard(pin) },
      plural(count, "departure"))) : null;
  }

  showLines(hits, lngLat) {
    // Lines of one route that share a street are one entry.
    const routes = new Map();
    for (const hit of hits) if (!routes.has(hit.route)) routes.set(hit.route, hit);
    const shown = [...routes.values()].slice(0, 6);
    const more = routes.size - shown.length;
    showPopup(this.map, lngLat, el("div", { class: "popup" },
      shown.map((hit) => lineContent(hit, 0)), more > 0 ? el("p", { class: "quiet" }, `and ${more} more`) : null),
    shown.map((hit) => routeWords(hit.route)).join(". "));
  }

  showVehicle(vehicle, isFarOff) {
    if (isFarOff) this.map.easeTo({ center: vehicle.at, zoom: Math.max(this.map.getZoom(), 14.5), duration: 700 });
    showPopup(this.map, vehicle.at, el("div", { class: "popup" }, vehicleContent(vehicle)), vehicleWords(vehicle));
  }

  /** Shows a route and keeps it as the one that is chosen; null lets go. */
  chooseRoute(route, isFarOff = true) {
    if (this.chosenRoute) this.emphasise(this.chosenRoute, false);
    this.chosenRoute = route;
    this.links?.choose("route", route);
    if (route && isFarOff) this.showRoute(route);
    else this.emphasise(route, true);
  }

  showRoute(route) {
    const box = boxAround(...route.lines.flatMap((line) => line.parts));
    if (!box) return;
    this.map.fitBounds(box, { padding: 60, maxZoom: 15, duration: 800 });
    this.emphasise(route, true);
    setTimeout(() => { if (this.hovered !== route && this.chosenRoute !== route) this.emphasise(route, false); }, 1800);
  }

  /** Shows or hides what belongs to routes after their switches changed. */
  refreshSwitches() {
    for (const line of records("lines")) {
      if (line.strands || line.isOff === !line.route.isOn) continue;
      line.isOff = !line.route.isOn;
      this.map.setFeatureState({ source: "lines", id: line.number }, { off: line.isOff });
    }
    this.badgePlaces?.forEach(({ id, properties }) => {
      this.map.setFeatureState({ source: "badge-places", id }, { off: records("lines")[properties.line].isOff === true });
    });
    records("pins").forEach((pin, number) => {
      const isOn = !pin.routes.length || pin.routes.some((route) => route.isOn);
      if ((pin.isOn ?? true) === isOn) return;
      pin.isOn = isOn;
      this.map.setFeatureState({ source: "pins", id: number }, { off: !isOn });
    });
    records("vehicles").forEach((vehicle, number) => {
      this.map.setFeatureState({ source: "vehicles", id: number }, { off: vehicle.route?.isOn === false });
    });
    this.strands?.refreshSwitches(() => {
      if (!this.capsules) return;
      this.capsules.refresh(this.map);
      this.map.getSource("pins")?.setData(collection(this.pinFeatures()));
    });
    this.player?.refreshSwitches();
  }

  /** Puts on the colours of day or night. */
  repaint() {
    const ink = INK(), theme = DARK.matches ? "dark" : "light";
    this.map.setPaintProperty("paper", "background-color", ink.paper);
    repaintGround(this.map);
    this.map.setPaintProperty("casings", "line-color", casing());
    this.map.setPaintProperty("pins", "circle-color", ink.pin);
    this.map.setPaintProperty("pins", "circle-stroke-color", ink.rim);
    this.strands?.repaint();
    this.capsules?.repaint(this.map, ink, theme);
  }
}

/** What is found at a place, with the other routes of the piece of way that the first is a stroke of. */
function withNeighbours(hits) {
  const [first] = hits;
  if (!first?.strand) return hits;
  const others = first.line.strands.filter((strand) => strand.route.isOn && strand !== first.strand);
  return [first, ...others.map((strand) => ({ line: first.line, route: strand.route, strand })),
    ...hits.filter(({ strand }) => !strand)];
}

/**
 * The zoom from which each pin is drawn, so that pins never crowd: stops of many routes come first. Capsules reach across
 * all their routes, so from afar they stand further apart than circles.
 */
function pinZooms(pins, areCapsules) {
  const zooms = new Array(pins.length).fill(15);
  if (!pins.length) return zooms;
  const order = pins.map((_, number) => number)
    .sort((a, b) => pins[b].routes.length - pins[a].routes.length || a - b);
  let rest = order;
  for (let zoom = 7; zoom < 15 && rest.length; zoom += 1) {
    const world = 512 * 2 ** zoom / 360;
    const cell = areCapsules ? Math.max(22, 22 + (13 - zoom) * 10) : 22;
    const taken = new Set();
    for (const number of order) if (zooms[number] < zoom) taken.add(cellOf(pins[number].at, world, cell));
    rest = rest.filter((number) => {
      const place = cellOf(pins[number].at, world, cell);
      if (taken.has(place)) return true;
      taken.add(place);
      zooms[number] = zoom;
      return false;
    });
  }
  return zooms;
}

const cellOf = ([longitude, latitude], world, cell) => Math.floor(longitude * world / cell) + ":"
  + Math.floor(latitude / Math.cos(latitude * Math.PI / 180) * world / cell);

function nearestOf(things, lngLat) {
  let best = null, least = Infinity;
  for (const thing of things) {
    const distance = metresBetween([lngLat.lng, lngLat.lat], thing.at);
    if (distance < least) [best, least] = [thing, distance];
  }
  return best;
}
