// How far a trip is: only where predictions tell, never by the timetable alone.

/** Seconds of which a trip may be early or late to be meant by a time. */
const TRIP_REACH = 3600;

const stopSeconds = (stop) => stop.departure_time_secs ?? stop.arrival_time_secs;

/** The trip of the page with an id that runs at a time: ids come again each day; null if the page has none. */
function tripAt(feedId, tripId, time) {
  if (tripId === null || tripId === undefined) return null;
  tripAt.all ??= Map.groupBy ? Map.groupBy(records("trips"), (trip) => keyOf(trip.feed_id, trip.trip_id))
    : records("trips").reduce((all, trip) => {
      const key = keyOf(trip.feed_id, trip.trip_id);
      return all.set(key, [...all.get(key) ?? [], trip]);
    }, new Map());
  return tripAt.all.get(keyOf(feedId, tripId))?.find((trip) => {
    const start = serviceDayStart(trip.start_date, trip.timezone);
    const seconds = trip.stops.map(stopSeconds).filter((value) => value != null);
    return start !== null && seconds.length > 0 && time >= start + seconds[0] - TRIP_REACH
      && time <= start + seconds.at(-1) + TRIP_REACH;
  }) ?? null;
}

/**
 * Where a trip is at a time: {next: place of the stop that it comes to next, seconds: until then}, by the predicted times
 * of its stops; null if no prediction is still ahead.
 */
function progressOf(trip, time) {
  const start = time === null ? null : serviceDayStart(trip.start_date, trip.timezone);
  if (start === null || isCanceled(trip)) return null;
  const next = trip.stops.findIndex((stop) => !stop.skipped && stop.delay != null && stopSeconds(stop) != null
    && start + stopSeconds(stop) + stop.delay >= time);
  if (next < 0) return null;
  const stop = trip.stops[next];
  // A message leaves out the stops that its trip has passed. Before the time of the message they may still be ahead: then
  // nothing says which stop is the next.
  const saidAt = trip.vehicle?.timestamp ?? null, isBefore = saidAt === null ? Boolean(DATA.playback) : time < saidAt;
  const isAhead = (one) => !one.skipped && one.delay == null && stopSeconds(one) != null
    && start + stopSeconds(one) + stop.delay >= time;
  if (isBefore && trip.stops.slice(0, next).some(isAhead)) return null;
  const arrival = stop.arrival_time_secs ?? stopSeconds(stop);
  // It has not begun: it is at no stop before its first.
  if (next === 0 && start + stopSeconds(stop) + stop.delay - time > TRIP_REACH) return null;
  return { next, seconds: Math.max(0, start + arrival + stop.delay - time) };
}

/** How many stops a vehicle is from a stop, in words; null if it has passed it. */
function awayText(trip, progress, place) {
  const stops = trip.stops.slice(progress.next, place).filter(({ skipped }) => !skipped).length;
  if (place < progress.next) return null;
  return stops === 0 ? "Next stop" : `${plural(stops, "stop")} away`;
}

/** The stop that a vehicle comes to next, and in how many minutes by the predictions. */
function nextStopLine(trip, progress) {
  const stop = trip.stops[progress.next];
  const name = named(brief(stop.stop_name ?? stop.stop_id ?? "unnamed", 60), "strong");
  return el("p", { class: "next-stop" }, el("span", {}, el("span", { class: "quiet" }, "Next stop "), name),
    el("span", { class: "quiet" }, countdownText(progress.seconds).toLowerCase()));
}
