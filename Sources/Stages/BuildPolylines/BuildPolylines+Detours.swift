import Containers
import Contract
import GTFSSchedule
import Geometry
import RealtimeJoin
import Schedule
import StageKit

/// The lines of trips that realtime detours (`--realtime`).
extension BuildPolylines {
    /// Reads the messages of `--realtime`.
    mutating func readRealtime() throws -> Detours {
        guard !options.realtime.isEmpty else { return Detours() }
        var records = RealtimeRecords(context.diagnostics)
        try context.readRealtime(options.realtime, to: &records)
        records.reader.countAsMerged(context.summary)
        var detours = records.reader.context.detours
        detours.finish()
        newestMessage = records.reader.context.newest
        return detours
    }

    /// Gives the trips that a detour changes on the day of the lines their stops and their shape of that day.
    func applyDetours() throws {
        guard !options.realtime.isEmpty else { return }
        addStops()
        guard !detours.isEmpty else { return }
        let day = try detourDay()
        let stops = detourStops
        let selections = detours.selections.mapValues { $0.filter { $0.modification.days.contains(day) } }
        for id in detours.tripIDs {
            guard let selected = selections[id], let first = selected.first else { continue }
            guard let trip = listedTrip(id) else {
                context.diagnostics.report(
                    .unmatched, "unknown_trip", field: "trip_id", value: id,
                    message:
                        "\(Finding.quoted(id)) of TripModifications \(Finding.quoted(first.modification.id)) is not "
                        + "among the feed's trips")
                continue
            }
            let rows = detouredTrips.stopTimes(of: trip, stops)
            let found = TripDetours(rows, start: .allRuns, selected, stops)
            for refused in found.refused { refused.reason.report(of: refused.id, trip: id, context.diagnostics) }
            guard let entry = found.entry(on: day, startTime: nil) else { continue }
            do throws(DetourRefusal) {
                try apply(entry, to: trip, rows, stops)
            } catch {
                error.report(of: entry.id, trip: id, context.diagnostics)
            }
        }
    }

    /// The service day of the lines: that of `--date`, else that of the newest message.
    private func detourDay() throws -> Int {
        if let date = options.date { return date.daysSinceEpoch }
        let zone = try ScheduleZone.zone(ofAgencies: schedule.zones, context, advice: "")
        return zone.date(at: newestMessage ?? context.clock.posix).daysSinceEpoch
    }

    private func listedTrip(_ id: String) -> Identifier<ScheduleTables.Trip>? {
        id.withBytes { bytes in
            guard let trip = schedule.tripIDs.find(bytes, feed: 0) else { return nil }
            return schedule[trip].isListed ? trip : nil
        }
    }

    /// Adds the stops of messages beside those of the feed.
    private func addStops() {
        for added in detours.stops {
            let stop = added.id.withBytes { schedule.stop($0, 0) }
            guard !schedule[stop].isListed else { continue }
            var entry = schedule[stop]
            entry.isListed = true
            entry.coordinate = added.coordinate
            if let parent = added.parentStation { entry.parent = parent.withBytes { schedule.stop($0, 0) } }
            func kept(_ text: String?) -> ScheduleTables.Text {
                text.map { $0.withBytes { schedule.keep($0) } } ?? .none
            }
            entry.name = kept(added.name)
            entry.platformCode = kept(added.platformCode)
            entry.wheelchairBoarding = BuildPolylines.boarding(added.wheelchairBoarding)
            schedule[stop] = entry
            schedule.stopOrder.append(stop)
        }
    }

    /// The stops of the lines, as detours ask for them.
    private var detourStops: DetourStops {
        let schedule = schedule
        return DetourStops(
            number: { id in id.withBytes { schedule.stopIDs.find($0, feed: 0) }.map { StopIndex($0.index) } },
            kind: {
                let stop = schedule.stops[$0.index]
                return stop.isListed ? (stop.isPlatform ? .platform : .other) : .unknown
            },
            place: { schedule.place(of: Identifier($0.index)) })
    }

    private func apply(
        _ entry: TripDetours.Entry, to trip: Identifier<ScheduleTables.Trip>, _ rows: [Timetable.StopTime],
        _ stops: DetourStops
    ) throws(DetourRefusal) {
        if options.geometry != .stops {
            let line = detours.line(of: entry, from: rows, stops, context.diagnostics) { id in
                let known = id.withBytes { schedule.shapeIDs.intern($0, feed: 0) }
                return points(of: known)
            } original: {
                points(of: schedule[trip].shape)
            }
            if let line { schedule[trip].shape = try shape(line, of: entry.id, beside: schedule[trip].shape) }
        }
        schedule.detours[trip.number] = ScheduleTables.Detour(
            modificationsID: entry.id,
            stops: entry.rows.stopTimes.compactMap { $0.stop.map { Identifier($0.index) } })
    }

    private func points(of shape: Identifier<ScheduleTables.Shape>) -> [Coordinate] {
        var scratch: [Int] = []
        return schedule.points(of: shape, scratch: &scratch)
    }

    /// Returns the shape of a line, and adds it if the schedule lacks the shape.
    private func shape(
        _ line: DetourLine, of id: String, beside shape: Identifier<ScheduleTables.Shape>
    ) throws(DetourRefusal) -> Identifier<ScheduleTables.Shape> {
        guard let shapeID = line.shapeID else { return try add(line.points, named: id, beside: shape) }
        let known = shapeID.withBytes { schedule.shapeIDs.intern($0, feed: 0) }
        if points(of: known).count > 1 { return known }
        // A shape with only one row in the feed has no line.
        if schedule.shapePoints.hasRows(known) { return try add(line.points, named: id, beside: known) }
        try append(line.points, to: known)
        return known
    }

    /// Adds the line of a detour without a shape; trips that share a shape and stops share the line.
    private func add(
        _ line: [Coordinate], named id: String, beside shape: Identifier<ScheduleTables.Shape>
    ) throws(DetourRefusal) -> Identifier<ScheduleTables.Shape> {
        var name = Array(schedule.shapeIDs.text(shape)) + [0] + Array(id.utf8) + [0]
        name += EncodedPolyline.encode(line, precision: 6).utf8
        let added = name.withUnsafeBytes { schedule.shapeIDs.intern($0, feed: 0) }
        if !schedule.shapePoints.hasRows(added) { try append(line, to: added) }
        return added
    }

    private func append(
        _ points: [Coordinate], to shape: Identifier<ScheduleTables.Shape>
    ) throws(DetourRefusal) {
        for (place, point) in points.enumerated() {
            do {
                try schedule.shapePoints.append(point, sequence: UInt32(place), to: shape)
            } catch {
                // As many rows as are counted: the trip keeps its line.
                throw .tooLarge
            }
        }
    }
}
