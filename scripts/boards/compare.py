"""Runs linefeed and compares its boards with the boards computed here."""
import json

from checking.made import lines_of
from checking.program import fnv1a64, records as read, run

KEYS = """table feed_id stop_id stop_name platform_code trip_id start_date start_time stop_sequence route_id
route_short_name route_color route_text_color route_type headsign direction_id wheelchair_accessible scheduled_time
scheduled_time_local departure_time departure_time_local delay realtime interpolated schedule_relationship
countdown_seconds vehicle_id occupancy_status occupancy_percentage occupancy_level occupancy_symbol occupancy_color
occupancy_label""".split()


def differences(expected, actual):
    """Lists the differences between two boards as lines of text; an interpolated time may differ by a second."""
    found = []
    near = any(r["interpolated"] for r in expected)

    def name(r):
        return (r.get("stop_id"), r.get("trip_id"), r.get("start_date"), r.get("start_time"), r.get("stop_sequence"))
    if [name(r) for r in expected] != [name(r) for r in actual] and not (
            near and sorted(map(str, map(name, expected))) == sorted(map(str, map(name, actual)))):
        for a in expected:
            if name(a) not in map(name, actual):
                found.append("missing %s" % json.dumps(a, ensure_ascii=False))
        for b in actual:
            if name(b) not in map(name, expected):
                found.append("too much %s" % json.dumps(b, ensure_ascii=False))
        return found or ["another order: %s, not %s" % ([name(r)[1:] for r in actual], [name(r)[1:] for r in expected])]
    by_name = {name(r): r for r in actual}
    for a in expected:
        b = by_name[name(a)]
        if [k for k in KEYS if k in b] != list(b):
            found.append("%s: keys are %s" % (name(a), list(b)))
        for key in KEYS:
            x, y = a.get(key, "absent"), b.get(key, "absent")
            if x == y and type(x) is type(y):
                continue
            if a["interpolated"] and isinstance(x, int) and isinstance(y, int) and abs(x - y) <= 1 and key in (
                    "scheduled_time", "departure_time", "countdown_seconds", "delay"):
                continue
            if a["interpolated"] and key.endswith("_local") and abs(a[key[:-6]] - b[key[:-6]]) == 1:
                continue
            found.append("%s: %s is %r, not %r" % (name(a), key, y, x))
    return found


def figures(board):
    """Returns rows, interpolated rows, and the hash of the others: members separated by tabs, missing members empty."""
    names = "stop_id trip_id start_date start_time stop_sequence scheduled_time departure_time delay".split()
    text = "".join("\t".join("" if r.get(n) is None else str(r[n]) for n in names) + "\n"
                   for r in board if not r["interpolated"])
    return len(board), sum(r["interpolated"] for r in board), fnv1a64(text.encode())


def departures(linefeed, feed, stop, at, files=(), records=(), extra=()):
    """Runs the program with realtime from protocol buffer files, from records, or without realtime."""
    command = [linefeed, "departures", "--feed", feed, "--stop", stop, "--at", str(at), "--horizon", "2h", *extra]
    if files:
        status, lines, errors = run([linefeed, "decode-rt", *files])
        return (status, b"", errors) if status else run(command + ["-"], input=lines)
    if records:
        return run(command + ["-"], input=lines_of(records).encode())
    return run(command + ["-n"])


def board_of(output):
    return [r for r in read(output) if r["table"] == "departures"]


LINE = "{:55} {:8} {:>14} {:>11} {:>5} {:>5} {:>5}  {}"


def match_report(output):
    return next((r for r in read(output) if r["table"] == "match_reports"), {})


def compared(status, output, errors, board, contradicting):
    if status:
        return ["status %d: %s" % (status, errors.strip()[-300:])]
    found, counted = differences(board, board_of(output)), match_report(output).get("contradicting_stops", 0)
    return found + ["contradicting_stops is %d, not %d" % (counted, contradicting)] * (counted != contradicting)


def report(line, found, options):
    print(line)
    for text in found[:options.show]:
        print("    " + text)
    return bool(found)
