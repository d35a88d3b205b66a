import Foundation
import StageKit
import TestSupport
import XCTest

@testable import SimulateStage

/// A run of simulate: its files, its positions, and the scenario they tell of.
struct SimulatedCity {
    let options: SimulateOptions
    let scenario: Scenario
    let bytes: [String: [UInt8]]
    let log: String

    init(_ change: (inout SimulateOptions) -> Void = { _ in }) throws {
        let folder = TemporaryFolder()
        var options = SimulateOptions(folder: folder.path + "/city")
        options.routes = 6
        options.stops = 72
        options.vehicles = 24
        options.minutes = 20
        change(&options)
        self.options = options
        scenario = Scenario(options)
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("simulate", common) { try Simulate.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        log = run.log
        var bytes: [String: [UInt8]] = [:]
        for name in Checkout.names(in: options.folder) {
            bytes[name] = TemporaryFolder.bytes(of: options.folder + "/" + name)
        }
        self.bytes = bytes
    }

    /// The files without the truth.
    var feed: [String: [UInt8]] { bytes.filter { $0.key != "truth.ndjson" } }

    /// The records of truth.ndjson.
    func truth() throws -> [[String: Any]] {
        try XCTUnwrap(bytes["truth.ndjson"]).split(separator: 10).map {
            try XCTUnwrap(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    /// A VehiclePosition as it stands in a file.
    struct Position: Equatable {
        var snapshot: Int
        var vehicle: String
        var trip: String?
        var startTime: String?
        var sequence: Int?
        var status: Int?
        var time: Int
        var stopID: String?
        var place: Place
    }

    /// All positions in the order of snapshots.
    func positions() throws -> [Position] {
        var positions: [Position] = []
        for name in bytes.keys.sorted() where name.hasPrefix("vehicles-") {
            let message = try XCTUnwrap(WireFields(XCTUnwrap(bytes[name])[...]))
            let snapshot = try XCTUnwrap(message.message(1)?.number(3))
            for entity in message.messages(2) {
                let position = try XCTUnwrap(entity.message(4))
                let trip = position.message(1)
                let place = try XCTUnwrap(position.message(2))
                positions.append(
                    Position(
                        snapshot: snapshot, vehicle: try XCTUnwrap(position.message(8)?.text(1)), trip: trip?.text(1),
                        startTime: trip?.text(2), sequence: position.number(3), status: position.number(4),
                        time: try XCTUnwrap(position.number(5)), stopID: position.text(7),
                        place: try Location.place(
                            latitude: XCTUnwrap(place.float(1)), longitude: XCTUnwrap(place.float(2)))))
            }
        }
        return positions
    }

    /// The same by vehicle and snapshot.
    func positionsByKey() throws -> [String: Position] {
        Dictionary(uniqueKeysWithValues: try positions().map { ("\($0.vehicle) \($0.snapshot)", $0) })
    }

    func day(_ vehicle: String) throws -> VehicleDay {
        try XCTUnwrap(scenario.days.first { $0.vehicle.id == vehicle }, vehicle)
    }
}

extension Location {
    /// The place that a latitude and a longitude name; a 32-bit longitude is some 0.8 m off.
    fileprivate static func place(latitude: Float, longitude: Float) -> Place {
        let origin = Place(x: 0, y: 0)
        let unit = Place(x: 1000, y: 1000)
        let east = Location.longitude(unit) - Location.longitude(origin)
        let north = Location.latitude(unit) - Location.latitude(origin)
        return Place(
            x: (Double(longitude) - Location.longitude(origin)) / east * 1000,
            y: (Double(latitude) - Location.latitude(origin)) / north * 1000)
    }
}
