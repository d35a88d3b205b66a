// The time that the page shows: what plays, pauses and scrubs is this; what is drawn asks it.

/** Seconds of the feed in a second of playback. */
const SPEEDS = [1, 5, 10, 30, 60, 120, 300, 600];

class Clock {
  /**
   * - start, end: seconds of the feed's time
   * - speed: seconds of the feed in a second of playback
   * - speeds: what `faster` and `slower` go through
   */
  constructor({ start, end, speed, speeds = SPEEDS }) {
    Object.assign(this, { start, end, speed, speeds: [...new Set([...speeds, speed])].sort((a, b) => a - b) });
    this.time = start;
    this.isPlaying = false;
    this.loops = true;
    this.holds = new Map();
    this.listeners = [];
    this.lastFrame = null;
  }

  // MARK: Who is told

  /** Calls `listener(what)` after each change: "time" of a frame that plays, "seek" (the start of a loop too), "state" (playing, speed, loop, holds). */
  listen(listener) { this.listeners.push(listener); }

  tell(what) { for (const listener of this.listeners) listener(what); }

  // MARK: Why it may not play

  /** Stops it, and lets nobody play it until released; `words` says why. */
  hold(reason, words) {
    if (this.holds.get(reason) === words) return;
    this.holds.set(reason, words);
    if (this.isPlaying) this.pause();
    else this.tell("state");
  }

  release(reason) { if (this.holds.delete(reason)) this.tell("state"); }

  get isHeld() { return this.holds.size > 0; }

  // MARK: What moves it

  play() {
    if (this.isPlaying || this.isHeld || this.end <= this.start) return false;
    if (this.time >= this.end) this.set(this.start);
    this.isPlaying = true;
    this.lastFrame = null;
    this.tell("state");
    this.asked = requestAnimationFrame((now) => this.frame(now));
    return true;
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.asked);
    this.tell("state");
  }

  toggle() { if (this.isPlaying) this.pause(); else this.play(); }

  frame(now) {
    if (!this.isPlaying) return;
    // A page that was in the background, or a frame that took long, does not make vehicles leap.
    const passed = this.lastFrame === null ? 0 : Math.min(0.25, Math.max(0, (now - this.lastFrame) / 1000));
    this.lastFrame = now;
    let time = this.time + passed * this.speed;
    if (time >= this.end) {
      if (this.loops) time = this.start + (time - this.end) % (this.end - this.start);
      else time = this.end;
    }
    const isBack = time < this.time;
    this.time = time;
    this.tell(isBack ? "seek" : "time");
    if (!this.loops && time >= this.end) return this.pause();
    if (this.isPlaying) this.asked = requestAnimationFrame((next) => this.frame(next));
  }

  /** Shows another time; it plays on if it does. */
  seek(time) {
    if (!Number.isFinite(time)) return;
    this.set(time);
    this.tell("seek");
  }

  set(time) { this.time = Math.min(this.end, Math.max(this.start, time)); }

  setSpeed(speed) {
    this.speed = speed;
    this.tell("state");
  }

  /** The next speed up or down. */
  changeSpeed(step) {
    const place = this.speeds.indexOf(this.speed) + step;
    if (place >= 0 && place < this.speeds.length) this.setSpeed(this.speeds[place]);
  }

  setLoops(loops) {
    this.loops = loops;
    this.tell("state");
  }
}
