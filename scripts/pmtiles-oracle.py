#!/usr/bin/env python3
"""Reads a PMTiles archive with PyPI's pmtiles, which linefeed has no part in.

    pmtiles-oracle.py ARCHIVE.pmtiles           z/x/y and the SHA-256 of each tile as it is stored, by zoom, column and
                                                row, then the metadata as one line of JSON with its keys in order
    pmtiles-oracle.py --check ARCHIVE.pmtiles   the same, and status 1 where the header does not say what is in the
                                                archive, or tiles or directories are not where PMTiles 3 wants them

Needs: pip install pmtiles
"""
import argparse
import hashlib
import json
import sys

from pmtiles.reader import MmapSource, Reader
from pmtiles.tile import deserialize_directory, tileid_to_zxy, zxy_to_tileid


def entries(source, header):
    """Every entry of a tile, and how deep its directory is."""

    def walk(offset, length, depth):
        for entry in deserialize_directory(source(offset, length)):
            if entry.run_length > 0:
                yield entry, depth
            else:
                yield from walk(header["leaf_directory_offset"] + entry.offset, entry.length, depth + 1)

    yield from walk(header["root_offset"], header["root_length"], 0)


def problems(header, found):
    """What the header says wrongly, or lies where it should not."""
    addressed = sum(entry.run_length for entry, _ in found)
    contents = {(entry.offset, entry.length) for entry, _ in found}
    zooms = [tileid_to_zxy(entry.tile_id + extra)[0] for entry, _ in found for extra in (0, entry.run_length - 1)]
    expected = {
        "addressed_tiles_count": addressed,
        "tile_entries_count": len(found),
        "tile_contents_count": len(contents),
        "tile_data_length": sum(length for _, length in contents),
        "min_zoom": min(zooms),
        "max_zoom": max(zooms),
    }
    for name, value in expected.items():
        if header[name] != value:
            yield f"{name} is {header[name]}, not {value}"
    if header["root_offset"] + header["root_length"] > 16384:
        yield "the root directory ends beyond 16 KiB"
    if any(depth > 1 for _, depth in found):
        yield "leaf directories below leaf directories"
    following = last = 0
    for entry, _ in found:
        if entry.tile_id < last:
            yield f"tile {entry.tile_id} comes after one that is less than {last}"
        last = entry.tile_id + entry.run_length
        if header["clustered"] and entry.offset > following:
            yield f"tile {entry.tile_id} lies beyond {following}, in a clustered archive"
        following = max(following, entry.offset + entry.length)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true")
    arguments.add_argument("archive")
    options = arguments.parse_args()
    with open(options.archive, "rb") as file:
        source = MmapSource(file)
        reader = Reader(source)
        header = reader.header()
        found = list(entries(source, header))
        tiles = []
        for entry, _ in found:
            content = source(header["tile_data_offset"] + entry.offset, entry.length)
            digest = hashlib.sha256(content).hexdigest()
            tiles += [(tileid_to_zxy(entry.tile_id + extra), digest) for extra in range(entry.run_length)]
        tiles.sort()
        for (z, x, y), digest in tiles:
            print(f"{z}/{x}/{y} {digest}")
        print(json.dumps(reader.metadata(), sort_keys=True, ensure_ascii=False))
        if not options.check:
            return 0
        wrong = list(problems(header, found))
        # The way a map takes, for some.
        for (z, x, y), digest in tiles[:: max(1, len(tiles) // 50)]:
            content = reader.get(z, x, y)
            if content is None or hashlib.sha256(content).hexdigest() != digest:
                wrong.append(f"tile {z}/{x}/{y} ({zxy_to_tileid(z, x, y)}) is not found from the root")
        for line in wrong:
            print(f"{options.archive}: {line}", file=sys.stderr)
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
