"""Code that the reliability checks share: inputs, documented statuses, and checks of what a run leaves."""
import contextlib
import hashlib
import http.server
import json
import os
import re
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import threading

from checking.made import Folder, content
from checking.program import ROOT, run

SECONDS = 300  # of a run, at most
DATABASES = ("database", "history", "mbtiles", "growing-mbtiles")
# Tables in which linefeed keeps versions and times of its own.
OWN_TABLES = ("linefeed_meta", "linefeed_history", "sqlite_stat1")
SIGNALS = {"SIGINT": 2, "SIGPIPE": 13, "SIGTERM": 15}
# A name that only a run uses and removes again: the folder has such a file during the run, and none after it.
PASSING = re.compile(r"^\..*\.[a-z2-7]{10}\.(linefeed|appending)$|^\..*\.loading$|\.part$|^linefeed\.[A-Za-z0-9]{6}$|-journal$")


class Statuses:
    """The exit statuses in docs/exit-codes.md, and the statuses that a stage's help lists."""

    def __init__(self, linefeed):
        self.linefeed, self.stages = linefeed, {}
        with open(os.path.join(ROOT, "docs", "exit-codes.md"), encoding="utf-8") as file:
            rows = [line.split("|")[1] for line in file if re.match(r"\| [0-9]+[0-9, ]* \|", line)]
        self.documented = {int(number) for row in rows for number in row.split(",")}
        if not {0, 64, 65, 66, 69, 70, 73, 74, 75, 78, 130, 141, 143} <= self.documented:
            raise SystemExit("the table of docs/exit-codes.md is not where it was: %s" % sorted(self.documented))

    def of(self, stage):
        """Returns the documented statuses of a stage."""
        if stage not in self.stages:
            text = subprocess.run([self.linefeed, stage, "--help"], stdout=subprocess.PIPE, text=True, check=True).stdout
            part = text.partition("EXIT STATUS\n\n")[2].partition("\n\n")[0]
            self.stages[stage] = {int(number) for number in re.findall(r"^  (\d+) ", part, re.M)} & (self.documented | {1})
            if not {0, 64, 70} <= self.stages[stage]:
                raise SystemExit("the statuses of %s are not where they were in its help: %s" % (stage, self.stages[stage]))
        return self.stages[stage]

    def shell(self, code):
        """Returns the status of a process as a shell reports it."""
        return 128 - code if code < 0 else code

    def fault(self, stage, code):
        """Returns what is wrong with the end of a process, or None. SIGINT, SIGPIPE and SIGTERM are normal; other
        signals are crashes."""
        if code < 0 and -code not in SIGNALS.values():
            return "ended by signal %d" % -code
        if self.shell(code) == 70:
            return "ended with 70, a bug in linefeed"
        if self.shell(code) not in self.of(stage):
            return "ended with %d, which its help does not have" % self.shell(code)
        return None


# MARK: Files

def sha(data):
    return hashlib.sha256(data).hexdigest()[:16]


@contextlib.contextmanager
def opened(path, kind):
    """Opens a copy of a database with its journal and log, so that the next user repairs what a killed process left,
    and not this reader. Raises ValueError if SQLite's integrity_check finds an error."""
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "copy.db")
        for ending in ("", "-journal", "-wal"):
            if os.path.exists(path + ending):
                shutil.copyfile(path + ending, copy + ending)
        with contextlib.closing(sqlite3.connect(copy)) as connection:
            sound = [row[0] for row in connection.execute("PRAGMA integrity_check")]
            if sound != ["ok"]:
                raise ValueError("integrity_check: %s" % sound[:3])
            connection.text_factory = kind
            yield connection


def database(path):
    """Returns every row of every table of a database in any order, and its schema, after an integrity check. (Columns
    that only identify the row by a hash come last: linefeed's record_key.)"""
    tables = {}
    with opened(path, bytes) as found:
        for name, sql in found.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'").fetchall():
            quoted = name.decode().replace('"', '""')
            rows = [b"\x1f".join(b"\x00" if cell is None else cell if isinstance(cell, bytes) else str(cell).encode()
                                 for cell in row) for row in found.execute('SELECT * FROM "%s"' % quoted)]
            tables[name.decode()] = (sql, sorted(rows))
        others = found.execute("SELECT sql FROM sqlite_schema WHERE type IN ('index', 'view')").fetchall()
        tables[""] = (b"", sorted(row[0] or b"" for row in others))
    return tables


def compared(kind, path, marks):
    """Returns which of several sound databases a database equals: its name in `marks` (name: path). Otherwise returns
    `between: …` with a row that none of them has, or nothing after the colon. A row of a history is identified by its
    record_key, and a row of a growing archive of tiles by its last column, which a later replacement keeps."""
    with opened(path, str) as found:
        places = {}
        for name, mark in marks.items():
            places[name] = "mark%d" % len(places)
            found.execute("ATTACH ? AS %s" % places[name], (mark,))
        return comparison(kind, found, places)


def comparison(kind, opened, places):
    def schema(place):
        return {name: sql for name, sql in opened.execute("SELECT name, sql FROM %s.sqlite_schema" % place)
                if name not in OWN_TABLES and not name.startswith("sqlite_")}

    def names(place):
        return [row[0] for row in opened.execute("SELECT name FROM %s.sqlite_schema WHERE type = 'table'" % place)
                if row[0] not in OWN_TABLES]

    for name, place in places.items():
        if schema(place) != schema("main"):
            continue
        for table in names("main"):
            one, other = ('main."%s"' % table, '%s."%s"' % (place, table))
            counts = [opened.execute("SELECT count(*) FROM " + each).fetchone()[0] for each in (one, other)]
            if counts[0] != counts[1] or opened.execute(
                    "SELECT 1 FROM (SELECT * FROM %s EXCEPT SELECT * FROM %s) LIMIT 1" % (one, other)).fetchone():
                break
        else:
            return name
    for table in names("main"):
        if table.startswith(("linefeed_", "sqlite_")) or kind == "growing-mbtiles" and table == "metadata":
            continue
        columns = [row[1] for row in opened.execute('PRAGMA main.table_info("%s")' % table)]
        if kind == "history" and "record_key" in columns:
            columns = ["record_key"]
        elif kind == "growing-mbtiles" and table != "images":
            columns = columns[-1:]
        wanted = ", ".join('"%s"' % one for one in columns)
        known = ["SELECT %s FROM %s.\"%s\"" % (wanted, place, table) for place in places.values() if table in names(place)]
        strange = opened.execute('SELECT %s FROM main."%s" %s LIMIT 1' % (
            wanted, table, "".join("EXCEPT " + each + " " for each in known))).fetchone()
        if strange:
            return "between: %s has %s" % (table, strange)
    return "between: "


def rows_digest(tables):
    text = b"\x1d".join(name.encode() + b"\x1e" + (sql or b"") + b"\x1e" + b"\x1e".join(rows)
                        for name, (sql, rows) in sorted(tables.items()) if name not in OWN_TABLES)
    return sha(text)


def pmtiles(path):
    """Returns the tiles of an archive as PyPI's reader of PMTiles reads them."""
    from pmtiles.reader import MemorySource, all_tiles
    return {"%d/%d/%d" % place: sha(tile) for place, tile in all_tiles(MemorySource(content(path)))}


def is_passing(name):
    return PASSING.search(name) is not None


def leftovers(folder):
    """Returns files below a folder that a run should have removed."""
    found = []
    for parent, folders, files in os.walk(folder):
        found += [os.path.relpath(os.path.join(parent, name), folder) for name in files + folders if is_passing(name)]
    return sorted(found)


def tree(folder):
    """Returns the files of a folder and their contents, without temporary files."""
    found = {}
    for parent, _, files in os.walk(folder):
        for name in files:
            if not is_passing(name):
                path = os.path.join(parent, name)
                found[os.path.relpath(path, folder)] = sha(content(path))
    return found


def broken_lines(data):
    """Returns (number of lines that are not a JSON object, whether the last one is cut off)."""
    if not data:
        return 0, False
    lines = data.split(b"\n")
    cut = lines.pop() != b""
    broken = 0
    for line in lines:
        try:
            broken += not isinstance(json.loads(line), dict)
        except ValueError:
            broken += 1
    return broken, cut


def digest(kind, path):
    """Returns the content under a name, or None if it does not exist. Raises if the content is damaged or incomplete."""
    if not os.path.lexists(path):
        return None
    if kind in ("records", "state", "findings"):
        broken, cut = broken_lines(content(path))
        if broken or cut:
            raise ValueError("%d lines are no records, the last one is %s" % (broken, "cut off" if cut else "whole"))
    if kind == "findings":
        return "whole records"
    if kind in DATABASES:
        return rows_digest(database(path))
    if kind in ("pmtiles", "some-pmtiles"):
        return json.dumps(pmtiles(path), sort_keys=True)
    if kind in ("tables", "growing-folder"):
        return json.dumps(tree(path), sort_keys=True)
    if kind == "archive":
        return archive(path)
    return sha(content(path))


def state(outputs, folder, read=digest):
    """Returns the content of each output, or a text beginning with '!' if it is damaged."""
    found = {}
    for name, kind in outputs.items():
        try:
            found[name] = read(kind, os.path.join(folder, name))
        except Exception as fault:  # noqa: BLE001: any error of a reader
            found[name] = "!%s: %s" % (type(fault).__name__, fault)
    return found


def archive(root):
    """Returns the contents of a fetch archive. Lists and states must have whole lines, or be cut off only at their
    end."""
    found = []
    for parent, _, files in os.walk(root):
        for name in files:
            path = os.path.join(parent, name)
            if name in ("fetches.ndjson", "newest.json"):
                # A list may end in an incomplete line; the next entry begins on its own line.
                if name == "newest.json" and broken_lines(content(path)) != (0, False):
                    raise ValueError(name + " is cut off")
            elif not name.startswith("."):
                found.append((os.path.basename(name).split("-")[0], sha(content(path))))
    return json.dumps(sorted(found))


# MARK: Servers

def serve(answer):
    """A loopback server; `answer(request)` answers each GET, and `url` is its address."""
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            answer(self)

        def log_message(self, *words):
            pass

        def send(self, status, body=b"", **headers):
            """Sends a complete response."""
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

    class Server(http.server.ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, request, address):
            pass  # Clients are killed.

    server = Server(("127.0.0.1", 0), Handler)
    server.url = "http://127.0.0.1:%d" % server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Feeds:
    """A loopback server for contents by path, with an ETag and 304."""

    def __init__(self, contents):
        self.contents, self.server = contents, serve(self.answer)

    def answer(self, request):
        body = self.contents.get(request.path)
        if body is None:
            return request.send_error(404)
        tag = '"%s"' % sha(body)
        same = request.headers.get("If-None-Match") == tag
        request.send(304 if same else 200, b"" if same else body, ETag=tag)

    def url(self, path):
        return self.server.url + path

    def close(self):
        self.server.shutdown()
        self.server.server_close()


# MARK: Inputs

class Inputs:
    """Inputs made from the real feeds, and from a synthetic city where no real feed is large enough."""

    def __init__(self, linefeed, data, folder):
        self.linefeed, self.data, self.folder = linefeed, os.path.abspath(data), folder
        os.makedirs(folder, exist_ok=True)
        if not os.path.isdir(os.path.join(self.data, "static")):
            raise SystemExit("the real feeds are not at %s" % data)

    def real(self, name):
        return os.path.join(self.data, name)

    def path(self, name):
        return os.path.join(self.folder, name)

    def make(self, name, *words):
        """Returns the output of a stage, made once."""
        return self.into(name, *words, "-o")

    def into(self, name, *words):
        """Returns the file that a stage writes, made once; its name is the last word, or the %s among them."""
        path = self.path(name)
        if not os.path.exists(path):
            self.run([path if word == "%s" else word for word in words] + ([] if "%s" in words else [path]) + ["-q"])
        return path

    def run(self, words):
        subprocess.run([self.linefeed] + words, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def city(self, name, *words):
        folder = self.path(name)
        if not os.path.isdir(folder):
            self.run(["simulate", "--out", folder, "-q"] + list(words))
        return folder

    def messages(self, folder, kind):
        return sorted(os.path.join(folder, name) for name in os.listdir(folder)
                      if name.startswith(kind) and name.endswith(".pb"))

    def series(self):
        return self.messages(self.real("rt/mbta-lamp-series-2023-05-08"), "vp_")


class Case:
    """A command, the names of its outputs, and `old`, which prepares its folder."""

    # Whether standard output is records (None: not checked) and the same every time; a file for standard input.
    records, same, stdin = True, True, None
    # Whether every write and rename fails in turn, instead of a sample; whose calls fail: those of the stage that a
    # pipeline starts.
    every, stage, children = False, None, False
    # Names that may be left, and whether repeating the run completes it; the status of a complete run.
    allowed, completes, fine = (), False, 0
    # Whether it makes tiles; how many temporary names may exist at once; command lines that must be able to read it;
    # further conditions; names that the next run may refuse with 73; whether a run after a finished run makes something
    # else.
    tiles, left, also, check, refused, once = False, 2, (), None, (), False

    def __init__(self, name, words, outputs=(), old=None, **more):
        self.name, self.words, self.outputs, self.old = name, words, dict(outputs), old
        self.__dict__.update(more)


def old(*names):
    """Returns a function that makes files of an earlier run in a folder."""
    return lambda folder: [Folder(folder).write(name, '{"table":"old","of":"%s"}\n' % name) for name in names]


def earlier(inputs, *words):
    """Returns a function that runs a stage with a name in the folder."""
    return lambda folder: inputs.run([os.path.join(folder, word[1:]) if word.startswith("@") else word for word in words] + ["-q"])


PIPELINE = """name: all
lock: run.lock
stages:
  - name: records
    pipe:
      - linefeed decode-rt %s
      - linefeed track
    output: events.ndjson
  - name: more
    run: linefeed decode-rt %s
    append: archive.ndjson
"""


class Runner:
    """Runs a binary in folders, under a shim that makes calls fail."""

    def __init__(self, linefeed, folder):
        self.linefeed, self.folder, self.rows = linefeed, folder, []
        self.shim, self.path = os.path.join(folder, "shim.so"), by_name(linefeed, folder)
        subprocess.run(["cc", "-std=gnu11", "-Wall", "-O2", "-shared", "-fPIC", "-o", self.shim,
                        os.path.join(ROOT, "Tests", "Faults", "shim.c"), "-ldl"], check=True)

    def run(self, words, folder, temporary):
        """Returns the status and the messages of an undisturbed run."""
        status, _, errors = run([self.linefeed, *words], cwd=folder, env=environment(TMPDIR=temporary, PATH=self.path),
                                stdin=subprocess.DEVNULL, timeout=SECONDS)
        return status, errors


def counted(path):
    """Returns what the shim counted in a run: calls of each kind, faults met, and where the last one was."""
    if not os.path.exists(path):
        return [0] * 7, 0, ""
    raw = content(path)
    os.remove(path)
    *calls, faults = struct.unpack("<8Q", raw[:64])
    return calls, faults, raw[64:].split(b"\0")[0].decode(errors="replace")


def by_name(linefeed, folder):
    """Returns a PATH whose linefeed is the tested binary, whatever its file is called."""
    os.makedirs(os.path.join(folder, "bin"))
    os.symlink(linefeed, os.path.join(folder, "bin", "linefeed"))
    return os.path.join(folder, "bin") + ":" + os.environ["PATH"]


def fresh(folder, template=None):
    """Makes an empty folder, or a copy of another."""
    shutil.rmtree(folder, ignore_errors=True)
    if template:
        shutil.copytree(template, folder, symlinks=True)
    else:
        os.makedirs(folder)
    return folder


def environment(**more):
    """Returns the environment of a run: no proxies, no variables for other tests, and a stand-in for MapLibre."""
    kept = {name: value for name, value in os.environ.items()
            if not name.lower().endswith("_proxy") and not name.startswith("LINEFEED_")}
    kept["LINEFEED_ASSETS"] = os.environ.get("LINEFEED_ASSETS", os.path.join(ROOT, "Tests", "Stubs"))
    kept.update(LC_ALL="C", SWIFT_BACKTRACE="enable=no", **more)
    return kept
