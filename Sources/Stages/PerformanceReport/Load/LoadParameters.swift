import Occupancy
import Reports

extension LoadCount {
    static let parameters: [PerformanceParameter] = [crowded, loadPoint]

    fileprivate static let crowded = PerformanceParameter.word("crowded", OccupancyLevel.high)
    fileprivate static let loadPoint = PerformanceParameter.word("load_point", LoadPointScope.pattern)
}

/// What has one maximum load point, beside the keys.
package enum LoadPointScope: String, Sendable, CaseIterable {
    case pattern, route
}

extension PerformanceParameters {
    package var crowded: OccupancyLevel {
        get { word(LoadCount.crowded, .high) }
        set { self[LoadCount.crowded] = .text(newValue.rawValue) }
    }

    package var loadPoint: LoadPointScope {
        get { word(LoadCount.loadPoint, .pattern) }
        set { self[LoadCount.loadPoint] = .text(newValue.rawValue) }
    }
}
