"""Gestures by real touch events: the camera after a double tap, flicks of the card, rows swiped aside."""

import time

from visit import test


class Finger:
    """One finger on a page."""

    def __init__(self, visit):
        self.page, self.session = visit.page, visit.context.new_cdp_session(visit.page)

    def send(self, kind, *points, time=None):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points], **({"timestamp": time} if time else {})})

    def tap(self, x, y):
        self.send("touchStart", (x, y))
        self.send("touchEnd")

    def drag(self, start, way, steps, milliseconds, rests=0):
        """Moves in steps of some milliseconds each, and leaves at once or after a rest. The events carry their times, so that
        a busy machine does not slow the finger down."""
        now = time.time()
        self.send("touchStart", start, time=now)
        for step in range(1, steps + 1):
            now += milliseconds / 1000
            place = (start[0] + way[0] * step / steps, start[1] + way[1] * step / steps)
            self.send("touchMove", place, time=now)
            self.page.wait_for_timeout(milliseconds)
        self.send("touchEnd", time=now + max(rests, 1) / 1000)


# The scale bar is the camera as the page shows it.
SCALE = "document.querySelector('#map .maplibregl-ctrl-scale').textContent"


def zoomed_in(visit):
    """Zooms in by the page's own buttons, and gives back what the scale said before and after."""
    before = visit.page.evaluate(SCALE)
    for _ in range(3):
        visit.page.locator("#map .maplibregl-ctrl-zoom-in").click()
        visit.settle(500)
    after = visit.page.evaluate(SCALE)
    assert before != after, (before, after)
    return before, after


@test
def a_double_tap_moves_the_camera_back(tester):
    with tester.visit(tester.network, width=390, height=800, has_touch=True, is_mobile=True) as visit:
        visit.settle(1500)
        whole, _ = zoomed_in(visit)
        box, finger = visit.page.locator("#map").bounding_box(), Finger(visit)
        place = (box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3)
        for _ in range(2):
            finger.tap(*place)
            visit.page.wait_for_timeout(90)
        visit.settle(1500)
        assert visit.page.evaluate(SCALE) == whole, (visit.page.evaluate(SCALE), whole)


@test
def a_double_click_moves_the_camera_back(tester):
    with tester.visit(tester.network) as visit:
        visit.settle(1500)
        whole, _ = zoomed_in(visit)
        box = visit.page.locator("#map").bounding_box()
        visit.page.mouse.dblclick(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
        visit.settle(1500)
        assert visit.page.evaluate(SCALE) == whole, (visit.page.evaluate(SCALE), whole)


@test
def a_flick_closes_the_card_and_a_slow_drag_does_not(tester):
    with tester.visit(tester.board, width=390, height=800, has_touch=True, is_mobile=True) as visit:
        finger, rows = Finger(visit), visit.page.locator(".row")
        rows.nth(1).tap()
        visit.settle(900)
        head = visit.page.locator(".card-head").bounding_box()
        grip = (head["x"] + head["width"] / 2, head["y"] + 12)
        # As far, but at rest when it leaves.
        finger.drag(grip, (0, 110), 8, 30, rests=200)
        visit.settle(1200)
        assert visit.page.locator(".card").count() == 1, "it was let go at rest"
        assert visit.page.locator(".card-head").bounding_box() == head
        # What springs back starts at the finger's speed: a little further than where it was let go.
        visit.page.evaluate("""() => {
          window.springs = [];
          const { animate } = Element.prototype;
          Element.prototype.animate = function (frames, options) {
            if (this.matches(".card")) window.springs.push([...frames].map((frame) => frame.transform));
            return animate.call(this, frames, options);
          };
        }""")
        finger.drag(grip, (0, 30), 3, 60)
        visit.settle(1200)
        springs = visit.page.evaluate("window.springs")
        if visit.page.locator(".card").count() == 1:
            downs = [float(frame.split("(")[1].split(")")[0].split(",")[1].replace("px", "")) for frame in springs[0]]
            assert max(downs) > downs[0] + 1 and downs[-1] == 0, downs
        else:
            raise AssertionError("thirty points at a slow speed closed it")
        finger.drag(grip, (0, 110), 4, 12)
        visit.page.locator(".card").wait_for(state="detached", timeout=4000)


@test
def a_row_swiped_aside_hides_its_route_and_undo_shows_it(tester):
    with tester.visit(tester.network, width=390, height=800, has_touch=True, is_mobile=True) as visit:
        visit.settle(1200)
        finger, row = Finger(visit), visit.page.locator("ul.routes > li").first
        row.scroll_into_view_if_needed()
        visit.settle(300)
        toggle = row.get_by_role("switch")
        box = row.bounding_box()
        start = (box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2)
        finger.drag(start, (-40, 0), 5, 30, rests=200)
        visit.settle(1000)
        assert toggle.get_attribute("aria-checked") == "true", "a little is no swipe"
        # Up and down is the list's.
        finger.drag(start, (-10, -60), 5, 20)
        visit.settle(1000)
        assert toggle.get_attribute("aria-checked") == "true"
        row.scroll_into_view_if_needed()
        visit.settle(300)
        box = row.bounding_box()
        finger.drag((box["x"] + box["width"] * 0.7, box["y"] + box["height"] / 2), (-120, 0), 5, 12)
        visit.settle(900)
        assert toggle.get_attribute("aria-checked") == "false", "the swipe did nothing"
        assert "hidden" in visit.heard(), visit.heard()
        visit.page.get_by_role("button", name="Undo").tap()
        visit.settle(300)
        assert toggle.get_attribute("aria-checked") == "true"
        assert visit.page.get_by_role("button", name="Undo").count() == 0
