"""The rows of the benchmark: what linefeed runs, what others run for the same result, and how the results are
compared."""
import dataclasses

from . import agree

MILLION = 1_000_000
AT = "2026-03-02T08:00"


@dataclasses.dataclass
class Side:
    """A command that does a piece of work: a line of shell (or a list, if the shell's start would count), run in the
    work folder."""
    name: str
    command: object
    needs: tuple = ()        # programs and packages that it needs
    removes: tuple = ()      # files that are removed before it starts
    target: str = ""         # target of the ratio to linefeed: ">= 8", "<= 1.1"
    agree: object = None     # ours, theirs -> None or the difference; None if there is nothing to compare
    inverse: bool = False    # the ratio is linefeed's time divided by the peer's, where linefeed may take a little longer
    note: str = ""


@dataclasses.dataclass
class Work:
    name: str
    what: str
    ours: Side
    peers: list
    limit_ms: float = 0      # for rows with a limit of their own
    only_all: bool = False
    runs: int = 0


def ingest(make):
    feed, text = make.feed(MILLION), make.unpacked(MILLION)
    return Work("ingest", "`ingest`, a zip of 1 M stop_times to records", Side("linefeed", f"linefeed ingest {feed}"), [
        Side("DuckDB, unpacked CSV to JSON", f"python3 peers/peer_ingest.py duckdb {text}", ("duckdb",),
             target=">= 8", agree=agree.Rows()),
        Side("Polars, unpacked CSV to JSON", f"python3 peers/peer_ingest.py polars {text}", ("polars",),
             agree=agree.Rows()),
        Side("`unzip -p`", f"unzip -p {feed} '*.txt'", ("unzip",), target=">= 1.9", agree=agree.lines_of_files,
             note="floor: inflates only"),
        Side("itself with `--jobs 1`", f"linefeed ingest {feed} --jobs 1", target=">= 1.7", agree=agree.same_bytes),
        Side("`cat`", f"cat {text}/*.txt", agree=agree.lines_of_files, note="floor: copies what is unpacked"),
        Side("our writer alone, 1,088,000 records that are ready", "writer-alone 544 stop_times", ("writer-alone",),
             note="floor with `write`; nothing to compare"),
    ])


def on_one_core(command):
    """A command of which all processes, cat too, run on the first core."""
    return ["taskset", "-c", "0", "bash", "-c", f"set -o pipefail; {command} | cat"]


def ingest_one_core(make):
    feed = make.feed(MILLION)
    return Work("ingest-one-core", "`ingest` on one core, a zip of 1 M stop_times to records", Side(
        "linefeed", on_one_core(f"linefeed ingest {feed}"), ("taskset",)), [
        Side("`unzip -p` on one core", on_one_core(f"unzip -p {feed} '*.txt'"), ("unzip", "taskset"), target=">= 1.1",
             agree=agree.lines_of_files, note="floor: inflates only")], limit_ms=320)


def ingest_parquet(make):
    feed, text = make.feed(MILLION), make.unpacked(MILLION)
    return Work("ingest-parquet", "`ingest --split --format parquet`, a zip of 1 M stop_times", Side(
        "linefeed", f"linefeed ingest {feed} --split ours-parquet --format parquet"), [
        Side("DuckDB, unpacked CSV to Parquet", f"python3 peers/peer_parquet.py duckdb {text} duckdb-parquet", ("duckdb",),
             target=">= 3", agree=agree.Folders(make.run, "ours-parquet", "duckdb-parquet"), note="keeps times and dates as text"),
        Side("gtfs-parquet, the zip", f"python3 peers/peer_parquet.py gtfs-parquet {feed} gtfs-parquet", ("gtfs-parquet",),
             target=">= 1", agree=agree.Folders(make.run, "ours-parquet", "gtfs-parquet"),
             note="rounds coordinates and distances"),
    ])


def ingest_table(make):
    text = make.unpacked(MILLION)
    return Work("ingest-table", "`ingest --tables stop_times` of an unpacked feed, CSV to JSON", Side(
        "linefeed", f"linefeed ingest {text} --tables stop_times"), [
        # Miller must not infer types here, because it would print ids as numbers: all its cells are text.
        Side("Miller", f"mlr --icsv --ojsonl -S cat {text}/stop_times.txt", ("mlr",),
             agree=agree.Rows(leave_out=("table",), as_text=True)),
        Side("DuckDB", f"python3 peers/peer_ingest.py duckdb {text} stop_times", ("duckdb",), agree=agree.Rows()),
        Side("Polars", f"python3 peers/peer_ingest.py polars {text} stop_times", ("polars",), agree=agree.Rows()),
        Side("`wc -l`", f"wc -l {text}/stop_times.txt", note="floor: reads only; nothing to compare"),
    ])


def ingest_sqlite(make):
    feed, files = make.feed(MILLION), make.text_files(MILLION)
    tables, indexes = make.schema()
    imports = "".join(f".import --skip 1 {f} {f.split('/')[1][:-4]}\n" for f in files)
    script = make.script("import.sql", "PRAGMA journal_mode = OFF;\nPRAGMA synchronous = OFF;\nBEGIN;\n"
                         f".read {tables}\n.mode csv\n{imports}.read {indexes}\nCOMMIT;\n")
    inputs = " ".join(files)

    def databases(name, text=False):
        return agree.Databases(make.path("ours.db"), make.path(name), text)
    return Work("ingest-sqlite", "`ingest --sqlite`, a zip of 1 M stop_times with its indexes", Side(
        "linefeed", f"linefeed ingest {feed} --sqlite ours.db", removes=("ours.db",)), [
        Side("`sqlite3 .import`, unpacked CSV, same indexes", f"sqlite3 import.db < {script}", ("sqlite3",),
             ("import.db",), ">= 2", databases("import.db", True), note="keeps times as text"),
        Side("prepared inserts in C, unpacked CSV, same indexes",
             f'sqlite_loop loop.db "$(cat {tables})" "$(cat {indexes})" {inputs}', ("sqlite_loop",), ("loop.db",), "<= 1.1",
             databases("loop.db"), inverse=True, note="floor: checks nothing"),
    ], limit_ms=1400)


def decode(make):
    folder = make.hundred()
    return Work("decode-rt", "`decode-rt`, 100 snapshots of 2,000 vehicles to records", Side(
        "linefeed", f"linefeed decode-rt {folder}/*.pb"), [
        Side("Python upb and orjson", f"python3 peers/peer_decode.py {folder}/*.pb",
             ("protobuf", "orjson", "gtfs-realtime-bindings"), target=">= 14",
             agree=agree.Rows(floats=agree.single)),
        Side("`cat` of the messages", f"cat {folder}/*.pb", note="floor: reads only; nothing to compare"),
        Side("our writer alone, rows of that length", "writer-alone 100", ("writer-alone",), target="<= 1.3", inverse=True,
             note="floor with `write`; nothing to compare"),
    ])


def occupancy(make):
    records = make.positions()
    return Work("occupancy-report", "`occupancy-report` by route and hour, 200,000 lines", Side(
        "linefeed", f"linefeed occupancy-report {records}"), [
        Side("DuckDB `read_ndjson`, same deduplication", f"python3 peers/peer_occupancy.py {records}", ("duckdb",),
             target=">= 4", agree=agree.Rows(leave_out=("timezone",))),
        Side("`wc -l`", f"wc -l {records}", note="floor: reads only; nothing to compare"),
    ])


def counted(name, what, status=None):
    """Counts positions by route, all of them or those with one status."""
    def work(make):
        records = make.positions()
        condition = "$table == \"vehicle_positions\"" + (f" && $occupancy_status == {status}" if status else "")
        kept = 'select(.table == "vehicle_positions"' + (f" and .occupancy_status == {status})" if status else ")")
        miller = "unsparsify -f route_id then count -g route_id -o observations"
        where = f" --where occupancy_status={status}" if status else ""
        return Work(name, what, Side(
            "linefeed", f"linefeed occupancy-report --by route_id --deduplicate off{where} {records}"), [
            Side("Polars", f"python3 peers/peer_count.py {records} {status or ''}".strip(), ("polars",), agree=COUNTS),
            Side("Miller", f"mlr --ijsonl --ojsonl filter '{condition}' then {miller} {records}", ("mlr",), agree=COUNTS),
            Side("jq", f"jq -cn 'reduce (inputs | {kept}) as $p ({{}}; .[$p.route_id // \"\"] += 1) | to_entries[] | "
                 f"{{route_id: .key, observations: .value}}' {records}", ("jq",), agree=COUNTS)])
    return work


def count_form(row):
    """Keeps only what both programs count: the route and its number of observations."""
    return {"route_id": row.get("route_id"), "observations": row["observations"]}


COUNTS = agree.Rows(form=count_form)


def messages(make):
    folder = make.five_thousand()
    return Work("messages", "`occupancy-report *.pb`, 5,000 snapshots of 2,000 vehicles", Side(
        "linefeed", f"linefeed occupancy-report {folder}/*.pb"), [
        Side("Python upb into DuckDB", f"python3 peers/peer_occupancy.py --folder {folder}",
             ("duckdb", "pyarrow", "protobuf", "gtfs-realtime-bindings"), target=">= 10",
             agree=agree.Rows(leave_out=("timezone",))),
        Side("itself behind `decode-rt`", f"linefeed decode-rt {folder}/*.pb | linefeed occupancy-report", agree=agree.same_bytes),
    ], limit_ms=5000)


def stop_visits(make):
    folder = make.five_thousand()
    visits = f"linefeed stop-visits --feed {folder}/feed.zip"
    return Work("stop-visits", "`stop-visits *.pb`, 5,000 snapshots of 2,000 vehicles", Side(
        "linefeed", f"{visits} {folder}/*.pb"), [
        Side("itself behind `decode-rt`", f"linefeed decode-rt {folder}/*.pb | {visits}", agree=agree.same_bytes)],
        # 14 s for 11.2 million positions.
        limit_ms=14_000 * 5000 * 2000 / 11.2e6, runs=3)


DATE = "2026-03-02"


def check(make):
    feed = make.feed(MILLION)
    return Work("check", "`check`, a zip of 1 M stop_times", Side("linefeed", f"linefeed check {feed} --at {AT}"), [
        Side("gtfs-guru", f"python3 peers/peer_check.py {feed} {DATE}", ("gtfs-guru",), agree=NOTICES)], limit_ms=400)


def notice_form(row):
    return {name: row[name] for name in ("code", "severity", "count")}


NOTICES = agree.Rows(form=notice_form)


def differing(command):
    """A diff that must find a difference, and so ends with 1."""
    return f"{{ {command}; test $? = 1; }}"


def diff(name, what, feeds):
    """Compares two versions of a feed, with the changes summed up by file."""
    def work(make):
        old, new = feeds(make)
        return Work(name, what, Side("linefeed", differing(f"linefeed diff {old} {new} --format table")), [
            Side("gtfs-digester", f"python3 peers/peer_diff.py {old} {new}", ("gtfs-digester",), target=">= 4",
                 agree=agree.changes, note="sums up only")])
    return work


def alone(name, what, command, limit, **more):
    """Has no program beside it, only a limit in seconds."""
    return lambda make: Work(name, what, Side("linefeed", command(make)), [], limit_ms=limit * 1000, **more)


def polylines(name, what, command, target, rows=MILLION, **more):
    def work(make):
        feed, text = make.feed(rows), make.unpacked(rows)
        return Work(name, what, Side("linefeed", command % feed), [
            Side("DuckDB on unpacked CSV", f"python3 peers/peer_polylines.py {text}", ("duckdb",), target=target,
                 agree=agree.polylines)], **more)
    return work


def grown(name, what, command, other, small, large, target=""):
    """Measures how the time grows with more input."""
    return lambda make: Work(name, what, Side("linefeed", command % large(make)), [
        Side("itself, " + other, command % small(make), target=target, inverse=True)])


def boards(which, limit):
    def board(make):
        store = make.large_city()
        stop, calls = make.stops(store)[0 if which == "median" else 1]
        # Departures of the day and of the night before it; where boarding is not allowed, nothing departs.
        query = (
            "SELECT trip_id, stop_sequence, printf('%02d:%02d:%02d', t / 3600 % 24, t / 60 % 60, t % 60) "
            "FROM (SELECT trip_id, stop_sequence, departure_time AS t, pickup_type, 0 AS back FROM stop_times "
            f"WHERE stop_id = '{stop}' AND departure_time >= 28800 AND departure_time < 36000 UNION ALL "
            "SELECT trip_id, stop_sequence, departure_time, pickup_type, 1 FROM stop_times "
            f"WHERE stop_id = '{stop}' AND departure_time >= 115200 AND departure_time < 122400) JOIN trips USING (trip_id) "
            "JOIN days USING (service_id, back) WHERE pickup_type IS NOT 1 AND trip_id NOT IN "
            "(SELECT trip_id FROM frequencies)")
        days = ("WITH days AS (SELECT service_id, date = '20260301' AS back FROM service_days "
                "WHERE date IN ('20260301', '20260302')) ")
        script = make.script(f"{which}.sql", days + query + ";\n")
        what = f"`departures` from a store of 10 M stop_times, {which} stop ({calls:,} calls), start included"
        return Work(f"departures-{which}", what,
                    Side("linefeed", ["linefeed", "departures", "--feed", store, "--stop", stop, "-n", "--at", AT]), [
                        Side("`sqlite3`, the same by SQL", ["sqlite3", "-readonly", store, f".read {script}"],
                             ("sqlite3",), agree=agree.departures, note="ids and times only")],
                    limit_ms=limit, runs=21)
    return board


def start(make):
    return Work("start", "start-up, `linefeed --version`", Side("linefeed", ["linefeed", "--version"]), [
        Side("hello world with swift-argument-parser", ["hello-swift", "--version"], ("hello-swift",), target="<= 1.2",
             inverse=True),
        Side("hello world in C", ["hello"], ("hello",), note="floor"),
        Side("`python3 -c 'import duckdb'`", ["python3", "-c", "import duckdb"], ("duckdb",)),
        Side("`python3 -c 'import polars'`", ["python3", "-c", "import polars"], ("polars",)),
        Side("`python3 -c` with upb and orjson", ["python3", "-c", "import orjson; from google.transit import "
             "gtfs_realtime_pb2"], ("protobuf", "orjson", "gtfs-realtime-bindings")),
        Side("`mlr --version`", ["mlr", "--version"], ("mlr",)),
        Side("`jq --version`", ["jq", "--version"], ("jq",)),
        Side("`sqlite3 --version`", ["sqlite3", "--version"], ("sqlite3",)),
    ], runs=21)


def country(make):
    feed = make.feed(40 * MILLION)
    return Work("country-ingest", "a country: `ingest` of 40 M stop_times", Side("linefeed", f"linefeed ingest {feed}"), [
        Side("`unzip -p`", f"unzip -p {feed} '*.txt'", ("unzip",), target=">= 1.9", agree=agree.lines_of_files,
             note="floor: inflates only")], only_all=True, runs=3)


def one(make):
    return make.feed(MILLION)


def ten(make):
    return make.feed(10 * MILLION)


LINES = "linefeed build-polylines --feed %s"
REAL = "data/static/gtfskit-nyc_subway_gtfs.zip", "data/static/oba-nyct_multi_trips.zip"
WORKS = {
    "start": start, "ingest": ingest, "ingest-one-core": ingest_one_core, "ingest-parquet": ingest_parquet, "ingest-table": ingest_table, "ingest-sqlite": ingest_sqlite, "decode-rt": decode,
    "occupancy-report": occupancy,
    "count": counted("count", "`occupancy-report --by route_id --deduplicate off`, 200,000 lines counted by route"),
    "select": counted("select", "the same with `--where occupancy_status=2`, counted by route", 2),
    "build-polylines": polylines("build-polylines", "`build-polylines --feed`, a zip of 1 M stop_times", LINES, ">= 3"),
    "build-polylines-pipe": polylines("build-polylines-pipe", "`ingest \\| build-polylines`, the same",
                                      "linefeed ingest %s | linefeed build-polylines", ">= 2"),
    "build-polylines-input": polylines("build-polylines-input", "`build-polylines` with the zip as its input, the same",
                                       "linefeed build-polylines %s", ">= 3"),
    "check": check,
    "check-10M": alone("check-10M", "`check`, a zip of 10 M stop_times", lambda make: f"linefeed check {ten(make)} --at {AT}", 5),
    "diff": diff("diff", "`diff` of two versions of a feed with 1 M stop_times", lambda make: (one(make), make.changed(MILLION))),
    "diff-real": diff("diff-real", "`diff` of two versions of New York's subway", lambda make: REAL),
    "departures-median": boards("median", 9), "departures-busiest": boards("busiest", 25),
    "growth-ingest": grown("growth-ingest", "growth: `ingest` of 10 M stop_times", "linefeed ingest %s", "1 M", one, ten, "<= 10"),
    "growth-polylines": grown("growth-polylines", "growth: `build-polylines --feed` of 10 M stop_times", LINES, "1 M", one, ten),
    "growth-decode": grown("growth-decode", "growth: `decode-rt` of 5,000 snapshots", "linefeed decode-rt %s/*.pb", "100 snapshots",
                           lambda make: make.hundred(), lambda make: make.five_thousand()),
    "messages": messages, "stop-visits": stop_visits, "country-ingest": country,
    "country-polylines": polylines("country-polylines", "a country: `build-polylines --feed` of 40 M stop_times", LINES, ">= 2",
                                   40 * MILLION, only_all=True, runs=3),
    # A third of what they took once.
    "diff-10M": alone("diff-10M", "`diff` of two versions of a feed with 10 M stop_times", lambda make:
                      differing(f"linefeed diff {ten(make)} {make.changed(10 * MILLION)}"), 10.7, runs=3),
    "select-10M": alone("select-10M", "`select --route` of 10 M stop_times", lambda make:
                        f"linefeed select {ten(make)} --route {make.route(10 * MILLION)}", 6.7, runs=3),
    "write-gtfs-10M": alone("write-gtfs-10M", "`write-gtfs` of 10 M stop_times", lambda make:
                            f"linefeed write-gtfs {ten(make)}", 6, runs=3),
    "service-levels-10M": alone("service-levels-10M", "`service-levels --by stop_id,hour` of 10 M stop_times", lambda make:
                                f"linefeed service-levels --by stop_id,hour {ten(make)}", 9.7, runs=3),
}
ONLY_ALL = {"country-ingest", "country-polylines", "diff-10M", "select-10M", "write-gtfs-10M", "service-levels-10M"}
WITH_DATA = {"diff-real"}
# Comparisons that the table cannot have, and why.
ELSEWHERE = [
    ("tippecanoe", "left out: it thins and drops features by rules of its own, so its tiles are not those of "
     "`render-tiles`, and a check that both agree would be empty."),
]
