import Contract
import Schedule
import StageKit

/// A predicted time that is further from the timetable than any delay that is believed (`PredictedDelay`).
package struct UnbelievedTime {
    var tripID: String?
    var stopID: String?
    var sequence: Int?
    /// Whether it is of the arrival, else of the departure.
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
    /// Takes times out of a stop's update that no delay explains that is believed.
    /// - Parameters:
    ///   - arrival: POSIX seconds of the arrival and the departure by the timetable; nil leaves those that the update names.
    ///   - take: is given what was taken out.
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
    /// Whether its times are no further from the timetable's than delays that are believed.
    func isBelieved(arrival scheduledArrival: Int?, departure scheduledDeparture: Int?) -> Bool {
        arrival.unbelievedDelay(scheduledArrival ?? arrival.scheduledTime) == nil
            && departure.unbelievedDelay(scheduledDeparture ?? departure.scheduledTime) == nil
    }
}

extension StopUpdate.Event {
    /// The delay of its time where that is not believed.
    fileprivate func unbelievedDelay(_ scheduled: Int?) -> Int? {
        guard let time, let scheduled, !PredictedDelay.believed.contains(time - scheduled) else { return nil }
        return time - scheduled
    }
}
