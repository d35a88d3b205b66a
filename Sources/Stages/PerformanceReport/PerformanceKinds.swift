import Contract
import Reports

extension PerformanceReportOptions {
    /// The kinds of figures: each has a folder with what counts them, their parameters, columns and words.
    package enum Kind: String, Sendable, CaseIterable {
        case punctuality, headways, segments, load, delivery, predictions

        /// What counts them.
        var count: any VisitCount.Type {
            switch self {
            case .punctuality: PunctualityCount.self
            case .headways: HeadwayCount.self
            case .segments: SegmentCount.self
            case .load: LoadCount.self
            case .delivery: DeliveryCount.self
            case .predictions: PredictionCount.self
            }
        }

        /// The table of its rows.
        var table: any Table.Type { count.table }

        /// The keys of a row: those asked for, and those by which rows are told apart anyway.
        func keys(_ asked: [ReportKey]) -> [ReportKey] {
            asked + count.furtherKeys.filter { !asked.contains($0) }
        }

        /// - Parameter zone: that of the report's clock, where one was named.
        func columns(_ keys: [ReportKey], zone: String?) -> ReportColumns {
            ReportColumns(
                table, keys: keys,
                names: (keys.contains(.routeID) ? ["route_short_name"] : [])
                    + (keys.contains(.stopID) ? ["stop_name"] : []),
                hasZone: zone != nil && keys.contains { $0.isOfClock })
        }
    }
}
