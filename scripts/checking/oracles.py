"""Runs other validators, which are packages of PyPI, and compares their notices with those of check."""
import collections
import contextlib
import datetime
import fnmatch
import io
import os
import pathlib
import signal

from checking.program import ROOT, records, run

# The time of the examples in docs/check-rules.md.
DATE = "2026-03-02"
# Notices about a file as it is read, before rules compare rows. If such a notice is an error, the canonical validator drops
# the table and skips all rules that need it; check uses the rows that it can read.
LOADING = set("""csv_parsing_failed duplicate_geo_json_key duplicated_column empty_column_name empty_file empty_row
geo_json_duplicated_element geo_json_unknown_element invalid_character invalid_color invalid_currency invalid_currency_amount invalid_date
invalid_email invalid_float invalid_geometry invalid_input_files_in_subfolder invalid_integer invalid_language_code
invalid_phone_number invalid_row_length invalid_time invalid_timezone invalid_url leading_or_trailing_whitespaces malformed_json
missing_recommended_file missing_required_column missing_required_element missing_required_field missing_required_file
mixed_case_recommended_field new_line_in_value non_ascii_or_non_printable_char number_out_of_range too_many_rows
unexpected_enum_value unknown_column unknown_file unsupported_feature_type unsupported_geo_json_type
unsupported_geometry_type""".split())
HARMLESS = set("""empty_row geo_json_unknown_element leading_or_trailing_whitespaces missing_recommended_file mixed_case_recommended_field
non_ascii_or_non_printable_char unexpected_enum_value unknown_column unknown_file invalid_input_files_in_subfolder""".split())


class Slow(Exception):
    """A validator took too long."""


@contextlib.contextmanager
def patience(limit):
    """Raises Slow after so many seconds."""
    def end(*_):
        raise Slow
    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(limit)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def check(linefeed, path, *more):
    """Returns how often check finds each rule broken, and the severities; None if the feed is not one."""
    status, output, _ = run([linefeed, "check", path, *more, "-q"])
    if status:
        return None
    counts, severities = collections.Counter(), {}
    for notice in records(output):
        counts[notice["code"]] += notice["count"]
        severities[notice["code"]] = notice["severity"]
    return counts, severities


def guru(path):
    """Returns the counts of gtfs-guru; None if it fails."""
    import gtfs_guru
    try:
        notices = gtfs_guru.validate(path, date=DATE).notices
    except (ValueError, RuntimeError, OSError):
        return None
    return collections.Counter(notice.code for notice in notices), {notice.code: notice.severity for notice in notices}


def port(path, limit=60):
    """Returns the counts of gtfs-validator, which is a port of the canonical validator; None if it takes too long or fails."""
    from gtfs_validator.notices import NoticeContainer
    from gtfs_validator.pipeline import run_validation
    notices, errors = NoticeContainer(), NoticeContainer()
    try:
        with patience(limit), contextlib.redirect_stderr(io.StringIO()):
            _, opened = run_validation(pathlib.Path(path), notices, errors, validation_date=datetime.date.fromisoformat(DATE))
    except Slow:
        return None
    groups = notices.grouped()
    return (collections.Counter({ones[0].code: notices.count_for(key) for key, ones in groups.items()}),
            {ones[0].code: ones[0].severity.name for ones in groups.values()}) if opened and not errors.grouped() else None


def matches(patterns, word):
    return any(fnmatch.fnmatch(word, pattern) for pattern in patterns.split(","))


class Argued:
    """The differences of a file of scripts/checking, each with its reason; `used`: how often each occurred."""

    def __init__(self, name):
        with open(os.path.join(ROOT, "scripts", "checking", name), encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
        for row in rows:
            if len(row) != 6 or not row[5]:
                raise SystemExit("%s has a row without six columns: %s" % (name, row))
        self.rows, self.used = [tuple(row) for row in rows], collections.Counter()

    def accepts(self, code, feed, validator, sign, beside, agrees):
        """`sign`: + if check counts more than the other, - if it counts less, ! if the severities differ; `beside`: the codes that
        either reports; `agrees`: whether a third validator counts as check does."""
        for row in self.rows:
            if (matches(row[0], code) and matches(row[1], feed) and matches(row[2], validator) and sign in row[3] and (
                    not row[4] or row[4] == "third" and agrees or any(matches(row[4], one) for one in beside))):
                self.used[row] += 1
                return True
        return False


def differences(mine, theirs):
    """Yields (code, sign, count of check, count of the other) for each rule whose counts or severities differ."""
    (counts, severities), (others, others_severities) = mine, theirs
    dropped = any(code in LOADING and code not in HARMLESS for code in others)
    for code in sorted(set(counts) | set(others)):
        if dropped and code not in LOADING:
            continue
        if counts[code] != others[code]:
            yield code, "+" if counts[code] > others[code] else "-", counts[code], others[code]
        elif severities[code] != others_severities[code]:
            yield code, "!", severities[code], others_severities[code]


# MARK: Realtime

def realtime_feed(path):
    """Reads a timetable for gtfs-rt-validator."""
    from gtfs_rt_validator import api
    return api.prepare_feed(pathlib.Path(path), mode=api.Mode.MODERN)


def realtime(feed, cycles, at):
    """Returns the counts of gtfs-rt-validator by number; None if it fails. `cycles`: for each moment, the message of each role;
    `at`: POSIX seconds."""
    from gtfs_rt_validator import api
    from gtfs_rt_validator.runner import Source
    inputs = api.Inputs(tuple(tuple(Source(path, role, pathlib.Path(path)) for role, path in cycle) for cycle in cycles), False)
    found = api.validate(api.Request(api.Mode.MODERN, feed, inputs, at=datetime.datetime.fromtimestamp(at, datetime.UTC))).run
    # The other validator cannot read a message that lacks a field which protobuf requires, such as an entity's id.
    if found.messages_validated < sum(map(len, cycles)):
        return None
    return collections.Counter({rule: found.notices.count_for(rule) for rule in found.notices.rule_ids() if rule[0] in "EW"})
