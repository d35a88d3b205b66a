"""Alerts on pages: on boards, in the card of a trip, on routes and stops."""

import pages
from visit import test

AT = "2026-03-02T08:00"


def alert(number, entity, header, **more):
    record = {
        "table": "alerts", "feed_timestamp": 1772402400, "entity_id": str(number), "informed_entity": [entity],
        "header_text": {"translation": [{"text": header, "language": "en"}]}}
    record.update(more)
    return record


def alerts():
    text = {"translation": [{"text": "Buses run by King Street.", "language": "en"}]}
    return pages.lines(
        alert(1, {"route_id": "R-T1"}, "No trains on line T1", severity_level=4, effect=1, description_text=text,
              url={"translation": [{"text": "https://example.org/t1"}]}),
        alert(2, {"stop_id": "S00"}, "Lift out of order", severity_level=2, effect=11),
        alert(3, {"agency_id": "nobody"}, "About nothing"),
        alert(4, {"route_id": "B-10"}, pages.HOSTILE[0], severity_level=3,
              url={"translation": [{"text": "javascript:alert(1)"}]}))


def board_page(tester):
    maker, feed = tester.maker, "samples/feed.zip"
    (maker.folder / "alerts.ndjson").write_text(alerts())
    board = maker.run("departures", maker.folder / "alerts.ndjson", "--feed", feed, "--stop", "S00", "--at", AT,
                      "--limit", 12, to="alerted.ndjson")
    trips = maker.run("trip-details", maker.folder / "alerted.ndjson", maker.folder / "alerts.ndjson", "--feed", feed)
    return maker.page("alerts-board", board + trips)


@test
def a_board_says_its_alerts_and_opens_them(tester):
    with tester.visit(board_page(tester)) as visit:
        stop = visit.page.get_by_role("list", name="Alerts of the stop", exact=True)
        assert stop.get_by_role("group").count() == 1
        assert "Accessibility issue" not in stop.inner_text()
        stop.locator("summary").press("Enter")
        assert "Accessibility issue" in stop.inner_text()
        rows = visit.page.locator(".row").all()
        train = next(row for row in rows if row.get_attribute("aria-label").startswith("T1 "))
        assert train.get_attribute("aria-label").endswith("alert: No trains on line T1")
        assert "Lift out of order" not in train.inner_text(), "what is about the stop is said above all rows"
        train.click()
        dialog = visit.page.get_by_role("dialog")
        dialog.wait_for()
        visit.settle()
        first = dialog.locator(".alert").first
        assert not first.locator("a").is_visible()
        first.locator("summary").click()
        assert "Buses run by King Street." in first.inner_text()
        assert first.locator("a").get_attribute("href") == "https://example.org/t1"
        assert "noopener" in first.locator("a").get_attribute("rel")
        assert "alert: Lift out of order" in dialog.locator(".stop-row[aria-label*='Larkmere Central']").first \
            .get_attribute("aria-label")
        tester.keep(visit, "alerts-card")


@test
def a_hostile_alert_is_text(tester):
    with tester.visit(board_page(tester)) as visit:
        row = visit.page.locator(".row", has_text=pages.HOSTILE[0]).first
        row.click()
        dialog = visit.page.get_by_role("dialog")
        dialog.wait_for()
        visit.settle()
        dialog.locator(".alert summary", has_text=pages.HOSTILE[0]).click()
        assert visit.page.locator("body img, a[href^='javascript']").count() == 0


@test
def a_network_marks_routes_and_stops_with_alerts(tester):
    maker = tester.maker
    (maker.folder / "alerts.ndjson").write_text(alerts())
    matched = maker.run("departures", maker.folder / "alerts.ndjson", "--feed", "samples/feed.zip", "--alerts", "--at", AT)
    path = maker.page("alerts-network", tester.records["network"] + matched)
    for width, scheme in [(1280, "light"), (390, "dark")]:
        with tester.visit(path, width=width, color_scheme=scheme) as visit:
            visit.settle(1500)
            route = visit.page.get_by_role("list", name="Alerts of route T1", exact=True)
            route.locator("summary").click()
            assert "Buses run by King Street." in route.inner_text()
            visit.page.get_by_role("searchbox").fill("larkmere")
            visit.page.get_by_role("list", name="Stops found").get_by_role("button").first.click()
            visit.settle(1800)
            assert visit.heard().endswith("alert: Lift out of order"), visit.heard()
            assert visit.page.locator(".maplibregl-popup .alert").count() == 1
            tester.keep(visit, f"alerts-network-{scheme}")
            visit.page.get_by_role("tab", name="Alerts").click()
            text = visit.page.locator(".all-alerts").inner_text()
            assert "Lift out of order" in text and "About nothing" not in text
            assert visit.page.evaluate("document.documentElement.scrollWidth") <= width
