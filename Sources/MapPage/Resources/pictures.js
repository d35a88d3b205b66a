// Pictures for the map, drawn on a canvas: badges, names of stops, vehicles.

const PICTURE_SCALE = 2;
const FONT = '600 12px system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

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

function badgePicture(route) {
  const text = drawable(routeLabel(route), 8);
  ruler.font = FONT;
  const width = Math.max(20, ruler.measureText(text).width + 12);
  return picture(width + 4, 22, (context) => {
    context.beginPath();
    context.roundRect(2, 2, width, 18, 5);
    context.fillStyle = route.fill;
    context.fill();
    context.strokeStyle = route.ink;
    context.globalAlpha = 0.55;
    context.lineWidth = 1;
    context.stroke();
    context.globalAlpha = 1;
    context.font = FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = route.ink;
    context.fillText(text, 2 + width / 2, 11.5);
  });
}

function labelPicture(pin, isDark) {
  const text = drawable(pin.stop_name ?? pin.stop_id, 32);
  ruler.font = FONT;
  return picture(ruler.measureText(text).width + 6, 18, (context) => {
    context.font = FONT;
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = 3;
    context.strokeStyle = isDark ? "#12161c" : "#ffffff";
    context.strokeText(text, 3, 9.5);
    context.fillStyle = isDark ? "#e8edf3" : "#1b232c";
    context.fillText(text, 3, 9.5);
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
