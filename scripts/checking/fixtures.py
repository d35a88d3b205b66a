"""Reads the feed of docs/check-rules.md and the changes that break each rule or only just obey it."""
import json
import os
import re

from checking.program import ROOT

DOCUMENT = os.path.join(ROOT, "docs", "check-rules.md")
REALTIME = "realtime.ndjson"


def document():
    """Returns the lines of each file of the feed, and for each rule its severity, its number and its two changes."""
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    feed, rules = text.split("<!-- From here on written by", 1)
    files = {name: body.splitlines() for name, body in re.findall(r"^`([^`\n]+)`\n\n```\w+\n(.*?)\n```$", feed, re.M | re.S)}
    found = {}
    for code, body in re.findall(r"^### (\w+)\n(.*?)(?=^##|\Z)", rules, re.M | re.S):
        number = re.search(r"\(([EW]\d{3})\)\.$", body, re.M)
        found[code] = {
            "severity": body.strip().split(":")[0], "number": number and number.group(1),
            **{kind: change for kind, change in re.findall(r"^(breaks|passes): (.*)$", body, re.M)}}
    return files, found


def changed(files, change):
    """Returns the lines of each file after a change in the notation of the document."""
    files = {name: list(lines) for name, lines in files.items()}
    for step in change.split(" && "):
        verb, name, rest = (step.split(" ", 2) + [""])[:3]
        lines = files.get(name)
        place, _, value = rest.partition(": ")
        if verb == "drop":
            del files[name]
        elif verb == "file":
            files[name] = [rest] if rest else []
        elif verb == "add":
            lines.append(rest)
        elif verb == "remove":
            del lines[int(rest)]
        elif verb == "raw":
            lines[int(place)] = value
        elif verb == "folder":
            files = {one if one == REALTIME else name + "/" + one: text for one, text in files.items()}
        elif verb in ("head", "column"):
            one, _, two = rest.partition("=")
            if verb == "head":
                lines[0] = ",".join(two if cell == one else cell for cell in lines[0].split(","))
            else:
                files[name] = [line + "," + (two if number else one) for number, line in enumerate(lines)]
        elif verb == "edit":
            at = int(place) - (name == REALTIME)
            cells = json.loads(lines[at]) if name == REALTIME else lines[at].split(",")
            for pair in value.split("; "):
                one, _, two = pair.partition("=")
                if name != REALTIME:
                    cells[lines[0].split(",").index(one)] = two
                elif two:
                    cells[one] = json.loads(two)
                else:
                    cells.pop(one, None)
            lines[at] = json.dumps(cells) if name == REALTIME else ",".join(cells)
        else:
            raise ValueError("no change is called " + verb)
    return files


def encoded(lines):
    r"""Returns the bytes of a file's lines; `\n` and `\xff` stand for bytes."""
    data = "".join(line + "\n" for line in lines).encode()
    return re.sub(rb"\\n|\\x([0-9a-f]{2})", lambda found: bytes([int(found.group(1), 16)]) if found.group(1) else b"\n", data)


def schedule(files):
    """Returns the names and bytes of a feed's files, without the messages."""
    return [(name, encoded(lines)) for name, lines in files.items() if name != REALTIME]
