// A trip: the map on top, the stops below.

/** Points below the middle at which a pin stands that has a popup. */
const POPUP_ROOM = 68;

/** What a trip's card shows, and the map in it once it has a size. */
class TripView {
  /**
   * - departure: the one that was chosen, or null for a trip by itself.
   * - now: POSIX seconds at which it is shown, or null where nothing says when that is.
   */
  constructor(trip, departure, now = null) {
    this.trip = trip;
    this.departure = departure;
    this.progress = progressOf(trip, now);
    this.vehicle = this.vehicleAt(now);
    this.isUnfolded = false;
    this.stops = trip.stops.filter((stop) => stop.lat != null && stop.lon != null)
      .map((stop) => ({ ...stop, record: stop, at: [stop.lon, stop.lat] }));
    unwrap(this.stops);
    this.line = lineOf(trip, this.stops);
    this.time = tripClock(trip);
    /** The place of the reader's stop among the stops; −1 for none. */
    this.chosen = departure ? trip.stops.findIndex((stop) => this.isChosen(stop)) : -1;
    this.place = this.stops.length && typeof maplibregl !== "undefined"
      ? el("section", { class: "route-map", "aria-label": "Route Map" }) : null;
    this.parts = [this.facts(), this.list()];
    this.element = el("div", { class: "trip" }, this.place, this.parts);
  }

  /** The trip's vehicle, unless what it has said is of another time. */
  vehicleAt(now) {
    const { vehicle } = this.trip;
    return now !== null && vehicle?.timestamp != null && Math.abs(now - vehicle.timestamp) > STALE_SECONDS ? null : vehicle ?? null;
  }

  /** Follows the trip to another time. */
  update(now) {
    const progress = progressOf(this.trip, now), minutes = (one) => one && Math.floor(one.seconds / 60);
    const vehicle = this.vehicleAt(now), isSameVehicle = vehicle === this.vehicle;
    const isSame = progress?.next === this.progress?.next && minutes(progress) === minutes(this.progress) && isSameVehicle;
    if (isSame) return;
    this.vehicle = vehicle;
    if (!isSameVehicle) this.map?.getSource("vehicle")?.setData(collection(this.vehicleFeatures()));
    const isNext = progress?.next !== this.progress?.next;
    this.progress = progress;
    const fresh = [this.facts(), isNext ? this.list() : this.parts[1]];
    // Who is at a row with the keyboard stays there.
    const rows = () => [...this.parts[1].querySelectorAll("button")], focused = rows().indexOf(document.activeElement);
    this.parts.forEach((part, number) => { if (part !== fresh[number]) part.replaceWith(fresh[number]); });
    this.parts = fresh;
    if (focused >= 0) rows()[focused]?.focus({ preventScroll: true });
  }

  /** Brings the reader's stop, else the next one, into sight, and no further: the map above it stays as far as it can. */
  showPlace(body) {
    const row = this.parts[1].querySelector(".chosen") ?? this.parts[1].querySelector(".next");
    if (!row || body.scrollHeight <= body.clientHeight) return;
    // The beginning of the row below it shows that the list goes on.
    const below = row.nextElementSibling ? 44 : 12;
    const hidden = row.getBoundingClientRect().bottom + below - body.getBoundingClientRect().bottom;
    if (hidden > 0) body.scrollTop += hidden;
  }

  /** Where the vehicle is, as far as predictions tell: stops until the reader's, else the next stop. */
  away() {
    if (!this.progress) return null;
    const words = this.chosen >= 0 ? awayText(this.trip, this.progress, this.chosen) : null;
    return [words ? el("p", { class: "strong away" }, words) : null, nextStopLine(this.trip, this.progress)];
  }

  facts() {
    const { trip } = this;
    const vehicle = trip.vehicle;
    const now = this.vehicle && crowdingTag(vehicle.occupancy_status, vehicle.occupancy_percentage);
    const here = this.departure ? trip.stops.find((stop) => this.isChosen(stop)) : null;
    const predicted = here && crowdingTag(here.occupancy_status);
    // What the vehicle says is of now, what is predicted is of a stop: both are shown, each as what it is.
    const crowding = [
      now ? el("span", { class: "said" }, el("span", { class: "quiet" }, "Now "), now) : null,
      predicted ? el("span", { class: "said" }, el("span", { class: "quiet" }, "At your stop "), predicted) : null,
      !now && !predicted && this.departure
        ? crowdingTag(this.departure.occupancy_status, this.departure.occupancy_percentage) ?? usualTag(this.departure) : null,
    ];
    const day = serviceDate(trip.start_date);
    const missing = trip.stops.length - this.stops.length;
    return el("div", { class: "trip-facts" }, this.away(),
      el("p", { class: "tags" },
        isCanceled(trip) ? el("span", { class: "delay late" }, "Cancelled") : detourTag(trip), ...crowding,
        wheelchairTag(trip.wheelchair_accessible)), usualNote(trip.stops),
      el("p", { class: "quiet" }, [
        trip.route_long_name ? named(brief(trip.route_long_name, 100)) : null,
        day, trip.timezone ? `times of ${trip.timezone.replaceAll("_", " ")}` : null,
      ].filter(Boolean).flatMap((part, place) => place ? [" · ", part] : [part])),
      vehicle?.vehicle_id ?? vehicle?.vehicle_label
        ? el("p", { class: "quiet" }, "Vehicle ", named(brief(vehicle.vehicle_label ?? vehicle.vehicle_id, 60))) : null,
      this.stops.length && missing
        ? el("p", { class: "quiet" }, `${plural(missing, "stop")} not on the map`) : null,
      alertList(alertsTogether(alertsOf(trip), this.departure ? alertsOf(this.departure) : [])));
  }

  list() {
    const { trip } = this;
    if (!trip.stops.length) return el("p", { class: "notice" }, "The stops of this trip are unknown.");
    const { progress, chosen } = this, passed = progress ? progress.next : Math.max(0, chosen);
    const rows = trip.stops.map((stop, place) => this.row(stop, place < passed, place === chosen, place === progress?.next));
    const list = el("ol", { class: "stop-list", "aria-label": "Stops", "--route": trip.route.fill }, rows);
    this.fold(list, rows.slice(0, chosen >= 0 ? Math.min(passed, chosen) : passed), progress ? "passed" : "earlier");
    return list;
  }

  /** Puts rows at the list's beginning behind a button that shows them. */
  fold(list, rows, word) {
    if (rows.length < 2) return;
    const text = el("span", {}), button = el("button", { type: "button", class: "stop-row fold", onclick: () => {
      this.isUnfolded = !this.isUnfolded;
      show();
    } }, text);
    const show = () => {
      for (const row of rows) row.hidden = !this.isUnfolded;
      button.setAttribute("aria-expanded", String(this.isUnfolded));
      text.textContent = `${this.isUnfolded ? "Hide" : "Show"} ${plural(rows.length, `${word} stop`)}`;
    };
    show();
    list.prepend(el("li", { class: "stop folded" }, button));
  }

  /** Whether the departure that was chosen is from this stop. */
  isChosen(stop) {
    const { departure } = this;
    if (departure.stop_id !== stop.stop_id) return false;
    if (stop.departure_time_secs == null || departure.scheduled_time == null) return true;
    const start = serviceDayStart(this.trip.start_date, this.trip.timezone);
    return start === null || start + stop.departure_time_secs === departure.scheduled_time;
  }

  row(stop, isPassed, isHere, isNext) {
    const name = stop.stop_name ?? stop.stop_id ?? "Unnamed stop";
    const seconds = stop.departure_time_secs ?? stop.arrival_time_secs;
    const scheduled = seconds == null ? null : this.time(seconds);
    const expected = seconds == null || stop.delay == null ? scheduled : this.time(seconds + stop.delay);
    const delay = stop.skipped ? el("span", { class: "delay late" }, "Not served")
      : stop.delay != null ? el("span", { class: `delay ${delayKind(stop.delay)}` }, delayText(stop.delay)) : null;
    const view = this.stops.find((place) => place.record === stop);
    // "Central, Platform 2" needs no saying twice.
    const platform = stop.platform_code && !namesPlatform(name, stop.platform_code) ? stop.platform_code : null;
    const alerts = alertsOf(stop, this.trip.feed_id);
    const inside = [
      el("span", { class: "where" }, named(name, "clamp strong"),
        el("span", { class: "tags" },
          platform ? el("span", { class: "platform" }, "Platform ", named(brief(platform, 20))) : null,
          delay, crowdingTag(stop.occupancy_status), stop.skipped ? null : usualTag(stop), wheelchairTag(stop.wheelchair_boarding),
          isNext && !isHere ? el("span", { class: "here" }, "Next stop") : null,
          isHere ? el("span", { class: "here" }, "Your stop") : null, alertLine(alerts))),
      el("span", { class: "when" }, scheduled ? el("span", { class: "clock" },
        expected.clock !== scheduled.clock && !stop.skipped ? el("s", {}, scheduled.clock) : null,
        stop.skipped ? el("s", {}, scheduled.clock) : ` ${expected.clock}`,
        expected.day > 0 ? el("sup", { title: "days after the service day" }, `+${expected.day}`) : null) : null),
    ];
    const label = [
      brief(name), scheduled ? `${stop.skipped ? "would have been " : ""}${expected.clock}` : "time unknown",
      platform ? `platform ${brief(platform, 20)}` : null,
      stop.skipped ? "not served" : stop.delay != null ? spokenLength(delayText(stop.delay)).toLowerCase() : null,
      crowdingWords(stop), WHEELCHAIR[stop.wheelchair_boarding]?.label, isNext ? "next stop" : null, isHere ? "your stop" : null,
      isPassed && this.progress ? "passed" : null,
      alertWords(alerts), view && this.place ? null : "not on the map",
    ].filter(Boolean).join(", ");
    const kind = ["stop", isPassed ? "passed" : "", isHere ? "chosen" : "", isNext ? "next" : "", stop.skipped ? "skipped" : ""].join(" ");
    return el("li", { class: kind },
      view && this.place
        ? el("button", { type: "button", class: "stop-row", "aria-label": label, onclick: () => this.showStop(view) }, inside)
        : el("div", { class: "stop-row" }, inside));
  }

  showStop(stop) {
    if (!this.map) return;
    const seconds = stop.departure_time_secs ?? stop.arrival_time_secs;
    const clock = seconds == null ? null : this.time(seconds + (stop.delay ?? 0)).clock;
    const name = stop.stop_name ?? stop.stop_id ?? "Unnamed stop";
    showPopup(this.map, stop.at, el("div", { class: "popup" },
      el("p", { class: "strong" }, named(brief(name, 160))),
      el("p", {}, [clock, stop.platform_code ? `Platform ${brief(stop.platform_code, 20)}` : null].filter(Boolean).join(" · ")),
      crowdingTag(stop.occupancy_status), usualTag(stop), wheelchairTag(stop.wheelchair_boarding),
      alertList(alertsOf(stop, this.trip.feed_id))),
    [brief(name), clock, crowdingWords(stop), alertWords(alertsOf(stop, this.trip.feed_id))].filter(Boolean).join(", "), "bottom");
    // The map is low: the pin moves to where there is room above it.
    this.map.easeTo({ center: stop.at, offset: [0, POPUP_ROOM], duration: 400 });
  }

  vehicleFeatures() {
    const { vehicle } = this;
    return vehicle?.longitude == null || vehicle.latitude == null ? []
      : [feature(0, { type: "Point", coordinates: [vehicle.longitude, vehicle.latitude] }, { bearing: vehicle.bearing ?? -1 })];
  }

  /** Draws the map; the card must be in the page and have its size. */
  drawMap() {
    if (!this.place) return;
    const points = this.line;
    const level = levelOf(this.trip.vehicle?.occupancy_status)?.level ?? "unknown";
    const box = boxAround(points, this.stops.map((stop) => stop.at)), base = groundParts(box);
    const color = this.trip.route.fill;
    const ink = INK();
    const round = { "line-join": "round", "line-cap": "round" };
    try {
      this.map = makeMap(this.place, {
        box, padding: 34, label: "Route Map", headroom: POPUP_ROOM, hold: groundHold(),
        sources: {
          ...base.sources,
          line: source(points.length > 1 ? [feature(0, { type: "LineString", coordinates: points }, casingColors(color))] : []),
          pins: source(this.stops.map((stop, number) => feature(number, { type: "Point", coordinates: stop.at },
            { end: number === 0 || number === this.stops.length - 1 ? 1 : 0 }))),
          vehicle: source(this.vehicleFeatures()),
        },
        layers: [
          { id: "paper", type: "background", paint: { "background-color": ink.paper } }, ...base.layers,
          { id: "casing", type: "line", source: "line", layout: round,
            paint: { "line-color": casing(), "line-width": 8 } },
          { id: "line", type: "line", source: "line", layout: round,
            paint: { "line-color": color, "line-width": 4.5 } },
          { id: "pins", type: "circle", source: "pins", paint: {
            "circle-radius": ["case", ["==", ["get", "end"], 1], 6.5, 4.5], "circle-color": ink.pin,
            "circle-stroke-color": color, "circle-stroke-width": ["case", ["==", ["get", "end"], 1], 3.5, 2.5] } },
          { id: "bearing", type: "symbol", source: "vehicle", filter: [">=", ["get", "bearing"], 0], layout: {
            "icon-image": `bearing:${level}`, "icon-rotate": ["get", "bearing"], "icon-rotation-alignment": "map",
            "icon-allow-overlap": true, "icon-ignore-placement": true } },
          { id: "vehicle", type: "symbol", source: "vehicle", layout: {
            "icon-image": `vehicle:${level}`, "icon-allow-overlap": true, "icon-ignore-placement": true } },
        ],
        inspect: (lngLat) => {
          const { content, spoken } = placeContent(lngLat, this.stops);
          showPopup(this.map, lngLat, content, spoken);
        },
      });
    } catch (error) {
      this.place.replaceWith(noMap(error));
      this.place = null;
      return;
    }
    this.map.on("styleimagemissing", (event) => {
      const [kind, one] = event.id.split(":");
      this.map.addImage(event.id, kind === "vehicle" ? vehiclePicture(one) : bearingPicture(one),
        { pixelRatio: PICTURE_SCALE });
    });
    this.map.on("click", (event) => {
      if (this.map.linefeedPressed()) return;
      const reach = 12;
      const box = [[event.point.x - reach, event.point.y - reach], [event.point.x + reach, event.point.y + reach]];
      const hits = this.map.queryRenderedFeatures(box, { layers: ["pins"] });
      const stop = nearestOf(hits.map((hit) => this.stops[hit.id]), event.lngLat);
      if (stop) this.showStop(stop);
      else this.map.linefeedPopup?.remove();
    });
    this.map.on("mousemove", (event) => {
      const hits = this.map.queryRenderedFeatures(event.point, { layers: ["pins"] });
      this.map.getCanvas().style.cursor = hits.length ? "pointer" : "";
    });
    this.repaint = () => {
      const day = INK();
      this.map.setPaintProperty("paper", "background-color", day.paper);
      repaintGround(this.map);
      this.map.setPaintProperty("casing", "line-color", casing());
      this.map.setPaintProperty("pins", "circle-color", day.pin);
    };
    DARK.addEventListener("change", this.repaint);
    attendGround(this.map);
  }

  remove() {
    if (this.repaint) DARK.removeEventListener("change", this.repaint);
    this.map?.remove();
    this.map = null;
  }
}

/** Where a trip drives: the line of its detour, near its stops on a map that goes on around the Earth, else from stop to stop. */
function lineOf(trip, stops) {
  const points = trip.parts ? decodeLine(trip.parts[0]) : [];
  if (!points.length || !stops.length) return points.length ? points : stops.map((stop) => stop.at);
  const turns = Math.round((points[0][0] - stops[0].at[0]) / 360);
  return points.map(([longitude, latitude]) => [longitude - turns * 360, latitude]);
}

/** Makes longitudes run on over the antimeridian instead of jumping. */
function unwrap(stops) {
  for (let place = 1; place < stops.length; place += 1) {
    const turns = Math.round((stops[place].at[0] - stops[place - 1].at[0]) / 360);
    stops[place].at[0] -= turns * 360;
  }
}

/** What stands in a map's place when this browser cannot draw one. */
const noMap = (error) => el("p", { class: "notice" },
  "This browser cannot draw the map, which needs WebGL. Everything else on the page works.",
  el("span", { class: "quiet" }, ` ${brief(String(error?.message ?? ""), 80)}`));
