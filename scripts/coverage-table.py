"""Reads llvm-cov's summary of a test run and prints how much of each reader's code was run; ends with 1 where it is too little."""
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST = 0.95
# Where bytes of others are read.
READERS = {
    "archives (zip)": ["GTFSSchedule/Archive/"],
    "CSV": ["GTFSSchedule/CSV/", "GTFSSchedule/Text/"],
    "rows and cells": ["GTFSSchedule/Records/"],
    "GeoJSON": ["GTFSSchedule/GeoJSON/", "GeoJSON/"],
    "messages": ["GTFSRealtime/Stream/", "GTFSRealtime/Wire/"],
    "rows of messages": ["GTFSRealtime/Rows/", "GTFSRealtime/Schema/"],
    ".proto files": ["GTFSRealtime/Proto/"],
    "encoding": ["GTFSRealtime/Encode/"],
    "NDJSON": ["NDJSON/"],
    "times and zones": ["TimeZones/"],
    "polylines": ["Geometry/EncodedPolyline.swift"],
    "YAML": ["YAML/"],
    "pipelines": ["Pipelines/"],
    "archives of tiles": ["MapTiles/Archives/", "MapTiles/TileGzip.swift", "MapTiles/TileTemplate.swift"],
    "vector tiles": ["MapTiles/Vector/"],
    "pictures": ["Drawing/Images/", "C/CPNG/", "C/CImages/"],
    "curves": ["Motion/Curve.swift", "Motion/CubicBezier.swift", "Motion/Spring"],
    "Parquet": ["Parquet/"],
}


def main():
    files = json.load(sys.stdin)["data"][0]["files"]
    print("| reader | lines | run by tests | share |\n|---|---|---|---|")
    little = []
    for name, places in READERS.items():
        lines = covered = 0
        for file in files:
            path = os.path.relpath(file["filename"], os.path.join(ROOT, "Sources"))
            if any(path.startswith(place) for place in places):
                lines += file["summary"]["lines"]["count"]
                covered += file["summary"]["lines"]["covered"]
        # A reader without lines is one that was moved.
        if covered < LEAST * max(lines, 1):
            little.append(name)
        print("| %s | %d | %d | %.1f %% |" % (name, lines, covered, 100.0 * covered / max(lines, 1)))
    if little:
        print("coverage: less than %.0f %% of %s" % (100 * LEAST, ", ".join(little)), file=sys.stderr)
    return 1 if little else 0


if __name__ == "__main__":
    sys.exit(main())
