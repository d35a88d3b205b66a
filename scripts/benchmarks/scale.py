"""How stages scale: each on one core and on all cores there are, and the share of its work that one thread must do."""
import concurrent.futures
import glob
import os
import re
import statistics
import subprocess
import tempfile

MILLION = 1_000_000
# Workers in the run whose instructions are counted by thread, and the cores of the extrapolation.
WORKERS, CORES = 8, (4, 8, 16)
# What the stages write beside their standard output.
OUTPUTS = ("scale.db", "tables")


def stages(make):
    """Returns the stages by name: the words after `linefeed`."""
    feed, hundred, lines = make.feed(MILLION), make.hundred(), make.positions()
    messages = sorted(glob.glob(make.path(hundred + "/*.pb")))
    schedule = hundred + "/feed.zip"
    return {
        "ingest": ["ingest", feed],
        "ingest --format csv": ["ingest", feed, "--format", "csv", "--tables", "stop_times"],
        "ingest --split --format parquet": ["ingest", feed, "--split", "tables", "--format", "parquet"],
        "ingest --sqlite": ["ingest", feed, "--sqlite", "scale.db"],
        "build-polylines": ["build-polylines", feed],
        "build-polylines --feed": ["build-polylines", "--feed", feed],
        "build-polylines --by way": ["build-polylines", feed, "--by", "way"],
        "service-levels --feed": ["service-levels", "--feed", feed, "--by", "route_id,hour"],
        "check": ["check", feed],
        "diff": ["diff", feed, feed],
        "write-gtfs": ["write-gtfs", feed],
        "decode-rt": ["decode-rt", *messages],
        "occupancy-report, messages": ["occupancy-report", *messages],
        "occupancy-report, lines": ["occupancy-report", lines],
        "track": ["track", *messages],
        "stop-visits": ["stop-visits", "--feed", schedule, *messages],
        "predict": ["predict", "--feed", schedule, *messages],
    }


def amdahl(serial, cores):
    """The speed-up on so many cores if `serial` of the work is one thread's (Amdahl 1967)."""
    return 1 / (serial + (1 - serial) / cores)


def longest_thread(bench, words):
    """The share of all instructions that the busiest of the threads executes, with more workers than cores.

    Other threads can work beside it, so Amdahl's law gives an estimate for it, not a bound. Valgrind runs one thread at a
    time; with --fair-sched=yes they take turns, so that workers get similar shares."""
    with tempfile.TemporaryDirectory() as folder:
        # Several are counted at once, so each has outputs of its own.
        words = [os.path.join(folder, word) if word in OUTPUTS else word for word in words]
        command = ["valgrind", "--tool=callgrind", "--separate-threads=yes", "--fair-sched=yes",
                   "--callgrind-out-file=" + os.path.join(folder, "out"), bench.inputs.path("bin/linefeed"), *words,
                   "--jobs", str(WORKERS)]
        subprocess.run(command, cwd=bench.inputs.work, env=bench.inputs.environment, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        counts = []
        for name in glob.glob(os.path.join(folder, "out-*")):
            with open(name, encoding="utf-8", errors="replace") as file:
                found = re.findall(r"^(?:summary|totals): (\d+)", file.read(), re.MULTILINE)
            counts.append(int(found[-1]) if found else 0)
    return max(counts) / sum(counts) if sum(counts) else None


def measured(bench, words, runs):
    """Medians of elapsed and CPU time on one core and on all, in turns."""
    cores = len(os.sched_getaffinity(0))
    sides = {1: ["taskset", "-c", "0", "linefeed", *words, "--jobs", "1"], cores: ["linefeed", *words]}
    found = {count: [] for count in sides}
    for number in range(runs + 1):
        for count, command in sides.items():
            # What an earlier run has written is removed, so that the next one does all its work.
            for output in OUTPUTS:
                subprocess.run(["rm", "-rf", bench.inputs.path(output)], check=True)
            run = bench.once(Command(command), "/dev/null")
            # The first run of each fills the caches.
            if number:
                found[count].append(run)
    return {count: {name: statistics.median(run[name] for run in list_) for name in ("wall", "cpu", "peak")}
            for count, list_ in found.items()}


class Command:
    """What `Bench.once` runs."""

    def __init__(self, command):
        self.command, self.removes = command, ()


def table(bench, runs, only=()):
    """Yields the lines of the table as they are known: elapsed times are measured first, one after the other, because
    counting instructions keeps the machine busy for minutes."""
    cores = len(os.sched_getaffinity(0))
    chosen = {name: words for name, words in stages(bench.inputs).items() if not only or name in only}
    found = {name: measured(bench, words, runs) for name, words in chosen.items()}
    yield (f"| stage | one core, `--jobs 1` | {cores} cores | speed-up | CPU more | busiest thread | "
           + " | ".join(f"{count} cores, by Amdahl" for count in CORES) + " |")
    yield "|---" * (6 + len(CORES)) + "|"
    with concurrent.futures.ThreadPoolExecutor(cores) as pool:
        shares = pool.map(lambda words: longest_thread(bench, words), chosen.values())
        for name, share in zip(chosen, shares):
            one, all_ = found[name][1], found[name][cores]
            bounds = ["–" if share is None else f"{amdahl(share, count):.1f}" for count in CORES]
            yield (f"| `{name}` | {one['wall']:.2f} s, {one['peak'] / 1e6:.0f} MB | {all_['wall']:.2f} s, "
                   f"{all_['peak'] / 1e6:.0f} MB | {one['wall'] / all_['wall']:.2f} × | "
                   f"{100 * (all_['cpu'] / one['cpu'] - 1):.0f} % | {'–' if share is None else f'{100 * share:.0f} %'} | "
                   + " | ".join(bounds) + " |")
