// The departures board: a row a departure, in the order in which they were given.

/** The time that a departure's countdown counts from; null where the record has no countdown. */
const boardTime = (departure) =>
  departure.countdown_seconds == null ? null : departure.departure_time - departure.countdown_seconds;

class Board {
  constructor(open) {
    this.open = open;
    this.departures = records("departures");
    const names = [...new Set(this.departures.map((departure) => departure.stop_name).filter(Boolean))];
    this.place = DATA.place ?? null;
    this.showsStops = names.length > 1;
    this.entries = [];
    this.filter = el("div", { class: "tools", hidden: true });
    this.element = el("div", { class: "board" }, this.asOf(), usualNote(this.departures), this.filter,
      alertList(records("alerts").filter((alert) => alert.board), "Alerts of the stop"), records("boards").map((board) => this.emptiness(board)),
      this.departures.length ? el("ul", { class: "rows", "aria-label": "Departures" },
        this.departures.map((departure) => this.row(departure))) : null);
  }

  /** How many departures there are from a stop of the map, or from the platforms of a station. */
  static from(pin) {
    const ids = new Set([pin, ...pin.platforms].map(({ stop_id }) => stop_id));
    return records("departures").filter((row) => ids.has(row.stop_id) && (row.feed_id ?? "") === (pin.feed_id ?? ""));
  }

  /** Shows the departures from one stop of the map; null shows all. */
  show(pin) {
    const rows = pin ? new Set(Board.from(pin)) : null;
    for (const { departure, entry } of this.entries) entry.hidden = rows !== null && !rows.has(departure);
    this.filter.hidden = rows === null;
    if (!pin) return announce("All departures");
    const name = pin.stop_name ?? pin.stop_id;
    this.filter.replaceChildren(el("p", { class: "strong" }, named(brief(name, 60))), el("div", { class: "buttons" },
      el("button", { type: "button", onclick: () => this.show(null) }, "All stops")));
    announce(`${plural(rows.size, "departure")} from ${brief(name)}`);
    this.entries.find(({ entry }) => !entry.hidden)?.entry.firstElementChild.focus({ preventScroll: true });
  }

  /** Says that nothing leaves a stop, and for how long that was looked at. */
  emptiness(board) {
    const at = onClockOf(this.departures[0]?.departure_time_local, board.at);
    const name = board.stop_name ?? board.stop_id;
    return el("p", { class: "notice" }, "No departures", name ? [" from ", named(brief(name, 60))] : null,
      board.horizon_seconds == null ? "" : ` within ${countdownText(board.horizon_seconds)}`,
      " of ", el("strong", {}, at.clock), `, ${at.date} `, el("span", { class: "quiet" }, `(${at.offset}).`));
  }

  /** When the board was made: countdowns count from then, whenever the page is opened. */
  asOf() {
    const times = [...new Set(this.departures.map(boardTime).filter((time) => time !== null))].sort((a, b) => a - b);
    if (!times.length) return null;
    const first = this.departures[0];
    const at = onClockOf(first.departure_time_local, times[0]);
    const last = onClockOf(first.departure_time_local, times[times.length - 1]);
    const clock = times.length > 1 && last.clock !== at.clock ? `${at.clock} to ${last.clock}` : at.clock;
    return el("p", { class: "as-of" }, "As of ", el("strong", {}, clock), `, ${at.date} `,
      el("span", { class: "quiet" }, `(${at.offset}). Minutes count from then.`));
  }

  row(departure) {
    const time = onClockOf(departure.departure_time_local, departure.departure_time);
    const scheduled = departure.scheduled_time == null ? null
      : onClockOf(departure.scheduled_time_local ?? departure.departure_time_local, departure.scheduled_time);
    const countdown = departure.countdown_seconds == null ? null : countdownText(departure.countdown_seconds);
    const canceled = isCanceled(departure);
    const headsign = departure.headsign ?? "No destination given";
    const stop = this.showsStops && departure.stop_name ? this.shortStop(departure.stop_name) : null;
    const platform = departure.platform_code ? `Platform ${departure.platform_code}` : null;
    const repeats = stop && platform && namesPlatform(stop, departure.platform_code);
    const delay = canceled ? el("span", { class: "delay late" }, "Cancelled")
      : departure.delay != null ? el("span", { class: `delay ${delayKind(departure.delay)}` }, delayText(departure.delay))
        : el("span", { class: "delay" }, departure.realtime ? "Realtime" : "Scheduled");
    // What is about the stop is said above all rows.
    const alerts = alertsOf(departure).filter((alert) => !alert.board);
    const element = el("button", {
      type: "button", class: canceled ? "row canceled" : "row", "aria-haspopup": "dialog",
      onclick: () => this.open(departure, element),
    },
    badge(departure.route),
    el("span", { class: "where" }, named(headsign, "headsign clamp"),
      el("span", { class: "meta" },
        stop ? named(brief(stop), "stop clamp") : null,
        platform && !repeats ? el("span", { class: "platform" }, "Platform ", named(brief(departure.platform_code, 20))) : null)),
    el("span", { class: "when" },
      countdown ? el("span", { class: "countdown" }, countdown) : null,
      el("span", { class: "clock" },
        scheduled && scheduled.clock !== time.clock ? el("s", {}, scheduled.clock) : null, ` ${time.clock}`)),
    el("span", { class: "tags" }, delay, canceled ? null : detourTag(departure),
      crowdingTag(departure.occupancy_status, departure.occupancy_percentage), usualTag(departure),
      wheelchairTag(departure.wheelchair_accessible), alertLine(alerts)));
    element.setAttribute("aria-label", [
      `${brief(routeLabel(departure.route), 40)} to ${brief(headsign)}`,
      stop ? brief(stop) : null, platform && !repeats ? brief(platform, 40) : null,
      countdown ? `${countdown === "Due" ? "due" : spokenLength(countdown)}, at ${time.clock}` : `at ${time.clock}`,
      canceled ? "cancelled" : departure.delay != null ? spokenLength(delayText(departure.delay)).toLowerCase() : "scheduled",
      !canceled && departure.modifications_id ? "on a detour" : null,
      crowdingWords(departure), WHEELCHAIR[departure.wheelchair_accessible]?.label,
      alertWords(alerts),
    ].filter(Boolean).join(", "));
    const entry = el("li", {}, element);
    this.entries.push({ departure, entry });
    return entry;
  }

  /** What tells a stop from the board's others. */
  shortStop(name) {
    if (!this.place || !name.startsWith(this.place)) return name;
    return name.slice(this.place.length).replace(/^[\s,;:(/–-]+/, "") || null;
  }
}

/** Trips without departures: a row each. */
function tripRows(open) {
  return el("ul", { class: "rows", "aria-label": "Trips" }, records("trips").map((trip) => {
    const time = tripClock(trip);
    const first = trip.stops.find((stop) => stop.departure_time_secs != null);
    const clock = first ? time(first.departure_time_secs).clock : null;
    const headsign = trip.headsign ?? trip.trip_id;
    const element = el("button", {
      type: "button", class: isCanceled(trip) ? "row canceled" : "row", "aria-haspopup": "dialog",
      onclick: () => open(trip, element),
      "aria-label": [`${brief(routeLabel(trip.route), 40)} to ${brief(headsign)}`, clock ? `from ${clock}` : null,
        isCanceled(trip) ? "cancelled" : trip.modifications_id ? "on a detour" : null, plural(trip.stops.length, "stop"), levelOf(trip.vehicle?.occupancy_status)?.label,
        WHEELCHAIR[trip.wheelchair_accessible]?.label, alertWords(alertsOf(trip))].filter(Boolean).join(", "),
    },
    badge(trip.route),
    el("span", { class: "where" }, named(headsign, "headsign clamp"),
      el("span", { class: "meta" }, el("span", {}, plural(trip.stops.length, "stop")))),
    el("span", { class: "when" }, clock ? el("span", { class: "countdown" }, clock) : null),
    el("span", { class: "tags" }, isCanceled(trip) ? el("span", { class: "delay late" }, "Cancelled") : detourTag(trip),
      crowdingTag(trip.vehicle?.occupancy_status, trip.vehicle?.occupancy_percentage),
      wheelchairTag(trip.wheelchair_accessible), alertLine(alertsOf(trip))));
    return el("li", {}, element);
  }));
}
