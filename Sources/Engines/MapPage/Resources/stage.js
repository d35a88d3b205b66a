// What is played, put onto the map: player, card, legend, keys.

/** What vehicles' colours and marks mean, with the choice of what their colour stands for, and trails of all. */
class PlayerLegend {
  constructor(player) {
    this.player = player;
    const hasCrowding = player.fleet.hasOccupancy, hasDelays = hasKnownDelays();
    this.choices = ["route", ...hasCrowding ? ["crowding"] : [], ...hasDelays ? ["delay"] : []];
    this.list = el("ul", {});
    this.select = this.choices.length < 2 ? null : el("select", {
      "aria-label": "Colour of vehicles", title: "Colour of vehicles", onchange: () => this.choose(this.select.value),
    }, this.choices.map((choice) => el("option", { value: choice }, COLORINGS[choice])));
    this.trails = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.toggleTrails() }, "Trails");
    this.element = el("div", { class: "legend", role: "group", "aria-label": "Legend of vehicles" },
      this.select ? el("label", {}, el("span", { class: "quiet" }, "Colour "), this.select) : null, this.list, this.words = wordsButton(), this.trails);
    this.hasCrowding = hasCrowding;
    this.show();
  }

  choose(coloring) {
    this.player.layer.coloring = coloring;
    this.show();
    this.player.request();
    announce(`Colour: ${COLORINGS[coloring]}`);
  }

  toggleTrails() {
    const { layer } = this.player;
    layer.hasTrails = !layer.hasTrails;
    this.trails.setAttribute("aria-pressed", String(layer.hasTrails));
    this.player.request();
    announce(layer.hasTrails ? "Trails of the last two minutes" : "No trails");
  }

  show() {
    const { coloring } = this.player.layer;
    const item = (kind, disc, words) => el("li", { class: kind, title: words }, disc, el("span", {}, words));
    const rows = coloring === "delay"
      ? [["early", "Early"], ["punctual", "On time"], ["late", "Late"], [null, "Not known"]].map(([kind, words]) => item(
        "", el("span", { class: "swatch", "--fill": DELAY_FILLS[kind] ?? PLAIN_FILL }), words))
      : this.hasCrowding ? [...LEVELS.map(({ level, label, symbol: name }) => item(`crowding ${level}`,
        el("span", { class: "disc" }, symbol(name)), label.replace(/ occupancy$/i, ""))),
      ...coloring === "crowding" ? [item("crowding unknown", el("span", { class: "disc" }), "Not known")] : []] : [];
    this.list.replaceChildren(...rows);
    this.list.hidden = this.words.hidden = !rows.length;
    this.list.setAttribute("aria-label", coloring === "delay" ? "Delay of vehicles" : "Crowding of vehicles");
  }
}

/** Puts what is played onto the map, vehicles or tiles or both: the player, the chosen vehicle's card, legend and keys. */
function putPlayer(fleet, atlas, place) {
  const { playback, overlay } = DATA;
  const options = fleet ? { start: playback.start, end: playback.end + fleet.tail, speed: playback.speed }
    : overlay ? overlayClock(overlay) : null;
  const clock = options ? new Clock(options) : null;
  const status = el("div", { class: "overlay" });
  const tiles = overlay ? new Overlay(atlas.map, clock, status, fleet === null) : null;
  if (!clock) {
    // Tiles that stand still say no more than what could not be loaded.
    place.append(status);
    return null;
  }
  const player = new Player({ clock, fleet, atlas });
  if (player.failure) {
    place.append(noMap(player.failure));
    return null;
  }
  atlas.player = player;
  const isTimed = fleet !== null || overlay.frames.every((frame) => frame.time != null);
  const bar = new PlayerBar(clock, {
    steps: fleet ? fleet.steps : tiles.frameTimes(), timezone: DATA.timezone, words: isTimed ? () => null : () => tiles.words(),
  });
  if (tiles) {
    bar.extras.append(status);
    bar.told.add("overlay");
    bar.showState();
  }
  const card = fleet ? new VehicleCard(player, bar) : null;
  const list = fleet ? new FleetList(player) : null;
  player.onTick = () => {
    bar.showTime();
    card?.update();
    list?.update();
    player.onTime?.(clock.time);
  };
  if (fleet) place.append(new PlayerLegend(player).element, card.element);
  place.append(bar.element);
  // What stands at the map's edge stands above the player, however high that is.
  new ResizeObserver(() => place.style.setProperty("--player-height", `${bar.element.offsetHeight}px`)).observe(bar.element);
  listenForKeys(player, bar, card);
  document.documentElement.linefeed = pageHandle(player);
  return { player, bar, card, list };
}

/** Keys of the player, wherever the focus is, unless what has it takes them. */
function listenForKeys(player, bar, card) {
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || keepsKey(event.target, event.key)) return;
    const isOnMap = event.target instanceof Element && event.target.closest(".maplibregl-canvas");
    // On the map, arrows and zoom are the map's.
    if (isOnMap && (event.key.startsWith("Arrow") || "+-=_".includes(event.key))) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (card && key === "i") card.inspect();
    else if (key === "f") {
      if (player.chosen !== null) player.follow(player.followed === null ? player.chosen : null);
    } else if (key === "Escape" && player.chosen !== null) player.choose(null);
    else if (!bar.pressed(event.key)) return;
    event.preventDefault();
  });
}

/** What scripts and tests may do with the page. */
const pageHandle = (player) => ({
  clock: player.clock,
  player,
  /** What is there at the clock's time, as `frames` have it. */
  vehicles: () => {
    if (!player.fleet) return [];
    player.show();
    return player.fleet.vehicles.filter(({ isPresent }) => isPresent).map((vehicle) => ({
      vehicle_id: vehicle.id, longitude: vehicle.longitude, latitude: vehicle.latitude, bearing: vehicle.heading,
      scale: vehicle.scale, opacity: vehicle.opacity, rotation: vehicle.rotation, occupancy_status: vehicle.occupancy,
      ...player.fleet.state(vehicle.number),
    }));
  },
});
