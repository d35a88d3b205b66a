"""Asks performance-report questions about archives of visits, and compares its answers with figures computed here."""
import json
import random
from collections import defaultdict

from figures import delivery, headways, load, predictions, punctuality, segments
from figures.compare import compared, run
from figures.report import Report

KINDS = {"punctuality": punctuality, "headways": headways, "segments": segments, "load": load, "delivery": delivery,
         "predictions": predictions}
KEYS = ["route_id", "direction_id", "pattern_id", "trip_id", "stop_id", "stop_sequence", "vehicle_id", "hour", "time_bin",
        "weekday", "day_type", "service_date", "feed_id"]
WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def question(kind, generator):
    """Returns keys and options, and the same for the report computed here."""
    keys = [key for key in KEYS if not (kind == "delivery" and key in ("stop_id", "stop_sequence") or kind == "segments"
                                        and key == "stop_id")]
    by = generator.choice([["route_id", "hour"], generator.sample(keys, generator.randint(1, 4))])
    options, parameters = ["--of", kind, "--by", ",".join(by)], {}
    if generator.random() < 0.5 and "time_bin" in by:
        parameters["bin_seconds"] = generator.choice([900, 1800, 7200])
        options += ["--bin", "%dm" % (parameters["bin_seconds"] // 60)]
    if generator.random() < 0.4:
        parameters["zone"] = generator.choice(["Europe/London", "America/New_York", "Australia/Lord_Howe"])
        options += ["--timezone", parameters["zone"]]
    if generator.random() < 0.3:
        for name in generator.choice([["from"], ["to"], ["from", "to"]]):
            clock = generator.randrange(0, 86400, 900)
            parameters[name] = clock
            options += ["--" + name, "%02d:%02d" % (clock // 3600, clock // 60 % 60)]
        if parameters.get("from") == parameters.get("to"):
            return question(kind, generator)
    if generator.random() < 0.3:
        parameters["days"] = generator.sample(range(7), generator.randint(1, 4))
        options += ["--days", ",".join(WEEK[day] for day in parameters["days"])]
    choices = {
        "punctuality": [("early", [0, 60, 90], "%ds"), ("late", [0, 120, 300], "%ds"), ("at", ["departure", "arrival"], "%s"),
                        ("timepoints", [True], None)],
        "headways": [("bunched", [0, 0.25, 0.5], "%s"), ("gapped", [1, 1.5, 2.25], "%s"), ("max_headway", [300, 900, 3600], "%ds")],
        "load": [("crowded", ["low", "moderate", "high", "very_crowded"], "%s"), ("load_point", ["pattern", "route", "route"], "%s")]}.get(kind, [])
    for name, values, text in choices:
        if generator.random() < 0.5:
            parameters[name] = generator.choice(values)
            options += ["--" + name.replace("_", "-")] + ([text % parameters[name]] if text else [])
    return by, options, parameters


def names(report):
    """Returns the columns that identify the rows of a report."""
    more = {"segments": ["from_stop_id", "to_stop_id"], "predictions": ["horizon"]}
    return report.by + more.get(report.kind, [])


def expected(report):
    rows = KINDS[report.kind].rows(report)
    for row in rows.values():
        if "route_id" not in report.by:
            row.pop("route_short_name", None)
        if "stop_id" not in report.by:
            row.pop("stop_name", None)
    return rows


def differences(linefeed, report, options, lines):
    """Returns the number of records, and the differences."""
    status, output, errors = run(linefeed, ["performance-report", "-q", "--allow-empty", *options], lines)
    if status != 0:
        return output, ["status %d: %s" % (status, errors.strip())]
    return output, compared(names(report), expected(report), output)


def parts(kind, lines, generator):
    """Divides the lines into parts without splitting what belongs together."""
    count = generator.randint(2, 5)
    owners = defaultdict(lambda: generator.randrange(count))
    lists = [[] for _ in range(count)]
    for line in lines:
        record = json.loads(line)
        if record["table"] == "match_reports":
            lists[0].append(line)
            continue
        run = record.get("trip_id_performed")
        if kind == "predictions":
            # By trip and day; visits without a date go with all days of the trip.
            run = record.get("trip_id", run)
            lists[owners[run]].append(line)
        else:
            lists[owners[(record.get("feed_id"), record["service_date"], run)]].append(line)
    return lists


def merged(linefeed, kind, options, lines, output, generator):
    """Returns the differences between a report and the same report made from parts."""
    found, made = [], []
    for part in parts(kind, lines, generator):
        status, partial, errors = run(linefeed, ["performance-report", "-q", "--allow-empty", *options, "--partial"], part)
        if status != 0:
            found.append("--partial: %s" % errors)
        made += partial.decode().splitlines()
    generator.shuffle(made)
    status, whole, errors = run(linefeed, ["performance-report", "-q", "--allow-empty", "--merge"], made)
    if whole != output:
        found.append("--merge: other bytes %s" % errors)
    return found


def ask(linefeed, kind, records, generator, with_parts, usual=False):
    """Asks one question of a kind about records. Returns the words of the call, the number of records, and the
    differences."""
    lines = [json.dumps(record, ensure_ascii=False) for record in records]
    by, options, parameters = (["route_id", "hour"], ["--of", kind], {}) if usual else question(kind, generator)
    output, found = differences(linefeed, Report(records, kind, by, **parameters), options, lines)
    if with_parts and not found:
        found = merged(linefeed, kind, options, lines, output, generator)
    return "performance-report " + " ".join(options), output.count(b"\n"), found


def ask_about_city(linefeed, city, seed, with_parts):
    """Asks every kind of question about a random archive."""
    for kind in KINDS:
        generator = random.Random("%s %s" % (seed, kind))
        orders = ["written", "runs"] if kind in ("segments", "load") else ["written", "runs", "trips first", "any"]
        records = city.records(generator.choice(orders))
        if kind == "predictions":
            updates = list(city.updates)
            generator.shuffle(updates)
            records = generator.choice([records + updates, updates + records])
        yield (kind, *ask(linefeed, kind, records, generator, with_parts))
