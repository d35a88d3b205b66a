"""Simulates days of a random feed: positions and trip updates, with overtaking, bunches and gaps, unseen, cancelled and
added runs, skipped stops, two vehicles on a trip, and a fleet that reports its load in several ways."""
import random

from checking.feeds import clock, digits

RUNS = 45             # of a day, at most
EVERY = 30            # seconds between positions
LONGEST = 7200        # seconds of a run, at most
FLEETS = {"mixed": ["status", "percentage", "both", "none"], "status": ["status"], "percentage": ["percentage"], "none": ["none"]}


class Performed:
    """Makes records of vehicle positions and trip updates of one or two service days of a Feed, or none if nothing
    runs."""

    def __init__(self, feed, seed):
        self.random, self.feed = random.Random("performed %s" % seed), feed
        self.fixes, self.updates, self.records = [], [], []
        self.fleet = FLEETS[self.random.choice(sorted(FLEETS))]
        days = sorted(date for date in {day for days in feed.days.values() for day in days} if any(feed.runs(feed.active(date))))
        if not days:
            return
        for day in days[:self.random.randint(1, 2)]:
            self.drive(day)
        self.publish()

    def chance(self, share):
        return self.random.random() < share

    def drive(self, day):
        zero = self.feed.midnight(day)
        runs = [(trip, shift) for trip, shift in self.feed.runs(self.feed.active(day)) if self.is_drivable(trip)]
        runs.sort(key=lambda run: run[0].start + run[1])
        start = self.random.randrange(max(1, len(runs) - RUNS))
        late = 0
        for number, (trip, shift) in enumerate(runs[start:start + RUNS]):
            # Lateness carries over from run to run, with jumps that bunch vehicles and let them overtake.
            late = self.random.choice([late, late + 60, 0, 0, -30, 240, 900])
            name = {"trip_id": trip.id, "start_date": digits(day)}
            if trip.starts is not None:
                name["start_time"] = clock(trip.start + shift)
            fate = self.random.choices(["seen", "unseen", "canceled", "added"], [80, 10, 6, 4])[0]
            if fate == "canceled":
                self.updates.append(dict(name, timestamp=zero + trip.start + shift - 60, schedule_relationship=3))
            if fate == "added":
                name.update(trip_id="extra %s" % trip.id, route_id=trip.route, schedule_relationship=1)
                self.updates.append(dict(name, timestamp=zero + trip.start + shift, stop_time_updates=[
                    {"stop_id": call.stop, "stop_sequence": place, "arrival_time": zero + call.arrival + shift,
                     "departure_time": zero + call.departure + shift} for place, call in enumerate(trip.calls, 1)]))
            if fate in ("unseen", "canceled"):
                continue
            skipped = self.random.choice(trip.calls[1:-1]).sequence if len(trip.calls) > 2 and self.chance(0.1) else None
            if skipped is not None and fate == "seen":
                self.updates.append(dict(name, timestamp=zero + trip.start + shift, stop_time_updates=[
                    {"stop_sequence": skipped, "schedule_relationship": 1}]))
            for vehicle in range(2 if self.chance(0.05) else 1):
                self.ride(trip, zero + shift, late + vehicle * 30, name, "%s-%d-%d" % (name["start_date"], number, vehicle), skipped)

    def is_drivable(self, trip):
        calls = trip.calls
        return trip.route is not None and len(calls) > 1 and all(call.departure is not None and self.feed.place(call.stop) for call in calls) \
            and calls[-1].arrival - calls[0].departure <= LONGEST

    def ride(self, trip, zero, late, name, vehicle, skipped):
        """Makes positions at stops, and between them on the straight line."""
        tells = self.random.choice(self.fleet)
        crowd = self.random.randrange(7)
        time = zero + trip.calls[0].departure + late
        for place, call in enumerate(trip.calls):
            here = self.feed.place(call.stop)
            if call.sequence != skipped:
                stay = self.random.choice([20, 20, 40, 100])
                for moment in range(time - 20 if place == 0 else time, time + stay + 1, 20):
                    self.fix(name, vehicle, here, moment, call, 1, tells, crowd)
                time += stay
            if place == len(trip.calls) - 1:
                break
            after = trip.calls[place + 1]
            there = self.feed.place(after.stop)
            took = max(60, after.arrival - call.departure + self.random.choice([0, 0, -20, 60, 200]))
            crowd = min(6, max(0, crowd + self.random.choice([-1, 0, 0, 1])))
            for moment in range(time + EVERY, time + took - 5, EVERY):
                if self.chance(0.9):
                    share = (moment - time) / took
                    turn = (there[1] - here[1] + 180) % 360 - 180
                    point = here[0] + (there[0] - here[0]) * share, (here[1] + turn * share + 180) % 360 - 180
                    self.fix(name, vehicle, point, moment, after, 2, tells, crowd)
            time += took
        self.fix(name, vehicle, here, time + 25, trip.calls[-1], 1, tells, crowd)

    def fix(self, name, vehicle, point, time, call, status, tells, crowd):
        record = dict(name, vehicle_id=vehicle, latitude=round(point[0], 6), longitude=round(point[1], 6), timestamp=time,
                      current_stop_sequence=call.sequence, stop_id=call.stop, current_status=status, occupancy_status=None)
        if tells in ("status", "both"):
            record["occupancy_status"] = crowd
        if tells in ("percentage", "both"):
            record["occupancy_percentage"] = crowd * 18 + self.random.randrange(9)
        self.fixes.append(record)

    def publish(self):
        """Returns records as in `decode-rt`, one message a minute; some messages are missing."""
        messages = {}
        for table, rows in (("vehicle_positions", self.fixes), ("trip_updates", self.updates)):
            for row in rows:
                messages.setdefault(row["timestamp"] // 60 * 60 + 60, []).append(dict({"table": table}, **row))
        for stamp in sorted(messages):
            self.records.append({"table": "feed_messages", "source": "made up", "timestamp": stamp})
            for number, row in enumerate(messages[stamp]):
                table = row.pop("table")
                self.records.append(dict({"table": table, "feed_timestamp": stamp, "entity_id": str(number)}, **row))
