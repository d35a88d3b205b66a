import Contract
import Motion

/// What the page plays.
extension MapPageData {
    /// The attachments' names.
    static let fixes = "fixes"
    static let frames = "frames"

    func writePlayback() {
        let columns = MapPageMembers.Playback.columns
        if let playback = model.playback, let span = playback.span {
            object(page.playback) {
                text(columns.attachment, MapPageData.fixes)
                number(columns.start, Double(span.lowerBound), decimals: 0)
                number(columns.end, Double(span.upperBound), decimals: 0)
                number(columns.opening, Double(playback.opening), decimals: 0)
                number(columns.speed, UsualMotion.speed, decimals: 3)
                writer.member(columns.count)
                writer.integer(playback.fixes.count)
                write(playback.vehicles)
                texts(columns.trips, playback.trips.list)
                array(columns.routes, playback.routes.list, evenEmpty: true) { route in
                    feed(route.feedID)
                    text(Tables.Routes.columns.routeID, route.routeID)
                }
            }
        } else if let frames = model.frames, let span = frames.span {
            object(page.playback) {
                text(columns.attachment, MapPageData.frames)
                number(columns.start, span.lowerBound, decimals: 3)
                number(columns.end, span.upperBound, decimals: 3)
                number(columns.opening, frames.openingFrame.map { frames.frames[Int($0)].time }, decimals: 3)
                number(columns.speed, frames.speed, decimals: 3)
                write(frames.vehicles.list)
                numbers(columns.times, frames.frames.map { $0.time - span.lowerBound }, decimals: 3)
            }
        }
    }

    private func write(_ vehicles: [Playback.Vehicle]) {
        array(MapPageMembers.Playback.columns.vehicles, vehicles, evenEmpty: true) { vehicle in
            feed(vehicle.feedID)
            text(Tables.VehicleEvents.columns.vehicleID, vehicle.vehicleID)
            text(Tables.VehicleEvents.columns.vehicleLabel, vehicle.label)
        }
    }
}
