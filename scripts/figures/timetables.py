"""Asks service-levels and diff --by questions about feeds, and compares their answers with figures computed here."""
import datetime

from checking.feeds import clock, digits
from figures.changes import Changes
from figures.compare import compared, run
from figures.levels import Levels
from figures.observed import Observed

LEVEL_KEYS = ["route_id", "direction_id", "stop_id", "hour", "weekday", "day_type", "date"]
CHANGE_KEYS = ["route_id", "direction_id", "stop_id", "day_type", "hour"]
USUAL_LEVELS = [["date"], ["route_id", "direction_id", "date"], ["route_id", "hour"], ["day_type", "hour"], ["stop_id"],
                ["stop_id", "hour", "weekday"], ["route_id", "stop_id"]]
USUAL_CHANGES = [["route_id"], ["day_type", "route_id", "direction_id"], ["stop_id"], ["hour", "day_type"]]
DAYS = {"weekday": range(5), "saturday": [5], "sunday": [6], "mon": [0], "tue": [1], "wed": [2], "thu": [3], "fri": [4],
        "sat": [5], "sun": [6], "weekend": [5, 6]}
# Two programs differ in the last digit of metres, and place a stop beside a shape some centimetres apart.
LENGTHS = ("kilometres", "speed_kph", "kilometres_per_day_old", "kilometres_per_day_new")
NEARLY, BESIDE_SHAPES = dict.fromkeys(LENGTHS, 1e-5), dict.fromkeys(LENGTHS, 1e-3)


def choose_days(generator, covered, options):
    """Adds random --date and --days; returns the remaining days of a feed."""
    days = covered
    if generator.random() < 0.4:
        first = covered[0] + datetime.timedelta(generator.randrange(-2, len(covered)))
        last = first + datetime.timedelta(generator.choice([0, 0, 3, 6, 13]))
        options += ["--date", digits(first) if first == last else "%s-%s" % (digits(first), digits(last))]
        days = [day for day in days if first <= day <= last]
    if generator.random() < 0.3:
        names = generator.sample(sorted(DAYS), generator.choice([1, 1, 2]))
        options += ["--days", ",".join(names)]
        days = [day for day in days if any(day.weekday() in DAYS[name] for name in names)]
    return days


def choose_window(generator, options):
    window = [None, None]
    if generator.random() < 0.35:
        for end in generator.choice([[0], [1], [0, 1]]):
            window[end] = generator.choice([0, 5, 7, 8, 17, 22, 23, 24, 26]) * 3600 + generator.choice([0, 0, 900, 1799])
            options += [("--from", "--to")[end], clock(window[end])[:5] if window[end] % 60 == 0 else clock(window[end])]
        if None not in window and (window[0] == window[1] or window[0] - window[1] >= 86400):
            return None
    return window


def ask_levels(linefeed, path, feed, generator=None, keys=None, days=None, visits=None):
    """Asks one question about a feed. Returns the words of the call, the number of records, and the differences.
    Without a generator, the question uses the given keys and days. `visits`: a file of visits and its records, for
    --observed."""
    options, window, served_only = ["--feed", path], (None, None), True
    if generator is not None:
        keys = generator.choice([generator.choice(USUAL_LEVELS), generator.sample(LEVEL_KEYS, generator.randint(1, 4))])
        days = choose_days(generator, feed.covered(), options)
        window = choose_window(generator, options)
        served_only = generator.random() < 0.5
    elif days is not None:
        options += ["--date", "%s-%s" % (digits(days[0]), digits(days[-1]))]
    # Only stops can have rows without service.
    served_only = served_only and "stop_id" in keys
    options += ["--by", ",".join(keys)] + ["--served-only"] * served_only
    if visits is not None:
        options += ["--observed", visits[0]]
    words = "service-levels " + " ".join(options)
    if window is None:
        return words, 0, []
    status, output, errors = run(linefeed, ["service-levels", "-q", "--allow-empty", *options])
    levels = Levels(feed, keys, days, window, served_only)
    rows = levels.rows() if days is None or days else {}
    if visits is not None and rows:
        rows = Observed(levels, visits[1]).added_to(rows)
    if status == 65 and not days:
        return words, 0, []
    if status != 0:
        return words, 0, ["status %d: %s" % (status, errors.strip())]
    return words, output.count(b"\n"), compared(keys, rows, output, NEARLY if generator else BESIDE_SHAPES)


def ask_changes(linefeed, paths, feeds, generator=None, keys=None, days=None):
    """Asks one question about two feeds; without a generator, with the given keys and days."""
    options = [] if days is None else ["--date", "%s-%s" % (digits(days[0]), digits(days[-1]))]
    both = sorted(set(feeds[0].covered()) & set(feeds[1].covered()))
    if generator is not None:
        keys = generator.choice([generator.choice(USUAL_CHANGES), generator.sample(CHANGE_KEYS, generator.randint(1, 3))])
        days = choose_days(generator, both, options) if both else None
    options += ["--by", ",".join(keys)]
    words = "diff OLD NEW " + " ".join(options)
    status, output, errors = run(linefeed, ["diff", "-q", *paths, *options])
    found = Changes(*feeds, keys, days)
    rows = found.rows() if found.days else {}
    wanted = 65 if not found.days else 1 if rows else 0
    if status != wanted:
        return words, output.count(b"\n"), ["status %d, not %d: %s" % (status, wanted, errors.strip())]
    return words, output.count(b"\n"), compared(keys, rows, output, NEARLY if generator else BESIDE_SHAPES)
