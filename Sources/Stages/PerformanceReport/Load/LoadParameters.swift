import Reports

extension LoadCount {
    static let parameters: [PerformanceParameter] = [crowded, loadPoint]

    fileprivate static let crowded = PerformanceParameter.word("crowded", CrowdedLevel.high)
    fileprivate static let loadPoint = PerformanceParameter.word("load_point", LoadPointScope.pattern)
}

/// `OccupancyLevel`, as it is typed.
package enum CrowdedLevel: String, Sendable, CaseIterable {
    case low, moderate, high
    case veryCrowded = "very_crowded"

    /// The least crowded status of the level: codes grow with crowding.
    var firstCode: Int {
        switch self {
        case .low: 0
        case .moderate: 2
        case .high: 3
        case .veryCrowded: 5
        }
    }
}

/// What has one maximum load point, beside the keys.
package enum LoadPointScope: String, Sendable, CaseIterable {
    case pattern, route
}

extension PerformanceParameters {
    package var crowded: CrowdedLevel {
        get { word(LoadCount.crowded, .high) }
        set { self[LoadCount.crowded] = .text(newValue.rawValue) }
    }

    package var loadPoint: LoadPointScope {
        get { word(LoadCount.loadPoint, .pattern) }
        set { self[LoadCount.loadPoint] = .text(newValue.rawValue) }
    }
}
