"""Runs linefeed, parses the command lines of scripts, and reads linefeed's output."""
import argparse
import glob
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = os.environ.get("LINEFEED_REAL_DATA", os.path.join(ROOT, "..", "shared", "data"))


def arguments(document, *places, parse=True, **options):
    """Parses a command line, whose help is the script's docstring. `places`: arguments without a flag. Each option has
    a flag of its name and the type of its default. True makes an option required, False makes it a switch, and a list
    makes it repeatable."""
    parser = argparse.ArgumentParser(description=document, formatter_class=argparse.RawDescriptionHelpFormatter)
    for place in places:
        parser.add_argument(place.rstrip("?*"), nargs=place[-1] if place[-1] in "?*" else None)
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is False:
            parser.add_argument(flag, action="store_true")
        elif isinstance(value, list):
            parser.add_argument(flag, action="append", type=type(*value) if value else str)
        else:
            parser.add_argument(flag, required=value is True, default=None if value is True else value or (value if value == 0 else None),
                                type=type(value) if isinstance(value, (int, float)) and value is not True else str)
    return parser.parse_args() if parse else parser


def release_flags():
    """The words of the flags of `swift build` for a release, which scripts/build uses too."""
    command = [os.path.join(ROOT, "scripts", "release-flags")]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def packages(*names):
    """Restarts in an environment with packages from PyPI, which is made for this run if they are missing."""
    if "CHECKING_PACKAGES" in os.environ or all(importlib.util.find_spec(name.split("=")[0]) for name in names):
        return
    with tempfile.TemporaryDirectory() as folder:
        python = os.path.join(folder, "bin", "python")
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *names], check=True)
        sys.exit(subprocess.run([python, "-B", *sys.argv], check=False, env={**os.environ, "CHECKING_PACKAGES": folder}).returncode)


def zips(data, *folders, largest=None):
    """Returns the feeds in some folders of the real data, by name, of at most `largest` bytes."""
    paths = [path for folder in folders or ["static"] for path in sorted(glob.glob(os.path.join(data, folder, "*.zip")))]
    return [path for path in paths if largest is None or os.path.getsize(path) <= largest]


def run(command, **options):
    """Returns the status, standard output as bytes, and standard error as text."""
    done = subprocess.run(command, capture_output=True, **options)
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")


def trials(key, **names):
    """What the files `trial` of stages' golden folders say of a key: (the stage, the rest of the key, its words); `names`: what
    stands for words in braces."""
    for path in sorted(glob.glob(os.path.join(ROOT, "Tests", "Golden", "*", "trial"))):
        with open(path, encoding="utf-8") as file:
            lines = [line.rstrip("\n").partition(": ") for line in file]
        for name, _, words in lines:
            if name.split(" ")[0] == key:
                yield (os.path.basename(os.path.dirname(path)), name[len(key) + 1:],
                       [word.format(**names) for word in words.split()])


def records(source):
    """Returns the records of an output, or of the file with a name."""
    if isinstance(source, str):
        with open(source, "rb") as file:
            source = file.read()
    return [json.loads(line) for line in source.split(b"\n") if line.strip()]


def by_table(rows):
    tables = {}
    for row in rows:
        tables.setdefault(row["table"], []).append(row)
    return tables


def write(path, rows):
    """Writes records, or lines of text, and returns the path."""
    with open(path, "w", encoding="utf-8") as file:
        file.writelines((row if isinstance(row, str) else json.dumps(row, ensure_ascii=False)) + "\n" for row in rows)
    return path


def between(path, begin, end, text):
    """Replaces the text between two marks of a document."""
    with open(path, encoding="utf-8") as file:
        whole = file.read()
    if begin not in whole or end not in whole.split(begin, 1)[1]:
        raise SystemExit("%s lacks the marks between which the table stands" % path)
    before, rest = whole.split(begin, 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("%s%s\n%s%s%s" % (before, begin, text, end, rest.split(end, 1)[1]))


def table(head, rows):
    """Returns a Markdown table; `head`: the names of columns separated by |."""
    names = head.split("|")
    return "".join("| %s |\n" % " | ".join(map(str, row)) for row in [names]) + "|" + "---|" * len(names) + "\n" + "".join(
        "| %s |\n" % " | ".join(map(str, row)) for row in rows)


def instructions(command, out, **options):
    """Counts the instructions of a command under valgrind; returns them, its status and its messages. `out`: a file for
    valgrind."""
    done = subprocess.run(
        ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", "--log-file=" + out, *command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no"}, check=False, **options)
    said = done.stderr.decode("utf-8", "replace")
    with open(out, encoding="utf-8") as file:
        found = re.findall(r"I +refs: +([\d,]+)", file.read())
    if not found:
        raise ValueError("no count: %s" % said[-500:])
    return int(found[-1].replace(",", "")), done.returncode, said


def fnv1a64(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%016x" % value


class Differences:
    """Counts differences, and prints the first ones."""

    def __init__(self, name, shown=20):
        self.name, self.shown, self.count = name, shown, 0

    def __call__(self, *words):
        self.count += 1
        if self.count <= self.shown:
            print(self.name + ":", *[str(word)[:600] for word in words])
