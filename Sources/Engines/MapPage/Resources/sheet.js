// On a phone the lists are a sheet over the map, which rests at one of three heights: by a drag or a flick of its head, or by
// a button that goes through them.

const NARROW = matchMedia("(max-width: 760px)");

class Sheet {
  /** What of the window's height it covers, from low to high; of the lowest points. */
  static LOW = 92;
  static HALF = 0.5;
  static FULL = 0.92;
  static NAMES = ["low", "half", "full"];

  constructor(panel, head) {
    Object.assign(this, { panel, place: 1 });
    this.grip = el("button", { type: "button", class: "sheet-grip", onclick: () => { if (!this.wasDragged) this.next(); },
      onkeydown: (event) => this.pressed(event) });
    panel.prepend(this.grip);
    for (const handle of [this.grip, head]) this.listen(handle);
    addEventListener("resize", () => this.settle(this.place, true));
    NARROW.addEventListener("change", () => this.settle(this.place, true));
    this.settle(1, true);
  }

  /** The three heights in points. */
  get heights() {
    const height = innerHeight;
    return [Math.min(Sheet.LOW, height * 0.3), height * Sheet.HALF, height * Sheet.FULL];
  }

  /** Rests at one of the heights. Higher than half it covers the map, whose size stays. */
  settle(place, isQuiet = false) {
    const { heights, panel } = this, before = this.place;
    this.place = place;
    const root = document.documentElement.style;
    root.setProperty("--sheet-full", `${heights[2]}px`);
    root.setProperty("--shown", `${heights[place]}px`);
    root.setProperty("--under", `${heights[Math.min(1, place)]}px`);
    panel.classList.toggle("settling", !isQuiet && !REDUCED_MOTION.matches);
    panel.classList.toggle("high", place === 2);
    panel.classList.toggle("low", place === 0);
    panel.dataset.height = Sheet.NAMES[place];
    this.grip.setAttribute("aria-label", `Lists: ${Sheet.NAMES[place]} height`);
    this.grip.setAttribute("aria-expanded", String(place > 0));
    if (place === 0) document.getElementById("sheet-body").scrollTop = 0;
    if (!isQuiet && place !== before) announce(`Lists at ${Sheet.NAMES[place]} height`);
  }

  next() { this.settle((this.place + 1) % 3); }

  pressed(event) {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.settle(Math.min(2, Math.max(0, this.place + step)));
  }

  listen(handle) {
    let start = null;
    handle.addEventListener("pointerdown", (event) => {
      if (!NARROW.matches || start || (event.pointerType === "mouse" && event.button !== 0)) return;
      start = { id: event.pointerId, y: event.clientY, shown: this.heights[this.place], trace: [[event.timeStamp, event.clientY]] };
      this.wasDragged = false;
      handle.setPointerCapture(event.pointerId);
      this.panel.classList.remove("settling");
    });
    handle.addEventListener("pointermove", (event) => {
      if (event.pointerId !== start?.id) return;
      const moved = start.y - event.clientY, [low, , full] = this.heights;
      if (Math.abs(moved) > 6) this.wasDragged = true;
      if (!this.wasDragged) return;
      start.trace.push([event.timeStamp, event.clientY]);
      this.shown = Math.min(full, Math.max(low, start.shown + moved));
      document.documentElement.style.setProperty("--shown", `${this.shown}px`);
    });
    const up = (event) => {
      if (event.pointerId !== start?.id) return;
      const { trace } = start, last = trace.at(-1);
      start = null;
      if (!this.wasDragged) return;
      // A flick goes where the finger would have come to in a fifth of a second.
      const first = trace.find(([time]) => last[0] - time <= 100), time = last[0] - first[0];
      const speed = event.timeStamp - last[0] > 80 || time <= 0 ? 0 : (first[1] - last[1]) / time;
      const aim = this.shown + speed * 200, away = this.heights.map((height) => Math.abs(height - aim));
      this.settle(event.type === "pointerup" ? away.indexOf(Math.min(...away)) : this.place);
    };
    handle.addEventListener("pointerup", up);
    handle.addEventListener("pointercancel", up);
  }
}
