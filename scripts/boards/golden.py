"""Computes the hand-worked cases of departures."""
import datetime

from boards.board import Board
from boards.compare import differences
from boards.realtime import Realtime
from checking.golden import golden_cases


def check_golden(folder):
    """Yields the name of each case, and its differences."""
    flags = dict(stop=[], route=[], at="", horizon="2h", limit=0, feed_id="", include_cancelled=False)
    for name, feed, records, options, expected in golden_cases(folder, **flags):
        moment = None if options.at.isdigit() else datetime.datetime.fromisoformat(options.at)
        at = int(options.at if moment is None else (moment if moment.tzinfo else moment.replace(tzinfo=feed.zone)).timestamp())
        realtime = Realtime(feed, records)
        board = Board(feed, realtime, options.stop, at, int(options.horizon[:-1]) * {"h": 3600, "m": 60, "s": 1}[options.horizon[-1]],
                      options.include_cancelled, options.route, options.limit or None, options.feed_id)
        found = differences([r for r in expected if r["table"] == "departures"], board.rows)
        told = next((r["contradicting_stops"] for r in expected if "contradicting_stops" in r), None)
        if told not in (None, realtime.contradicting_stops()):
            found.append("contradicting_stops is %d, not %d" % (realtime.contradicting_stops(), told))
        yield name, found
