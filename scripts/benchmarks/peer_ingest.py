"""A peer of `ingest`: writes the tables of an unpacked feed as JSON lines, with DuckDB or Polars.

    python3 peer_ingest.py duckdb|polars FOLDER [TABLE]

As in the records of ingest, numeric columns of the GTFS reference are numbers and all others text, so neither program
has to guess. Both write an empty cell as null, whereas ingest omits it.
"""
import os
import sys

INTEGERS = set(
    "location_type wheelchair_boarding route_type route_sort_order monday tuesday wednesday thursday friday saturday "
    "sunday exception_type shape_pt_sequence direction_id wheelchair_accessible bikes_allowed stop_sequence pickup_type "
    "drop_off_type timepoint headway_secs exact_times".split())
NUMBERS = set("stop_lat stop_lon shape_pt_lat shape_pt_lon shape_dist_traveled".split())


def header(path):
    with open(path, encoding="utf-8") as lines:
        return lines.readline().rstrip("\r\n").split(",")


def columns(path):
    """The columns of a file and their types, as DuckDB's read_csv takes them."""
    return "{%s}" % ", ".join(
        "'%s': '%s'" % (c, "INTEGER" if c in INTEGERS else "DOUBLE" if c in NUMBERS else "VARCHAR") for c in header(path))


def with_duckdb(files):
    import duckdb
    connection = duckdb.connect()
    for name, path in files:
        connection.execute(
            f"COPY (SELECT '{name}' AS \"table\", * FROM read_csv('{path}', header = true, delim = ',', quote = '\"', "
            f"columns = {columns(path)})) TO '/dev/stdout' (FORMAT json)")


def with_polars(files):
    import polars
    for name, path in files:
        kinds = {c: polars.Int64 if c in INTEGERS else polars.Float64 if c in NUMBERS else polars.String
                 for c in header(path)}
        frame = polars.scan_csv(path, schema=kinds)
        frame.select(polars.lit(name).alias("table"), polars.all()).sink_ndjson("/dev/stdout")


def files(folder, tables=()):
    names = [n[:-4] for n in sorted(os.listdir(folder)) if n.endswith(".txt")]
    return [(n, os.path.join(folder, n + ".txt")) for n in names if not tables or n in tables]


def main():
    which, folder, *tables = sys.argv[1:]
    {"duckdb": with_duckdb, "polars": with_polars}[which](files(folder, tables))


if __name__ == "__main__":
    main()
