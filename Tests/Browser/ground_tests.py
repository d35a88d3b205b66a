"""Uses pages that carry the map under their lines; test_pages.py runs these too."""

import os
import subprocess

import grounds
import pages
from way_tests import TAKE_MAP

# Around the network of samples/.
BOX = (150.12, -25.34, 150.37, -25.21)
AROUND = (149.9, -25.6, 150.6, -25.0)
# The colours of page.css and ground.js.
PAPER = {"light": "eef1f4", "dark": "12161c"}
WATER = {"light": "c6d9e7", "dark": "1b2a38"}
WOOD = {"light": "d5e5d1", "dark": "14241d"}
ROUTE = "f6a800"

TESTS = []


def test(function):
    TESTS.append(function)
    return function


def shares(visit, colors, selector="#map"):
    """How much of an element has just each colour."""
    counts, total = visit.pixels(selector)
    return [counts.get(bytes.fromhex(color), 0) / total for color in colors]


def share(visit, color, selector="#map"):
    return shares(visit, [color], selector)[0]


def ground_page(tester, name, archive, records):
    return tester.maker.page(name, records, "--basemap", archive)


def pictures(tester):
    path = tester.maker.folder / "pictures.mbtiles"
    return path if path.exists() else grounds.picture_archive(path, AROUND)


@test
def grounds_of_every_schema_are_drawn_under_the_lines(tester):
    for schema in grounds.SCHEMAS:
        archive = grounds.vector_archive(tester.maker.folder / f"{schema}.mbtiles", schema, BOX)
        path = ground_page(tester, f"ground-{schema}", archive, tester.records["network"])
        for theme, other in [("light", "dark"), ("dark", "light")]:
            with tester.visit(path, color_scheme=theme) as visit:
                visit.settle(2500)
                for color in (WATER, WOOD):
                    assert share(visit, color[theme]) > 0.02, (schema, theme, color)
                assert share(visit, ROUTE) > 0.0003, "the lines are not on top"
                assert visit.page.locator("#map .attribution").inner_text() == "© Nobody & sons"
                tester.keep(visit, f"ground-{schema}-{theme}")
                visit.page.emulate_media(color_scheme=other)
                visit.settle(1500)
                assert share(visit, WATER[other]) > 0.02 and share(visit, WATER[theme]) == 0, (schema, other)


@test
def streets_and_houses_are_there_from_near(tester):
    archive = grounds.vector_archive(tester.maker.folder / "near.mbtiles", "shortbread", BOX)
    with tester.visit(ground_page(tester, "ground-near", archive, tester.records["network"])) as visit:
        visit.settle(2000)
        assert share(visit, "dde1e5") < 0.002
        for _ in range(5):
            visit.page.get_by_role("button", name="Zoom in").click()
            visit.settle(700)
        visit.settle(1500)
        assert share(visit, "dde1e5") > 0.03 and share(visit, "fafbfc") > 0.002
        tester.keep(visit, "ground-near")


@test
def a_ground_of_pictures_is_dimmed_in_the_dark(tester):
    path = ground_page(tester, "ground-pictures", pictures(tester), tester.records["network"])
    means = {}
    for theme in ("light", "dark"):
        with tester.visit(path, color_scheme=theme) as visit:
            visit.settle(2500)
            assert share(visit, PAPER[theme]) < 0.01, "there is no ground"
            counts, total = visit.pixels("#map")
            means[theme] = sum(sum(color) / 3 * count for color, count in counts.items()) / total
            tester.keep(visit, f"ground-pictures-{theme}")
    assert means["dark"] < 130 < 180 < means["light"], means


@test
def the_view_stays_on_the_ground(tester):
    path = ground_page(tester, "ground-held", pictures(tester), tester.records["network"])
    for size in [(1280, 800), (390, 844)]:
        with tester.visit(path, width=size[0], height=size[1]) as visit:
            visit.settle(2000)
            assert share(visit, PAPER["light"]) < 0.01, (size, "at the start")
            box = visit.page.locator("#map").bounding_box()
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            for across, along in [(300, 250), (-300, -250), (300, -250), (-300, 250)]:
                for _ in range(3):
                    visit.page.mouse.move(*middle)
                    visit.page.mouse.down()
                    visit.page.mouse.move(middle[0] + across / 2, middle[1] + along / 2, steps=3)
                    visit.page.mouse.move(middle[0] + across, middle[1] + along, steps=3)
                    visit.page.mouse.up()
                    visit.settle(500)
                visit.settle(800)
                assert share(visit, PAPER["light"]) < 0.01, (size, across, along)
            visit.page.mouse.move(*middle)
            for turn, steps in [(600, 12), (-600, 30)]:
                for _ in range(steps):
                    visit.page.mouse.wheel(0, turn)
                    visit.page.wait_for_timeout(60)
                visit.settle(2000)
                assert share(visit, PAPER["light"]) < 0.01, (size, "zoomed", turn)


@test
def a_wide_network_is_all_in_view_on_every_screen(tester):
    path = ground_page(tester, "ground-fits", pictures(tester), tester.records["network"])
    plain = tester.network
    for size in [(1280, 800), (390, 844)]:
        seen = []
        for page in (plain, path):
            with tester.visit(page, width=size[0], height=size[1]) as visit:
                visit.settle(2500)
                seen.append(share(visit, ROUTE))
                tester.keep(visit, f"ground-fits-{page.stem}-{size[0]}")
        assert abs(seen[0] - seen[1]) < seen[0] * 0.25, (size, seen)


@test
def a_card_of_a_trip_has_the_ground_too(tester):
    path = ground_page(tester, "ground-card", pictures(tester), tester.records["board"] + tester.records["trips"])
    with tester.visit(path, width=390, height=844) as visit:
        for row in (1, 3):
            visit.page.locator(".row").nth(row).click()
            visit.page.get_by_role("dialog").wait_for()
            visit.settle(2500)
            assert share(visit, PAPER["light"], ".route-map") < 0.1, "there is no ground"
            assert visit.page.locator(".route-map .attribution").inner_text() == "Pictures of nobody"
            visit.page.emulate_media(color_scheme="dark")
            visit.settle(800)
            tester.keep(visit, "ground-card")
            visit.page.emulate_media(color_scheme="light")
            visit.page.keyboard.press("Escape")
            visit.page.get_by_role("dialog").wait_for(state="detached")


@test
def a_hostile_attribution_is_text(tester):
    said = "<img src=x onerror=alert(1)>&lt;script&gt;alert(2)&lt;/script&gt;</script><b>x"
    archive = grounds.vector_archive(
        tester.maker.folder / "hostile.mbtiles", "protomaps", BOX, range(9, 12), attribution=said)
    with tester.visit(ground_page(tester, "ground-hostile", archive, tester.records["network"])) as visit:
        visit.settle(1500)
        assert visit.page.locator("#map .attribution").inner_text() == "<script>alert(2)</script>x"
        assert visit.page.locator("script").count() == 3


@test
def an_extract_of_openstreetmap_becomes_a_ground(tester):
    folder = tester.maker.folder
    (folder / "extract.osm").write_text(grounds.osm(BOX))
    subprocess.run(["osmium", "cat", "--overwrite", "-o", folder / "extract.osm.pbf", folder / "extract.osm"], check=True)
    archive = folder / "made.mbtiles"
    make = lambda *arguments: subprocess.run(
        [pages.ROOT / "scripts/make-basemap", *arguments], env={**os.environ, "LINEFEED": tester.maker.linefeed},
        capture_output=True, text=True, check=False)
    done = make(pages.ROOT / "samples/feed.zip", folder / "extract.osm.pbf", archive)
    assert done.returncode == 0, done.stderr
    path = ground_page(tester, "ground-made", archive, tester.records["network"])
    for theme in ("light", "dark"):
        with tester.visit(path, color_scheme=theme) as visit:
            visit.settle(2500)
            # The lake and the wood; an extract has no sea.
            water, wood = shares(visit, [WATER[theme], WOOD[theme]])
            assert 0.001 < water < 0.2 and wood > 0.01, (theme, water, wood)
            assert visit.page.locator("#map .attribution").inner_text() == "© OpenStreetMap contributors"
            tester.keep(visit, f"ground-made-{theme}")
    # Where the extract has nothing, and with what is no feed, nothing is made.
    elsewhere = folder / "elsewhere.osm"
    elsewhere.write_text(grounds.osm((10, 50, 10.1, 50.1)))
    for arguments, status, word in [
        ((pages.ROOT / "samples/feed.zip", elsewhere, folder / "none.mbtiles"), 65, "no ways"),
        ((folder / "nothing.zip", elsewhere, folder / "none.mbtiles"), 66, "no such file"),
        ((pages.ROOT / "samples/feed.zip", elsewhere, folder / "none.png"), 64, ".mbtiles"),
    ]:
        done = make(*arguments)
        assert done.returncode == status and word in done.stderr, (status, done.returncode, done.stderr)
    assert not (folder / "none.mbtiles").exists()


@test
def tiles_of_render_tiles_are_a_ground(tester):
    """One route over the whole network, which lies in grey below it, and follows it when the route is switched off."""
    maker, network = tester.maker, tester.records["network"]
    archive = maker.folder / "network.pmtiles"
    maker.run("render-tiles", "--vector", "--zoom", "6-14", "--into", archive, text=network)
    one = "".join(line + "\n" for line in network.splitlines() if '"route_id":"R-T1"' in line)
    path = ground_page(tester, "ground-rendered", archive, one)
    for theme, grey in [("light", "cbd2da"), ("dark", "323c48")]:
        with tester.visit(path, color_scheme=theme) as visit:
            visit.settle(2500)
            below, above = shares(visit, [grey, ROUTE])
            assert below > 0.002 and above > 0.0003, (theme, below, above)
            assert visit.page.locator("#map .attribution").count() == 0
            tester.keep(visit, f"ground-rendered-{theme}")


@test
def without_a_ground_stops_and_a_grid_are_one(tester):
    relief = {"light": ["e8ecf0", "e2e7ec", "dbe1e7"], "dark": ["161b22", "1a2028", "1f262f"]}
    # Where lines of the grid are on the screen, by their direction.
    grid = """() => {
      const found = testMap.queryRenderedFeatures({ layers: ["grid"] }).map(({ geometry }) => geometry.coordinates.flat());
      const places = (axis) => [...new Set(found.filter((one) => Math.abs(one[axis] - one[axis + 2]) < 1e-4)
        .map((one) => Math.round(testMap.project([one[0], one[1]])[axis ? "y" : "x"])))].sort((a, b) => a - b);
      return [places(0), places(1)];
    }"""
    for theme, other in [("light", "dark"), ("dark", "light")]:
        with tester.visit(tester.network, color_scheme=theme, script=TAKE_MAP) as visit:
            visit.settle(2500)
            # It is a quiet ground: the paper is most of it.
            *shades, paper = shares(visit, relief[theme] + [PAPER[theme]])
            assert min(shades) > 0.0005 and paper > 0.2, (theme, shades, paper)
            tester.keep(visit, f"relief-{theme}")
            visit.page.emulate_media(color_scheme=other)
            visit.settle(1500)
            shades = shares(visit, relief[theme] + relief[other])
            assert max(shades[:3]) < 0.0005 < min(shades[3:]), (theme, shades)
            # At each zoom meridians and parallels stand apart, neither crowded nor out of sight.
            box = visit.page.locator("#map").bounding_box()
            for _ in range(3):
                visit.until(lambda: visit.page.evaluate("testMap.loaded()"), 30)
                for places, least in zip(visit.page.evaluate(grid), (box["width"], box["height"])):
                    gaps = [second - first for first, second in zip(places, places[1:])]
                    assert len([one for one in places if 0 <= one <= least]) >= 1 and min(gaps, default=100) > 60, (places, gaps)
                visit.page.evaluate("testMap.jumpTo({ zoom: testMap.getZoom() + 1.3 })")
                visit.settle(800)
