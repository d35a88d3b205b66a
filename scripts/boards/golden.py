"""Computes the hand-worked cases of departures; GoldenTests runs linefeed on the same cases."""
import argparse
import datetime
import os
import shlex

from boards.board import Board
from boards.compare import differences
from boards.realtime import Realtime
from checking.feeds import Feed, tables_of_text
from checking.program import records


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def check_golden(options):
    bad = cases = 0
    for name in sorted(os.listdir(options.golden)):
        place = os.path.join(options.golden, name)
        words, text = shlex.split(read(place + "/cmd")), read(place + "/feed.txt")
        parser = argparse.ArgumentParser()
        for flag in ("--stop", "--route"):
            parser.add_argument(flag, action="append")
        for flag in ("--at", "--horizon", "--limit", "--feed-id", "--feed"):
            parser.add_argument(flag)
        parser.add_argument("--include-cancelled", action="store_true")
        flags, others = parser.parse_known_args(words[2:])
        if words[:2] != ["linefeed", "departures"] or not text or set(others) - {"realtime.ndjson", "-n"} or os.path.exists(
                place + "/status"):
            continue
        cases += 1
        feed = Feed(tables_of_text(text))
        moment = None if flags.at.isdigit() else datetime.datetime.fromisoformat(flags.at)
        at = int(flags.at if moment is None else (moment if moment.tzinfo else moment.replace(tzinfo=feed.zone)).timestamp())
        horizon = flags.horizon or "2h"
        realtime = Realtime(feed, records(place + "/realtime.ndjson") if "realtime.ndjson" in others else [])
        board = Board(feed, realtime, flags.stop, at, int(horizon[:-1]) * {"h": 3600, "m": 60, "s": 1}[horizon[-1]],
                      flags.include_cancelled, flags.route, int(flags.limit) if flags.limit else None, flags.feed_id)
        expected = records(place + "/expected")
        found = differences([r for r in expected if r["table"] == "departures"], board.rows)
        told = next((r["contradicting_stops"] for r in expected if "contradicting_stops" in r), None)
        if told not in (None, realtime.contradicting_stops()):
            found.append("contradicting_stops is %d, not %d" % (realtime.contradicting_stops(), told))
        print("{:45} {}".format(name, len(found) or "as worked out"))
        for line in found[:options.show]:
            print("    " + line)
        bad += bool(found)
    print("%d cases, %d with differences" % (cases, bad))
    return bad or not cases
