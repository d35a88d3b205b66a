// The player: what plays the clock, shows its time, and draws the fleet whenever either changes.

/** Puts the vehicles of a fleet onto a map, at the clock's time. */
class Player {
  constructor({ clock, fleet, atlas }) {
    Object.assign(this, { clock, fleet, atlas, map: atlas.map, layer: null, failure: null, followed: null });
    /** Milliseconds that the last frame took, for tests. */
    this.cost = 0;
    clock.listen((what) => { if (!fleet && what !== "state") this.onTick?.(); });
    if (fleet) {
      this.switches = new Switches();
      try {
        this.layer = new VehicleLayer(this.map, fleet, this.switches);
        this.layer.sprites.onRestore = () => this.request();
      } catch (error) {
        // Everything else of the page works.
        this.layer = null;
        this.failure = error;
        return;
      } finally {
        atlas.nameOver(true);
      }
      clock.listen((what) => {
        // A frame that plays is drawn at once; with the camera that follows, together with the map.
        if (what === "time") this.tick();
        else this.request();
      });
      this.map.on("render", () => { if (this.layer.isMapNew || this.followed !== null) this.paint(); });
      this.map.on("move", () => { this.layer.isMapNew = true; });
      this.map.on("resize", () => this.request());
      // Who moves the map looks elsewhere.
      this.map.on("dragstart", () => this.follow(null));
      this.map.on("reset", () => this.follow(null));
      // There is no room for a card and a popup: the newer one stays.
      this.map.on("popup", () => { if (NARROW.matches) this.choose(null); });
      REDUCED_MOTION.addEventListener("change", () => this.request());
      DARK.addEventListener("change", () => this.request());
      this.show();
      this.request();
    }
  }

  get chosen() { return this.layer?.selected ?? null; }

  /** Brings the fleet to the clock's time, and lets vehicles exit or enter whose routes were switched, or are others now. */
  show() {
    this.fleet.show(this.clock.time, this.clock.speed);
    for (const vehicle of this.fleet.vehicles) {
      const isOn = vehicle.route?.isOn !== false;
      if (vehicle.isPresent && vehicle.wasPresent) this.switches.set(vehicle.number, isOn);
      else if (vehicle.isPresent) this.switches.put(vehicle.number, isOn);
      vehicle.wasPresent = vehicle.isPresent;
    }
  }

  tick() {
    const begin = performance.now();
    this.show();
    if (this.followed !== null) this.moveCamera();
    else this.paint();
    this.onTick?.();
    this.cost = performance.now() - begin;
  }

  moveCamera() {
    const vehicle = this.fleet.vehicles[this.followed];
    // Who zooms or turns meanwhile is not interrupted; the vehicle is caught up with afterwards.
    const isBusy = this.map.isZooming() || this.map.isRotating() || this.map.isEasing();
    if (vehicle.isPresent && !isBusy) this.map.jumpTo({ center: [vehicle.longitude, vehicle.latitude] });
    this.map.triggerRepaint();
  }

  paint() {
    const now = Switches.now(), isBusy = this.switches.complete(now);
    this.layer.draw(now, this.clock.time);
    this.layer.isMapNew = false;
    // What is switched moves while nothing else does.
    if (isBusy && !this.clock.isPlaying) this.request();
  }

  /** Draws soon, once for whatever is asked until then. */
  request() {
    if (this.isAsked || !this.layer) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.show();
      if (this.followed !== null) this.moveCamera();
      this.paint();
      this.onTick?.();
    });
  }

  // MARK: Vehicles

  /** Shows the card of a vehicle; null closes it. */
  choose(number) {
    if (!this.layer || this.layer.selected === number) return;
    this.layer.selected = number;
    if (number === null || this.followed !== null) this.follow(number);
    if (number !== null) this.map.linefeedPopup?.remove();
    // On a phone card and vehicle need the room of the lists.
    if (number !== null && NARROW.matches) this.onNarrowChoice?.();
    this.onChoice?.(number);
    this.onChosen?.(number);
    this.request();
  }

  /** Keeps a vehicle in the middle of the map; null lets go. */
  follow(number) {
    if (this.followed === number) return;
    this.followed = number;
    this.map.linefeedFollows = number !== null;
    this.onFollow?.(number);
    this.request();
  }

  /** Called when routes were switched. */
  refreshSwitches() {
    if (!this.layer) return;
    this.show();
    this.request();
  }
}
