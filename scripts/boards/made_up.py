"""Random realtime about the trips of a board, of every kind that the contract describes."""
from boards.board import Board
from checking.feeds import civil, clock, seconds
from boards.realtime import (ADDED, CANCELED, DELETED, DUPLICATED, NEW, NO_DATA, REPLACEMENT, SCHEDULED, SKIPPED,
                             Realtime)


def random_records(feed, stop, at, generator):
    """Makes realtime about the trips of a board, of every kind that the contract describes."""
    board = Board(feed, Realtime(feed, []), [stop], at - 10800, 21600).rows
    runs = sorted({(r["trip_id"], r["start_date"], r.get("start_time")) for r in board}, key=str)
    records, chance = [], generator.random
    for turn, (trip, day, start) in enumerate(runs):
        visits = feed.visits[trip]
        zero = feed.midnight(civil(day))
        if start:
            zero += seconds(start) - next(v.departure for v in visits if v.departure is not None)
        base = {"feed_timestamp": at, "entity_id": str(turn), "trip_id": trip}
        if start:
            base["start_time"] = start
        if chance() < 0.8:
            base["start_date"] = day
        relationship = None
        if chance() < 0.7:
            relationship = generator.choices((None, SCHEDULED, CANCELED, DELETED, DUPLICATED, REPLACEMENT),
                                             (40, 40, 8, 4, 8, 8))[0]
            record = {"table": "trip_updates", **base}
            if relationship is not None:
                record["schedule_relationship"] = relationship
            if chance() < 0.6:
                record["vehicle_id"] = "V%d" % turn
            if chance() < 0.3:
                record["wheelchair_accessible"] = generator.randrange(4)
            record["timestamp"] = at - generator.randrange(60)
            if chance() < 0.3:
                record["delay"] = generator.randrange(-300, 900)
            if relationship == REPLACEMENT:
                record["stop_time_updates"] = [
                    {"stop_sequence": n + 1, "stop_id": v.stop, "departure_time": zero + v.departure + 60}
                    for n, v in enumerate(visits) if v.departure is not None and v.stop and (n == 0 or chance() < 0.8)]
            else:
                share = generator.choice((0.1, 0.3, 0.6, 1))
                told = [(i, random_update(v, zero, generator)) for i, v in enumerate(visits)
                        if v.stop and chance() < share]
                record["stop_time_updates"] = [u for _, u in told] if chance() < 0.4 else contradicting(
                    told, visits, feed, generator)
            if relationship == DUPLICATED:
                record["start_date"] = base["start_date"] = day
                record["trip_properties"] = {"trip_id": "copy-%d-%s" % (turn, trip), "start_date": day,
                                             "start_time": clock(max(0, (visits[0].departure or 0)) + 600)}
                record.pop("start_time", None)
            records.append(record)
        if relationship == DUPLICATED:
            base = {**base, "trip_id": record["trip_properties"]["trip_id"], "schedule_relationship": DUPLICATED}
            base.pop("start_time", None)
        if chance() < 0.4:
            records.append({"table": "vehicle_positions", **base, "vehicle_id": "V%d" % turn,
                            "timestamp": at - generator.randrange(60), "occupancy_status": generator.choice(
                                (None, 0, 1, 2, 3, 4, 5, 6, 7, 8)), **({"wheelchair_accessible": generator.randrange(4)}
                                                                     if chance() < 0.2 else {})})
            if chance() < 0.5:
                records[-1]["occupancy_percentage"] = generator.randrange(130)
            if chance() < 0.1:
                for key in ("trip_id", "start_date", "start_time", "schedule_relationship"):
                    records[-1].pop(key, None)
    calls = sorted(feed.below(stop))
    for turn in range(3):
        record = {"table": "trip_updates", "feed_timestamp": at, "entity_id": "extra-%d" % turn,
                  "trip_id": "extra-%d" % turn, "start_date": feed.local_date(at).strftime("%Y%m%d"),
                  "schedule_relationship": generator.choice((ADDED, NEW))}
        if chance() < 0.5:
            record["route_id"] = generator.choice(sorted(feed.routes))
        record["stop_time_updates"] = [
            {"stop_sequence": n + 1, "stop_id": generator.choice(calls),
             generator.choice(("arrival_time", "departure_time")): at + 600 * n + generator.randrange(300)}
            for n in range(generator.randrange(1, 5))]
        records.append(record)
    generator.shuffle(records)
    return records


def random_update(visit, zero, generator):
    chance, update = generator.random, {}
    how = generator.randrange(4)
    if how != 1:
        update["stop_sequence"] = visit.sequence
    if how:
        update["stop_id"] = visit.stop
    if how == 3:
        update["stop_sequence"] = visit.sequence + 100000
    relationship = generator.choices((None, SCHEDULED, SKIPPED, NO_DATA), (40, 40, 10, 10))[0]
    if relationship != NO_DATA:
        for side, time in (("arrival", visit.arrival), ("departure", visit.departure)):
            if chance() < 0.6:
                update[side + "_delay"] = generator.randrange(-300, 1800)
            if chance() < 0.4 and time is not None and not visit.interpolated:
                update[side + "_time"] = zero + time + generator.randrange(-300, 1800)
        if not any(k.endswith(("_time", "_delay")) for k in update) and relationship != SKIPPED:
            update["departure_delay"] = 60
    if chance() < 0.3:
        update["departure_occupancy_status"] = generator.randrange(10)
    if relationship is not None:
        update["schedule_relationship"] = relationship
    return update


def contradicting(told, visits, feed, generator):
    """Returns updates of some stop times of one trip, whose stop_sequence and stop_id contradict each other in some
    way."""
    chance, style = generator.random, generator.choice(STYLES)
    step, moved = generator.choice((2, 5, 10)), generator.choice((-2, -1, 1, 2, 3))
    if chance() < 0.3:
        # The vehicle has already passed the others.
        told = told[len(told) // 2:]
    for i, update in told:
        visit, sequence, stop = visits[i], visits[i].sequence, visits[i].stop
        near = visits[max(0, min(len(visits) - 1, i + generator.choice((-2, -1, 1, 2))))]
        if style in ("from 0", "from 1", "bare", "bare and wrong"):
            sequence = i + (style == "from 1")
        elif style == "other numbers":
            sequence = max(0, visit.sequence + moved)
        elif style == "multiples":
            sequence = visit.sequence * step
        elif style == "multiples of positions":
            sequence = (i + 1) * step
        elif style == "growing":
            # Another timetable version has one more stop somewhere along the trip.
            sequence = visit.sequence + (i >= len(visits) // 2)
        elif style == "single" and chance() < 0.3:
            sequence = near.sequence
        elif style == "stops" and chance() < 0.3:
            stop = generator.choice((near.stop, generator.choice(sorted(feed.stops)), "no such stop"))
        elif style == "any":
            sequence, stop = generator.choice(visits).sequence, generator.choice(visits).stop
        if style in ("platforms", "from 0") and chance() < 0.4:
            station = feed.station(stop)
            stop = generator.choice(sorted(feed.below(station))) if station in feed.stops else stop
        update.update(stop_sequence=sequence, stop_id=stop)
        if style in ("bare", "bare and wrong", "single") and chance() < 0.2:
            del update["stop_id"]
        if style == "bare and wrong" and chance() < 0.1:
            update["stop_sequence"] = near.sequence
        if chance() < 0.03:
            update["stop_time_properties"] = {"assigned_stop_id": generator.choice(sorted(feed.stops))}
    updates = [update for _, update in told]
    if style == "order" or chance() < 0.05:
        generator.shuffle(updates)
    if updates and chance() < 0.1:
        updates.insert(generator.randrange(len(updates) + 1), dict(generator.choice(updates)))
    return updates


STYLES = ("from 0", "from 1", "other numbers", "multiples", "multiples of positions", "growing", "single", "stops",
          "platforms", "any", "bare", "bare and wrong", "order")
