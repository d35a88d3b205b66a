// How vehicles move: the twin of the library Motion and of `animate`, whose frames the tests compare with it. Names and
// rules are theirs (docs/motion.md); times are seconds of playback.

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

  /** Metres to a position. */
  metres(longitude, latitude) {
    const [east, north] = this.offset(longitude, latitude);
    return Math.sqrt(east * east + north * north) * EARTH_METRES;
  }

  /**
   * What is left of a movement about this place when it is sent to another: offset and velocity about that one.
   * Of the velocity the part along the great circle through the place stays, the part across it is narrower on the ground.
   */
  moved(east, north, speedEast, speedNorth, other) {
    const [longitude, latitude] = this.position(east, north);
    const offset = other.offset(longitude, latitude);
    if (speedEast === 0 && speedNorth === 0) return [offset[0], offset[1], 0, 0];
    const here = this.direction(east, north, longitude, latitude);
    const there = other.direction(offset[0], offset[1], longitude, latitude);
    const along = speedEast * here.inEast + speedNorth * here.inNorth;
    const across = (speedEast * here.inNorth - speedNorth * here.inEast) * here.narrowing;
    const cosine = here.outEast * there.outEast + here.outNorth * there.outNorth;
    const sine = here.outEast * there.outNorth - here.outNorth * there.outEast;
    const away = along * cosine - across * sine, beside = (along * sine + across * cosine) / there.narrowing;
    return [
      offset[0], offset[1],
      away * there.inEast + beside * there.inNorth, away * there.inNorth - beside * there.inEast,
    ];
  }

  /** The direction away from the place, as seen from it and from a position, and how much narrower lengths across are. */
  direction(east, north, longitude, latitude) {
    const arc = Math.sqrt(east * east + north * north);
    if (!(arc > 1e-12)) return { inEast: 0, inNorth: 1, outEast: 0, outNorth: 1, narrowing: 1 };
    const inEast = east / arc, inNorth = north / arc;
    // Over a few kilometres a great circle turns by the meridians' convergence, to a millionth.
    if (arc < 1e-3 && Math.abs(latitude) < 85) {
      const turn = (longitude - this.longitude) * DEGREE * Math.sin((latitude + this.latitude) / 2 * DEGREE);
      const rest = 1 - turn * turn / 2;
      return { inEast, inNorth, outEast: inEast * rest + inNorth * turn, outNorth: inNorth * rest - inEast * turn, narrowing: 1 };
    }
    const back = new Place(longitude, latitude).offset(this.longitude, this.latitude);
    const length = Math.sqrt(back[0] * back[0] + back[1] * back[1]);
    if (!(length > 0)) return { inEast, inNorth, outEast: inEast, outNorth: inNorth, narrowing: 1 };
    return {
      inEast, inNorth, outEast: -back[0] / length, outNorth: -back[1] / length,
      narrowing: Math.max(1e-9, Math.sin(arc) / arc),
    };
  }
}

// MARK: A vehicle

/**
 * A vehicle in motion, as `animate` moves it. Events are given in their order; then it can be asked about any time from
 * the last of them to the next.
 */
class MovingVehicle {
  /** Begins with the first event that is known of it: {kind, longitude, latitude, heading, generation}, heading null or degrees. */
  constructor(fix, time, isReduced) {
    this.isReduced = isReduced;
    this.target = new Place(fix.longitude, fix.latitude);
    this.heading = fix.heading;
    this.generation = fix.generation;
    this.isStill = true;
    this.begin = 0;
    // What is left of the way and of the turn when it begins, and their velocities: east, north, turn.
    this.left = [0, 0, 0];
    this.speed = [0, 0, 0];
    this.now = [0, 0, 0, 0, 0, 0];
    this.looking = new Looking();
    this.begun = { phase: "idle", begin: time, end: time };
    if (fix.kind !== "enter") return;
    this.look(1, 1, MOTION.entry, time, { scale: MOTION.smallScale, opacity: 1 });
    this.begun = { phase: "entering", begin: time, end: this.isReduced ? time : this.looking.end };
  }

  look(scale, opacity, curve, time, from) {
    if (this.isReduced) this.looking.rest(scale, opacity);
    else this.looking.go(scale, opacity, curve, time, from);
  }

  get isExiting() { return this.begun.phase === "exiting"; }

  isGone(time) { return this.isExiting && time >= this.begun.end; }

  /**
   * What is left of the way at a time: [east, north, turn, and their velocities]. Once nobody sees it, a millimetre and a
   * hundredth of a degree, it is nothing.
   */
  remaining(time) {
    const now = this.now, { left, speed } = this;
    if (!this.isStill) {
      propagate(MOTION.update, Math.max(0, time - this.begin));
      const { a, b, c, d } = spring;
      for (let axis = 0; axis < 3; axis += 1) {
        now[axis] = left[axis] * a + speed[axis] * b;
        now[axis + 3] = speed[axis] * c - left[axis] * d;
      }
      this.isStill = time > this.begin && now[0] * now[0] + now[1] * now[1] < 2.25e-20 && Math.abs(now[2]) < 1e-2
        && now[3] * now[3] + now[4] * now[4] < 2.25e-20 && Math.abs(now[5]) < 1e-2;
    }
    return this.isStill ? now.fill(0) : now;
  }

  /** Whether the event was one for what it is at the time: an update of a vehicle that leaves is none. */
  take(fix, time) {
    if (fix.kind === "pending_removal") {
      this.generation = fix.generation;
      this.begun = { phase: "idle", begin: time, end: time };
    } else if (fix.kind === "exit") {
      this.generation = fix.generation;
      this.look(MOTION.smallScale, 0, MOTION.exit, time);
      this.begun = { phase: "exiting", begin: time, end: this.isReduced ? time : this.looking.end };
    } else if (fix.kind === "enter" || !this.isExiting) {
      this.update(fix, time);
    } else return false;
    return true;
  }

  update(fix, time) {
    const isEntry = fix.kind === "enter";
    if (isEntry) this.look(1, 1, MOTION.entry, time);
    const isMove = fix.longitude !== this.target.longitude || fix.latitude !== this.target.latitude;
    const isReturn = isEntry && this.target.metres(fix.longitude, fix.latitude) <= MOTION.nearMetres;
    if (isMove && !this.isReduced && (fix.hasFrom || isReturn)) this.move(fix, time);
    else if (isMove) {
      this.target = new Place(fix.longitude, fix.latitude);
      this.isStill = true;
    } else if (!this.isReduced && fix.heading !== null && this.heading !== null && fix.heading !== this.heading) {
      const now = this.remaining(time);
      this.go([now[0], now[1], this.turnTo(fix.heading, now[2])], now.slice(3), time);
    }
    this.generation = fix.generation;
    this.heading = fix.heading ?? this.heading;
    const end = this.isStill ? time : this.poseEnd;
    this.begun = isEntry ? { phase: "entering", begin: time, end: Math.max(end, this.looking.end) }
      : { phase: "updating", begin: time, end };
  }

  /** How far it turns to a heading. The last of an earlier turn, which nobody sees, does not say which way round. */
  turnTo(heading, rest) {
    return shortTurn(heading, Math.abs(rest) < 1e-2 ? this.heading : turned(this.heading + rest));
  }

  /** Sends it from where it is to a fix, with the velocity that it has. */
  move(fix, time) {
    const now = this.remaining(time);
    const heading = fix.heading ?? this.heading;
    const turn = heading !== null && this.heading !== null ? this.turnTo(heading, now[2]) : 0;
    const next = new Place(fix.longitude, fix.latitude);
    const moved = this.target.moved(now[0], now[1], now[3], now[4], next);
    this.target = next;
    this.go([moved[0], moved[1], turn], [moved[2], moved[3], now[5]], time);
  }

  go(left, speed, time) {
    this.left = left;
    this.speed = speed;
    this.begin = time;
    this.isStill = false;
  }

  get poseEnd() {
    return [...this.left, ...this.speed].some((value) => value !== 0) ? this.begin + MOTION.update.seconds : this.begin;
  }

  // MARK: Frames

  /** Writes where it is into `out`: longitude, latitude, heading (null where unknown). */
  place(time, out) {
    const now = this.remaining(time);
    if (this.isStill) {
      out.longitude = this.target.longitude;
      out.latitude = this.target.latitude;
      out.heading = this.heading;
      return;
    }
    const position = this.target.position(now[0], now[1]);
    out.longitude = position[0];
    out.latitude = position[1];
    out.heading = this.heading === null ? null : turned(this.heading + now[2]);
  }

  phase(time) { return time < this.begun.end ? this.begun.phase : "idle"; }

  /** How much of what has begun has passed, 0 to 1. */
  progress(time) {
    const length = this.begun.end - this.begun.begin;
    return length > 0 ? Math.min(1, Math.max(0, (time - this.begun.begin) / length)) : 1;
  }

  /** Metres east and north and degrees clockwise that it moves in a second of playback. */
  velocity(time) {
    const now = this.remaining(time), step = 1e-4;
    const here = new Place(...this.target.position(now[0], now[1]));
    const ahead = this.target.position(now[0] + now[3] * step, now[1] + now[4] * step);
    const [east, north] = here.offset(...ahead);
    return { east: east * EARTH_METRES / step, north: north * EARTH_METRES / step, turn: now[5] };
  }
}
