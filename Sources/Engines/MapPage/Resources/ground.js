// The ground under the lines: pictures of a server, or tiles that the page carries, pictures or drawn in a quiet style of
// our own. Land is the paper itself.

/** Colours of vector grounds, quiet enough for any line on top. */
const GROUND_INK = () => DARK.matches ? {
  built: "#161b22", green: "#15211c", wood: "#14241d", water: "#1b2a38", building: "#1e252e", apron: "#1c222a",
  rim: "#0e1217", road: "#27303a", major: "#2e3843", path: "#242c36", rail: "#343e4a", border: "#4d4a5c",
  transit: "#323c48",
} : {
  built: "#e8ebee", green: "#dfeadb", wood: "#d5e5d1", water: "#c6d9e7", building: "#dde1e5", apron: "#e2e5e9",
  rim: "#d8dde3", road: "#fafbfc", major: "#ffffff", path: "#dfe3e8", rail: "#c3cad2", border: "#b3a9bd",
  transit: "#cbd2da",
};

/** Widths by zoom: points at zooms 6, 10, 14 and 18. */
const GROUND_WIDTHS = {
  motorway: [0.8, 1.6, 4, 18], main: [0, 1.1, 3.2, 15], middle: [0, 0.5, 2.4, 12], minor: [0, 0, 1.2, 9],
  path: [0, 0, 0.6, 2.5], rail: [0, 0.5, 1.1, 2.5], stream: [0, 0.5, 1.2, 5], runway: [0, 0.8, 5, 40],
  border: [0.6, 0.9, 1.4, 2], region: [0.3, 0.5, 0.8, 1.2], transit: [0.8, 1.6, 3.4, 6],
};

/** From which zoom a look is drawn at all: before it there would be too much of it. */
const GROUND_ZOOMS = {
  building: 13, path: 13, minor: 11, middle: 8, main: 6, rail: 8, stream: 9, built: 8, apron: 10, stop: 11,
};

const oneOf = (key, values) => ["match", ["get", key], values, true, false];
const isTrue = (key) => ["in", ["to-string", ["get", key]], ["literal", ["true", "1"]]];
const not = (filter) => ["!", filter];

/** What is drawn of each schema: the look, the layer, and which of its features. */
const GROUND_SCHEMAS = {
  // https://openmaptiles.org/schema/
  openmaptiles: () => {
    const open = not(oneOf("brunnel", ["tunnel"]));
    const road = (classes) => ["all", oneOf("class", classes), open];
    return [
      ["built", "landuse", oneOf("class", ["residential", "suburb", "quarter", "neighbourhood", "commercial",
        "industrial", "retail", "railway", "garages", "school", "university", "college", "hospital", "military"])],
      ["green", "landcover", oneOf("class", ["grass", "wetland"])],
      ["green", "landuse", oneOf("class", ["cemetery", "pitch", "playground", "stadium", "zoo", "theme_park"])],
      ["green", "park"],
      ["wood", "landcover", oneOf("class", ["wood"])],
      ["apron", "aeroway", oneOf("class", ["aerodrome", "apron", "helipad"])],
      ["water", "water", not(oneOf("brunnel", ["tunnel"]))],
      ["stream", "waterway", open],
      ["runway", "aeroway", oneOf("class", ["runway", "taxiway"])],
      ["building", "building"],
      ["path", "transportation", road(["path", "pedestrian", "track"])],
      ["minor", "transportation", road(["minor", "service", "busway", "minor_construction"])],
      ["middle", "transportation", road(["secondary", "tertiary"])],
      ["main", "transportation", road(["primary", "trunk"])],
      ["motorway", "transportation", road(["motorway"])],
      ["rail", "transportation", road(["rail", "transit"])],
      ["region", "boundary", ["all", [">", ["get", "admin_level"], 2], ["<=", ["get", "admin_level"], 4],
        not(isTrue("maritime"))]],
      ["border", "boundary", ["all", ["<=", ["get", "admin_level"], 2], not(isTrue("maritime"))]],
    ];
  },
  // https://docs.protomaps.com/basemaps/layers
  protomaps: () => {
    const open = not(isTrue("is_tunnel"));
    const road = (kinds, details) => details
      ? ["all", oneOf("kind", kinds), details, open] : ["all", oneOf("kind", kinds), open];
    const isMiddle = oneOf("kind_detail", ["secondary", "secondary_link", "tertiary", "tertiary_link"]);
    return [
      ["built", "landuse", oneOf("kind", ["residential", "industrial", "commercial", "retail", "railway", "school",
        "university", "college", "kindergarten", "hospital", "military", "naval_base"])],
      ["green", "landcover", oneOf("kind", ["grassland", "scrub"])],
      ["green", "landuse", oneOf("kind", ["park", "national_park", "nature_reserve", "protected_area", "cemetery",
        "garden", "golf_course", "grass", "grassland", "meadow", "playground", "pitch", "recreation_ground", "scrub",
        "stadium", "village_green", "allotments", "wetland", "zoo"])],
      ["wood", "landcover", oneOf("kind", ["forest"])],
      ["wood", "landuse", oneOf("kind", ["forest", "wood"])],
      ["apron", "landuse", oneOf("kind", ["aerodrome", "airfield"])],
      ["water", "water"],
      ["stream", "water"],
      ["runway", "roads", oneOf("kind", ["aeroway"])],
      ["building", "buildings", oneOf("kind", ["building", "building_part"])],
      ["path", "roads", road(["path", "other"])],
      ["minor", "roads", road(["minor_road"])],
      ["middle", "roads", road(["major_road"], isMiddle)],
      ["main", "roads", road(["major_road"], not(isMiddle))],
      ["motorway", "roads", road(["highway"])],
      ["rail", "roads", road(["rail"])],
      ["region", "boundaries", oneOf("kind", ["region"])],
      ["border", "boundaries", oneOf("kind", ["country"])],
    ];
  },
  // render-tiles --vector: the lines and stops of other feeds, as something that is there.
  linefeed: () => [["transit", "routes"], ["stop", "stops"]],
  // https://shortbread-tiles.org/schema/1.0/
  shortbread: () => {
    const open = not(isTrue("tunnel"));
    const road = (kinds) => ["all", oneOf("kind", kinds), open];
    return [
      ["built", "land", oneOf("kind", ["residential", "industrial", "commercial", "retail", "garages", "railway",
        "brownfield", "landfill", "quarry"])],
      ["built", "sites", oneOf("kind", ["school", "university", "college", "hospital", "prison"])],
      ["green", "land", oneOf("kind", ["grass", "grassland", "meadow", "park", "garden", "recreation_ground",
        "village_green", "golf_course", "cemetery", "grave_yard", "allotments", "playground", "scrub", "heath", "marsh",
        "bog", "swamp", "wet_meadow", "greenfield"])],
      ["wood", "land", oneOf("kind", ["forest"])],
      ["apron", "street_polygons", oneOf("kind", ["runway", "taxiway"])],
      ["water", "ocean"],
      ["water", "water_polygons", not(oneOf("kind", ["glacier"]))],
      ["stream", "water_lines", open],
      ["runway", "streets", oneOf("kind", ["runway", "taxiway"])],
      ["building", "buildings"],
      ["path", "streets", road(["path", "footway", "steps", "cycleway", "bridleway", "pedestrian", "track"])],
      ["minor", "streets", road(["residential", "unclassified", "living_street", "service", "busway"])],
      ["middle", "streets", road(["secondary", "tertiary"])],
      ["main", "streets", road(["trunk", "primary"])],
      ["motorway", "streets", road(["motorway"])],
      ["rail", "streets", road(["rail", "light_rail", "tram", "subway", "narrow_gauge", "monorail", "funicular"])],
      ["region", "boundaries", ["all", [">", ["get", "admin_level"], 2], ["<=", ["get", "admin_level"], 4],
        not(isTrue("maritime"))]],
      ["border", "boundaries", ["all", ["<=", ["get", "admin_level"], 2], not(isTrue("maritime"))]],
    ];
  },
};

const GROUND_AREAS = ["built", "green", "wood", "apron", "water", "building"];
/** Roads, drawn with a rim that joins them where they meet. */
const GROUND_ROADS = { minor: "road", middle: "road", main: "major", motorway: "major" };
const GROUND_COLORS = { stream: "water", runway: "apron", region: "border", stop: "transit", ...GROUND_ROADS };
/** The geometries of layers. */
const GROUND_SHAPES = {
  fill: ["Polygon", "MultiPolygon"], line: ["LineString", "MultiLineString"], circle: ["Point", "MultiPoint"],
};

const groundWidth = (look, more = 0, times = null) => ["interpolate", ["exponential", 1.5], ["zoom"],
  ...GROUND_WIDTHS[look].flatMap((width, place) => {
    const points = width && width + more;
    return [6 + place * 4, times ? ["*", points, times] : points];
  })];

/** The layers of a vector ground, each with the name of its colour in `ink`. */
function vectorLayers(schema) {
  const parts = GROUND_SCHEMAS[schema]();
  const layer = (id, look, source, filter, type, ink, more) => {
    const isShape = ["match", ["geometry-type"], GROUND_SHAPES[type], true, false];
    const join = look === "rail" || look === "border" || look === "region" ? "butt" : "round";
    return {
      id: `ground:${id}`, type, source: "ground", "source-layer": source, minzoom: GROUND_ZOOMS[look] ?? 0,
      filter: filter ? ["all", isShape, filter] : isShape, metadata: { ink },
      ...(type === "line" ? { layout: { "line-cap": join, "line-join": "round" } } : {}),
      paint: {
        [`${type}-color`]: GROUND_INK()[ink],
        ...(type === "line" ? { "line-width": groundWidth(look, more) } : {}),
        // Routes side by side stand as far apart as they are wide.
        ...(look === "transit" ? { "line-offset": groundWidth(look, 0, ["coalesce", ["get", "offset"], 0]) } : {}),
        ...(type === "circle" ? { "circle-radius": ["interpolate", ["linear"], ["zoom"], 11, 1.2, 16, 4] } : {}),
        ...(look === "border" ? { "line-dasharray": [4, 2] } : look === "region" ? { "line-dasharray": [3, 3] } : {}),
        ...(look === "building" ? { "fill-opacity": ["interpolate", ["linear"], ["zoom"], 13, 0, 14.5, 1] } : {}),
      },
    };
  };
  const plain = parts.map(([look, source, filter], number) => layer(number, look, source, filter,
    GROUND_AREAS.includes(look) ? "fill" : look === "stop" ? "circle" : "line", GROUND_COLORS[look] ?? look));
  const rims = parts.flatMap(([look, source, filter], number) => GROUND_ROADS[look]
    ? [layer(`rim-${number}`, look, source, filter, "line", "rim", 1.4)] : []);
  const first = parts.findIndex(([look]) => look === "path");
  return first < 0 ? plain : [...plain.slice(0, first), ...rims, ...plain.slice(first)];
}

/** How a carried picture is drawn: less colourful, and not bright in the dark. */
const picturePaint = () => ({
  "raster-saturation": DARK.matches ? -0.6 : -0.35, "raster-brightness-max": DARK.matches ? 0.45 : 1,
  "raster-fade-duration": 0,
});

/** The tiles that the page carries; made when a map first asks. */
let groundPack = null;

/** What a tile that is not there ends with: a vector tile of 404 would count as an empty one, and hide those above. */
const NO_TILE = 410;

/** A tile of the page's ground. */
async function groundTile({ url }) {
  const [z, x, y] = url.split("/").slice(-3).map(Number);
  groundPack ??= new TilePack(attached("ground"));
  const bytes = groundPack.tile(0, z, x, y);
  if (!bytes) throw new maplibregl.AJAXError(NO_TILE, "No such tile", url, null);
  if (!DATA.ground.schema) return { data: bytes.slice().buffer };
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return { data: await new Response(plain).arrayBuffer() };
}

/** Sources and layers of what lies under the lines of a map of a box. */
function groundParts(box) {
  const { basemap, ground } = DATA;
  if (basemap) {
    return {
      sources: { basemap: {
        type: "raster", tiles: basemap.tiles, tileSize: 256, scheme: basemap.scheme, attribution: "", maxzoom: 19,
      } },
      layers: [{ id: "basemap", type: "raster", source: "basemap", paint: { "raster-saturation": -0.35 } }],
    };
  }
  if (!ground) return reliefParts(box);
  maplibregl.addProtocol("ground", groundTile);
  const zooms = { tiles: ["ground://{z}/{x}/{y}"], minzoom: ground.min_zoom, maxzoom: ground.max_zoom };
  return ground.schema
    ? { sources: { ground: { type: "vector", ...zooms } }, layers: vectorLayers(ground.schema) }
    : { sources: { ground: { type: "raster", tileSize: ground.tile_size, ...zooms } },
      layers: [{ id: "ground", type: "raster", source: "ground", paint: picturePaint() }] };
}

/** Puts the colours of day or night on a map's ground. */
function repaintGround(map) {
  if (!DATA.ground) {
    if (!DATA.basemap) repaintRelief(map);
    return;
  }
  if (!DATA.ground.schema) {
    for (const [name, value] of Object.entries(picturePaint())) map.setPaintProperty("ground", name, value);
    return;
  }
  const ink = GROUND_INK();
  for (const { id, type, metadata } of vectorLayers(DATA.ground.schema)) {
    map.setPaintProperty(id, `${type}-color`, ink[metadata.ink]);
  }
}

/** Zooms further in than the deepest tiles, which are drawn larger: lines stay sharp, pictures do not. */
const BEYOND = { vector: 3, raster: 1.5 };

/** What a view is held to: the carried tiles' box, and zooms as MapLibre counts them; null without a ground. */
function groundHold() {
  const { ground } = DATA;
  if (!ground) return null;
  const [west, south, east, north] = ground.bounds;
  // A picture of 256 pixels is shown one zoom earlier than a tile of 512.
  const earlier = Math.log2(512 / ground.tile_size);
  return {
    west, south, east, north, minZoom: ground.min_zoom - earlier,
    maxZoom: ground.max_zoom - earlier + (ground.schema ? BEYOND.vector : BEYOND.raster),
  };
}

const mercatorY = (latitude) => maplibregl.MercatorCoordinate.fromLngLat([0, latitude]).y;

/** The zoom at which the held box just fills a window, or the least that there are tiles of. */
function leastZoom(hold, container) {
  const across = container.clientWidth / (hold.east - hold.west) * 360;
  const along = container.clientHeight / (mercatorY(hold.south) - mercatorY(hold.north));
  return Math.max(hold.minZoom, Math.log2(Math.max(across, along) / 512));
}

/**
 * The centre nearest to one from which nothing beyond the held box and the data is in view; where the window shows more
 * than that in a direction, it shows all of it.
 */
function heldCenter(hold, container, [[west, south], [east, north]], [longitude, latitude], zoom) {
  const within = (value, low, high, half) =>
    Math.min(Math.max(value, Math.min(low + half, high - half)), Math.max(low + half, high - half));
  const world = 512 * 2 ** zoom;
  const turn = Math.round(((west + east) - (hold.west + hold.east)) / 720) * 360;
  const x = hold.east - hold.west >= 360 ? longitude : within(
    longitude, Math.min(west, hold.west + turn), Math.max(east, hold.east + turn), container.clientWidth / world * 180);
  const y = within(mercatorY(latitude), mercatorY(Math.max(north, hold.north)), mercatorY(Math.min(south, hold.south)),
    container.clientHeight / world / 2);
  return new maplibregl.LngLat(x, new maplibregl.MercatorCoordinate(0, y).toLngLat().lat);
}

/** Has the tiles above shown where a map's ground has no tile, and names whom it is owed to, as they ask. */
function attendGround(map) {
  map.on("error", (event) => {
    if (event.error?.status !== NO_TILE) console.error(event.error);
    // A map looks for what else there is when it moves.
    else map.fire(new maplibregl.Event("move"));
  });
  const owed = (DATA.basemap ?? DATA.ground)?.attribution;
  if (owed) map.getContainer().append(el("p", { class: "attribution" }, owed));
}
