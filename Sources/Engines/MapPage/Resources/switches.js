// Routes are switched off and on: their vehicles exit and enter again by the rule of generations (docs/motion.md). What
// was begun before is stale when it completes, and changes nothing.

class Switches {
  constructor() {
    /** Of vehicles that exit, enter or are away: {phase, generation, looking}. Those that are simply there have none. */
    this.states = new Map();
    /** What has been begun and is not completed: {number, generation, end} by the order of their ends. */
    this.completions = [];
    this.generation = 0;
  }

  /** Seconds of a clock that runs while the player does not. */
  static now() { return performance.now() / 1000; }

  /** Begins the exit or the entry of a vehicle. */
  set(number, isOn, now = Switches.now()) {
    const state = this.states.get(number);
    const isAway = state?.phase === "exiting" || state?.phase === "away";
    if (isOn !== isAway) return;
    const generation = this.generation += 1;
    const looking = state?.looking ?? new Looking();
    if (isOn) {
      // Who is still vanishing grows from the size that it has.
      const from = state.phase === "away" ? { scale: MOTION.smallScale, opacity: 1 } : looking.at(now);
      looking.go(1, 1, MOTION.entry, now, from);
    } else looking.go(MOTION.smallScale, 0, MOTION.exit, now);
    this.states.set(number, { phase: isOn ? "entering" : "exiting", generation, looking });
    this.completions.push({ number, generation, end: REDUCED_MOTION.matches ? now : looking.end });
  }

  /** Says of a vehicle that has just come whether it is seen, without motion. */
  put(number, isOn) {
    if (isOn) this.states.delete(number);
    else this.states.set(number, { phase: "away", generation: this.generation += 1, looking: new Looking() });
  }

  /** Completes what has ended; whether anything is still under way. */
  complete(now = Switches.now()) {
    this.completions = this.completions.filter(({ number, generation, end }) => {
      if (now < end) return true;
      const state = this.states.get(number);
      if (state?.generation !== generation) return false;
      if (state.phase === "entering") this.states.delete(number);
      else this.states.set(number, { ...state, phase: "away" });
      return false;
    });
    return this.completions.length > 0;
  }

  /** The factors on what a vehicle looks like; null for one that is away. */
  look(number, now) {
    if (!this.states.size) return Switches.WHOLE;
    const state = this.states.get(number);
    if (!state) return Switches.WHOLE;
    return state.phase === "away" ? null : state.looking.at(now);
  }

  static WHOLE = { scale: 1, opacity: 1 };
}
