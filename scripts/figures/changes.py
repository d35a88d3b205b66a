"""Computes diff --by: what riders have in two feeds, on the days that both cover."""
from collections import Counter, defaultdict

from figures.levels import Levels


class Changes:
    """A question about two feeds. `days`: the days to compare; None for all that both cover."""

    def __init__(self, old, new, keys, days=None):
        self.keys, self.feeds = keys, (old, new)
        both = set(old.covered()) & set(new.covered())
        self.days = sorted(both if days is None else both & set(days))
        self.levels = [Levels(feed, keys, self.days, served_only=True) for feed in self.feeds]
        self.counted = {}

    def day(self, date):
        """Returns for each feed the content of its cells on a day: runs and departures with their frequency, and
        stops."""
        result = []
        for feed, levels in zip(self.feeds, self.levels):
            services = feed.active(date)
            if (feed, services) not in self.counted:
                self.counted[feed, services] = self.count(feed, levels, services)
            result.append(self.counted[feed, services])
        return result

    def count(self, feed, levels, services):
        runs, departures, stops = defaultdict(Counter), defaultdict(Counter), defaultdict(set)
        for trip, shift in feed.runs(services):
            whose = (trip.route, trip.direction) if "direction_id" in self.keys else (trip.route,)
            moved = [(call.stop, *(None if time is None else time + shift for time in (call.arrival, call.departure)),
                      call.pickup, call.drop_off) for call in trip.calls]
            run = whose, tuple(moved)
            # Nobody knows the hour of a stop time without a time.
            known = [departure is not None or "hour" not in self.keys for _, _, departure, _, _ in moved]
            called = {levels.key(trip, call[0], call[2]) for call, is_known in zip(moved, known) if is_known}
            for key in called if "stop_id" in self.keys else [levels.key(trip, None, trip.start + shift)]:
                runs[key][run] += 1
            for place, (stop, _, departure, _, _) in enumerate(moved):
                if not known[place]:
                    continue
                key = levels.key(trip, stop, departure)
                stops[key].add(stop)
                if departure is not None and place < len(moved) - 1:
                    departures[key][whose, stop, departure] += 1
        return runs, departures, stops

    def rows(self):
        found = defaultdict(lambda: {"runs": [0, 0], "departures": [0, 0], "stops": [set(), set()]})
        counted, totals = Counter(), {}
        for date in self.days:
            names = self.levels[0].names(date)
            of_days = tuple(names[key] for key in self.keys if key == "day_type")
            counted[of_days] += 1
            # If both feeds have the services of an earlier day, the day differs as that day does.
            pair = tuple(feed.active(date) for feed in self.feeds)
            if pair not in totals:
                totals[pair] = self.differences(*self.day(date))
            for key, (runs, departures, stops) in totals[pair].items():
                group = found[of_days, key]
                for side in (0, 1):
                    group["runs"][side] += runs[side]
                    group["departures"][side] += departures[side]
                    group["stops"][side] |= stops[side]
        old, new = (levels.rows() for levels in self.levels)
        result = {}
        for (of_days, key), group in found.items():
            if not any(group["runs"] + group["departures"]):
                continue
            whole = self.levels[0].whole_key(of_days, key)
            row = {"days": counted[of_days]}
            for name in ("trips_per_day", "first_departure", "last_departure", "headway_p50"):
                row[name + "_old"], row[name + "_new"] = (
                    side[whole][name] if whole in side else 0 if name == "trips_per_day" else None for side in (old, new))
            for suffix, side in (("_old", old), ("_new", new)):
                metres = side[whole]["kilometres"] if whole in side else 0
                row["kilometres_per_day" + suffix] = None if metres is None else metres / counted[of_days]
            row["runs_added"], row["runs_removed"] = group["runs"]
            row["departures_added"], row["departures_removed"] = group["departures"]
            was, now = group["stops"]
            row["stops_added"] = sorted(now - was, key=lambda stop: stop.encode())
            row["stops_removed"] = sorted(was - now, key=lambda stop: stop.encode())
            result[whole] = row
        return result

    @staticmethod
    def differences(old, new):
        """Returns for each cell of one day what was added and removed, and its stops in both feeds."""
        result = {}
        for key in set(old[2]) | set(new[2]) | set(old[0]) | set(new[0]):
            counts = []
            for kind in (0, 1):
                was, now = old[kind].get(key, Counter()), new[kind].get(key, Counter())
                counts.append(((now - was).total(), (was - now).total()))
            result[key] = counts[0], counts[1], (old[2].get(key, set()), new[2].get(key, set()))
        return result
