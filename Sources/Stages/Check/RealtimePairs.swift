/// Compares which vehicle serves which trip in the newest message with positions and in the newest message with trip
/// updates.
///
/// Only two messages that were made at about the same time say something about each other. So an archive is compared at
/// its end, whatever the order of its files.
///
/// Memory: some 150 bytes for each entity of four messages.
final class RealtimePairs {
    struct Pair {
        let vehicle: String?
        let trip: String?
        let entity: String?
        let line: Int?

        fileprivate var fields: [(name: String, value: NoticeSample.Value)] {
            [("entity_id", entity), ("vehicle_id", vehicle), ("trip_id", trip)].compactMap { name, text in
                text.map { (name, .text($0)) }
            }
        }
    }

    private struct Message {
        var file = ""
        var time = Int.min
        var pairs: [Pair] = []
    }

    /// How far apart the headers of two messages may be, in seconds.
    static let reach = 65

    private var file = ""
    private var header: Int?
    private var positions = Message()
    private var updates = Message()
    private var newestPositions = Message()
    private var newestUpdates = Message()

    /// Begins a message.
    func begin(_ file: String, header: Int?) {
        end()
        self.file = file
        self.header = header
        positions = Message(file: file, time: header ?? .min)
        updates = positions
    }

    func takePosition(_ pair: @autoclosure () -> Pair) {
        if let header, header >= newestPositions.time { positions.pairs.append(pair()) }
    }

    func takeUpdate(_ pair: @autoclosure () -> Pair) {
        if let header, header >= newestUpdates.time { updates.pairs.append(pair()) }
    }

    private func end() {
        if !positions.pairs.isEmpty { newestPositions = positions }
        if !updates.pairs.isEmpty { newestUpdates = updates }
    }

    /// Compares the newest messages.
    /// - Parameter isOneBlock: whether one vehicle may serve two trips because they belong to one block.
    func conclude(_ book: NoticeBook, isOneBlock: (String, String) -> Bool) {
        end()
        let (positions, updates) = (newestPositions, newestUpdates)
        guard !positions.pairs.isEmpty, !updates.pairs.isEmpty,
            abs(positions.time - updates.time) <= RealtimePairs.reach
        else { return }
        var vehicles: [String: Set<String>] = [:]
        var trips: [String: Set<String>] = [:]
        for pair in updates.pairs {
            guard let trip = pair.trip else { continue }
            vehicles[trip, default: []].formUnion([pair.vehicle].compactMap { $0 })
            if let vehicle = pair.vehicle { trips[vehicle, default: []].insert(trip) }
        }
        guard !vehicles.isEmpty else { return }
        for pair in positions.pairs {
            guard let vehicle = pair.vehicle, let trip = pair.trip else { continue }
            let others = vehicles[trip]
            if others == nil { book.add(.missingInOtherFeed, file: positions.file, line: pair.line, pair.fields) }
            if let others, !others.isEmpty, !others.contains(vehicle) {
                book.add(
                    .pairingMismatch, file: positions.file, line: pair.line,
                    pair.fields + [("other_vehicle_id", .text(others.min() ?? ""))])
            } else if let its = trips[vehicle], !its.contains(trip), !its.contains(where: { isOneBlock($0, trip) }) {
                book.add(
                    .pairingMismatch, file: positions.file, line: pair.line,
                    pair.fields + [("other_trip_id", .text(its.min() ?? ""))])
            }
        }
        let seen = Set(positions.pairs.compactMap(\.vehicle))
        var told: Set<String> = []
        for pair in updates.pairs {
            guard let vehicle = pair.vehicle, !seen.contains(vehicle), told.insert(vehicle).inserted else { continue }
            book.add(.missingInOtherFeed, file: updates.file, line: pair.line, pair.fields)
        }
    }
}
