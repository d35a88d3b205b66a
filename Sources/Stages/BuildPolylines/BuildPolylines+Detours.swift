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
        var plans: [DetourPlan] = []
        for modification in detours.modifications where modification.days.contains(day) {
            for selection in modification.selections {
                for id in selection.tripIDs {
                    if let plan = plan(modification, selection, id, stops) { plans.append(plan) }
                }
            }
        }
        // As on a board: of two entities that change one trip on one day, neither is applied.
        var first: [UInt32: String] = [:]
        var contested: Set<UInt32> = []
        for plan in plans where first.updateValue(plan.id, forKey: plan.trip.number) ?? plan.id != plan.id {
            contested.insert(plan.trip.number)
        }
        for plan in plans {
            do throws(DetourRefusal) {
                guard !contested.contains(plan.trip.number) else { throw .severalModifications }
                try apply(plan, stops)
            } catch {
                error.report(of: plan.id, trip: plan.tripID, context.diagnostics)
            }
        }
    }

    /// A detour of a trip that can be applied.
    private struct DetourPlan {
        let id: String
        let trip: Identifier<ScheduleTables.Trip>
        let tripID: String
        let shapeID: String?
        let rows: [Timetable.StopTime]
        let modified: ModifiedRows
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

    /// The stops of the lines, as detours ask for them; the input tells nothing of what kind they are.
    private var detourStops: DetourStops {
        let schedule = schedule
        return DetourStops(
            number: { id in id.withBytes { schedule.stopIDs.find($0, feed: 0) }.map { StopIndex($0.index) } },
            kind: { schedule.stops[$0.index].isListed ? .platform : .unknown },
            place: { schedule.place(of: Identifier($0.index)) })
    }

    /// The stop times of a trip after its detour; nil if the detour cannot be applied, which is reported.
    private func plan(
        _ modification: TripModification, _ selection: TripModification.Selection, _ id: String, _ stops: DetourStops
    ) -> DetourPlan? {
        guard let trip = listedTrip(id) else {
            context.diagnostics.report(
                .unmatched, "unknown_trip", field: "trip_id", value: id,
                message:
                    "\(Finding.quoted(id)) of TripModifications \(Finding.quoted(modification.id)) is not "
                    + "among the feed's trips")
            return nil
        }
        do throws(DetourRefusal) {
            // A line stands for all runs of a trip, and the detour for some of them.
            guard modification.startTimes.isEmpty else { throw .startTime }
            let rows = stopTimes(of: trip)
            return DetourPlan(
                id: modification.id, trip: trip, tripID: id, shapeID: selection.shapeID, rows: rows,
                modified: try ModifiedRows(rows, modification.changes, stops))
        } catch {
            error.report(of: modification.id, trip: id, context.diagnostics)
            return nil
        }
    }

    private func stopTimes(of trip: Identifier<ScheduleTables.Trip>) -> [Timetable.StopTime] {
        var positions: [Int] = []
        schedule.stopTimes.positions(of: trip, into: &positions)
        var rows: [Timetable.StopTime] = []
        for position in positions {
            let sequence = Int(schedule.stopTimes.sequence(at: position))
            guard rows.last?.sequence != sequence else { continue }
            var row = Timetable.StopTime()
            row.sequence = sequence
            row.stop = StopIndex(schedule.stopTimes.value(at: position).index)
            rows.append(row)
        }
        return rows
    }

    private func apply(_ plan: DetourPlan, _ stops: DetourStops) throws(DetourRefusal) {
        if options.geometry != .stops {
            var scratch: [Int] = []
            let original = schedule.points(of: schedule[plan.trip].shape, scratch: &scratch)
            if let id = plan.shapeID, let shape = try shape(id) {
                schedule[plan.trip].shape = shape
            } else if original.count > 1 {
                schedule[plan.trip].shape = try add(
                    plan.modified.line(from: plan.rows, along: original, stops), named: plan.id,
                    beside: schedule[plan.trip].shape)
            }
        }
        schedule.detours[plan.trip.number] = ScheduleTables.Detour(
            modificationsID: plan.id,
            stops: plan.modified.stopTimes.compactMap { $0.stop.map { Identifier($0.index) } })
    }

    /// The shape with an id, of the messages or of the feed; nil if neither has a usable one.
    private func shape(_ id: String) throws(DetourRefusal) -> Identifier<ScheduleTables.Shape>? {
        let known = id.withBytes { schedule.shapeIDs.intern($0, feed: 0) }
        if schedule.shapePoints.hasRows(known) { return known }
        guard let line = detours.shape(id) else { return nil }
        guard let points = EncodedPolyline.decode(line.utf8), points.count > 1 else {
            context.diagnostics.report(
                .null, "invalid_encoded_polyline", field: "encoded_polyline", value: id,
                message: "the line of shape \(Finding.quoted(id)) is not an encoded polyline of two points or more"
                    + "; treated as absent")
            return nil
        }
        try append(points, to: known)
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
