// How vehicles appear, vanish and pulse, and places on the sphere: the twin of the library Motion and of `animate`, whose
// frames the tests compare with it. Names and rules are theirs (docs/motion.md); times are seconds of playback.

const DEGREE = Math.PI / 180;
const EARTH_METRES = 6371008.8;

/** An angle in degrees brought into 0 to below 360. */
const turned = (degrees) => {
  const rest = degrees % 360;
  const positive = rest < 0 ? rest + 360 : rest;
  return positive >= 360 ? 0 : positive;
};

/** The turn from one angle to another the short way round: above −180, at most 180. */
const shortTurn = (from, to) => {
  const turn = turned(to - from);
  return turn > 180 ? turn - 360 : turn;
};

// MARK: Curves

/** A cubic Bézier as CSS has it: the parameter is found by Newton's steps inside a bracket that narrows. */
function bezierValue([x1, y1, x2, y2], share) {
  if (share <= 0) return 0;
  if (share >= 1) return 1;
  const polynomial = (a, b, s) => ((1 - 3 * b + 3 * a) * s + (3 * b - 6 * a)) * s * s + 3 * a * s;
  let low = 0, high = 1, parameter = share;
  for (let step = 0; step < 60 && high - low > 1e-12; step += 1) {
    const error = polynomial(x1, x2, parameter) - share;
    if (Math.abs(error) < 1e-12) break;
    if (error < 0) low = parameter;
    else high = parameter;
    const slope = (3 * (1 - 3 * x2 + 3 * x1) * parameter + 2 * (3 * x2 - 6 * x1)) * parameter + 3 * x1;
    const next = parameter - error / slope;
    parameter = slope > 1e-7 && next > low && next < high ? next : (low + high) / 2;
  }
  return polynomial(y1, y2, parameter);
}

/**
 * What remains of a way and of a velocity after some seconds of a damped oscillator, as factors:
 * way = way·a + velocity·b, velocity = velocity·c − way·d. Set by `propagate`.
 */
const spring = { a: 1, b: 0, c: 1, d: 0 };

function propagate({ response, damping }, seconds) {
  const frequency = 2 * Math.PI / response, decay = damping * frequency, stiffness = frequency * frequency;
  const discriminant = (1 - damping) * (1 + damping);
  let cosine, sine;
  if (discriminant > 0) {
    const damped = frequency * Math.sqrt(discriminant), envelope = Math.exp(-decay * seconds);
    cosine = envelope * Math.cos(damped * seconds);
    sine = damped * seconds < 1e-8 ? envelope * seconds : envelope * Math.sin(damped * seconds) / damped;
  } else {
    const rate = frequency * Math.sqrt(-discriminant);
    const slow = Math.exp(-stiffness / (decay + rate) * seconds), fast = Math.exp(-(decay + rate) * seconds);
    cosine = (slow + fast) / 2;
    sine = rate * seconds < 1e-8 ? slow * seconds : slow * -Math.expm1(-2 * rate * seconds) / (2 * rate);
  }
  spring.a = cosine + decay * sine;
  spring.b = sine;
  spring.c = cosine - decay * sine;
  spring.d = stiffness * sine;
}

/** How a thing looks on its way to a look: scale and opacity. */
class Looking {
  constructor() { this.rest(1, 1); }

  /** At a look, since ever. */
  rest(scale, opacity) {
    Object.assign(this, { scale, opacity, curve: null, begin: -Infinity });
    this.left = [0, 0];
    this.speed = [0, 0];
  }

  /** Sends it from what it looks like at a time to another look, with the velocity that it has. */
  go(scale, opacity, curve, time, from = this.at(time)) {
    this.left = [from.scale - scale, from.opacity - opacity];
    this.speed = [from.scaleSpeed ?? 0, from.opacitySpeed ?? 0];
    Object.assign(this, { scale, opacity, curve, begin: time });
  }

  get isResting() { return this.curve === null; }
  get end() {
    const { left, speed } = this;
    return this.curve && (left[0] || left[1] || speed[0] || speed[1]) ? this.begin + this.curve.seconds : this.begin;
  }

  /** What it looks like at a time, and how fast that changes. */
  at(time) {
    const { scale, opacity, curve, left, speed } = this;
    if (!curve) return { scale, opacity, scaleSpeed: 0, opacitySpeed: 0 };
    const seconds = time - this.begin;
    if (curve.bezier) {
      if (seconds >= curve.seconds) {
        this.rest(scale, opacity);
        return { scale, opacity, scaleSpeed: 0, opacitySpeed: 0 };
      }
      const step = 1e-5, share = Math.max(0, seconds / curve.seconds);
      const rest = 1 - bezierValue(curve.bezier, share);
      const slope = seconds > 0 ? (bezierValue(curve.bezier, share + step) - bezierValue(curve.bezier, share - step))
        / (2 * step * curve.seconds) : 0;
      return {
        scale: scale + left[0] * rest, opacity: opacity + left[1] * rest,
        scaleSpeed: -left[0] * slope, opacitySpeed: -left[1] * slope,
      };
    }
    // Of a spring so little is left by then that nobody sees it: the thousandth that `seconds` is of, to the fourth.
    if (seconds > 4 * curve.seconds) this.rest(scale, opacity);
    propagate(curve, Math.max(0, seconds));
    return {
      scale: scale + left[0] * spring.a + speed[0] * spring.b,
      opacity: opacity + left[1] * spring.a + speed[1] * spring.b,
      scaleSpeed: speed[0] * spring.c - left[0] * spring.d, opacitySpeed: speed[1] * spring.c - left[1] * spring.d,
    };
  }
}

/** The size and opacity that the pulse gives a vehicle some seconds after it began. */
function pulseAt(seconds) {
  const stages = MOTION.pulse;
  const round = stages.reduce((sum, stage) => sum + stage.seconds, 0);
  // It begins at its own size, from where the first stage leads away; each round begins where the last stage ends.
  let rest = seconds % round, from = seconds < round ? { scale: 1, opacity: 1 } : stages[stages.length - 1];
  for (const stage of stages) {
    if (rest < stage.seconds) {
      const share = bezierValue(stage.bezier, rest / stage.seconds);
      return {
        scale: from.scale + (stage.scale - from.scale) * share,
        opacity: from.opacity + (stage.opacity - from.opacity) * share,
      };
    }
    rest -= stage.seconds;
    from = stage;
  }
  return from;
}

// MARK: The sphere

/** A place in degrees with what is computed of it once. */
class Place {
  constructor(longitude, latitude) {
    this.longitude = longitude;
    this.latitude = latitude;
    this.sine = Math.sin(latitude * DEGREE);
    this.cosine = Math.cos(latitude * DEGREE);
  }

  /** How far east and north of the place a position lies, in radians of arc along the great circle from the place. */
  offset(longitude, latitude) {
    if (longitude === this.longitude && latitude === this.latitude) return [0, 0];
    const angle = latitude * DEGREE, difference = (longitude - this.longitude) * DEGREE;
    const sine = Math.sin(angle), cosine = Math.cos(angle), half = Math.sin(difference / 2);
    const east = cosine * Math.sin(difference);
    const north = Math.sin((latitude - this.latitude) * DEGREE) + 2 * this.sine * cosine * half * half;
    const across = Math.sqrt(east * east + north * north);
    const arc = Math.atan2(across, this.sine * sine + this.cosine * cosine * Math.cos(difference));
    return across > 0 ? [east / across * arc, north / across * arc] : [0, arc];
  }

  /** The position with an offset: [longitude, latitude]; the longitude may pass ±180. */
  position(east, north) {
    const arc = Math.sqrt(east * east + north * north);
    if (!(arc > 0)) return [this.longitude, this.latitude];
    // Within some hundred metres the ground is flat, to millimetres where anybody lives; not at the poles.
    if (arc < 2e-5 && this.cosine > 0.01) return [this.longitude + east / this.cosine / DEGREE, this.latitude + north / DEGREE];
    const factor = Math.sin(arc) / arc, cosine = Math.cos(arc);
    const up = this.sine * cosine + this.cosine * north * factor, side = east * factor;
    const away = this.cosine * cosine - this.sine * north * factor;
    return [
      this.longitude + Math.atan2(side, away) / DEGREE, Math.atan2(up, Math.sqrt(away * away + side * side)) / DEGREE,
    ];
  }
}

// MARK: A vehicle

/**
 * What becomes of a vehicle beside its motion, as `animate` has it: how it appears, vanishes and looks. Events are given
 * in their order; then it can be asked about any time from the last of them to the next.
 */
class VehicleLife {
  /** Begins with the first event that is known of it: {kind, generation}. */
  constructor(event, time, isReduced) {
    this.isReduced = isReduced;
    this.generation = event.generation;
    this.looking = new Looking();
    this.begun = { phase: "idle", begin: time, end: time };
    if (event.kind !== "enter") return;
    this.look(1, 1, MOTION.entry, time, { scale: MOTION.smallScale, opacity: 1 });
    this.begun = { phase: "entering", begin: time, end: this.isReduced ? time : this.looking.end };
  }

  look(scale, opacity, curve, time, from) {
    if (this.isReduced) this.looking.rest(scale, opacity);
    else this.looking.go(scale, opacity, curve, time, from);
  }

  get isExiting() { return this.begun.phase === "exiting"; }

  isGone(time) { return this.isExiting && time >= this.begun.end; }

  /** Whether the event was one for what it is at the time: an update of a vehicle that leaves is none. */
  take(event, time) {
    if (event.kind === "pending_removal") {
      this.begun = { phase: "idle", begin: time, end: time };
    } else if (event.kind === "exit") {
      this.look(MOTION.smallScale, 0, MOTION.exit, time);
      this.begun = { phase: "exiting", begin: time, end: this.isReduced ? time : this.looking.end };
    } else if (event.kind === "enter") {
      this.look(1, 1, MOTION.entry, time);
      this.begun = { phase: "entering", begin: time, end: Math.max(time, this.looking.end) };
    } else if (this.isExiting) return false;
    else this.begun = { phase: "updating", begin: time, end: time };
    this.generation = event.generation;
    return true;
  }

  /** How much of what has begun has passed, 0 to 1. */
  progress(time) {
    const length = this.begun.end - this.begun.begin;
    return length > 0 ? Math.min(1, Math.max(0, (time - this.begun.begin) / length)) : 1;
  }
}
