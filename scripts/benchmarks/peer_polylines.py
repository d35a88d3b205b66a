"""A peer of `build-polylines`, with DuckDB on an unpacked feed: writes one line for each stop sequence of each route.

    python3 peer_polylines.py FOLDER

A line has what a line of build-polylines has, except polyline_id (a hash of linefeed's own), missing_stop_ids (nothing
is missing here) and bbox. length_m is measured on a sphere, which is less work than WGS 84 in build-polylines.
"""
import sys

import duckdb

QUERY = """
COPY (
WITH called AS (
  SELECT trip_id, list(stop_id ORDER BY stop_sequence) AS stop_ids
  FROM {stop_times} GROUP BY trip_id),
patterns AS (
  SELECT route_id, direction_id, stop_ids, count(*) AS trip_count
  FROM called JOIN {trips} USING (trip_id) GROUP BY ALL),
numbered AS (SELECT *, row_number() OVER () AS pattern FROM patterns),
placed AS (
  SELECT pattern, ordinal, stop_lon AS lon, stop_lat AS lat
  FROM (SELECT pattern, unnest(stop_ids) AS stop_id, generate_subscripts(stop_ids, 1) AS ordinal FROM numbered)
  JOIN {stops} USING (stop_id)),
stepped AS (
  SELECT *, radians(lat) AS y, radians(lag(lat) OVER way) AS y0,
    radians(lon - lag(lon) OVER way) AS dx
  FROM placed WINDOW way AS (PARTITION BY pattern ORDER BY ordinal)),
drawn AS (
  SELECT pattern, list([lon, lat] ORDER BY ordinal) AS coordinates,
    round(sum(2 * 6371008.8 * asin(sqrt(sin((y - y0) / 2) ** 2 + cos(y) * cos(y0) * sin(dx / 2) ** 2))), 1) AS length_m
  FROM stepped GROUP BY pattern)
SELECT 'Feature' AS type, 'polylines' AS "table",
  {{'route_id': route_id, 'direction_id': direction_id, 'route_short_name': route_short_name,
    'route_long_name': route_long_name, 'route_type': route_type, 'route_color': route_color,
    'route_text_color': route_text_color, 'agency_name': agency_name, 'agency_timezone': agency_timezone,
    'trip_count': trip_count, 'stop_ids': stop_ids, 'length_m': length_m, 'geometry_source': 'stops'}} AS properties,
  {{'type': 'LineString', 'coordinates': coordinates}} AS geometry
FROM numbered JOIN drawn USING (pattern) JOIN {routes} USING (route_id) JOIN {agency} USING (agency_id)
) TO '/dev/stdout' (FORMAT json)"""
TEXT = "trip_id route_id stop_id agency_id route_short_name route_color route_text_color arrival_time departure_time"


def table(folder, name):
    path = f"{folder}/{name}.txt"
    with open(path, encoding="utf-8") as lines:
        columns = lines.readline().rstrip("\r\n").split(",")
    types = ", ".join(f"'{c}': 'VARCHAR'" for c in columns if c in TEXT.split())
    return f"read_csv('{path}', header = true, types = {{{types}}})"


def main():
    names = ["stop_times", "trips", "stops", "routes", "agency"]
    duckdb.connect().execute(QUERY.format(**{name: table(sys.argv[1], name) for name in names}))


main()
