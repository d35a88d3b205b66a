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
            "\(Finding.quoted(name)): the position of \(time) is older than that of \(known), which is known "
                + "(dropped)")
    }

    func future(_ sighting: Sighting, _ name: String, _ snapshot: Snapshot, _ time: Int, _ now: Int) {
        report(
            .warning, "position_in_the_future", snapshot.file, sighting.line,
            "\(Finding.quoted(name)): the position is of \(time), \(time - now) s after the message (taken as "
                + "the message's time)")
    }

    func unplaced(_ sighting: Sighting, _ name: String, _ snapshot: Snapshot) {
        report(
            .note, "never_positioned", snapshot.file, sighting.line,
            "\(Finding.quoted(name)): no position, now or before (does not enter)")
    }

    // MARK: Snapshots

    func duplicates(_ snapshot: Snapshot) {
        guard snapshot.duplicates > 0 else { return }
        diagnostics.report(
            .warning, "duplicate_vehicle", file: InputFile.displayName(snapshot.file),
            line: snapshot.line,
            message: "\(snapshot.duplicates) of its positions are of vehicles that it has twice (the later one "
                + "counts, then the more crowded)", count: snapshot.duplicates)
    }

    func late(_ snapshot: Snapshot, _ time: Int, _ clock: Int) {
        report(
            .surprise, "late_snapshot", snapshot.file, snapshot.line,
            "the message of \(time) comes after that of \(clock): its \(snapshot.sightings.count) positions are dropped"
        )
    }

    func headerAhead(_ snapshot: Snapshot, _ header: Int, _ newest: Int) {
        report(
            .warning, "header_in_the_future", snapshot.file, snapshot.line,
            "the header's timestamp \(header) is more than a day after every position and every message before (taken "
                + "as \(newest), the newest position's)")
    }

    func setBack(_ snapshot: Snapshot, _ time: Int, _ clock: Int) {
        report(
            .surprise, "clock_set_back", snapshot.file, snapshot.line,
            "the message of \(time) agrees with its positions, and is more than a day before \(clock), which a message "
                + "before said (taken as the clock from here)")
    }

    func namesakes(_ name: String, _ snapshot: Snapshot, _ line: Int) {
        report(
            .surprise, "two_vehicles_of_one_name", snapshot.file, line,
            "\(Finding.quoted(name)): another vehicle is known by that, as an id, a label, a plate or a trip (both have it "
                + "as vehicle_id)")
    }

    func severalFeeds(_ feedID: String) {
        diagnostics.report(
            .surprise, "several_feeds",
            message: "the records are of several feeds, and --feed-id calls all of them \(Finding.quoted(feedID)): "
                + "their vehicles cannot be told apart any more")
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
            line: snapshot.line, message: "neither header nor positions tell a time (left out)",
            count: max(1, count))
    }

    func empty(_ snapshot: Snapshot, vehicles: Int) {
        report(
            .surprise, "empty_snapshot", snapshot.file, snapshot.line,
            "the message has no vehicles (the \(vehicles) known stay: nothing is taken for gone)")
    }

    func frozen(_ snapshot: Snapshot, _ time: Int) {
        report(
            .warning, "frozen_feed", snapshot.file, snapshot.line,
            "the message is of \(time) like the one before (nothing is taken for gone)")
    }

    func stale(_ snapshot: Snapshot, _ newest: Int, _ now: Int) {
        report(
            .surprise, "stale_feed", snapshot.file, snapshot.line,
            "the newest position of the message is \(now - newest) s old (its vehicles stay where they are)")
    }
}
