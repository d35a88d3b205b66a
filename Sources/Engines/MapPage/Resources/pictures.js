// Pictures for the map, drawn on a canvas: badges, names of stops, vehicles.

const PICTURE_SCALE = 2;
/** What is drawn is written as what is laid out is. */
const FONT = `600 12px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;

/** A canvas of so many points, drawn at twice the density; what a map takes as an image. */
function picture(width, height, draw) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width) * PICTURE_SCALE;
  canvas.height = Math.ceil(height) * PICTURE_SCALE;
  // It is read at once: kept where the processor has it.
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.scale(PICTURE_SCALE, PICTURE_SCALE);
  draw(context);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

const ruler = document.createElement("canvas").getContext("2d");

/** Text without line breaks and direction marks, which a drawn line has no use for. */
const drawable = (text, limit) => brief(text.replace(/[\u0000-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ")
  .trim(), limit) || "?";

/** A route's name and colours as they are drawn, with the width that they take. */
function badgeFacts({ text, fill, ink }) {
  ruler.font = FONT;
  return { text, fill, ink, width: Math.max(20, ruler.measureText(text).width + 12) };
}

/** A route with an alert has a mark behind its name. */
const routeBadge = (route) => badgeFacts({ text: drawable(routeLabel(route), 8) + (route.alerts ? " ⚠" : ""), fill: route.fill, ink: route.ink });

function drawBadge(context, { text, fill, ink }, x, y, width) {
  context.beginPath();
  context.roundRect(x, y, width, 18, 5);
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = ink;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = ink;
  context.fillText(text, x + width / 2, y + 9.5);
}

function badgePicture(route) {
  const badge = routeBadge(route);
  return picture(badge.width + 4, 22, (context) => drawBadge(context, badge, 2, 2, badge.width));
}

/** Badges in a row or above each other; the last may be a number of others, such as +3. */
function stripPicture(isRow, badges) {
  const most = Math.max(...badges.map(({ width }) => width));
  const widths = badges.map(({ width }) => isRow ? width : most);
  const width = isRow ? widths.reduce((sum, one) => sum + one + 1, -1) : most;
  return picture(width + 4, (isRow ? 18 : 19 * badges.length - 1) + 4, (context) => {
    let place = 2;
    badges.forEach((badge, number) => {
      drawBadge(context, badge, isRow ? place : 2, isRow ? 2 : place, widths[number]);
      place += isRow ? widths[number] + 1 : 19;
    });
  });
}

/** A name of a stop is wider than the first only if it has two lines, and cut where it is wider than the second; in points. */
const LABEL_WIDTHS = [130, 210], LABEL_LINE = 14;

/** The one or two lines of a name and how wide they are, in points. */
function labelLines(text) {
  ruler.font = FONT;
  const width = (part) => ruler.measureText(part).width;
  if (width(text) <= LABEL_WIDTHS[0]) return { lines: [text], width: width(text) };
  // Behind a space, a hyphen or a stroke, where both lines are as wide as each other as can be.
  let lines = [text];
  const widest = (parts) => Math.max(...parts.map(width));
  for (const { index } of text.matchAll(/(?<=[\s/–-])\S/g)) {
    const parts = [text.slice(0, index).trimEnd(), text.slice(index)];
    if (lines.length < 2 || widest(parts) < widest(lines)) lines = parts;
  }
  lines = lines.map((line) => {
    if (width(line) <= LABEL_WIDTHS[1]) return line;
    const letters = Array.from(line);
    while (letters.length > 1 && width(letters.join("") + "…") > LABEL_WIDTHS[1]) letters.pop();
    return letters.join("").trimEnd() + "…";
  });
  return { lines, width: widest(lines) };
}

/** What stands beside a stop. A name of thousands of letters is cut before it is measured. */
const labelOf = (pin) => pin.label ??= labelLines(drawable(pin.stop_name ?? pin.stop_id, 100));

/** The width and the height of a picture of a stop's name, in points, as it is drawn. */
function labelSize(pin) {
  const { lines, width } = labelOf(pin);
  return [Math.ceil(width + 6), 18 + LABEL_LINE * (lines.length - 1)];
}

function labelPicture(pin, isDark) {
  const [wide, high] = labelSize(pin);
  return picture(wide, high, (context) => {
    context.font = FONT;
    context.textBaseline = "middle";
    context.textAlign = "center";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = isDark ? "#12161c" : "#ffffff";
    context.fillStyle = isDark ? "#e8edf3" : "#1b232c";
    for (const draw of ["strokeText", "fillText"]) {
      labelOf(pin).lines.forEach((line, number) => context[draw](line, wide / 2, 9.5 + LABEL_LINE * number));
    }
  });
}

/** The colours of alerts by kind, which the page has too. */
const ALERT_FILLS = { severe: "#c5221f", warning: "#b35900", info: "#0b57d0" };

/** The mark of an alert beside a stop. */
function alertPicture(kind) {
  return picture(20, 20, (context) => {
    context.beginPath();
    context.arc(10, 10, 9, 0, 2 * Math.PI);
    context.fillStyle = "#ffffff";
    context.fill();
    drawSymbol(context, "alert", 10, 9.4, 15, ALERT_FILLS[kind]);
  });
}

const levelNamed = (name) => LEVELS.find((entry) => entry.level === name);
const levelFill = (level) => levelNamed(level)?.color ?? "#5b6673";
const levelInk = (level) => readableInk(levelFill(level), level === LEVELS[LEVELS.length - 1].level ? "#ffffff" : null);

function vehiclePicture(level) {
  return picture(30, 30, (context) => {
    context.beginPath();
    context.arc(15, 15, 12, 0, 2 * Math.PI);
    context.fillStyle = levelFill(level);
    context.fill();
    context.lineWidth = 2;
    const known = levelNamed(level);
    context.strokeStyle = known ? "#1a1a1a" : "#ffffff";
    context.stroke();
    if (known) drawSymbol(context, known.symbol, 15, 15, 15, levelInk(level));
    else {
      context.beginPath();
      context.arc(15, 15, 4, 0, 2 * Math.PI);
      context.fillStyle = "#ffffff";
      context.fill();
    }
  });
}

/** The tip of an arrow above a vehicle, turned by the map. */
function bearingPicture(level) {
  return picture(48, 48, (context) => {
    context.beginPath();
    context.moveTo(24, 2);
    context.lineTo(31, 12);
    context.lineTo(17, 12);
    context.closePath();
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = "#ffffff";
    context.stroke();
    context.fillStyle = levelFill(level);
    context.fill();
  });
}
