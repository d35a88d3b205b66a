// The tiles of an overlay: where they come from, what is kept of them, and which are pictures by now.

/** Tiles asked for at once, and milliseconds after which one that did not come has failed. */
const TILE_REQUESTS = 8;
const TILE_PATIENCE_MS = 30000;
/** Bytes of tiles as they came and of decoded pictures that are kept beside those that are needed now. */
const TILE_BYTES = 256 << 20;
const PICTURE_BYTES = 128 << 20;
/** Pixels of a tile's side beyond which it is none: one of 256 may have four times as many for sharp screens. */
const TILE_SIDE_LIMIT = 1024;

/** Things by key; where they are too many those go that were not used for longest. */
class Recent {
  /** - limit: bytes. - drop(thing): called for each that goes. */
  constructor(limit, drop = () => {}) {
    Object.assign(this, { limit, drop, bytes: 0, entries: new Map() });
  }

  get size() { return this.entries.size; }

  has(key) { return this.entries.has(key); }

  /** The thing, which counts as using it; undefined where there is none. */
  get(key) {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.thing;
  }

  set(key, thing, bytes) {
    this.remove(key);
    this.entries.set(key, { thing, bytes });
    this.bytes += bytes;
  }

  remove(key) {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= entry.bytes;
    if (entry.thing) this.drop(entry.thing);
  }

  /** Lets go of what is too much, but of nothing that is needed. */
  trim(isNeeded) {
    if (this.bytes <= this.limit) return;
    for (const key of [...this.entries.keys()]) {
      if (this.bytes <= this.limit) return;
      if (!isNeeded(key)) this.remove(key);
    }
  }
}

/**
 * Tiles of all frames, from the page or from a server. A tile is [frame, z, x, y], its column in the first turn of the
 * globe. It is "there", "none" (empty), "failed", or "unknown" until it was asked for.
 */
class OverlayTiles {
  constructor(overlay) {
    this.overlay = overlay;
    this.pack = overlay.attachment ? new TilePack(attached(overlay.attachment)) : null;
    /** Blobs by address, null for tiles that a server does not have. */
    this.kept = new Recent(TILE_BYTES);
    this.pictures = new Recent(PICTURE_BYTES, (picture) => picture.close());
    /** {address, reason} by address, and of tiles in the page by the number of their image. */
    this.failures = new Map();
    for (const address of overlay.failed ?? []) this.fail(address, address, "it failed when this page was made");
    this.requests = new Map();
    this.decodings = new Map();
    this.waiting = [];
    this.active = 0;
    this.control = new AbortController();
  }

  /** Where a tile is from: its address, or its numbers where it is in the page. */
  address([frame, z, x, y]) {
    if (this.pack) return `${frame}/${z}/${x}/${y}`;
    const { tiles, scheme, frames } = this.overlay;
    const row = scheme === "tms" ? 2 ** z - 1 - y : y;
    const values = { z, x, y: row, frame: frames[frame].name };
    return tiles[(x + y) % tiles.length].replace(/\{(z|x|y|quadkey|frame)\}/g,
      (_, name) => name === "quadkey" ? quadkey(z, x, y) : values[name]);
  }

  /** By which a picture is known: the same image in the page is decoded once. */
  key(tile) { return this.pack ? this.pack.image(...tile) : this.address(tile); }

  status(tile) {
    const address = this.address(tile);
    if (this.failures.has(address)) return "failed";
    if (!this.pack) return this.kept.has(address) ? this.kept.entries.get(address).thing ? "there" : "none" : "unknown";
    const image = this.pack.image(...tile);
    if (image === undefined) return "none";
    return this.failures.has(image) ? "failed" : "there";
  }

  fail(key, address, reason) { this.failures.set(key, { address, reason }); }

  /** Forgets that tiles failed, so that they are asked for again. */
  forgive(tiles) {
    if (!this.pack) for (const tile of tiles) this.failures.delete(this.address(tile));
  }

  // MARK: Asking a server

  /** Asks for a tile that is not known; done when it is, or when all is stopped. */
  load(tile) {
    if (this.status(tile) !== "unknown") return null;
    const address = this.address(tile);
    if (!this.requests.has(address)) {
      const request = this.ask(address, this.control.signal);
      this.requests.set(address, request);
      const end = () => { if (this.requests.get(address) === request) this.requests.delete(address); };
      request.then(end, end);
    }
    return this.requests.get(address);
  }

  async ask(address, stop) {
    while (this.active >= TILE_REQUESTS) await new Promise((go) => { this.waiting.push(go); });
    this.active += 1;
    const control = new AbortController();
    const giveUp = () => control.abort();
    const timer = setTimeout(giveUp, TILE_PATIENCE_MS);
    stop.addEventListener("abort", giveUp);
    try {
      if (stop.aborted) return;
      const answer = await fetch(address, { signal: control.signal, credentials: "omit" });
      if ([204, 404, 410].includes(answer.status)) return this.kept.set(address, null, 200);
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const blob = await answer.blob();
      this.kept.set(address, blob.size ? blob : null, blob.size + 200);
    } catch (error) {
      if (stop.aborted) return;
      const isLate = error.name === "AbortError";
      this.fail(address, address, isLate ? `no answer within ${TILE_PATIENCE_MS / 1000} s`
        : error instanceof TypeError ? "no response that this page may read" : error.message);
    } finally {
      clearTimeout(timer);
      stop.removeEventListener("abort", giveUp);
      this.active -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Stops all that is under way. */
  stop() {
    this.control.abort();
    this.control = new AbortController();
    this.requests.clear();
  }

  // MARK: Pictures

  /** Decodes a tile that is there, once. */
  decode(tile) {
    if (this.status(tile) !== "there") return null;
    const key = this.key(tile);
    if (this.pictures.get(key)) return null;
    if (!this.decodings.has(key)) {
      this.decodings.set(key, this.picture(tile, key).finally(() => this.decodings.delete(key)));
    }
    return this.decodings.get(key);
  }

  async picture(tile, key) {
    try {
      const blob = this.pack ? new Blob([this.pack.tile(...tile)]) : this.kept.get(key);
      const picture = await createImageBitmap(blob);
      if (picture.width > TILE_SIDE_LIMIT || picture.height > TILE_SIDE_LIMIT) {
        const size = `${picture.width} × ${picture.height}`;
        picture.close();
        throw new RangeError(`a picture of ${size} pixels is not a tile`);
      }
      this.pictures.set(key, picture, picture.width * picture.height * 4);
    } catch (error) {
      this.fail(key, this.address(tile), error instanceof RangeError ? error.message : "it cannot be decoded");
    }
  }

  /** Brings a tile to where it can be drawn, or the one above it that stands in where it failed. */
  async ready(tile) {
    await this.load(tile);
    await this.decode(tile);
    for (let above = tile; this.status(above) === "failed" && above[1] > this.overlay.minzoom;) {
      above = parentOf(above);
      await this.decode(above);
    }
  }

  /** What is drawn of a tile now: a picture and the square of it as {picture, x, y, side}; null for nothing. */
  part(tile) {
    let above = tile;
    while (this.status(above) === "failed" && above[1] > this.overlay.minzoom) above = parentOf(above);
    const picture = this.pictures.get(this.key(above));
    if (!picture) return null;
    const [count, side] = [2 ** (tile[1] - above[1]), picture.width / 2 ** (tile[1] - above[1])];
    return { picture, x: (tile[2] % count) * side, y: (tile[3] % count) * side, side };
  }

  /** Lets go of what is too much; what `needed` tiles are made of stays. */
  trim(needed) {
    if (this.pictures.bytes <= PICTURE_BYTES) return;
    const keys = new Set(needed.flatMap((tile) => {
      const all = [this.key(tile)];
      // What stands in for one that failed is needed as well.
      for (let above = tile; this.status(above) === "failed" && above[1] > this.overlay.minzoom;) {
        above = parentOf(above);
        all.push(this.key(above));
      }
      return all;
    }));
    this.pictures.trim((key) => keys.has(key));
  }

  /** Lets go of tiles as they came that are too much; those stay that `needed()` says. */
  trimKept(needed) {
    if (this.kept.bytes <= TILE_BYTES) return;
    const addresses = new Set(needed().map((tile) => this.address(tile)));
    this.kept.trim((address) => addresses.has(address));
  }
}

const parentOf = ([frame, z, x, y]) => [frame, z - 1, Math.floor(x / 2), Math.floor(y / 2)];

const partsOf = ([frame, z, x, y]) => [0, 1, 2, 3].map((part) => [frame, z + 1, 2 * x + part % 2, 2 * y + (part >> 1)]);

/** A tile's place as digits from 0 to 3, one a zoom. */
function quadkey(z, x, y) {
  let digits = "";
  for (let level = z - 1; level >= 0; level -= 1) {
    digits += String(Math.floor(x / 2 ** level) % 2 + 2 * (Math.floor(y / 2 ** level) % 2));
  }
  return digits;
}
