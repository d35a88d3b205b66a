// What fingers, mouse and keys do on a map, beside MapLibre's own drag with inertia, pinch and rotation.

const LONG_PRESS_MS = 500;
const SLOP = 8;

/**
 * A map that shows a box and stays on it: the middle of the view never leaves the data, whatever throws it.
 * - box: [[west, south], [east, north]]
 * - hold: what of the world the page has a ground of, which the view is held to as far as the window and the data let
 *   it; null for all
 * - headroom: points that the view may pass the northern edge by, for what stands above a pin
 * - inspect(lngLat, point): called for a long press, a right click, or Enter on the map
 */
function makeMap(container, { box, padding, label, layers, sources, inspect, headroom = 0, hold = null }) {
  const [[west, south], [east, north]] = box;
  const middle = (west + east) / 2;
  // A single stop, or a line due east, still leaves a little to move in.
  const slack = (extent) => Math.max(0, 0.006 - extent) / 2;
  const across = slack(east - west), along = slack(north - south);
  let above = 0;
  const between = (value, low, high) => Math.min(high, Math.max(low, value));
  // It asks for its camera while it is made.
  let map = null;
  map = new maplibregl.Map({
    container,
    style: { version: 8, sources: sources ?? {}, layers: layers ?? [] },
    bounds: box,
    fitBoundsOptions: { padding, maxZoom: 16 },
    maxZoom: hold ? Math.max(15, hold.maxZoom) : 19, maxPitch: 60, doubleClickZoom: false, attributionControl: false, fadeDuration: 120,
    locale: { "Map.Title": label },
    transformCameraUpdate: ({ center, zoom }) => {
      // Whoever follows something looks at it, wherever it goes.
      if (map?.linefeedFollows && !hold) return {};
      const turned = center.lng - Math.round((center.lng - middle) / 360) * 360;
      const lng = between(turned, west - across, east + across);
      const lat = between(center.lat, south - along, north + along + above);
      return { center: hold ? heldCenter(hold, container, box, [lng, lat], zoom) : new maplibregl.LngLat(lng, lat) };
    },
  });
  above = headroom * 360 / (512 * 2 ** map.getZoom()) * Math.cos(north * Math.PI / 180);
  // All the data are to be seen, whatever there is a ground of.
  const furthest = hold ? Math.min(map.getZoom(), leastZoom(hold, container)) : 0;
  map.setMinZoom(Math.max(0, map.getZoom() - 2, furthest));
  const reset = () => {
    map.linefeedPopup?.remove();
    map.fitBounds(box, { padding, maxZoom: 16, bearing: 0, pitch: 0, duration: 500 });
    map.fire("reset");
    announce("The whole map");
  };
  const canvas = map.getCanvas();
  canvas.setAttribute("aria-label", `${label}. Arrow keys move, plus and minus zoom, shift with arrows turns, `
    + "0 shows everything, Enter describes the centre.");
  // MapLibre stops the camera when a gesture ends, a frame after its last event: what is to move begins after that.
  const resetSoon = () => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(reset)));
  map.on("dblclick", (event) => { event.preventDefault(); resetSoon(); });
  listenForTouches(canvas, map, inspect, resetSoon);
  map.on("contextmenu", (event) => inspect(event.lngLat, event.point));
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "0" || event.key === "Home") reset();
    else if (event.key === "Enter") {
      const centre = map.getCenter();
      inspect(centre, map.project(centre));
    } else return;
    event.preventDefault();
  });
  map.addControl(new maplibregl.NavigationControl({ visualizePitch: true }), "top-right");
  map.addControl(new ResetControl(reset), "top-right");
  map.addControl(new maplibregl.ScaleControl({ maxWidth: 110 }), "bottom-left");
  container.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !map.linefeedPopup?.isOpen()) return;
    map.linefeedPopup.remove();
    canvas.focus();
    // One key closes one thing: the card stays.
    event.stopPropagation();
  });
  // The crosshair shows keyboard users which place Enter tells.
  container.append(el("div", { class: "crosshair", "aria-hidden": "true" }));
  map.linefeedReset = reset;
  return map;
}

/** A button that shows everything again. */
class ResetControl {
  constructor(reset) { this.reset = reset; }
  onAdd() {
    this.element = el("div", { class: "maplibregl-ctrl maplibregl-ctrl-group" },
      el("button", { type: "button", class: "reset", "aria-label": "Show everything", title: "Show everything",
        onclick: () => this.reset() }, symbol("fit")));
    return this.element;
  }
  onRemove() { this.element.remove(); }
}

/** Long press with mouse or finger, and double tap with a finger, which browsers do not tell as a double click. */
function listenForTouches(canvas, map, inspect, reset) {
  const down = new Map();
  let timer = 0, lastTap = null, pressed = false;
  const stop = () => { clearTimeout(timer); timer = 0; };
  const pointOf = (event) => {
    const edge = canvas.getBoundingClientRect();
    return new maplibregl.Point(event.clientX - edge.left, event.clientY - edge.top);
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stop();
    pressed = false;
    if (down.size > 1) return;
    const point = pointOf(event);
    // A page that was busy hears of moves with its next frames only: they come before the press counts.
    const own = timer = setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => {
      if (timer !== own) return;
      pressed = true;
      inspect(map.unproject(point), point);
    })), LONG_PRESS_MS);
  });
  canvas.addEventListener("pointermove", (event) => {
    const start = down.get(event.pointerId);
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLOP) {
      stop();
      start.moved = true;
    }
  });
  const up = (event) => {
    const start = down.get(event.pointerId);
    down.delete(event.pointerId);
    stop();
    if (!start || start.moved || pressed || event.pointerType !== "touch" || event.type !== "pointerup") return;
    const isSecond = lastTap && event.timeStamp - lastTap.time < 350
      && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
    lastTap = isSecond ? null : { time: event.timeStamp, x: event.clientX, y: event.clientY };
    if (isSecond) reset();
  };
  // Fingers leave where the page no longer hears of it from the canvas.
  addEventListener("pointerup", up, { capture: true });
  addEventListener("pointercancel", up, { capture: true });
  map.on("remove", () => {
    removeEventListener("pointerup", up, { capture: true });
    removeEventListener("pointercancel", up, { capture: true });
    stop();
  });
  // The click that ends a long press is none.
  map.linefeedPressed = () => pressed;
}

/** Shows a popup with content of ours at a place of a map, one at a time. */
function showPopup(map, lngLat, content, spoken, anchor) {
  map.linefeedPopup?.remove();
  // Beside its place it needs room on one side: half as wide again as itself is what a map must be at least.
  const most = Math.min(300 * TEXT_SCALE, Math.floor((map.getContainer().clientWidth - 24) / 1.5));
  const popup = new maplibregl.Popup({ maxWidth: `${most}px`, closeOnClick: false, focusAfterOpen: false, anchor })
    .setLngLat(lngLat).setDOMContent(content).addTo(map);
  map.linefeedPopup = popup;
  map.fire("popup");
  if (spoken) announce(spoken);
  return popup;
}

/** What stands at a place: its coordinates and the stop that is nearest. */
function placeContent(lngLat, stops) {
  const at = [lngLat.lng, lngLat.lat];
  let nearest = null, least = Infinity;
  for (const stop of stops) {
    const distance = metresBetween(at, stop.at);
    if (distance < least) [nearest, least] = [stop, distance];
  }
  const place = coordinateText(at);
  const content = el("div", { class: "popup" }, el("p", { class: "place" }, place));
  let spoken = place;
  if (nearest) {
    const name = nearest.stop_name ?? nearest.stop_id ?? "an unnamed stop";
    content.append(el("p", {}, "Nearest stop: ", named(name, "strong"), `, ${lengthText(least)} away`));
    spoken += `. Nearest stop: ${brief(name)}, ${lengthText(least)} away`;
  }
  return { content, spoken };
}

/**
 * Lets a row be swiped aside with a finger: it follows the finger, goes if it would come to rest past half its width, and
 * is back in its place afterwards, from the speed at which it was let go.
 */
function listenForSwipe(row, onSwiped) {
  let start = null, x = 0, moves = [];
  // Up and down is the list's.
  row.style.touchAction = "pan-y";
  row.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId, isSwipe: false };
    x = 0;
    moves = [{ x, y: 0, time: event.timeStamp }];
  });
  row.addEventListener("pointermove", (event) => {
    if (!start || event.pointerId !== start.id) return;
    x = event.clientX - start.x;
    if (!start.isSwipe) {
      if (Math.abs(x) < SLOP || Math.abs(x) < 1.5 * Math.abs(event.clientY - start.y)) return;
      start.isSwipe = true;
      row.setPointerCapture(event.pointerId);
    }
    moves = [...moves.filter(({ time }) => event.timeStamp - time < 100), { x, y: 0, time: event.timeStamp }];
    row.style.transform = `translate(${x}px)`;
  });
  const release = (event) => {
    if (!start || event.pointerId !== start.id) return;
    const { isSwipe } = start;
    start = null;
    row.style.transform = "";
    if (!isSwipe) return;
    // The click that ends a swipe is none.
    const refuse = (click) => { click.preventDefault(); click.stopPropagation(); };
    row.addEventListener("click", refuse, { capture: true, once: true });
    setTimeout(() => row.removeEventListener("click", refuse, { capture: true }), 50);
    const [speed] = releaseSpeed(moves, event.timeStamp), width = row.getBoundingClientRect().width;
    const rest = x + speed * RUN_ON_SECONDS, isGone = event.type === "pointerup" && Math.abs(rest) > width / 2 && rest * x > 0;
    if (isGone) onSwiped();
    if (REDUCED_MOTION.matches) return;
    const back = springSteps(x, isGone ? 0 : speed, 0.42, 0.8, 0.7, 42).map((left) => ({ transform: `translate(${left}px)` }));
    const away = { transform: `translate(${Math.sign(x) * width}px)` };
    if (isGone) row.animate([{ transform: `translate(${x}px)` }, away, { transform: "none" }], { duration: 420, easing: "ease-out" });
    else row.animate(back, { duration: 700, easing: "linear" });
  };
  row.addEventListener("pointerup", release);
  row.addEventListener("pointercancel", release);
}
