// Tiles over the lines of the map, frame after frame: one canvas, put together anew when a whole frame is ready.

/** Tiles that a view may be made of; what would need more is made of larger ones. */
const VIEW_TILES = 96;
/** Tiles of all frames that a server is asked for at once. */
const LOAD_LIMIT = 10000;
/** Frames that are decoded before they are shown. */
const FRAMES_AHEAD = 3;
/** Pixels of the canvas, a texture of which any graphics takes. */
const CANVAS_SIDE = 4096;
/** Seconds that a frame is shown where nothing says how long. */
const FRAME_SECONDS = 0.5;

/** Zooms above a view in which a server's deepest one is looked for. */
const DEPTH_STEPS = 8;

/** Never a square: MapLibre draws squares of a power of two with mipmaps, which a canvas does not have: black. */
const OVERLAY_CANVAS = el("canvas", { width: 2, height: 1 });

/** The source and the layer of the overlay; empty where none was asked for. The map draws the layer above the lines. */
function overlayParts() {
  if (!DATA.overlay) return { sources: {}, layers: [] };
  return {
    sources: { overlay: {
      type: "canvas", canvas: OVERLAY_CANVAS, animate: false, coordinates: [[0, 1], [1, 1], [1, 0], [0, 0]],
    } },
    layers: [{ id: "overlay", type: "raster", source: "overlay", paint: { "raster-fade-duration": 0 } }],
  };
}

/** What the clock of a page is made with that has an overlay and nothing else that moves; null for a still overlay. */
function overlayClock({ frames }) {
  if (frames.length < 2) return null;
  if (frames.some((frame) => frame.time == null)) {
    return { start: 0, end: frames.length * FRAME_SECONDS, speed: 1, speeds: [0.25, 0.5, 1, 2, 4] };
  }
  const last = frames.length - 1;
  const length = frames[last].time - frames[0].time;
  const played = frames.slice(0, last).reduce((sum, frame) => sum + (frame.duration ?? FRAME_SECONDS), 0);
  const speed = length > 0 ? length / played : 1;
  return {
    start: frames[0].time, end: frames[last].time + (frames[last].duration ?? FRAME_SECONDS) * speed,
    speed: Math.round(speed * 100) / 100 || speed,
  };
}

/** Shares of the world's width and height, from 180° W and from the north, of a position in degrees. */
const worldColumn = (longitude) => longitude / 360 + 0.5;
function worldRow(latitude) {
  const sine = Math.sin(Math.min(85.05112878, Math.max(-85.05112878, latitude)) * Math.PI / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
const longitudeAt = (share) => (share - 0.5) * 360;
const latitudeAt = (share) => Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180 / Math.PI;

/**
 * Shows the frame that the clock is at, and says what is loaded.
 * - clock: null where nothing moves
 * - place: an element for words, progress and buttons
 * - isAlone: whether nothing else moves: what does goes on in a view that has no tiles
 */
class Overlay {
  constructor(map, clock, place, isAlone = true) {
    Object.assign(this, { map, clock, place, isAlone, data: DATA.overlay, tiles: new OverlayTiles(DATA.overlay) });
    this.isAnimated = Boolean(clock) && this.data.frames.length > 1;
    /** Of what is loaded: "loading", "ready", "stopped", "away" (the view went past it) or "none" (nothing to show). */
    this.state = this.isAnimated ? "loading" : "ready";
    this.frame = 0;
    /** The deepest zoom that is asked for; of a server, which does not say its own, it is found. */
    this.depth = this.data.maxzoom;
    this.searched = new Set();
    /** The tiles of the view, and what is to be shown and is shown: a frame of such a view. */
    this.view = null;
    this.target = null;
    this.shown = null;
    this.loaded = { done: 0, total: 0 };
    this.wasPlaying = false;
    this.makeStatus();
    if (this.isAnimated) {
      this.hold("Loading tiles");
      clock.listen((what) => { if (what !== "state") this.follow(); });
      this.follow();
    }
    attributeOverlay(map, this.data.attribution);
    const begin = () => {
      this.moved();
      let isDue = false;
      map.on("move", () => {
        if (isDue) return;
        isDue = true;
        requestAnimationFrame(() => { isDue = false; this.moved(); });
      });
      map.on("moveend", () => this.moved());
      map.on("resize", () => this.moved());
    };
    if (map.getSource("overlay")) begin();
    else map.once("style.load", begin);
  }

  // MARK: Frames

  /** The frame at a time: the last that began by then; where frames have no times they share the clock's evenly. */
  frameAt(time) {
    const { frames } = this.data;
    if (frames.some((frame) => frame.time == null)) {
      const share = (time - this.clock.start) / (this.clock.end - this.clock.start);
      return Math.min(frames.length - 1, Math.max(0, Math.floor(share * frames.length)));
    }
    let [low, high] = [0, frames.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (frames[middle].time <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** The time at which each frame begins. */
  frameTimes() {
    const { clock, data: { frames } } = this;
    return frames.map((frame, place) => frame.time ?? clock.start + (clock.end - clock.start) * place / frames.length);
  }

  follow() {
    const frame = this.frameAt(this.clock.time);
    if (frame === this.frame) return;
    this.frame = frame;
    this.want();
  }

  /** The frame that is to be seen, in words. */
  words() {
    const name = this.data.frames[this.frame].name;
    const place = `Frame ${this.frame + 1} of ${this.data.frames.length}`;
    return name && name !== String(this.frame) && name !== String(this.frame + 1) ? `${place}: ${brief(name, 40)}` : place;
  }

  // MARK: The view

  /** The tiles that the view is made of, as {key, z, west, north, columns, rows}; {words} where there are none. */
  tilesInView() {
    const { minzoom, bounds } = this.data;
    const seen = this.map.getBounds();
    let [west, east] = [worldColumn(seen.getWest()), worldColumn(seen.getEast())];
    let [north, south] = [worldRow(seen.getNorth()), worldRow(seen.getSouth())];
    if (bounds) {
      let [low, high] = [worldColumn(bounds[0]), worldColumn(bounds[2])];
      if (high < low) high += 1;
      const turns = Math.round((west + east - low - high) / 2);
      [west, east] = [Math.max(west, low + turns), Math.min(east, high + turns)];
      [north, south] = [Math.max(north, worldRow(bounds[3])), Math.min(south, worldRow(bounds[1]))];
    }
    if (west >= east || north >= south) return { key: "none", words: "This view has no tiles." };
    for (let z = Math.min(this.depth, Math.max(minzoom, Math.round(this.map.getZoom() + 1))); ; z -= 1) {
      const count = 2 ** z;
      const first = { column: Math.floor(west * count), row: Math.max(0, Math.floor(north * count)) };
      const columns = Math.max(1, Math.ceil(east * count) - first.column);
      const rows = Math.max(1, Math.min(count, Math.ceil(south * count)) - first.row);
      if (columns * rows <= VIEW_TILES) {
        return { key: [z, first.column, first.row, columns, rows].join("/"), z, west: first.column, north: first.row,
          columns, rows };
      }
      if (z === minzoom) return { key: "far", words: "Zoom in to see the tiles." };
    }
  }

  /** The tiles of a frame in a view, by rows. */
  tilesOf(frame, { z, west, north, columns, rows }) {
    const count = 2 ** z;
    return Array.from({ length: columns * rows }, (_, place) => [
      frame, z, ((west + place % columns) % count + count) % count, north + Math.floor(place / columns)]);
  }

  /** All tiles that have to be there before the view can be played, without those known to be empty. */
  allTiles(view) {
    return this.data.frames.flatMap((_, frame) => this.tilesOf(frame, view))
      .filter((tile) => this.tiles.status(tile) !== "none");
  }

  /**
   * Looks for the server's deepest zoom where it has nothing of a view in any frame; whether it was found.
   *
   * A tile above the view that has none of its four parts is of the deepest zoom: from there on it is enlarged. Where it has
   * one the view is empty, and more so where there is nothing above. Costs a dozen requests a view, once.
   */
  async findDepth(view) {
    const { frames, minzoom } = this.data, { tiles } = this;
    if (tiles.pack || view.words || view.z <= minzoom || this.searched.has(view.key)
      || frames.some((_, frame) => this.tilesOf(frame, view).some((tile) => tiles.status(tile) !== "none"))) return false;
    this.searched.add(view.key);
    let tile = this.tilesOf(this.frame, view)[view.columns * view.rows >> 1];
    for (let step = 0; step < DEPTH_STEPS && tile[1] > minzoom; step += 1) {
      tile = parentOf(tile);
      await tiles.load(tile);
      if (tiles.status(tile) === "none") continue;
      const parts = partsOf(tile);
      await Promise.all(parts.map((part) => tiles.load(part)));
      if (tiles.status(tile) !== "there" || parts.some((part) => tiles.status(part) !== "none")) return false;
      this.depth = tile[1];
      return true;
    }
    return false;
  }

  isLoaded(view) {
    return Boolean(this.tiles.pack) || this.data.frames.every((_, frame) =>
      this.tilesOf(frame, view).every((tile) => this.tiles.status(tile) !== "unknown"));
  }

  moved() {
    const view = this.tilesInView();
    if (view.key !== this.view?.key) {
      this.view = view;
      // What the last view lacked is not needed any more.
      if (this.state !== "loading") this.tiles.stop();
      this.want();
    }
    if (!this.isAnimated) return this.say();
    if (view.words && !this.isAlone) {
      this.state = "none";
      this.clock.release("overlay");
      return this.tell(view.words);
    }
    if (view.words) return this.interrupt("none", view.words);
    if (this.state === "loading") {
      // Whoever moves while it loads is waited for.
      if (this.loadingFor !== view.key && !this.map.isMoving()) this.load();
    } else if (this.state === "none" && !this.loadingFor && !this.isLoaded(view)) {
      this.load();
    } else if (!this.isLoaded(view)) {
      this.interrupt(this.state === "stopped" ? "stopped" : "away", "Paused: the tiles of this view are not loaded.");
    } else if (this.state !== "ready") {
      this.state = "ready";
      this.clock.release("overlay");
      this.tell(this.wasPlaying ? "The tiles of this view are loaded. Press play to continue."
        : "The tiles of this view are loaded.");
      this.wasPlaying = false;
    }
  }

  // MARK: Drawing

  /** Asks for the present frame of the present view, which is shown once all of it is ready. */
  want() {
    this.target = this.view ? { frame: this.frame, view: this.view } : null;
    if (!this.isBusy) this.catchUp();
  }

  async catchUp() {
    this.isBusy = true;
    while (this.target && this.target !== this.shown) {
      const target = this.target;
      const tiles = target.view.words ? [] : this.tilesOf(target.frame, target.view);
      this.needed = tiles;
      await Promise.all(tiles.map((tile) => this.tiles.ready(tile)));
      // Where frames come faster than they are decoded those are shown that are ready; of another view none are, nor
      // is what was stopped before all of it was there.
      if (target.view !== this.target.view || tiles.some((tile) => this.tiles.status(tile) === "unknown")) continue;
      this.draw(target, tiles);
      this.shown = target;
      if (!this.isAnimated && await this.findDepth(target.view)) this.moved();
    }
    this.isBusy = false;
    this.lookAhead();
  }

  /** Decodes the frames that come next, of those that are loaded. */
  async lookAhead() {
    const { shown } = this;
    if (!this.isAnimated || this.state !== "ready" || !shown || shown.view.words) return;
    const { length } = this.data.frames;
    for (let step = 1; step <= Math.min(FRAMES_AHEAD, length - 1); step += 1) {
      await Promise.all(this.tilesOf((shown.frame + step) % length, shown.view).map((tile) => this.tiles.ready(tile)));
      if (this.shown !== shown || this.target !== shown) return;
    }
    this.tiles.trim(this.needed);
  }

  /** Puts the frame together at whole pixels and gives it to the map, in one go: nothing in between is ever drawn. */
  draw({ frame, view }, tiles) {
    const source = this.map.getSource("overlay");
    if (!source) return;
    const parts = tiles.map((tile) => this.tiles.part(tile));
    const { columns, rows } = view.words ? { columns: 1, rows: 1 } : view;
    // See the canvas: one column more stays empty.
    const across = columns === rows ? columns + 1 : columns;
    const sharpest = parts.reduce((side, part) => Math.max(side, part?.picture.width ?? 0), this.side ?? 256);
    this.side = Math.min(512, sharpest);
    const side = Math.min(this.side, Math.floor(CANVAS_SIDE / Math.max(across, rows)));
    const ink = OVERLAY_CANVAS.getContext("2d");
    if (OVERLAY_CANVAS.width !== across * side || OVERLAY_CANVAS.height !== rows * side) {
      OVERLAY_CANVAS.width = across * side;
      OVERLAY_CANVAS.height = rows * side;
    } else {
      ink.clearRect(0, 0, across * side, rows * side);
    }
    parts.forEach((part, place) => {
      if (!part) return;
      ink.drawImage(part.picture, part.x, part.y, part.side, part.side,
        place % columns * side, Math.floor(place / columns) * side, side, side);
    });
    if (!view.words && this.shown?.view !== view) {
      const [west, east] = [view.west, view.west + across].map((column) => longitudeAt(column / 2 ** view.z));
      const [north, south] = [view.north, view.north + rows].map((row) => latitudeAt(row / 2 ** view.z));
      source.setCoordinates([[west, north], [east, north], [east, south], [west, south]]);
    }
    // The map takes the canvas over once.
    source.play();
    source.pause();
    this.tiles.trim(tiles);
    this.tiles.trimKept(() => view.words || this.state !== "ready" ? tiles : this.allTiles(view));
    this.place.dataset.frame = String(frame);
    this.place.dataset.pictures = String(this.tiles.pictures.size);
    this.place.dataset.zoom = String(view.z ?? "");
  }

  // MARK: Loading

  hold(words) { this.clock.hold("overlay", words); }

  /** Loads all frames of the view, and lets them be played. */
  async load(playsThen = false) {
    const { view } = this;
    if (!view || view.words) return;
    this.loadingFor = view.key;
    const all = this.allTiles(view);
    const run = this.run = {};
    this.tiles.stop();
    if (!this.tiles.pack && all.length > LOAD_LIMIT) {
      return this.interrupt("away", `The frames of this view have ${grouped(all.length)} tiles. Zoom in to play them.`);
    }
    this.tiles.forgive(all);
    this.state = "loading";
    this.loaded = { done: 0, total: all.length };
    this.hold(this.progressWords());
    announce(`Loading ${plural(all.length, "tile")} of ${plural(this.data.frames.length, "frame")}`);
    this.want();
    let next = 0;
    const work = async () => {
      while (next < all.length) {
        const tile = all[next++];
        await this.tiles.load(tile);
        await this.tiles.decode(tile);
        if (this.run !== run) return;
        this.loaded.done += 1;
        this.tiles.trim(this.needed ?? []);
        this.hold(this.progressWords());
        this.say();
      }
    };
    this.say();
    await Promise.all(Array.from({ length: TILE_REQUESTS }, work));
    if (this.run !== run) return;
    const isFound = await this.findDepth(view);
    if (this.run !== run) return;
    if (isFound) {
      this.view = this.tilesInView();
      this.want();
      return this.load(playsThen);
    }
    this.state = "ready";
    const failed = all.filter((tile) => this.tiles.status(tile) === "failed").length;
    this.tell((failed ? `${grouped(all.length - failed)} of ${plural(all.length, "tile")} are loaded, ${grouped(failed)} failed`
      : "All tiles of this view are loaded") + "; press play.");
    this.clock.release("overlay");
    this.wasPlaying = false;
    this.want();
    if (playsThen) this.clock.play();
  }

  progressWords() { return `Loading tiles: ${grouped(this.loaded.done)} of ${grouped(this.loaded.total)}`; }

  stop() {
    this.run = null;
    this.tiles.stop();
    this.interrupt("stopped", "Stopped before all tiles were loaded. Each frame loads its tiles when you select it.");
    this.want();
  }

  /** Pauses until tiles are loaded. */
  interrupt(state, words) {
    if (this.state === state && this.said === words) return;
    this.run = null;
    if (this.clock.isPlaying) this.wasPlaying = true;
    this.state = state;
    this.hold(words);
    this.tell(words);
  }

  // MARK: What is said

  makeStatus() {
    this.status = el("p", { class: "overlay-words" });
    this.progress = el("progress", { max: 1, value: 0, "aria-label": "Tiles loaded" });
    this.stopButton = el("button", { type: "button", onclick: () => this.stop() }, "Stop");
    this.loadButton = el("button", { type: "button", onclick: () => this.load(true) });
    this.againButton = el("button", { type: "button", onclick: () => this.load() }, "Try again");
    this.failedTiles = el("ul");
    this.failedWords = el("summary");
    this.failures = el("details", { class: "help" }, this.failedWords, this.failedTiles);
    this.place.append(this.status, this.progress,
      el("div", { class: "buttons" }, this.stopButton, this.loadButton, this.againButton), this.failures);
    this.place.setAttribute("aria-label", "Tiles over the lines");
    this.say();
  }

  /** Says something and keeps it in view. */
  tell(words) {
    this.said = words;
    announce(words);
    this.say();
  }

  /** Puts the state into the page. */
  say() {
    const { state } = this;
    const isLoading = state === "loading";
    this.place.dataset.state = state;
    const words = isLoading ? this.progressWords() : this.said ?? this.view?.words ?? "";
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.hidden = !words;
    this.progress.hidden = !isLoading;
    this.progress.max = Math.max(1, this.loaded.total);
    this.progress.value = this.loaded.done;
    this.stopButton.hidden = !isLoading;
    this.loadButton.hidden = state !== "away" && state !== "stopped";
    this.loadButton.textContent = state === "stopped" ? "Load and play" : "Load and resume";
    this.sayFailures();
  }

  sayFailures() {
    const count = this.tiles.failures.size;
    this.failures.hidden = !count;
    this.againButton.hidden = !count || this.state !== "ready" || !this.isAnimated || Boolean(this.tiles.pack);
    if (this.failedCount === count) return;
    this.failedCount = count;
    this.failedWords.textContent = `${plural(count, "tile")} failed`;
    const shown = [...this.tiles.failures.values()].slice(0, 5);
    this.failedTiles.replaceChildren(...shown.map(({ address, reason }) =>
      el("li", {}, named(brief(address, 200)), `: ${brief(reason)}`)),
    ...(count > shown.length ? [el("li", {}, `and ${grouped(count - shown.length)} more`)] : []));
  }
}

/** Names whom the tiles are owed to. An archive may say it as HTML, of which the text is taken without parsing it. */
function attributeOverlay(map, attribution) {
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', copy: "©", nbsp: " " };
  const text = (attribution ?? "").replace(/<[^>]*>/g, "").replace(/&(\w+);/g, (all, name) => signs[name] ?? all).trim();
  if (!text) return;
  const there = map.getContainer().querySelector(".attribution");
  if (there) there.append(` · ${brief(text, 200)}`);
  else map.getContainer().append(el("p", { class: "attribution" }, brief(text, 200)));
}
