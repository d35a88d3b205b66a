"""A peer of `ingest --split --format parquet`: writes each table of a feed as a Parquet file.

    python3 peer_parquet.py duckdb FOLDER OUT
    python3 peer_parquet.py gtfs-parquet FEED OUT

DuckDB reads unpacked text, is given the names and types of the columns, and compresses with its default, Snappy; gtfs-parquet with
Zstandard at its fastest level.
"""
import os
import sys

from peer_ingest import typed_csv


def with_duckdb(folder, out):
    import duckdb
    connection = duckdb.connect()
    os.makedirs(out)
    for name in sorted(os.listdir(folder)):
        connection.execute(f"COPY (SELECT * FROM {typed_csv(os.path.join(folder, name))}) "
                           f"TO '{out}/{name[:-4]}.parquet' (FORMAT parquet)")


def with_gtfs_parquet(feed, out):
    import gtfs_parquet
    gtfs_parquet.convert_gtfs_zip(feed, out, compression_level=1)


{"duckdb": with_duckdb, "gtfs-parquet": with_gtfs_parquet}[sys.argv[1]](*sys.argv[2:])
