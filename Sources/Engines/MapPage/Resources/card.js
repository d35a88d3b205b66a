// The card into which a row grows, and back. Transforms only: nothing is laid out while it moves.

const FLING_POINTS = 150;
const GROW_MS = 420;
/** How many seconds of its speed a card that is let go runs on: −1 / (1000 ln 0.998), as lists do (the library's Deceleration.normal). */
const RUN_ON_SECONDS = -1 / (1000 * Math.log(0.998));

/** Where a damped spring is between a start and 0, given the speed at which it starts, in `steps` steps; response in seconds, as SwiftUI has them. */
function springSteps(start, speed, response, damping, seconds, steps) {
  const pull = 2 * Math.PI / response, decay = damping * pull, swing = pull * Math.sqrt(1 - damping ** 2);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const time = seconds * step / steps;
    return step === steps ? 0
      : Math.exp(-decay * time) * (start * Math.cos(swing * time) + (speed + decay * start) / swing * Math.sin(swing * time));
  });
}

/** Points a second across and down at which a finger left, by its moves of the last tenth of a second: [{x, y, time}]. */
function releaseSpeed(moves, time) {
  const recent = moves.filter((move) => time - move.time < 100);
  const [first, last] = [recent[0], recent[recent.length - 1]], seconds = recent.length > 1 ? (last.time - first.time) / 1000 : 0;
  return seconds > 0.005 ? [(last.x - first.x) / seconds, (last.y - first.y) / seconds] : [0, 0];
}

class Card {
  /** - behind: what cannot be used while a card is open. - place: where a card that stays is put. */
  constructor(behind, place) {
    this.behind = behind;
    this.place = place;
    this.scrim = document.getElementById("scrim");
    this.element = null;
    this.scrim.addEventListener("click", () => this.close());
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element || !this.canClose) return;
      event.preventDefault();
      this.close();
    });
  }

  /**
   * Grows a card out of a row.
   * - view: has `element`, and may have `drawMap()` and `remove()`
   * - row: the row it grows from; null shows the card at once, for good
   */
  open({ title, subtitle, route, view, row }) {
    this.discard(true);
    this.row = row;
    this.view = view;
    this.onOpen?.(view.trip ?? null);
    this.canClose = row !== null;
    const heading = el("h2", { id: "card-title", tabindex: "-1" }, title);
    this.handle = el("div", { class: "card-head" },
      this.canClose ? el("span", { class: "grabber", "aria-hidden": "true" }) : null,
      badge(route), el("div", { class: "card-title" }, heading, subtitle),
      this.canClose ? el("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.close() },
        symbol("close")) : null);
    this.body = el("div", { class: "card-body" }, view.element);
    this.element = el("section", {
      class: "card", role: this.canClose ? "dialog" : null, "aria-labelledby": "card-title",
      "aria-modal": this.canClose && document.body.classList.contains("no-map") ? "true" : null,
    }, this.handle, this.body);
    (this.canClose ? document.body : this.place).append(this.element);
    if (this.canClose) {
      this.behind.inert = true;
      this.scrim.hidden = false;
      this.listenForDrag();
    }
    heading.focus({ preventScroll: true });
    view.showPlace?.(this.body);
    const isMoving = this.grow(1);
    // The map takes its size from the card at rest; while the card grows, the processor is the animation's.
    if (isMoving) isMoving.finished.then(() => view.drawMap?.(), () => {});
    else view.drawMap?.();
  }

  /** Animates between row and card: 1 grows, -1 shrinks. Null where motion is not wanted. */
  grow(way, from = "none") {
    if (!this.row || REDUCED_MOTION.matches) return null;
    const row = this.row.getBoundingClientRect(), card = this.element.getBoundingClientRect();
    const rowBadge = (this.row.querySelector(".badge") ?? this.row).getBoundingClientRect();
    const place = this.element.querySelector(".badge"), cardBadge = place.getBoundingClientRect();
    // A row that is not in sight, as of another tab, is nothing to grow from.
    if (!card.width || !card.height || !row.width || !row.height) return null;
    const small = `translate(${row.left - card.left}px, ${row.top - card.top}px) `
      + `scale(${row.width / card.width}, ${row.height / card.height})`;
    const options = {
      duration: way > 0 ? GROW_MS : GROW_MS * 0.8, fill: "both",
      easing: way > 0 ? "cubic-bezier(0.2, 0.9, 0.25, 1)" : "cubic-bezier(0.4, 0, 0.2, 1)",
    };
    const steps = (one, other) => way > 0 ? [one, other] : [other, one];
    const whole = this.element.animate(steps(
      { transform: small, opacity: 0.6, borderRadius: "14px" }, { transform: from, opacity: 1, borderRadius: "18px" },
    ), options);
    this.body.animate(steps({ opacity: 0 }, { opacity: 1 }), { ...options, easing: "ease-in" });
    // The badge flies by itself, undistorted, from its place in the row to its place in the card.
    const flier = place.cloneNode(true);
    flier.classList.add("flier");
    flier.setAttribute("aria-hidden", "true");
    document.body.append(flier);
    const at = (box) => ({
      transform: `translate(${box.left}px, ${box.top}px) scale(${box.height / Math.max(1, flier.offsetHeight)})`,
    });
    flier.animate(steps(at(rowBadge), at(cardBadge)), options);
    place.style.visibility = "hidden";
    const end = () => {
      flier.remove();
      place.style.visibility = "";
      if (way > 0) whole.cancel();
    };
    whole.finished.then(end, end);
    return whole;
  }

  close(from = "none") {
    if (!this.element || this.isClosing) return;
    this.isClosing = true;
    const row = this.row;
    this.behind.inert = false;
    this.scrim.hidden = true;
    const done = () => {
      this.discard();
      // What it grew from may be hidden since.
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: "nearest" });
      announce("Closed");
    };
    const shrinking = this.grow(-1, from);
    if (shrinking) shrinking.finished.then(done, done);
    else done();
  }

  /** - isReplaced: whether another card follows. */
  discard(isReplaced = false) {
    this.isClosing = false;
    this.view?.remove?.();
    this.element?.remove();
    if (this.element && this.canClose && !isReplaced) this.onOpen?.(null);
    this.view = null;
    this.element = null;
    this.behind.inert = false;
    this.scrim.hidden = true;
  }

  /**
   * A card is dragged by its head: if it would come to rest past 150 points it goes, else it springs back, both from the
   * speed at which it was let go.
   */
  listenForDrag() {
    let start = null, x = 0, y = 0, moves = [];
    const at = (dx, dy, shrink) => `translate(${dx}px, ${dy}px) scale(${1 - shrink})`;
    const shrinkage = () => 0.06 * Math.min(1, Math.hypot(x, y) / FLING_POINTS);
    this.handle.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button") || (event.pointerType === "mouse" && event.button !== 0)) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      [x, y] = [0, 0];
      moves = [{ x, y, time: event.timeStamp }];
      this.handle.setPointerCapture(event.pointerId);
    });
    this.handle.addEventListener("pointermove", (event) => {
      if (!start || event.pointerId !== start.id) return;
      [x, y] = [event.clientX - start.x, event.clientY - start.y];
      moves = [...moves.filter(({ time }) => event.timeStamp - time < 100), { x, y, time: event.timeStamp }];
      this.element.style.transform = at(x, y, shrinkage());
      this.element.classList.toggle("leaving", Math.hypot(x, y) > FLING_POINTS);
    });
    const release = (event) => {
      if (!start || event.pointerId !== start.id) return;
      start = null;
      const [speedX, speedY] = releaseSpeed(moves, event.timeStamp);
      const isGone = event.type === "pointerup"
        && Math.hypot(x + speedX * RUN_ON_SECONDS, y + speedY * RUN_ON_SECONDS) > FLING_POINTS;
      const from = this.element.style.transform || "none";
      this.element.style.transform = "";
      this.element.classList.remove("leaving");
      if (isGone) return this.close(from);
      if (REDUCED_MOTION.matches || (x === 0 && y === 0)) return;
      const shrink = shrinkage();
      const steps = (begin, speed) => springSteps(begin, speed, 0.42, 0.72, 0.7, 42);
      const [acrosses, downs, shrinks] = [steps(x, speedX), steps(y, speedY), steps(1, 0)];
      this.element.animate(acrosses.map((across, step) => ({
        transform: at(across, downs[step], shrink * Math.max(0, shrinks[step])),
      })), { duration: 700, easing: "linear" });
    };
    this.handle.addEventListener("pointerup", release);
    this.handle.addEventListener("pointercancel", release);
  }
}
