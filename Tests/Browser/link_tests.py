"""Links to what is shown, back and forward, and what opens what: a vehicle its trip, a stop its board."""

import json

import pages
from player_tests import HANDLE, clock, event
from visit import smoke, test
from way_tests import TAKE_MAP

START = 1772398800  # 07:00 in Brisbane.


def street():
    """A line with six stops, a bus that is expected five minutes late at each, and departures from two of the stops."""
    stops = [[150 + place / 100, -25] for place in range(6)]
    records = [
        {"type": "Feature", "table": "polylines", "properties": {
            "polyline_id": "L", "route_id": "R/1", "route_short_name": "7", "route_color": "C5221F", "trip_count": 5,
            "stop_ids": [f"S{place}" for place in range(6)]},
         "geometry": {"type": "LineString", "coordinates": stops}}]
    for place, at in enumerate(stops):
        records.append({"type": "Feature", "table": "stop_pins", "properties": {
            "stop_id": f"S{place}", "stop_name": f"Stop {place}", "route_ids": ["R/1"]},
            "geometry": {"type": "Point", "coordinates": at}})
    for at in range(0, 1200, 60):
        records.append(event("bus 1", "update" if at else "enter", at, at // 60 + 1, 150 + at / 24000, -25, 90, route_id="R/1",
                             trip_id="T1", occupancy_status=2))
        records.append(event("bus 2", "update" if at else "enter", at, at // 60 + 1, 150.05 - at / 24000, -25, 270,
                             route_id="R/1", trip_id="elsewhere"))
    # Scheduled from 06:57 on every four minutes, so expected from 07:02 on.
    seconds = [25020 + 240 * place for place in range(6)]
    records.append(pages.trip(1, "7", route_id="R/1", headsign="Harbour", stops=[
        {"stop_id": f"S{place}", "stop_name": f"Stop {place}", "stop_sequence": place, "lat": at[1], "lon": at[0],
         "arrival_time_secs": seconds[place], "departure_time_secs": seconds[place], "delay": 300,
         "occupancy_status": place % 3} for place, at in enumerate(stops)], vehicle=None))
    for place in (4, 5):
        records.append(pages.departure(1, "7", route_id="R/1", headsign="Harbour", stop_id=f"S{place}", stop_name=f"Stop {place}",
                                       platform_code=None, departure_time=START + seconds[place] - 25200 + 300,
                                       scheduled_time=START + seconds[place] - 25200, delay=300,
                                       departure_time_local="2026-03-02T07:18:00+10:00"))
    return pages.lines(*records)


def opened(tester, fragment="", **options):
    return tester.visit(tester.maker.page("street", street(), "--timezone", "Australia/Brisbane"), fragment=fragment, **options)


def fragment(visit):
    return visit.page.evaluate("location.hash")


@smoke
def a_link_shows_what_was_shown(tester):
    with opened(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        page.evaluate(f"{HANDLE}.clock.seek({START} + 500)")
        page.get_by_role("combobox", name="Speed").select_option("30")
        page.evaluate(f"{HANDLE}.player.choose(0)")
        page.evaluate(f"{HANDLE}.player.map.jumpTo({{ zoom: 13.5, center: [150.02, -25], bearing: 20 }})")
        visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.get_by_role("button", name="Copy link").click()
        assert visit.heard() == "Link copied"
        link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(visit.file + "#t=") and "vehicle=bus%201" in link and "speed=30" in link, link
    with opened(tester, "#" + link.split("#")[1], opens=True) as visit:
        visit.settle(1200)
        assert clock(visit) == START + 500 and clock(visit, "speed") == 30 and not clock(visit, "isPlaying")
        view = visit.page.evaluate(f"""() => {{ const {{ map, chosen }} = {HANDLE}.player, {{ lng, lat }} = map.getCenter();
          return [map.getZoom(), map.getBearing(), lng, lat, chosen]; }}""")
        assert all(abs(one - other) < 1e-3 for one, other in zip(view, [13.5, 20, 150.02, -25, 0])), view
        assert visit.page.get_by_role("region", name="Vehicle", exact=True).is_visible()


@test
def back_and_forward_walk_through_what_was_opened(tester):
    with opened(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        page.evaluate(f"{HANDLE}.clock.seek({START} + 500)")
        card, dialog = page.get_by_role("region", name="Vehicle", exact=True), page.get_by_role("dialog")
        page.evaluate(f"{HANDLE}.player.choose(0)")
        assert "vehicle=bus%201" in fragment(visit), fragment(visit)
        card.get_by_role("button", name="Stops").click()
        dialog.wait_for()
        assert "trip=T1/20260302" in fragment(visit), fragment(visit)
        visit.settle(600)
        page.go_back()
        dialog.wait_for(state="detached")
        assert card.is_visible() and "trip=" not in fragment(visit)
        page.go_back()
        visit.settle(300)
        assert not card.is_visible() and "vehicle=" not in fragment(visit)
        page.go_forward()
        visit.settle(300)
        assert card.is_visible()
        page.go_forward()
        dialog.wait_for()
        assert "Harbour" in dialog.inner_text()


@test
def nonsense_in_a_link_is_passed_over(tester):
    for text in ["#<img src=x onerror=alert(1)>", "#t=NaN&view=1/2&vehicle=%E0%A4%A", "#t=1e999&speed=-1&view=99/200/999",
                 "#vehicle=__proto__&route=constructor&stop=%3Cb%3E&trip=/", "#panel", "#" + "a=b&" * 5000, "#t=&view=//&speed=7"]:
        with opened(tester, text, opens=True) as visit:
            visit.settle(300)
            assert visit.page.locator("#page img, #page b").count() == 0
            assert not visit.page.get_by_role("region", name="Vehicle", exact=True).is_visible()
            assert clock(visit, "isPlaying") and clock(visit, "speed") == 60, text
    # A time out of the day that is played is its end.
    with opened(tester, "#t=99999999999", opens=True) as visit:
        assert clock(visit) == clock(visit, "end")


@test
def a_vehicle_opens_its_trip(tester):
    with opened(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        # 07:11: expected at stop 0 at 07:02, and four minutes later at each of the next.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 660)")
        page.evaluate(f"{HANDLE}.player.choose(0)")
        card = page.get_by_role("region", name="Vehicle", exact=True)
        visit.until(lambda: "Next stop Stop 3 3 min" in card.inner_text().replace("\n", " "))
        card.get_by_role("button", name="Stops").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        visit.settle(800)
        tester.keep(visit, "vehicle-trip")
        text = dialog.inner_text()
        rows = dialog.locator(".stop-list > li")
        assert [row.is_visible() for row in rows.all()] == [True, False, False, False, True, True, True], text
        fold = dialog.get_by_role("button", name="Show 3 passed stops")
        assert fold.get_attribute("aria-expanded") == "false"
        assert "Next stop" in rows.nth(4).inner_text() and "07:09" in rows.nth(4).inner_text() and "07:14" in rows.nth(4).inner_text()
        assert "5 min late" in rows.nth(4).inner_text() and "Low occupancy" in rows.nth(4).inner_text()
        fold.click()
        assert rows.nth(1).is_visible() and "passed" in rows.nth(1).get_by_role("button").get_attribute("aria-label")
        # It follows the time.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 960)")
        visit.until(lambda: "Stop 4" in dialog.locator(".stop.next").inner_text() and dialog.locator(".passed:visible").count() == 4)
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached")
        # Of a trip that the page has no stops of it says nothing.
        page.evaluate(f"{HANDLE}.player.choose(1)")
        visit.until(lambda: "bus 2" in card.inner_text())
        assert "Next stop" not in card.inner_text() and not card.get_by_role("button", name="Stops").is_visible()


@test
def what_a_message_says_of_its_own_time_is_not_said_of_an_earlier_one(tester):
    # A message of 07:20 leaves out stops 0 to 3, which the trip has passed by then.
    records = [json.loads(line) for line in street().splitlines()]
    for one in records:
        if one["table"] == "trip_details":
            for stop in one["stops"][:4]:
                del stop["delay"]
            one["vehicle"] = {"vehicle_id": "bus 1", "longitude": 150.05, "latitude": -25, "timestamp": START + 1200,
                              "occupancy_status": 5}
    path = tester.maker.page("street-earlier", pages.lines(*records), "--timezone", "Australia/Brisbane")
    take_maps = TAKE_MAP.replace("window.testMap ??= this", "(window.testMaps ??= []).push(this)")
    with tester.visit(path, script=take_maps) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        # 07:11: by the delay of stop 4 the bus comes to stop 3 at 07:14.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 660)")
        page.evaluate(f"{HANDLE}.player.choose(0)")
        card = page.get_by_role("region", name="Vehicle", exact=True)
        visit.until(lambda: "bus 1" in card.inner_text())
        assert "Next stop" not in card.inner_text(), card.inner_text()
        card.get_by_role("button", name="Stops").click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        visit.until(lambda: page.evaluate("testMaps.length === 2 && testMaps[1].loaded()"))
        on_map = "testMaps[1].getSource('vehicle').serialize().data.features.length"
        text = dialog.inner_text()
        assert "Next stop" not in text and "passed" not in text and "Now" not in text, text
        assert dialog.locator(".stop-list > li:visible").count() == 6 and page.evaluate(on_map) == 0
        # 07:16: stop 3 is behind it, and the vehicle of the message is near enough in time.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 960)")
        visit.until(lambda: "Next stop Stop 4 2 min" in dialog.inner_text().replace("\n", " "))
        assert "Now" in dialog.inner_text() and page.evaluate(on_map) == 1
        assert dialog.get_by_role("button", name="Show 4 passed stops").is_visible()
        # And back again.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 660)")
        visit.until(lambda: "Next stop" not in dialog.inner_text() and "Now" not in dialog.inner_text())
        assert page.evaluate(on_map) == 0


@test
def your_stop_is_so_many_stops_away(tester):
    with opened(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        page.evaluate(f"{HANDLE}.clock.seek({START} + 420)")
        page.locator(".row").nth(1).click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for()
        assert "3 stops away" in dialog.inner_text() and "Next stop Stop 2" in dialog.inner_text().replace("\n", " ")
        # Past your stop nothing is away.
        page.evaluate(f"{HANDLE}.clock.seek({START} + 1500)")
        visit.until(lambda: "away" not in dialog.inner_text())


@test
def a_card_shows_your_stop_and_leaves_its_map_in_sight(tester):
    records = [json.loads(line) for line in street().splitlines()]
    for one in records:
        for stop in one.get("stops", []):
            stop["stop_name"] = f"The Old Harbour Street Interchange, Platform {stop['stop_id'][1:]}"
    path = tester.maker.page("street-card", pages.lines(*records), "--timezone", "Australia/Brisbane")
    with tester.visit(path, width=390, height=760, has_touch=True) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.pause()")
        page.evaluate(f"{HANDLE}.clock.seek({START} + 60)")
        page.locator(".row").nth(1).click()
        page.get_by_role("dialog").wait_for()
        visit.settle(900)
        body, mine, place, minutes, name = (page.locator(f".card {one}").first.bounding_box() for one in (
            ".card-body", ".stop.chosen", ".route-map", ".next-stop > :last-child",
            ".next-stop .strong"))
        end = body["y"] + body["height"]
        assert mine["y"] >= body["y"] and mine["y"] + mine["height"] <= end, (mine, body)
        # It is the last stop: the card is scrolled to it and no further.
        assert abs(mine["y"] + mine["height"] + 12 - end) < 2, (mine, body, place)
        # A name of two lines has its minutes beside it, in one line.
        assert name["height"] > 30 and minutes["height"] < 30 and minutes["x"] >= name["x"] + name["width"], (name, minutes)


@test
def a_stop_opens_its_board(tester):
    with opened(tester) as visit:
        page = visit.page
        page.get_by_role("tab", name="Routes").click()
        page.get_by_role("searchbox").fill("Stop 5")
        page.get_by_role("list", name="Stops found").get_by_role("button").first.click()
        popup = page.locator(".maplibregl-popup")
        popup.get_by_role("button", name="1 departure").click()
        assert page.get_by_role("tab", name="Departures").get_attribute("aria-selected") == "true"
        rows = page.locator(".rows > li")
        assert [row.is_visible() for row in rows.all()] == [False, True]
        assert visit.heard() == "1 departure from Stop 5"
        assert "stop=S5" in fragment(visit), fragment(visit)
        page.get_by_role("button", name="All stops").click()
        assert all(row.is_visible() for row in rows.all())
        # A stop from which nothing departs has no board.
        page.get_by_role("tab", name="Routes").click()
        page.get_by_role("searchbox").fill("Stop 1")
        page.get_by_role("list", name="Stops found").get_by_role("button").first.click()
        visit.settle(300)
        assert "Stop 1" in popup.inner_text() and popup.get_by_role("button", name="departure").count() == 0
