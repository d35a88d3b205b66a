"""Random small feeds whose trips call at stops and stations several times, with realtime that contradicts itself."""
import os
import random
import tempfile

from boards.board import Board
from boards.compare import compared, departures
from checking.feeds import Feed, clock, tables_of_text
from checking.made import archive
from checking.program import write
from boards.made_up import contradicting, random_update
from boards.realtime import Realtime

HEAD = """# agency.txt
agency_id,agency_name,agency_url,agency_timezone
A,Agency,https://example.org/,Europe/Paris
# routes.txt
route_id,agency_id,route_short_name,route_type
R,A,1,3
# calendar.txt
service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
D,1,1,1,1,1,1,1,20260101,20261231
# stops.txt
stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
"""


def random_feed(generator, count):
    """Returns the text of a feed of `count` trips between a few stops, whose rows are numbered in many ways."""
    text, stops = HEAD, ["L%d" % n for n in range(4)]
    text += "".join("%s,Lone %s,48.%d,2.3,,,\n" % (s, s, i) for i, s in enumerate(stops))
    for station in "CDE":
        text += "%s,Station %s,48.5,2.%d,1,,\n%sX,Entrance,48.5,2.5,2,%s,\n" % (station, station, ord(station), station,
                                                                              station)
        for platform in "123":
            stops.append(station + platform)
            text += "%s%s,Platform,48.5,2.6,0,%s,%s\n" % (station, platform, station, platform)
    trips = ["T%d" % n for n in range(count)]
    text += "# trips.txt\nroute_id,service_id,trip_id\n" + "".join("R,D,%s\n" % t for t in trips)
    text += "# stop_times.txt\ntrip_id,stop_sequence,stop_id,arrival_time,departure_time\n"
    for trip in trips:
        few = generator.sample(stops, generator.randrange(2, len(stops)))
        sequence, time = generator.randrange(3), 28800 + generator.randrange(3600)
        step = generator.choice((1, 1, 1, 5, 10, None))
        for _ in range(generator.randrange(2, 13)):
            text += "%s,%d,%s,%s,%s\n" % (trip, sequence, generator.choice(few), clock(time), clock(time))
            sequence += step or generator.randrange(1, 4)
            time += generator.randrange(60, 900, 30)
    return text


def check_loops(options):
    """Compares boards of every stop of such feeds."""
    bad = rows = contradictions = 0
    for turn in range(options.boards):
        generator = random.Random("%d loops %d" % (options.seed, turn))
        feed = Feed(tables_of_text(random_feed(generator, 60)))
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
