"""Reads the hand-worked cases of a stage in Tests/Golden; GoldenTests runs linefeed on the same cases."""
import os
import shlex

from checking.feeds import Feed, tables_of_text
from checking.program import arguments, records


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def golden_cases(folder, **flags):
    """Yields the name, feed, records, flags and expected records of each case that a second program can compute. Such a
    case runs one stage with only these flags on a feed in one text, and ends with 0."""
    parser = arguments("", parse=False, feed="", **flags)
    for name in sorted(os.listdir(folder)):
        place = os.path.join(folder, name)
        words, text = shlex.split(read(place + "/cmd")), read(place + "/feed.txt")
        if words[:2] != ["linefeed", os.path.basename(folder)] or not text or os.path.exists(place + "/status"):
            continue
        options, others = parser.parse_known_args(words[2:])
        if not set(others) - {"realtime.ndjson", "-n"}:
            realtime = records(place + "/realtime.ndjson") if "realtime.ndjson" in others else []
            yield name, Feed(tables_of_text(text)), realtime, options, records(place + "/expected")


def report_cases(found, shown):
    """Prints the differences of each case, and returns whether there are any."""
    cases = bad = 0
    for name, lines in found:
        cases, bad = cases + 1, bad + bool(lines)
        print("{:45} {}".format(name, len(lines) or "as worked out"))
        for line in lines[:shown]:
            print("    " + line)
    print("%d cases, %d with differences" % (cases, bad))
    return bad or not cases
