"""Finds stops and instants of the real feeds with departures."""
import datetime
import json
import os
import random
import sys
from collections import defaultdict

from boards.board import Board
from checking.feeds import Feed, civil, tables
from boards.realtime import Realtime
from boards.regular import regular_boards, regular_records
from boards.resolve import resolve


def service_dates(feed):
    """Returns every date with service, over all services that trips have."""
    named = feed.calendar.named()
    if not named:
        return []
    first, last = min(named), max(named)
    services = {row.get("service_id") for row in feed.trips.values()}
    days = (first + datetime.timedelta(n) for n in range(min((last - first).days, 1500) + 1))
    return [day for day in days if any(feed.runs_on(service, day) for service in services)]


def changing_days(feed, dates):
    """Returns the dates on which the clocks change: noon to noon is not 24 hours on either side."""
    return [d for d in dates if any(
        feed.midnight(d + datetime.timedelta(n + 1)) - feed.midnight(d + datetime.timedelta(n)) != 86400 for n in (-1, 0))]


def chosen(feed, generator, dates):
    """Yields stops and instants with service: random departures, some past midnight, some on a day when the clocks
    change, some at a station, some at an instant that is not a full hour."""
    changing = changing_days(feed, dates)
    trips = sorted(t for t in feed.trips if len(feed.visits[t]) > 1)
    late = [t for t in trips if t not in feed.frequencies and (feed.visits[t][0].departure or 0) >= 86400]
    seen = set()
    for _ in range(5000 if trips else 0):
        kind = len(seen) % 4
        day = generator.choice(changing if changing and kind == 1 else dates)
        trip = generator.choice(late if late and kind == 2 else trips)
        if not feed.runs_on(feed.trips[trip].get("service_id"), day):
            continue
        begins = feed.begins(trip)
        visits = [v for v in feed.visits[trip][:-1] if v.departure is not None and v.pickup != 1 and v.stop in feed.stops]
        if not begins or not visits:
            continue
        visit = generator.choice(visits)
        parent = feed.stops[visit.stop].get("parent_station")
        stop = parent if parent in feed.stops and kind in (1, 3) else visit.stop
        time = feed.midnight(day) + visit.departure + generator.choice(begins)[1]
        at = time - time % 3600 if kind < 3 else time - generator.randrange(7200)
        # A board whose first or last rows depend on a second of interpolation proves nothing.
        board = Board(feed, Realtime(feed, []), [stop], at - 2, 7204)
        if (stop, at) not in seen and not any(r["interpolated"] and min(
                abs(r["departure_time"] - edge) for edge in (at, at + 7200)) < 3 for r in board.rows):
            seen.add((stop, at))
            yield stop, at


def real_boards(data, seed, wanted):
    """Yields (feed's name, feed, realtime name, realtime records, stop, at): every feed in turn until there are enough.

    The realtime name is a tuple of file names, or `("made:RULE:DAY",)`.
    """
    folder = os.path.join(data, "static")
    feeds, sources = {}, []
    for name in sorted(n for n in os.listdir(folder) if n.endswith(".zip")):
        feed = feeds[name] = Feed(tables(os.path.join(folder, name)))
        dates = service_dates(feed)
        if dates:
            sources.append((name, chosen(feed, random.Random("%d %s" % (seed, name)), dates)))
    picked = defaultdict(list)
    while sources and sum(map(len, picked.values())) < wanted:
        for source in list(sources):
            place = next(source[1], None)
            if place is None:
                sources.remove(source)
            elif sum(map(len, picked.values())) < wanted:
                picked[source[0]].append(place)
    for name in sorted(picked):
        for stop, at in picked[name]:
            yield name, feeds[name], (), [], stop, at
    yield from realtime_boards(data, feeds["maglev-raba.zip"], random.Random(seed))

    def places(name):
        return chosen(feeds[name], random.Random("%d %s made" % (seed, name)), service_dates(feeds[name]))
    for name, feed, rule, stop, at in regular_boards(feeds, places):
        day = feed.local_date(at).strftime("%Y%m%d")
        yield name, feed, ("made:%s:%s" % (rule, day),), list(regular_records(feed, rule, day, at)), stop, at


def realtime_boards(data, feed, generator):
    """The only matching pair of feed and realtime: boards at stops and hours that the updates mention."""
    pair = ("maglev-raba-trip-updates.pb", "maglev-raba-vehicle-positions.pb")
    try:
        from checking.messages import lines
    except ImportError:
        print("gtfs-realtime-bindings are not installed: no boards with realtime", file=sys.stderr)
        return
    records = [json.loads(line) for name in pair for line in lines(os.path.join(data, "rt", name))]
    realtime, places, certain = Realtime(feed, records), set(), set()
    for record in records:
        day = record.get("start_date")
        if record.get("trip_id") not in feed.trips or not day:
            continue
        zero = feed.midnight(civil(day))
        visits = feed.visits[record["trip_id"]]
        told = {o.call for o in resolve(record.get("stop_time_updates", []), visits, feed)} - {None}
        for i in sorted(told):
            for visit in visits[max(i - 1, 0):i + 2]:
                time = zero + visit.departure
                place = (visit.stop, time - time % 3600)
                (certain if any(r["realtime"] for r in Board(feed, realtime, [place[0]], place[1], 7200).rows)
                 else places).add(place)
    for stop, at in sorted(certain | set(generator.sample(sorted(places - certain), 20))):
        yield "maglev-raba.zip", feed, pair, records, stop, at
