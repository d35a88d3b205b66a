"""Cases small enough for mental arithmetic, and the result of each.

A street runs east along the equator from 10° east, in the zone UTC. Its stops S1, S2, … are 500 m apart. Trip T leaves
S1 at 08:00:00 and takes 100 s to each next stop. Times are seconds after 08:00:00; places are metres along the street.
"""
import os

from checking.feeds import clock
from checking.made import archive, rows

DEGREE_EAST, DEGREE_NORTH = 111319.49, 110574.0
DAY, EIGHT = "20260715", 1784073600 + 28800
CANCELED, DUPLICATED = 3, 6


class Case:
    """`expected`: for each (trip_id_performed, trip_stop_sequence) the expected members, with times as seconds after
    08:00 and a source: arrival=(60, "halted"); None is no time. `trips`: the same for trips_performed."""

    def __init__(self, name, why, records, expected, trips=(), stops=((0, 0), (500, 0), (1000, 0), (1500, 0)),
                 names=None, shape=None, runs=("T",)):
        self.name, self.why, self.records, self.expected, self.trips = name, why, records, expected, dict(trips)
        self.stops, self.names, self.shape, self.runs = stops, names, shape, runs

    def save(self, folder):
        names = self.names or ["S%d" % (n + 1) for n in range(len(self.stops))]
        times = [clock(28800 + 100 * n) for n in range(len(names))]
        tables = {
            "agency": ["agency_name,agency_url,agency_timezone", "A,https://example.org/,UTC"],
            "routes": ["route_id,route_short_name,route_type", "R,1,3"],
            "calendar_dates": ["service_id,date,exception_type", "D,%s,1" % DAY],
            "stops": ["stop_id,stop_name,stop_lat,stop_lon"] + [
                "%s,%s,%s" % (n, n, degrees(p)) for n, p in dict(zip(names, self.stops)).items()],
            "trips": ["route_id,service_id,trip_id,shape_id"] + [
                "R,D,%s,%s" % (t, "W" if self.shape else "") for t in self.runs],
            "stop_times": ["trip_id,stop_sequence,stop_id,arrival_time,departure_time"] + [
                "%s,%d,%s,%s,%s" % (t, n + 1, names[n], times[n], times[n]) for t in self.runs for n in range(len(names))]}
        if self.shape:
            tables["shapes"] = ["shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon"] + [
                "W,%d,%s" % (n, degrees((metres, 0))) for n, metres in enumerate(self.shape)]
        return archive(os.path.join(folder, self.name + ".zip"), {name: rows(*lines[:1], lines[1:]) for name, lines in tables.items()})


def degrees(place):
    return "%.7f,%.7f" % (place[1] / DEGREE_NORTH, 10 + place[0] / DEGREE_EAST)


def fix(time, metres, status=None, sequence=None, stop=None, north=0, **more):
    record = dict(table="vehicle_positions", feed_timestamp=EIGHT + time, entity_id="b", trip_id="T", start_date=DAY,
                  vehicle_id="b", latitude=round(north / DEGREE_NORTH, 7), longitude=round(10 + metres / DEGREE_EAST, 7),
                  current_stop_sequence=sequence, stop_id=stop, current_status=status, timestamp=EIGHT + time)
    record = {k: v for k, v in {**record, **more}.items() if v is not None}
    return {"occupancy_status": None, **record}


def update(time, stops, **more):
    """`stops`: for each stop_sequence the predicted (arrival, departure), None if there is no prediction."""
    told = []
    for sequence, (arrival, departure) in stops.items():
        one = dict(stop_sequence=sequence)
        if arrival is not None:
            one["arrival_time"] = EIGHT + arrival
        if departure is not None:
            one["departure_time"] = EIGHT + departure
        told.append(one)
    return {**dict(table="trip_updates", feed_timestamp=EIGHT + time, entity_id="u", trip_id="T", start_date=DAY,
                   timestamp=EIGHT + time, stop_time_updates=told), **more}


SILENT_AWAY = [fix(120, 800), fix(150, 1100)]
PREDICTED = {1: (None, 20), 2: (110, 115), 3: (210, 215)}
COPY = dict(trip_id="COPY", start_date=DAY, start_time="08:10:00")

CASES = [
    Case("stop-ids-alone-in-a-loop", "of the calls at a stop the nearest along the way is meant", [
        fix(0, 0, 1, stop="A"), fix(20, 0, 1, stop="A"), fix(60, 300, 2, stop="B"), fix(100, 600, 1, stop="B"),
        fix(120, 600, 1, stop="B"), fix(160, 450, 2, stop="C", north=250), fix(200, 300, 1, stop="C", north=500),
        fix(240, 150, 2, stop="A", north=250), fix(280, 0, 1, stop="A"), fix(300, 0, 1, stop="A")],
        {("T", 1): dict(arrival=None, departure=(20, "stopped")),
         ("T", 2): dict(arrival=(100, "stopped"), departure=(120, "stopped")),
         ("T", 3): dict(arrival=(200, "stopped"), departure=(200, "stopped")),
         ("T", 4): dict(arrival=(280, "stopped"), departure=None)},
        stops=((0, 0), (600, 0), (300, 500), (0, 0)), names=["A", "B", "C", "A"]),
    Case("shape-that-turns-round", "a stop beside two pieces that lie on each other has a place on each", [
        fix(0, 2, 1, 1), fix(60, 300, 2, 2), fix(90, 499, 1, 2), fix(110, 501, 1, 2), fix(130, 800, 2, 3),
        fix(160, 999, 1, 3), fix(190, 700, 2, 4), fix(220, 501, 1, 4), fix(240, 499, 1, 4), fix(270, 200, 2, 5),
        fix(300, 1, 1, 5), fix(500, 1, 1, 5)],
        {("T", n): dict(distance=500) for n in (2, 3, 4, 5)} | {
            ("T", 2): dict(distance=500, arrival=(90, "stopped"), departure=(110, "stopped")),
            ("T", 4): dict(distance=500, arrival=(220, "stopped"), departure=(240, "stopped"))},
        stops=((0, 0), (500, 0), (1000, 0), (500, 0), (0, 0)), names=["S1", "S2", "S3", "S2", "S1"], shape=(0, 1000, 0)),
    Case("status-that-is-stuck", "what stands at a stop has halted there, if its status says another stop", [
        fix(0, 2, 1, 1), fix(15, 2, 1, 1), fix(30, 200, 1, 1), fix(60, 499, 1, 1), fix(75, 501, 1, 1), fix(90, 800, 1, 1),
        fix(120, 1499, 1, 1), fix(150, 1500, 1, 1)],
        {("T", 1): dict(departure=(15, "stopped")),
         ("T", 2): dict(arrival=(60, "halted"), departure=(75, "halted")),
         ("T", 4): dict(arrival=(120, "halted"), departure=None)}),
    Case("said-to-stand-elsewhere", "a fix farther than --near from its stop does not prove that it stands there", [
        fix(0, 2, 1, 1), fix(60, 300, 2, 2), fix(120, 600, 1, 2), fix(150, 900, 2, 3)],
        {("T", 2): dict(arrival=(100, "passed"), departure=(100, "passed"))}),
    Case("jitter-at-the-last-stop", "who is back within --near has not left", [
        fix(0, 700), fix(30, 1300), fix(60, 1495), fix(75, 1490), fix(90, 1472), fix(105, 1495), fix(120, 1493)],
        {("T", 4): dict(arrival=(60, "halted"), departure=None)}),
    Case("jitter-at-the-first-stop", "nor has it arrived", [
        fix(0, 2), fix(15, 2), fix(30, 24), fix(45, 3), fix(60, 28), fix(75, 5), fix(90, 2)] + SILENT_AWAY,
        {("T", 1): dict(arrival=None, departure=(90, "halted"))}),
    Case("jitter-at-a-stop", "the same between them", [
        fix(0, 200), fix(30, 498), fix(45, 502), fix(60, 525), fix(75, 501), fix(90, 502)] + SILENT_AWAY,
        {("T", 2): dict(arrival=(30, "halted"), departure=(90, "halted"))}),
    Case("called-off-before-it-began", "what was predicted for a trip that was called off is no proof that it ran", [
        update(-200, PREDICTED), update(-100, {}, schedule_relationship=CANCELED), fix(600, 0, trip_id="U")],
        {}, {"T": dict(schedule_relationship="Canceled", visits_observed=0)}, runs=("T", "U")),
    Case("called-off-under-way", "least of all for the stops after that", [
        update(0, PREDICTED), update(150, {}, schedule_relationship=CANCELED), fix(600, 0, trip_id="U")],
        {}, {"T": dict(schedule_relationship="Canceled", visits_observed=0)}, runs=("T", "U")),
    Case("vehicle-of-a-duplicated-trip", "positions name it by the trip_id that it got", [
        update(500, {1: (None, 610)}, schedule_relationship=DUPLICATED, trip_properties=COPY)] + [
        fix(600 + time, metres, status, sequence, trip_id="COPY", schedule_relationship=DUPLICATED)
        for time, metres, status, sequence in ((0, 2, 1, 1), (30, 200, 2, 2), (60, 499, 1, 2), (90, 800, 2, 3))],
        {("COPY", 1): dict(departure=(600, "stopped")),
         ("COPY", 2): dict(arrival=(660, "stopped"), departure=(660, "stopped"))},
        {"COPY": dict(schedule_relationship="Duplicated", vehicle_id="b")}),
    Case("occupancy-at-a-stop-that-was-passed", "the last at the stop, where the next is beyond the next stop", [
        fix(0, 2, occupancy_status=1), fix(60, 300, occupancy_status=1), fix(120, 502, occupancy_status=3),
        fix(180, 1003, occupancy_status=5), fix(240, 1300, occupancy_status=5)],
        {("T", 2): dict(occupancy_status=3, occupancy_source="vehicle")}),
    Case("no-start-date", "the date was found from the time", [
        fix(0, 2, 1, 1, start_date=None), fix(60, 300, 2, 2, start_date=None)],
        {("T", 1): dict(departure=(0, "stopped"))}, {"T": dict(match="exact")}),
    Case("archive-that-ends-early", "a run that was seen is there as much as one that was not", [
        fix(-600, 300), fix(-570, 300)],
        {("T", 1): dict(schedule_relationship="Missing"), ("U", 1): dict(schedule_relationship="Missing")},
        {"T": dict(visits_observed=0), "U": dict(visits_observed=0)}, runs=("T", "U")),
]


def told(row, instant):
    """Returns the members of a row as written in `expected`; `instant` converts its times to POSIX seconds."""
    result = dict(row)
    for which in ("arrival", "departure"):
        time = row.get("actual_%s_time" % which)
        result[which] = None if time is None else (instant(time) - EIGHT, row["%s_source" % which])
    if row.get("distance") is not None:
        result["distance"] = round(row["distance"])
    return result


def faults(case, visits, trips, instant):
    """Returns lines of text for results that differ from the expected ones."""
    found = []
    visits = {(r["trip_id_performed"], r["trip_stop_sequence"]): told(r, instant) for r in visits}
    trips = {r["trip_id_performed"]: r for r in trips}
    for rows, expected in ((visits, case.expected), (trips, case.trips)):
        for key, members in expected.items():
            for name, value in members.items():
                if key not in rows:
                    found.append("%s: there is no row" % (key,))
                    break
                if rows[key].get(name) != value:
                    found.append("%s: %s is %s, not %s" % (key, name, rows[key].get(name), value))
    if not case.expected and any(r["trip_id_performed"] == "T" and r["schedule_relationship"] != "Missing"
                                 for r in visits.values()):
        found.append("there are visits: %s" % [k for k, r in visits.items() if k[0] == "T"])
    return found
