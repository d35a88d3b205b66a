"""Crowding that is usual, from the visits of earlier days: boards and cards of trips beside what is measured."""

import json

import pages
from visit import test

NOTE = "A hollow disc shows the usual occupancy on earlier days, not a measured one."


def usual(tester):
    """The page of a board a week later with its trips, and the records that it was made of: nothing is measured then."""
    maker, feed = tester.maker, "samples/feed.zip"
    if not hasattr(maker, "usual"):
        vehicles = sorted((pages.ROOT / "samples").glob("vehicles-*.pb"))
        visits = maker.run("stop-visits", "--feed", feed, text=maker.run("decode-rt", *vehicles))
        typical = maker.folder / "typical.ndjson"
        maker.run("expect", "--min-days", 1, "-o", typical, text=visits)
        board = maker.run("departures", "--feed", feed, "--stop", "S00", "--at", "2026-03-09T08:00", "--limit", 30,
                          "--typical", typical, "-n", to="usual-board.ndjson")
        trips = maker.run("trip-details", maker.folder / "usual-board.ndjson", "--feed", feed, "--typical", typical)
        records = [json.loads(line) for line in (board + trips).splitlines()]
        maker.usual = maker.page("usual", board + trips), records
    return maker.usual


def words(status):
    """What is said of a status where it is usual, by the levels of the records."""
    level = ["low occupancy", "low occupancy", "moderate occupancy", "high occupancy", *["very crowded"] * 3][status]
    return f"Usually {level}"


@test
def a_board_says_what_is_usual_where_nothing_is_measured(tester):
    path, records = usual(tester)
    departures = [one for one in records if one["table"] == "departures"]
    known = [one.get("typical_occupancy_status") for one in departures]
    assert any(one is not None for one in known) and all(one.get("occupancy_status") is None for one in departures)
    for size in [{}, {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}]:
        with tester.visit(path, **size) as visit:
            rows = visit.page.locator(".row")
            assert rows.count() == len(departures)
            assert visit.page.locator(".board").get_by_text(NOTE).count() == 1
            for place, status in enumerate(known):
                tags = rows.nth(place).locator(".crowding")
                said = rows.nth(place).get_attribute("aria-label")
                if status is None:
                    assert tags.count() == 0 and "sually" not in said, (place, said)
                    continue
                assert tags.count() == 1 and tags.inner_text().strip() == words(status) in said, (place, status, said)
                assert "usual" in tags.get_attribute("class").split()
            # A hollow disc is the paper inside its ring; a measured one is filled.
            disc = rows.locator(".crowding.usual .disc").first
            assert disc.evaluate("disc => getComputedStyle(disc).backgroundColor") == "rgba(0, 0, 0, 0)"
            tester.keep(visit, f"usual-board-{size.get('width', 1280)}")


@test
def a_card_says_what_is_usual_at_each_stop(tester):
    path, records = usual(tester)
    trips = {(one["trip_id"], one.get("start_time")): one for one in records if one["table"] == "trip_details"}
    departures = [one for one in records if one["table"] == "departures"]
    shown = 0
    with tester.visit(path) as visit:
        for place, departure in enumerate(departures):
            trip = trips.get((departure["trip_id"], departure.get("start_time")))
            if trip is None or not any(stop.get("typical_occupancy_status") is not None for stop in trip["stops"]):
                continue
            visit.page.locator(".row").nth(place).click()
            visit.page.get_by_role("dialog").wait_for()
            visit.settle(600)
            rows = visit.page.locator(".stop-list > li:not(.folded)")
            assert rows.count() == len(trip["stops"])
            for stop, row in zip(trip["stops"], rows.all()):
                status, tags = stop.get("typical_occupancy_status"), row.locator(".crowding.usual")
                assert tags.count() == (status is not None), (stop["stop_id"], status)
                if status is not None:
                    assert words(status) in tags.text_content()
            assert visit.page.locator(".trip-facts").get_by_text(NOTE).count() == 1
            tester.keep(visit, "usual-card")
            visit.page.keyboard.press("Escape")
            visit.page.get_by_role("dialog").wait_for(state="detached")
            visit.settle(500)
            shown += 1
            if shown == 3:
                break
    assert shown, "no trip has anything usual"


@test
def what_is_measured_stands_before_what_is_usual(tester):
    trip = pages.trip(1, "Known", vehicle=None)
    trip["stops"] = [dict(stop, typical_occupancy_status=5, occupancy_status=0 if place < 2 else None)
                     for place, stop in enumerate(trip["stops"])]
    records = pages.lines(
        pages.departure(1, "Known", occupancy_status=0, typical_occupancy_status=5),
        pages.departure(2, "Usual", occupancy_status=None, typical_occupancy_status=5),
        pages.departure(3, "Nothing", occupancy_status=None), trip)
    with tester.visit(tester.maker.page("measured-first", records)) as visit:
        said = [row.inner_text() for row in visit.page.locator(".row").all()]
        assert "Low occupancy" in said[0] and "sually" not in said[0], said[0]
        assert words(5) in said[1] and "ccupancy" not in said[2] and "crowded" not in said[2], said
        visit.page.locator(".row").first.click()
        visit.page.get_by_role("dialog").wait_for()
        visit.settle(600)
        stops = [row.text_content() for row in visit.page.locator(".stop-list > li:not(.folded)").all()]
        assert ["Usually" in one for one in stops] == [False, False, True, True, True], stops
