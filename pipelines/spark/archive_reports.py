#!/usr/bin/env python3
"""Makes reports of a realtime archive on Apache Spark: linefeed's stages run as pipes, and their parts add up to the
same bytes.

    spark-submit --files linefeed,feed.zip pipelines/spark/archive_reports.py ARCHIVE… --feed ./feed.zip --out OUT
    spark-submit … --make occupancy --options 'occupancy=--by route_id,day_type'
    spark-submit … --make visits,headways --options 'visits=--missing' --merge-options 'headways=--format csv'

ARCHIVE… are folders of .pb (or .pb.gz) files, or .ndjson (.ndjson.gz) files with records of decode-rt, on any file
system that Spark reads. Folders called "rejected" are skipped. Messages are read in the order of the time in their
names (the part after the last '-'), then of their names; records are read in the order of their files. The reports are
occupancy, visits, punctuality, headways, segments, load, delivery and predictions. OUT must not exist. For each report
it gets a folder of text, and for each table a folder of Parquet.

docs/scale.md explains which task gets what, and why the result equals that of a single process. Without pyspark, the
functions before `Archive` still work; scripts/check-parts uses them.
"""
import argparse
import base64
import gzip
import json
import re
import shlex
import zlib

POSITIONS, UPDATES, STOP_UPDATES, MESSAGES = (
    "vehicle_positions", "trip_updates", "stop_time_updates", "feed_messages")
VISIT, TRIP, MATCH = ('{"table":"%s"' % name for name in ("stop_visits", "trips_performed", "match_reports"))
DUPLICATED = (6, "DUPLICATED")
FIGURES = ("punctuality", "headways", "segments", "load", "delivery", "predictions")
KINDS = ("occupancy", "visits") + FIGURES
TABLES = {"load": "load_profiles", "delivery": "service_delivered", "predictions": "prediction_accuracy"}

# MARK: What belongs together


def text(record, name):
    """Returns a member as text, or None if it is missing or empty."""
    value = record.get(name)
    return None if value is None or value == "" else str(value)


def part_of(key, parts):
    """Returns the part to which a key belongs, the same in every process."""
    return zlib.crc32(key.encode("utf-8", "surrogatepass")) % parts


def observation_key(record):
    """Returns the key by which occupancy-report distinguishes vehicles; a trip counts whatever its start_date."""
    for name in ("vehicle_id", "vehicle_label", "license_plate", "trip_id", "entity_id"):
        value = text(record, name)
        if value is not None:
            return value
    return ""


def named_trip(record):
    """Returns the trip_id of a record; for a duplicated trip, the trip_id of the copy."""
    if record["table"] == UPDATES and record.get("schedule_relationship") in DUPLICATED:
        return text(record.get("trip_properties") or {}, "trip_id") or text(record, "trip_id")
    return text(record, "trip_id")


def route_by_start(record):
    """Returns the route of a record that identifies its trip only by route and start, else None."""
    if named_trip(record) is not None:
        return None
    wanted = ("start_time",) if record["table"] != POSITIONS else ("route_id", "start_time", "start_date")
    return None if any(text(record, name) is None for name in wanted) else text(record, "route_id") or ""


def run_key(record, routes):
    """Returns a key that all records of one run share, as stop-visits finds runs.

    routes: trip_id to route_id, for trips that a record may mean without naming them.
    """
    trip = named_trip(record)
    if trip is not None:
        return "route " + routes[trip] if trip in routes else "trip " + trip
    route = route_by_start(record)
    if route is not None:
        return "route " + route
    if record["table"] != POSITIONS:
        return "vehicle_id " + (text(record, "vehicle_id") or text(record, "route_id") or "")
    for name in ("vehicle_id", "vehicle_label", "license_plate", "entity_id"):
        if text(record, name) is not None:
            return name + " " + text(record, name)
    return "none"


def second(record, name):
    value = record.get(name)
    return value if type(value) is int and 0 < value < 2**32 - 1 else None


def snapshot_time(record):
    """Returns the time up to which a record lets stop-visits advance."""
    if record["table"] == MESSAGES:
        return second(record, "timestamp")
    return second(record, "feed_timestamp") or second(record, "timestamp")


# MARK: What goes to which part


def for_occupancy(placed, parts):
    """Sends positions to the part of their vehicle: ((part, place), line) for each (place, line)."""
    for place, line in placed:
        if '"' + POSITIONS + '"' in line:
            record = json.loads(line)
            if record["table"] == POSITIONS:
                yield (part_of(observation_key(record), parts),) + place, line


def for_visits(placed, parts, routes):
    """Sends records to the part of their run, and the time of every snapshot to all parts.

    The feed's time ends a run, and shares, gaps and the end of the archive depend on all snapshots.
    """
    last = None
    for place, line in placed:
        record = json.loads(line)
        if record["table"] not in (POSITIONS, UPDATES, STOP_UPDATES, MESSAGES):
            continue
        time = snapshot_time(record)
        if time is not None and time != last:
            last = time
            for part in range(parts):
                yield (part,) + place + (0,), '{"table":"feed_messages","timestamp":%d}' % time
        if record["table"] != MESSAGES:
            yield (part_of(run_key(record, routes), parts),) + place + (1,), line


def for_predictions(placed, parts, routes):
    """Sends predictions to the part of their run's visits, after the visits.

    The prediction of a duplicated trip also goes to the part of the original trip, because only one of the two parts
    has its visits.
    """
    for place, line in placed:
        if '"' + POSITIONS + '"' in line:
            continue
        record = json.loads(line)
        if record["table"] in (UPDATES, STOP_UPDATES):
            keys = {run_key(record, routes), run_key(dict(record, schedule_relationship=0), routes)}
            for part in {part_of(key, parts) for key in keys}:
                yield (part, 1) + place, line


def own_runs(lines, part, parts, routes):
    """Returns the output of a part without unseen runs that belong to another part.

    With --missing, each part reports every run without a record as missing. A run without any record belongs to the
    part that would have its records, so exactly one part keeps it. No part keeps a run that another part saw.
    """
    run = []
    for line in lines:
        if line.startswith(VISIT):
            run.append(line)
            continue
        if line.startswith(TRIP):
            record = json.loads(line)
            if record.get("match") == "none" and record.get("schedule_relationship") == "Scheduled":
                key = run_key({"table": POSITIONS, "trip_id": record["trip_id_scheduled"]}, routes)
                if part_of(key, parts) != part:
                    run = []
                    continue
        yield from run
        run = []
        yield line
    yield from run


def added_match(lines):
    """Combines the match_reports of parts: sums for counts of runs, and the archive that all parts read."""
    reports = [json.loads(line) for line in lines]
    whole = {"table": "match_reports"}
    for name in ("matched_trips", "unmatched_trips"):
        whole[name] = sum(report.get(name, 0) for report in reports)
    whole["reason_counts"] = {
        reason: sum(report["reason_counts"][reason] for report in reports) for reason in reports[0]["reason_counts"]}
    for name in ("lists_missing", "archive_first", "archive_last", "archive_gaps"):
        if any(report.get(name) != reports[0].get(name) for report in reports):
            raise ValueError("parts have read another archive: " + name)
        if name in reports[0]:
            whole[name] = reports[0][name]
    return json.dumps(whole, separators=(",", ":"))


def by_time_in_name(path):
    """Returns the sort key of an archive's files: the part of the name after the last '-', then the path."""
    return re.sub(r"^.*-", "", path.rsplit("/", 1)[-1]), path


# MARK: On Spark


def place_lines(part, lines):
    return (((part, number), line) for number, line in enumerate(lines))


def place_visits(part, lines):
    return (((part, 0, number), line) for number, line in enumerate(lines))


def framed(content):
    return base64.b64encode(gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()


class Archive:
    """Runs pipes over the records of an archive.

    A pipe fails its task if its command fails. A thread feeds it, and nobody would see a failure of that thread. The
    input of a pipe is therefore always the list of files or shuffled data, never another pipe.
    """

    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin"}

    def __init__(self, spark, options):
        self.spark, self.options, self.parts = spark, options, options.parts
        self.kept = []
        self.records = self.keep(self.read())
        self.routes = self.routes_by_start() if set(options.make) - {"occupancy"} else {}
        self.visits = None

    def keep(self, rdd):
        from pyspark import StorageLevel
        self.kept.append(rdd.persist(StorageLevel.DISK_ONLY))
        return rdd

    def pipe(self, rdd, stage, words):
        return rdd.pipe(shlex.join([self.options.linefeed, stage, "-q"] + words), self.environment, checkCode=True)

    def words(self, kind):
        return shlex.split(self.options.options.get(kind, ""))

    def feed(self):
        return ["--feed", self.options.feed] if self.options.feed else []

    # Reading

    def files(self):
        """Lists the archive's files with Spark's file systems."""
        jvm, configuration = self.spark.sparkContext._jvm, self.spark.sparkContext._jsc.hadoopConfiguration()
        found = []
        for archive in self.options.archive:
            folder = jvm.org.apache.hadoop.fs.Path(archive)
            listing = folder.getFileSystem(configuration).listFiles(folder, True)
            while listing.hasNext():
                found.append(listing.next().getPath().toString())
        return [path for path in found if "/rejected/" not in path]

    def read(self):
        context, files = self.spark.sparkContext, self.files()
        messages = sorted((f for f in files if re.search(r"\.pb(\.gz)?$", f)), key=by_time_in_name)
        records = sorted(f for f in files if re.search(r"\.ndjson(\.gz)?$", f))
        if bool(messages) == bool(records):
            raise SystemExit("archive_reports: the archive has neither .pb files alone nor .ndjson files alone")
        if records:
            return context.textFile(",".join(records), self.parts).mapPartitionsWithIndex(place_lines)
        parts = min(self.parts, len(messages))
        if all(path.startswith("file:") for path in messages) and not self.options.by_content:
            paths = [re.sub(r"^file:(//)?", "", path) for path in messages]
            decoded = self.pipe(context.parallelize(paths, parts), "decode-rt", ["--paths-from", "-"] + self.words("decode"))
        else:
            size, order = -(-len(messages) // parts), {path: number for number, path in enumerate(messages)}
            contents = (context.binaryFiles(",".join(messages), parts)
                        .map(lambda file: (order[file[0]], framed(file[1])))
                        .repartitionAndSortWithinPartitions(-(-len(messages) // size), lambda number: number // size))
            decoded = self.pipe(contents.values(), "decode-rt", ["--framing", "base64-lines"] + self.words("decode"))
        return decoded.mapPartitionsWithIndex(place_lines)

    def routes_by_start(self):
        """Returns the timetable's trips of routes whose trips are somewhere identified only by route and start."""
        tables = (UPDATES, STOP_UPDATES, POSITIONS)

        def named(lines):
            records = (json.loads(line) for _, line in lines)
            return {route_by_start(record) for record in records if record["table"] in tables} - {None}

        routes = set(self.records.mapPartitions(named).distinct().collect())
        if not routes:
            return {}
        one = self.spark.sparkContext.parallelize([""], 1)
        trips = self.pipe(one, "ingest", [self.options.feed, "--tables", "trips"]).map(json.loads)
        return dict(trips.map(lambda trip: (trip["trip_id"], trip.get("route_id", "")))
                    .filter(lambda trip: trip[1] in routes).collect())

    def shuffled(self, rdd):
        """Returns lines, each in the part with which its key begins, in the order of the keys."""
        return rdd.repartitionAndSortWithinPartitions(self.parts, lambda key: key[0]).values()

    # Making

    def merged(self, kind, stage, partials, words=()):
        """Adds parts up in one task, whose output is the report."""
        whole = partials.map(lambda line: (0, line)).partitionBy(1).values()
        return self.pipe(whole, stage, ["--merge", *words] + shlex.split(self.options.merge_options.get(kind, "")))

    def make(self, kind):
        parts, routes = self.parts, self.routes
        if kind == "occupancy":
            positions = self.shuffled(self.records.mapPartitions(lambda lines: for_occupancy(lines, parts)))
            words = ["--partial", "--allow-empty"] + self.feed() + self.words(kind)
            return self.merged(kind, "occupancy-report", self.pipe(positions, "occupancy-report", words), self.feed())
        if kind == "visits":
            return self.all_visits().filter(lambda line: not line.startswith(MATCH))
        # The match_reports of a part say whether it lists the runs that nobody saw.
        rows = self.all_visits().mapPartitionsWithIndex(place_visits)
        if kind == "predictions":
            rows = rows.union(self.records.mapPartitions(lambda lines: for_predictions(lines, parts, routes)))
        words = ["--of", kind, "--partial", "--allow-empty"] + self.words(kind)
        partials = self.pipe(self.shuffled(rows), "performance-report", words)
        return self.merged(kind, "performance-report", partials, self.feed())

    def all_visits(self):
        """Returns the output of stop-visits of all parts, each without the runs of other parts."""
        if self.visits is None:
            parts, routes = self.parts, self.routes
            lines = self.shuffled(self.records.mapPartitions(lambda lines: for_visits(lines, parts, routes)))
            piped = self.pipe(lines, "stop-visits", self.feed() + self.words("visits"))
            self.visits = self.keep(
                piped.mapPartitionsWithIndex(lambda part, rows: own_runs(rows, part, parts, routes)))
        return self.visits

    # Writing

    def save(self, kind):
        context, path = self.spark.sparkContext, self.options.out + "/" + kind
        self.make(kind).saveAsTextFile(path)
        if kind == "visits":
            reports = self.all_visits().filter(lambda line: line.startswith(MATCH)).collect()
            context.parallelize([added_match(reports)], 1).saveAsTextFile(self.options.out + "/match_reports")
        if "--format" not in self.options.merge_options.get(kind, ""):
            self.save_tables(kind, path)

    def save_tables(self, kind, path):
        """Writes records as Parquet with Spark's own writer, one folder for each table."""
        if kind != "visits":
            return self.write(self.spark.read.json(path), TABLES.get(kind, kind))
        lines = self.spark.sparkContext.textFile(path)
        for table in ("stop_visits", "trips_performed", "vehicle_locations"):
            head = '{"table":"%s"' % table
            of_table = lines.filter(lambda line, head=head: line.startswith(head))
            self.write(self.spark.read.json(of_table), table, "service_date")

    def write(self, frame, table, *days):
        # Without records, the columns are unknown.
        if frame.columns:
            frame.drop("table").write.partitionBy(*days).parquet(self.options.out + "/parquet/" + table)


def named_words(values):
    """Returns KIND=WORDS… as a dictionary."""
    return dict(value.split("=", 1) for value in values)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", nargs="+")
    parser.add_argument("--out", required=True, help="a new folder")
    parser.add_argument("--feed", help="the schedule, as the tasks find it")
    parser.add_argument("--linefeed", default="./linefeed", help="the program, as the tasks find it")
    parser.add_argument("--make", default="occupancy", help="what is wanted, with commas")
    parser.add_argument("--parts", type=int, default=0, help="tasks of a step; three a core unless given")
    parser.add_argument("--options", action="append", default=[], metavar="KIND=WORDS", help="of decode too")
    parser.add_argument("--merge-options", action="append", default=[], metavar="KIND=WORDS")
    parser.add_argument("--by-content", action="store_true", help="send messages to tasks, not their paths")
    options = parser.parse_args()
    options.make = [kind for kind in KINDS if kind in options.make.split(",")] if set(
        options.make.split(",")) <= set(KINDS) else parser.error("--make takes " + ", ".join(KINDS))
    if not options.feed and options.make != ["occupancy"]:
        parser.error("visits need --feed")
    for name in ("options", "merge_options"):
        words = getattr(options, name)
        if any(word.split("=", 1)[0] not in KINDS + ("decode",) or "=" not in word for word in words):
            parser.error("--%s takes KIND=WORDS" % name.replace("_", "-"))
        setattr(options, name, named_words(words))
    if "--tides" in shlex.split(options.options.get("visits", "")):
        parser.error("--tides writes files, which tasks do not keep")
    return options


def main():
    from pyspark.sql import SparkSession
    options = arguments()
    spark = SparkSession.builder.appName("archive_reports").getOrCreate()
    options.parts = options.parts or 3 * spark.sparkContext.defaultParallelism
    archive = Archive(spark, options)
    for kind in options.make:
        archive.save(kind)
    spark.stop()


if __name__ == "__main__":
    main()
