// What is drawn of the ways in a range of zooms: a line for each route on each piece, and lines of one slot each where
// routes go on to the next. From afar a route's pieces are chained to lines as long as its slot stays the same.

class WayBand {
  constructor(band, ways) {
    Object.assign(this, band);
    this.ways = ways;
    this.build();
  }

  build() {
    this.curves = new Map();
    this.parts = new Map();
    // What the map was told of features of an earlier build says nothing of these: no number is used twice.
    this.base = (this.base ?? 0) + (this.owners?.length ?? 0);
    /** Of each feature: its strand or its chain, or its link with how far on it lies there. */
    this.owners = [];
    this.lines = [];
    this.lanes = new Map();
    const links = this.short ? this.addChains() : this.ways.links;
    if (!this.short) for (const strand of this.ways.strands) this.add({ strand }, this.interior(strand));
    if (!this.isPlain) for (const link of links) this.addLink(link);
    this.state = this.owners.map((owner) => this.stateOf(owner));
    this.byRoute = new Map();
    this.owners.forEach(({ strand: { route } }, number) => {
      if (!this.byRoute.has(route)) this.byRoute.set(route, []);
      this.byRoute.get(route).push(number);
    });
    this.curves = this.parts = null;
  }

  add(owner, line) {
    this.owners.push(owner);
    this.lines.push(line);
  }

  /** Metres that so many points of the screen show at a zoom where a piece lies. */
  static metres(way, points, zoom) {
    return points * metresPerPoint(zoom) * Math.cos(way.points[0][1] * Math.PI / 180);
  }

  /** Metres that a piece gives up at an end where a route runs on. */
  cut(way) {
    return this.isPlain ? 0 : Math.min(WayBand.metres(way, CHANGE_LENGTH, Math.max(8, this.from)), way.length * 0.35);
  }

  interior({ line, isLinked }) {
    const key = `${line.number}:${isLinked}`;
    if (!this.parts.has(key)) {
      const cut = this.cut(line.way);
      const whole = line.way.part(isLinked[0] ? cut : 0, line.way.length - (isLinked[1] ? cut : 0));
      this.parts.set(key, this.to > 20 ? whole : simplified(whole, WayBand.metres(line.way, 0.3, this.to)));
    }
    return this.parts.get(key);
  }

  curve(link) {
    const key = `${2 * link.from.line.number + link.ends[0]}:${2 * link.to.line.number + link.ends[1]}`;
    if (!this.curves.has(key)) {
      this.curves.set(key, new WayCurve(link, [this.cut(link.from.line.way), this.cut(link.to.line.way)]));
    }
    return this.curves.get(key);
  }

  addLink(link) {
    const curve = this.curve(link);
    const change = Math.abs(this.slot(link, 1) - this.slot(link, 0));
    // Others are switched off later, and the slots differ by something else than now.
    const parts = this.short ? Math.max(1, Math.ceil(change / this.step))
      : Math.ceil(Math.max(0.3, change * 1.5) / this.step);
    const segments = Math.max(1, Math.ceil(curve.turn * this.bends / parts));
    // Between short pieces there is nothing to set off that the pieces do not.
    const isBare = this.short || Math.min(link.from.line.way.length, link.to.line.way.length) * 0.35
      < this.cut(link.from.line.way);
    for (let part = 0; part < parts; part += 1) {
      this.add({ strand: part * 2 < parts ? link.from : link.to, link, isBare, share: (part + 0.5) / parts },
        curve.part(part / parts, (part + 1) / parts, segments));
    }
  }

  // Chains

  /** Adds the lines of routes, those that are switched off too; gives back the links that are none of their lines. */
  addChains() {
    const order = this.ways.strands.toSorted((a, b) => b.line.way.length - a.line.way.length);
    const used = new Set();
    for (const strand of order) {
      if (this.lanes.has(strand)) continue;
      const chain = { slot: strand.slot, scale: strand.scale, steps: [{ strand, isForward: true }] };
      this.lanes.set(strand, chain);
      this.extend(chain, used, true);
      this.extend(chain, used, false);
      for (const step of chain.steps) {
        this.lanes.set(step.strand, { slot: step.isForward ? chain.slot : -chain.slot, scale: chain.scale });
      }
      this.add({ strand, chain }, this.chainLine(chain));
    }
    return this.ways.links.filter((link) => !used.has(link));
  }

  /** Goes on from a chain's last piece, or back from its first, while the route keeps its slot. */
  extend(chain, used, isOnward) {
    for (;;) {
      const { strand, isForward } = isOnward ? chain.steps.at(-1) : chain.steps[0];
      const end = isForward === isOnward ? 1 : 0;
      const next = strand.links[end].map((link) => {
        const isFrom = link.from === strand && link.ends[0] === end;
        const [other, otherEnd] = isFrom ? [link.to, link.ends[1]] : [link.from, link.ends[0]];
        const leadsOn = isOnward === (otherEnd === 0);
        const change = Math.abs((leadsOn ? other.slot : -other.slot) - chain.slot);
        const isShort = other.line.way.length < WayBand.metres(other.line.way, this.short, this.to);
        return { link, strand: other, isForward: leadsOn, change,
          isKept: isShort || (change <= 0.3 && Math.abs(other.scale - chain.scale) <= 0.2) };
      }).filter((step) => step.isKept && !this.lanes.has(step.strand)).sort((a, b) => a.change - b.change)[0];
      if (!next) return;
      used.add(next.link);
      this.lanes.set(next.strand, chain);
      if (isOnward) chain.steps.push(next);
      else chain.steps.unshift(next);
      // A link stands with the later of the two that it joins.
      (isOnward ? next : chain.steps[1]).before = next.link;
    }
  }

  chainLine({ steps }) {
    const positions = [];
    for (const { strand, isForward, before } of steps) {
      if (before && !this.isPlain) {
        const curve = this.curve(before);
        const isAlong = before.to === strand && before.ends[1] === (isForward ? 0 : 1);
        const bent = curve.part(0, 1, Math.max(1, Math.ceil(curve.turn * this.bends)));
        positions.push(...(isAlong ? bent : bent.reverse()).slice(1, -1));
      }
      const part = this.interior(strand);
      positions.push(...(isForward ? part : part.toReversed()));
    }
    return simplified(positions, WayBand.metres(steps[0].strand.line.way, 0.3, this.to));
  }

  /** The piece of a feature's route that is nearest to a position. */
  strandAt(id, position) {
    const { strand, chain } = this.owners[id - this.base];
    if (!chain) return strand;
    let best = strand, least = Infinity;
    for (const step of chain.steps) {
      const { way } = step.strand.line;
      const far = metresBetween(position, way.at(way.nearest(position)));
      if (far < least) [best, least] = [step.strand, far];
    }
    return best;
  }

  // Slots

  /** Slot and scale that a strand is drawn with. */
  lane(strand) { return this.lanes.get(strand) ?? strand; }

  /** The slot of a link at its first or its last end, to the right as the link leads there. */
  slot({ from, to, ends }, end) {
    const { slot } = this.lane(end ? to : from);
    return (end ? ends[1] === 1 : ends[0] === 0) ? -slot : slot;
  }

  /** Slot and scale of a feature as they are now. */
  stateOf({ strand, link, share }) {
    const off = !strand.route.isOn;
    if (!link) return { slot: this.lane(strand).slot, scale: this.lane(strand).scale, off };
    const smooth = share * share * (3 - 2 * share);
    const mixed = (from, to) => from + (to - from) * smooth;
    return {
      slot: mixed(this.slot(link, 0), this.slot(link, 1)),
      scale: mixed(this.lane(link.from).scale, this.lane(link.to).scale), off,
    };
  }

  /** The colours that a route is set off with, which many features have. */
  sides(route) { return route.sides ??= casingColors(route.fill); }

  feature(number) {
    const { strand: { route }, isBare } = this.owners[number];
    const { slot, scale, off } = this.state[number];
    const sides = this.sides(route);
    const properties = { slot, scale, route: route.number, color: route.fill, ...sides };
    // A pale route is set off wherever it is.
    if (off) properties.off = true;
    if (isBare && sides.day === "#ffffff" && sides.night === "#12161c") properties.bare = true;
    return feature(this.base + number, { type: "LineString", coordinates: this.lines[number] }, properties);
  }

  features() { return this.owners.map((_, number) => this.feature(number)); }

  /** Puts the band on the map. */
  draw(map) { map.getSource(this.source).setData(collection(this.features())); }

  tell(map, number, state) {
    this.state[number] = { ...this.state[number], ...state };
    map.setFeatureState({ source: this.source, id: this.base + number }, state);
  }

  /** Shows or hides routes that were switched, where they are: what is beside them closes up later. */
  showSwitched(map) {
    for (const [route, numbers] of this.byRoute) {
      if (this.state[numbers[0]].off === !route.isOn) continue;
      for (const number of numbers) this.tell(map, number, { off: !route.isOn });
    }
  }

  /** Works out anew what the switches change. Chains are others then; else only what is not as it was is told. */
  refresh(map) {
    if (this.short) {
      this.build();
      this.draw(map);
      return;
    }
    this.owners.forEach((owner, number) => {
      const state = this.stateOf(owner), old = this.state[number];
      if (state.slot !== old.slot || state.scale !== old.scale || state.off !== old.off) this.tell(map, number, state);
    });
  }
}
