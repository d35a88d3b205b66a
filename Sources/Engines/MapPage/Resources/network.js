// The lists beside the map: routes with switches, stops that are searched for, vehicles.

/** How often something runs in words: on the day it is of, else how many trips the timetable has on all days. */
function tripWords(runs, trips, isTrip) {
  if (runs != null) return `${plural(runs, "run")} that day`;
  return trips != null ? plural(trips, "trip") + (isTrip ? "" : " (all days)") : null;
}

/** The lines of a route alone, without pieces of way that it shares. */
const linesOf = (route) => route.lines.filter((line) => !line.strands);

/** A route's length and trips in words. */
function routeFacts(route) {
  return [
    route.length !== null ? lengthText(route.length) : null,
    tripWords(route.lines.every((line) => line.runs != null) ? route.runs : null, route.trips),
    // A piece of way is no line of the route.
    linesOf(route).length > 1 ? plural(linesOf(route).length, "line") : null,
  ].filter(Boolean).join(" · ");
}

const routeWords = (route) => [`Route ${brief(routeLabel(route))}`, routeFacts(route).replaceAll(" · ", ", "),
  alertWords(route.alerts)].filter(Boolean).join(", ");

/** What a line under the pointer has of a route: `strand` is its stroke on a piece of way, whose trips are no more than
 * those that run there. */
function lineFacts({ line, route, strand }) {
  return strand ? [route.length !== null ? lengthText(route.length) : null, tripsHere(strand.runs, strand.trips)] : [
    line.length_m != null ? lengthText(line.length_m) : null,
    tripWords(line.runs, line.trip_count, line.trip_id),
    line.stop_count ? plural(line.stop_count, "stop") : null,
  ];
}

/** A line under the pointer: name, length, trips. */
function lineContent(hit, others) {
  const { line, route } = hit;
  const facts = lineFacts(hit).filter(Boolean).join(" · ");
  return el("div", { class: "line-facts" }, badge(route),
    el("div", {},
      route.longName ? el("p", { class: "strong" }, named(brief(route.longName, 160))) : null,
      el("p", {}, facts || "No details available"), alertLine(route.alerts),
      line.missing_stop_count ? el("p", { class: "quiet" },
        `${plural(line.missing_stop_count, "stop")} without a position`) : null,
      others > 0 ? el("p", { class: "quiet" }, `and ${others} more here`) : null));
}

/** A bar of how crowded a route's vehicles were, with the number of observations. */
function crowdingBar(route) {
  if (!route.levels) return null;
  const known = route.levels.reduce((sum, count) => sum + count, 0);
  if (!known) return el("p", { class: "quiet" }, "Crowding unknown");
  const parts = route.levels.map((count, place) => ({ ...LEVELS[place], count, share: count / known }))
    .filter((part) => part.share > 0);
  const words = parts.map((part) => `${percent(part.count, known)} ${part.label.toLowerCase()}`).join(", ");
  return el("div", { class: "crowding-bar" },
    el("div", { class: "bar", "aria-hidden": "true" },
      parts.map((part) => el("span", { class: part.level, "--share": String(part.share) }))),
    el("p", { class: "quiet" }, words, ` (${plural(known, "observation")})`));
}

class RouteList {
  constructor(atlas) {
    this.atlas = atlas;
    this.routes = [...ROUTES.values()].filter(
      (route) => route.lines.length || route.levels || route.isPlayed).sort(routeOrder);
    this.words = new Map(this.routes.map((route) => [route,
      `${brief(routeLabel(route))} ${route.id ?? ""} ${route.longName ?? ""}`.toLowerCase()]));
    this.entries = new Map();
    this.found = this.routes;
    this.search = el("input", {
      type: "search", placeholder: "Routes and stops", "aria-label": "Search routes and stops", autocomplete: "off",
      spellcheck: "false", oninput: () => this.filter(),
    });
    this.count = el("p", { class: "quiet count" });
    this.list = el("ul", { class: "routes", "aria-label": "Routes" });
    this.rows = new LazyList(this.list, (route) => this.entry(route));
    this.stops = el("ul", { class: "stops-found", "aria-label": "Stops found" });
    this.element = el("div", { class: "network" },
      el("div", { class: "search" }, symbol("search"), this.search),
      el("div", { class: "tools" }, this.count,
        this.routes.some((route) => route.lines.length || route.isPlayed) ? el("div", { class: "buttons" },
          el("button", { type: "button", onclick: () => this.switchAll(true) }, "Show all"),
          el("button", { type: "button", onclick: () => this.switchAll(false) }, "Hide all")) : null),
      this.list, this.stops);
    /** Says what was swiped aside, and takes it back. */
    this.undo = el("div", { class: "tools", hidden: true });
    this.element.insertBefore(this.undo, this.list);
    this.filter(true);
  }

  /** Hides a route that was swiped aside, or shows it if it was hidden; a button takes it back. */
  swipe(route) {
    const isOn = !route.isOn, label = brief(routeLabel(route));
    this.switchRoutes([route], isOn);
    const undo = el("button", { type: "button", onclick: () => {
      this.undo.hidden = true;
      this.switchRoutes([route], !isOn);
    } }, "Undo");
    this.undo.replaceChildren(el("p", { class: "quiet count" }, `Route ${label} ${isOn ? "shown" : "hidden"}`),
      el("div", { class: "buttons" }, undo));
    this.undo.hidden = false;
    clearTimeout(this.undoTimer);
    this.undoTimer = setTimeout(() => { this.undo.hidden = true; }, 10_000);
  }

  entry(route) {
    const label = brief(routeLabel(route));
    const toggle = route.lines.length || route.isPlayed ? el("button", {
      type: "button", class: "switch", role: "switch", "aria-checked": String(route.isOn), "aria-label": `Show route ${label}`,
      onclick: () => this.switchRoutes([route], !route.isOn),
    }) : null;
    const entry = el("li", { class: route.isOn ? null : "off" },
      el("button", {
        type: "button", class: "route", onclick: () => { this.atlas?.chooseRoute(route); announce(routeWords(route)); },
        onmouseenter: () => this.atlas?.emphasise(route, true),
        onmouseleave: () => this.atlas?.emphasise(route, false),
      }, badge(route), el("span", { class: "facts" },
        route.longName ? named(route.longName, "strong clamp") : null,
        // A line ends between two facts and not within one.
        el("span", { class: "quiet" }, routeFacts(route).split(" · ").map((fact) => fact.replaceAll(" ", "\u00a0")).join(" · ")),
        crowdingBar(route))),
      toggle, alertList(route.alerts, `Alerts of route ${label}`));
    if (toggle) listenForSwipe(entry, () => this.swipe(route));
    this.entries.set(route, { entry, toggle });
    return entry;
  }

  switchRoutes(routes, isOn) {
    for (const route of routes) {
      route.isOn = isOn;
      this.entries.get(route)?.toggle?.setAttribute("aria-checked", String(isOn));
      this.entries.get(route)?.entry.classList.toggle("off", !isOn);
    }
    this.atlas?.refreshSwitches();
    const label = routes.length === 1 ? `Route ${brief(routeLabel(routes[0]))}` : plural(routes.length, "route");
    announce(`${label} ${isOn ? "shown" : "hidden"}`);
  }

  /** Switches all routes that the search leaves in the list. */
  switchAll(isOn) {
    this.switchRoutes(this.found, isOn);
  }

  filter(isQuiet) {
    const wanted = this.search.value.trim().toLowerCase();
    this.found = wanted === "" ? this.routes : this.routes.filter((route) => this.words.get(route).includes(wanted));
    this.rows.set(this.found);
    const shown = this.found.length;
    const pins = wanted.length < 2 ? [] : records("pins").filter(
      (pin) => pin.words.includes(wanted));
    this.stops.replaceChildren(...pins.slice(0, 30).map((pin) => el("li", {}, el("button", {
      type: "button", class: "route", onclick: () => this.atlas.showPin(pin, true),
    }, el("span", { class: "stop-mark" }), named(pin.stop_name ?? pin.stop_id, "clamp"), alertLine(pin.alerts)))));
    if (pins.length > 30) this.stops.append(el("li", { class: "quiet more" }, `and ${grouped(pins.length - 30)} more stops`));
    this.count.textContent = plural(shown, "route")
      + (wanted.length < 2 ? records("pins").length ? ` · ${plural(records("pins").length, "stop")}` : ""
        : ` · ${plural(pins.length, "stop")}`);
    if (!isQuiet) announce(this.count.textContent.replace(" · ", ", ") + " found");
  }
}

// Stations

/** How many platforms are told of one by one. */
const MOST_PLATFORMS = 24;

/** The platforms of a station by their codes, else by names that are not the station's, with their access where it differs. */
function platformList(pin) {
  const differs = pin.platforms.some((platform) => platform.wheelchair_boarding != null);
  const labels = new Map();
  for (const platform of pin.platforms) {
    const label = platform.platform_code ?? platform.stop_name ?? (differs ? platform.stop_id : null);
    if (label !== null) labels.set(keyOf(label, platform.wheelchair_boarding), { ...platform, label });
  }
  const shown = [...labels.values()].slice(0, MOST_PLATFORMS), more = labels.size - shown.length;
  const count = pin.platforms.length === 1 ? "Platform" : plural(pin.platforms.length, "platform");
  if (pin.platforms.length < 2 && !shown.length) return null;
  return el("div", { class: "platforms" }, el("p", { class: "quiet" }, count),
    shown.length ? el("ul", { "aria-label": "Platforms" }, shown.map((platform) => el("li", {},
      named(brief(platform.label, 60)), wheelchairTag(platform.wheelchair_boarding))),
    more > 0 ? el("li", { class: "quiet" }, `and ${more} more`) : null) : null);
}

const pinWords = (pin) => [
  `${pin.platforms.length ? "Station" : "Stop"} ${brief(pin.stop_name ?? pin.stop_id)}`,
  pin.platforms.length > 1 ? plural(pin.platforms.length, "platform") : null,
  pin.routes.length ? plural(pin.routes.length, "route") : null, alertWords(pin.alerts),
].filter(Boolean).join(", ");

// Vehicles

const NEWEST = Math.max(0, ...records("vehicles").map((vehicle) => vehicle.time ?? 0));

/** Seconds after which what a vehicle has said is no longer so. */
const STALE_SECONDS = 300;

/** Not heard of for five minutes when the newest was. */
const isStale = (vehicle) => vehicle.time != null && NEWEST - vehicle.time > STALE_SECONDS;

function vehicleContent(vehicle) {
  const name = vehicle.vehicle_label ?? vehicle.vehicle_id;
  const age = vehicle.time == null ? null : NEWEST - vehicle.time;
  return [
    el("p", { class: "strong" }, vehicle.route ? badge(vehicle.route) : null, " Vehicle ", named(brief(name, 80))),
    crowdingTag(vehicle.occupancy_status, vehicle.occupancy_percentage)
      ?? el("p", { class: "quiet" }, "Occupancy unknown"),
    vehicle.trip_id ? el("p", { class: "quiet" }, "Trip ", named(brief(vehicle.trip_id, 80))) : null,
    age === null ? null : el("p", { class: "quiet" },
      age < 60 ? `Seen at ${instantText(vehicle.time)}` : `Last seen at ${instantText(vehicle.time)}, `
        + `${countdownText(age)} before the newest`),
  ];
}

/** An instant on the page's clock, else on the board's where there is one, else in UTC. */
function instantText(seconds) {
  const ahead = DATA.timezone ? zoneOffset(DATA.timezone, seconds) : null;
  if (ahead !== null) return new Date((seconds + ahead) * 1000).toISOString().slice(11, 19);
  const local = records("departures").find((departure) => departure.departure_time_local)?.departure_time_local;
  const { clock, offset } = onClockOf(local, seconds);
  return `${clock}:${pad(seconds % 60)}${local ? "" : ` ${offset}`}`;
}

const vehicleWords = (vehicle) => [
  `Vehicle ${brief(vehicle.vehicle_label ?? vehicle.vehicle_id)}`,
  vehicle.route ? `route ${brief(routeLabel(vehicle.route))}` : null,
  levelOf(vehicle.occupancy_status)?.label ?? "occupancy unknown",
].filter(Boolean).join(", ");

function vehicleList(atlas) {
  const order = [...records("vehicles")].sort((a, b) => (b.occupancy_status ?? -1) - (a.occupancy_status ?? -1));
  const list = el("ul", { class: "routes", "aria-label": "Vehicles" });
  new LazyList(list, (vehicle) => el("li", {}, el("button", {
    type: "button", class: "route", onclick: () => atlas.showVehicle(vehicle, true),
  }, vehicle.route ? badge(vehicle.route) : el("span", { class: "badge none" }, "–"),
  el("span", { class: "facts" }, named(vehicle.vehicle_label ?? vehicle.vehicle_id, "strong clamp"),
    crowdingTag(vehicle.occupancy_status, vehicle.occupancy_percentage)
      ?? el("span", { class: "quiet" }, "Occupancy unknown"),
    isStale(vehicle) ? el("span", { class: "quiet" }, "No recent reports") : null)))).set(order);
  return list;
}

/** What the marks of vehicles that stand still mean, and when they were there; null without any. */
function stillLegend() {
  const vehicles = records("vehicles");
  if (!vehicles.length) return null;
  const hasCrowding = vehicles.some(({ occupancy_status }) => levelOf(occupancy_status));
  const clock = NEWEST > 0 ? DATA.timezone ? new PageClock(DATA.timezone) : null : null;
  const at = clock ? `${clock.at(NEWEST).time}, ${clock.at(NEWEST).date}` : NEWEST > 0 ? instantText(NEWEST) : null;
  return el("div", { class: "legend", role: "group", "aria-label": "Legend of vehicles" },
    el("p", {}, at ? `Vehicles at ${at}` : "Vehicles, at a time that is not known"),
    hasCrowding ? el("ul", { "aria-label": "Crowding of vehicles" }, LEVELS.map(({ level, label, symbol: name }) =>
      el("li", { class: `crowding ${level}`, title: label }, el("span", { class: "disc" }, symbol(name)),
        el("span", {}, label.replace(/ occupancy$/i, "")))),
    el("li", { class: "crowding unknown", title: "Not known" }, el("span", { class: "disc" }), el("span", {}, "Not known"))) : null,
    hasCrowding ? wordsButton() : null);
}
