"""Makes realtime from a timetable by a fixed rule, so that a test in another language can make the same.

Each trip has an update of one service day. The update of stop time `i` (from 0, by stop_sequence) is `60 * (i % 10 +
1)` seconds late. The rule decides how it identifies its stop time. RealBoardsTests has the same rules.
"""
RULES = ("from-0", "from-1", "ten-times", "later-half-from-0", "row-of-the-next", "platforms", "no-such-stop",
         "from-0-and-bare", "two-higher")
FEEDS = ("gtfs2gps-warsaw.zip", "maglev-raba.zip", "gtfstools-ber_gtfs.zip",
         "obagtfs-island-transit_20090312_0314.zip", "obagtfs-sandy-flex-fares-v2.zip", "node-gtfs-caltrain_20160406.zip")


def regular_records(feed, rule, day, at):
    siblings = {}
    for stop, row in feed.stops.items():
        if row.get("parent_station") and row.get("location_type") in (None, "", "0"):
            siblings.setdefault(row["parent_station"], []).append(stop)
    for platforms in siblings.values():
        platforms.sort(key=str.encode)
    for trip in sorted(feed.visits):
        visits, updates = feed.visits[trip], []
        for i, visit in enumerate(visits):
            sequence, stop = visit.sequence, visit.stop
            if rule == "later-half-from-0" and i < len(visits) // 2:
                continue
            if rule in ("from-0", "later-half-from-0", "from-0-and-bare"):
                sequence = i
            elif rule == "from-1":
                sequence = i + 1
            elif rule == "ten-times":
                sequence *= 10
            elif rule == "two-higher":
                sequence += 2
            elif rule == "row-of-the-next" and i % 3 == 1 and i + 1 < len(visits):
                sequence = visits[i + 1].sequence
            elif rule == "platforms" and i % 2 == 0:
                platforms = siblings.get(feed.stops.get(stop, {}).get("parent_station"), [])
                if stop in platforms:
                    stop = platforms[(platforms.index(stop) + 1) % len(platforms)]
            elif rule == "no-such-stop" and i % 3 == 1:
                stop = "no such stop"
            update = {"stop_sequence": sequence, "stop_id": stop, "departure_delay": 60 * (i % 10 + 1)}
            if rule == "from-0-and-bare" and i % 4 == 2:
                del update["stop_id"]
            updates.append(update)
        yield {"table": "trip_updates", "feed_timestamp": at, "entity_id": trip, "trip_id": trip, "start_date": day,
               "stop_time_updates": updates}


def regular_boards(feeds, places):
    """Yields (feed's name, feed, rule, stop, at): a third of the rules for each feed, in turn.

    `places(name)` yields stops and instants with service.
    """
    for turn, name in enumerate(FEEDS):
        source = places(name)
        for rule in RULES[turn % 3::3]:
            stop, at = next(source)
            yield name, feeds[name], rule, stop, at
