"""Boards, trip details and missing stops of detoured trips, worked out from the reference."""
from detours.made_up import clock, midnight


class Refused(Exception):
    """A detour that is not applied to a trip."""


def place_of(selector, rows):
    """The index of the stop time that a selector means."""
    places = [n for n, row in enumerate(rows)
              if selector.get("stop_sequence") in (None, row[0]) and selector.get("stop_id") in (None, row[1])]
    if len(places) != 1:
        raise Refused(selector)
    return places[0]


def spans_of(rows, changes):
    """(first concerned, last concerned, first removed, after the last removed, change), in the order of the trip."""
    spans = []
    for change in changes:
        start = place_of(change["start_stop_selector"], rows)
        if "end_stop_selector" in change:
            end = place_of(change["end_stop_selector"], rows)
            if end < start:
                raise Refused("end before start")
            spans.append((start, end, start, end + 1, change))
            continue
        # Nothing is removed: the new stops follow the start, unless their last travel time is before it.
        times = [stop["travel_time_to_stop"] for stop in change.get("replacement_stops", []) if "travel_time_to_stop" in stop]
        isBefore = bool(times) and rows[max(start - 1, 0)][2] + times[-1] < rows[start][2]
        place = start if isBefore else start + 1
        spans.append((start, start, place, place, change))
    spans.sort(key=lambda span: span[0])
    if any(one[1] >= other[0] for one, other in zip(spans, spans[1:])):
        raise Refused("overlap")
    return spans


def modified(rows, changes, places):
    """The stop times of a detoured trip: [stop, arrival, departure, index of the original]."""
    made, delay, done = [], 0, 0
    for start, _, first, after, change in spans_of(rows, changes):
        made += [[row[1], row[2] + delay, row[3] + delay, done + n] for n, row in enumerate(rows[done:first])]
        reference = rows[max(start - 1, 0)][2] + delay
        least = None if start == 0 else 0
        for stop in change.get("replacement_stops", []):
            if stop["stop_id"] not in places:
                raise Refused("unknown stop")
            travel = stop.get("travel_time_to_stop")
            if travel is not None and least is not None and travel < least:
                travel = None
            if travel is not None:
                least = travel
            time = None if travel is None else reference + travel
            made.append([stop["stop_id"], time, time, None])
        delay += change.get("propagated_modification_delay", 0)
        done = after
    made += [[row[1], row[2] + delay, row[3] + delay, done + n] for n, row in enumerate(rows[done:])]
    return made


def interpolate(made, places):
    """Fills the times between two stop times by distance; returns whether it filled any."""
    timed = [n for n, row in enumerate(made) if row[2] is not None]
    filled = False
    for left, right in zip(timed, timed[1:]):
        if right - left < 2 or made[right][1] < made[left][2]:
            continue
        along = [0]
        for n in range(left, right):
            along.append(along[-1] + abs(places[made[n][0]] - places[made[n + 1][0]]))
        for n in range(left + 1, right):
            share = along[n - left] / along[-1] if along[-1] else (n - left) / (right - left)
            made[n][1] = made[n][2] = made[left][2] + round((made[right][1] - made[left][2]) * share)
            filled = True
    return filled


class Detoured:
    """One run with its detour, if one applies to it."""

    def __init__(self, case, trip, start):
        self.name, self.originals, self.refused = None, None, 0
        rows = case.trips[trip]
        self.rows = rows
        self.shift = 0 if start is None else start - rows[0][3]
        places = {**case.stops, **case.added}
        found = []
        for modification in case.modifications:
            if trip not in modification["selected_trips"][0]["trip_ids"]:
                continue
            times = modification.get("start_times")
            try:
                made = modified(rows, modification["modifications"], places)
            except Refused:
                self.refused += 1
                continue
            if case.date not in modification["service_dates"] or times and not any(
                    text.split(":") == ["%02d" % n for n in (start // 3600, start // 60 % 60, start % 60)] for text in times):
                continue
            found.append((modification["entity_id"], made))
        if len(found) == 1:
            self.name, made = found[0]
            case.isInterpolated |= interpolate(made, places)
            self.rows = [(n + 1, row[0], row[1], row[2]) for n, row in enumerate(made)]
            self.originals = [row[3] for row in made]


def predict(rows, updates, origin):
    """(time of departure, delay, is predicted, is skipped) of each stop time."""
    known, found = None, []
    by_sequence = {update["stop_sequence"]: update for update in updates}
    for sequence, _, _, departure in rows:
        update = by_sequence.get(sequence)
        scheduled = None if departure is None else origin + departure
        isSkipped = bool(update) and update.get("schedule_relationship") == 1
        time, delay, isPredicted = scheduled, None, False
        if isSkipped:
            pass
        elif update and update.get("schedule_relationship") == 2:
            known = None
        elif update and ("departure_time" in update or "departure_delay" in update):
            time = update.get("departure_time")
            delay = update.get("departure_delay")
            if time is None:
                time = None if scheduled is None else scheduled + delay
            else:
                delay = None if scheduled is None else time - scheduled
            isPredicted = True
            known = known if delay is None else delay
        elif known is not None and scheduled is not None:
            time, delay, isPredicted = scheduled + known, known, True
        found.append((time, delay, isPredicted, isSkipped))
    return found


class Expected:
    """What linefeed should answer about a case."""
    BOARD = ("stop_id", "trip_id", "start_date", "start_time", "stop_sequence", "scheduled_time", "departure_time", "delay",
             "realtime", "modifications_id")
    VEHICLE = ("current_stop_sequence", "stop_id", "current_status")
    STOP = ("stop_id", "stop_sequence", "arrival_time_secs", "departure_time_secs", "delay", "skipped")

    def __init__(self, case):
        self.case = case
        self.runs = {}
        self.rows = self.applied = self.refused = 0
        for trip, start in case.runs:
            detour = Detoured(case, trip, start)
            self.runs[trip, start] = (detour, self.predicted(detour, trip, start))
            self.applied += detour.name is not None
            self.refused += detour.refused
            if detour.name is not None:
                self.rows += len(detour.rows)

    def predicted(self, detour, trip, start):
        case = self.case
        origin = midnight(case.day) + detour.shift
        told = {isModified: updates for t, s, isModified, name, updates in case.updates
                if (t, s) == (trip, start) and (not isModified or name is not None)}
        if detour.name is not None and True in told:
            return predict(detour.rows, told[True], origin)
        plain = predict(case.trips[trip], told.get(False, []), origin)
        if detour.name is None:
            return plain
        found = []
        for row, original in zip(detour.rows, detour.originals):
            scheduled = None if row[3] is None else origin + row[3]
            if original is None:
                found.append((scheduled, None, False, False))
                continue
            time, delay, isPredicted, isSkipped = plain[original]
            found.append((time, time - scheduled, True, isSkipped) if isPredicted else (scheduled, None, False, isSkipped))
        return found

    def board(self, stop):
        case, found = self.case, []
        for (trip, start), (detour, told) in self.runs.items():
            origin = midnight(case.day) + detour.shift
            served = [n for n, row in enumerate(told) if not row[3]]
            for n, (row, (time, delay, isPredicted, isSkipped)) in enumerate(zip(detour.rows, told)):
                if isSkipped or n == len(told) - 1 or n == served[-1] or row[1] != stop or time is None:
                    continue
                if not case.at <= time < case.at + 7200:
                    continue
                found.append({
                    "stop_id": stop, "trip_id": trip, "start_date": case.date,
                    "start_time": None if start is None else clock(start),
                    "stop_sequence": row[0], "scheduled_time": None if row[3] is None else origin + row[3],
                    "departure_time": time, "delay": delay, "realtime": isPredicted, "modifications_id": detour.name})
        return sorted(found, key=lambda row: (row["departure_time"], row["trip_id"], row["stop_sequence"], row["start_time"] or ""))

    def details(self, trip):
        detour, told = self.runs[trip, None]
        found = []
        for row, (_, delay, _, isSkipped) in zip(detour.rows, told):
            found.append({"stop_id": row[1], "stop_sequence": row[0], "arrival_time_secs": row[2],
                          "departure_time_secs": row[3], "delay": delay, "skipped": True if isSkipped else None})
        return found

    def vehicle(self, trip):
        """Returns the stop to which a vehicle drives, numbered as in the detoured trip; never a skipped stop."""
        if trip not in self.case.vehicles:
            return None
        isModified, sequence, stop = self.case.vehicles[trip]
        detour = self.runs[trip, None][0]
        if detour.name is not None and not isModified:
            places = [n for n, original in enumerate(detour.originals)
                      if original is not None and self.case.trips[trip][original][0] == sequence]
            sequence = places[0] + 1 if places else None
            stop = stop if places else None
        return {"current_stop_sequence": sequence, "stop_id": stop,
                "current_status": None if sequence is None and stop is None else 2}

    def missed(self):
        """Returns the stops of the runs that no message names. The detours apply from the time of the message on."""
        case, found = self.case, []
        told = {(trip, start) for trip, start, *_ in case.updates} | {(trip, None) for trip in case.vehicles}
        for (trip, start), (detour, _) in self.runs.items():
            if (trip, start) in told:
                continue
            origin = midnight(case.day) + detour.shift
            isDetoured = detour.name is not None and origin + case.trips[trip][-1][2] >= case.at
            for row in detour.rows if isDetoured else case.trips[trip]:
                found.append({"trip_id": trip, "start_time": None if start is None else clock(start), "stop_id": row[1],
                              "scheduled_stop_sequence": row[0],
                              "schedule_arrival_time": None if row[2] is None else origin + row[2],
                              "schedule_departure_time": None if row[3] is None else origin + row[3]})
        return sorted(found, key=lambda row: (row["trip_id"], row["start_time"] or "", row["scheduled_stop_sequence"]))
