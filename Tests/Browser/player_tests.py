"""Pages that play vehicles: where they are, the controls, switching of routes, speed."""

import json
import math
import random
import re

import gesture_tests  # noqa: F401, its tests are among ALL
import pages
from visit import smoke, test

HANDLE = "document.documentElement.linefeed"


def event(vehicle, kind, at, generation, longitude, latitude, heading=None, drives=True, **more):
    record = {
        "table": "vehicle_events", "vehicle_id": vehicle, "event": kind, "phase": "idle", "generation": generation,
        "at": 1772398800 + at, "latitude": latitude, "longitude": longitude, "occupancy_status": None}
    if heading is not None:
        record["heading"] = heading
    if kind == "update" and drives:
        record["from"] = {"latitude": 0, "longitude": 0}
    record.update(more)
    return record


def lives():
    """What a vehicle can do: drive, jump, turn in place, be missed, come back, leave, return while it vanishes, pulse."""
    steps = []
    for number, (longitude, latitude) in enumerate([(150.2, -25.3), (179.999, 10.0), (-30.0, 84.0), (20.0, 0.0)]):
        name, far = f"V{number}", 0.002 / math.cos(math.radians(latitude))
        at = lambda place: (longitude + place * far + 180) % 360 - 180
        steps += [
            event(name, "enter", 0, 1, at(0), latitude, 90, occupancy_status=5),
            event(name, "update", 15, 2, at(1), latitude, 100, occupancy_status=5, route_id="A"),
            event(name, "update", 30, 3, at(2), latitude + 0.001, 280, occupancy_status=5),
            event(name, "update", 33, 4, at(2.2), latitude + 0.0012, occupancy_status=3),
            event(name, "update", 60, 5, at(2.2), latitude + 0.0012, 95, drives=False, occupancy_status=5),
            event(name, "update", 75, 6, at(9), latitude, 95, drives=False),
            event(name, "pending_removal", 90, 7, at(9), latitude, 95),
            event(name, "recover", 105, 8, at(9.5), latitude, 95),
            event(name, "update", 120, 9, at(11), latitude, 270, stale=True),
            event(name, "exit", 130, 10, at(11), latitude, 270),
            event(name, "enter", 140, 11, at(11.5), latitude, 10),
            event(name, "exit", 150, 12, at(11.5), latitude, 10),
            event(name, "enter", 160, 13, at(90), latitude, 20),
            event(name, "exit", 200, 14, at(90), latitude, 20),
            event(name, "update", 205, 15, at(91), latitude, 20),
            event(name, "enter", 400, 16, at(2), latitude, 180, occupancy_status=5),
            event(name, "update", 430, 17, at(3), latitude, 0, occupancy_status=5),
            event(name, "exit", 700, 18, at(3), latitude, 0),
        ]
    # From pole to pole, and to the antipode: no way is the shortest, and the ground has no east.
    for turn in range(12):
        kind = "update" if turn else "enter"
        steps.append(event("pole", kind, turn * 30, turn + 1, turn * 7, [90, -90, 89.9999, 85][turn % 4]))
        steps.append(event("antipode", kind, turn * 30, turn + 1, [0, 180, 0.5, -179][turn % 4], [10, -10][turn % 2]))
    return pages.lines(*sorted(steps, key=lambda step: step["at"]))


def city(tester):
    """Network, events and frames of a made-up city, made once."""
    maker = tester.maker
    if not hasattr(maker, "city"):
        folder = maker.folder / "city"
        maker.run("simulate", "--out", folder, "--vehicles", 40, "--minutes", 12, "--interval", 15)
        realtime = maker.run("decode-rt", *sorted(folder.glob("vehicles-*.pb")))
        events = maker.run("track", text=realtime)
        rows = maker.run("ingest", folder / "feed.zip")
        maker.city = maker.run("build-polylines", "--pins", text=rows), events
    return maker.city


def pixels(longitude, latitude):
    """The place in points of the world at zoom 15."""
    world, latitude = 512 * 2 ** 15, max(-85.06, min(85.06, latitude))
    north = 0.5 - math.log(math.tan(math.pi / 4 + math.radians(latitude) / 2)) / (2 * math.pi)
    return (longitude + 180) / 360 * world, north * world


def difference(visit, frames):
    """How far the page's vehicles are from those of frames: points at zoom 15, scale, opacity, degrees; and how many."""
    shown = visit.page.evaluate(
        f"(times) => times.map((time) => {{ {HANDLE}.clock.set(time); return {HANDLE}.vehicles(); }})",
        [frame["time"] for frame in frames])
    worst, count = {"points": 0, "scale": 0, "opacity": 0, "bearing": 0}, 0
    for frame, vehicles in zip(frames, shown):
        theirs = {vehicle["vehicle_id"]: vehicle for vehicle in frame["vehicles"]}
        ours = {vehicle["vehicle_id"]: vehicle for vehicle in vehicles}
        assert set(theirs) == set(ours), (frame["time"], set(theirs) ^ set(ours))
        for name, one in theirs.items():
            other, count = ours[name], count + 1
            place = f"{name} at {frame['time']}: {one} {other}"
            # Of what is no number every comparison is false, and the largest of all is another.
            assert all(math.isfinite(other[key]) for key in ("longitude", "latitude", "scale", "opacity")), place
            (x, y), (u, v) = (pixels(each["longitude"], each["latitude"]) for each in (one, other))
            across = (x - u + 2 ** 23) % 2 ** 24 - 2 ** 23
            # To the antipode all ways are as short: the last of an earlier one decides, which scrubbing does not have.
            if name not in ("pole", "antipode"):
                worst["points"] = max(worst["points"], math.hypot(across, y - v))
            for member in ("scale", "opacity"):
                worst[member] = max(worst[member], abs(one[member] - other[member]))
            assert ("bearing" in one) == (other["bearing"] is not None), place
            if "bearing" in one:
                turn = abs((one["bearing"] - other["bearing"] + 180) % 360 - 180)
                worst["bearing"] = max(worst["bearing"], turn)
            for member in ("phase", "generation"):
                assert one[member] == other[member], place
            status = one["occupancy_status"]
            assert other["occupancy_status"] == (status if status is not None and status < 7 else None), place
    return worst, count


def compare(tester, name, events, speed, rate, network=None):
    """Compares the page of events with their frames; with a network, along its lines."""
    along = []
    if network:
        lines = tester.maker.folder / f"{name}.lines"
        lines.write_text(network)
        along = ["--along", lines]
    frames = [json.loads(line) for line in tester.maker.run(
        "animate", "--fps", rate, "--speed", speed, *along, text=events).splitlines()]
    with tester.visit(tester.maker.page(name, (network or "") + events)) as visit:
        visit.page.evaluate(f"{HANDLE}.clock.setSpeed({speed})")
        scrubbed = random.Random(7).sample(frames, min(200, len(frames)))
        for order in (frames, scrubbed):
            worst, count = difference(visit, order)
            assert count > 50, count
            assert worst["points"] < 0.5 and worst["scale"] < 1e-3 and worst["opacity"] < 1e-3, worst
            assert worst["bearing"] < 0.2, worst
        print(f"    {count} vehicles, worst {json.dumps({key: round(value, 5) for key, value in worst.items()})}")


@smoke
def the_page_moves_vehicles_as_animate_does(tester):
    compare(tester, "lives", lives(), 60, 30)
    compare(tester, "lives", lives(), 7, 19)
    compare(tester, "city-events", city(tester)[1], 60, 7)


@smoke
def the_page_moves_vehicles_along_its_lines_as_animate_does(tester):
    network, events = city(tester)
    compare(tester, "city-along", events, 30, 3, network)
    # Of its lines the page makes use: most vehicles that move are on one, and head where it does.
    with tester.visit(tester.maker.page("city-lines", network + events)) as visit:
        counts = visit.page.evaluate(f"""() => {{
          const {{ clock, player }} = {HANDLE}, {{ fleet }} = player, counts = {{ along: 0, straight: 0, off: 0 }};
          for (let time = clock.start + 60; time < clock.end - 60; time += 7) {{
            clock.set(time);
            player.show();
            for (const vehicle of fleet.vehicles) {{
              const way = vehicle.isPresent ? fleet.trajectories.underWay(vehicle.number, fleet.shown) : null;
              if (!way) continue;
              const leg = fleet.trajectories.leg(vehicle.number, way.place);
              counts[leg.way ? "along" : "straight"] += 1;
              if (leg.way && way.share > 0.34) {{
                const heading = leg.direction(fleet.covered(vehicle.number, way));
                if (Math.abs((heading - vehicle.heading + 540) % 360 - 180) > 1) counts.off += 1;
              }}
            }}
          }}
          return counts;
        }}""")
        assert counts["along"] > 1000 and counts["along"] > counts["straight"] and counts["off"] == 0, counts
        print(f"    {json.dumps(counts)}")


@test
def vehicles_glide_from_report_to_report(tester):
    """At 1 × a vehicle moves in at least 90 % of the half-seconds between two reports that are apart, and shows the speed between them."""
    with tester.visit(tester.maker.page("city-glides", city(tester)[1])) as visit:
        figures = visit.page.evaluate(f"""() => {{
          const {{ clock, player }} = {HANDLE}, {{ fleet }} = player, {{ fixes, trajectories }} = fleet;
          clock.setSpeed(1);
          const last = new Map(), figures = {{ moved: 0, moving: 0, ground: 0 }};
          for (let time = clock.start + 60; time < clock.start + 240; time += 0.5) {{
            clock.set(time);
            player.show();
            for (const vehicle of fleet.vehicles) {{
              if (!vehicle.isPresent) continue;
              const here = [vehicle.longitude, vehicle.latitude], was = last.get(vehicle.number);
              last.set(vehicle.number, {{ here, time }});
              const way = trajectories.underWay(vehicle.number, fleet.shown);
              if (!way || !was || was.time !== time - 0.5) continue;
              const leg = trajectories.leg(vehicle.number, way.place), seconds = trajectories.seconds(way.place);
              if (leg.length < 30) continue;
              figures.moved += 1;
              const east = (here[0] - was.here[0]) * Math.cos(here[1] * Math.PI / 180);
              figures.moving += Math.hypot(east, here[1] - was.here[1]) * 111195 > 0.05;
              figures.ground = Math.max(figures.ground, fleet.state(vehicle.number).velocity.ground * 3.6);
            }}
          }}
          return figures;
        }}""")
        print(f"    {json.dumps(figures)}")
        assert figures["moved"] > 5000 and figures["moving"] >= 0.9 * figures["moved"], figures
        assert figures["ground"] < 120, figures


@test
def frames_are_played_as_they_are(tester):
    frames = tester.maker.run("animate", "--fps", 4, text=city(tester)[1])
    rows = [json.loads(line) for line in frames.splitlines()]
    with tester.visit(tester.maker.page("frames", frames)) as visit:
        worst, count = difference(visit, rows)
        assert count > 500 and worst["points"] < 0.05 and worst["scale"] < 1e-4 and worst["bearing"] < 0.06, worst
        # Between two frames a vehicle is between its places.
        one, other = rows[9], rows[10]
        between = dict(one, time=(one["time"] + other["time"]) / 2)
        shown = visit.page.evaluate(
            f"(time) => {{ {HANDLE}.clock.set(time); return {HANDLE}.vehicles(); }}", between["time"])
        places = [{vehicle["vehicle_id"]: vehicle["latitude"] for vehicle in row["vehicles"]} for row in (one, other)]
        for vehicle in shown:
            low, high = sorted(place[vehicle["vehicle_id"]] for place in places)
            assert low - 1e-6 <= vehicle["latitude"] <= high + 1e-6, vehicle


def played(tester, name="player", **options):
    network, events = city(tester)
    path = tester.maker.page(name, network + events, "--title", "Larkmere")
    return tester.visit(path, **options)


def clock(visit, member="time"):
    return visit.page.evaluate(f"{HANDLE}.clock.{member}")


@smoke
def the_player_plays_pauses_steps_and_scrubs(tester):
    with played(tester) as visit:
        page, bar = visit.page, visit.page.get_by_role("region", name="Player")
        start = clock(visit)
        bar.get_by_role("button", name="Play").click()
        # However long a busy machine takes for its frames.
        visit.until(lambda: clock(visit) > start + 2)
        tester.keep(visit, "player-plays")
        page.keyboard.press("Escape")
        bar.get_by_role("button", name="Pause").click()
        assert "Paused at 07:" in visit.heard(), visit.heard()
        stopped = clock(visit)
        visit.settle(300)
        assert clock(visit) == stopped
        # Times of the agency's zone: the city begins at 07:00 in Brisbane.
        page.locator("body").press("Home")
        visit.until(lambda: bar.locator(".time").text_content() == "07:00:00")
        assert "Australia/Brisbane" in bar.locator(".date").text_content()
        page.locator("body").press("ArrowRight")
        page.locator("body").press("ArrowRight")
        assert clock(visit) == start + 30, clock(visit) - start
        page.locator("body").press("ArrowLeft")
        assert clock(visit) == start + 15
        page.locator("body").press("End")
        assert clock(visit) == clock(visit, "end")
        page.locator("body").press("Space")
        assert clock(visit, "isPlaying"), "played from the end it begins anew"
        page.locator("body").press("Space")
        assert not clock(visit, "isPlaying")
        speed = clock(visit, "speed")
        page.locator("body").press("+")
        assert clock(visit, "speed") == 120 and "120×" in visit.heard()
        page.locator("body").press("-")
        assert clock(visit, "speed") == speed
        bar.get_by_role("combobox", name="Speed").select_option("300")
        assert clock(visit, "speed") == 300
        bar.get_by_role("button", name="Loop").click()
        page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.end - 30)")
        bar.get_by_role("button", name="Play").click()
        for _ in range(40):
            visit.settle(50)
            if not clock(visit, "isPlaying"):
                break
        assert clock(visit) == clock(visit, "end")
        bar.get_by_role("slider", name="Time").fill(str(100))
        assert abs(clock(visit) - start - 100) < 0.1
        visit.until(lambda: bar.get_by_role("slider", name="Time").get_attribute("aria-valuetext") == "07:01:40")


@smoke
def a_vehicle_is_chosen_followed_and_inspected(tester):
    with played(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 300)")
        visit.settle()
        # The pointer finds a vehicle where it is drawn.
        x, y, name = page.evaluate(f"""() => {{
          const {{ layer, fleet }} = {HANDLE}.player;
          const box = layer.canvas.getBoundingClientRect();
          const vehicle = fleet.vehicles.find((one) => one.isPresent && layer.screen[one.number * 2] > 350
            && layer.screen[one.number * 2 + 1] > 100 && layer.screen[one.number * 2 + 1] < 500);
          return [box.x + layer.screen[vehicle.number * 2], box.y + layer.screen[vehicle.number * 2 + 1], vehicle.id];
        }}""")
        page.mouse.click(x, y)
        card = page.get_by_role("region", name="Vehicle", exact=True)
        card.wait_for()
        chosen = page.evaluate(f"{HANDLE}.player.fleet.vehicles[{HANDLE}.player.chosen].label")
        assert f"Vehicle {chosen} " in card.inner_text(), (chosen, name, card.inner_text())
        card.get_by_role("button", name="Follow").click()
        # Space would press the button once more.
        page.evaluate("document.activeElement.blur()")
        page.locator("body").press("Space")
        visit.settle(1200)
        tester.keep(visit, "player-followed")
        off = page.evaluate(f"""() => {{
          const {{ player }} = {HANDLE}, vehicle = player.fleet.vehicles[player.chosen];
          const at = player.map.project([vehicle.longitude, vehicle.latitude]), canvas = player.map.getCanvas();
          return Math.hypot(at.x - canvas.clientWidth / 2, at.y - canvas.clientHeight / 2);
        }}""")
        assert off < 40, off
        page.locator("body").press("i")
        inspector = page.locator(".inspector")
        inspector.wait_for()
        assert all(word in inspector.inner_text() for word in ("phase", "generation", "progress", "velocity"))
        # The speed of playback is many times that of the vehicle: each is said for what it is.
        assert re.search(r"\n[\d.]+ km/h on the ground; in playback −?[\d.]+ m/s east, −?[\d.]+ m/s north", inspector.inner_text()), \
            inspector.inner_text()
        page.locator("body").press("Space")
        before = clock(visit)
        hand = page.get_by_role("slider", name="Set time by hand")
        hand.fill("-0.5")
        assert abs(clock(visit) - before + 30) < 0.5, clock(visit) - before
        tester.keep(visit, "player-inspected")
        page.locator("body").press("Escape")
        assert not card.is_visible() and page.evaluate(f"{HANDLE}.player.followed") is None


@test
def routes_are_toggled_and_end_in_the_last_state(tester):
    with played(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 200)")
        visit.settle(500)
        toggle = page.get_by_role("switch").first
        states = f"""() => ({{ open: {HANDLE}.player.switches.completions.length,
          away: [...{HANDLE}.player.switches.states.values()].filter((one) => one.phase === "away").length,
          moving: [...{HANDLE}.player.switches.states.values()].filter((one) => one.phase !== "away").length }})"""
        # In one go: on a busy machine the next question comes after the motion.
        assert page.evaluate(f"""() => {{ const toggle = document.querySelector("[role=switch]");
          for (let turn = 0; turn < 10; turn += 1) toggle.click();
          return ({states})().open; }}""") > 0
        visit.settle(2500)
        assert page.evaluate(states) == {"open": 0, "away": 0, "moving": 0}, page.evaluate(states)
        for turn in range(11):
            page.evaluate("() => document.querySelector('[role=switch]').click()")
            visit.settle(40)
        assert toggle.get_attribute("aria-checked") == "false"
        visit.settle(2500)
        after = page.evaluate(states)
        assert after["open"] == 0 and after["moving"] == 0 and after["away"] > 0, after
        drawn = page.evaluate(f"{HANDLE}.player.layer.sprites.count")
        toggle.click()
        visit.settle(2500)
        assert page.evaluate(f"{HANDLE}.player.layer.sprites.count") > drawn
        assert page.evaluate(states) == {"open": 0, "away": 0, "moving": 0}
        page.get_by_role("button", name="Hide all").click()
        visit.settle(2000)
        # Who is on no route is not switched.
        drawn = page.evaluate(f"{HANDLE}.player.fleet.vehicles.filter((one) => one.isPresent && one.route"
                              f" && !isNaN({HANDLE}.player.layer.screen[one.number * 2])).map((one) => one.id)")
        assert drawn == [], drawn


@test
def with_less_motion_vehicles_jump(tester):
    with tester.visit(tester.maker.page("lives", lives()), reduced_motion="reduce") as visit:
        places = visit.page.evaluate(f"""() => [1, 14, 16, 20, 29].map((seconds) => {{
          {HANDLE}.clock.set({HANDLE}.clock.start + seconds);
          const {{ longitude, scale, opacity }} = {HANDLE}.vehicles()[0];
          return [Number(longitude.toFixed(6)), scale, opacity];
        }})""")
        first, second = [150.2, 1, 1], [places[2][0], 1, 1]
        assert places == [first, first, second, second, second] and places[2][0] != 150.2, places


@test
def the_player_works_on_a_phone_in_the_dark(tester):
    with played(tester, name="player-phone", width=390, height=844, color_scheme="dark", has_touch=True) as visit:
        visit.page.evaluate(f"{HANDLE}.clock.seek({HANDLE}.clock.start + 240)")
        visit.page.evaluate(f"{HANDLE}.player.choose(4)")
        visit.settle(1200)
        tester.keep(visit, "player-phone")
        bar = visit.page.get_by_role("region", name="Player").bounding_box()
        assert bar["x"] >= 0 and bar["x"] + bar["width"] <= 390, bar
        # With a card open the sheet of lists is low, and leaves the map in sight.
        assert bar["y"] + bar["height"] < 844 - 60, bar
        assert visit.page.locator(".time").bounding_box()["height"] < 40, "the time is on one line"
        for button in visit.page.get_by_role("region", name="Player").get_by_role("button").all():
            box = button.bounding_box()
            assert box["width"] >= 38 and box["height"] >= 38, box


@test
def memory_is_steady_over_ten_loops(tester):
    with played(tester) as visit:
        page = visit.page
        page.evaluate(f"{HANDLE}.clock.setSpeed(600)")
        session = visit.context.new_cdp_session(page)
        session.send("HeapProfiler.enable")

        def used():
            session.send("HeapProfiler.collectGarbage")
            return session.send("Runtime.getHeapUsage")["usedSize"]

        turns = f"""(count) => new Promise((done) => {{
          let left = count; const {{ clock }} = {HANDLE};
          clock.listen((what) => {{ if (what === "seek" && clock.isPlaying && (left -= 1) === 0) {{ clock.pause(); done(); }} }});
          clock.play();
        }})"""
        page.evaluate(turns, 2)
        before = used()
        page.evaluate(turns, 10)
        grown = used() - before
        assert grown < 1_000_000, grown
        print(f"    {grown} bytes more after ten loops")


@test
def two_thousand_vehicles_play_for_an_hour(tester):
    path = tester.maker.page("busy", pages.busy())
    figures = {"bytes": path.stat().st_size}
    assert figures["bytes"] < 30_000_000, figures
    with tester.visit(path) as visit:
        figures["seconds_to_ready"] = round(visit.seconds, 2)
        visit.settle()
        costs = visit.page.evaluate(f"""async () => {{
          const {{ clock, player }} = {HANDLE}, costs = [];
          clock.seek(clock.start + 600);
          await new Promise((done) => setTimeout(done, 500));
          clock.play();
          for (let frame = 0; frame < 200; frame += 1) {{
            await new Promise(requestAnimationFrame);
            costs.push(player.cost);
          }}
          clock.pause();
          return costs.sort((one, other) => one - other);
        }}""")
        figures["milliseconds_a_frame"] = [round(costs[len(costs) * part // 100], 1) for part in (50, 95, 99)]
        tester.keep(visit, "player-busy")
        print(f"    {json.dumps(figures)}")
        assert len(costs) == 200 and costs[-1] > 0, costs


@test
def a_vehicle_is_called_by_its_label(tester):
    records = pages.lines(
        *(event("1001", "update" if turn else "enter", 15 * turn, turn + 1, 150.2 + turn / 1000, -25.3, 90,
                vehicle_label="Car 7") for turn in range(5)),
        *(event("1002", "update" if turn else "enter", 15 * turn, turn + 1, 150.2 + turn / 1000, -25.31, 90)
          for turn in range(5)))
    with tester.visit(tester.maker.page("labels", records)) as visit:
        vehicles = visit.page.get_by_role("list", name="Vehicles")
        vehicles.get_by_role("button", name="Car 7").click()
        card = visit.page.locator(".vehicle-card")
        assert "Vehicle Car 7" in card.inner_text() and "1001" not in card.inner_text(), card.inner_text()
        assert "Vehicle Car 7" in visit.heard()
        # A link names the vehicle by what identifies it.
        visit.until(lambda: "vehicle=1001" in visit.page.url)
        vehicles.get_by_role("button", name="1002").click()
        assert "Vehicle 1002" in card.inner_text()
