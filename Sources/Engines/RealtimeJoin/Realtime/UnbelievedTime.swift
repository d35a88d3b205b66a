import Contract
import StageKit

/// A predicted time with an implausible difference from the timetable (`PredictedDelay`).
package struct UnbelievedTime {
    var tripID: String?
    var stopID: String?
    var sequence: Int?
    /// Whether the time is an arrival; otherwise a departure.
    var isArrival: Bool
    /// Seconds late.
    var delay: Int

    package func report(_ diagnostics: Diagnostics) {
        diagnostics.report(.null, "delay_not_believed") { _ in
            let place = stopID.map { "stop \(Finding.quoted($0))" } ?? "stop_sequence \(sequence ?? 0)"
            return
                "trip \(Finding.quoted(tripID ?? "")), \(place): the predicted \(isArrival ? "arrival" : "departure") is "
                + "\(abs(delay)) seconds \(delay < 0 ? "before" : "after") the timetable's, which is not "
                + "\(PredictedDelay.kind.map { "\($0)" } ?? ""); treated as absent"
        }
    }
}

extension TripUpdate {
    /// Removes times from a stop's update that would be implausible delays.
    /// - Parameters:
    ///   - arrival: the scheduled arrival and departure in POSIX seconds; nil for those given in the update.
    ///   - take: receives the removed times.
    package mutating func disbelieve(
        _ place: Int, arrival: Int?, departure: Int?, _ take: (UnbelievedTime) -> Void
    ) {
        if stops[place].isBelieved(arrival: arrival, departure: departure) { return }
        let (stop, tripID) = (stops[place], trip.tripID)
        func told(isArrival: Bool, _ delay: Int) -> UnbelievedTime {
            UnbelievedTime(
                tripID: tripID, stopID: stop.stopID, sequence: stop.sequence, isArrival: isArrival, delay: delay)
        }
        if let delay = stop.arrival.unbelievedDelay(arrival ?? stop.arrival.scheduledTime) {
            stops[place].arrival.time = nil
            take(told(isArrival: true, delay))
        }
        if let delay = stop.departure.unbelievedDelay(departure ?? stop.departure.scheduledTime) {
            stops[place].departure.time = nil
            take(told(isArrival: false, delay))
        }
    }
}

extension StopUpdate {
    /// Returns whether its times differ from the timetable by plausible delays.
    func isBelieved(arrival scheduledArrival: Int?, departure scheduledDeparture: Int?) -> Bool {
        arrival.unbelievedDelay(scheduledArrival ?? arrival.scheduledTime) == nil
            && departure.unbelievedDelay(scheduledDeparture ?? departure.scheduledTime) == nil
    }
}

extension StopUpdate.Event {
    /// Returns the delay of its time, if it is implausible.
    fileprivate func unbelievedDelay(_ scheduled: Int?) -> Int? {
        guard let time, let scheduled, !PredictedDelay.believed.contains(time - scheduled) else { return nil }
        return time - scheduled
    }
}
