"""Names on the map: of the most important stations from afar, none over another, and what is called by its label."""

import os

import pages
from player_tests import HANDLE, city
from visit import test
from way_tests import TAKE_MAP, fork

# What was drawn last on the canvas of names, as [width, height of the picture, left, top, right, bottom] in points.
TAKE_NAMES = TAKE_MAP + """
window.namesDrawn = [];
const prototype = CanvasRenderingContext2D.prototype, { drawImage, clearRect } = prototype;
prototype.clearRect = function (...box) {
  if (this.canvas.className === "vehicles") window.namesDrawn = [];
  return clearRect.apply(this, box);
};
prototype.drawImage = function (image, left, top, ...size) {
  if (this.canvas.className === "vehicles" && size.length === 2) {
    window.namesDrawn.push([image.width, image.height, left, top, left + size[0], top + size[1]]);
  }
  return drawImage.call(this, image, left, top, ...size);
};
// The words of each picture, which is read as soon as its words are written.
const { fillText, getImageData, putImageData } = prototype, words = new Map();
let written = [];
prototype.fillText = function (text, ...more) {
  written.push(text);
  return fillText.call(this, text, ...more);
};
prototype.getImageData = function (...box) {
  const data = getImageData.apply(this, box);
  words.set(data, written.join(" "));
  written = [];
  return data;
};
prototype.putImageData = function (data, ...place) {
  this.canvas.words = words.get(data);
  return putImageData.call(this, data, ...place);
};
"""
# Pictures are drawn at twice their points: names of stops have one line or two, badges of routes are higher.
NAME_HEIGHTS = (36, 64)


def drawn(visit):
    """What is drawn above the vehicles once the map is at rest."""
    visit.until(lambda: visit.page.evaluate("testMap.loaded()"), 30)
    visit.settle(700)
    return visit.page.evaluate("namesDrawn")


def names(visit):
    return [one for one in drawn(visit) if one[1] in NAME_HEIGHTS]


def do_cover(one, other, inset=0):
    return (min(one[4], other[4]) - max(one[2], other[2]) > inset and min(one[5], other[5]) - max(one[3], other[3]) > inset)


@test
def the_most_important_stations_are_named_from_the_start(tester):
    script = TAKE_NAMES.replace("namesDrawn.push([image.width", "namesDrawn.push([image.words, image.width")
    with tester.visit(tester.network, script=script) as visit:
        found = [one[0] for one in drawn(visit)]
        most, at = visit.page.evaluate("""() => {
          const { pins } = JSON.parse(document.getElementById("data").textContent), count = (list) => list?.length ?? 0;
          const [most] = pins.sort((a, b) => count(b.route_ids) - count(a.route_ids) || count(b.platforms) - count(a.platforms));
          return [most.stop_name, most.at];
        }""")
        assert most in found and len(found) == len(set(found)) >= 2, (most, found)
        # From near, all stops are, and none twice.
        visit.page.evaluate("(center) => { testMap.jumpTo({ zoom: 15, center }); }", at)
        near = [one[0] for one in drawn(visit)]
        assert len(near) == len(set(near)) >= 1, near


@test
def no_label_covers_another(tester):
    network, events = city(tester)
    path = tester.maker.page("names", network + events)
    with tester.visit(path, script=TAKE_NAMES) as visit:
        start = visit.page.evaluate("testMap.getZoom()")
        for more in [0, 1, 2.5]:
            visit.page.evaluate("(zoom) => { testMap.jumpTo({ zoom }); }", start + more)
            found = drawn(visit)
            assert len(found) > 3, (more, found)
            for place, one in enumerate(found):
                for other in found[place + 1:]:
                    assert not do_cover(one, other, 1), (more, one, other)


# How many names lie over a line, as MapLibre finds lines, within the letters of a name.
OVER_LINES = """(boxes) => {
  const lines = testMap.getStyle().layers.filter(({ id, type, source }) =>
    type === "line" && (source === "lines" || source.startsWith("ways-")) && !id.includes("casing")).map(({ id }) => id);
  return boxes.filter(([, , left, top, right, bottom]) =>
    testMap.queryRenderedFeatures([[left + 4, top + 4], [right - 4, bottom - 4]], { layers: lines }).length > 0).length;
}"""


@test
def names_of_stops_keep_off_lines(tester):
    # Blocks that are narrower than a name have no room for one.
    networks = {"streets": (pages.large_ways(4), 1)}
    folder = os.environ.get("LINEFEED_REAL_DATA")
    for feed in ("gtfskit-nyc_subway_gtfs", "partridge-region-nord-v2"):
        if folder:
            rows = tester.maker.run("ingest", f"{folder}/static/{feed}.zip")
            networks[feed] = (tester.maker.run("build-polylines", "--by", "way", "--pins", text=rows), 2)
    for name, (records, nearer) in networks.items():
        with tester.visit(tester.maker.page(name, records), script=TAKE_NAMES) as visit:
            for more in {nearer} if name == "streets" else (0, nearer):
                visit.page.evaluate("(more) => { testMap.jumpTo({ zoom: testMap.getZoom() + more }); }", more)
                found = names(visit)
                over = visit.page.evaluate(OVER_LINES, found)
                assert len(found) >= 4, (name, more, found)
                # In the midst of a dense network the most important stations have their names all the same.
                assert over <= len(found) * 0.25, (name, more, over, len(found))
                for place, one in enumerate(found):
                    assert not any(do_cover(one, other, 1) for other in found[place + 1:]), (name, more, one)


@test
def names_stay_where_they_are_while_the_map_moves_and_vehicles_do(tester):
    network, events = city(tester)
    with tester.visit(tester.maker.page("names-stay", network + events), script=TAKE_NAMES) as visit:
        before = names(visit)
        visit.page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 40)")
        assert names(visit) == before and before
        visit.page.evaluate("() => { testMap.panBy([24, 10], { duration: 0 }); }")
        # To a point: what moves with the map is put to whole pixels.
        moved = {(round(one[0]), round(one[2] + 24), round(one[3] + 10)) for one in names(visit)}
        same = [one for one in before if any(
            one[0] == other[0] and abs(one[2] - other[1]) < 3 and abs(one[3] - other[2]) < 3 for other in moved)]
        assert len(same) >= len(before) - 2, (before, moved)


@test
def a_long_name_stands_in_two_lines(tester):
    long = "Corner of the Old Observatory and the Botanical Garden"
    network = pages.lines(*({
        "type": "Feature", "table": "polylines", "properties": {
            "polyline_id": "L", "route_id": "R", "route_short_name": "R", "trip_count": 1, "stop_ids": []},
        "geometry": {"type": "LineString", "coordinates": [[153, -27.4], [153.02, -27.4]]}},
        {"type": "Feature", "table": "stop_pins", "properties": {"stop_id": "S", "stop_name": long, "route_ids": ["R"]},
         "geometry": {"type": "Point", "coordinates": [153.01, -27.4]}}))
    script = TAKE_NAMES.replace("namesDrawn.push([image.width", "namesDrawn.push([image.words, image.height, image.width")
    with tester.visit(tester.maker.page("long-stop", network), script=script) as visit:
        # The halo is stroked, and the words are filled once.
        assert [one[:2] for one in drawn(visit) if one[0].startswith("Corner")] == [[long, 64]], drawn(visit)


@test
def names_of_stops_are_whole_and_above_vehicles(tester):
    network, events = city(tester)
    for name, records in [("names-played", network + events), ("names-still", network)]:
        path = tester.maker.page(name, records)
        for size in [(1280, 800), (390, 844)]:
            with tester.visit(path, script=TAKE_NAMES, width=size[0], height=size[1]) as visit:
                box = visit.page.locator("#map").bounding_box()
                start, found = visit.page.evaluate("testMap.getZoom()"), 0
                for more, across in [(0, 0), (1.5, 0), (1.5, 0.2), (2.5, -0.25)]:
                    visit.page.evaluate(
                        "([zoom, x]) => { testMap.jumpTo({ zoom }); testMap.panBy([x, 0], { duration: 0 }); }",
                        [start + more, across * box["width"]])
                    shown = drawn(visit)
                    covers = [one for one in (part.bounding_box() for part in visit.page.locator(
                        "#panel, .legend, .player, .maplibregl-ctrl-top-right > *").all()) if one]
                    found += len(shown)
                    for place, (_, high, left, top, right, bottom) in enumerate(shown):
                        if high not in NAME_HEIGHTS:
                            continue
                        assert 0 <= left and right <= box["width"] and 0 <= top and bottom <= box["height"], (name, size, left, right)
                        for other in shown[:place]:
                            assert right <= other[2] + 1 or left >= other[4] - 1 or bottom <= other[3] + 1 or top >= other[5] - 1, (
                                name, more, left, top, other)
                        for cover in covers:
                            x, y = cover["x"] - box["x"], cover["y"] - box["y"]
                            assert (right <= x + 1 or left >= x + cover["width"] - 1 or bottom <= y + 1
                                    or top >= y + cover["height"] - 1), (name, size, more, left, top, cover)
                assert found > 8, (name, size, found)
                # The canvas of names is the last of the map's, so nothing is drawn above it.
                order = visit.page.locator("#map .maplibregl-canvas-container > canvas").evaluate_all(
                    "all => all.map((one) => one.className)")
                assert order[-1] == "vehicles" and order[0].startswith("maplibregl-canvas"), order
                assert len(order) == (3 if name == "names-played" else 2), order


@test
def colours_that_no_feed_gives_are_neutral_without_lines(tester):
    vehicle = {"table": "vehicle_positions", "vehicle_id": "1001", "vehicle_label": "Car 7", "route_id": "Red",
               "latitude": -27.47, "longitude": 153.02, "timestamp": 1772402400}
    with tester.visit(tester.maker.page("neutral", pages.lines(vehicle))) as visit:
        badge = visit.page.locator(".badge").first
        assert badge.inner_text() == "Red"
        assert badge.evaluate("badge => getComputedStyle(badge).backgroundColor") == "rgb(91, 102, 115)"
        assert "Car 7" in visit.page.get_by_role("list", name="Vehicles").inner_text()
    # Lines of a network are told apart by colours all the same.
    colourless = fork()
    for color in ("D01020", "1040D0", "108030", "F08000"):
        colourless = colourless.replace(f'"route_color": "{color}", ', "")
    with tester.visit(tester.maker.page("colourless", colourless)) as visit:
        fills = visit.page.get_by_role("list", name="Routes").locator(".badge").evaluate_all(
            "badges => badges.map((badge) => getComputedStyle(badge).backgroundColor)")
        assert len(set(fills)) == 4 and "rgb(91, 102, 115)" not in fills, fills


@test
def a_short_long_name_stands_for_a_missing_short_name(tester):
    network = pages.lines(*({
        "type": "Feature", "table": "polylines", "properties": {
            "polyline_id": name, "route_id": f"r-{number}", "route_long_name": name, "trip_count": 1, "stop_ids": []},
        "geometry": {"type": "LineString", "coordinates": [[153, -27.4 - number / 50], [153.2, -27.4]]},
    } for number, name in enumerate(["Red Line", "A name with many letters"])))
    with tester.visit(tester.maker.page("long-names", network)) as visit:
        names = visit.page.get_by_role("list", name="Routes").locator(".badge").all_inner_texts()
        assert sorted(names) == ["Red Line", "r-1"], names


@test
def the_scale_stands_above_the_player(tester):
    network, events = city(tester)
    path = tester.maker.page("scale", network + events)
    for size in [{}, {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}]:
        with tester.visit(path, **size) as visit:
            for width in ["", "20rem", "12rem"]:
                visit.page.locator(".player").evaluate("(player, width) => { player.style.maxWidth = width; }", width)

                def is_above():
                    scale, player = (visit.page.locator(one).bounding_box() for one in (".maplibregl-ctrl-scale", ".player"))
                    return scale["y"] + scale["height"] <= player["y"]

                visit.until(is_above)


@test
def frames_turn_symbols_as_their_keyframes_do(tester):
    frames = pages.lines(*({
        "table": "frames", "frame": number, "time": 1772402400 + number, "playback": number / 10, "vehicles": [{
            "vehicle_id": "A", "latitude": -27.47, "longitude": 153.02, "bearing": 90, "scale": 1, "opacity": 1,
            "phase": "idle", "generation": 1, "occupancy_status": None, **({"rotation": turn} if turn else {})}]}
        for number, turn in enumerate([-90, -30, 0])))
    with tester.visit(tester.maker.page("turning", frames)) as visit:
        found = []
        for seconds in [0, 0.5, 1, 1.5, 2]:
            visit.page.evaluate(f"(seconds) => {HANDLE}.clock.seek({HANDLE}.clock.start + seconds)", seconds)
            [vehicle] = visit.page.evaluate(f"{HANDLE}.vehicles()")
            assert vehicle["bearing"] == 90
            found.append(round((vehicle["rotation"] + 180) % 360 - 180, 3))
        assert found == [-90, -60, -30, -15, 0], found
