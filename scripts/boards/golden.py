"""The cases worked out by hand, computed here and by linefeed."""
import argparse
import datetime
import json
import os
import shlex
import tempfile
import zipfile

from boards.board import Board
from boards.compare import board_of, differences, run
from boards.feed import Feed, tables_of_text
from boards.realtime import Realtime


def check_golden(options):
    bad = 0
    names = sorted(os.listdir(options.golden))
    for name in names:
        place = os.path.join(options.golden, name)

        def text(file):
            path = os.path.join(place, file)
            return open(path, encoding="utf-8").read() if os.path.exists(path) else None
        words = shlex.split(text("arguments"))
        known = argparse.ArgumentParser()
        for flag, kind in (("--stop", "append"), ("--route", "append"), ("--at", "store"), ("--horizon", "store"),
                           ("--limit", "store"), ("--feed-id", "store"), ("--include-cancelled", "store_true")):
            known.add_argument(flag, action=kind)
        flags = known.parse_args(words)
        expected = [json.loads(line) for line in text("expected").splitlines()]
        tables = tables_of_text(text("feed.txt"))
        feed, found = Feed(tables), []
        matching = json.loads("{%s}" % ",".join(t for t in (text("match_reports") or "").splitlines() if ":" in t))
        if text("status") is None:
            at = int(flags.at) if flags.at.isdigit() else None
            if at is None:
                moment = datetime.datetime.fromisoformat(flags.at)
                at = int((moment if moment.tzinfo else moment.replace(tzinfo=feed.zone)).timestamp())
            horizon = flags.horizon or "2h"
            horizon = int(horizon[:-1]) * {"h": 3600, "m": 60, "s": 1}[horizon[-1]]
            records = [json.loads(line) for line in (text("realtime.ndjson") or "").splitlines()]
            board = Board(feed, Realtime(feed, records), flags.stop, at, horizon, flags.include_cancelled, flags.route,
                          int(flags.limit) if flags.limit else None, flags.feed_id)
            found = ["by the oracle: " + t for t in differences(expected, board.rows)]
            told = matching.get("contradicting_stops")
            if told is not None and told != board.realtime.contradicting_stops():
                found.append("by the oracle: contradicting_stops is %d" % board.realtime.contradicting_stops())
        if options.linefeed:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "feed.zip")
                with zipfile.ZipFile(path, "w") as archive:
                    for table, data in tables.items():
                        archive.writestr(table + ".txt", data)
                realtime = [os.path.join(place, "realtime.ndjson")] if text("realtime.ndjson") else ["-n"]
                status, output, errors = run([options.linefeed, "departures", "--feed", path, *words, *realtime])
                wanted = int(text("status") or 0)
                if status != wanted or (text("stderr") or "").strip() not in errors:
                    found.append("by linefeed: status %d, not %d: %s" % (status, wanted, errors.strip()[-300:]))
                elif not status:
                    lines = [l for l in output.decode().splitlines() if '"departures"' in l[:40]]
                    found += ["by linefeed: " + t for t in differences(expected, board_of(output))]
                    told = (output.decode().splitlines() or [""])[-1]
                    found += ["by linefeed: %s is not in %s" % (t, told)
                              for t in (text("match_reports") or "").splitlines() if t not in told]
                    if not found and lines != text("expected").splitlines():
                        found.append("by linefeed: the same values in other bytes")
        print("{:45} {}".format(name, len(found) or "as worked out"))
        for line in found[:options.show]:
            print("    " + line)
        bad += bool(found)
    print("%d cases, %d with differences" % (len(names), bad))
    return bad
