/// How full vehicles are: a percentage of all places, seats and standing room.
///
/// In the morning people ride into the centre, in the evening out of it. A vehicle fills on its way in and empties on
/// its way out.
struct SimulatedCrowding {
    let route: SimulatedRoute
    let direction: Int

    /// A hill of height 1: zero further than `width` from `centre`.
    private static func hill(_ time: Int, centre: Int, width: Int) -> Double {
        let x = Double(time - centre) / Double(width)
        return max(0, 1 - x * x)
    }

    /// The morning's and the evening's rush at a second of the service day, 0 to 1.
    static func rush(_ time: Int, _ service: Service) -> (morning: Double, evening: Double) {
        let morning = hill(time, centre: 29_400, width: 6000)
        let evening = hill(time, centre: 62_400, width: 7800)
        return service == .weekday ? (morning, evening) : (morning * 0.25, evening * 0.35)
    }

    /// The load between a stop and the next.
    /// - Parameters:
    ///   - share: how far along the trip the stop is, 0 to 1.
    ///   - time: seconds of the service day.
    ///   - mood: what is particular about the trip, around 1.
    func percentage(share: Double, time: Int, service: Service, mood: Double) -> Int {
        let (morning, evening) = SimulatedCrowding.rush(time, service)
        let demand: Double
        let profile: Double
        switch route.kind {
        case .train:
            // Full towards the centre in the morning, away from it in the evening; one side has more homes.
            let side = direction == 1 ? 1.0 : 0.62
            demand = 0.15 + side * (share < 0.5 ? 0.9 * morning + 0.25 * evening : 0.25 * morning + 0.9 * evening)
            profile = share < 0.5 ? 0.25 + 1.5 * share : 1.75 - 1.5 * share
        case .radial:
            let inbound = direction == 1
            demand = 0.13 + (inbound ? 0.88 * morning + 0.2 * evening : 0.2 * morning + 0.84 * evening)
            let filled = inbound ? share : 1 - share
            profile = filled < 0.8 ? 0.16 + 1.05 * filled : 1 - (filled - 0.8) * 1.2
        case .orbital:
            demand = 0.14 + 0.5 * max(morning, evening)
            profile = 0.25 + 3 * share * (1 - share)
        case .loop:
            demand = 0.22 + 0.4 * max(morning, evening)
            profile = 0.4 + 2 * share * (1 - share)
        }
        return max(0, min(135, Int((demand * profile * route.popularity * mood * 100).rounded())))
    }

    /// The specification's occupancy status of a percentage: seats go first, at about half of all places.
    static func status(_ percentage: Int) -> UInt64 {
        switch percentage {
        case ..<7: 0
        case ..<36: 1
        case ..<56: 2
        case ..<88: 3
        case ..<104: 4
        case ..<120: 5
        default: 6
        }
    }
}
