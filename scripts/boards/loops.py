"""Random small feeds whose trips call at stops and stations several times, with realtime that contradicts itself."""
import os
import random
import tempfile

from boards.board import Board
from boards.compare import compared, departures
from checking.feeds import Feed, clock
from checking.made import BASE, archive, rows, stop_rows
from checking.program import write
from boards.made_up import contradicting, random_update
from boards.realtime import Realtime

STOP_TIMES = "trip_id,stop_sequence,stop_id,arrival_time,departure_time"


def random_feed(generator, count):
    """Returns the tables of a feed of `count` trips between a few stops, whose rows are numbered in many ways."""
    stops = ["L%d" % n for n in range(4)]
    places = ["%s,Lone %s,48.%d,2.3,,," % (s, s, i) for i, s in enumerate(stops)]
    for station in "CDE":
        places += ["%s,Station %s,48.5,2.%d,1,," % (station, station, ord(station)), "%sX,Entrance,48.5,2.5,2,%s," % (station, station)]
        for platform in "123":
            stops.append(station + platform)
            places.append("%s%s,Platform,48.5,2.6,0,%s,%s" % (station, platform, station, platform))
    times = []
    for trip in range(count):
        few = generator.sample(stops, generator.randrange(2, len(stops)))
        sequence, time = generator.randrange(3), 28800 + generator.randrange(3600)
        step = generator.choice((1, 1, 1, 5, 10, None))
        for _ in range(generator.randrange(2, 13)):
            times.append("T%d,%d,%s,%s,%s" % (trip, sequence, generator.choice(few), clock(time), clock(time)))
            sequence += step or generator.randrange(1, 4)
            time += generator.randrange(60, 900, 30)
    return {name: table.encode() for name, table in {
        **BASE, "agency": BASE["agency"].replace("UTC", "Europe/Paris"),
        "stops": stop_rows(places, ",location_type,parent_station,platform_code"), "stop_times": rows(STOP_TIMES, times),
        "trips": rows("route_id,service_id,trip_id", ("R,D,T%d" % trip for trip in range(count)))}.items()}


def check_loops(options):
    """Compares boards of every stop of such feeds."""
    bad = rows = contradictions = 0
    for turn in range(options.boards):
        generator = random.Random("%d loops %d" % (options.seed, turn))
        feed = Feed(random_feed(generator, 60))
        at = feed.midnight(feed.local_date(1784066400)) + 28800
        records = []
        for trip in sorted(feed.visits):
            visits, share = feed.visits[trip], generator.choice((0.3, 0.7, 1))
            told = [(i, random_update(v, at - 28800, generator)) for i, v in enumerate(visits)
                    if generator.random() < share]
            records.append({"table": "trip_updates", "feed_timestamp": at, "entity_id": trip, "trip_id": trip,
                            "start_date": "20260715",
                            "stop_time_updates": contradicting(told, visits, feed, generator)})
        realtime = Realtime(feed, records)
        stop = generator.choice(sorted(feed.stops))
        board = Board(feed, realtime, [stop], at, 7200).rows
        with tempfile.TemporaryDirectory() as folder:
            path = archive(os.path.join(folder, "feed.zip"), feed.tables)
            found = compared(*departures(options.linefeed, path, stop, at, records=records), board,
                             realtime.contradicting_stops())
            if found and options.keep:
                os.rename(path, os.path.join(options.keep, "loops-%d.zip" % turn))
                write(os.path.join(options.keep, "loops-%d.ndjson" % turn), records)
        rows, contradictions = rows + len(board), contradictions + realtime.contradicting_stops()
        bad += bool(found)
        for line in found[:options.show]:
            print("turn %d, stop %s, %d: %s" % (turn, stop, at, line))
    print("%d boards of loops (%d rows, %d contradicting updates), %d with differences" % (
        options.boards, rows, contradictions, bad))
    return bad
