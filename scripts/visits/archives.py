"""Random archives by seed: a small feed and the records of some hours.

Each kind of `KINDS` has its own errors; archives of one kind and seed are the same in every run.
"""
import datetime
import random

from boards.realtime import ADDED, CANCELED, DUPLICATED, NO_DATA, NUMBERS, SKIPPED, UNSCHEDULED
from checking.feeds import civil, clock, digits
from visits.made import PLACES, STYLES, Made
from visits.world import bend, eight, ring, there_and_back


def simple(made, form=bend, style="full", trips=4, predictions=True, sequences=1, begin=28800, dated=True,
           report=(), predict=(), untimed=0.0, **line):
    """A line with some trips, each performed by its own vehicle."""
    path = made.line(form, stops=made.generator.choice((6, 8, 9, 11)), **line)
    for n in range(trips):
        start = begin + n * 600
        trip = made.trip(path, start, sequences=sequences, untimed=untimed)
        ride = made.ride(path, start)
        more = {} if dated else {"start_date": None}
        made.report(ride, trip, "bus-%d" % n, style, sequences, **{**more, **dict(report)})
        if predictions:
            made.predict(ride, trip, sequences=sequences, **{**more, **dict(predict)})
    return made


def gaps(kind, seed):
    """Positions minutes apart: two within a gap, and gaps beyond the longest allowed."""
    return simple(Made(kind, seed, interval=random.Random(seed).choice((50, 90, 150))), style="silent", trips=6,
                  predictions=seed % 2 == 0)


def midnight(kind, seed):
    """Trips of the day before, after midnight, without a date, or with a time that belongs to the day after."""
    made = Made(kind, seed, zone="Pacific/Auckland" if seed % 2 else "America/New_York")
    line = made.line(stops=8)
    for n in range(4):
        start = 85500 + n * 1500
        trip, ride = made.trip(line, start), made.ride(line, start)
        day = digits(civil(made.day) + datetime.timedelta(1))
        moved = {"start_date": day, "start_time": clock(start - 86400)} if n > 1 and start >= 86400 else {}
        more = moved if seed % 3 else {"start_date": None}
        made.report(ride, trip, "bus-%d" % n, **more)
        made.predict(ride, trip, **more)
    return made


def clocks(kind, seed):
    """The nights of clock changes."""
    day = ("20261025", "20260329")[seed % 2]
    return simple(Made(kind, seed, day=day), begin=3600 + 1800 * (seed % 3))


def two_vehicles(kind, seed):
    """A second vehicle on the same trip, minutes behind."""
    made = Made(kind, seed)
    line = made.line(stops=8)
    for n in range(3):
        start = 30000 + 1800 * n
        trip = made.trip(line, start)
        first, second = made.ride(line, start), made.ride(line, start + 420)
        for ride, vehicle in ((first, "bus-1"), (second, "bus-2")):
            made.report(ride, trip, vehicle, "full" if n else "silent")
        made.predict(first, trip, vehicle="bus-1" if n == 1 else None)
    return made


def headways(kind, seed):
    """Trips of frequencies, exact and inexact; records give a start_time, or nothing."""
    made = Made(kind, seed)
    for exact in (0, 1):
        line = made.line(stops=7)
        trip = made.trip(line, 0)
        made.tables["frequencies"].append(dict(trip_id=trip, start_time="07:00:00", end_time="09:00:00",
                                               headway_secs=1200, exact_times=exact))
        for n in range(4):
            start = 25200 + 1200 * n
            ride, named = made.ride(line, start), dict(start_time=clock(start))
            if not exact and seed % 2:
                named["schedule_relationship"] = UNSCHEDULED
            made.report(ride, trip, "bus-%d-%d" % (exact, n), **(named if n else {"start_date": None, **named}))
            made.predict(ride, trip, **(named if n else {"start_date": None, **named}))
        made.report(made.ride(line, 25200 + 3000), trip, "bus-lost-%d" % exact)
    return made


def disordered(kind, seed):
    """Messages minutes out of order, repeated, and repeated with other content."""
    made = simple(Made(kind, seed), predict=dict(form="delays"))
    made.order = made.generator

    def records(own=made.records):
        records = own()
        more = [dict(r) for r in made.order.sample(records, len(records) // 5)]
        for n, record in enumerate(more):
            if n % 3 == 0 and record["table"] == "vehicle_positions":
                record["occupancy_status"] = made.order.choice((None, 0, 1, 2, 3, 4, 5, 6, 7))
            if n % 3 == 1 and record["table"] == "vehicle_positions":
                record["feed_timestamp"] += 10
                record["occupancy_status"] = made.order.choice((0, 5, 8))
        keyed = [(r["feed_timestamp"] + made.order.uniform(0, 900), r) for r in records + more]
        return [r for _, r in sorted(keyed, key=lambda pair: pair[0])]
    made.rows = records()
    made.records = lambda: made.rows
    return made


def changes(kind, seed):
    """Cancelled, added and duplicated trips; stops that are skipped or without data."""
    made = Made(kind, seed)
    line = made.line(stops=8)
    start = 28800

    def next_trip():
        nonlocal start
        start += 900
        return made.trip(line, start), made.ride(line, start)
    trip, ride = next_trip()
    made.predict(ride, trip, until=ride.arrivals[3])
    made.tell(trip, int(ride.arrivals[3]), [], schedule_relationship=CANCELED)
    trip, _ = next_trip()
    made.tell(trip, made.zero + start - 900, [], schedule_relationship=CANCELED)
    trip, ride = next_trip()
    skip = made.generator.randrange(2, 6)
    made.report(ride, trip, "bus-skips", interval=45)
    made.predict(ride, trip, change=lambda i, u: dict(stop_sequence=i + 1, schedule_relationship=SKIPPED)
                 if i == skip else u)
    trip, ride = next_trip()
    made.predict(ride, trip, change=lambda i, u: dict(stop_sequence=i + 1, schedule_relationship=NO_DATA)
                 if i in (3, 4) else u)
    for n in range(2):
        start += 900
        ride = made.ride(line, start)
        made.report(ride, "extra-%d" % n, "bus-extra-%d" % n, schedule_relationship=ADDED, route_id=line.name)
        made.predict(ride, "extra-%d" % n, ahead=9999, keep=1, schedule_relationship=ADDED, route_id=line.name)
    trip, _ = next_trip()
    start += 450
    ride, properties = made.ride(line, start), dict(trip_id="copy", start_date=made.day, start_time=clock(start))
    made.predict(ride, trip, schedule_relationship=DUPLICATED, trip_properties=properties)
    made.report(ride, "copy", "bus-copy", schedule_relationship=DUPLICATED)
    ride = made.ride(line, start)
    made.report(ride, "nobody-knows", "bus-unknown")
    return made


def platforms(kind, seed):
    """Stations whose platforms change, reported by an update or a vehicle."""
    made = Made(kind, seed)
    line = made.line(stops=8)
    for row in list(made.tables["stops"]):
        if row["stop_id"].startswith(line.name) and made.generator.random() < 0.6:
            station, row["parent_station"] = "S" + row["stop_id"], "S" + row["stop_id"]
            place = float(row["stop_lat"]), float(row["stop_lon"])
            made.stop(station, *place, kind=1)
            made.stop(row["stop_id"] + "b", place[0] + 0.0001, place[1] + 0.0001, parent=station)
    others = {s["stop_id"][:-1]: s["stop_id"] for s in made.tables["stops"] if s["stop_id"].endswith("b")}
    for n in range(4):
        trip, ride = made.trip(line, 28800 + 900 * n), made.ride(line, 28800 + 900 * n)

        def elsewhere(i, update):
            other = others.get(update["stop_id"])
            if other and i % 2:
                if n % 2:
                    return {**update, "stop_id": other}
                return {**update, "stop_time_properties": {"assigned_stop_id": other}}
            return update
        made.report(ride, trip, "train-%d" % n, style="sequence" if n < 2 else "full")
        made.predict(ride, trip, change=elsewhere)
    return made


def placeless(kind, seed):
    """Stops without coordinates, vehicles without them, and vehicles far off the shape."""
    made = Made(kind, seed)
    simple(made, trips=2, shape=seed % 2 == 0)
    for row in made.generator.sample(made.tables["stops"], 2):
        row["stop_lat"] = row["stop_lon"] = ""
    line = made.line(stops=7)
    trip, ride = made.trip(line, 30000), made.ride(line, 30000)
    made.report(ride, trip, "train-nowhere", style="nowhere")
    trip, ride = made.trip(line, 31000), made.ride(line, 31000)
    made.report(ride, trip, "bus-astray")
    for record in made.positions:
        if record["vehicle_id"] == "bus-astray":
            record["latitude"] = round(record["latitude"] + 0.02, 6)
    return made


def mixed(kind, seed):
    """All errors at random."""
    generator = random.Random("%s %d" % (kind, seed))
    made = Made(kind, seed, zone=generator.choice(sorted(PLACES)), interval=generator.choice((10, 20, 40, 70)),
                snapshot=generator.choice((10, 15, 30)), noise=generator.choice((1, 5, 12, 25)))
    for _ in range(3):
        simple(made, form=generator.choice((bend, ring, eight, there_and_back)),
               style=generator.choice(sorted(STYLES)), trips=2, sequences=generator.choice((1, 1, 5, 10)),
               predictions=generator.random() < 0.7, shape=generator.random() < 0.7,
               travelled=generator.choice((None, None, 1, 1000)), dated=generator.random() < 0.7,
               predict=dict(form=generator.choice(("times", "delays"))), begin=generator.choice((28800, 61200)))
    return made


def altered(made, alter):
    """The same, with `alter` called for every record; it returns the record's replacement."""
    rows = [new for record in made.records() for new in alter(record)]
    made.records = lambda: rows
    return made


def names(kind, seed):
    """Enumerations as names."""
    kinds = {"schedule_relationship": "schedule_relationship", "current_status": "status", "occupancy_status": "occupancy",
             "departure_occupancy_status": "occupancy"}

    def named(record, kinds):
        names = {name: {number: word for word, number in NUMBERS[kind].items()} for name, kind in kinds.items()}
        return {k: names[k].get(v, v) if k in names else v for k, v in record.items()}

    def alter(record):
        record = named(record, kinds)
        if "stop_time_updates" in record:
            record["stop_time_updates"] = [named(u, {**kinds, "schedule_relationship": "stop"}) for u in record["stop_time_updates"]]
        return [record]
    return altered(changes(kind, seed), alter)


def labels(kind, seed):
    """Vehicles identified by something other than an id, or only by their entity."""
    instead = ("vehicle_label", "license_plate")[seed % 2]

    def alter(record):
        if record["table"] == "vehicle_positions":
            record = dict(record, **{instead: record["vehicle_id"]})
            del record["vehicle_id"]
        return [record]
    return altered(two_vehicles(kind, seed), alter)


def stampless(kind, seed):
    """Records whose only time is their message's."""
    return altered(simple(Made(kind, seed)), lambda r: [{k: v for k, v in r.items() if k != "timestamp"}])


def updates_otherwise(kind, seed):
    """Updates with only stops, only sequences, or numbers by position."""
    def change(i, update):
        if seed % 3 == 0:
            del update["stop_sequence"]
        elif seed % 3 == 1:
            del update["stop_id"]
        else:
            update["stop_sequence"] = i
        return update
    return simple(Made(kind, seed), form=(bend, ring)[seed // 3 % 2], sequences=(1, 10)[seed % 2], style="silent",
                  predict=dict(change=change), report=dict(interval=100))


def exploded(kind, seed):
    """Updates with one record for each stop."""
    def alter(record):
        if record["table"] != "trip_updates":
            return [record]
        whole = {k: v for k, v in record.items() if k not in (
            "table", "timestamp", "stop_time_updates", "trip_properties", "schedule_relationship")}
        if "schedule_relationship" in record:
            whole["trip_schedule_relationship"] = record["schedule_relationship"]
        return [{"table": "stop_time_updates", **whole, **one} for one in record["stop_time_updates"]]
    return altered(simple(Made(kind, seed), style="silent", report=dict(interval=100),
                          predict=dict(form=("times", "delays")[seed % 2])), alter)


KINDS = {
    "plain": lambda k, s: simple(Made(k, s)),
    "sequences-only": lambda k, s: simple(Made(k, s), style="sequence", sequences=10),
    "stop-ids-only": lambda k, s: simple(Made(k, s), style="stop"),
    "status-only": lambda k, s: simple(Made(k, s), style="status"),
    "no-status": lambda k, s: simple(Made(k, s), style="no-status"),
    "silent": lambda k, s: simple(Made(k, s), style="silent"),
    "silent-and-alone": lambda k, s: simple(Made(k, s, interval=25), style="silent", predictions=False),
    "ring": lambda k, s: simple(Made(k, s, zone="Asia/Tokyo"), ring, ("full", "silent", "stop")[s % 3]),
    "eight": lambda k, s: simple(Made(k, s), eight, ("silent", "full")[s % 2], travelled=(None, 1)[s // 2 % 2]),
    "there-and-back": lambda k, s: simple(Made(k, s), there_and_back, ("stop", "silent", "full")[s % 3],
                                          same_stops=True),
    "no-shape": lambda k, s: simple(Made(k, s), style=("full", "silent")[s % 2], shape=False),
    "no-shape-ring": lambda k, s: simple(Made(k, s), ring, ("full", "silent")[s % 2], shape=False),
    "travelled": lambda k, s: simple(Made(k, s, zone="Australia/Sydney"), style="silent", travelled=(1000, 0.3048)[s % 2]),
    "untimed": lambda k, s: simple(Made(k, s), predict=dict(form="delays"), style="silent", untimed=0.5),
    "gaps": gaps,
    "wrong-sequences": lambda k, s: simple(Made(k, s), style=("position-0", "position-bare")[s % 2], sequences=10),
    "off-by-one": lambda k, s: simple(Made(k, s), style=("position-bare", "position-0")[s % 2]),
    "stuck": lambda k, s: simple(Made(k, s), style="stuck"),
    "noise": lambda k, s: simple(Made(k, s, noise=25), style=("silent", "status")[s % 2]),
    "after-midnight": midnight,
    "change-of-clocks": clocks,
    "two-vehicles": two_vehicles,
    "headways": headways,
    "disordered": disordered,
    "changes": changes,
    "platforms": platforms,
    "placeless": placeless,
    "predictions-only": lambda k, s: simple(Made(k, s), report=dict(lead=-9e9), predict=dict(form=("times", "delays")[s % 2])),
    "names": names,
    "labels": labels,
    "stampless": stampless,
    "updates-otherwise": updates_otherwise,
    "exploded": exploded,
    "mixed": mixed,
}
