"""Computes the rows of stop_visits and trips_performed."""
from visits.happened import Happened
from visits.runs import Archive, word
from visits.timetable import Ways


class Oracle:
    """Holds the rows of all runs of an archive in `visits` and `trips`."""

    def __init__(self, feed, records, date=None, missing=False, near=60, max_gap=180):
        self.feed, self.missing = feed, missing
        self.near, self.max_gap, self.date = near, max_gap, date
        self.archive = Archive(feed, Ways(feed), records)
        self.visits, self.trips = [], []
        for run in sorted(self.archive.runs.values(), key=lambda r: (r.date, r.name)):
            if date in (None, run.date):
                self.seen(run)
        for run in self.archive.unseen(date) if missing and date else ():
            self.write(run, run.name, Happened(run, [], feed, near, max_gap), None)

    def seen(self, run):
        """Returns the rows of a run with records, once for each of its vehicles."""
        for n, (vehicle, fixes) in enumerate(run.in_order()):
            happened = Happened(run, fixes, self.feed, self.near, self.max_gap, predicts=n == 0)
            is_seen = any(t is not None for v in happened.visits for t in v.times.values())
            due = run.calls[0].departure if run.calls else None
            if not is_seen and not self.date and due is not None and due > self.archive.ends:
                # Reports about a run in the future have not happened.
                continue
            self.write(run, run.name if n == 0 else "%s_%s" % (run.name, vehicle), happened, vehicle)

    def write(self, run, name, happened, vehicle):
        key = {"service_date": run.date, "trip_id_performed": name}
        calls, visits = run.calls, happened.visits
        for i, visit in enumerate(visits):
            row = self.visit_row(run, happened, i, visit)
            if row["schedule_relationship"] != "Missing" or self.missing and word(run) != "Canceled":
                self.visits.append({**row, **key, "trip_stop_sequence": i + 1, "vehicle_id": vehicle})
        trip = dict(key, vehicle_id=vehicle, trip_id_scheduled=run.scheduled_trip, schedule_relationship=word(run),
                   actual_trip_start=visits[0].times["departure"] if visits else None,
                   actual_trip_end=visits[-1].times["arrival"] if visits else None,
                   schedule_trip_start=calls[0].departure if calls else None,
                   schedule_trip_end=calls[-1].arrival if calls else None,
                   visits_observed=sum(any(t is not None for t in v.times.values()) for v in visits),
                   visits_scheduled=len(calls), match="exact" if run.scheduled_trip and (run.vehicles or run.updates) else "none",
                   outliers=happened.outliers if happened.has_fixes else None)
        self.trips.append(trip)

    def visit_row(self, run, happened, i, visit):
        call, told = visit.call, run.predictions.told[i]
        arrival, departure = visit.times["arrival"], visit.times["departure"]
        is_seen = arrival is not None or departure is not None
        status, percentage, source = happened.occupancy(i) if is_seen else (None, None, None)
        before = run.calls[i - 1].along if i else None
        return dict(
            stop_id=happened.platform(i) or told.place or call.stop,
            scheduled_stop_sequence=call.sequence if run.scheduled_trip else None,
            schedule_arrival_time=call.arrival, schedule_departure_time=call.departure,
            actual_arrival_time=arrival, actual_departure_time=departure,
            dwell=difference(departure, arrival), distance=difference(call.along, before),
            schedule_relationship="Skipped" if told.skipped and not visit.stood else "Missing" if not is_seen
            else "Added" if word(run) in ("Added", "Duplicated") else "Scheduled",
            arrival_delay=difference(arrival, call.arrival), departure_delay=difference(departure, call.departure),
            arrival_source=visit.sources["arrival"], arrival_uncertainty=visit.uncertainties["arrival"],
            departure_source=visit.sources["departure"], departure_uncertainty=visit.uncertainties["departure"],
            prediction_count=len(told.messages) if happened.predicts else 0,
            occupancy_status=status, occupancy_percentage=percentage, occupancy_source=source)


def difference(one, other):
    return None if None in (one, other) else one - other
