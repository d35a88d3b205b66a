"""Pages with tiles over their lines: from an archive, from a server, from a server into the page."""

import http.server
import math
import re
import sqlite3
import struct
import threading
import time
import zlib

import pages
from visit import decode_png, near, smoke, test

BOX = (10.0, 50.0, 10.16, 50.08)
COLORS = [(210, 40, 40), (40, 160, 60), (50, 80, 210), (220, 170, 30), (150, 60, 190), (30, 170, 180)]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def solid(color, side=256):
    rows = (b"\0" + bytes(color) * side) * side
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) \
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def tile_at(longitude, latitude, zoom):
    radians = math.radians(latitude)
    return (int((longitude + 180) / 360 * 2 ** zoom),
            int((1 - math.asinh(math.tan(radians)) / math.pi) / 2 * 2 ** zoom))


def lines():
    """Two short lines at opposite corners, so that there is nothing but tiles in the middle."""
    west, south, east, north = BOX
    return pages.lines(*({
        "type": "Feature", "table": "polylines", "properties": {"polyline_id": name, "route_id": name},
        "geometry": {"type": "LineString", "coordinates": [[x, y], [x + 0.002, y]]},
    } for name, x, y in [("A", west, south), ("B", east - 0.002, north)]))


def archive(path, frames, zooms=range(10, 14), duration=None, margin=0.2):
    """MBTiles as render-tiles writes them; `frames` are functions of (z, x, y) that give a colour or None."""
    west, south, east, north = BOX
    path.unlink(missing_ok=True)
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE metadata (name TEXT, value TEXT);
        CREATE TABLE images (tile_id TEXT, tile_data BLOB);
        CREATE UNIQUE INDEX images_id ON images (tile_id);
        CREATE TABLE frames (frame, time REAL, duration REAL);
        CREATE TABLE tile_frames (frame, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
        CREATE VIEW tiles AS SELECT p.zoom_level, p.tile_column, p.tile_row, i.tile_data FROM tile_frames AS p
            JOIN images AS i ON i.tile_id = p.tile_id WHERE p.frame = 0;
        INSERT INTO metadata VALUES ('name', 'made'), ('format', 'png'),
            ('attribution', '© <a href="https://tiles.example.com">Made up</a><img src=x onerror=alert(1)>');""")
    for number, color in enumerate(frames):
        start = None if duration is None else 1772402400 + 10 * number
        database.execute("INSERT INTO frames VALUES (?, ?, ?)", (number, start, duration))
        for zoom in zooms:
            first = tile_at(west - margin, north + margin, zoom)
            last = tile_at(east + margin, south - margin, zoom)
            for x in range(first[0], last[0] + 1):
                for y in range(first[1], last[1] + 1):
                    fill = color(zoom, x, y)
                    if fill is None:
                        continue
                    name = "%02x%02x%02x" % fill
                    database.execute("INSERT OR IGNORE INTO images VALUES (?, ?)", (name, solid(fill)))
                    database.execute(
                        "INSERT INTO tile_frames VALUES (?, ?, ?, ?, ?)",
                        (number, zoom, x, 2 ** zoom - 1 - y, name))
    database.commit()
    database.close()
    return path


class TileServer:
    """Gives tiles of one colour a frame under /FRAME/Z/X/Y.png, as slowly as it is told to."""

    def __init__(self, delay=0.0, deepest=99):
        self.deepest = deepest
        self.delay, self.broken, self.asked, self.lock = delay, set(), [], threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                with outer.lock:
                    outer.asked.append(self.path)
                time.sleep(outer.delay)
                frame = int(self.path.split("/")[1])
                status = 500 if self.path in outer.broken else 404 if int(self.path.split("/")[2]) > outer.deepest else 200
                body = solid(COLORS[frame % len(COLORS)]) if status == 200 else b"out of order"
                try:
                    self.send_response(status)
                    self.send_header("Access-Control-Allow-Origin", "*")
                    self.send_header("Cache-Control", "no-store")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # The page has stopped.

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A browser that goes resets what it has open.
        self.server.handle_error = lambda *_: None
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def play(visit):
    return visit.page.get_by_role("button", name=re.compile("^(Play|Pause)")).first


def state(visit):
    return visit.page.locator(".overlay").get_attribute("data-state")


def wait_for(visit, *states, seconds=20):
    end = time.monotonic() + seconds
    while state(visit) not in states:
        assert time.monotonic() < end, f"it is {state(visit)}, not {states}"
        visit.page.wait_for_timeout(20)


def middle(visit, part=0.5):
    """Colours of the middle of the map, counted; the player is out of the way."""
    visit.page.evaluate("document.querySelectorAll('.player').forEach((part) => { part.style.visibility = 'hidden'; })")
    box = visit.page.locator("#map").bounding_box()
    width, height = box["width"] * part, box["height"] * part
    _, _, rows = decode_png(visit.page.screenshot(clip={
        "x": box["x"] + (box["width"] - width) / 2, "y": box["y"] + (box["height"] - height) / 2,
        "width": width, "height": height}))
    visit.page.evaluate("document.querySelectorAll('.player').forEach((part) => { part.style.visibility = ''; })")
    counts = {}
    for row in rows:
        for place in range(0, len(row), 3):
            counts[row[place:place + 3]] = counts.get(row[place:place + 3], 0) + 1
    return counts


def wheel(visit, delta, times=1):
    box = visit.page.locator("#map").bounding_box()
    visit.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(times):
        visit.page.mouse.wheel(0, delta)
        visit.settle(350)
    visit.settle(500)


def drag(visit, x, y):
    box = visit.page.locator("#map").bounding_box()
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    visit.page.mouse.move(*start)
    visit.page.mouse.down()
    visit.page.mouse.move(start[0] + x / 2, start[1] + y / 2, steps=4)
    visit.page.mouse.move(start[0] + x, start[1] + y, steps=4)
    # Without a throw.
    visit.settle(200)
    visit.page.mouse.up()
    visit.settle(500)


def of_frames(count):
    return [lambda *_, color=COLORS[number]: color for number in range(count)]


@test
def past_the_deepest_zoom_of_a_server_tiles_are_enlarged(tester):
    for frames in (3, None):
        with TileServer(deepest=12) as server:
            name = f"overlay-depth-{frames}"
            options = ("--overlay", f"{server.url}/{{frame}}/{{z}}/{{x}}/{{y}}.png", "--frames", f"0-{frames - 1}") if frames \
                else ("--overlay", f"{server.url}/0/{{z}}/{{x}}/{{y}}.png")
            page = tester.maker.page(name, lines(), *options)
            with tester.visit(page, asks=server.url, expects=("404",)) as visit:
                wait_for(visit, "ready")
                wheel(visit, -400, 4)
                if frames:
                    # Whoever zooms past what is loaded is asked; it is a button with words, not a circle.
                    button = visit.page.get_by_role("button", name="Load and resume")
                    if button.is_visible():
                        box = button.bounding_box()
                        assert box["width"] > 2 * box["height"], box
                        words = "the tiles of this view are not loaded"
                        assert visit.page.locator("#map").inner_text().count(words) == 1, "it is said once"
                        button.click()
                    wait_for(visit, "ready")
                visit.settle(1500)
                zoom = int(visit.page.locator(".overlay").get_attribute("data-zoom"))
                assert zoom == 12, zoom
                assert max(middle(visit, 0.3).items(), key=lambda one: one[1])[0] in {bytes(one) for one in COLORS}
                asked = [path for path in server.asked if int(path.split("/")[2]) > 12]
                assert len(asked) < 300, len(asked)


# From an archive


@smoke
def an_archive_of_frames_plays_in_its_page(tester):
    path = archive(tester.maker.folder / "frames.mbtiles", of_frames(6), duration=0.25)
    page = tester.maker.page("overlay-archive", lines(), "--overlay", path)
    with tester.visit(page) as visit:
        wait_for(visit, "ready")
        assert play(visit).is_enabled()
        visit.settle(800)
        assert set(middle(visit)) == {bytes(COLORS[0])}, middle(visit)
        tester.keep(visit, "overlay-archive")
        attribution = visit.page.locator(".attribution")
        assert attribution.inner_text() == "© Made up" and attribution.locator("a, img").count() == 0
        play(visit).click()
        seen = set()
        for _ in range(25):
            colors = middle(visit, 0.05)
            assert len(colors) == 1, colors
            seen.update(colors)
        assert len(seen) >= 4 and seen <= {bytes(color) for color in COLORS}, seen


@test
def samples_are_rendered_and_looked_at(tester):
    path = tester.maker.folder / "vehicles.mbtiles"
    events = tester.maker.run("track", "-q", text=tester.maker.run(
        "decode-rt", "-q", *sorted(map(str, pages.ROOT.glob("samples/vehicles-*.pb")))))
    frames = tester.maker.run("animate", "-q", "--speed", "60", "--fps", "2", text=events)
    tester.maker.run("render-tiles", "-q", "--zoom", "10-12", "--into", path, text=frames)
    page = tester.maker.page("overlay-samples", tester.records["network"], "--overlay", path)
    with tester.visit(page) as visit:
        wait_for(visit, "ready")
        visit.settle(1500)
        tester.keep(visit, "overlay-samples-0")
        play(visit).click()
        visit.settle(3000)
        play(visit).click()
        visit.settle(300)
        tester.keep(visit, "overlay-samples-1")
        assert int(visit.page.locator(".overlay").get_attribute("data-frame")) > 0


@test
def no_picture_between_two_frames_is_empty(tester):
    path = archive(tester.maker.folder / "switch.mbtiles", of_frames(6), duration=0.1)
    page = tester.maker.page("overlay-switch", lines(), "--overlay", path)
    watch = """
        const getContext = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (kind, options) {
          const isMap = kind.startsWith("webgl");
          const made = getContext.call(this, kind, isMap ? { ...options, preserveDrawingBuffer: true } : options);
          if (isMap) window.mapContext = made;
          return made;
        };
        window.colors = [];
        const look = () => {
          const gl = window.mapContext;
          if (window.isWatched && gl.getParameter(gl.FRAMEBUFFER_BINDING) === null) {
            const pixel = new Uint8Array(4);
            const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
            for (const [x, y] of [[0.5, 0.5], [0.4, 0.6], [0.6, 0.35]]) {
              gl.readPixels(Math.floor(width * x), Math.floor(height * y), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
              window.colors.push([...pixel].slice(0, 3).join(","));
            }
          }
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);"""
    visit = tester.visit(page, script=watch)
    with visit:
        wait_for(visit, "ready")
        visit.settle(1000)
        visit.page.evaluate("window.isWatched = true")
        play(visit).click()
        visit.settle(3000)
        # While it plays the view moves, so that other tiles are put together.
        drag(visit, 120, 60)
        wheel(visit, -240, 2)
        drag(visit, -150, -80)
        wheel(visit, 240, 2)
        colors = visit.page.evaluate("window.colors")
        counts = {color: colors.count(color) for color in set(colors)}
        allowed = {",".join(map(str, color)) for color in COLORS}
        print(f"    {counts}")
        assert len(colors) > 150 and set(counts) <= allowed and len(counts) == 6, counts


@test
def tiles_of_one_colour_have_no_seams(tester):
    path = archive(tester.maker.folder / "seams.mbtiles", of_frames(2))
    page = tester.maker.page("overlay-seams", lines(), "--overlay", path)
    with tester.visit(page) as visit:
        wait_for(visit, "ready")
        visit.settle(600)
        for step in range(7):
            counts = middle(visit, 0.7)
            assert set(counts) == {bytes(COLORS[0])}, (step, len(counts))
            wheel(visit, -37 - 11 * step)
        # Turned and tilted as well.
        visit.page.locator("#map .maplibregl-canvas").focus()
        for key in ["Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowUp"]:
            visit.page.keyboard.press(key)
            visit.settle(500)
        # Without the crosshair of who uses the keyboard.
        visit.page.evaluate("document.activeElement.blur()")
        tester.keep(visit, "overlay-seams")
        assert set(middle(visit, 0.5)) == {bytes(COLORS[0])}, middle(visit, 0.5)


@test
def past_the_deepest_zoom_its_tiles_are_scaled(tester):
    def checks(zoom, x, y):
        return COLORS[(x + y) % 2] if zoom == 12 else COLORS[2]

    path = archive(tester.maker.folder / "deep.mbtiles", [checks, checks], zooms=range(10, 13))
    page = tester.maker.page("overlay-deep", lines(), "--overlay", path)
    with tester.visit(page) as visit:
        wait_for(visit, "ready")
        wheel(visit, -500, 4)
        place = visit.page.locator(".overlay")
        assert place.get_attribute("data-zoom") == "12" and state(visit) == "ready"
        counts = middle(visit, 0.9)
        main = sum(counts.get(bytes(color), 0) for color in COLORS[:2])
        assert main / sum(counts.values()) > 0.9, len(counts)
        tester.keep(visit, "overlay-deep")
        wheel(visit, 600, 9)
        tester.keep(visit, "overlay-far")
        assert place.get_attribute("data-zoom") in ("10", "11")


@test
def ten_loops_take_no_more_memory_than_one(tester):
    path = archive(tester.maker.folder / "loops.mbtiles", [
        lambda z, x, y, n=number: (40 + 16 * n, (x * 37) % 256, (y * 53) % 256) for number in range(12)],
        zooms=range(10, 14), duration=0.08)
    page = tester.maker.page("overlay-loops", lines(), "--overlay", path)
    with tester.visit(page) as visit:
        wait_for(visit, "ready")
        client = visit.context.new_cdp_session(visit.page)
        client.send("Performance.enable")

        def heap():
            client.send("HeapProfiler.collectGarbage")
            values = {entry["name"]: entry["value"] for entry in client.send("Performance.getMetrics")["metrics"]}
            return values["JSHeapUsedSize"], int(visit.page.locator(".overlay").get_attribute("data-pictures"))

        play(visit).click()
        visit.settle(2000)
        bytes_before, pictures_before = heap()
        visit.settle(11000)
        bytes_after, pictures_after = heap()
        print(f"    {bytes_before} {bytes_after} bytes, {pictures_before} {pictures_after} pictures")
        assert bytes_after < bytes_before + 1_500_000, (bytes_before, bytes_after)
        assert pictures_after == pictures_before


# From a server


def served(tester, name, server, frames="0-5", *more):
    return tester.maker.page(
        name, lines(), "--overlay", server.url + "/{frame}/{z}/{x}/{y}.png", "--frames", frames, *more)


@test
def nothing_plays_until_all_tiles_are_loaded(tester):
    with TileServer(delay=0.25) as server:
        with tester.visit(served(tester, "overlay-server", server), asks=server.url) as visit:
            wait_for(visit, "loading")
            bar = visit.page.get_by_role("progressbar", name="Tiles loaded")
            assert bar.is_visible() and play(visit).is_disabled()
            words = visit.page.locator(".overlay-words")
            assert re.match(r"Loading tiles: \d+ of \d+", words.inner_text()), words.inner_text()
            assert "Loading" in visit.heard()
            visit.settle(600)
            assert 0 < bar.evaluate("bar => bar.value") < bar.evaluate("bar => bar.max") and play(visit).is_disabled()
            tester.keep(visit, "overlay-loading")
            visit.page.get_by_role("button", name="Stop", exact=True).click()
            assert state(visit) == "stopped" and play(visit).is_disabled() and "Stopped" in words.inner_text()
            visit.settle(1200)
            after = len(server.asked)
            assert set(middle(visit, 0.2)) == {bytes(COLORS[0])}, "the first frame is shown on demand"
            visit.settle(800)
            assert len(server.asked) == after, "nothing is asked for after a stop"
            tester.keep(visit, "overlay-stopped")
            server.delay = 0
            visit.page.get_by_role("button", name="Load and play").click()
            wait_for(visit, "ready")
            visit.settle(300)
            assert play(visit).get_attribute("aria-label") == "Pause" and "All tiles" in words.inner_text()
            count = len(server.asked)
            visit.settle(3500)
            assert len(server.asked) == count, "what is loaded is not asked for again"


@test
def a_view_past_the_loaded_tiles_pauses_and_is_loaded_on_request(tester):
    with TileServer() as server:
        with tester.visit(served(tester, "overlay-past", server), asks=server.url) as visit:
            wait_for(visit, "ready")
            play(visit).click()
            visit.settle(700)
            server.asked.clear()
            wheel(visit, -500, 3)
            words = visit.page.locator(".overlay-words")
            assert state(visit) == "away" and play(visit).is_disabled()
            assert words.inner_text() == "Paused: the tiles of this view are not loaded.", words.inner_text()
            visit.settle(1200)
            frames = {path.split("/")[1] for path in server.asked}
            assert len(frames) == 1, ("tiles of the present frame alone are asked for", frames)
            assert len(middle(visit, 0.5)) == 1 and near(list(middle(visit, 0.5))[0], *COLORS[int(frames.pop())])
            tester.keep(visit, "overlay-away")
            # Back to what is loaded.
            visit.page.get_by_role("button", name="Show everything").click()
            visit.settle(1500)
            assert state(visit) == "ready" and play(visit).is_enabled() and play(visit).get_attribute("aria-label") == "Play"
            assert "are loaded" in words.inner_text()
            wheel(visit, -500, 4)
            assert state(visit) == "away"
            visit.page.get_by_role("button", name="Load and resume").click()
            wait_for(visit, "ready")
            visit.settle(700)
            assert play(visit).get_attribute("aria-label") == "Pause"
            assert len({path.split("/")[1] for path in server.asked}) == 6
            drag(visit, 700, 300)
            drag(visit, 700, 300)
            assert state(visit) == "away", "moved past the loaded tiles"


@test
def a_tile_that_fails_is_told_and_stops_nothing(tester):
    with TileServer() as server:
        with tester.visit(served(tester, "overlay-probe", server, "0-1"), asks=server.url) as visit:
            wait_for(visit, "ready")
        server.broken = {sorted(path for path in set(server.asked) if path.startswith("/0/"))[0]}
        page = served(tester, "overlay-broken", server, "0-1")
        with tester.visit(page, asks=server.url, expects=["status of 500"]) as visit:
            wait_for(visit, "ready")
            words = visit.page.locator(".overlay-words").inner_text()
            assert "1 failed" in words and play(visit).is_enabled(), words
            assert "failed" in visit.heard()
            visit.page.locator(".overlay summary").click()
            told = visit.page.locator(".overlay li").inner_text()
            assert server.broken.copy().pop() in told and "HTTP 500" in told, told
            tester.keep(visit, "overlay-broken")
            server.broken = set()
            visit.page.get_by_role("button", name="Try again").click()
            wait_for(visit, "ready")
            visit.settle(300)
            assert visit.page.locator(".overlay details").is_hidden()


@test
def tiles_of_a_server_are_put_into_the_page(tester):
    with TileServer() as server:
        page = served(tester, "overlay-inlined", server, "0-3", "--inline-tiles")
        asked = len(server.asked)
        with tester.visit(page) as visit:
            wait_for(visit, "ready")
            visit.settle(800)
            assert set(middle(visit, 0.3)) == {bytes(COLORS[0])}
            play(visit).click()
            wheel(visit, -400, 3)
            assert state(visit) == "ready" and play(visit).get_attribute("aria-label") == "Pause", "nothing is to be loaded"
            assert set(middle(visit, 0.3)) <= {bytes(color) for color in COLORS}
        assert len(server.asked) == asked


@test
def a_still_overlay_has_no_player(tester):
    with TileServer() as server:
        page = tester.maker.page("overlay-still", lines(), "--overlay", server.url + "/2/{z}/{x}/{y}.png")
        with tester.visit(page, asks=server.url) as visit:
            visit.settle(1500)
            tester.keep(visit, "overlay-still")
            assert set(middle(visit, 0.3)) == {bytes(COLORS[2])}, middle(visit, 0.3)
            assert play(visit).count() == 0 and visit.page.locator(".overlay-words").is_hidden()


@test
def an_overlay_is_read_on_a_narrow_screen_and_in_the_dark(tester):
    path = archive(tester.maker.folder / "narrow.mbtiles", of_frames(3))
    page = tester.maker.page("overlay-narrow", lines(), "--overlay", path)
    with tester.visit(page, width=360, height=740, color_scheme="dark", reduced_motion="reduce") as visit:
        wait_for(visit, "ready")
        visit.settle(800)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360
        # No button of the map lies beneath the player.
        player = visit.page.locator(".player").bounding_box()
        buttons = [button.bounding_box() for button in visit.page.locator(".maplibregl-ctrl-top-right button:visible").all()]
        assert buttons and all(at["y"] + at["height"] <= player["y"] for at in buttons), (buttons, player)
        tester.keep(visit, "overlay-narrow")
