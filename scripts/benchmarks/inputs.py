"""Makes the inputs of the benchmarks and installs the programs for comparison, all in one work folder."""
import csv
import datetime
import glob
import os
import shutil
import subprocess
import sys
import zipfile

from checking.program import release_flags

HERE = os.path.dirname(os.path.abspath(__file__))
MORNINGS = 10
PACKAGES = ["duckdb", "polars", "orjson", "protobuf", "gtfs-realtime-bindings", "pyarrow",
            "gtfs-parquet==0.7.2", "gtfs-guru==1.0.0", "gtfs-digester==0.4.0"]
# Descriptions for the page of results; the methods below do the work.
SIMULATED = {
    "feed-1M, feed-10M": "linefeed simulate --stop-times 1000000 (10000000; 40000000 with --all) --minutes 1 "
                         "--entities vehicle_positions",
    "changed-1M, changed-10M": "the same with every 500th trip under a new id and every 1,000th stop time modified",
    "snapshots-100": "linefeed simulate --vehicles 2000 --routes 100 --interval 15 --minutes 25 --start 2026-03-02T07:00 "
                     "--entities vehicle_positions",
    "snapshots-5000": "the same with --minutes 125, on that and the nine weekdays after it",
    "large-city": "linefeed simulate --stop-times 10000000 --minutes 1 --routes 300 --stops 9000 --vehicles 2000 "
                  "--entities vehicle_positions, and ingest --sqlite",
}


def millions(rows):
    return f"{rows // 1_000_000}M"


class Inputs:
    """Makes each input once, when it is first requested. Names are relative to the work folder, where commands run."""

    def __init__(self, work, linefeed, data=""):
        self.work, self.missing, self.data = work, {}, data
        os.makedirs(self.path("bin"), exist_ok=True)
        self.link(linefeed, "bin/linefeed")
        self.link(HERE, "peers")
        if data:
            self.link(data, "data")
        self.environment = dict(os.environ, LC_ALL="C", PYTHONDONTWRITEBYTECODE="1", PATH=os.pathsep.join(
            [self.path("bin"), self.path("venv/bin"), self.path("debian/usr/bin"), os.environ["PATH"]]))

    def path(self, name):
        return os.path.join(self.work, name)

    def link(self, target, name):
        if os.path.lexists(self.path(name)):
            os.remove(self.path(name))
        os.symlink(os.path.abspath(target), self.path(name))

    def run(self, *command, **options):
        return subprocess.run(command, cwd=self.work, env=self.environment, check=True, **options)

    def once(self, name, make):
        """Makes a file or folder, unless an earlier run has finished it."""
        done = self.path(f".{name.replace('/', '-')}.done")
        if not os.path.exists(done):
            print(f"  making {name}", file=sys.stderr, flush=True)
            make()
            with open(done, "w", encoding="utf-8"):
                pass
        return name

    # Inputs

    def feed(self, rows):
        folder = "feed-" + millions(rows)
        self.once(folder, lambda: self.run("linefeed", "simulate", "-q", "--out", folder, "--stop-times", str(rows),
                                           "--minutes", "1", "--entities", "vehicle_positions"))
        return folder + "/feed.zip"

    def large_city(self):
        """A database of 10 million stop_times at 9,000 stops, like a large city, so that a stop has about 1,000."""
        def make():
            self.run("linefeed", "simulate", "-q", "--out", "large-city", "--stop-times", "10000000", "--minutes", "1",
                     "--routes", "300", "--stops", "9000", "--vehicles", "2000", "--entities", "vehicle_positions")
            self.run("linefeed", "ingest", "-q", "--force", "large-city/feed.zip", "--sqlite", "large-city/feed.db")
        return self.once("large-city", make) + "/feed.db"

    def unpacked(self, rows):
        feed, folder = self.feed(rows), "text-" + millions(rows)

        def unpack():
            with zipfile.ZipFile(self.path(feed)) as archive:
                archive.extractall(self.path(folder))
        return self.once(folder, unpack)

    def route(self, rows):
        """The first route of a feed."""
        with open(self.path(self.unpacked(rows) + "/routes.txt"), encoding="utf-8") as file:
            return next(csv.DictReader(file))["route_id"]

    def changed(self, rows):
        """Another version of a feed: every 500th trip has a new id, and every 1,000th stop time another timepoint."""
        text, folder = self.unpacked(rows), "changed-" + millions(rows)

        def lines(table, renamed):
            with open(self.path(f"{text}/{table}.txt"), encoding="utf-8", newline="") as file:
                for number, line in enumerate(file):
                    cells = line.rstrip("\r\n").split(",")
                    if number == 0:
                        trip = cells.index("trip_id")
                    elif table == "trips" and number % 500 == 0:
                        renamed.add(cells[trip])
                    if cells[trip] in renamed:
                        cells[trip] = "new-" + cells[trip]
                    elif number and table == "stop_times" and number % 1000 == 0:
                        cells[-1] = "0" if cells[-1] == "1" else "1"
                    yield ",".join(cells) + "\n"

        def change():
            os.makedirs(self.path(folder), exist_ok=True)
            renamed = set()
            with zipfile.ZipFile(self.path(folder + "/feed.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
                for name in sorted(os.listdir(self.path(text))):
                    if name not in ("trips.txt", "stop_times.txt"):
                        archive.write(self.path(f"{text}/{name}"), name)
                for table in ("trips", "stop_times"):
                    with archive.open(table + ".txt", "w", force_zip64=True) as file:
                        for line in lines(table, renamed):
                            file.write(line.encode())
        self.once(folder, change)
        return folder + "/feed.zip"

    def messages(self, folder, minutes, mornings=1):
        """Snapshots every 15 seconds from seven in the morning, when the whole fleet runs, on some weekdays."""
        def make():
            day = datetime.date(2026, 3, 2)
            for _ in range(mornings):
                self.run("linefeed", "simulate", "-q", "--out", folder, "--vehicles", "2000", "--routes", "100",
                         "--interval", "15", "--minutes", str(minutes), "--start", f"{day}T07:00",
                         "--entities", "vehicle_positions")
                day += datetime.timedelta(days=3 if day.weekday() == 4 else 1)
        return self.once(folder, make)

    def hundred(self):
        return self.messages("snapshots-100", 25)

    def five_thousand(self):
        return self.messages("snapshots-5000", 125, MORNINGS)

    def positions(self):
        folder = self.hundred()
        return self.once("positions.ndjson", lambda: self.run(
            "bash", "-c", f"linefeed decode-rt {folder}/*.pb > positions.ndjson"))

    def store(self, rows):
        feed, name = self.feed(rows), f"store-{millions(rows)}.db"
        return self.once(name, lambda: self.run("linefeed", "ingest", "-q", "--force", feed, "--sqlite", name))

    def schema(self):
        """The tables and indexes of linefeed's store as two SQL files, so that others can make the same ones."""
        store = self.store(1_000_000)
        import sqlite3
        database = sqlite3.connect(self.path(store))
        for kind in ("table", "index"):
            rows = database.execute("SELECT sql FROM sqlite_schema WHERE type = ? AND sql NOTNULL AND "
                                    "tbl_name NOT LIKE 'linefeed%' AND tbl_name NOT LIKE 'sqlite%'", (kind,))
            with open(self.path(kind + ".sql"), "w", encoding="utf-8") as file:
                file.writelines(sql + ";\n" for (sql,) in rows)
        database.close()
        return "table.sql", "index.sql"

    def text_files(self, rows):
        folder = self.unpacked(rows)
        return sorted(folder + "/" + name for name in os.listdir(self.path(folder)))

    def script(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return name

    def stops(self, store):
        """The median and the busiest stop by number of stop times, each with that number."""
        import sqlite3
        database = sqlite3.connect(self.path(store))
        ranked = list(database.execute(
            "SELECT stop_id, count(*) FROM stop_times GROUP BY stop_id ORDER BY count(*), stop_id"))
        database.close()
        return ranked[len(ranked) // 2], ranked[-1]

    # Programs

    def peers(self):
        """Makes the Python environment, downloads Miller from Debian and compiles C; failures are listed in
        `missing`."""
        self.once("venv", lambda: subprocess.run([sys.executable, "-m", "venv", self.path("venv")], check=True))
        for package in PACKAGES:
            self.attempt(package.split("=")[0], lambda p=package: self.once("pip-" + p, lambda: self.run(
                self.path("venv/bin/python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", p,
                capture_output=True)))
        if not self.found("mlr"):
            self.attempt("mlr", self.miller)
        for program in ("jq", "sqlite3", "unzip", "taskset"):
            if not self.found(program):
                self.missing[program] = "not installed"
        for name, flags in (("hello", []), ("sqlite_loop", ["-lsqlite3"])):
            self.attempt(name, lambda n=name, f=flags: self.run(
                "cc", "-O2", "-o", "bin/" + n, f"peers/{n}.c", *f, capture_output=True))
        self.attempt("writer-alone", lambda: self.once("writer-alone", lambda: self.swift("writer-alone")))
        self.attempt("hello-swift", lambda: self.once("hello-swift", lambda: self.swift("hello-swift")))

    def swift(self, product):
        """Builds a program of the package Benchmarks with the flags of linefeed."""
        self.run("swift", "build", "-c", "release", "--static-swift-stdlib", "--package-path",
                 os.path.join(os.path.dirname(os.path.dirname(HERE)), "Benchmarks"), "--product", product,
                 "--scratch-path", self.path("swift-build"), *release_flags(), capture_output=True)
        shutil.copy(self.path("swift-build/release/" + product), self.path("bin/" + product))

    def found(self, program):
        return shutil.which(program, path=self.environment["PATH"])

    def attempt(self, name, make):
        try:
            make()
        except (OSError, subprocess.CalledProcessError) as error:
            said = (getattr(error, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
            self.missing[name] = "not installed" + (f" ({said[-1][:100]})" if said else "")

    def miller(self):
        """Unpacks a Debian package into the work folder; nothing is installed on the machine, and root is not
        needed."""
        self.run("apt-get", "download", "-qq", "miller", capture_output=True)
        for package in glob.glob(self.path("miller_*.deb")):
            self.run("dpkg", "-x", os.path.basename(package), "debian", capture_output=True)
        if not self.found("mlr"):
            raise OSError("no mlr")

    def versions(self):
        """Lists the programs that are compared, one a line."""
        asked = [("linefeed", ["linefeed", "--version"])]
        asked += [(p, ["python3", "-c", f"import importlib.metadata as m; print(m.version('{p}'))"])
                  for p in (package.split("=")[0] for package in PACKAGES)]
        asked += [("Python", ["python3", "-c", "import platform; print(platform.python_version())"]),
                  ("Miller", ["mlr", "--version"]), ("jq", ["jq", "--version"]),
                  ("sqlite3", ["sqlite3", ":memory:", "SELECT sqlite_version()"]), ("cc", ["cc", "--version"]),
                  ("unzip", ["unzip", "-v"])]
        for name, command in asked:
            try:
                said = self.run(*command, capture_output=True).stdout.decode().splitlines()
                yield name, said[0].strip().removeprefix("linefeed ") if said else "?"
            except (OSError, subprocess.CalledProcessError):
                yield name, None
