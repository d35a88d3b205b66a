import SQLite

/// Finds the trips that rows of `stop_times` belong to, and which rows a trip has, without looking at the rows.
public final class StoredTripRows {
    /// Rows that follow each other and belong to one trip.
    public struct Trip {
        /// Row numbers, of which some may be missing.
        public let rows: Range<Int>
        /// The number of its service; 0 if it has none, or if trips lacks the trip.
        public let service: Int
        /// Whether the trip may have other rows too.
        public let mayBeSplit: Bool
        /// Whether no row number is missing, the stop_sequences ascend, all rows have both times, and no time is earlier
        /// than one before it.
        public let isPlain: Bool
    }

    private let blocks: Statement
    private let service: Statement
    private let split: Statement
    /// The number after the last row.
    private let end: Int
    /// Row numbers of a store are not larger.
    static let mostNumber = Int.max >> 1

    /// - Returns: nil if the store does not say which rows are of which trip, or its rows were changed or numbered anew since.
    public init?(in database: Database) throws {
        for (table, column) in [
            (StoreFormat.tripRows, "trips"), (StoreFormat.services, "service_id"), (StoreFormat.splitTrips, "trip_id"),
            ("stop_times", "trip_id"),
        ] {
            guard try database.columns(of: table).contains(column) else { return nil }
        }
        guard let end = try database.integer("SELECT max(first) FROM \(StoreFormat.tripRows)"), end > 0,
            try (database.integer("SELECT max(_rowid_) FROM stop_times") ?? 0) == end - 1
        else { return nil }
        self.end = end
        blocks = try database.prepare(
            "SELECT first, trips FROM \(StoreFormat.tripRows) WHERE first <= ?1 ORDER BY first DESC LIMIT 1")
        service = try database.prepare("SELECT service_id FROM \(StoreFormat.services) WHERE number = ?1")
        split = try database.prepare("SELECT 1 FROM \(StoreFormat.splitTrips) WHERE trip_id = ?1")
    }

    /// The service_id of a service; empty for 0, nil for a number that the store lacks.
    public func service(_ number: Int) throws -> String? {
        guard number > 0 else { return "" }
        try service.bind(1, number)
        defer { service.reset() }
        return try service.step() ? service.text(0) : nil
    }

    /// Whether all rows of a trip are those of one range.
    public func isWhole(_ trip: Trip, id: String) throws -> Bool {
        guard !trip.mayBeSplit else { return false }
        try split.bind(1, copying: id)
        defer { split.reset() }
        return try !split.step()
    }

    /// Calls `take` once for each range that contains any of the row numbers.
    ///
    /// - Parameters:
    ///   - numbers: row numbers, ascending.
    ///   - take: receives the range and the row numbers in it.
    ///     It returns false if the trip is impossible.
    /// - Returns: false if a row number lies in no range or a trip is impossible, which means that the table does not describe
    ///   these rows.
    public func forEachTrip(of numbers: [Int], _ take: (Trip, ArraySlice<Int>) throws -> Bool) throws -> Bool {
        var next = 0
        while next < numbers.count {
            guard numbers[next] < end else { return false }
            try blocks.bind(1, numbers[next])
            defer { blocks.reset() }
            guard try blocks.step() else { return false }
            var ranges = Ranges(first: blocks.integer(0), blocks.blob(1))
            let before = next
            while next < numbers.count, let trip = ranges.next() {
                guard numbers[next] < trip.rows.upperBound else { continue }
                let first = next
                repeat { next += 1 } while next < numbers.count && numbers[next] < trip.rows.upperBound
                guard try take(trip, numbers[first..<next]) else { return false }
            }
            if next == before { return false }
        }
        return true
    }

    /// What is stored of a trip, in one number.
    struct Code {
        let service: Int
        let mayBeSplit: Bool
        var isPlain = true

        init(service: Int, mayBeSplit: Bool) {
            self.service = service
            self.mayBeSplit = mayBeSplit
        }

        init(number: Int) {
            service = number >> 2
            mayBeSplit = number & 1 == 1
            isPlain = number & 2 == 2
        }

        var number: Int { service << 2 | (isPlain ? 2 : 0) | (mayBeSplit ? 1 : 0) }
    }

    /// The ranges of a block: for each how many row numbers it has, and its code, both as varints.
    private struct Ranges {
        private var first: Int
        private let bytes: UnsafeRawBufferPointer
        private var place = 0

        init(first: Int, _ bytes: UnsafeRawBufferPointer) {
            self.first = first
            self.bytes = bytes
        }

        @inline(__always)
        mutating func next() -> Trip? {
            guard let count = varint(), let code = varint(), count <= StoredTripRows.mostNumber,
                first <= StoredTripRows.mostNumber
            else {
                return nil
            }
            let rows = first..<(first + count)
            first += count
            let trip = Code(number: code)
            return Trip(rows: rows, service: trip.service, mayBeSplit: trip.mayBeSplit, isPlain: trip.isPlain)
        }

        @inline(__always)
        private mutating func varint() -> Int? {
            var value = 0
            var shift = 0
            while place < bytes.count, shift < 56 {
                let byte = bytes[place]
                place += 1
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
    }
}
