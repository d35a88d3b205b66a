"""A peer of `occupancy-report --by route_id,hour`, with DuckDB.

    python3 peer_occupancy.py RECORDS.ndjson
        reads records of decode-rt with read_ndjson and given columns
    python3 peer_occupancy.py --folder FOLDER
        reads messages with Python's protobuf (upb) into a DuckDB table, 50 files an insert, through Arrow

The figures are the same except for the time zone. Observations are distinguished by vehicle_id and timestamp, and among
conflicting ones the largest (feed_timestamp, occupancy_status) counts. The synthetic city has both in every position;
the SQL also has the other ways to identify a vehicle. The program reads only the needed fields of a message.
"""
import glob
import sys

import duckdb

COLUMNS = """"table" VARCHAR, feed_timestamp BIGINT, entity_id VARCHAR, trip_id VARCHAR, start_date VARCHAR,
    route_id VARCHAR, vehicle_id VARCHAR, vehicle_label VARCHAR, license_plate VARCHAR, timestamp BIGINT,
    occupancy_status INTEGER, occupancy_percentage INTEGER"""
NAMES = ["empty", "many_seats_available", "few_seats_available", "standing_room_only", "crushed_standing_room_only",
         "full", "not_accepting_passengers", "no_data_available", "not_boardable"]
SHARES = {"low": (0, 1), "moderate": (2, 2), "high": (3, 4), "very_crowded": (5, 6)}
BATCH = 50


def report(source):
    counts = ",\n  ".join(f"count(*) FILTER (s = {i}) AS \"{name}\"" for i, name in enumerate(NAMES))
    # round() of a fraction depends on its binary form where it lies half-way; whole numbers do not.
    known = "nullif(count(*) FILTER (s BETWEEN 0 AND 6), 0)"
    shares = ",\n  ".join(
        f"(count(*) FILTER (s BETWEEN {a} AND {b}) * 20000 + {known}) // (2 * {known}) / 10000.0"
        f" AS share_{name}" for name, (a, b) in SHARES.items())
    # If two codes are equally frequent, the mode is the more crowded one: counts are multiplied by 10, and the code
    # breaks the tie.
    weights = ", ".join(f"CASE WHEN \"{NAMES[i]}\" > 0 THEN \"{NAMES[i]}\" * 10 + {i} END" for i in range(7))
    return f"""
COPY (
WITH observed AS (
  SELECT coalesce(vehicle_id, vehicle_label, license_plate, trip_id || '/' || start_date, entity_id) AS vehicle,
    coalesce(timestamp, feed_timestamp) AS instant,
    arg_max({{'route_id': route_id, 'trip_id': trip_id, 'start_date': start_date, 's': occupancy_status,
      'p': occupancy_percentage}}, feed_timestamp * 16 + coalesce(occupancy_status, -1)) AS row
  FROM {source}
  GROUP BY ALL),
flat AS (
  SELECT vehicle, row.route_id AS route_id, hour(make_timestamp(instant * 1000000)) AS hour, row.s AS s, nullif(row.p, -1) AS p,
    CASE WHEN row.trip_id NOTNULL THEN hash(row.trip_id, row.start_date) END AS trip FROM observed),
grouped AS (
  SELECT route_id, hour, count(*) AS observations, count(DISTINCT vehicle) AS vehicles, count(DISTINCT trip) AS trips,
  count(*) FILTER (s BETWEEN 0 AND 6) AS with_status,
  {counts},
  count(*) FILTER (s IS NULL OR s > 8) AS unknown,
  {shares},
  max(s) FILTER (s BETWEEN 0 AND 6) AS worst_status,
  count(p) AS percentage_observations,
  quantile_disc(p, 0.5) AS percentage_p50, quantile_disc(p, 0.9) AS percentage_p90, max(p) AS percentage_max
  FROM flat GROUP BY ALL)
SELECT 'occupancy' AS "table", *, greatest({weights}) % 10 AS mode_status FROM grouped ORDER BY route_id, hour
) TO '/dev/stdout' (FORMAT json)"""


def from_records(connection, path):
    columns = ", ".join("'%s': '%s'" % (name.strip('"'), kind) for name, kind in
                        (column.split() for column in COLUMNS.split(",")))
    connection.execute(report(f"read_ndjson('{path}', columns = {{{columns}}}) WHERE \"table\" = 'vehicle_positions'"))


def from_messages(connection, folder):
    import pyarrow
    from google.transit.gtfs_realtime_pb2 import FeedMessage
    types = {"VARCHAR": pyarrow.string(), "BIGINT": pyarrow.int64(), "INTEGER": pyarrow.int32()}
    fields = [column.split() for column in COLUMNS.split(",")][1:]
    schema = pyarrow.schema([(name, types[kind]) for name, kind in fields])
    connection.execute("CREATE TABLE positions (%s)" % ", ".join(" ".join(field) for field in fields))
    paths = sorted(glob.glob(folder + "/*.pb"))
    for begin in range(0, len(paths), BATCH):
        rows = []
        for path in paths[begin:begin + BATCH]:
            message = FeedMessage()
            with open(path, "rb") as file:
                message.ParseFromString(file.read())
            stamp = message.header.timestamp
            rows += [of_entity(entity, stamp) for entity in message.entity]
        batch = pyarrow.table([pyarrow.array(column, field.type) for column, field in zip(zip(*rows), schema)],
                              schema=schema)
        connection.register("batch", batch)
        connection.execute("INSERT INTO positions SELECT * FROM batch")
    connection.execute(report("positions"))


def of_entity(entity, stamp):
    position = entity.vehicle
    trip, vehicle, has = position.trip, position.vehicle, position.HasField
    return (stamp, entity.id, trip.trip_id or None, trip.start_date or None, trip.route_id or None, vehicle.id or None,
            vehicle.label or None, vehicle.license_plate or None,
            position.timestamp if has("timestamp") else None,
            position.occupancy_status if has("occupancy_status") else None,
            position.occupancy_percentage if has("occupancy_percentage") else None)


def main():
    connection = duckdb.connect()
    if sys.argv[1] == "--folder":
        from_messages(connection, sys.argv[2])
    else:
        from_records(connection, sys.argv[1])


main()
