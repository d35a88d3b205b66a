"""Uses the pages of `linefeed map` in Chromium as people do. Run by scripts/test-browser."""

import argparse
import json
import shutil
import sys
import tempfile
import time
import traceback
from pathlib import Path

from playwright.sync_api import sync_playwright

import access_tests  # noqa: F401, its tests are among ALL
import alert_tests  # noqa: F401
import crowding_tests  # noqa: F401
import ground_tests
import link_tests  # noqa: F401
import name_tests  # noqa: F401
import opening_tests  # noqa: F401
import overlay_tests  # noqa: F401
import phone_tests  # noqa: F401
import player_tests  # noqa: F401
import way_tests  # noqa: F401
import pages
from visit import ALL, SMOKE, Tester, near, smoke, test


# The board and its trips


@smoke
def board_opens_its_trip_and_closes_again(tester):
    with tester.visit(tester.board) as visit:
        rows = visit.page.locator(".row")
        assert rows.count() == 30
        rows.nth(1).click()
        dialog = visit.page.get_by_role("dialog")
        dialog.wait_for()
        region = visit.page.get_by_role("region", name="Route Map", exact=True)
        visit.settle()
        # The map is drawn once the card has grown.
        visit.until(lambda: region.locator("canvas").count() == 1)
        assert region.bounding_box()["height"] == 200
        assert visit.page.locator(".stop-list > li").count() == 3
        tester.keep(visit, "card")
        visit.page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        assert rows.nth(1).evaluate("row => row === document.activeElement")


@test
def accessible_names_say_what_symbols_show(tester):
    with tester.visit(tester.board) as visit:
        names = [row.get_attribute("aria-label") for row in visit.page.locator(".row").all()]
        assert names[0] == "C to City Circle, Stand A, due, at 08:00, on time, Low occupancy", names[0]
        assert "T1 to Ploverbrook, Platform 2, 6 minutes, at 08:06, on time, High occupancy, " \
            "Wheelchair accessible" in names, names[1]
        text = visit.page.locator(".row").nth(1).inner_text()
        assert text.index("High occupancy") < text.index("ccessible"), text


@test
def a_departure_finds_its_trip_by_value_only(tester):
    records = pages.lines(
        pages.departure(1, "One"), pages.departure(2, "Two", start_time="08:00:00"), pages.departure(3, "Three"),
        pages.trip(2, "Two at nine", start_time="09:00:00"), pages.trip(2, "Two at eight", start_time="08:00:00"),
        pages.trip(1, "Another day", start_date="20260303"), pages.trip(3, "Three"))
    with tester.visit(tester.maker.page("by-value", records)) as visit:
        for row, expected in [(0, None), (1, "Two at eight"), (2, "Three")]:
            visit.page.locator(".row").nth(row).click()
            visit.page.get_by_role("dialog").wait_for()
            text = visit.page.locator(".card-body").inner_text()
            if expected:
                assert expected in text, text
            else:
                assert "does not contain the stops" in text and visit.page.locator(".card canvas").count() == 0
            visit.settle(600)
            visit.page.get_by_role("button", name="Close").click()
            visit.page.get_by_role("dialog").wait_for(state="detached")


@test
def times_are_the_records_own_wherever_the_reader_is(tester):
    # Sydney's clocks go back at 03:00 that day, so noon minus 12 h is 01:00 (GTFS Schedule, Time).
    stops = [dict(stop, arrival_time_secs=None, departure_time_secs=seconds) for stop, seconds in zip(
        pages.trip(1, "x")["stops"], [0, 3600, 7200, 43200, 90000])]
    path = tester.maker.page("zones", pages.lines(
        pages.departure(1, "Here", departure_time_local="2026-03-02T08:01:00+10:00"),
        pages.trip(1, "There", start_date="20260405", timezone="Australia/Sydney", stops=stops)))
    for zone in ["America/New_York", "Asia/Kolkata"]:
        with tester.visit(path, timezone_id=zone) as visit:
            assert "08:01" in visit.page.locator(".row").inner_text()
            assert "As of 08:00, Monday 2 March 2026 (UTC+10:00)" in visit.page.locator(".as-of").inner_text()
        alone = tester.maker.page("zone-alone", pages.lines(
            pages.trip(1, "There", start_date="20260405", timezone="Australia/Sydney", stops=stops)))
        with tester.visit(alone, timezone_id=zone) as visit:
            clocks = [text.strip() for text in visit.page.locator(".stop-row .clock").all_inner_texts()]
            assert clocks == ["01:00", "02:00", "02:00", "12:00", "01:00+1"], clocks


@test
def one_stop_is_a_map_that_still_moves(tester):
    stops = pages.trip(1, "x")["stops"][:1]
    path = tester.maker.page("one-stop", pages.lines(pages.trip(1, "Alone", stops=stops, vehicle=None)))
    with tester.visit(path) as visit:
        visit.settle(1200)
        before, _ = visit.pixels(".route-map")
        visit.page.locator(".route-map canvas").focus()
        visit.page.keyboard.press("ArrowUp")
        visit.settle(900)
        after, _ = visit.pixels(".route-map")
        assert len(before) > 3 and before != after


@test
def without_coordinates_there_is_a_list_and_no_map(tester):
    stops = [dict(stop, lat=None, lon=None) for stop in pages.trip(1, "x")["stops"]]
    path = tester.maker.page("no-places", pages.lines(pages.trip(1, "Nowhere", stops=stops, vehicle=None)))
    assert path.stat().st_size < 200_000, "MapLibre is not needed here"
    with tester.visit(path) as visit:
        assert visit.page.locator(".stop-list > li").count() == 5
        assert visit.page.locator("canvas, .route-map, #map:visible").count() == 0


@test
def a_card_springs_back_before_150_points_and_goes_past_them(tester):
    with tester.visit(tester.board) as visit:
        visit.page.locator(".row").nth(1).click()
        visit.page.get_by_role("dialog").wait_for()

        def is_at_rest():
            return visit.page.evaluate("document.getAnimations().every(({ playState }) => playState !== 'running')")

        visit.until(is_at_rest)
        head = visit.page.locator(".card-head").bounding_box()
        x, y = head["x"] + head["width"] / 2, head["y"] + head["height"] / 2
        for distance, stays in [(140, True), (165, False)]:
            visit.page.mouse.move(x, y)
            visit.page.mouse.down()
            visit.page.mouse.move(x, y + distance / 2)
            visit.page.mouse.move(x, y + distance)
            moved = visit.page.locator(".card").evaluate("card => card.style.transform")
            assert f"translate(0px, {distance}px)" in moved, moved
            # At rest: the speed of a flick counts as well.
            visit.settle(150)
            visit.page.mouse.up()
            visit.settle(1000)
            visit.until(is_at_rest)
            visit.until(lambda: visit.page.get_by_role("dialog").count() == (1 if stays else 0))
            if stays:
                assert visit.page.locator(".card-head").bounding_box() == head


@test
def a_row_grows_into_its_card_by_transforms(tester):
    with tester.visit(tester.board) as visit:
        visit.page.locator(".row").nth(1).click()
        moving = visit.page.evaluate("""() => document.getAnimations().map((animation) => ({
            on: animation.effect.target.className, frames: animation.effect.getKeyframes().map((frame) => frame.transform)
        }))""")
        card = [entry for entry in moving if entry["on"] == "card"]
        assert card and "translate" in card[0]["frames"][0] and "scale" in card[0]["frames"][0], moving
        assert any("flier" in entry["on"] for entry in moving), moving


@test
def reduced_motion_moves_nothing(tester):
    with tester.visit(tester.mixed, reduced_motion="reduce") as visit:
        visit.page.locator(".row").nth(1).click()
        assert visit.page.evaluate("document.getAnimations().length") == 0
        visit.page.keyboard.press("Escape")
        assert visit.page.get_by_role("dialog").count() == 0


@test
def everything_is_done_by_keyboard(tester):
    with tester.visit(tester.board) as visit:
        visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Tab")
        label = visit.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label.startswith("T1 to"), label
        outline = visit.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", "focus is to be seen"
        visit.page.keyboard.press("Enter")
        visit.page.get_by_role("dialog").wait_for()
        visit.settle()
        for _ in range(12):
            visit.page.keyboard.press("Tab")
            if visit.page.evaluate("document.activeElement.className").startswith("stop-row"):
                break
        visit.page.keyboard.press("Enter")
        visit.page.locator(".maplibregl-popup").wait_for()
        assert "Rowanbank" in visit.heard()
        visit.page.keyboard.press("Escape")
        visit.page.get_by_role("dialog").wait_for(state="detached")
        row = visit.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert row == label, row


# The network


@smoke
def a_network_draws_its_lines_in_their_colours(tester):
    with tester.visit(tester.network) as visit:
        visit.settle(2500)
        counts, total = visit.pixels("#map")
        orange = sum(count for color, count in counts.items() if near(color, 0xF6, 0xA8, 0x00))
        blue = sum(count for color, count in counts.items() if near(color, 0x2D, 0x5F, 0xA8, 40))
        assert orange > 300 and blue > 800, (orange, blue, total)
        tester.keep(visit, "network")
        visit.page.get_by_role("switch", name="Show route T1").click()
        assert "hidden" in (visit.settle(900) or visit.heard())
        counts, _ = visit.pixels("#map")
        left = sum(count for color, count in counts.items() if near(color, 0xF6, 0xA8, 0x00))
        assert left < orange / 10, (orange, left)


@test
def a_pin_a_line_and_a_vehicle_tell_what_they_are(tester):
    with tester.visit(tester.mixed) as visit:
        visit.settle(1500)
        visit.page.get_by_role("tab", name="Routes").click()
        visit.page.get_by_role("searchbox").fill("ploverb")
        found = visit.page.get_by_role("list", name="Stops found").get_by_role("button")
        found.first.click()
        visit.settle(1800)
        popup = visit.page.locator(".maplibregl-popup:not(.tip)")
        assert "Ploverbrook" in popup.inner_text()
        box = visit.page.locator("#map").bounding_box()
        visit.page.get_by_role("button", name="Close popup").click()
        visit.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        visit.settle(400)
        assert popup.count() == 1, "the pin in the middle was not found by a click"
        visit.page.get_by_role("tab", name="Vehicles").click()
        visit.page.get_by_role("list", name="Vehicles").get_by_role("button").first.click()
        visit.settle(1200)
        assert "Vehicle" in popup.inner_text() and "occupancy" in visit.heard().lower()
        tester.keep(visit, "vehicle")


@test
def a_legend_is_as_wide_as_what_it_says(tester):
    with tester.visit(tester.mixed) as visit:
        free = visit.page.get_by_role("group", name="Legend of vehicles").evaluate("""legend => {
          const text = document.createRange();
          text.selectNodeContents(legend.querySelector("p"));
          const ends = [text, ...legend.querySelectorAll("li")].map((one) => one.getBoundingClientRect().right);
          return legend.getBoundingClientRect().right - Math.max(...ends);
        }""")
        assert 0 <= free < 20, free


@test
def a_station_is_one_pin_with_its_platforms(tester):
    with tester.visit(tester.network) as visit:
        visit.settle(1500)
        visit.page.get_by_role("searchbox").fill("central, stand b")
        found = visit.page.get_by_role("list", name="Stops found").get_by_role("button")
        assert found.count() == 1 and found.inner_text() == "Larkmere Central", found.all_inner_texts()
        found.click()
        visit.settle(1800)
        assert visit.heard().startswith("Station Larkmere Central, "), visit.heard()
        platforms = visit.page.get_by_role("list", name="Platforms").get_by_role("listitem").all_inner_texts()
        assert {"A", "B", "1"} <= set(platforms) and len(platforms) == len(set(platforms)), platforms
        tester.keep(visit, "station")


@test
def hovering_names_a_route(tester):
    with tester.visit(tester.network) as visit:
        visit.settle(2000)
        box = visit.page.locator("#map").bounding_box()
        found = None
        for step in range(60):
            visit.page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * (0.35 + step * 0.005))
            if visit.page.locator(".tip").count():
                found = visit.page.locator(".tip").inner_text()
                break
        assert found and "km" in found and "trips" in found, found


@test
def gestures_reset_inspect_and_stay_on_the_data(tester):
    with tester.visit(tester.network) as visit:
        visit.settle(2000)
        box = visit.page.locator("#map").bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        before, _ = visit.pixels("#map")
        # Thrown far beyond the data's edge, it stops with its middle on the edge.
        for _ in range(4):
            visit.page.mouse.move(*middle)
            visit.page.mouse.down()
            visit.page.mouse.move(middle[0] + 200, middle[1] + 100, steps=3)
            visit.page.mouse.move(middle[0] + 400, middle[1] + 300, steps=3)
            visit.page.mouse.up()
            visit.settle(700)
        lines, _ = visit.pixels("#map")
        assert any(near(color, 0x2D, 0x5F, 0xA8, 40) for color in lines), "the data left the map"
        visit.page.mouse.dblclick(*middle)
        visit.settle(2500)
        after, total = visit.pixels("#map")
        changed = sum(abs(after.get(color, 0) - count) for color, count in before.items())
        assert changed < total * 0.02, "a double tap did not show everything again"
        visit.page.mouse.move(middle[0] - 150, middle[1] + 200)
        visit.page.mouse.down()
        visit.page.wait_for_timeout(700)
        visit.page.mouse.up()
        visit.settle(300)
        text = visit.page.locator(".maplibregl-popup").inner_text()
        assert "° S" in text and "Nearest stop" in text, text
        assert "Nearest stop" in visit.heard()
        visit.page.locator("#map .maplibregl-canvas").focus()
        visit.page.keyboard.press("Enter")
        visit.settle(200)
        assert visit.page.locator(".maplibregl-popup").count() == 1


@test
def touches_double_tap_and_long_press(tester):
    with tester.visit(tester.network, width=390, height=800, has_touch=True, is_mobile=True) as visit:
        visit.settle(2000)
        box = visit.page.locator("#map").bounding_box()
        x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.6
        session = visit.context.new_cdp_session(visit.page)
        finger = {"x": x, "y": y}
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
        visit.page.wait_for_timeout(700)
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        visit.settle(300)
        assert visit.page.locator(".maplibregl-popup").count() == 1, "a long press tells nothing"
        for _ in range(2):
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
            session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            visit.page.wait_for_timeout(90)
        visit.settle(300)
        assert visit.heard() == "The whole map", visit.heard()


# Screens and hostile feeds


@test
def the_dark_is_dark_and_the_light_light(tester):
    for scheme, dark in [("dark", True), ("light", False)]:
        with tester.visit(tester.mixed, color_scheme=scheme) as visit:
            visit.settle(1500)
            counts, total = visit.pixels("body")
            shade = sum(sum(color) / 3 * count for color, count in counts.items()) / total
            assert (shade < 60) == dark, (scheme, shade)
            tester.keep(visit, f"mixed-{scheme}")
            visit.page.emulate_media(color_scheme="light" if dark else "dark")
            visit.settle(900)
            counts, total = visit.pixels("body")
            shade = sum(sum(color) / 3 * count for color, count in counts.items()) / total
            assert (shade > 120) == dark, ("after the change", scheme, shade)


@test
def a_narrow_screen_needs_no_sideways_scrolling(tester):
    hostile = tester.maker.page("hostile-narrow", pages.hostile())
    for path in [tester.board, tester.mixed, tester.network, hostile]:
        with tester.visit(path, width=360, height=740) as visit:
            visit.settle(800)
            width = visit.page.evaluate("document.documentElement.scrollWidth")
            assert width <= 360, (path.name, width)
            if visit.page.locator(".row").count():
                visit.page.locator(".row").first.click()
                visit.settle(900)
                wide = visit.page.evaluate("document.querySelector('.card').scrollWidth")
                assert wide <= 360, (path.name, wide)
                inside = visit.page.evaluate("document.querySelector('.card-body').scrollWidth")
                assert inside <= 360, (path.name, inside)
                box = visit.page.get_by_role("region", name="Route Map", exact=True).bounding_box()
                assert box["width"] == 360 and box["height"] == 200, box
            tester.keep(visit, f"narrow-{path.stem}")


@test
def hostile_names_are_names(tester):
    path = tester.maker.page("hostile", pages.hostile(), "--title", "</title><script>alert(9)</script>")
    with tester.visit(path) as visit:
        visit.settle(2500)
        assert visit.page.title() == "</title><script>alert(9)</script>"
        assert visit.page.locator("body img, body svg[onload], body script:not([id]) ~ img").count() == 0
        assert visit.page.locator("script").count() == 3
        text = visit.page.locator("#panel").inner_text()
        for name in pages.HOSTILE[:3]:
            assert name in text, name
        for place in range(len(pages.HOSTILE)):
            visit.page.locator(".row").nth(place).click()
            visit.page.get_by_role("dialog").wait_for()
            visit.settle(700)
            visit.page.locator(".stop-row").first.click()
            visit.settle(100)
            visit.page.keyboard.press("Escape")
            visit.page.get_by_role("dialog").wait_for(state="detached")
        tester.keep(visit, "hostile")
        visit.page.get_by_role("tab", name="Routes").click()
        visit.page.get_by_role("searchbox").fill("<img")
        visit.page.get_by_role("list", name="Stops found").get_by_role("button").first.click()
        visit.settle(1200)
        assert "<img src=x onerror=alert(1)>" in visit.page.locator(".maplibregl-popup").inner_text()


@test
def a_policy_lets_only_the_basemap_in(tester):
    path = tester.maker.page(
        "basemap", tester.records["network"], "--basemap", "http://127.0.0.1:9/{z}/{x}/{y}.png")
    visit = tester.visit(path)
    visit.settle(1500)
    visit.page.evaluate("fetch('http://127.0.0.1:8/x').catch(() => 0)")
    visit.settle(300)
    asked = {url.split("/")[2] for url in visit.requests if url.startswith("http")}
    refused = [message for message in visit.messages if "Content Security Policy" in message]
    assert "127.0.0.1:9" in asked, asked
    assert len(refused) >= 1 and all("127.0.0.1:8" in message for message in refused), refused
    visit.context.close()


@test
def a_large_network_opens_soon(tester):
    path = tester.maker.page("large", pages.large())
    with tester.visit(path) as visit:
        figures = {"bytes": path.stat().st_size, "seconds_to_ready": round(visit.seconds, 2)}
        visit.settle(4000)
        # Else hardly anything is drawn.
        visit.until(lambda: len(visit.pixels("#map")[0]) > 300, 60)
        tester.keep(visit, "large")
        start = time.monotonic()
        visit.page.get_by_role("button", name="Hide all").click()
        visit.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        figures["seconds_to_hide_all"] = round(time.monotonic() - start, 2)
        print(f"    {json.dumps(figures)}")


ALL.extend(ground_tests.TESTS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--linefeed", required=True)
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    folder = Path(options.keep or tempfile.mkdtemp(prefix="linefeed-pages-")).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    with sync_playwright() as playwright:
        # Software drawing, so that the pictures do not depend on the machine's graphics.
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"])
        tester = Tester(browser, pages.Maker(options.linefeed, folder))
        chosen = [function for function in (SMOKE if options.smoke else ALL) if options.only in function.__module__ + "." + function.__name__]
        for function in chosen:
            name = function.__name__.replace("_", " ")
            try:
                function(tester)
                print(f"ok   {name}", flush=True)
            except Exception:  # pylint: disable=broad-except
                failed += 1
                print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
        browser.close()
    print(f"{len(chosen) - failed} of {len(chosen)} passed")
    if not options.keep:
        shutil.rmtree(folder)
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
