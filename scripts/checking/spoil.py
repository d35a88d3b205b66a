"""Makes pseudorandom changes to bytes, tables of feeds, and messages. `spoil_…` damages an input; `vary_…` changes one
value, row, column, file or field to something that rules check."""
import csv
import io
import re
import struct
import zipfile

from checking.made import read_varint, varint

CELLS = [b"", b" ", b"-1", b"0", b"-0", b"1", b"007", b"1e308", b"-1e400", b"NaN", b"inf", b"99:99:99", b"25:61:61", b"8:5:3",
         b"24:00:00", b"999999999:00:00", b"-1:00:00", b"20260230", b"99999999", b"00000000", b"18446744073709551616",
         b"-9223372036854775809", b"9007199254740993", b"2147483648", b"255", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\0",
         b'"', b'""', b'"a""b"', b'"a\nb"', b"a,b", b"\t", b"\xf0\x9f\x9a\x8c", b"\xe2\x80\xae", b"x" * 300, b"91", b"-181",
         b"1.7976931348623157e309", b"0x10", b"+5", b"1,5", b"true", b"null", b"#", b"..", b"../../x", b"C\xc3\xb4te"]
NUMBERS = [0, 1, 2, 127, 128, 255, 256, 32767, 32768, 65535, 1 << 24, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1,
           1 << 63, (1 << 64) - 1]


# MARK: Bytes

def spoil_bytes(data, rng, other=b""):
    """Changes bytes, whatever they mean."""
    size = len(data)
    if not data:
        return rng.randbytes(rng.randint(0, 40))
    at = rng.randrange(size)
    length = min(size - at, rng.choice([1, 2, 4, 8, 32, 200, size // 10 + 1]))
    before, here, after = data[:at], data[at:at + length], data[at + length:]
    one, two, three = sorted(rng.randrange(size) for _ in range(3))
    width, start = rng.choice([1, 2, 4, 8]), rng.randrange(len(other)) if other else 0

    def flipped():
        changed = bytearray(data)
        for _ in range(rng.choice([1, 1, 2, 8, 64])):
            changed[rng.randrange(size)] ^= 1 << rng.randrange(8)
        return bytes(changed)

    return rng.choice([
        lambda: before, lambda: data[at:], flipped, lambda: before + after,
        lambda: before + bytes([rng.choice([0, 0x7F, 0x80, 0xFF, 0x0A, 0x22, 0x2C, rng.randrange(256)])]) + data[at + 1:],
        lambda: before + rng.randbytes(rng.randint(1, 16)) + data[at:],
        lambda: before + here * rng.choice([1, 1, 2, 50]) + data[at:],
        lambda: before + other[start:start + rng.choice([length, 4, 64, 1000])] + after,
        lambda: data[:one] + data[two:three] + data[one:two] + data[three:],
        lambda: before + (rng.choice(NUMBERS) % (1 << 8 * width)).to_bytes(width, rng.choice(["little", "big"])) + data[at + width:],
        lambda: before + bytes([rng.choice([0, 0xFF])]) * length + after,
        lambda: data + (other[:rng.randint(0, 2000)] or data[:200])])()


# MARK: Tables in a zip

def spoil_table(text, rng, others):
    """Changes the rows or cells of a CSV file; `others` are the other files of the feed."""
    rows = text.split(b"\n")
    body = range(1, len(rows)) if len(rows) > 1 else range(len(rows))
    at, to, column = rng.choice(body), rng.choice(body), rng.randrange(rows[0].count(b",") + 1)
    other = rng.choice(others) if others else b""

    def cells(number, change):
        found = rows[number].split(b",")
        change(found)
        rows[number] = b",".join(found)

    def set_some():
        for _ in range(rng.choice([1, 1, 3, 20])):
            cells(rng.choice(body), lambda found: found.__setitem__(rng.randrange(len(found)), rng.choice(CELLS)))

    def set_column():
        value = rng.choice(CELLS)
        for number in body:
            cells(number, lambda found: found.__setitem__(slice(column, column + 1), [value]) if column < len(found) else None)

    def shuffle():
        tail = rows[1:]
        rng.shuffle(tail)
        rows[1:] = tail

    def rename():
        names = rows[0].split(b",")
        more = names + CELLS + [b"stop_id", b"trip_id", b"STOP_ID", b"feed_id", b"table"]
        cells(0, lambda found: found.__setitem__(rng.randrange(len(found)), rng.choice(more)))

    how = rng.choice([set_some] * 5 + [
        shuffle, rename, set_column, lambda: rows.pop(at),
        lambda: rows.__setitem__(slice(at, at), [rows[at]] * rng.choice([1, 1, 3, 100])),
        lambda: rows.__setitem__(slice(at, at), other.split(b"\n")[:rng.randint(1, 5)]),
        lambda: rows.insert(at, rows.pop(to)),
        lambda: cells(at, lambda found: found.__delitem__(slice(rng.randrange(len(found) + 1), None))),
        lambda: rows.__setitem__(at, rows[at] + b"," + rng.choice(CELLS) * rng.choice([1, 1, 40])),
        lambda: [cells(number, lambda found: found.__delitem__(slice(column, column + 1))) for number in range(len(rows))],
        lambda: rows.__setitem__(at, b'"' + rows[at]), lambda: rows.__delitem__(slice(1, None)),
        "ends of lines", "encoding", "bytes"])
    if how == "ends of lines":
        return b"\r".join(rows) if rng.random() < 0.5 else b"\r\n".join(row.rstrip(b"\r") for row in rows)
    if how == "encoding":
        return text.decode("latin-1").encode(rng.choice(["utf-16", "utf-16-be", "utf-8-sig"]))
    if how == "bytes":
        return spoil_bytes(text, rng, other)
    how()
    return b"\n".join(rows)


def spoil_feed(files, rng):
    """Changes the tables of a feed: a list of names and texts, in which a name may occur twice."""
    files = list(files)
    texts = [text for _, text in files]
    at = rng.randrange(len(files))
    name, text = files[at]
    what = rng.randrange(16)
    if what == 0:
        del files[at]
    elif what == 1:
        files.append((rng.choice([name, name.upper(), "in/" + name, "__MACOSX/._" + name]), spoil_table(text, rng, texts)))
    elif what == 2:
        other = rng.randrange(len(files))
        files[at], files[other] = (name, files[other][1]), (files[other][0], text)
    elif what == 3:
        files[at] = (rng.choice(["x.txt", "locations.geojson", "stops.csv", "feed/" + name, "../" + name, "a" * 300 + ".txt"]), text)
    else:
        files[at] = (name, spoil_table(text, rng, texts))
    return files or [("stops.txt", b"stop_id\n1\n")]


def zipped(files, rng):
    out = io.BytesIO()
    how = rng.choice([zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, text in files:
            archive.writestr(zipfile.ZipInfo(name), text, how)
        if rng.random() < 0.05:
            archive.comment = b"PK\x05\x06" * 10
    return out.getvalue()


# MARK: Messages

def fields(data):
    """Returns the fields of a message: (tag, wire type, value); None if it is not a message."""
    found, position = [], 0
    try:
        while position < len(data):
            key, position = read_varint(data, position)
            kind = key & 7
            if kind == 0:
                value, position = read_varint(data, position)
            elif kind in (1, 5):
                size = 8 if kind == 1 else 4
                value, position = data[position:position + size], position + size
            elif kind == 2:
                size, position = read_varint(data, position)
                value, position = data[position:position + size], position + size
            else:
                return None
            if position > len(data) or key >> 3 == 0:
                return None
            found.append((key >> 3, kind, value))
    except IndexError:
        return None
    return found


def joined(found):
    """Joins fields to a message again."""
    return b"".join(varint(tag << 3 | kind) + (
        varint(value) if kind == 0 else varint(len(value)) + value if kind == 2 else value) for tag, kind, value in found)


def spoil_message(data, rng, other, depth=0):
    """Changes a field anywhere in a message."""
    found = fields(data)
    if not found or depth and rng.random() < 0.15:
        return spoil_bytes(data, rng, other)
    at = rng.randrange(len(found))
    tag, kind, value = found[at]
    what = rng.randrange(12)
    if kind == 2 and len(value) > 1 and what < 7:
        found[at] = (tag, kind, spoil_message(value, rng, other, depth + 1))
    elif what == 7:
        del found[at]
    elif what == 8:
        found[at:at] = [found[at]] * rng.choice([1, 1, 2, 200])
    elif what == 9:
        rng.shuffle(found)
    elif what == 10:
        more = fields(other) or [(99, 0, 1)]
        found.insert(at, rng.choice(more))
    elif kind == 0:
        found[at] = (tag, 0, rng.choice(NUMBERS + [value + 1, max(value - 1, 0), value ^ 1 << 31]))
    elif kind == 2:
        found[at] = rng.choice([(tag, 2, rng.choice(CELLS)), (tag, 0, len(value)), (rng.randint(1, 5000), 2, value),
                                (tag, 2, b"\x0a" * rng.choice([10, 5000])), (tag, 2, value * rng.choice([2, 30]))])
    else:
        found[at] = (tag, kind, rng.choice([bytes(len(value)), b"\xff" * len(value), b"\x00\x00\xc0\x7f"[:len(value)].ljust(
            len(value), b"\0"), value[::-1]]))
    return joined(found)


# MARK: What rules judge

# Values by the end of a column's name. The first match counts; other columns take values of the table itself, and texts.
JUDGED = [
    ("_time|_window", "08:00:00 8:05:00 00:00:00 23:59:59 24:00:00 25:30:00 48:00:01 07:60:00 08:00 12:00:00"),
    ("date", "20260302 20260301 20260308 20260331 20250101 20251231 20270301 20991231 20260230 2026-03-02"),
    ("_lat", "0 0.5 48.86 48.8601 -33.9 89.5 90 90.1 -91 1e2 x 36.42"),
    ("_lon", "0 0.5 2.34 2.3401 151.2 180 180.1 -181 -117 x"),
    ("monday|tuesday|wednesday|thursday|friday|saturday|sunday", "0 1 2"),
    ("color", "FFFFFF 000000 005599 ffffff FFF #00FF00 00559G 005598"),
    ("url", "https://example.com http://example.org/a example.com ftp://example.com https://exa_mple.com https:// https://127.0.0.1/"),
    ("email", "info@example.com info.example.com a@b @example.com info@example.com,b@example.com"),
    ("phone", "555-0100 +331234567 112 abc +33#"),
    ("lang|language", "en fr FR en-US english zz-ZZ mul x 12"),
    ("timezone", "Europe/Paris UTC America/New_York Paris EST europe/paris"),
    ("currency|currency_type", "EUR JPY USD eur EU XXX"),
    ("amount|price", "1.50 1.5 0 -1 1 1.500 x 100"),
    ("_type|pickup|drop_off|wheelchair_accessible|_boarding|_allowed|timepoint|exact_times|payment_method|transfers|direction_id|"
     "stop_access|bidirectional|_mode|is_\\w+", "0 1 2 3 4 5 6 7 9 99 -1 1.0 x"),
    ("sequence|count|limit|_secs|_min|_max|_day|_index|duration|priority|traversal_time", "0 1 2 3 10 3600 -1 -2 1.5 x 4294967296"),
    ("dist_traveled|length|slope|width|factor|offset", "0 0.1 1 1.3 2.6 5 1000 -1 x"),
    ("_name|_desc|headsign|code|translation", "Mill MILL mill|Mill Road|MAIN STREET|main street|A|1|1 Mill| Mill|Mill |C\u00f4te|Mill\tRoad|Un\u00f6"),
]
# Names of columns and files that a table or a feed may lack, beside those that it has.
MORE_COLUMNS = "colour stop_code shape_dist_traveled timepoint network_id cemv_support level_id zone_id stop_url bikes_allowed".split()
MORE_FILES = {
    "colours.txt": "a,b\n1,2\n", "networks.txt": "network_id,network_name\nN1,Night\n", "areas.txt": "area_id,area_name\nA1,Centre\n",
    "route_networks.txt": "network_id,route_id\nN1,R1\n", "levels.txt": "level_id,level_index\n",
    "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang\nA,https://example.com,en\n",
    "in/stops.txt": "stop_id\n1\n", "Stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n1,A,1,1\n"}


def judged(column, rows, place, rng):
    """Returns another value for a column."""
    own = [row[place] for row in rows if place < len(row)]
    for names, values in JUDGED:
        if re.search("(?:%s)$" % names, column):
            values = values.split("|" if "|" in values else " ")
            break
    else:
        values = ["X9", "x" * 30, own[0].lower() if own else "", "\u00e9"]
    return rng.choice([lambda: "", lambda: rng.choice(own or [""]), lambda: rng.choice(values), lambda: rng.choice(values)])()


def vary_table(text, rng):
    """Changes one value, row or column of a CSV file as a producer of feeds may: the file stays one that every reader reads."""
    rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"), newline="")))
    rows = [row for row in rows if row]
    if len(rows) < 2 or not rows[0]:
        return text + b"\n"
    at, place = rng.randrange(1, len(rows)), rng.randrange(len(rows[0]))
    head, body, column = rows[0], rows[1:], rows[0][place].strip()

    def cell(row):
        if place < len(row):
            row[place] = judged(column, body, place, rng)

    def whole_column():
        value = judged(column, body, place, rng)
        for row in body:
            row[place:place + 1] = [value]

    def more_column():
        name, value = rng.choice(MORE_COLUMNS + head), rng.choice(["", "1", "0"])
        for number, row in enumerate(rows):
            row.append(name if number == 0 else value)

    def without_column():
        for row in rows:
            del row[place:place + 1]

    def twin():
        row = list(rows[at])
        rows.insert(at + rng.choice([0, 1]), row)
        if rng.random() < 0.7:
            cell(row)

    def other_name():
        head[place] = rng.choice([column.upper(), column + "s", " " + column, "", rng.choice(head)])

    rng.choice([lambda: cell(rows[at])] * 12 + [whole_column, whole_column, more_column, without_column, without_column, twin, twin, twin,
               lambda: rows.pop(at), lambda: rows.pop(at), lambda: rows.insert(rng.randrange(1, len(rows)), rows.pop(at)),
               lambda: rows[at].append("1"), lambda: rows[at].pop(), other_name, lambda: rows.__delitem__(slice(1, None)),
               lambda: rows.insert(at, [""] * len(head))])()
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().encode()


def vary_feed(files, rng):
    """Changes what rules judge in one or two places of a feed: a list of names and texts."""
    files = list(files)
    for _ in range(rng.choice([1, 1, 2])):
        at = rng.randrange(len(files))
        name, text = files[at]
        what = rng.randrange(24)
        if what == 0:
            del files[at]
        elif what == 1:
            more = rng.choice(sorted(MORE_FILES))
            files = [one for one in files if one[0] != more] + [(more, MORE_FILES[more].encode())]
        elif what == 2:
            files[at] = (name, rng.choice([b"", text.split(b"\n")[0] + b"\n", b"\xef\xbb\xbf" + text]))
        elif name.endswith(".txt"):
            files[at] = (name, vary_table(text, rng))
    return files or [("stops.txt", b"stop_id\n1\n")]


def vary_message(data, rng, depth=0):
    """Changes, removes or repeats one field of a message that stays one: its entities, trips, times, ids and numbers."""
    found = fields(data)
    if not found:
        return data
    at = rng.randrange(len(found))
    tag, kind, value = found[at]
    is_message = kind == 2 and len(value) > 1 and bool(fields(value))
    what = rng.randrange(10)
    if is_message and (depth == 0 or what < 8):
        found[at] = (tag, kind, vary_message(value, rng, depth + 1))
    elif what == 8 or what == 9 and depth == 1:
        del found[at]
    elif what == 9:
        found.insert(at, found[at])
    elif kind == 0:
        found[at] = (tag, 0, rng.choice([0, 1, 2, 3, 5, value + 1, max(value - 1, 0), value + 61, max(value - 700, 0), value * 1000]) % (1 << 31))
    elif kind == 2:
        digits = value.translate(bytes.maketrans(b"0123456789", b"1234567890"))
        found[at] = (tag, 2, rng.choice([b"X9", digits, value + b"0", b""]))
    elif len(value) == 4:
        number, = struct.unpack("<f", value)
        found[at] = (tag, kind, struct.pack("<f", rng.choice([0, -1, number + 0.001, number + 0.5, number * 10, 400])))
    return joined(found)
