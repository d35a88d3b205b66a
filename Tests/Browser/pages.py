"""Makes the pages that are tested, from samples/ and from records made up here."""

import json
import math
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>",
    "\"'`><svg onload=alert(3)>",
    "\u202egnirts desrever\u202c",
    "شارع الملك فهد",
    "{{data}}{{csp}}",
    "\u2028line\u2029ends\u0000nul",
    "&lt;b&gt; &amp; ]]> <!-- -->",
    "W" * 10_000,
    "長" * 2_000,
]


class Maker:
    """Runs linefeed and keeps the pages in a folder."""

    def __init__(self, linefeed, folder):
        self.linefeed = str(Path(linefeed).resolve())
        self.folder = Path(folder)

    def run(self, *arguments, text=None, to=None):
        done = subprocess.run(
            [self.linefeed, *map(str, arguments)], input=text, capture_output=True, text=True, cwd=ROOT, check=False)
        assert done.returncode == 0, f"{arguments}: {done.returncode} {done.stderr}"
        if to:
            (self.folder / to).write_text(done.stdout)
        return done.stdout

    def page(self, name, records, *arguments):
        """Makes a page of records; gives back its path."""
        path = self.folder / f"{name}.html"
        self.run("map", "-", "-o", path, *arguments, text=records)
        return path

    def samples(self):
        """The records of samples/: network, realtime, board, trips, crowding."""
        feed = "samples/feed.zip"
        rows = self.run("ingest", feed)
        realtime = self.run(
            "decode-rt", "samples/trip-updates-1772402400.pb", "samples/vehicles-1772402400.pb", to="rt.ndjson")
        board = self.run(
            "departures", self.folder / "rt.ndjson", "--feed", feed, "--stop", "S00", "--at", "2026-03-02T08:00",
            "--limit", 30, to="board.ndjson")
        return {
            "network": self.run("build-polylines", "--pins", text=rows),
            "vehicles": realtime,
            "board": board,
            "trips": self.run(
                "trip-details", self.folder / "board.ndjson", self.folder / "rt.ndjson", "--feed", feed),
            "crowding": self.run("occupancy-report", self.folder / "rt.ndjson", "--by", "route_id"),
        }


def lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def departure(number, name, **more):
    record = {
        "table": "departures", "stop_id": "S", "stop_name": name, "platform_code": name[:40], "trip_id": f"T{number}",
        "start_date": "20260302", "route_id": f"R{number}", "route_short_name": name, "headsign": name,
        "departure_time": 1772402400 + 60 * number, "departure_time_local": "2026-03-02T08:00:00+10:00",
        "delay": 60, "realtime": True, "countdown_seconds": 60 * number, "occupancy_status": number % 7,
        "wheelchair_accessible": 1 + number % 2,
    }
    record.update(more)
    return record


def trip(number, name, **more):
    record = {
        "table": "trip_details", "trip_id": f"T{number}", "start_date": "20260302", "route_id": f"R{number}",
        "route_short_name": name, "route_long_name": name, "headsign": name, "timezone": "Australia/Brisbane",
        "stops": [
            {"stop_id": f"S{place}", "stop_name": name, "stop_sequence": place, "lat": -27.4 - place / 100,
             "lon": 153 + place / 100, "arrival_time_secs": 28800 + 300 * place, "platform_code": name[:40],
             "departure_time_secs": 28800 + 300 * place, "wheelchair_boarding": 1} for place in range(5)],
        "vehicle": {"vehicle_id": name, "latitude": -27.41, "longitude": 153.01, "bearing": 90,
                    "occupancy_status": 5},
    }
    record.update(more)
    return record


def hostile():
    """Every text of a feed is hostile."""
    records = []
    for number, name in enumerate(HOSTILE):
        records.append(departure(number, name))
        records.append(trip(number, name))
        records.append({
            "type": "Feature", "table": "polylines", "properties": {
                "polyline_id": name, "route_id": f"R{number}", "route_short_name": name, "trip_count": 5,
                "length_m": 1000, "stop_ids": [name]},
            "geometry": {"type": "LineString", "coordinates": [[153, -27.4 - number / 50], [153.2, -27.4]]}})
        records.append({
            "type": "Feature", "table": "stop_pins", "properties": {
                "stop_id": f"P{number}", "stop_name": name, "route_ids": [f"R{number}"]},
            "geometry": {"type": "Point", "coordinates": [153, -27.4 - number / 50]}})
        records.append({
            "table": "vehicle_positions", "vehicle_id": f"V{number}", "vehicle_label": name, "route_id": f"R{number}",
            "trip_id": name, "latitude": -27.4 - number / 60, "longitude": 153.1, "timestamp": 1772402400})
    return lines(*records)


def large(routes=300, points=1900):
    """300 routes and 10,000 stops: some 5 MB of page."""
    records = []
    for route in range(routes):
        turn, bend = 2 * math.pi * route / routes, (route % 7 - 3) / 4
        way = []
        for place in range(points):
            far = place / points
            angle = turn + bend * far + math.sin(far * 40 + route) / 60
            way.append([153.2 + 0.3 * far * math.cos(angle), -27.6 + 0.25 * far * math.sin(angle)])
        records.append({
            "type": "Feature", "table": "polylines", "properties": {
                "polyline_id": f"L{route}", "route_id": f"R{route}", "route_short_name": str(route), "trip_count": 40,
                "route_color": f"{route * 54321 % 0xFFFFFF:06X}", "length_m": 12000.5, "stop_ids": []},
            "geometry": {"type": "LineString", "coordinates": way}})
    places = [way for record in records for way in record["geometry"]["coordinates"][40::43]][:10_000]
    for stop in range(len(places)):
        records.append({
            "type": "Feature", "table": "stop_pins", "properties": {
                "stop_id": f"S{stop}", "stop_name": f"Stop number {stop} at the corner of two streets",
                "wheelchair_boarding": 1, "route_ids": [f"R{stop * routes // len(places)}"]},
            "geometry": {"type": "Point", "coordinates": places[stop]}})
    return lines(*records)


def busy(vehicles=2000, minutes=60, interval=15, routes=40):
    """vehicle_events of many vehicles on bent loops around a city, a snapshot every so many seconds."""
    start, records = 1772398800, []
    for snapshot in range(minutes * 60 // interval + 1):
        for number in range(vehicles):
            turn = (number * 0.618 + snapshot * interval / (1500 + 7 * (number % 90))) * 2 * math.pi
            far = 0.02 + 0.09 * ((number * 0.7548) % 1)
            wave = 1 + 0.2 * math.sin(5 * turn + number)
            record = {
                "table": "vehicle_events", "vehicle_id": f"V{number}", "event": "update" if snapshot else "enter",
                "phase": "updating" if snapshot else "entering", "generation": snapshot + 1,
                "at": start + snapshot * interval, "trip_id": f"T{number}-{snapshot // 60}",
                "route_id": f"R{number % routes}", "latitude": round(-25.28 + far * wave * math.sin(turn), 6),
                "longitude": round(150.24 + far * wave * math.cos(turn), 6),
                "heading": round((-math.degrees(turn)) % 360, 1),
                "occupancy_status": (number + snapshot // 40) % 7 if number % 5 else None}
            if snapshot:
                record["from"] = {"latitude": 0, "longitude": 0}
            records.append(record)
    return lines(*records)


def large_ways(side=39, step=0.02):
    """A grid of streets in pieces of way, 2 × side × (side + 1) of them, each with two to five of its 80 routes, and a
    station at each crossing: some 3,000 pieces."""
    records, numbers = [], {}
    for turn in (0, 1):
        for street in range(side + 1):
            for place in range(side):
                numbers[turn, street, place] = len(numbers)
    for (turn, street, place), number in numbers.items():
        def at(along):
            one, other = along * step, street * step + 0.002 * math.sin(along + street)
            return [150 + (other if turn else one), -27 + (one if turn else other)]
        names = [f"{turn + 1}{(street + 3 * copy) % 40:02d}" for copy in range(2 + (street + place // 13) % 4)]
        before, after = (numbers.get((turn, street, place + way)) for way in (-1, 1))
        records.append({
            "type": "Feature", "table": "polylines", "properties": {
                "polyline_id": f"way:{number}", "route_ids": names,
                "routes": [{
                    "route_id": name, "route_short_name": name, "route_color": f"{int(name) * 54321 % 0xFFFFFF:06X}",
                    "route_text_color": "FFFFFF", "trip_count": 20,
                    "from_pieces": [] if before is None else [f"way:{before}"],
                    "to_pieces": [] if after is None else [f"way:{after}"]} for name in names],
                "from_node": number, "to_node": number + 1, "trip_count": 20 * len(names), "length_m": 2200.0,
                "geometry_source": "shapes"},
            "geometry": {"type": "LineString", "coordinates": [at(place + part / 4) for part in range(5)]}})
    for one in range(side + 1):
        for other in range(side + 1):
            records.append({
                "type": "Feature", "table": "stop_pins", "properties": {
                    "stop_id": f"S{one}-{other}", "stop_name": f"Crossing {one} and {other}",
                    "route_ids": [f"1{one:02d}", f"2{other:02d}"]},
                "geometry": {"type": "Point", "coordinates": [150 + other * step, -27 + one * step]}})
    return lines(*records)
