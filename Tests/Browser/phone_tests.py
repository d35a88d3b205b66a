"""Small screens and large text: the sheet, cards and popups on a phone, text at twice its size; long lists."""

import json
import math
import shutil
import tempfile
import time
from pathlib import Path

import pages
from link_tests import START, street
from player_tests import HANDLE, played
from visit import smoke, test

PHONE = {"width": 390, "height": 844, "has_touch": True}


def touch(visit):
    """Sends real touches: touch("Start" or "Move" or "End", x, y)."""
    session = visit.context.new_cdp_session(visit.page)

    def send(kind, x=0, y=0, at=None):
        session.send("Input.dispatchTouchEvent", {
            "type": f"touch{kind}", "touchPoints": [] if kind == "End" else [{"x": x, "y": y}],
            **({"timestamp": at} if at else {})})
    return send


def box(visit, selector):
    return visit.page.locator(selector).first.bounding_box()


@smoke
def the_sheet_rests_at_three_heights(tester):
    with played(tester, name="player-sheet", **PHONE) as visit:
        page, send = visit.page, touch(visit)
        grip = page.locator(".sheet-grip")

        def drag(to, milliseconds=16, rest=200):
            at = box(visit, ".sheet-grip")["y"] + 17
            send("Start", 195, at)
            for step in range(1, 9):
                send("Move", 195, at + (to - at) * step / 8)
                page.wait_for_timeout(milliseconds)
            page.wait_for_timeout(rest)
            send("End")
            visit.settle(700)
            return page.locator("#panel").get_attribute("data-height")

        assert grip.get_attribute("aria-label") == "Lists: half height"
        tester.keep(visit, "phone-half")
        player, sheet = box(visit, ".player"), box(visit, "#panel")
        assert player["y"] + player["height"] <= sheet["y"] + 1 and player["y"] > 250, (player, sheet)
        assert drag(800) == "low"

        def is_low():
            player, sheet = box(visit, ".player"), box(visit, "#panel")
            return player["y"] + player["height"] <= sheet["y"] + 1 and sheet["y"] > 700

        visit.until(is_low)
        tester.keep(visit, "phone-low")
        assert box(visit, "#map")["height"] > 700
        assert drag(100) == "full"
        tester.keep(visit, "phone-full")
        visit.until(lambda: box(visit, "#panel")["y"] < 80)
        # A slow drag of little goes back; a flick of little goes on.
        assert drag(140) == "full"
        # The last row can be scrolled to at each height.
        for name in ("half", "full"):
            while page.locator("#panel").get_attribute("data-height") != name:
                grip.click()
                visit.settle(500)
            page.locator("#sheet-body").evaluate("body => { body.scrollTop = body.scrollHeight; }")

            def is_in_sight():
                last = box(visit, "#content > :last-child")
                return last["y"] + last["height"] <= 845

            # The sheet is on its way to its height.
            visit.until(is_in_sight)
        grip.focus()
        page.keyboard.press("ArrowDown")
        assert page.locator("#panel").get_attribute("data-height") == "half" and visit.heard() == "Lists at half height"


@test
def a_fact_of_a_route_is_not_broken(tester):
    with tester.visit(tester.network, **PHONE) as visit:
        broken = visit.page.evaluate("""() => [...document.querySelectorAll(".route .facts > .quiet")].flatMap((one) => {
          const node = one.firstChild, words = node.data.split(" · ");
          let place = 0;
          return words.filter((fact) => {
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + fact.length);
            place += fact.length + 3;
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
          });
        })""")
        assert broken == [], broken
        assert visit.page.locator(".route .facts > .quiet").count() == 4


@test
def the_legend_of_a_phone_has_words(tester):
    with played(tester, name="player-words", **PHONE) as visit:
        legend = visit.page.locator(".legend")
        low = legend.get_by_text("Low", exact=True)
        assert legend.locator("li").count() > 0 and not low.is_visible()
        words = legend.get_by_role("button", name="Words of the legend")
        words.click()
        assert low.is_visible() and words.get_attribute("aria-expanded") == "true"
        words.click()
        assert not low.is_visible() and words.get_attribute("aria-expanded") == "false"
    # A phone that lies has room for them.
    with played(tester, name="player-words-low", width=740, height=360, has_touch=True) as visit:
        assert visit.page.locator(".legend").get_by_text("Low", exact=True).is_visible()


@test
def no_button_of_the_map_lies_beneath_the_player(tester):
    for width, height in ((360, 740), (390, 844), (740, 360)):
        with played(tester, name=f"player-buttons-{width}", width=width, height=height, has_touch=True) as visit:
            visit.settle(500)
            player = box(visit, ".player")
            for button in visit.page.locator(".maplibregl-ctrl-top-right button:visible").all():
                at = button.bounding_box()
                apart = at["y"] + at["height"] <= player["y"] or at["x"] >= player["x"] + player["width"]
                assert apart and at["y"] >= 0 and at["x"] + at["width"] <= width, (width, button.get_attribute("aria-label"), at, player)


@test
def a_flick_moves_the_sheet_one_height(tester):
    with played(tester, name="player-flick", **PHONE) as visit:
        page, send = visit.page, touch(visit)
        at = box(visit, ".sheet-grip")["y"] + 17
        # At its own times, however long the machine takes for them.
        begin = time.time()
        send("Start", 195, at, begin)
        for step in range(1, 5):
            send("Move", 195, at + 24 * step, begin + 0.016 * step)
            page.wait_for_timeout(16)
        send("End", at=begin + 0.07)
        visit.settle(700)
        assert page.locator("#panel").get_attribute("data-height") == "low", "96 points fast are enough"


@test
def a_card_and_a_popup_never_overlap(tester):
    with tester.visit(tester.maker.page("street-phone", street()), **PHONE) as visit:
        page, send = visit.page, touch(visit)
        page.evaluate(f"{HANDLE}.clock.pause()")
        page.evaluate(f"{HANDLE}.clock.seek({START} + 500)")
        card, popup = page.get_by_role("region", name="Vehicle", exact=True), page.locator(".maplibregl-popup")
        page.evaluate(f"{HANDLE}.player.choose(0)")
        visit.settle(500)
        assert card.is_visible()
        tester.keep(visit, "phone-vehicle")
        send("Start", 200, 300)
        page.wait_for_timeout(800)
        send("End")
        visit.settle(400)
        assert popup.count() == 1 and not card.is_visible()
        page.evaluate(f"{HANDLE}.player.choose(0)")
        visit.settle(300)
        assert popup.count() == 0 and card.is_visible()


@test
def popups_stay_on_the_screen(tester):
    with tester.visit(tester.maker.page("street-popups", street()), **PHONE) as visit:
        page, send = visit.page, touch(visit)
        for x in (6, 60, 140, 200, 250, 330):
            send("Start", x, 260)
            page.wait_for_timeout(800)
            send("End")
            page.wait_for_selector(".maplibregl-popup", timeout=5000)
            visit.settle(300)
            place = box(visit, ".maplibregl-popup-content")
            assert place and place["x"] >= -1 and place["x"] + place["width"] <= 391, (x, place)
            page.keyboard.press("Escape")


@test
def a_slow_page_takes_no_drag_for_a_long_press(tester):
    with tester.visit(tester.maker.page("street-slow", street()), **PHONE) as visit:
        page, send = visit.page, touch(visit)
        visit.settle(800)
        send("Start", 200, 200)
        page.wait_for_timeout(60)
        # The page is busy for longer than a press takes; the finger moves meanwhile.
        page.evaluate("() => { setTimeout(() => { const end = performance.now() + 900; while (performance.now() < end); }, 0); }")
        for step in range(1, 10):
            send("Move", 200 + 8 * step, 200 + 4 * step)
        page.wait_for_timeout(300)
        send("End")
        visit.settle(500)
        assert page.locator(".maplibregl-popup").count() == 0


def text_follows_the_readers_size(tester):
    # The size that the reader has chosen in the browser, 32 instead of 16 points.
    network = tester.network
    mixed = tester.mixed
    player = tester.maker.page("street-large", street())
    with tempfile.TemporaryDirectory() as profile:
        (Path(profile) / "Default").mkdir()
        (Path(profile) / "Default" / "Preferences").write_text(json.dumps({"webkit": {"webprefs": {"default_font_size": 32}}}))
        context = tester.browser.browser_type.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), viewport={"width": 1280, "height": 800},
            args=["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--no-sandbox"])
        try:
            page = context.new_page()
            messages = []
            page.on("console", lambda message: messages.append(message.text))
            page.on("pageerror", lambda error: messages.append(str(error)))
            for path in (player, mixed, network, tester.board):
                for width, height in ((1280, 800), (390, 844)):
                    page.set_viewport_size({"width": width, "height": height})
                    page.goto(path.as_uri())
                    page.wait_for_selector("html[data-ready]", state="attached")
                    page.wait_for_timeout(700)
                    page.screenshot(path=tester.maker.folder / f"large-text-{path.stem}-{width}.png")
                    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
                    small = page.evaluate("""() => [...document.querySelectorAll("body *")].filter((one) => one.offsetWidth > 1
                      && [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
                      && parseFloat(getComputedStyle(one).fontSize) < 20).map((one) => one.className + one.tagName)""")
                    assert small == [], small
                    wide = page.evaluate("[document.documentElement.scrollWidth, document.querySelector('#panel').scrollWidth]")
                    assert wide[0] <= width and wide[1] <= width, (path.stem, wide)
                    if path == player:
                        for button in page.get_by_role("region", name="Player").get_by_role("button").all():
                            place = button.bounding_box()
                            assert place["x"] >= 0 and place["x"] + place["width"] <= width, place
            assert messages == [], messages
        finally:
            context.close()


@test
def thousands_of_rows_are_made_as_they_are_needed(tester):
    records = []
    for number in range(3000):
        turn = number * 0.01
        records.append({
            "type": "Feature", "table": "polylines", "properties": {
                "polyline_id": f"L{number}", "route_id": f"R{number}", "route_short_name": str(3000 - number),
                "trip_count": 1, "stop_ids": []},
            "geometry": {"type": "LineString", "coordinates": [[150, -25], [150 + math.cos(turn) / 5, -25 + math.sin(turn) / 5]]}})
        records.append({
            "table": "vehicle_positions", "vehicle_id": f"V{number}", "route_id": f"R{number}", "latitude": -25,
            "longitude": 150 + number / 20000, "timestamp": START + 65, "occupancy_status": number % 4})
    path = tester.maker.page("thousands", pages.lines(*records), "--timezone", "Australia/Brisbane")
    with tester.visit(path) as visit:
        page = visit.page
        elements = page.evaluate("document.querySelectorAll('*').length")
        assert elements < 6000, elements
        rows = page.get_by_role("list", name="Routes").locator("li .badge")
        assert rows.all_inner_texts()[:3] == ["1", "2", "3"], "by number"
        assert page.locator(".count").first.inner_text() == "3\u202f000 routes"
        # Whoever scrolls finds the others.
        for _ in range(3):
            page.locator("#panel").evaluate("panel => { panel.scrollTop = panel.scrollHeight; }")
            visit.settle(300)
        assert rows.count() >= 300, rows.count()
        # What is switched and searched for are all, made or not.
        page.get_by_role("button", name="Hide all").click()
        page.get_by_role("searchbox").fill("2999")
        assert page.get_by_role("switch", name="Show route 2999").get_attribute("aria-checked") == "false"
        legend = page.get_by_role("group", name="Legend of vehicles")
        assert "Vehicles at 07:01:05, Monday 2 March 2026" in legend.inner_text() and "Low" in legend.inner_text()
