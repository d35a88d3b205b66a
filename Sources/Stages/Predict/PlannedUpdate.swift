import Contract

/// What a message says of a vehicle, before the times are worked out: all of it that depends on other vehicles.
struct PlannedUpdate {
    enum Own {
        case run(Progress, Forecast.Paces)
        /// At its last stop, since POSIX seconds: only the next run is predicted.
        case finished(since: Double)
        /// Nothing can be said from a stop on, whose members these are.
        case noData(RowParts<Tables.StopTimeUpdateMembers>)
    }

    /// The run that follows in the vehicle's block.
    struct Next {
        let run: PredictedRun
        let head: UpdateHead
        /// The seconds between the runs that the timetable plans.
        let planned: Int
        /// The pace of its route and direction.
        let pace: Double
    }

    let vehicle: PredictedVehicle
    let run: PredictedRun
    let head: UpdateHead
    /// POSIX seconds of the position that it is predicted from.
    let made: Int
    let own: Own
    let next: Next?
    let uncertainty: Spread.Uncertainty
}

/// The members of an update that say which run and vehicle it is of: the same in each message.
typealias UpdateHead = RowParts<Tables.TripUpdates>
