"""Tests of routes side by side: strokes that do not overlap, gaps that close, what a pointer finds, stations across."""

import json

import pages
from visit import decode_png, near, smoke, test

# The page keeps its map to itself: a test takes it where it is made.
TAKE_MAP = """
let library;
Object.defineProperty(window, "maplibregl", { configurable: true, get: () => library, set: (value) => {
  const Map = value.Map;
  value.Map = class extends Map { constructor(options) { super(options); window.testMap ??= this; } };
  library = value;
} });
"""
COLORS = {"A": "D01020", "B": "1040D0", "C": "108030", "D": "F08000"}
TRUNK = [153.0, -27.49]
BRANCH = [153.005, -27.475]
STOP = [153.0, -27.495]


def color(name):
    return tuple(int(COLORS[name][place:place + 2], 16) for place in (0, 2, 4))


def piece(number, nodes, places, routes):
    """A piece of way; routes: of each its name, its trips and the pieces that it runs on along."""
    return {
        "type": "Feature", "table": "polylines", "properties": {
            "polyline_id": f"way:{number}", "route_ids": [f"R{name}" for name, *_ in routes],
            "routes": [{
                "route_id": f"R{name}", "route_short_name": name, "route_long_name": f"Route long {name}",
                "route_color": COLORS[name], "route_text_color": "FFFFFF", "trip_count": trips,
                "from_pieces": [f"way:{other}" for other in before], "to_pieces": [f"way:{other}" for other in after]}
                for name, trips, before, after in routes],
            "from_node": nodes[0], "to_node": nodes[1], "trip_count": sum(trips for _, trips, *_ in routes),
            "length_m": 2216.0, "geometry_source": "shapes"},
        "geometry": {"type": "LineString", "coordinates": places}}


def fork():
    """Four routes northwards along one way, of which two go on to the north-west and two to the north-east; the way
    from the north-east leads towards the fork."""
    node = [153.0, -27.48]
    stop = {
        "type": "Feature", "table": "stop_pins", "properties": {
            "stop_id": "S", "stop_name": "Midway", "route_ids": [f"R{name}" for name in COLORS]},
        "geometry": {"type": "Point", "coordinates": STOP}}
    return pages.lines(
        piece(1, (1, 2), [[153.0, -27.5], node], [
            ("A", 12, [], [2]), ("B", 34, [], [2]), ("C", 56, [], [3]), ("D", 78, [], [3])]),
        piece(2, (2, 3), [node, [152.99, -27.47]], [("A", 12, [1], []), ("B", 34, [1], [])]),
        piece(3, (4, 2), [[153.01, -27.47], node], [("D", 78, [], [1]), ("C", 56, [], [1])]), stop)


class Fork:
    """A visit to the fork's page."""

    def __init__(self, tester, **options):
        self.tester = tester
        path = tester.maker.page("fork", fork())
        self.visit = tester.visit(path, script=TAKE_MAP, **options)
        self.page = self.visit.page

    def __enter__(self):
        self.visit.__enter__()
        self.visit.settle(1500)
        return self

    def __exit__(self, *error):
        self.visit.__exit__(*error)

    def look(self, place, zoom=16, names=False):
        """Shows a place; without names, where colours are looked at."""
        self.page.evaluate("""([center, zoom, names]) => {
            testMap.jumpTo({ center, zoom });
            testMap.setLayoutProperty("names", "visibility", names ? "visible" : "none");
            // Those of stops are on a canvas of their own.
            for (const one of document.querySelectorAll("#map canvas.vehicles")) one.style.visibility = names ? "" : "hidden";
        }""", [place, zoom, names])
        self.visit.settle(1500)

    def switch(self, name):
        self.page.get_by_role("switch", name=f"Show route {name}", exact=True).click()
        self.visit.settle(1200)

    def spot(self, place):
        """Where a position lies in the map's element."""
        at = self.page.evaluate("(place) => testMap.project(place)", place)
        return at["x"], at["y"]

    def row(self, place, reach=60):
        """Colours on the screen from the west of a place to its east."""
        _, _, rows = decode_png(self.page.locator("#map").screenshot())
        x, y = self.spot(place)
        row = rows[round(y)]
        return [tuple(row[3 * at:3 * at + 3]) for at in range(round(x) - reach, round(x) + reach)]

    def strokes(self, place):
        """The routes met from west to east, each with the places of the first and the last pixel of its stroke."""
        met = []
        for at, pixel in enumerate(self.row(place)):
            name = next((name for name in COLORS if near(pixel, *color(name), 40)), None)
            if name and met and met[-1][0] == name and met[-1][2] == at - 1:
                met[-1][2] = at
            elif name:
                met.append([name, at, at])
        return met

    def names(self, place):
        return "".join(name for name, *_ in self.strokes(place))

    def point(self, place, east):
        """Moves the pointer so many points east of a place."""
        box = self.page.locator("#map").bounding_box()
        x, y = self.spot(place)
        self.page.mouse.move(box["x"] + x + east, box["y"] + y)
        self.visit.settle(250)
        tip = self.page.locator(".tip")
        return tip.inner_text() if tip.count() else None


@smoke
def routes_lie_side_by_side_and_close_up(tester):
    with Fork(tester) as view:
        view.look(TRUNK)
        strokes = view.strokes(TRUNK)
        assert "".join(name for name, *_ in strokes) == "ABCD", strokes
        gaps = [later[1] - one[2] for one, later in zip(strokes, strokes[1:])]
        assert all(gap >= 2 for gap in gaps), ("strokes touch", strokes)
        assert max(gaps) <= 4, ("strokes lie apart", strokes)
        tester.keep(view.visit, "fork")
        view.switch("B")
        closed = view.strokes(TRUNK)
        assert "".join(name for name, *_ in closed) == "ACD", closed
        gaps = [later[1] - one[2] for one, later in zip(closed, closed[1:])]
        assert max(gaps) <= 4, ("the gap is open", closed)
        middles = [(found[0][1] + found[-1][2]) / 2 for found in (strokes, closed)]
        assert abs(middles[1] - middles[0]) <= 2, (strokes, closed)
        view.switch("B")
        assert view.names(TRUNK) == "ABCD"


@test
def a_piece_that_leads_the_other_way_has_its_left_on_the_other_side(tester):
    with Fork(tester) as view:
        for place, names in [(BRANCH, "CD"), ([152.995, -27.475], "AB")]:
            view.look(place)
            assert view.names(place) == names, view.strokes(place)


@test
def routes_go_on_over_a_node_without_a_gap(tester):
    with Fork(tester) as view:
        for zoom in (11.5, 13.5, 15, 17):
            view.look([153.0, -27.48], zoom)
            _, _, rows = decode_png(view.page.locator("#map").screenshot())
            x, y = map(round, view.spot([153.0, -27.48]))
            # Each row of pixels around the node has something of the routes that come from it.
            for line in range(y - 30, y + 30):
                row = [tuple(rows[line][3 * at:3 * at + 3]) for at in range(x - 70, x + 70)]
                for name in "AD":
                    assert any(near(pixel, *color(name), 70) for pixel in row), (zoom, name, line - y)


@test
def far_away_routes_are_side_by_side_too(tester):
    with Fork(tester) as view:
        view.look(TRUNK, 12.5)
        assert view.names(TRUNK) == "ABCD", view.strokes(TRUNK)
        view.switch("A")
        assert view.names(TRUNK) == "BCD", view.strokes(TRUNK)


@test
def a_pointer_finds_the_stroke_under_it_and_none_that_is_hidden(tester):
    with Fork(tester) as view:
        view.look(TRUNK)
        for name, first, last in view.strokes(TRUNK):
            told = view.point(TRUNK, (first + last) / 2 - 60 + 0.5)
            trips = {"A": 12, "B": 34, "C": 56, "D": 78}[name]
            assert told and f"Route long {name}" in told, (name, told)
            assert f"{trips} trips here (all days)" in told and "4.4 km" in told, told
        # Emphasised, it is wider than it was.
        wide = next(stroke for stroke in view.strokes(TRUNK) if stroke[0] == "D")
        assert wide[2] - wide[1] > last - first + 2, (wide, first, last)
        view.point(TRUNK, 200)
        view.switch("B")
        found = set()
        for east in range(-24, 25):
            told = view.point(TRUNK, east)
            if told:
                found.add(told.split("Route long ")[1][0])
        assert found == {"A", "C", "D"}, found


@test
def a_click_lists_the_stroke_first_and_then_the_others(tester):
    with Fork(tester) as view:
        view.look(TRUNK)
        _, first, last = next(stroke for stroke in view.strokes(TRUNK) if stroke[0] == "C")
        box = view.page.locator("#map").bounding_box()
        x, y = view.spot(TRUNK)
        view.page.mouse.click(box["x"] + x + (first + last) / 2 - 60, box["y"] + y)
        view.visit.settle(300)
        names = view.page.locator(".maplibregl-popup:not(.tip) .badge").all_inner_texts()
        assert names == ["C", "A", "B", "D"], names


@test
def a_station_lies_across_all_strokes_that_are_shown(tester):
    with Fork(tester) as view:
        view.look(STOP)
        # Beside the capsule, to know how wide the bundle is.
        strokes = view.strokes([STOP[0], STOP[1] + 0.0005])
        bundle = strokes[-1][2] - strokes[0][1]

        def capsule():
            white = [at for at, pixel in enumerate(view.row(STOP)) if near(pixel, 255, 255, 255, 6)]
            return white[-1] - white[0], (white[0] + white[-1]) / 2

        width, middle = capsule()
        assert bundle - 6 <= width <= bundle + 8, (width, bundle)
        assert abs(middle - 60) <= 2, middle
        box = view.page.locator("#map").bounding_box()
        x, y = view.spot(STOP)
        view.page.mouse.click(box["x"] + x + width / 2 - 2, box["y"] + y)
        view.visit.settle(300)
        assert "Midway" in view.page.locator(".maplibregl-popup:not(.tip)").inner_text()
        view.page.get_by_role("button", name="Close popup").click()
        view.switch("A")
        view.switch("B")
        shrunk, middle = capsule()
        assert shrunk < width * 0.7 and abs(middle - 60) <= 2, (width, shrunk, middle)
        view.page.get_by_role("button", name="Hide all").click()
        view.visit.settle(900)
        # The ground below is paper and quiet shades of it.
        assert all(near(color, 0xEE, 0xF1, 0xF4) for color in view.row(STOP)), "something is left"


@test
def names_stand_in_the_order_of_the_strokes(tester):
    with Fork(tester) as view:
        def images():
            return view.page.evaluate("""() => [...new Set(testMap.queryRenderedFeatures({ layers: ["names"] })
                .map((found) => found.properties.image))]""")

        def shown(image):
            order = json.loads(view.page.locator("#data").text_content())["way_routes"]
            return "".join(order[int(number)]["route_short_name"] for number in image.split(":")[-1].split(","))

        def stand(names):
            view.visit.until(lambda: {shown(image) for image in images()} == {names}, 30)

        view.look(TRUNK, 15, names=True)
        stand("ABCD")
        view.look(BRANCH, 16, names=True)
        stand("CD")
        view.switch("C")
        stand("D")


@test
def the_list_tells_no_trips_of_a_whole_route(tester):
    with Fork(tester) as view:
        # The spaces of a fact do not break.
        text = view.page.get_by_role("list", name="Routes").inner_text().replace("\u00a0", " ")
        assert "4.4 km" in text and "trips" not in text and "line" not in text.lower(), text
        view.page.locator(".route").first.click()
        view.visit.settle(1500)
        assert "4.4 km" in view.visit.heard(), view.visit.heard()


@test
def routes_side_by_side_are_so_in_the_dark(tester):
    with Fork(tester) as view:
        view.look(TRUNK)
        view.page.emulate_media(color_scheme="dark")
        view.visit.settle(1200)
        strokes = view.strokes(TRUNK)
        assert "".join(name for name, *_ in strokes) == "ABCD", strokes
        row = view.row(TRUNK)
        between = [row[(one[2] + later[1]) // 2] for one, later in zip(strokes, strokes[1:])]
        assert all(sum(pixel) < 330 for pixel in between), between
        tester.keep(view.visit, "fork-dark")


# Large networks


@test
def a_route_of_a_large_network_is_switched_at_once(tester):
    path = tester.maker.page("large-ways", pages.large_ways())
    with tester.visit(path, script=TAKE_MAP) as visit:
        visit.until(lambda: visit.page.evaluate("testMap.loaded()"), 60)
        # What the click does by itself: the frame after it takes as long as the machine needs to draw.
        times = visit.page.evaluate("""async () => {
          const times = [];
          for (const toggle of [...document.querySelectorAll(".switch")].slice(0, 4)) {
            for (let turn = 0; turn < 2; turn += 1) {
              const start = performance.now();
              toggle.click();
              times.push(performance.now() - start);
              await new Promise((done) => setTimeout(done, 600));
            }
          }
          return times.sort((a, b) => a - b);
        }""")
        assert times[len(times) // 2] < 150, times
        tester.keep(visit, "large-ways")


@test
def capsules_of_a_large_network_thin_out_from_afar(tester):
    path = tester.maker.page("large-ways-thin", pages.large_ways())
    with tester.visit(path, script=TAKE_MAP) as visit:
        visit.until(lambda: visit.page.evaluate("testMap.loaded()"), 60)
        places = visit.page.evaluate("""() => [...new Map(testMap.queryRenderedFeatures({ layers: ["capsules"] })
          .map(({ properties, geometry }) => [properties.pin, testMap.project(geometry.coordinates)])).values()]
          .map(({ x, y }) => [x, y])""")
        assert 10 < len(places) < 400, len(places)
        zoom = visit.page.evaluate("testMap.getZoom()")
        # One of each pin, in cells that are larger from afar.
        assert len(places) < 880 * 800 / 30 ** 2, (zoom, len(places))
