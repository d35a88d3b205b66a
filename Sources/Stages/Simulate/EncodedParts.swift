import GTFSRealtime
import TimeZones

/// The parts of messages that are the same in every snapshot, encoded once; field numbers are the specification's.
struct EncodedParts {
    /// FeedEntity.id and VehicleDescriptor, by the vehicles' index; twins come after the others.
    let entityIDs: [[UInt8]]
    let vehicles: [[UInt8]]
    /// TripDescriptor, by vehicle and run.
    let trips: [[[UInt8]]]
    /// TripDescriptor in trip updates, by vehicle and run: for a copy, it names the original trip.
    let updatedTrips: [[[UInt8]]]
    /// stop_id, by stop.
    let stopIDs: [[UInt8]]

    init(_ scenario: Scenario) {
        let writer = ProtobufWriter()
        func encoded(_ write: (ProtobufWriter) -> Void) -> [UInt8] {
            writer.removeAll()
            write(writer)
            return Array(writer.bytes)
        }
        let all = scenario.days.map(\.vehicle) + scenario.telemetry.twins
        entityIDs = all.map { Array($0.id.utf8) }
        vehicles = all.map { vehicle in encoded { EncodedParts.write(vehicle, $0) } }
        trips = scenario.days.map { day in
            day.runs.map { run in encoded { EncodedParts.write(run, scenario.city, $0) } }
        }
        updatedTrips = zip(scenario.days, trips).map { day, trips in
            zip(day.runs, trips).map { run, trip in
                run.relationship == .duplicated
                    ? encoded { EncodedParts.write(originalOf: run, scenario.city, $0) } : trip
            }
        }
        stopIDs = scenario.city.stops.map { Array($0.id.utf8) }
    }

    private static func write(_ run: Run, _ city: City, _ writer: ProtobufWriter) {
        writer.string(1, run.tripID)
        writer.string(2, ScheduleTime.text(run.trip.start))
        writer.string(3, CivilTime.date(run.day))
        switch run.relationship {
        case .scheduled: writer.unsigned(4, 0)
        // NEW, which took the place of ADDED in the specification.
        case .added: writer.unsigned(4, 8)
        case .canceled: writer.unsigned(4, 3)
        case .duplicated: writer.unsigned(4, 6)
        }
        writer.string(5, city.routes[run.trip.route].id)
        writer.unsigned(6, UInt64(run.trip.direction))
    }

    /// Writes the trip that a run copies. The id, day and start of the copy are in TripProperties.
    private static func write(originalOf run: Run, _ city: City, _ writer: ProtobufWriter) {
        writer.string(1, run.originalID ?? run.tripID)
        writer.string(3, CivilTime.date(run.day))
        writer.unsigned(4, 6)
        writer.string(5, city.routes[run.trip.route].id)
        writer.unsigned(6, UInt64(run.trip.direction))
    }

    private static func write(_ vehicle: Vehicle, _ writer: ProtobufWriter) {
        writer.string(1, vehicle.id)
        writer.string(2, vehicle.label)
        if let plate = vehicle.plate { writer.string(3, plate) }
        // WHEELCHAIR_ACCESSIBLE and WHEELCHAIR_INACCESSIBLE; left out where nobody knows.
        if vehicle.wheelchair > 0 { writer.unsigned(4, vehicle.wheelchair == 1 ? 2 : 3) }
    }
}

extension ProtobufWriter {
    /// A field of bytes, text or an encoded message.
    func bytes(_ number: Int, _ value: [UInt8]) { value.withUnsafeBytes { bytes(number, $0) } }
}
