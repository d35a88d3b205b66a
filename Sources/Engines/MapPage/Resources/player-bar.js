// The bar of the player: what it says of the clock, and what is done with it.

const SPEED_WORDS = (speed) => `${Number(speed.toFixed(speed < 10 ? 1 : 0))}×`;

/** Seconds of the feed on the page's clock. */
class PageClock {
  constructor(zone) {
    this.zone = zone;
    this.hour = null;
  }

  at(seconds) {
    // Offsets change on the quarter of an hour.
    const quarter = Math.floor(seconds / 900);
    if (quarter !== this.quarter) {
      this.quarter = quarter;
      this.offset = this.zone ? zoneOffset(this.zone, quarter * 900) ?? 0 : 0;
    }
    const time = new Date((Math.floor(seconds) + this.offset) * 1000);
    return {
      time: `${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}:${pad(time.getUTCSeconds())}`, date: dateText(time),
    };
  }

  /** What the zone is called; UTC where none is known. */
  get name() { return this.zone && zoneOffset(this.zone, 0) !== null ? this.zone.replaceAll("_", " ") : "UTC"; }
}

class PlayerBar {
  /** - `words(time)`: what is said of a time instead of the clock; null for the clock. */
  constructor(clock, { steps, words = () => null, timezone }) {
    Object.assign(this, { clock, steps, words });
    /** Reasons to hold that are said in `extras`. */
    this.told = new Set();
    this.hours = new PageClock(timezone);
    const button = (label, name, onclick, more) => el("button",
      { type: "button", "aria-label": label, title: label, onclick, ...more }, symbol(name));
    this.playButton = button("Play", "play", () => this.toggle(), { class: "play" });
    this.scrub = el("input", {
      type: "range", class: "scrub", min: "0", max: String(clock.end - clock.start), step: "any", value: "0",
      "aria-label": "Time", oninput: () => this.scrubbed(), onchange: () => this.released(),
    });
    this.time = el("span", { class: "time" });
    this.date = el("span", { class: "date quiet" });
    this.speed = el("select", { "aria-label": "Speed", title: "Speed", onchange: () => clock.setSpeed(Number(this.speed.value)) },
      clock.speeds.map((speed) => el("option", { value: String(speed) }, SPEED_WORDS(speed))));
    this.loop = button("Loop", "loop", () => this.toggleLoop(), { class: "loop", "aria-pressed": "true" });
    this.held = el("p", { class: "held", hidden: true });
    this.extras = el("div", { class: "extras" });
    this.element = el("section", { class: "player", "aria-label": "Player" }, this.held, this.extras, this.scrub,
      el("div", { class: "controls" },
        el("div", { class: "moves" }, button("Step back", "back", () => this.step(-1)), this.playButton,
          button("Step forward", "on", () => this.step(1))),
        el("p", { class: "clock-face", title: words(clock.time) === null ? `Times of ${this.hours.name}` : null }, this.time,
          this.date),
        el("div", { class: "manner" }, this.speed, this.loop)));
    clock.listen((what) => { if (what === "state") this.showState(); });
    this.showState();
    this.showTime();
  }

  /** The time in words, for those who listen. */
  get spoken() {
    const words = this.words(this.clock.time);
    return words ?? this.hours.at(this.clock.time).time;
  }

  showTime() {
    const { clock } = this, words = this.words(clock.time);
    const shown = words === null ? this.hours.at(clock.time) : { time: words, date: "" };
    this.scrub.value = String(clock.time - clock.start);
    if (shown.time !== this.shown?.time) {
      this.time.textContent = shown.time;
      // Who listens at the slider is not told each second that plays.
      const now = performance.now();
      if (!clock.isPlaying || !(now - this.toldAt < 5000)) {
        this.scrub.setAttribute("aria-valuetext", shown.time);
        this.toldAt = now;
      }
    }
    if (shown.date !== this.shown?.date) this.date.textContent = words === null ? `${shown.date} · ${this.hours.name}` : "";
    this.shown = shown;
  }

  showState() {
    const { clock } = this, words = clock.isPlaying ? "Pause" : "Play";
    if (this.playButton.getAttribute("aria-label") !== words) {
      this.playButton.setAttribute("aria-label", words);
      this.playButton.title = words;
      this.playButton.replaceChildren(symbol(clock.isPlaying ? "pause" : "play"));
    }
    this.playButton.disabled = clock.isHeld;
    this.speed.value = String(clock.speed);
    this.loop.setAttribute("aria-pressed", String(clock.loops));
    const held = [...clock.holds].filter(([reason, words]) => words && !this.told.has(reason)).map(([, words]) => words).join(" · ");
    this.held.hidden = !held;
    if (this.held.textContent !== held) this.held.textContent = held;
  }

  scrubbed() {
    // What plays would draw the handle from under the finger.
    if (this.clock.isPlaying) {
      this.resumes = true;
      this.clock.pause();
    }
    this.clock.seek(this.clock.start + Number(this.scrub.value));
  }

  released() {
    if (this.resumes) this.clock.play();
    else announce(this.spoken);
    this.resumes = false;
  }

  /** To the next snapshot or frame, or back. */
  step(way) {
    const { clock, steps } = this;
    if (clock.isPlaying) clock.pause();
    const place = way > 0 ? steps.findIndex((time) => time > clock.time + 1e-3)
      : steps.findLastIndex((time) => time < clock.time - 1e-3);
    clock.seek(place < 0 ? (way > 0 ? clock.end : clock.start) : steps[place]);
    announce(this.spoken);
  }

  jump(time) {
    this.clock.seek(time);
    announce(this.spoken);
  }

  toggle() {
    this.clock.toggle();
    if (this.clock.isHeld) announce([...this.clock.holds.values()].filter(Boolean).join(", "));
    else announce(this.clock.isPlaying ? `Playing at ${SPEED_WORDS(this.clock.speed)}` : `Paused at ${this.spoken}`);
  }

  toggleLoop() {
    this.clock.setLoops(!this.clock.loops);
    announce(this.clock.loops ? "Loops" : "Does not loop");
  }

  changeSpeed(way) {
    this.clock.changeSpeed(way);
    announce(`${SPEED_WORDS(this.clock.speed)} speed`);
  }

  /** What a key does that nobody else took; whether it did. */
  pressed(key) {
    const { clock } = this;
    switch (key) {
      case " ": this.toggle(); break;
      case "ArrowRight": case "ArrowUp": this.step(1); break;
      case "ArrowLeft": case "ArrowDown": this.step(-1); break;
      case "l": case "L": this.toggleLoop(); break;
      case "Home": this.jump(clock.start); break;
      case "End": this.jump(clock.end); break;
      case "+": case "=": this.changeSpeed(1); break;
      case "-": case "−": case "_": this.changeSpeed(-1); break;
      default: return false;
    }
    return true;
  }
}

/** Whether a key that goes to an element belongs to that element. */
function keepsKey(target, key) {
  if (!(target instanceof Element)) return false;
  if (key === "Escape" && target.closest("input[type=range], select")) return false;
  if (target.closest("input:not(.scrub), select, textarea")) return true;
  // What is scrolled by keys.
  if (target.closest("pre, [role=dialog]") && (key === " " || key === "Home" || key === "End" || key.startsWith("Arrow"))) return true;
  // Space and Enter press what has the focus.
  return key === " " && target.closest("button, summary, a, [role=tab], [role=switch]") !== null;
}
