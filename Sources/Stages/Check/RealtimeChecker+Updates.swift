import Contract
import NDJSON
import StageKit

/// Stop time updates of a trip.
extension RealtimeChecker {
    /// An arrival or a departure, as far as its members are there.
    private struct Event {
        let name: String
        let hasTime: Bool
        let hasDelay: Bool
        /// Whether something else of it is there: records do not show an event without members.
        let hasRest: Bool

        var isThere: Bool { hasTime || hasDelay || hasRest }
    }

    private struct Stop {
        let sequence: Int?
        let id: String?
        let arrival: Int?
        let departure: Int?
        let events: [Event]
        /// As written; nil if it is missing.
        let writtenRelationship: Int?

        var relationship: Int { writtenRelationship ?? 0 }

        var fields: [(name: String, value: NoticeSample.Value)] {
            (sequence.map { [("stop_sequence", .whole($0))] } ?? []) + (id.map { [("stop_id", .text($0))] } ?? [])
        }
    }

    func takeUpdate(_ record: Record) {
        let row = RealtimeChecker.update
        guard record[row.isDeleted].bool != true else { return }
        checkTimestamp(record)
        check(delay: record[row.delay], "delay", nil, record)
        checkDescriptor(record, isRequired: true)
        let trip = checkTrip(record)
        pairs.takeUpdate(pair(record))
        let name: (name: String, value: NoticeSample.Value) = (
            "trip_id",
            (record[RealtimeChecker.position.tripID].string ?? record.affectedTripID).map { .text($0) } ?? .null
        )
        var stops: [Stop] = []
        let list = record[row.stopTimeUpdates]
        if list.kind == .array { list.forEachElement { stops.append(stop($0, record)) } }
        let relationship = record.values.value(RealtimeChecker.position.scheduleRelationship) ?? 0
        if (record[RealtimeChecker.position.vehicleID].string ?? "").isEmpty, relationship != 3, relationship != 7 {
            add(.vehicleWithoutID, record, [name])
        }
        if stops.isEmpty {
            if record[row.delay].kind == .absent, relationship != 3, relationship != 7 {
                add(.tripUpdateWithoutStops, record, [name])
            }
            return
        }
        let isModified = record.affectedTripID != nil
        // Of a trip that is replaced or modified the timetable says nothing any more.
        let calls = isModified || relationship == 5 || relationship == 6 ? nil : trip.flatMap(ways.calls)
        checkOrder(stops, calls, name, record)
        checkTimes(stops, name, record)
        checkEvents(stops, calls, name, record)
        if record.affectedTripID == nil,
            let stop = stops.first(where: { !RealtimeChecker.isKnown($0.writtenRelationship, .stopRelationship) })
        {
            let relationship = RealtimeChecker.unknown(
                RealtimeChecker.member.scheduleRelationship.name, stop.writtenRelationship)
            add(.relationshipMissing, record, [name] + stop.fields + relationship)
        }
        for stop in stops {
            if let id = stop.id {
                check(stop: id, record)
                check(platform: id, record)
            }
            if let calls { check(stop, of: calls, name, record) }
        }
    }

    private func stop(_ value: JSONValue, _ record: Record) -> Stop {
        updates.scan(value)
        let row = RealtimeChecker.member
        let fields = [(row.arrivalTime, row.arrivalDelay), (row.departureTime, row.departureDelay)]
        let stopID = updates[row.stopID].string
        for (_, delay) in fields { check(delay: updates[delay], delay.name, stopID, record) }
        return Stop(
            sequence: updates[row.stopSequence].integer, id: stopID,
            // A time that is none is told once, and not compared with others.
            arrival: time(updates[row.arrivalTime], "arrival_time", record),
            departure: time(updates[row.departureTime], "departure_time", record),
            events: [
                event("arrival", row.arrivalTime, row.arrivalDelay, row.arrivalUncertainty, row.arrivalScheduledTime),
                event(
                    "departure", row.departureTime, row.departureDelay, row.departureUncertainty,
                    row.departureScheduledTime),
            ], writtenRelationship: updates.value(row.scheduleRelationship))
    }

    private func event<M, A, B, C, D, P, Q, R, S>(
        _ name: String, _ time: Column<M, A, P>, _ delay: Column<M, B, Q>, _ uncertainty: Column<M, C, R>,
        _ scheduled: Column<M, D, S>
    ) -> Event {
        Event(
            name: name, hasTime: updates[time].isPresent && Instant.reading(updates[time]) != .none,
            hasDelay: updates[delay].isPresent,
            hasRest: updates[uncertainty].isPresent || updates[scheduled].isPresent || updates[time].isPresent)
    }

    private func check(delay value: JSONValue, _ field: String, _ stopID: String?, _ record: Record) {
        guard let delay = value.integer, !PredictedDelay.believed.contains(delay) else { return }
        let stop: [(name: String, value: NoticeSample.Value)] = stopID.map { [("stop_id", .text($0))] } ?? []
        add(.delayNotBelieved, record, stop + [(field, .whole(delay))])
    }

    private func checkOrder(
        _ stops: [Stop], _ calls: VehicleWays.Calls?, _ name: (name: String, value: NoticeSample.Value),
        _ record: Record
    ) {
        var last: Int?
        var before: Stop?
        for stop in stops {
            if stop.sequence == nil, stop.id == nil { add(.updateWithoutStop, record, [name]) }
            if let before, let id = stop.id, id == before.id, calls?.callsTwice(before.sequence, stop.sequence) != true
            {
                add(.repeatedStopID, record, [name] + stop.fields)
            }
            before = stop
            guard let sequence = stop.sequence else { continue }
            if let last, sequence < last {
                add(.updatesOutOfOrder, record, [name] + stop.fields + [("previous_stop_sequence", .whole(last))])
            } else if last == sequence {
                add(.repeatedStopSequence, record, [name] + stop.fields)
            }
            last = sequence
        }
    }

    private func checkTimes(
        _ stops: [Stop], _ name: (name: String, value: NoticeSample.Value), _ record: Record
    ) {
        // At the last stops that say so.
        var arrival: Int?
        var departure: Int?
        var latest: Int?
        for stop in stops where stop.relationship != 1 {
            if let arrival = stop.arrival, let departure = stop.departure, departure < arrival {
                add(
                    .arrivalAfterDeparture, record,
                    [name] + stop.fields + [("arrival_time", .whole(arrival)), ("departure_time", .whole(departure))])
            }
            let before = [arrival, departure].compactMap { $0 }.max()
            let times = [stop.arrival, stop.departure].compactMap { $0 }
            if let before, let time = times.first(where: { $0 <= before }) {
                add(
                    .timesNotIncreasing, record,
                    [name] + stop.fields + [("time", .whole(time)), ("previous_time", .whole(before))])
            }
            if let time = times.first {
                if let header, time > header + 86_400 {
                    add(.predictionsTooFarAhead, record, [name] + stop.fields + [("time", .whole(time))])
                }
            }
            (arrival, departure) = (stop.arrival ?? arrival, stop.departure ?? departure)
            for time in times { latest = max(latest ?? time, time) }
        }
        if let latest, let header, latest < header - 600 {
            add(.predictionsInThePast, record, [name, ("time", .whole(latest)), ("header_timestamp", .whole(header))])
        }
    }

    /// Checks arrivals and departures, and what the timetable needs to have for them.
    private func checkEvents(
        _ stops: [Stop], _ calls: VehicleWays.Calls?, _ name: (name: String, value: NoticeSample.Value),
        _ record: Record
    ) {
        if let calls, calls.repeats, let stop = stops.first(where: { $0.sequence == nil }) {
            add(.stopSequenceMissing, record, [name] + stop.fields)
        }
        for stop in stops where stop.relationship != 1 {
            let events = stop.events.filter(\.isThere)
            if stop.relationship == 2 {
                for event in events {
                    add(.timeOfNoData, record, [name] + stop.fields + [("event", .text(event.name))])
                }
            } else if events.isEmpty {
                add(.updateWithoutTime, record, [name] + stop.fields)
            }
            let scheduled = calls?.stopTime(stop.sequence, stop.id.flatMap(feed.stopIDs.defined))
            for event in events where !event.hasTime {
                let fields = [name] + stop.fields + [("event", .text(event.name))]
                if !event.hasDelay {
                    add(.eventWithoutTime, record, fields)
                } else if let scheduled,
                    (event.name == "arrival" ? scheduled.arrival : scheduled.departure) == CheckedFeed.StopTime.unknown
                {
                    add(.delayWithoutSchedule, record, fields)
                }
            }
        }
    }

    private func check(
        _ stop: Stop, of calls: VehicleWays.Calls, _ name: (name: String, value: NoticeSample.Value), _ record: Record
    ) {
        guard let sequence = stop.sequence else { return }
        guard let called = calls.bySequence[sequence]?.stop else {
            return add(.unknownStopSequence, record, [name] + stop.fields)
        }
        guard let id = stop.id.flatMap(feed.stopIDs.defined), !called.isNone, id != called else { return }
        let stations = [id, called].map { feed.stop($0).parent.isNone ? $0 : feed.stop($0).parent }
        guard stations[0] != stations[1] else { return }
        add(
            .stopAndSequenceMismatch, record,
            [name] + stop.fields + [("scheduled_stop_id", .text(feed.stopIDs.text(called)))])
    }
}
