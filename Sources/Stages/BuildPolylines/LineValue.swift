import Geometry
import StageKit

/// A line with all that its record has, for those who take it as a value.
package struct LineValue {
    package let polylineID: String
    package let tripID: String?
    package let routeID: String?
    /// 0 or 1.
    package let directionID: Int?
    package let routeShortName: String?
    package let routeLongName: String?
    package let routeType: Int?
    package let routeColor: String?
    package let routeTextColor: String?
    package let agencyName: String?
    package let agencyTimezone: String?
    package let tripCount: Int
    package let runs: Int?
    package let stopIDs: [String]
    package let missingStopIDs: [String]
    /// Metres.
    package let length: Double
    package let isOfShape: Bool
    /// Cut at the antimeridian.
    package let parts: [Polyline]

    init(_ line: Line, _ parts: [Polyline], _ schedule: ScheduleTables) {
        func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
        polylineID = line.polylineID
        tripID = line.tripID
        routeID = line.routeID
        directionID = line.direction < 2 ? Int(line.direction) : nil
        routeShortName = line.routeShortName
        routeLongName = line.routeLongName
        routeType = line.routeType
        routeColor = line.routeColor
        routeTextColor = line.routeTextColor
        agencyName = line.agencyName
        agencyTimezone = line.agencyTimezone
        tripCount = line.tripCount
        runs = line.runs
        stopIDs = line.stops.map { text(schedule.stopIDs.text($0)) }
        missingStopIDs = line.missingStops.map { text(schedule.stopIDs.text($0)) }
        length = line.parts.reduce(0) { $0 + $1.length }
        isOfShape = line.source == .shapes
        self.parts = parts
    }
}

extension BuildPolylines {
    /// Draws the lines of the options' feed and hands them over, where `run` writes them.
    package static func lines(
        _ options: BuildPolylinesOptions, _ context: StageContext, _ take: @escaping (LineValue) -> Void
    ) throws {
        try context.check(options)
        var stage = BuildPolylines(options, context)
        stage.writer.take = take
        try stage.draw(options.feed)
    }
}
