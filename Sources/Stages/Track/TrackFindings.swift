import StageKit

/// What a tracker has to say about its input.
final class TrackFindings {
    /// A header that is further ahead than this is no clock, in seconds.
    static let day = 86_400
    /// Seconds by which the clock of a vehicle may be ahead of the header's.
    static let clockSkew = 60

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    private func report(_ kind: Finding.Kind, _ code: String, _ file: String, _ line: Int, _ message: String) {
        diagnostics.report(kind, code, file: InputFile.displayName(file), line: line, message: message)
    }

    // MARK: Positions

    func older(_ sighting: Sighting, _ name: String, _ snapshot: Snapshot, _ time: Int, _ known: Int) {
        report(
            .warning, "older_position", snapshot.file, sighting.line,
            "\(Finding.quoted(name)): the position at \(time) is older than the known one at \(known);"
                + " dropped")
    }

    func future(_ sighting: Sighting, _ name: String, _ snapshot: Snapshot, _ time: Int, _ now: Int) {
        report(
            .warning, "position_in_the_future", snapshot.file, sighting.line,
            "\(Finding.quoted(name)): the position's time \(time) is \(time - now) s after the message; replaced by "
                + "the message's time")
    }

    func unplaced(_ sighting: Sighting, _ name: String, _ snapshot: Snapshot) {
        report(
            .note, "never_positioned", snapshot.file, sighting.line,
            "\(Finding.quoted(name)): the vehicle has never had a position; it does not enter")
    }

    // MARK: Snapshots

    func duplicates(_ snapshot: Snapshot) {
        guard snapshot.duplicates > 0 else { return }
        diagnostics.report(
            .warning, "duplicate_vehicle", file: InputFile.displayName(snapshot.file),
            line: snapshot.line,
            message: "\(snapshot.duplicates) of its positions are repeated positions of a vehicle; the later one "
                + "counts, or the more crowded one of two at the same time", count: snapshot.duplicates)
    }

    func late(_ snapshot: Snapshot, _ time: Int, _ clock: Int) {
        report(
            .surprise, "late_snapshot", snapshot.file, snapshot.line,
            "the message of \(time) follows that of \(clock); its \(snapshot.sightings.count) positions were dropped"
        )
    }

    func headerAhead(_ snapshot: Snapshot, _ header: Int, _ newest: Int) {
        report(
            .warning, "header_in_the_future", snapshot.file, snapshot.line,
            "the header's timestamp \(header) is more than a day after all positions and earlier messages; replaced "
                + "by \(newest), the time of the newest position")
    }

    func setBack(_ snapshot: Snapshot, _ time: Int, _ clock: Int) {
        report(
            .surprise, "clock_set_back", snapshot.file, snapshot.line,
            "the message of \(time) agrees with its positions, but is more than a day before \(clock), the time of an earlier "
                + "message; the clock continues from \(time)")
    }

    func namesakes(_ name: String, _ snapshot: Snapshot, _ line: Int) {
        report(
            .surprise, "two_vehicles_of_one_name", snapshot.file, line,
            "\(Finding.quoted(name)): another vehicle has the same id, label, plate or trip; both are written "
                + "with this vehicle_id")
    }

    func severalFeeds(_ feedID: String) {
        diagnostics.report(
            .surprise, "several_feeds",
            message: "the input holds several feeds, but --feed-id names all of them \(Finding.quoted(feedID)), so "
                + "their vehicles cannot be distinguished")
    }

    /// Positions and deletions of snapshots without a time: they were taken before that was known.
    private(set) var timelessSightings = 0
    private(set) var timelessDeletions = 0

    func timeless(_ snapshot: Snapshot) {
        timelessSightings += snapshot.sightings.count
        timelessDeletions += snapshot.deletedEntities.count
        let count = snapshot.sightings.count + snapshot.deletedEntities.count
        // Of a snapshot whose records were all left out before each is counted already.
        diagnostics.report(
            count > 0 ? .reject : .warning, "no_time", file: InputFile.displayName(snapshot.file),
            line: snapshot.line, message: "neither the header nor the positions have a time; skipped",
            count: max(1, count))
    }

    func empty(_ snapshot: Snapshot, vehicles: Int) {
        report(
            .surprise, "empty_snapshot", snapshot.file, snapshot.line,
            "the message has no vehicles; the \(vehicles) known vehicles stay, and none is treated as gone")
    }

    func frozen(_ snapshot: Snapshot, _ time: Int) {
        report(
            .warning, "frozen_feed", snapshot.file, snapshot.line,
            "the message has the same time as the previous one (\(time)); no vehicle is treated as gone")
    }

    func stale(_ snapshot: Snapshot, _ newest: Int, _ now: Int) {
        report(
            .surprise, "stale_feed", snapshot.file, snapshot.line,
            "the newest position of the message is \(now - newest) s old; its vehicles keep their positions")
    }
}
