// The chosen vehicle: its card beside the map, and the inspector of its motion.

/** Seconds of playback on each side of a time that the inspector's slider drives through. */
const HAND_SECONDS = 3;

class VehicleCard {
  constructor(player, bar) {
    Object.assign(this, { player, bar, shown: "" });
    this.title = el("h2", { tabindex: "-1" });
    this.facts = el("div", { class: "vehicle-facts" });
    this.followButton = el("button", { type: "button", "aria-pressed": "false", class: "follow",
      onclick: () => player.follow(player.followed === null ? player.chosen : null) }, symbol("follow"), el("span", {}, "Follow"));
    this.inspector = new Inspector(player);
    this.tripButton = el("button", { type: "button", "aria-haspopup": "dialog", hidden: true,
      onclick: () => this.onTrip?.(this.trip, this.tripButton) }, "Stops");
    this.element = el("section", { class: "vehicle-card", "aria-label": "Vehicle", hidden: true },
      el("div", { class: "vehicle-head" }, this.title,
        el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => player.choose(null) }, symbol("close"))),
      this.facts,
      el("div", { class: "buttons" }, this.tripButton, this.followButton,
        this.inspectButton = el("button", { type: "button", "aria-pressed": "false", onclick: () => this.inspect() }, "Inspect")),
      this.inspector.element);
    player.onChoice = (number) => this.open(number);
    player.onFollow = (number) => {
      this.followButton.setAttribute("aria-pressed", String(number !== null));
      if (this.player.chosen !== null) announce(number === null ? "Stopped following" : "Following");
    };
  }

  open(number) {
    this.element.hidden = number === null;
    this.shown = "";
    if (number === null) {
      // What had the focus is gone.
      this.player.map.getCanvas().focus({ preventScroll: true });
      announce("Closed");
      return;
    }
    this.update();
    announce(this.words());
  }

  inspect() {
    if (this.player.chosen === null) {
      // Who asks without having chosen gets the first that is there.
      const vehicle = this.player.fleet.vehicles.find(({ isPresent }) => isPresent);
      if (!vehicle) return;
      this.player.choose(vehicle.number);
      if (!this.inspector.element.hidden) return;
    }
    this.inspector.toggle();
    this.inspectButton.setAttribute("aria-pressed", String(!this.inspector.element.hidden));
    announce(this.inspector.element.hidden ? "Inspector closed" : "Inspector");
  }

  get vehicle() { return this.player.fleet.vehicles[this.player.chosen]; }

  words() {
    const { vehicle } = this, delay = vehicle.isPresent ? delayOf(vehicle, this.player.clock.time) : null;
    return [
      `Vehicle ${brief(vehicle.label)}`, vehicle.route ? `route ${brief(routeLabel(vehicle.route))}` : null,
      headsignOf(vehicle), levelOf(vehicle.occupancy)?.label ?? "occupancy unknown",
      delay ? spokenLength(delayText(delay.seconds)) : null,
    ].filter(Boolean).join(", ");
  }

  /** Writes what has changed; called for every picture. */
  update() {
    if (this.player.chosen === null) return;
    const { vehicle } = this, { clock } = this.player;
    if (!this.inspector.element.hidden) this.inspector.update();
    const delay = vehicle.isPresent ? delayOf(vehicle, clock.time) : null;
    const isOff = vehicle.route?.isOn === false;
    this.trip = vehicle.isPresent ? tripAt(vehicle.feedId, vehicle.tripId, clock.time) : null;
    const progress = this.trip ? progressOf(this.trip, clock.time) : null;
    const key = keyOf(vehicle.number, vehicle.isPresent, vehicle.tripId, vehicle.route?.key, vehicle.occupancy,
      vehicle.isStale, delay?.seconds, delay?.stop, isOff,
      this.trip?.start_date, progress?.next, progress && Math.floor(progress.seconds / 60));
    if (key === this.shown) return;
    this.shown = key;
    this.tripButton.hidden = this.trip === null;
    const headsign = headsignOf(vehicle);
    this.title.replaceChildren(...[vehicle.route ? badge(vehicle.route) : null,
      named(headsign ?? vehicle.route?.longName ?? `Vehicle ${brief(vehicle.label, 60)}`, "clamp")].filter(Boolean));
    this.facts.replaceChildren(...[
      vehicle.isPresent ? null : el("p", { class: "notice-line" }, `Not there at this time; first seen at ${
        this.bar.hours.at(this.player.fleet.appears(vehicle.number)).time}`),
      isOff ? el("p", { class: "notice-line" }, "Its route is switched off") : null,
      vehicle.isPresent ? crowdingTag(vehicle.occupancy) ?? el("p", { class: "quiet" }, "Occupancy unknown") : null,
      delay ? el("p", {}, el("span", { class: `delay ${delayKind(delay.seconds)}` }, delayText(delay.seconds)),
        delay.stop ? el("span", { class: "quiet" }, " at ", named(brief(delay.stop, 60))) : null) : null,
      progress ? nextStopLine(this.trip, progress) : null,
      el("p", { class: "quiet" }, "Vehicle ", named(brief(vehicle.label, 60)),
        vehicle.tripId !== null && vehicle.isPresent ? [" · trip ", named(brief(vehicle.tripId, 60))] : null),
      vehicle.isStale && vehicle.isPresent ? el("p", { class: "quiet" }, "No recent reports") : null,
    ].filter(Boolean));
  }
}

/** The sign of a vehicle's trip, from the page's trips or departures. */
function headsignOf(vehicle) {
  if (!vehicle.isPresent || vehicle.tripId === null) return null;
  return tripById(vehicle.feedId, vehicle.tripId)?.headsign ?? departureByTrip(vehicle.feedId, vehicle.tripId)?.headsign ?? null;
}

function departureByTrip(feedId, tripId) {
  departureByTrip.all ??= new Map(records("departures").toReversed().map((row) => [keyOf(row.feed_id, row.trip_id), row]));
  return departureByTrip.all.get(keyOf(feedId, tripId)) ?? null;
}

/** How late a vehicle is expected where it comes next, as far as the page's trips and departures say: {seconds, stop}. */
function delayOf(vehicle, time) {
  if (vehicle.tripId === null) return null;
  const trip = tripById(vehicle.feedId, vehicle.tripId);
  const start = trip ? serviceDayStart(trip.start_date, trip.timezone) : null;
  const next = start === null ? null : trip.stops.find((stop) => {
    const seconds = stop.departure_time_secs ?? stop.arrival_time_secs;
    return !stop.skipped && stop.delay != null && seconds != null && start + seconds + stop.delay >= time;
  });
  if (next) return { seconds: next.delay, stop: next.stop_name ?? next.stop_id ?? null };
  const row = departureByTrip(vehicle.feedId, vehicle.tripId);
  // Of a departure that is past it tells nothing of now.
  return row?.delay != null && row.departure_time >= time ? { seconds: row.delay, stop: row.stop_name ?? row.stop_id ?? null } : null;
}

/** Whether the page's trips and departures say of anything how late it is. */
const hasKnownDelays = () => records("departures").some(({ delay }) => delay != null)
  || records("trips").some(({ stops }) => stops.some(({ delay }) => delay != null));

/** Phase, generation, progress and velocity of the chosen vehicle, and time driven by hand. */
class Inspector {
  constructor(player) {
    this.player = player;
    this.values = new Map();
    this.hand = el("input", { type: "range", min: String(-HAND_SECONDS), max: String(HAND_SECONDS), step: "0.005", value: "0",
      "aria-label": "Set time by hand", oninput: () => this.drive() });
    this.element = el("div", { class: "inspector", hidden: true },
      el("dl", {}, ["phase", "generation", "progress", "velocity", "turning"].map((name) => {
        const value = el("dd", {});
        this.values.set(name, value);
        return el("div", {}, el("dt", {}, name), value);
      })),
      el("label", {}, el("span", { class: "quiet" }, "Set time by hand"), this.hand));
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    this.middle = this.player.clock.time;
    if (!this.element.hidden) this.update();
  }

  /** The slider goes a few seconds of playback to both sides of the time at which it was taken. */
  drive() {
    const { clock } = this.player;
    clock.pause();
    clock.seek(this.middle + Number(this.hand.value) * clock.speed);
  }

  update() {
    const { clock, fleet, chosen } = this.player, state = fleet.state(chosen);
    const away = (clock.time - this.middle) / clock.speed;
    if (clock.isPlaying || Math.abs(away) > HAND_SECONDS) this.middle = clock.time;
    const value = (clock.time - this.middle) / clock.speed;
    if (Math.abs(Number(this.hand.value) - value) > 0.005) this.hand.value = String(value);
    this.hand.setAttribute("aria-valuetext", `${value.toFixed(2)} seconds of playback`);
    const switched = this.player.switches.states.get(chosen);
    const number = (amount, unit, digits) => `${amount < 0 ? "−" : ""}${Math.abs(amount).toFixed(digits)} ${unit}`;
    const set = (name, text) => {
      const place = this.values.get(name);
      if (place.textContent !== text) place.textContent = text;
    };
    set("phase", state ? switched ? `${state.phase}, switched: ${switched.phase}` : state.phase : "–");
    set("generation", state ? String(state.generation) : "–");
    set("progress", state && state.progress !== null ? percent(Math.round(state.progress * 1000), 1000) : "–");
    const velocity = state?.velocity;
    // Of playback, as animate says it; on the ground it is what the vehicle drove between its two reports.
    set("velocity", velocity ? `${number(velocity.ground * 3.6, "km/h", 0)} on the ground; in playback `
      + `${number(velocity.east, "m/s east", 1)}, ${number(velocity.north, "m/s north", 1)}` : "–");
    set("turning", velocity ? number(velocity.turn, "°/s", 1) : "–");
  }
}

/** All vehicles of the fleet, those that are there at the clock's time. */
class FleetList {
  constructor(player) {
    this.player = player;
    this.rows = player.fleet.vehicles.map((vehicle) => {
      const crowding = el("span", {}), route = el("span", { class: "slot" });
      const entry = el("li", { hidden: true }, el("button", {
        type: "button", class: "route", onclick: () => this.choose(vehicle.number),
      }, route, el("span", { class: "facts" }, named(vehicle.label, "strong clamp"), crowding)));
      return { vehicle, entry, crowding, route, key: null };
    });
    this.count = el("p", { class: "quiet count" });
    this.element = el("div", {}, el("div", { class: "tools" }, this.count),
      el("ul", { class: "routes", "aria-label": "Vehicles" }, this.rows.map(({ entry }) => entry)));
    this.second = null;
    this.update();
  }

  choose(number) {
    const { player } = this, vehicle = player.fleet.vehicles[number];
    if (vehicle.isPresent) player.follow(number);
    player.choose(number);
  }

  /** Writes what has changed, at most twice a second while it plays. */
  update(isWanted = false) {
    const now = performance.now();
    if (!isWanted && this.second !== null && this.player.clock.isPlaying && now - this.second < 500) return;
    this.second = now;
    if (this.element.closest("[hidden]")) return;
    let count = 0;
    for (const row of this.rows) {
      const { vehicle, entry } = row, isShown = vehicle.isPresent && vehicle.route?.isOn !== false;
      if (isShown) count += 1;
      if (entry.hidden === isShown) entry.hidden = !isShown;
      if (!isShown) continue;
      const key = keyOf(vehicle.occupancy, vehicle.route?.key);
      if (key === row.key) continue;
      row.key = key;
      row.route.replaceChildren(vehicle.route ? badge(vehicle.route) : el("span", { class: "badge none" }, "–"));
      row.crowding.replaceChildren(crowdingTag(vehicle.occupancy) ?? el("span", { class: "quiet" }, "Occupancy unknown"));
    }
    const words = `${plural(count, "vehicle")} at this time`;
    if (this.count.textContent !== words) this.count.textContent = words;
  }
}
