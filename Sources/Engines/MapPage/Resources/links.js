// The fragment of the page's address: what is shown, so that it can be sent to somebody and gone back to.
//
//   #t=1772402160&speed=60&view=12.5/-27.47/153.02/30/45&vehicle=V1&route=feed/R1&stop=S1&trip=T1/20260302
//
// t: POSIX seconds. view: zoom, latitude, longitude, bearing, pitch. Others: feed_id if there is one, then the id; parts
// are percent-encoded. What a page does not know of is passed over.

const LINK_KEYS = ["t", "speed", "view", "vehicle", "route", "stop", "trip"];

/** Changes of these are steps that one goes back from; those of the others replace the address. */
const LINK_STEPS = ["vehicle", "route", "stop", "trip"];

/** Parts as one value. */
const linkValue = (...parts) => parts.map((part) => encodeURIComponent(part)).join("/");

/** A thing of a feed as a value: a feed's id stands in front of it. */
const linkOf = (feedId, ...ids) => linkValue(...feedId != null ? [feedId] : [], ...ids);

/** What a fragment holds, of known keys, each as its text; null if it holds none of them. */
function readFragment(fragment) {
  const state = {};
  for (const pair of fragment.replace(/^#/, "").slice(0, 4000).split("&")) {
    const place = pair.indexOf("="), key = pair.slice(0, place);
    if (place > 0 && LINK_KEYS.includes(key)) state[key] = pair.slice(place + 1);
  }
  return Object.keys(state).length ? state : null;
}

/** A finite number that a text is; null for anything else. */
const linkNumber = (text) => /^-?\d+(\.\d+)?$/.test(text ?? "") ? Number(text) : null;

class Links {
  /** Milliseconds after which the address follows what has changed. */
  static DELAY = 300;

  constructor({ atlas, player, openTrip, closeTrip }) {
    Object.assign(this, { atlas, player, openTrip, closeTrip, chosen: {}, isApplying: false });
    this.find = {
      vehicle: new Map([...player?.fleet?.vehicles ?? [], ...records("vehicles")]
        .map((one) => [linkOf(one.feedId ?? one.feed_id, one.id ?? one.vehicle_id), one])),
      route: new Map([...ROUTES.values()].filter(({ id }) => id !== null)
        .map((route) => [linkOf(JSON.parse(route.key)[0] || null, route.id), route])),
      stop: new Map(records("pins").map((pin) => [linkOf(pin.feed_id, pin.stop_id), pin])),
      trip: new Map(records("trips").map((trip) => [Links.trip(trip), trip])),
    };
    this.names = new Map(LINK_STEPS.flatMap((key) => [...this.find[key]].map(([name, thing]) => [thing, name])));
    addEventListener("popstate", () => this.goTo(readFragment(location.hash), location.hash === ""));
    player?.clock.listen((what) => { if (what === "state" || !player.clock.isPlaying) this.later(); });
    atlas?.map.on("moveend", () => this.later());
  }

  static trip(trip) {
    return linkOf(trip.feed_id, trip.trip_id, ...trip.start_date ? [trip.start_date] : [], ...trip.start_time ? [trip.start_time] : []);
  }

  // MARK: What is shown

  /** Says what is chosen now; null for nothing. */
  choose(key, thing) {
    const name = thing ? this.names.get(thing) : undefined;
    if (this.chosen[key] === name) return;
    if (name === undefined) delete this.chosen[key];
    else this.chosen[key] = name;
    if (!this.isApplying) this.write(true);
  }

  /** The fragment of what is shown. */
  get fragment() {
    const { atlas, player } = this, pairs = [];
    if (player) pairs.push(`t=${Number(player.clock.time.toFixed(1))}`, `speed=${player.clock.speed}`);
    if (atlas?.map) {
      const { lat, lng } = atlas.map.getCenter(), number = (value, digits) => Number(value.toFixed(digits));
      const turned = [number(atlas.map.getBearing(), 1), number(atlas.map.getPitch(), 1)];
      pairs.push(`view=${[number(atlas.map.getZoom(), 2), number(lat, 5), number(lng, 5), ...turned.some(Boolean) ? turned : []]
        .join("/")}`);
    }
    for (const key of LINK_STEPS) if (this.chosen[key] !== undefined) pairs.push(`${key}=${this.chosen[key]}`);
    return pairs.length ? `#${pairs.join("&")}` : "";
  }

  get address() { return location.href.split("#")[0] + this.fragment; }

  // MARK: The address

  /** The address follows soon, once somebody has done something with the page. */
  later() {
    clearTimeout(this.timer);
    if (!this.isApplying && navigator.userActivation?.hasBeenActive) this.timer = setTimeout(() => this.write(false), Links.DELAY);
  }

  write(isStep) {
    clearTimeout(this.timer);
    const { fragment } = this;
    if (!fragment || fragment === location.hash) return;
    try {
      history[isStep ? "pushState" : "replaceState"](null, "", fragment);
    } catch { /* A browser takes no more than so many in a while; the next one tells it. */ }
  }

  async copy() {
    const text = this.address;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Only pages of secure origins have a clipboard of their own.
      const area = el("textarea", { class: "spoken", "aria-hidden": "true" });
      area.value = text;
      document.body.append(area);
      area.select();
      const isDone = document.execCommand("copy");
      area.remove();
      if (!isDone) return false;
    }
    return true;
  }

  // MARK: Going there

  /** Shows what the address asks for as the page opens; whether it asks for a time. */
  open() {
    const state = readFragment(location.hash);
    if (state) this.goTo(state, false);
    return Boolean(state) && linkNumber(state.t) !== null;
  }

  /** - isBare: whether there is no fragment at all, which is the page as it was opened. */
  goTo(state, isBare) {
    // A fragment of another kind, as the link past the map has, leaves everything as it is.
    if (!state && !isBare) return;
    this.isApplying = true;
    try {
      this.goToTime(state ?? {});
      this.goToThings(state ?? {});
      this.goToView(state?.view);
    } finally {
      this.isApplying = false;
    }
  }

  goToTime({ t, speed }) {
    const clock = this.player?.clock;
    if (!clock) return;
    if (clock.speeds.includes(linkNumber(speed))) clock.setSpeed(linkNumber(speed));
    if (linkNumber(t) === null) return;
    clock.pause();
    clock.seek(linkNumber(t));
  }

  goToView(text) {
    const parts = text?.split("/").map(linkNumber);
    if (!this.atlas?.map || !parts || ![3, 5].includes(parts.length) || parts.includes(null)) return;
    const [zoom, latitude, longitude, bearing = 0, pitch = 0] = parts;
    if (Math.abs(latitude) > 85 || Math.abs(longitude) > 540 || zoom < 0 || zoom > 24) return;
    this.atlas.map.jumpTo({ zoom, center: [longitude, latitude], bearing, pitch: Math.min(60, Math.max(0, pitch)) });
  }

  goToThings(state) {
    const { atlas, player, chosen } = this, found = (key) => this.find[key].get(state[key]);
    const vehicle = found("vehicle"), pin = found("stop"), route = found("route"), trip = found("trip");
    const is = (key, thing) => (thing ? this.names.get(thing) : undefined) === chosen[key];
    if (!is("vehicle", vehicle) && atlas) {
      if (!vehicle || vehicle.number === undefined || !player?.fleet?.vehicles.includes(vehicle)) player?.choose(null);
      else player.choose(vehicle.number);
      if (vehicle && records("vehicles").includes(vehicle)) atlas.showVehicle(vehicle, !state.view);
    }
    if (!is("stop", pin) && atlas) {
      if (pin) atlas.showPin(pin, !state.view);
      else atlas.map.linefeedPopup?.remove();
    }
    if (!is("route", route) && atlas) atlas.chooseRoute(route ?? null, !state.view);
    if (!is("trip", trip)) {
      if (trip) this.openTrip(trip);
      else this.closeTrip();
    }
  }
}

/** A button that copies the address of what is shown, as a control of a map. */
class LinkControl {
  constructor(links) { this.links = links; }

  onAdd() {
    this.button = el("button", { type: "button", class: "reset", "aria-label": "Copy link", title: "Copy a link to what is shown",
      onclick: () => this.copy() }, symbol("link"));
    this.element = el("div", { class: "maplibregl-ctrl maplibregl-ctrl-group" }, this.button);
    return this.element;
  }

  onRemove() { this.element.remove(); }

  async copy() {
    const isDone = await this.links.copy();
    announce(isDone ? "Link copied" : "This browser does not let the page copy");
    if (!isDone) return this.links.write(false);
    this.button.replaceChildren(symbol("done"));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.button.replaceChildren(symbol("link")), 1600);
  }
}
