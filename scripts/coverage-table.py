"""Reads llvm-cov's summary of a test run and prints the coverage of each reader; ends with 1 if it is too low."""
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST = 0.95
# Files that read untrusted bytes.
READERS = {
    "archives (zip)": ["Transit/GTFSSchedule/Archive/"],
    "CSV": ["Transit/GTFSSchedule/CSV/", "Transit/GTFSSchedule/Text/"],
    "rows and cells": ["Transit/GTFSSchedule/Records/"],
    "GeoJSON": ["Transit/GTFSSchedule/GeoJSON/", "Base/GeoJSON/"],
    "messages": ["Transit/GTFSRealtime/Stream/", "Transit/GTFSRealtime/Wire/"],
    "rows of messages": ["Transit/GTFSRealtime/Rows/", "Transit/GTFSRealtime/Schema/"],
    ".proto files": ["Transit/GTFSRealtime/Proto/"],
    "encoding": ["Transit/GTFSRealtime/Encode/"],
    "NDJSON": ["Base/NDJSON/"],
    "times and zones": ["Base/TimeZones/"],
    "polylines": ["Base/Geometry/EncodedPolyline.swift"],
    "YAML": ["Base/YAML/"],
    "pipelines": ["Base/Pipelines/"],
    "archives of tiles": ["Transit/MapTiles/Archives/", "Transit/MapTiles/TileGzip.swift", "Transit/MapTiles/TileTemplate.swift"],
    "vector tiles": ["Transit/MapTiles/Vector/"],
    "pictures": ["Base/Drawing/Images/", "C/CPNG/", "C/CImages/"],
    "curves": ["Base/Motion/Curve.swift", "Base/Motion/CubicBezier.swift", "Base/Motion/Spring"],
    "Parquet": ["Base/Parquet/"],
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
        # A reader without lines has been moved.
        if covered < LEAST * max(lines, 1):
            little.append(name)
        print("| %s | %d | %d | %.1f %% |" % (name, lines, covered, 100.0 * covered / max(lines, 1)))
    if little:
        print("coverage: less than %.0f %% of %s" % (100 * LEAST, ", ".join(little)), file=sys.stderr)
    return 1 if little else 0


if __name__ == "__main__":
    sys.exit(main())
