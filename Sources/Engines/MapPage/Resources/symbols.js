// Our own drawings, on a grid of 24 points: as SVG in the page, and as paths on a canvas for the map. Those of crowding
// have the names of the symbols that records have.

const SYMBOLS = {
  // A person, standing.
  "figure.stand": ["M12 2.6a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
    "M9.3 8.6h5.4c1.2 0 2.1.9 2.1 2.1v4.1c0 .7-.5 1.2-1.2 1.2h-.5v4.2c0 .8-.6 1.4-1.4 1.4h-3.4c-.8 0-1.4-.6-1.4-1.4V16h-.5"
    + "c-.7 0-1.2-.5-1.2-1.2v-4.1c0-1.2.9-2.1 2.1-2.1z"],
  // Two people, and a dotted line between them.
  "figure.stand.line.dotted.figure.stand": ["M5.2 4.6a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2z",
    "M3.3 9.6h3.8c1 0 1.8.8 1.8 1.8v3c0 .6-.4 1-1 1h-.4v3.4c0 .7-.5 1.2-1.2 1.2H4.1c-.7 0-1.2-.5-1.2-1.2v-3.4h-.4c-.6 0-1-.4"
    + "-1-1v-3c0-1 .8-1.8 1.8-1.8z",
    "M18.8 4.6a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2z",
    "M16.9 9.6h3.8c1 0 1.8.8 1.8 1.8v3c0 .6-.4 1-1 1h-.4v3.4c0 .7-.5 1.2-1.2 1.2h-2.2c-.7 0-1.2-.5-1.2-1.2v-3.4h-.4c-.6 0-1-.4"
    + "-1-1v-3c0-1 .8-1.8 1.8-1.8z",
    "M11.2 4.5h1.6v2.4h-1.6z", "M11.2 8.9h1.6v2.4h-1.6z", "M11.2 13.3h1.6v2.4h-1.6z", "M11.2 17.7h1.6v2.4h-1.6z"],
  // A wheelchair in motion.
  wheelchair: ["M11 2.4a2 2 0 1 1 0 4 2 2 0 0 1 0-4z",
    "M10 7.2h2l.5 3.6h4.1v1.8h-3.8l.2 1.6h3.6c.5 0 .9.3 1.1.7l2.2 4.8-1.7.8-2-4.3h-4.4c-.6 0-1.1-.4-1.2-1z",
    "M8.9 10.4l.2 1.9a4.6 4.6 0 1 0 5.5 6.1h2a6.5 6.5 0 1 1-7.7-8z"],
  stop: ["M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16z"],
  close: ["M6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12 5 6.4z"],
  fit: ["M4 4h6v2H6v4H4z", "M14 4h6v6h-2V6h-4z", "M4 14h2v4h4v2H4z", "M18 14h2v6h-6v-2h4z"],
  play: ["M7 4.2c0-.8.9-1.3 1.6-.9l11.2 7.1c.6.4.6 1.3 0 1.7L8.6 19.2c-.7.4-1.6-.1-1.6-.9z"],
  pause: ["M6.5 4h3.2c.4 0 .8.4.8.8v14.4c0 .4-.4.8-.8.8H6.5a.8.8 0 0 1-.8-.8V4.8c0-.4.4-.8.8-.8z",
    "M14.3 4h3.2c.4 0 .8.4.8.8v14.4c0 .4-.4.8-.8.8h-3.2a.8.8 0 0 1-.8-.8V4.8c0-.4.4-.8.8-.8z"],
  on: ["M5 5.2c0-.8.9-1.3 1.6-.9l8.9 6.8c.6.4.6 1.3 0 1.7l-8.9 6.8c-.7.5-1.6 0-1.6-.9z", "M17 4.5h2.4v15H17z"],
  back: ["M19 5.2c0-.8-.9-1.3-1.6-.9l-8.9 6.8c-.6.4-.6 1.3 0 1.7l8.9 6.8c.7.5 1.6 0 1.6-.9z", "M4.6 4.5H7v15H4.6z"],
  loop: ["M7 6.5h9V3.6l5 4.4-5 4.4V9.3H7a3.2 3.2 0 0 0-2.6 5l-2.1 1.5A5.8 5.8 0 0 1 7 6.5z",
    "M17 17.5H8v2.9L3 16l5-4.4v3.1h9a3.2 3.2 0 0 0 2.6-5l2.1-1.5a5.8 5.8 0 0 1-4.7 9.3z"],
  follow: ["M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6zm0 2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 0 0 0-13.6z",
    "M12 8.6a3.4 3.4 0 1 1 0 6.8 3.4 3.4 0 0 1 0-6.8z", "M11 1h2v4h-2z", "M11 19h2v4h-2z", "M1 11h4v2H1z", "M19 11h4v2h-4z"],
  // A triangle with a mark cut out of it.
  alert: ["M12 2.8 23 21.4H1zM11 9.6v5.8h2V9.6zM11 17v2h2v-2z"],
  // Two links of a chain, and a tick.
  link: ["M10.6 13.4a1 1 0 0 1-1.4 1.4 4.5 4.5 0 0 1 0-6.4l3.5-3.5a4.5 4.5 0 0 1 6.4 6.4l-1.6 1.6a1 1 0 0 1-1.4-1.4l1.6-1.6a2.5 2.5 0 1 0"
    + "-3.6-3.6l-3.5 3.5a2.5 2.5 0 0 0 0 3.6z", "M13.4 10.6a1 1 0 0 1 1.4-1.4 4.5 4.5 0 0 1 0 6.4l-3.5 3.5a4.5 4.5 0 0 1-6.4-6.4"
    + "l1.6-1.6a1 1 0 0 1 1.4 1.4l-1.6 1.6a2.5 2.5 0 1 0 3.6 3.6l3.5-3.5a2.5 2.5 0 0 0 0-3.6z"],
  done: ["M9.2 18.6 3.4 12.8l1.8-1.8 4 4L18.8 5.4l1.8 1.8z"],
  search: ["M10.5 3.5a7 7 0 0 1 5.5 11.3l4.6 4.6-1.4 1.4-4.6-4.6a7 7 0 1 1-4.1-12.7zm0 2a5 5 0 1 0 0 10 5 5 0 0 0 0-10z"],
};

/** A drawing that stands beside its words, so it is nothing to a screen reader. */
function symbol(name, className) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", className ? `symbol ${className}` : "symbol");
  for (const d of SYMBOLS[name]) {
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", d);
    svg.append(path);
  }
  return svg;
}

/** How crowded it is: symbol, colour and words; null where nobody knows. */
function crowdingTag(status, percentage) {
  const level = levelOf(status);
  if (!level) return null;
  const share = percentage === null || percentage === undefined ? null : ` (${percentage}%)`;
  return el("span", { class: `tag crowding ${level.level}` },
    el("span", { class: "disc" }, symbol(level.symbol)), el("span", {}, level.label, share));
}

/** How crowded it usually is, where nobody knows how crowded it is: a hollow disc and words; null where that is not known
 * either. */
function usualTag(record) {
  const level = levelOf(record.occupancy_status) ? null : levelOf(record.typical_occupancy_status);
  return level && el("span", { class: `tag crowding usual ${level.level}` },
    el("span", { class: "disc" }, symbol(level.symbol)), el("span", {}, usualLabel(level)));
}

/** Shows the words of a legend where it is narrow and has only marks. */
function wordsButton(words = "Words of the legend") {
  const button = el("button", { type: "button", class: "words", "aria-expanded": "false", "aria-label": words, title: words,
    onclick: () => button.setAttribute("aria-expanded",
      String(button.closest(".legend").classList.toggle("worded"))) }, "?");
  return button;
}

/** The legend of hollow discs, where rows have one. */
const usualNote = (rows) => rows.some(usualTag)
  ? el("p", { class: "as-of quiet" }, "A hollow disc shows the usual occupancy on earlier days, not a measured one.") : null;

/** The words for what is measured, else for what is usual; undefined for neither. */
const crowdingWords = (record) => levelOf(record.occupancy_status)?.label ?? usualLabel(levelOf(record.typical_occupancy_status));

/** That a trip drives another way today; null for one that drives as the timetable has it. */
const detourTag = (record) => record.modifications_id ? el("span", { class: "delay late" }, "Detour") : null;

/** Whether a wheelchair gets on: symbol, colour and words; null where nobody knows. */
function wheelchairTag(value) {
  const state = WHEELCHAIR[value];
  if (!state) return null;
  return el("span", { class: `tag wheelchair ${state.kind}` },
    el("span", { class: "disc" }, symbol("wheelchair")),
    el("span", { "aria-hidden": "true" }, state.short), el("span", { class: "spoken" }, state.label));
}

/** The route's short name in the route's colours. */
const badge = (route) => el("span", { class: "badge", "--fill": route.fill, "--ink": route.ink },
  named(brief(routeLabel(route), 24)));

/** Draws a symbol on a canvas, `size` points wide, in the middle of where it is told. */
function drawSymbol(context, name, x, y, size, color) {
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 24, size / 24);
  context.fillStyle = color;
  for (const d of SYMBOLS[name]) context.fill(new Path2D(d));
  context.restore();
}
