"""Looks for what keeps people out of pages, with axe-core: in the light and the dark, wide and narrow, with what opens open."""

from pathlib import Path

import axe_playwright_python
import pages
from alert_tests import board_page
from overlay_tests import archive, lines, of_frames
from player_tests import HANDLE, played
from visit import test
from way_tests import fork

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
# The rules of WCAG 2.2 up to AA, and what is good practice beside them.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SCREENS = {"wide": {}, "narrow": {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}}


def faults(visit, place):
    """What axe-core calls serious or critical, each with the first element that has it."""
    visit.page.evaluate(AXE)
    found = visit.page.evaluate(
        "(rules) => axe.run(document, { resultTypes: ['violations'], runOnly: rules })", RULES)
    return [f"{place}: {one['id']} ({one['impact']}), {len(one['nodes'])} times, first {one['nodes'][0]['html'][:160]}: "
            + one["nodes"][0].get("failureSummary", "").replace("\n", " ")
            for one in found["violations"] if one["impact"] in ("serious", "critical")]


def looked_at(tester, name, path, opens=None, **options):
    """Looks at a page on every screen, and again after `opens(visit)`."""
    found = []
    for scheme in ["light", "dark"]:
        for screen, size in SCREENS.items():
            with tester.visit(path, color_scheme=scheme, **size, **options) as visit:
                visit.settle(400)
                found += faults(visit, f"{name}, {scheme}, {screen}")
                if opens:
                    opens(visit)
                    visit.settle(900)
                    found += faults(visit, f"{name} opened, {scheme}, {screen}")
    assert not found, "\n".join(found)


def open_row(visit):
    visit.page.locator(".row").nth(1).click()
    visit.page.get_by_role("dialog").wait_for()


@test
def axe_finds_nothing_serious_on_a_board_and_its_card(tester):
    looked_at(tester, "board", tester.board, open_row)


@test
def axe_finds_nothing_serious_on_alerts(tester):
    looked_at(tester, "alerts", board_page(tester), lambda visit: visit.page.locator("summary").first.click())


@test
def axe_finds_nothing_serious_on_a_network_and_a_popup(tester):
    def opens(visit):
        visit.page.get_by_role("searchbox").fill("central")
        visit.page.get_by_role("list", name="Stops found").get_by_role("button").first.click()
        visit.page.locator(".maplibregl-popup").wait_for()

    looked_at(tester, "network", tester.network, opens)
    looked_at(tester, "ways", tester.maker.page("axe-ways", fork()))


@test
def axe_finds_nothing_serious_on_everything_at_once(tester):
    looked_at(tester, "mixed", tester.mixed, open_row)
    looked_at(tester, "hostile", tester.maker.page("axe-hostile", pages.hostile()), open_row)


@test
def axe_finds_nothing_serious_on_a_player_and_a_vehicles_card(tester):
    def opens(visit):
        visit.page.evaluate(f"""() => {{
          const {{ clock, player }} = {HANDLE};
          clock.seek(player.fleet.playback.opening);
          player.choose(player.fleet.vehicles.find((vehicle) => vehicle.isPresent).number);
        }}""")
        visit.page.locator(".vehicle-card").wait_for()
        visit.page.keyboard.press("i")

    with played(tester, name="axe-player"):
        pass
    looked_at(tester, "player", tester.maker.folder / "axe-player.html", opens)


@test
def axe_finds_nothing_serious_on_frames_of_tiles(tester):
    path = archive(tester.maker.folder / "axe.mbtiles", of_frames(3), duration=0.25)
    looked_at(tester, "overlay", tester.maker.page("axe-overlay", lines(), "--overlay", path))


@test
def all_text_has_one_typeface(tester):
    for name, path in [("board", tester.board), ("mixed", tester.mixed)]:
        with tester.visit(path) as visit:
            visit.settle(600)
            open_row(visit)
            visit.settle(600)
            families = visit.page.evaluate("""() => [...new Set([...document.body.querySelectorAll("*")]
              .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
              .filter((element) => !element.closest("script, style, noscript"))
              .map((element) => getComputedStyle(element).fontFamily))]""")
            assert len(families) == 1, (name, families)
