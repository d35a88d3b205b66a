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


class Report:
    """How often a validator finds each rule broken: `counts` by code, `places` by code and file, and the severities. The file is
    None if the validator does not name it."""

    def __init__(self):
        self.counts, self.places, self.severities = collections.Counter(), collections.Counter(), {}

    def add(self, code, severity, file, count=1):
        self.counts[code] += count
        self.places[code, file] += count
        self.severities[code] = severity

    @property
    def dropped(self):
        """Whether the validator dropped a table, if it is not check."""
        return any(code in LOADING and code not in HARMLESS for code in self.counts)


def check(linefeed, path, *more):
    """Returns the report of check; None if the feed is not one."""
    status, output, _ = run([linefeed, "check", path, *more, "-q"])
    if status:
        return None
    report = Report()
    for notice in records(output):
        report.add(notice["code"], notice["severity"], notice["file"], notice["count"])
    return report


def guru(path):
    """Returns the report of gtfs-guru; None if it fails."""
    import gtfs_guru
    report = Report()
    try:
        for notice in gtfs_guru.validate(path, date=DATE).notices:
            report.add(notice.code, notice.severity, notice.file or notice.get("filename"))
    except (ValueError, RuntimeError, OSError):
        return None
    return report


def port(path, limit=60):
    """Returns the report of gtfs-validator, which is a port of the canonical validator; None if it takes too long or fails."""
    from gtfs_validator.notices import NoticeContainer
    from gtfs_validator.pipeline import run_validation
    notices, errors = NoticeContainer(), NoticeContainer()
    try:
        with patience(limit), contextlib.redirect_stderr(io.StringIO()):
            _, opened = run_validation(pathlib.Path(path), notices, errors, validation_date=datetime.date.fromisoformat(DATE))
    except Slow:
        return None
    if not opened or errors.grouped():
        return None
    report = Report()
    for key, ones in notices.grouped().items():
        for one in ones:
            report.add(one.code, one.severity.name, one.context.get("filename"))
        # The port keeps only some notices of a code, and counts the others.
        report.add(ones[0].code, ones[0].severity.name, None, notices.count_for(key) - len(ones))
    return report


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

    def accepts(self, code, feed, validator, sign, holds):
        """`sign`: + if check counts more than the other, - if it counts less, ! if the severities differ; `holds`: returns
        whether a phrase of the column "beside" is true."""
        for row in self.rows:
            if matches(row[0], code) and matches(row[1], feed) and matches(row[2], validator) and sign in row[3] and (
                    not row[4] or any(all(map(holds, one.split(" and "))) for one in row[4].split(","))):
                self.used[row] += 1
                return True
        return False


class Difference:
    """A code that check and another validator count differently in a feed."""

    def __init__(self, code, mine, theirs, third):
        """`third`: the report of a third validator, if there is one."""
        self.code, self.mine, self.theirs, self.third = code, mine, theirs, third
        self.sign = "!"
        if mine.counts[code] != theirs.counts[code]:
            self.sign = "+" if mine.counts[code] > theirs.counts[code] else "-"
        files = {file for one, file in {*mine.places, *theirs.places} if one == code}
        self.files = {file for file in files if mine.places[code, file] != theirs.places[code, file]}

    def holds(self, phrase):
        """Whether a phrase is true that scripts/checking/canonical-differences.tsv explains."""
        words = phrase.split(" ")
        if phrase == "third":
            return self.third is not None and self.third.counts[self.code] == self.mine.counts[self.code]
        if phrase == "dropped":
            return self.theirs.dropped
        if words[:2] == ["only", "in"]:
            return self.files <= set(words[2::2])
        if words[1:] == ["in", "each"]:
            return all(self.mine.places[words[0], file] for file in self.files)
        if words[1:2] == ["in"]:
            return self.mine.places[words[0], words[2]] > 0
        return any(fnmatch.fnmatch(one, phrase) for one in {*self.mine.counts, *self.theirs.counts})


def differences(mine, theirs, third):
    """Returns the differences of two reports."""
    codes = sorted({*mine.counts, *theirs.counts} & LOADING if theirs.dropped else {*mine.counts, *theirs.counts})
    return [Difference(code, mine, theirs, third) for code in codes
            if mine.counts[code] != theirs.counts[code] or mine.severities[code] != theirs.severities[code]]


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
