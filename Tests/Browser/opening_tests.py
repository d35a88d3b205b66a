"""What is seen first: the busiest time, vehicles with their routes, crowding and delay, and what the page says of itself."""

import base64
import re

import pages
from player_tests import HANDLE, city, clock, event, played
from visit import decode_png, smoke, test


def meta(page, key):
    place = page.locator(f'head meta[property="{key}"], head meta[name="{key}"]')
    return place.get_attribute("content") if place.count() else None


@smoke
def a_player_opens_at_the_busiest_time_and_plays(tester):
    with played(tester, opens=True) as visit:
        playback = visit.page.evaluate(f"{HANDLE}.player.fleet.playback")
        assert clock(visit, "isPlaying")
        visit.settle(600)
        assert clock(visit) > playback["opening"] > playback["start"]
        # As many vehicles are there as at any other minute, but for a twentieth.
        counts = visit.page.evaluate(f"""() => {{
          const {{ clock, player }} = {HANDLE};
          clock.pause();
          const counts = [];
          for (let time = clock.start + 60; time <= player.fleet.playback.end; time += 60) {{
            clock.set(time);
            counts.push({HANDLE}.vehicles().length);
          }}
          clock.set(player.fleet.playback.opening);
          return {{ most: Math.max(...counts), there: {HANDLE}.vehicles().filter((one) => one.phase !== "entering").length }};
        }}""")
        assert counts["there"] >= 0.95 * counts["most"] > 0, counts


@test
def with_less_motion_nothing_plays_by_itself(tester):
    with played(tester, opens=True, reduced_motion="reduce") as visit:
        visit.settle(600)
        assert not clock(visit, "isPlaying")
        assert clock(visit) == visit.page.evaluate(f"{HANDLE}.player.fleet.playback.opening")
        visit.page.get_by_role("button", name="Play").click()
        visit.settle(300)
        assert clock(visit, "isPlaying"), "whoever asks for it sees it play"


@test
def the_head_describes_the_page_with_a_small_picture(tester):
    network, events = city(tester)
    path = tester.maker.page("described", network + events, "--title", "Larkmere <\"b\">")
    with tester.visit(path) as visit:
        assert meta(visit.page, "og:title") == "Larkmere <\"b\">"
        text = meta(visit.page, "description")
        assert re.fullmatch(r"\d+ routes, \d+ stops, \d+ vehicles", text) and meta(visit.page, "og:description") == text, text
        kind, content = meta(visit.page, "og:image").split(",")
        assert kind == "data:image/png;base64", kind
        picture = base64.b64decode(content)
        assert len(picture) <= 48 * 1024, len(picture)
        width, height, rows = decode_png(picture)
        colors = {row[place:place + 3] for row in rows for place in range(0, width * 3, 3)}
        assert (width, height) == (600, 315) and len(colors) > 10, (width, height, len(colors))
        icon = visit.page.locator("link[rel=icon]").get_attribute("href")
        visit.page.evaluate("""(href) => new Promise((done, failed) => {
          const image = new Image(); image.onload = done; image.onerror = failed; image.src = href; })""", icon)
    again = tester.maker.page("described-again", network + events, "--title", "Larkmere <\"b\">")
    assert path.read_bytes() == again.read_bytes(), "the same records make the same page"
    # Thousands of vehicles and pages without a map.
    for page in (tester.maker.page("busy-head", pages.busy(3000, 2)), tester.board):
        head = page.read_text().split("</head>")[0]
        content = re.search(r'og:image" content="data:image/png;base64,([^"]+)"', head)
        assert content and len(content[1]) <= 64 * 1024 + 4
    nothing = tester.maker.page("no-picture", pages.lines(pages.departure(1, "One")))
    assert "og:image" not in nothing.read_text() and "og:title" in nothing.read_text()


LAYER = f"{HANDLE}.player.layer"


def cells(visit):
    """How often each kind of picture is drawn."""
    return visit.page.evaluate(f"""async () => {{
      await new Promise((done) => {{ {HANDLE}.player.request(); requestAnimationFrame(() => requestAnimationFrame(done)); }});
      const {{ sprites }} = {LAYER}, names = [...sprites.cells.keys()], counts = {{}};
      for (let place = 0; place < sprites.count; place += 1) {{
        const name = names[sprites.data[place * 9 + 4]].replace(/:[0-9]+$/, "");
        counts[name] = (counts[name] ?? 0) + 1;
      }}
      return counts;
    }}""")


def two_routes(crowded):
    """Four vehicles on two coloured lines, one without a direction."""
    records = []
    for number, color in enumerate(("C5221F", "1A7436")):
        records.append({
            "type": "Feature", "table": "polylines", "properties": {
                "polyline_id": f"L{number}", "route_id": f"R{number}", "route_short_name": f"{number + 7}X",
                "route_color": color, "trip_count": 5, "stop_ids": []},
            "geometry": {"type": "LineString", "coordinates": [[150, -25 - number / 50], [150.1, -25 - number / 50]]}})
    for at in (0, 60, 120, 180):
        for number in range(4):
            records.append(event(
                f"V{number}", "update" if at else "enter", at, at // 60 + 1, 150.01 + number / 50 + at / 60000,
                -25 - number % 2 / 50, 90 if number else None, route_id=f"R{number % 2}", trip_id=f"T{number}",
                occupancy_status=crowded and [0, 1, 2, 5][number]))
    return pages.lines(*records)


@test
def vehicles_have_their_route_their_crowding_and_their_direction(tester):
    with tester.visit(tester.maker.page("two-routes", two_routes(True))) as visit:
        visit.page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 170)")
        visit.settle(1500)
        drawn = cells(visit)
        assert drawn["text:7X"] == 2 and drawn["text:8X"] == 2, drawn
        assert sum(count for name, count in drawn.items() if name.startswith("vehicle:")) == 4, drawn
        assert drawn["tip"] == 4, drawn
        counts, _ = visit.pixels("#map")
        for color in ((0xC5, 0x22, 0x1F), (0x1A, 0x74, 0x36)):
            assert counts.get(bytes(color), 0) > 100, (color, "the route's colour")
        tester.keep(visit, "vehicles-by-route")
        # From afar a ring stands for the badge, and the name has no room.
        visit.page.evaluate(f"{LAYER}.spacing = 1e-6")
        drawn = cells(visit)
        assert not any(name.startswith(("text:", "vehicle:")) for name in drawn) and drawn["edge"] == 4, drawn
        small = visit.page.evaluate(f"{LAYER}.size")
        assert small < 0.75, small
        visit.page.evaluate(f"{LAYER}.spacing = 1")
        visit.page.get_by_role("combobox", name="Colour of vehicles").select_option("crowding")
        assert visit.heard() == "Colour: Crowding"
        fills = visit.page.evaluate(f"{HANDLE}.player.fleet.vehicles.map((one) => String({LAYER}.look(one).fill))")
        assert len(set(fills)) == 3, "two of the four are as crowded as each other"
        button = visit.page.get_by_role("button", name="Trails")
        before = cells(visit).get("dot", 0)
        button.click()
        assert button.get_attribute("aria-pressed") == "true" and cells(visit)["dot"] > before


@test
def without_crowding_or_delays_colours_are_of_routes_alone(tester):
    with tester.visit(tester.maker.page("no-crowding", two_routes(None))) as visit:
        assert visit.page.get_by_role("combobox", name="Colour of vehicles").count() == 0
        assert visit.page.locator(".legend li").count() == 0
    delayed = pages.trip(1, "One", trip_id="T1", start_date="20260302", stops=[
        {"stop_id": f"S{place}", "stop_name": f"Stop {place}", "stop_sequence": place, "lat": -25.02, "lon": 150 + place / 50,
         "arrival_time_secs": 25000 + 600 * place, "departure_time_secs": 25000 + 600 * place, "delay": 300}
        for place in range(5)], vehicle=None)
    page = tester.maker.page("delays", two_routes(None) + pages.lines(delayed))
    with tester.visit(page) as visit:
        visit.page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 170)")
        visit.page.get_by_role("combobox", name="Colour of vehicles").select_option("delay")
        visit.settle(800)
        kinds = visit.page.evaluate(f"{HANDLE}.player.fleet.vehicles.map((one) => {LAYER}.delayKind(one))")
        assert kinds == [None, "late", None, None], kinds
        assert "Late" in visit.page.locator(".legend").inner_text()


@test
def the_names_of_routes_are_above_the_vehicles(tester):
    with tester.visit(tester.maker.page("two-routes-names", two_routes(True))) as visit:
        visit.settle(2500)
        names = f"{HANDLE}.player.atlas.overNames"
        shown = visit.page.evaluate(f"{names}.routes.length")
        assert shown >= 2, shown
        order = visit.page.evaluate(f"""{LAYER}.canvas.compareDocumentPosition({names}.canvas)
          & Node.DOCUMENT_POSITION_FOLLOWING""")
        assert order, "the names' canvas lies above the vehicles'"
        inked = f"""() => {{ const {{ canvas }} = {names}, {{ width, height }} = canvas;
          const copy = new OffscreenCanvas(width, height).getContext("2d", {{ willReadFrequently: true }});
          copy.drawImage(canvas, 0, 0);
          return copy.getImageData(0, 0, width, height).data.filter((one) => one).length; }}"""
        assert visit.page.evaluate(inked) > 500
        visit.page.get_by_role("button", name="Hide all").click()
        visit.settle(1200)
        assert visit.page.evaluate(inked) == 0, "the names of hidden routes are hidden"
