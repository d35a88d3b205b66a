import Contract
import Geometry
import Motion
import StageKit

/// Takes what each frame shows.
protocol FrameTaker {
    func frame(_ number: Int, time: Double, playback: Double, _ vehicles: [AnimatedVehicle]) throws
    /// Called for a vehicle that will not be seen any more.
    func left(_ vehicle: AnimatedVehicle) throws
    func end(_ vehicles: [AnimatedVehicle]) throws
}

/// Writes frames as records.
final class FrameWriter: FrameTaker {
    private let sink: RowSink<Tables.Frames>
    private let inspected: String?
    private let columns = Tables.Frames.Vehicle.columns

    init(_ context: StageContext, inspected: String?) {
        sink = context.rows(of: Tables.Frames.self)
        self.inspected = inspected
    }

    func frame(_ number: Int, time: Double, playback: Double, _ vehicles: [AnimatedVehicle]) throws {
        try sink.write { row, frame in
            row[frame.frame] = number
            row[frame.time] = time
            row[frame.playback] = playback
            row.array(frame.vehicles) { writer in
                for vehicle in vehicles where vehicle.appears <= playback && !vehicle.isGone(at: playback) {
                    if let inspected, vehicle.vehicleID != inspected { continue }
                    writer.separator()
                    Row<Tables.Frames.Vehicle>.object(writer) { write(vehicle, at: playback, $0) }
                }
            }
        }
    }

    private func write(_ vehicle: AnimatedVehicle, at time: Double, _ row: Row<Tables.Frames.Vehicle>) {
        let (place, heading) = vehicle.state(at: time)
        let appearance = vehicle.appearance(at: time)
        row[columns.feedID] = vehicle.feedID
        row[columns.vehicleID] = vehicle.vehicleID
        row[columns.latitude] = place.latitude
        row[columns.longitude] = place.longitude
        row[columns.bearing] = heading.map { $0 >= 359.95 ? 0 : $0 }
        row[columns.scale] = appearance.scale
        row[columns.opacity] = appearance.opacity
        let turn = vehicle.turn(at: time)
        row[columns.rotation] = abs(turn) < 0.05 ? nil : turn
        row[columns.phase] = vehicle.phase(at: time).rawValue
        row[columns.generation] = vehicle.generation
        row[columns.occupancyStatus] = vehicle.occupancyStatus
        guard inspected != nil else { return }
        row[columns.progress] = vehicle.progress(at: time)
        let velocity = vehicle.velocity(at: time)
        row[columns.velocityEast] = velocity.ground.east
        row[columns.velocityNorth] = velocity.ground.north
        row[columns.headingVelocity] = velocity.turn
    }

    func left(_ vehicle: AnimatedVehicle) throws {}
    func end(_ vehicles: [AnimatedVehicle]) throws {}
}
