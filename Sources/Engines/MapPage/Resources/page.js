// Puts the page together from what there is: a board, trips, a network, vehicles, in any mix.

/** One list after another behind tabs, or alone. */
function showTabs(place, tabs) {
  if (tabs.length < 2) return place.append(...tabs.map((tab) => tab.element));
  const bar = el("div", { role: "tablist", class: "tabs", "aria-label": "Lists" });
  const choose = (number, takesFocus) => tabs.forEach((tab, place) => {
    const isChosen = place === number;
    tab.button.setAttribute("aria-selected", String(isChosen));
    tab.button.tabIndex = isChosen ? 0 : -1;
    tab.pane.hidden = !isChosen;
    if (isChosen && takesFocus) tab.button.focus();
    if (isChosen) tab.onShow?.();
  });
  tabs.forEach((tab, number) => {
    tab.pane = el("div", { role: "tabpanel", id: `pane-${number}`, "aria-labelledby": `tab-${number}` }, tab.element);
    tab.button = el("button", {
      type: "button", role: "tab", id: `tab-${number}`, "aria-controls": `pane-${number}`,
      onclick: () => choose(number),
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        choose((number + step + tabs.length) % tabs.length, true);
      },
    }, tab.name);
    bar.append(tab.button);
  });
  place.append(bar, ...tabs.map((tab) => tab.pane));
  tabs.forEach((tab, number) => { tab.show = () => choose(number); });
  choose(0);
}

/** What the card says of a departure whose trip was not given to the page. */
function missingTrip(departure) {
  return el("div", { class: "trip" }, el("p", { class: "notice" },
    "This page does not contain the stops of this trip.",
    departure.trip_id ? el("span", { class: "quiet" }, " Trip ", named(brief(departure.trip_id)),
      serviceDate(departure.start_date) ? ` of ${serviceDate(departure.start_date)}` : null, ".") : null),
  el("div", { class: "trip-facts" }, alertList(alertsOf(departure))));
}

const playerKeys = (entry) => [
  entry("Space", "Play or pause"),
  entry("← and →", "Go to the previous or next snapshot"),
  entry("Home and End", "Go to the start or the end"),
  entry("+ and −", "Faster, slower"),
  entry("L", "Loop"),
  ...(DATA.playback ? [
    entry("Tap on a vehicle", "Show its card and its path of the last ten minutes"),
    entry("F", "Follow it"),
    entry("I", "Inspect its motion and set the time by hand"),
  ] : []),
];

/** Whether anything on the page has a time that passes. */
const isPlayedPage = () => Boolean(DATA.playback) || (DATA.overlay?.frames.length ?? 0) > 1;

/** What those who look should know of what moves. */
const motionNote = () => DATA.playback?.attachment !== "fixes" ? null : el("p", {},
  "Vehicles are shown where they were. Between two reports they move steadily: along a line of their trip or route if "
  + `both reports lie within ${MOTION.alongMetres} m of it, and otherwise in a straight line.`);

function help() {
  const entry = (keys, meaning) => [el("dt", {}, keys), el("dd", {}, meaning)];
  return el("details", { class: "help" }, el("summary", {}, "Keys and gestures of the map"), el("dl", {},
    ...(isPlayedPage() ? playerKeys(entry) : []),
    entry("Drag, arrow keys on the map", "Move; the view stays on the data"),
    entry("Pinch, wheel, + and − on the map", "Zoom"),
    entry("Two fingers, right drag, shift with arrows", "Turn and tilt"),
    entry("Double tap, 0", "Show everything again"),
    entry("Swipe a route's row aside", "Hide the route, or show it again"),
    entry("Tap", "Describe what is there"),
    entry("Long press, right click, Enter", "Coordinates and the nearest stop"),
    entry("Escape", "Close what is open")));
}

/** Whom the page asks for pictures. */
const askedServers = () => [
  DATA.basemap ? `the pictures of the basemap (${DATA.basemap.attribution})` : null,
  DATA.overlay?.tiles ? `the tiles over the lines (${DATA.overlay.attribution})` : null,
].filter(Boolean).join(" and ");

const colophon = () => el("details", { class: "help" }, el("summary", {}, "About this page"),
  motionNote(),
  el("p", {}, "Made by linefeed from transit feeds. The page contains all its data and contacts no server"
    + (askedServers() ? `, except for ${askedServers()}.` : ".")),
  DATA.ground?.attribution ? el("p", {}, `The page also contains the map under the lines: ${DATA.ground.attribution}`) : null,
  DATA.licence ? el("pre", { class: "licence", tabindex: "0", "aria-label": "Licence of MapLibre GL JS" }, DATA.licence)
    : null);

/** Makes the address follow what is shown, and what is shown follow the address. */
function addLinks({ atlas, stage, card, board, openTrip, openDeparture, isAlone }) {
  const player = stage?.player ?? null;
  // A trip grows from the row that is its own, if there is one in sight.
  const open = (trip, from) => {
    const row = board?.entries.find(({ departure, entry }) => tripOf(departure) === trip && !entry.hidden);
    if (row && !from) openDeparture(row.departure, row.entry.firstElementChild);
    else openTrip(trip, from ?? document.querySelector("#head"));
  };
  const links = new Links({
    atlas, player, openTrip: (trip) => { if (!isAlone) open(trip); }, closeTrip: () => { if (card.canClose) card.close(); },
  });
  card.onOpen = (trip) => links.choose("trip", isAlone ? null : trip);
  if (atlas) {
    atlas.links = links;
    atlas.map.addControl(new LinkControl(links), "top-right");
  }
  if (player?.fleet) {
    player.onTime = (time) => card.view?.update?.(time);
    player.onChosen = (number) => links.choose("vehicle", number === null ? null : player.fleet.vehicles[number]);
    stage.card.onTrip = open;
  }
  return links;
}

/** Shows the busiest time, and plays on from there, unless less motion is asked for; a link to a time shows that. */
function openPlayer(player, links) {
  if (player?.fleet) player.clock.seek(player.fleet.playback.opening);
  const isAtTime = links.open();
  if (player?.fleet && !isAtTime && !REDUCED_MOTION.matches) player.clock.play();
}

/** Milliseconds after which the page says that it is ready even if what servers give has not come. */
const LATEST_READY = 10000;

/** Waits until a map is drawn as a whole for the first time, with names and vehicles; null for no map. */
async function whenDrawn(map) {
  if (!map) return;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await Promise.race([new Promise((done) => map.once("idle", done)), new Promise((done) => setTimeout(done, LATEST_READY))]);
  await frame();
  await frame();
}

(function start() {
  const head = document.getElementById("head");
  const content = document.getElementById("content");
  const panel = document.getElementById("panel");
  const mapPlace = document.getElementById("map");
  const card = new Card(panel, content);
  const hasMap = Boolean(DATA.has_network);
  document.body.classList.toggle("no-map", !hasMap);

  const fleet = hasMap ? makeFleet() : null;
  const isPlayed = isPlayedPage();
  let atlas = null, sheet = null;
  if (hasMap) {
    sheet = new Sheet(panel, head);
    mapPlace.hidden = false;
    document.body.classList.toggle("played", isPlayed);
    try {
      atlas = new Atlas(mapPlace, fleet, isPlayed);
    } catch (error) {
      mapPlace.replaceChildren(noMap(error));
    }
  } else {
    document.querySelector(".skip").remove();
  }

  // Departures, and the trip behind each.
  const tabs = [];
  let tripTab = null, board = null;
  const subtitles = [];
  let stage = null;
  // The time that is shown: the player's, else the board's, else that of the trip's vehicle.
  const timeOf = (trip, departure) => stage?.player.fleet ? stage.player.clock.time
    : (departure ? boardTime(departure) : null) ?? trip.vehicle?.timestamp ?? null;
  const openTrip = (trip, row) => card.open({
    title: named(trip.headsign ?? trip.trip_id, "clamp"), route: trip.route, row,
    subtitle: el("p", { class: "quiet" }, plural(trip.stops.length, "stop")), view: new TripView(trip, null, timeOf(trip, null)),
  });
  const openDeparture = (departure, row) => {
    const trip = tripOf(departure);
    const time = onClockOf(departure.departure_time_local, departure.departure_time);
    const subtitle = el("p", { class: "quiet" }, `${time.clock} from `,
      named(brief(departure.stop_name ?? departure.stop_id ?? "an unnamed stop", 60)));
    const title = named(departure.headsign ?? departure.trip_id ?? "Trip", "clamp");
    const view = trip ? new TripView(trip, departure, timeOf(trip, departure)) : { element: missingTrip(departure) };
    card.open({ title, subtitle, route: departure.route, row, view });
    if (!trip) announce("This page does not contain the trip");
  };
  if (records("departures").length || records("boards").length) {
    board = new Board(openDeparture);
    tabs.push({ name: "Departures", element: board.element });
    if (atlas) {
      atlas.departuresFrom = (pin) => Board.from(pin).length;
      atlas.onBoard = (pin) => {
        tabs[0].show?.();
        board.show(pin);
      };
    }
    if (board.place) subtitles.push(named(board.place));
  } else if (records("trips").length > 1 || (records("trips").length && hasMap)) {
    // What is played comes first: its trips are what is asked about then.
    tripTab = { name: "Trips", element: tripRows(openTrip) };
    if (!isPlayed) tabs.push(tripTab);
  }
  const list = new RouteList(atlas);
  if (list.routes.length && (hasMap || records("occupancy").length)) tabs.push({ name: "Routes", element: list.element });
  else if (records("pins").length) tabs.push({ name: "Stops", element: list.element });
  stage = atlas && (fleet || DATA.overlay) ? putPlayer(fleet, atlas, mapPlace) : null;
  if (stage?.list) tabs.push({ name: "Vehicles", element: stage.list.element, onShow: () => stage.list.update(true) });
  else if (records("vehicles").length) tabs.push({ name: "Vehicles", element: vehicleList(atlas) });
  if (atlas && !stage) mapPlace.append(...[stillLegend()].filter(Boolean));

  if (tripTab && isPlayed) tabs.push(tripTab);
  // A board says its alerts itself.
  if (records("alerts").length && (hasMap || !tabs.length) && !records("departures").length && !records("trips").length) {
    tabs.push({ name: "Alerts", element: el("div", { class: "all-alerts" }, alertList(records("alerts"))) });
  }

  const facts = [
    records("departures").length ? plural(records("departures").length, "departure") : null,
    list.routes.length && hasMap ? plural(list.routes.length, "route") : null,
    records("pins").length ? plural(records("pins").length, "stop") : null,
    records("vehicles").length + (fleet?.vehicles.length ?? 0)
      ? plural(records("vehicles").length + (fleet?.vehicles.length ?? 0), "vehicle") : null,
  ].filter(Boolean).join(" · ");
  head.append(el("h1", {}, named(DATA.title, "clamp")), facts ? el("p", { class: "quiet" }, facts) : "");
  // A trip by itself says its name in its card.
  const alone = tabs.length || records("trips").length !== 1 ? null : records("trips")[0];
  if (alone?.headsign && DATA.title.endsWith(alone.headsign)) head.classList.add("spoken");
  showTabs(content, tabs);
  if (alone) openTrip(alone, null);
  const links = addLinks({ atlas, stage, card, board, openTrip, openDeparture, isAlone: alone !== null });
  if (stage?.player.fleet) stage.player.onNarrowChoice = () => sheet.settle(0);
  if (!tabs.length && !records("trips").length) {
    content.append(el("p", { class: "notice" }, "Nothing to show: the input had no records for a map."));
  }
  if (hasMap || records("trips").length) content.append(help());
  content.append(colophon());
  openPlayer(stage?.player, links);
  whenDrawn(atlas?.map).then(() => { document.documentElement.dataset.ready = "true"; });
})();
