// Where all vehicles are at a time: of fixes, which are animated here, or of frames, which are as they are.

/** A vehicle as it is drawn: filled anew for each picture. */
class DrawnVehicle {
  constructor(number, record) {
    this.number = number;
    this.id = record.vehicle_id;
    /** What people call it. */
    this.label = record.vehicle_label ?? record.vehicle_id;
    this.feedId = record.feed_id ?? null;
    this.isPresent = this.wasPresent = false;
    this.longitude = this.latitude = 0;
    this.heading = null;
    this.scale = this.opacity = 1;
    /** Degrees clockwise by which the symbol is turned. */
    this.rotation = 0;
    this.tripId = null;
    this.route = null;
    this.occupancy = null;
    this.isStale = false;
  }
}

/** A longitude moved by whole turns to be nearest to another. */
const nearestTurn = (longitude, other) => longitude - Math.round((longitude - other) / 360) * 360;

/** The fixes of all vehicles, in columns: one vehicle's after another's, each in the order of time. */
class Fixes {
  constructor(playback) {
    const numbers = new PackedNumbers(attached(playback.attachment));
    const count = playback.vehicles.length;
    this.first = new Uint32Array(count + 1);
    const length = playback.count;
    this.at = new Uint32Array(length);
    this.longitude = new Int32Array(length);
    this.latitude = new Int32Array(length);
    this.heading = new Uint16Array(length);
    this.kind = new Uint8Array(length);
    this.flags = new Uint8Array(length);
    this.trip = new Int32Array(length);
    this.route = new Int32Array(length);
    this.occupancy = new Int8Array(length);
    this.generation = new Int32Array(length);
    /** Whether a fix says where the vehicle is from then on, and when it drove there; others have the end of the last leg. */
    this.isKnot = new Uint8Array(length);
    this.legBegin = new Int32Array(length);
    this.legEnd = new Int32Array(length);
    let place = 0;
    for (let vehicle = 0; vehicle < count; vehicle += 1) {
      this.first[vehicle] = place;
      const end = place + numbers.whole();
      let time = 0, east = 0, north = 0, turn = 3600, known = 3600, theTrip = -1, theRoute = -1, status = -1, number = -1;
      let legEnd = -(2 ** 31);
      for (; place < end; place += 1) {
        time += numbers.whole();
        const byte = numbers.bytes[numbers.place++];
        if (byte & 32) {
          east += numbers.signed();
          north += numbers.signed();
        }
        if (byte & 64) turn = numbers.whole();
        // Who says nothing of it heads where it did; but a life does not go on from the one before.
        if (turn !== 3600) known = turn;
        if (byte & 128) {
          theTrip = numbers.whole() - 1;
          theRoute = numbers.whole() - 1;
          status = numbers.whole() - 1;
        }
        number += numbers.signed() + 1;
        const age = numbers.whole();
        this.isKnot[place] = age ? 1 : 0;
        if (age) legEnd = time + 1 - age;
        this.legEnd[place] = this.legBegin[place] = legEnd;
        if (age && byte & 8) this.legBegin[place] -= numbers.whole();
        // Who enters heads nowhere unless it says so.
        if ((byte & 7) === 0 && turn === 3600) known = 3600;
        this.at[place] = time;
        this.longitude[place] = east;
        this.latitude[place] = north;
        this.heading[place] = known;
        if (LIFE_EVENTS[byte & 7] === "exit") known = 3600;
        this.kind[place] = byte & 7;
        this.flags[place] = byte & 24;
        this.trip[place] = theTrip;
        this.route[place] = theRoute;
        this.occupancy[place] = status;
        this.generation[place] = number;
      }
    }
    this.first[count] = place;
  }

  /** The first fix of a vehicle that is not before a time, in seconds since the start; the end of its fixes if there is none. */
  placeOf(vehicle, seconds) {
    let low = this.first[vehicle], high = this.first[vehicle + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at[middle] < seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether anything says how crowded a vehicle is. */
  get hasOccupancy() { return this.occupancy.some((status) => levelOf(status) !== null); }

  event(place) { return { kind: LIFE_EVENTS[this.kind[place]], generation: this.generation[place] }; }

  position(place) { return new Place(this.longitude[place] / 1e6, this.latitude[place] / 1e6); }

  headingOf(place) { return this.heading[place] === 3600 ? null : this.heading[place] / 10; }
}

/** Vehicles that are animated by their fixes. */
class FixedFleet {
  /**
   * What was more seconds of playback ago than this leaves no trace: critically damped, 3e-11 of a way is left of it.
   * So a time is shown by running the events since then, whatever came before.
   */
  static MEMORY = 2.5;

  constructor(playback) {
    this.playback = playback;
    this.start = playback.start;
    this.speed = playback.speed;
    this.isReduced = REDUCED_MOTION.matches;
    this.fixes = new Fixes(playback);
    this.routes = playback.routes.map((record) => ROUTES.get(keyOf(record.feed_id, record.route_id)));
    this.vehicles = playback.vehicles.map((record, number) => new DrawnVehicle(number, record));
    const lines = new PathLines();
    this.trajectories = new Trajectories(this.fixes, (number, place) => lines.lines(
      this.vehicles[number].feedId, playback.trips[this.fixes.trip[place]] ?? null, this.routes[this.fixes.route[place]]));
    this.running = this.vehicles.map(() => ({ life: null, next: 0, known: 0, effect: 0, occupancy: -1 }));
    this.steps = Array.from(new Set(this.fixes.at), (seconds) => seconds + this.start).sort((a, b) => a - b);
    this.shown = null;
  }

  /** Seconds of the feed that what is under way at the end takes at most. */
  get tail() { return Math.max(MOTION.entry.seconds, MOTION.exit.seconds) * this.playback.speed; }

  /** Brings all vehicles to a time of the feed, at a speed. */
  show(time, speed) {
    const isReduced = REDUCED_MOTION.matches;
    if (speed !== this.speed || isReduced !== this.isReduced) {
      this.speed = speed;
      this.isReduced = isReduced;
      this.shown = null;
    }
    const seconds = time - this.start;
    // Forward by less than is remembered: what runs, runs on.
    const isNext = this.shown !== null && seconds >= this.shown && (seconds - this.shown) / speed <= FixedFleet.MEMORY;
    for (let number = 0; number < this.vehicles.length; number += 1) {
      if (!isNext) this.rewind(number, seconds);
      this.run(number, seconds);
    }
    this.shown = seconds;
  }

  /** Puts a vehicle so far before a time that its events since then make it what it is. */
  rewind(number, seconds) {
    const running = this.running[number], first = this.fixes.first[number];
    const place = this.fixes.placeOf(number, seconds - FixedFleet.MEMORY * this.speed);
    running.life = null;
    running.next = this.beforeExit(Math.max(first, place - 1), first);
    running.occupancy = -1;
    running.isWarm = running.next > first;
  }

  /** A fix, or one before it where a vehicle may still be vanishing at it: what comes then is not of a new life. */
  beforeExit(place, first) {
    const { fixes, speed } = this, vanishing = MOTION.exit.seconds * speed;
    for (let before = place; before > first && fixes.at[place] - fixes.at[before] < vanishing; before -= 1) {
      if (LIFE_EVENTS[fixes.kind[before]] === "exit") return this.beforeExit(before - 1, first);
    }
    return place;
  }

  run(number, seconds) {
    const { fixes, speed } = this, running = this.running[number], drawn = this.vehicles[number];
    const end = fixes.first[number + 1];
    while (running.next < end && fixes.at[running.next] <= seconds) {
      const place = running.next++, time = fixes.at[place] / speed, event = fixes.event(place);
      if (running.life?.isGone(time)) running.life = null;
      if (running.life) {
        const isTaken = running.life.take(event, time);
        // Who is missed, or leaves, is what it was.
        if (!isTaken || event.kind === "pending_removal" || event.kind === "exit") continue;
      } else {
        if (event.kind === "exit") continue;
        running.life = new VehicleLife(event, time, this.isReduced);
        running.occupancy = -1;
      }
      running.known = place;
      // Crowding starts an effect when it changes, and when a vehicle appears.
      if (fixes.occupancy[place] !== running.occupancy) {
        running.occupancy = fixes.occupancy[place];
        running.effect = running.isWarm && running.occupancy === MOTION.pulsing ? this.began(number, place) / speed : time;
      }
      running.isWarm = false;
    }
    const time = seconds / speed, { life } = running;
    drawn.isPresent = life !== null && !life.isGone(time);
    if (!drawn.isPresent) return;
    const place = running.known;
    // One that leaves stays where it was.
    const until = life.isExiting ? Math.min(seconds, life.begun.begin * speed) : seconds;
    if (this.isReduced) this.jump(place, drawn);
    else this.trajectories.place(number, until, drawn);
    const look = life.looking.isResting ? life.looking : life.looking.at(time);
    drawn.scale = look.scale;
    drawn.opacity = look.opacity;
    if (running.occupancy === MOTION.pulsing && !this.isReduced) {
      const pulse = pulseAt(time - running.effect);
      drawn.scale *= pulse.scale;
      drawn.opacity *= pulse.opacity;
    }
    drawn.scale = Math.max(0, drawn.scale);
    drawn.opacity = Math.min(1, Math.max(0, drawn.opacity));
    drawn.isStale = (fixes.flags[place] & 16) !== 0;
    drawn.occupancy = running.occupancy < 0 ? null : running.occupancy;
    if (drawn.trip === fixes.trip[place] && drawn.on === fixes.route[place]) return;
    drawn.trip = fixes.trip[place];
    drawn.on = fixes.route[place];
    drawn.tripId = this.playback.trips[fixes.trip[place]] ?? null;
    // A feed may name the trip alone.
    drawn.route = this.routes[fixes.route[place]] ?? this.routeOfTrip(drawn);
  }

  /** Puts a vehicle where its last event says that it is. */
  jump(place, drawn) {
    const { fixes } = this;
    drawn.longitude = fixes.longitude[place] / 1e6;
    drawn.latitude = fixes.latitude[place] / 1e6;
    drawn.heading = fixes.headingOf(place);
  }

  routeOfTrip(drawn) {
    const trip = tripById(drawn.feedId, drawn.tripId);
    return trip?.route_id ? trip.route : null;
  }

  /** The seconds at which the crowding of a fix began: it, or an entry into a life that has had it since. */
  began(number, place) {
    const { fixes } = this, status = fixes.occupancy[place];
    let begin = place;
    for (let before = place - 1; before >= fixes.first[number]; before -= 1) {
      const kind = LIFE_EVENTS[fixes.kind[before]];
      // Who came back while it vanished lives on.
      if (kind === "exit" && (fixes.at[before + 1] - fixes.at[before]) / this.speed >= MOTION.exit.seconds) break;
      if (kind === "exit" || kind === "pending_removal") continue;
      if (fixes.occupancy[before] !== status) break;
      begin = before;
    }
    return fixes.at[begin];
  }

  get hasOccupancy() { return this.fixes.hasOccupancy; }

  /** What is under way with a vehicle; null for one that is not there. */
  state(number) {
    const { life } = this.running[number];
    if (!this.vehicles[number].isPresent || !life) return null;
    const time = this.shown / this.speed, { begun } = life;
    const way = this.isReduced || life.isExiting ? null : this.trajectories.underWay(number, this.shown);
    const isBegun = time < begun.end || !way;
    return {
      phase: time < begun.end ? begun.phase : way ? "updating" : "idle", generation: life.generation,
      progress: isBegun ? life.progress(time) : way.share, velocity: this.velocity(number, way),
    };
  }

  /** Metres east and north and degrees clockwise that a vehicle moves in a second of playback, and the metres a second between its reports. */
  velocity(number, way) {
    if (!way) return { east: 0, north: 0, turn: 0, ground: 0 };
    const step = 1e-3, here = {}, ahead = {};
    this.trajectories.place(number, this.shown, here);
    this.trajectories.place(number, this.shown + step, ahead);
    const [east, north] = new Place(here.longitude, here.latitude).offset(ahead.longitude, ahead.latitude);
    return {
      east: east * EARTH_METRES / step * this.speed, north: north * EARTH_METRES / step * this.speed,
      turn: here.heading === null || ahead.heading === null ? 0 : shortTurn(here.heading, ahead.heading) / step * this.speed,
      ground: this.trajectories.speed(number, this.shown),
    };
  }

  /** Where a vehicle was in the seconds before what is shown: [longitude, latitude, seconds ago], the oldest first. */
  trail(number, seconds) {
    const { fixes, trajectories } = this, points = [], from = this.shown - seconds;
    const last = trajectories.knotAt(number, this.shown), way = trajectories.underWay(number, this.shown);
    for (let place = fixes.first[number]; place <= last; place += 1) {
      if (!fixes.isKnot[place] || fixes.legEnd[place] < from) continue;
      // Of a life before, and of where it jumped from, there is no path.
      if (!trajectories.drives(place)) points.length = 0;
      else {
        const share = way?.place === place ? this.covered(number, way) : 1;
        for (const [longitude, latitude, passed] of trajectories.leg(number, place).bends()) {
          if (passed > share) break;
          points.push([longitude, latitude, this.shown - fixes.legBegin[place] - trajectories.seconds(place) * passed]);
        }
      }
      if (fixes.legEnd[place] <= this.shown) {
        points.push([fixes.longitude[place] / 1e6, fixes.latitude[place] / 1e6, this.shown - fixes.legEnd[place]]);
      }
    }
    return points;
  }

  /** The share of the length of the leg under way that a vehicle has covered. */
  covered(number, { place, share }) {
    const leg = this.trajectories.leg(number, place), seconds = this.trajectories.seconds(place);
    return shareCovered(leg.length, seconds, leg.startSpeed ?? 0, leg.endSpeed ?? 0, share * seconds);
  }

  /** All places that vehicles report, as a box is made of them: longitudes run on over the antimeridian around the first. */
  * positions() {
    const { longitude, latitude } = this.fixes;
    for (let place = 0; place < longitude.length; place += 1) {
      yield [nearestTurn(longitude[place] / 1e6, longitude[0] / 1e6), latitude[place] / 1e6];
    }
  }

  /** Seconds of the feed at which a vehicle is first there. */
  appears(number) {
    const first = this.fixes.first[number];
    return this.start + (first < this.fixes.first[number + 1] ? this.fixes.at[first] : 0);
  }
}

/** Vehicles whose frames were made before. */
class FramedFleet {
  constructor(playback) {
    this.playback = playback;
    this.start = playback.start;
    this.times = playback.times;
    this.steps = this.times.map((seconds) => seconds + this.start);
    this.tail = 0;
    this.vehicles = playback.vehicles.map((record, number) => new DrawnVehicle(number, record));
    const numbers = new PackedNumbers(attached(playback.attachment));
    this.sights = this.vehicles.map(() => this.readSights(numbers));
    this.shown = null;
  }

  readSights(numbers) {
    let frame = 0, east = 0, north = 0, turn = 3600, scale = 0, opacity = 0, rotation = 0, phase = 0, status = -1, generation = 0;
    return Array.from({ length: numbers.whole() }, () => {
      frame += numbers.whole();
      const byte = numbers.bytes[numbers.place++];
      if (byte & 32) {
        east += numbers.signed();
        north += numbers.signed();
      }
      if (byte & 64) turn = numbers.whole();
      if (byte & 1) {
        scale = numbers.whole() / 1e4;
        opacity = numbers.whole() / 1e4;
      }
      if (byte & 4) rotation = numbers.whole() / 10;
      if (byte & 2) {
        phase = numbers.whole();
        status = numbers.whole() - 1;
        generation = numbers.whole();
      }
      return {
        frame, longitude: east / 1e6, latitude: north / 1e6, heading: turn === 3600 ? null : turn / 10, scale, opacity, rotation,
        phase: LIFE_PHASES[phase], occupancy: status < 0 ? null : status, generation,
      };
    });
  }

  get hasOccupancy() { return this.sights.some((sights) => sights.some(({ occupancy }) => levelOf(occupancy) !== null)); }

  /** The last item whose key is not above a value; −1 where all are. */
  static last(list, value, key) {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (key(list[middle]) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  show(time) {
    const seconds = time - this.start + 1e-6;
    const frame = FramedFleet.last(this.times, seconds, (value) => value);
    const length = (this.times[frame + 1] ?? Infinity) - this.times[frame];
    const share = REDUCED_MOTION.matches || !(length > 0) || length === Infinity ? 0
      : Math.max(0, (seconds - 1e-6 - this.times[frame]) / length);
    this.shown = frame;
    for (const drawn of this.vehicles) {
      const sights = this.sights[drawn.number];
      const place = FramedFleet.last(sights, frame, (sight) => sight.frame);
      const sight = sights[place];
      drawn.isPresent = sight?.frame === frame;
      if (!drawn.isPresent) continue;
      // Between frames everything goes straight from one to the next.
      const next = share > 0 && sights[place + 1]?.frame === frame + 1 ? sights[place + 1] : sight;
      const between = (one, other) => one + (other - one) * share;
      const across = ((next.longitude - sight.longitude + 540) % 360) - 180;
      drawn.longitude = sight.longitude + across * share;
      drawn.latitude = between(sight.latitude, next.latitude);
      drawn.heading = sight.heading === null || next.heading === null ? sight.heading
        : turned(sight.heading + shortTurn(sight.heading, next.heading) * share);
      drawn.scale = between(sight.scale, next.scale);
      drawn.opacity = between(sight.opacity, next.opacity);
      drawn.rotation = turned(sight.rotation + shortTurn(sight.rotation, next.rotation) * share);
      drawn.occupancy = sight.occupancy;
    }
  }

  state(number) {
    const sights = this.sights[number], place = FramedFleet.last(sights, this.shown, (sight) => sight.frame);
    const sight = sights[place];
    if (sight?.frame !== this.shown) return null;
    return { phase: sight.phase, generation: sight.generation, progress: null, velocity: null };
  }

  trail(number, seconds) {
    const now = this.times[this.shown];
    let points = [], last = null;
    for (const sight of this.sights[number]) {
      if (sight.frame > this.shown) break;
      const ago = now - this.times[sight.frame];
      if (last !== null && sight.frame !== last + 1) points = [];
      last = sight.frame;
      if (ago <= seconds) points.push([sight.longitude, sight.latitude, ago]);
    }
    return points;
  }

  * positions() {
    const first = this.sights.find((sights) => sights.length)?.[0].longitude;
    for (const sights of this.sights) {
      for (const sight of sights) yield [nearestTurn(sight.longitude, first), sight.latitude];
    }
  }

  appears(number) { return this.start + (this.times[this.sights[number][0]?.frame] ?? 0); }
}

/** The fleet of what the page plays; null where nothing is played. */
const makeFleet = () => !DATA.playback ? null
  : DATA.playback.attachment === "fixes" ? new FixedFleet(DATA.playback) : new FramedFleet(DATA.playback);
