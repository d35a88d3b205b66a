"""Peers of `ingest --split DIR --format parquet`: write a feed's tables as Parquet, with DuckDB or gtfs-parquet.

    python3 peer_parquet.py duckdb FOLDER OUT
        copies the tables of an unpacked feed, with given types and DuckDB's own compression; keeps times and dates as text
    python3 peer_parquet.py gtfs-parquet ZIP OUT
        with Zstandard's fastest level
"""
import os
import sys

from peer_ingest import columns, files


def with_duckdb(folder, out):
    import duckdb
    connection = duckdb.connect()
    for name, path in files(folder):
        connection.execute(f"COPY (SELECT * FROM read_csv('{path}', header = true, delim = ',', quote = '\"', "
                           f"columns = {columns(path)})) TO '{out}/{name}.parquet' (FORMAT parquet)")


def with_gtfs_parquet(feed, out):
    import gtfs_parquet
    gtfs_parquet.convert_gtfs_zip(feed, out, compression_level=1)


def main():
    which, source, out = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    {"duckdb": with_duckdb, "gtfs-parquet": with_gtfs_parquet}[which](source, out)


main()
