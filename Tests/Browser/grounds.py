"""Makes archives of map tiles: a made-up country in the three schemas of vector tiles, and pictures."""

import gzip
import json
import math
import sqlite3
import struct
import zlib

EXTENT, BUFFER = 4096, 80

# What each thing of the scene is called: the layer and its properties.
SCHEMAS = {
    "openmaptiles": {
        "sea": ("water", {"class": "ocean"}), "lake": ("water", {"class": "lake"}),
        "river": ("waterway", {"class": "river"}), "wood": ("landcover", {"class": "wood"}),
        "park": ("landcover", {"class": "grass"}), "town": ("landuse", {"class": "residential"}),
        "house": ("building", {}), "motorway": ("transportation", {"class": "motorway"}),
        "main": ("transportation", {"class": "primary"}), "middle": ("transportation", {"class": "tertiary"}),
        "minor": ("transportation", {"class": "minor"}), "path": ("transportation", {"class": "path"}),
        "rail": ("transportation", {"class": "rail"}), "border": ("boundary", {"admin_level": 2, "maritime": 0}),
        "name": ("place", {"class": "town", "name": "Nowhere"}),
    },
    "protomaps": {
        "land": ("earth", {"kind": "earth"}), "sea": ("water", {"kind": "ocean"}), "lake": ("water", {"kind": "lake"}),
        "river": ("water", {"kind": "river"}), "wood": ("landuse", {"kind": "wood"}),
        "park": ("landuse", {"kind": "park"}), "town": ("landuse", {"kind": "residential"}),
        "house": ("buildings", {"kind": "building", "height": 8}),
        "motorway": ("roads", {"kind": "highway", "kind_detail": "motorway"}),
        "main": ("roads", {"kind": "major_road", "kind_detail": "primary"}),
        "middle": ("roads", {"kind": "major_road", "kind_detail": "tertiary"}),
        "minor": ("roads", {"kind": "minor_road", "kind_detail": "residential"}),
        "path": ("roads", {"kind": "path"}), "rail": ("roads", {"kind": "rail"}),
        "border": ("boundaries", {"kind": "country", "kind_detail": 2}), "name": ("places", {"name": "Nowhere"}),
    },
    "shortbread": {
        "sea": ("ocean", {}), "lake": ("water_polygons", {"kind": "water"}), "river": ("water_lines", {"kind": "river"}),
        "wood": ("land", {"kind": "forest"}), "park": ("land", {"kind": "park"}),
        "town": ("land", {"kind": "residential"}), "house": ("buildings", {"dummy": 1}),
        "motorway": ("streets", {"kind": "motorway"}), "main": ("streets", {"kind": "primary"}),
        "middle": ("streets", {"kind": "tertiary"}), "minor": ("streets", {"kind": "residential", "tunnel": False}),
        "path": ("streets", {"kind": "footway"}), "rail": ("streets", {"kind": "rail", "rail": True}),
        "border": ("boundaries", {"admin_level": 2, "maritime": False}), "name": ("place_labels", {"name": "Nowhere"}),
    },
}
# The zoom from which tiles have a thing.
FROM = {"house": 13, "minor": 12, "path": 13, "middle": 10, "rail": 9, "main": 8, "town": 8, "park": 10, "river": 9}


def scene(west, south, east, north):
    """Things around a town in the middle of a box, as (thing, kind of geometry, positions)."""
    across, along = east - west, north - south
    at = lambda x, y: (west + across * x, south + along * y)
    ring = lambda x, y, size, count=24: [
        at(x + size * math.cos(turn * 2 * math.pi / count) * (1 + 0.12 * math.sin(turn * 1.7)),
           y + size * math.sin(turn * 2 * math.pi / count)) for turn in range(count)]
    bend = lambda x0, y0, x1, y1, wave=0.02: [
        at(x0 + (x1 - x0) * t / 40 + wave * math.sin(t / 4), y0 + (y1 - y0) * t / 40 + wave * math.cos(t / 5))
        for t in range(41)]
    things = [("land", "polygon", [at(-9, -9), at(9, -9), at(9, 9), at(-9, 9)])]
    coast = [at(0.86 + 0.05 * math.sin(t / 3), -2 + 5 * t / 60) for t in range(61)]
    things += [("sea", "polygon", coast + [at(9, 3), at(9, -2)])]
    things += [("town", "polygon", ring(0.5, 0.5, 0.33)), ("wood", "polygon", ring(0.1, 0.85, 0.16)),
               ("park", "polygon", ring(0.42, 0.58, 0.05)), ("park", "polygon", ring(0.6, 0.4, 0.06)),
               ("wood", "polygon", ring(0.05, 0.1, 0.2)), ("lake", "polygon", ring(0.25, 0.25, 0.07))]
    things += [("river", "line", bend(-0.5, 0.1, 0.88, 0.62)), ("rail", "line", bend(-0.6, 0.5, 1, 0.52, 0.01)),
               ("border", "line", bend(-0.4, 1.4, -0.1, -0.6)), ("motorway", "line", bend(-0.6, 0.8, 0.84, 0.06)),
               ("main", "line", bend(0.5, -0.5, 0.48, 1.5)), ("main", "line", bend(-0.4, 0.36, 0.82, 0.4))]
    for step in range(25):
        place = 0.2 + 0.6 * step / 24
        kind = "middle" if step % 6 == 3 else "minor"
        things += [(kind, "line", [at(place, 0.2), at(place, 0.8)]), (kind, "line", [at(0.2, place), at(0.8, place)])]
    for x in range(24):
        for y in range(24):
            left, low, side = 0.206 + x * 0.025, 0.206 + y * 0.025, 0.012
            things.append(("house", "polygon", [
                at(left, low), at(left + side, low), at(left + side, low + side * 0.7), at(left, low + side * 0.7)]))
    things += [("path", "line", bend(0.37, 0.56, 0.47, 0.6, 0.004)), ("name", "point", [at(0.5, 0.5)])]
    return things


# Vector tiles (https://github.com/mapbox/vector-tile-spec/tree/master/2.1)


def varint(number):
    result = b""
    while number > 127:
        result += bytes([number & 127 | 128])
        number >>= 7
    return result + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def zigzag(number):
    return number << 1 ^ number >> 63


def commands(parts, kind):
    numbers, last = [], (0, 0)
    for part in parts:
        for place, (x, y) in enumerate(part):
            if place == 0:
                numbers.append(1 | 1 << 3)
            elif place == 1:
                numbers.append(2 | (len(part) - 1) << 3)
            numbers += [zigzag(x - last[0]), zigzag(y - last[1])]
            last = (x, y)
        if kind == "polygon":
            numbers.append(7 | 1 << 3)
    return b"".join(varint(number) for number in numbers)


def value(one):
    if isinstance(one, bool):
        return varint(7 << 3) + varint(int(one))
    if isinstance(one, int):
        return varint(5 << 3) + varint(one)
    return field(1, one.encode())


def layer(name, features):
    """A layer of features as (kind, parts, properties)."""
    keys, values, body = [], [], b""
    for kind, parts, properties in features:
        tags = b""
        for key, one in properties.items():
            if key not in keys:
                keys.append(key)
            packed = value(one)
            if packed not in values:
                values.append(packed)
            tags += varint(keys.index(key)) + varint(values.index(packed))
        code = {"point": 1, "line": 2, "polygon": 3}[kind]
        body += field(2, field(2, tags) + varint(3 << 3) + varint(code) + field(4, commands(parts, kind)))
    return field(3, field(1, name.encode()) + body + b"".join(field(3, key.encode()) for key in keys)
                 + b"".join(field(4, packed) for packed in values) + varint(5 << 3) + varint(EXTENT)
                 + varint(15 << 3) + varint(2))


def cut(positions, kind):
    """What of a geometry is in a tile and a little around it, in the tile's units."""
    low, high = -BUFFER, EXTENT + BUFFER
    if kind == "point":
        return [[at] for at in positions if all(0 <= one < EXTENT for one in at)]
    parts = [positions]
    for axis, limit, sign in [(0, low, 1), (0, high, -1), (1, low, 1), (1, high, -1)]:
        inside = lambda at: (at[axis] - limit) * sign >= 0
        result = []
        for part in parts:
            run = []
            pairs = zip(part, part[1:] + (part[:1] if kind == "polygon" else []))
            for one, other in pairs:
                if inside(one):
                    run.append(one)
                if inside(one) != inside(other):
                    share = (limit - one[axis]) / (other[axis] - one[axis])
                    run.append(tuple(one[side] + share * (other[side] - one[side]) for side in (0, 1)))
                    if kind == "line" and inside(one):
                        result.append(run)
                        run = []
            if kind == "line" and inside(part[-1]):
                run.append(part[-1])
            result.append(run)
        parts = [part for part in result if len(part) > (2 if kind == "polygon" else 1)]
    return parts


def world(positions):
    """Positions as shares of the map of Web Mercator."""
    result = []
    for longitude, latitude in positions:
        sine = math.sin(math.radians(max(-85, min(85, latitude))))
        result.append((longitude / 360 + 0.5, 0.5 - math.log((1 + sine) / (1 - sine)) / (4 * math.pi)))
    return result


def units(shares, z, x, y):
    return [((one * 2 ** z - x) * EXTENT, (other * 2 ** z - y) * EXTENT) for one, other in shares]


def is_near(box, z, x, y):
    """Whether a box of shares (west, north, east, south) is in a tile or a little around it."""
    spare = BUFFER / EXTENT
    west, north, east, south = (side * 2 ** z for side in box)
    return east > x - spare and west < x + 1 + spare and south > y - spare and north < y + 1 + spare


def rounded(part, kind):
    points = []
    for one in part:
        at = (round(one[0]), round(one[1]))
        if not points or points[-1] != at:
            points.append(at)
    if kind == "polygon":
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))
        return [] if area == 0 or len(points) < 3 else points if area > 0 else points[::-1]
    return points if kind == "point" or len(points) > 1 else []


def vector_tile(things, schema, z, x, y):
    """A tile of things as (thing, kind, shares of the world, their box)."""
    layers = {}
    for thing, kind, shares, box in things:
        if thing not in SCHEMAS[schema] or z < FROM.get(thing, 0) or not is_near(box, z, x, y):
            continue
        parts = [rounded(part, kind) for part in cut(units(shares, z, x, y), kind)]
        parts = [part for part in parts if part]
        if parts:
            name, properties = SCHEMAS[schema][thing]
            layers.setdefault(name, []).append((kind, parts, properties))
    return b"".join(layer(name, features) for name, features in layers.items())


# Pictures


def picture(shade, size=256):
    """A PNG of one colour with a darker frame."""
    rim = bytes(max(0, part - 40) for part in shade)
    rows = b"".join(
        b"\0" + (rim * size if row in (0, size - 1) else rim + shade * (size - 2) + rim) for row in range(size))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


# Archives


def tiles_of(box, zooms):
    """The tiles of a box (west, south, east, north)."""
    west, south, east, north = box
    for z in zooms:
        (left, bottom), (right, top) = (
            [int(share * 2 ** z) for share in world([at])[0]] for at in [(west, south), (east, north)])
        for y in range(max(0, top), min(2 ** z - 1, bottom) + 1):
            for x in range(max(0, left), min(2 ** z - 1, right) + 1):
                yield z, x, y


def mbtiles(path, tiles, **metadata):
    """Writes an archive of (z, x, y, bytes)."""
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    base.execute("CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB)")
    base.execute("CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row)")
    base.executemany("INSERT INTO metadata VALUES (?, ?)", [(name, str(one)) for name, one in metadata.items()])
    base.executemany(
        "INSERT INTO tiles VALUES (?, ?, ?, ?)", ((z, x, 2 ** z - 1 - y, data) for z, x, y, data in tiles))
    base.commit()
    base.close()
    return path


def vector_archive(path, schema, box, zooms=range(0, 15), attribution="<a href='https://x'>© Nobody</a> &amp; sons"):
    things = []
    for thing, kind, positions in scene(*box):
        shares = world(positions)
        across, down = zip(*shares)
        things.append((thing, kind, shares, (min(across), min(down), max(across), max(down))))
    west, south, east, north = box
    wide = (west - (east - west), south - (north - south), east + (east - west), north + (north - south))
    layers = [{"id": name, "fields": {}} for name in dict.fromkeys(name for name, _ in SCHEMAS[schema].values())]
    tiles = ((z, x, y, gzip.compress(vector_tile(things, schema, z, x, y), mtime=0)) for z, x, y in tiles_of(wide, zooms))
    return mbtiles(path, tiles, name=schema, format="pbf", minzoom=min(zooms), maxzoom=max(zooms),
                   attribution=attribution, json=json.dumps({"vector_layers": layers}))


def picture_archive(path, box, zooms=range(0, 15)):
    shade = lambda z, x, y: bytes([200, 214 + (x + y) % 2 * 20, 190 + z])
    return mbtiles(path, ((z, x, y, picture(shade(z, x, y))) for z, x, y in tiles_of(box, zooms)), name="pictures",
                   format="png", minzoom=min(zooms), maxzoom=max(zooms), attribution="Pictures of nobody")


# OpenStreetMap's data

TAGS = {
    "lake": {"natural": "water"}, "river": {"waterway": "river"}, "wood": {"natural": "wood"}, "park": {"leisure": "park"},
    "town": {"landuse": "residential"}, "house": {"building": "yes"}, "motorway": {"highway": "motorway"},
    "main": {"highway": "primary"}, "middle": {"highway": "tertiary"}, "minor": {"highway": "residential"},
    "path": {"highway": "footway"}, "rail": {"railway": "rail"}, "border": {"boundary": "administrative", "admin_level": "2"},
}


def osm(box):
    """The scene as OpenStreetMap's XML."""
    nodes, ways = [], []
    for thing, kind, positions in scene(*box):
        if thing not in TAGS or any(abs(latitude) > 85 for _, latitude in positions):
            continue
        first = len(nodes) + 1
        nodes += positions
        places = list(range(first, len(nodes) + 1)) + ([first] if kind == "polygon" else [])
        ways.append("".join(f'<nd ref="{place}"/>' for place in places)
                    + "".join(f'<tag k="{key}" v="{text}"/>' for key, text in TAGS[thing].items()))
    return "\n".join([
        '<?xml version="1.0" encoding="UTF-8"?>', '<osm version="0.6">',
        *(f'<node id="{place}" version="1" lat="{latitude:.7f}" lon="{longitude:.7f}"/>'
          for place, (longitude, latitude) in enumerate(nodes, 1)),
        *(f'<way id="{place}" version="1">{content}</way>' for place, content in enumerate(ways, 1)), "</osm>", ""])
