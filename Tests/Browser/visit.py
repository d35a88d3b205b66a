"""What the tests of pages share: a visit to a page, its pixels, the lists of tests."""

import struct
import time
import zlib

SMOKE = []
ALL = []


def test(function):
    ALL.append(function)
    return function


def smoke(function):
    SMOKE.append(function)
    return test(function)


class Visit:
    """A page in a browser of its own, which must be silent and ask nobody anything, but for what is said otherwise.

    expects: parts of messages of the console; each must come, and no other message. asks: an address that tiles of the
    page are below. script: runs in the page before its own. opens: whether the page plays from where it opens, as people
    have it; else it is paused and put to the start. fragment: of the address."""

    def __init__(self, tester, path, width=1280, height=800, expects=(), asks=None, script=None, opens=False, fragment="",
                 **options):
        self.expects, self.asks = expects, asks
        self.context = tester.browser.new_context(viewport={"width": width, "height": height}, **options)
        if script:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.messages, self.requests = [], []
        self.page.on("console", lambda message: self.messages.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.messages.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append(request.url))
        start = time.monotonic()
        self.page.goto(path.as_uri() + fragment)
        self.page.wait_for_selector("html[data-ready]", state="attached")
        self.seconds = time.monotonic() - start
        self.file = path.as_uri()
        if not opens:
            self.page.evaluate("""() => { const clock = document.documentElement.linefeed?.clock;
              clock?.pause(); clock?.seek(clock.start); }""")

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.page.wait_for_timeout(100)
            others = [text for text in self.messages if not any(part in text for part in self.expects)]
            assert others == [], others
            missing = [part for part in self.expects if not any(part in text for text in self.messages)]
            assert missing == [], (missing, self.messages)
            inner = ("blob:", "data:") + ((self.asks,) if self.asks else ())
            asked = [url for url in self.requests if url.split("#")[0] != self.file and not url.startswith(inner)]
            assert asked == [], asked
        self.context.close()

    def settle(self, milliseconds=900):
        self.page.wait_for_timeout(milliseconds)

    def until(self, holds, seconds=15):
        """Waits until `holds()` is true: a busy machine takes long for a frame."""
        end = time.monotonic() + seconds
        # Asked once more, what comes and goes, as a map that is loaded does, may not hold again.
        while not holds():
            assert time.monotonic() < end, f"not so after {seconds} s"
            self.page.wait_for_timeout(50)

    def pixels(self, selector):
        """Colours of an element's pixels, counted."""
        width, height, rows = decode_png(self.page.locator(selector).first.screenshot())
        counts = {}
        for row in rows:
            for place in range(0, width * 3, 3):
                color = row[place:place + 3]
                counts[color] = counts.get(color, 0) + 1
        return counts, width * height

    def heard(self):
        # What is announced is written a frame later, so that the same words are heard twice. A busy machine takes long for a
        # frame, so frames are waited for as well as time.
        self.page.wait_for_timeout(150)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")
        return self.page.locator("#announcements").text_content()


def decode_png(data):
    """Width, height and rows of RGB of an 8-bit PNG without interlace (PNG specification, third edition)."""
    place, body, width, height, channels = 8, b"", 0, 0, 0
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        chunk = data[place + 8:place + 8 + length]
        if kind == b"IHDR":
            width, height, _, color = struct.unpack(">IIBB", chunk[:10])
            channels = {2: 3, 6: 4}[color]
        elif kind == b"IDAT":
            body += chunk
        place += 12 + length
    raw, stride, above, rows = zlib.decompress(body), width * channels, bytes(width * channels), []
    for line in range(height):
        kind, row = raw[line * (stride + 1)], bytearray(raw[line * (stride + 1) + 1:(line + 1) * (stride + 1)])
        for index in range(stride):
            left = row[index - channels] if index >= channels else 0
            up = above[index]
            corner = above[index - channels] if index >= channels else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda value: abs(guess - value))
            row[index] = (row[index] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        above = bytes(row)
        rows.append(above if channels == 3 else b"".join(above[i:i + 3] for i in range(0, stride, 4)))
    return width, height, rows


def near(color, red, green, blue, reach=26):
    return all(abs(one - other) <= reach for one, other in zip(color, (red, green, blue)))


class Tester:
    def __init__(self, browser, maker):
        self.browser, self.maker = browser, maker
        self.records = maker.samples()
        records = self.records
        self.network = maker.page("network", records["network"], "--title", "Larkmere")
        self.board = maker.page("board", records["board"] + records["trips"])
        self.mixed = maker.page("mixed", "".join(records.values()))

    def visit(self, path, **options):
        return Visit(self, path, **options)

    def keep(self, visit, name):
        visit.page.screenshot(path=self.maker.folder / f"{name}.png")
