"""A peer that counts positions with a status by route, with Polars: python3 peer_count.py RECORDS.ndjson [STATUS]"""
import sys

import polars

positions = polars.scan_ndjson(
    sys.argv[1], schema={"table": polars.String, "route_id": polars.String, "occupancy_status": polars.Int64})
positions = positions.filter(polars.col("table") == "vehicle_positions")
if len(sys.argv) > 2:
    positions = positions.filter(polars.col("occupancy_status") == int(sys.argv[2]))
counts = positions.group_by("route_id").agg(polars.len().alias("observations"))
sys.stdout.write(counts.collect().write_ndjson())
