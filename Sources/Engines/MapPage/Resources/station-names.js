// The names of the most important stations: they stand on the map from afar, where others do not.

/** Points of the screen around such a name in which there is no other: beside it and above it. */
const STATION_ROOM = [210, 76];
/** Zooms at which they appear; further in, names of all stops do. */
const STATION_ZOOMS = [3, 13];

/**
 * By pin, the zoom from which its name stands among those of the most important; null for the others. Those of the most
 * routes come first, and of stops of one name one.
 */
function stationNames(pins) {
  const zooms = new Array(pins.length).fill(null), chosen = [], seen = new Set(), rank = (pin) => pin.routes.length;
  let rest = pins.map((_, number) => number).filter((number) => pins[number].stop_name)
    .sort((a, b) => rank(pins[b]) - rank(pins[a]) || pins[b].platforms.length - pins[a].platforms.length || a - b);
  const [wide, high] = STATION_ROOM;
  for (let zoom = STATION_ZOOMS[0]; zoom < STATION_ZOOMS[1] && rest.length; zoom += 1) {
    const world = 512 * 2 ** zoom / 360, cells = new Map();
    const place = ([longitude, latitude]) => [longitude * world, latitude / Math.cos(latitude * Math.PI / 180) * world];
    const cell = ([x, y], dx = 0, dy = 0) => `${Math.floor(x / wide) + dx}:${Math.floor(y / high) + dy}`;
    const take = (at) => {
      if (cells.has(cell(at))) cells.get(cell(at)).push(at);
      else cells.set(cell(at), [at]);
    };
    const isFree = (at) => [-1, 0, 1].every((dx) => [-1, 0, 1].every((dy) => (cells.get(cell(at, dx, dy)) ?? [])
      .every((other) => Math.abs(other[0] - at[0]) >= wide || Math.abs(other[1] - at[1]) >= high)));
    for (const number of chosen) take(place(pins[number].at));
    rest = rest.filter((number) => {
      const { stop_name: name, at } = pins[number], here = place(at);
      if (seen.has(name)) return false;
      if (!isFree(here)) return true;
      take(here);
      chosen.push(number);
      seen.add(name);
      zooms[number] = zoom;
      return false;
    });
  }
  return zooms;
}
