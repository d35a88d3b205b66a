"""The matrix of scripts/check-truth: what stop-visits finds under every combination of bad receivers.

A cell is a service day of the made-up city, sampled every I seconds, with noise, strays and clock slips, in one of two
kinds: vehicles that report the place alone, and vehicles that report their stop and status too. There are no predictions,
which would hide what positions fail to tell.
"""
import bisect
import collections
import concurrent.futures
import dataclasses
import datetime
import itertools
import json
import os
import shutil
import subprocess

INTERVALS = [5, 15, 30, 60]
NOISES = [0, 5, 8, 15]
STRAYS = [0, 2, 5, 10]
SLIPS = [0, 1]
KINDS = {"place alone": ["--sequences", "absent"], "with status": []}
STRAY_METRES, SLIP_SECONDS = "60-150", 120
CITY = ["--days", "1", "--routes", "8", "--stops", "104", "--vehicles", "16", "--entities", "vehicle_positions"]
# stop-visits says nothing across a longer gap, unless --max-gap says otherwise.
MAX_GAP = 180


@dataclasses.dataclass(frozen=True)
class Cell:
    seed: int
    kind: str
    interval: int
    noise: int
    stray: int
    slip: int

    def doses(self):
        options = list(KINDS[self.kind])
        if self.noise:
            options += ["--noise", str(self.noise)]
        if self.stray:
            options += ["--stray", f"{self.stray / 100}:{STRAY_METRES}"]
        if self.slip:
            options += ["--clock-slip", f"{self.slip / 100}:{SLIP_SECONDS}"]
        return options

    def city(self):
        options = CITY + ["--seed", str(self.seed), "--interval", str(self.interval)]
        # Otherwise vehicles measure every 10, 15 or 20 seconds, and a snapshot every 5 would repeat them.
        return options + (["--period", str(self.interval)] if self.interval < 10 else [])

    def __str__(self):
        return (f"{self.kind}, every {self.interval} s, noise {self.noise} m, strays {self.stray} %, "
                f"slips {self.slip} %, seed {self.seed}")


def cells(seeds, quick):
    every = itertools.product(seeds, KINDS, INTERVALS, NOISES, STRAYS, SLIPS)
    sample = {(0, 0, 0), (5, 2, 0), (8, 5, 1), (15, 10, 1)}
    return [c for c in (Cell(*values) for values in every)
            if not quick or (c.noise, c.stray, c.slip) in sample]


def seconds(text):
    return None if text is None else int(datetime.datetime.fromisoformat(text).timestamp())


def records(path, table):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if f'"table":"{table}"' in line[:40]:
                yield json.loads(line)


class City:
    """What really happened on a day, and which of it positions of one sampling could tell."""

    def __init__(self, folder, options, cell):
        self.folder = os.path.join(folder, f"city-{cell.seed}-{cell.interval}")
        subprocess.run([options.simulate or options.linefeed, "simulate", "--out", self.folder, "--truth", "-q"]
                       + cell.city(), check=True)
        path = self.folder + ".ndjson"
        pipe(self.folder, path, [options.linefeed, "decode-rt", "-q", *snapshots(self.folder)])
        fixes = collections.defaultdict(set)
        for position in records(path, "vehicle_positions"):
            if "trip_id" not in position:
                continue
            run = position["vehicle_id"], position["start_date"], position["trip_id"]
            # The truth names the start of runs that only it tells apart.
            for start in (None, position["start_time"]):
                fixes[run + (start,)].add(position["timestamp"])
        os.remove(path)
        for snapshot in snapshots(self.folder):
            os.remove(os.path.join(self.folder, snapshot))
        self.fixes = {run: sorted(times) for run, times in fixes.items()}
        self.visits = {}
        for visit in records(os.path.join(self.folder, "truth.ndjson"), "stop_visits"):
            # The stops of a trip that no timetable has are told by trip updates alone.
            if visit["schedule_relationship"] == "Added":
                continue
            run = visit["vehicle_id"], visit["start_date"], visit["trip_id"], visit.get("start_time")
            times = actual(visit)
            could = {event for event, time in times.items() if self.could_tell(run, time)}
            self.visits[key(visit)] = times, could

    def could_tell(self, run, time):
        """Whether the run has a position before an event and one not before it, at most MAX_GAP apart."""
        times = self.fixes.get(run)
        if time is None or not times:
            return False
        place = bisect.bisect_left(times, time)
        return 0 < place < len(times) and times[place] - times[place - 1] <= MAX_GAP


def key(visit):
    # How many stops a trip had that is in no timetable, before it was first heard of, is not known.
    place = visit["stop_id"] if visit["schedule_relationship"] == "Added" else visit["trip_stop_sequence"]
    return visit["service_date"], visit["trip_id_performed"], place


def events(visits, found):
    """Of each event that is told: the visit's key, the event, error, the visit that was found."""
    for k, times in visits.items():
        visit = found.get(k)
        for event, time in times.items():
            known = seconds(visit.get(f"actual_{event}_time")) if visit else None
            if None not in (time, known):
                yield k, event, known - time, visit


def actual(visit):
    return {event: seconds(visit.get(f"actual_{event}_time")) for event in ("arrival", "departure")}


def told(path):
    """The visits of a file of which a time is told, by their keys."""
    return {key(v): v for v in records(path, "stop_visits") if any(actual(v).values())}


def snapshots(folder):
    return sorted(name for name in os.listdir(folder) if name.endswith(".pb"))


def pipe(folder, path, *commands):
    """Runs commands, each into the next, in a folder; the last one's output goes to a file."""
    running = []
    with open(path, "wb") as out:
        for number, command in enumerate(commands):
            last = number == len(commands) - 1
            running.append(subprocess.Popen(
                command, cwd=folder, stdin=running[-1].stdout if running else subprocess.DEVNULL,
                stdout=out if last else subprocess.PIPE))
            if number:
                running[-2].stdout.close()
    for process, command in zip(running, commands):
        if process.wait():
            raise SystemExit(f"{' '.join(command[:3])} … exits with {process.returncode}")


def quantile(values, part):
    """Nearest rank."""
    values = sorted(values)
    return values[max(0, -(-len(values) * part // 100) - 1)] if values else None


def percent(part, whole):
    return 100 * part / whole if whole else 100.0


class Outcome:
    """What was found in a cell, beside what really happened."""

    def __init__(self, folder, options, cell, city):
        self.cell = cell
        folder = os.path.join(folder, "cell-" + "-".join(str(v) for v in dataclasses.astuple(cell)).replace(" ", "-"))
        subprocess.run([options.simulate or options.linefeed, "simulate", "--out", folder, "-q"] + cell.city()
                       + cell.doses(), check=True)
        path = os.path.join(folder, "visits.ndjson")
        pipe(folder, path, [options.linefeed, "decode-rt", "-q", *snapshots(folder)],
             [options.linefeed, "stop-visits", "-q", "--feed", "feed.zip"])
        found = told(path)
        shutil.rmtree(folder)
        self.measure(city, found)

    def measure(self, city, found):
        self.invented = [k for k, visit in found.items()
                         if k not in city.visits and visit["schedule_relationship"] != "Added"]
        self.visits = self.found = self.firsts = self.first_found = 0
        self.missed = []
        self.stated, self.within, self.could = (collections.Counter() for _ in range(3))
        self.uncertainties, self.errors = collections.defaultdict(list), collections.defaultdict(list)
        for k, (times, could) in city.visits.items():
            self.visits += bool(could)
            self.found += bool(could) and k in found
            if could and k not in found:
                self.missed.append(k)
            self.could.update(could)
            self.firsts += k[2] == 1 and "departure" in could
        for k, event, off, visit in events({k: times for k, (times, _) in city.visits.items()}, found):
            first = event == "departure" and k[2] == 1
            self.first_found += first and event in city.visits[k][1]
            error, uncertainty = abs(off), visit[f"{event}_uncertainty"]
            for what in (event, "first departure") if first else (event,):
                self.stated[what] += 1
                self.within[what] += error <= uncertainty
                self.uncertainties[what].append(uncertainty)
                self.errors[what].append(error)

    def shares(self):
        shares = {"found": percent(self.found, self.visits), "first found": percent(self.first_found, self.firsts)}
        for event in ("arrival", "departure", "first departure"):
            shares[event] = percent(self.within[event], self.stated[event])
        return shares

    def row(self):
        shares = self.shares()

        def medians(of):
            return " / ".join(str(quantile(of[e], 50)) for e in ("arrival", "departure"))
        cell = self.cell
        stated = [percent(self.stated[e], self.could[e]) for e in ("arrival", "departure")]
        texts = [cell.kind, cell.interval, cell.noise, cell.stray, cell.slip, cell.seed, self.visits,
                 f"{shares['found']:.2f}", len(self.invented), f"{shares['arrival']:.1f}", f"{shares['departure']:.1f}",
                 f"{shares['first found']:.1f}", f"{shares['first departure']:.1f}",
                 f"{stated[0]:.1f} / {stated[1]:.1f}", medians(self.uncertainties), medians(self.errors)]
        return "| " + " | ".join(str(t) for t in texts) + " |"

    def broken(self):
        """The bounds that docs/analysis.md states."""
        shares, broken = self.shares(), []
        for event in ("arrival", "departure", "first departure"):
            if shares[event] < 95:
                broken.append(f"{self.cell}: {event}s within their uncertainty in {shares[event]:.1f} % only")
        least = 98 if self.cell.stray >= 10 else 99.5
        for what in ("found", "first found"):
            if shares[what] < least:
                things = "visits" if what == "found" else "first departures"
                broken.append(f"{self.cell}: {shares[what]:.2f} % of {things} found only, not {self.missed[:3]}")
        if self.invented:
            broken.append(f"{self.cell}: {len(self.invented)} visits that never were, {self.invented[:3]}")
        return broken


HEADER = ("| kind | every s | noise m | strays % | slips % | seed | visits | found % | never were | arrivals within % | "
          "departures within % | first departures found % | first departures within % | stated, of arrivals and departures % "
          "| median uncertainty s | median error s |\n|" + "---|" * 16)


def run(options, folder):
    """Runs the matrix and prints a row a cell. Returns the outcomes and the bounds that are broken."""
    wanted = [c for c in cells(options.seed or [1], options.quick)
              if (not options.every or c.interval == options.every) and (not options.kind or c.kind == options.kind)]
    outcomes, broken = [], []
    print(HEADER, flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        first = {}
        for cell in wanted:
            first.setdefault((cell.seed, cell.interval), cell)
        cities = dict(zip(first, pool.map(lambda cell: City(folder, options, cell), first.values())))
        work = (pool.submit(Outcome, folder, options, cell, cities[cell.seed, cell.interval]) for cell in wanted)
        for future in list(work):
            outcome = future.result()
            outcomes.append(outcome)
            broken += outcome.broken()
            print(outcome.row(), flush=True)
    return outcomes, broken


def table(outcomes):
    """The table of docs/analysis.md: the worst over kinds, slips and seeds; a row a sampling and noise."""
    lines = ["| every s | noise m | " + " | ".join(f"strays {s} %" for s in STRAYS) + " |", "|---|---|" + "---|" * len(STRAYS)]
    for interval in INTERVALS:
        for noise in NOISES:
            row = []
            for stray in STRAYS:
                those = [o for o in outcomes if (o.cell.interval, o.cell.noise, o.cell.stray) == (interval, noise, stray)]
                if not those:
                    row.append("–")
                    continue
                within = [min(o.shares()[event] for o in those) for event in ("arrival", "departure")]
                found = min(o.shares()["found"] for o in those)
                invented = sum(len(o.invented) for o in those)
                median = max(quantile(o.uncertainties["arrival"] + o.uncertainties["departure"], 50) or 0 for o in those)
                text = f"{floor(within[0])} · {floor(within[1])} · {floor(found)} · ±{median}"
                row.append(text + (f" · {invented} invented" if invented else ""))
            lines.append(f"| {interval} | {noise} | " + " | ".join(row) + " |")
    return "\n".join(lines)


def floor(share):
    """One decimal, never rounded up: 99.46 is not 99.5."""
    return f"{int(share * 10 + 1e-9) / 10:.1f}"
