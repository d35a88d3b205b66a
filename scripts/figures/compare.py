"""Runs linefeed and compares its records with figures computed here."""
import json
from collections import defaultdict

from checking import program
from figures.report import rank

# Rounded columns and their decimals; shares have four.
DECIMALS = defaultdict(lambda: 1, headway_cv=4, kilometres=3, hours=3, trips_per_day=3, speed_kph=2, **{
    name + end: 3 for name in ("trips_per_day", "kilometres_per_day") for end in ("_old", "_new")})


def run(linefeed, arguments, lines=None):
    """Runs linefeed. `lines` go through a pipe, which it reads by other code than a small file. Returns the status, the
    output and the messages."""
    return program.run([linefeed, *arguments], input="".join(line + "\n" for line in lines or ()).encode())


def is_same(name, expected, actual, tolerance=0):
    """Whether a figure is printed correctly. `tolerance`: the share by which measurements of two programs may
    differ."""
    if expected is None or actual is None or isinstance(expected, (str, bool, list)):
        return expected == actual and type(expected) is type(actual)
    if isinstance(actual, (str, bool, list)):
        return False
    if isinstance(expected, int):
        return expected == actual
    decimals = 4 if name.startswith("share_") else DECIMALS[name]
    return abs(float(expected) - actual) <= 0.5 * 10 ** -decimals + 1e-9 + tolerance * abs(float(expected))


def shown(value):
    return value if value is None or isinstance(value, (str, bool, list, int)) else float(value)


def compared(names, expected, output, tolerance=(), table=None):
    """Returns the differences between rows by key and the records of an output, as lines of text. `names`: the columns
    of the key; `tolerance`: by column, see `is_same`."""
    expected, tolerance = dict(expected), dict(tolerance)
    found, order = [], []
    for line in output.decode().splitlines():
        row = json.loads(line)
        if table is not None and row["table"] != table:
            continue
        if row.get("type") == "Feature":
            row = row["properties"]
        key = tuple(row.get(name) for name in names)
        order.append(key)
        wanted = expected.pop(key, None)
        if wanted is None:
            found.append("too much: %s" % line)
            continue
        for name, value in wanted.items():
            if not is_same(name, value, row.get(name), tolerance.get(name, 0)):
                found.append("%s: %s is %s, not %s" % (key, name, row.get(name), shown(value)))
        extra = set(row) - set(wanted) - set(names) - {"table", "timezone", "feed_id"}
        if extra:
            found.append("%s: %s" % (key, sorted(extra)))
    found += ["missing: %s %s" % (key, {name: shown(value) for name, value in row.items()}) for key, row in expected.items()]
    if order != sorted(order, key=lambda key: rank(names, key)):
        found.append("out of order")
    return found
