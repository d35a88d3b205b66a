import SQLite

/// Finds the trips that rows of `stop_times` belong to, and which rows a trip has, without looking at the rows.
public final class StoredTripRows {
    /// Rows that follow each other and belong to one trip.
    public struct Trip {
        /// Row numbers, of which some may be missing.
        public let rows: Range<Int>
        /// The place of its service in `services`; 0 for a trip without one, or that trips lacks.
        public let service: Int
        /// Whether the trip may have other rows too.
        public let mayBeSplit: Bool
        /// Whether no row number is missing, the stop_sequences ascend, all rows have both times, and no time is earlier
        /// than one before it.
        public let isPlain: Bool
    }

    private let blocks: Statement
    /// The number after the last row.
    private let end: Int
    /// The service_id of each service; the first is none.
    public let services: [String]
    /// Trips that have rows in several places.
    private let split: Set<String>

    /// - Returns: nil if the store does not say which rows are of which trip, or its rows were changed or numbered anew since.
    public init?(in database: Database) throws {
        guard try database.columns(of: StoreFormat.tripRows).contains("trips"),
            let end = try database.integer("SELECT max(first) FROM \(StoreFormat.tripRows)"),
            try (database.integer("SELECT max(_rowid_) FROM stop_times") ?? 0) == end - 1
        else { return nil }
        self.end = end
        blocks = try database.prepare(
            "SELECT first, trips FROM \(StoreFormat.tripRows) WHERE first <= ?1 ORDER BY first DESC LIMIT 1")
        services = [""] + (try database.texts("SELECT service_id FROM \(StoreFormat.services) ORDER BY number"))
        split = Set(try database.texts("SELECT trip_id FROM \(StoreFormat.splitTrips)"))
    }

    /// Whether all rows of a trip are those of one range.
    public func isWhole(_ trip: Trip, id: String) -> Bool { !trip.mayBeSplit && !split.contains(id) }

    /// Calls `take` with the trip of each number, once for all numbers of one range.
    ///
    /// - Parameters:
    ///   - numbers: of rows, ascending.
    ///   - take: is also given those of the numbers that are of the trip.
    /// - Returns: false if some number is of no trip: the table is not of these rows.
    public func forEachTrip(of numbers: [Int], _ take: (Trip, ArraySlice<Int>) throws -> Void) throws -> Bool {
        var next = 0
        while next < numbers.count {
            guard numbers[next] < end else { return false }
            try blocks.bind(1, numbers[next])
            defer { blocks.reset() }
            guard try blocks.step() else { return false }
            var ranges = Ranges(first: blocks.integer(0), blocks.blob(1))
            let before = next
            while next < numbers.count, let trip = ranges.next() {
                guard services.indices.contains(trip.service) else { return false }
                guard numbers[next] < trip.rows.upperBound else { continue }
                let first = next
                repeat { next += 1 } while next < numbers.count && numbers[next] < trip.rows.upperBound
                try take(trip, numbers[first..<next])
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
            guard let count = varint(), let code = varint(), count <= Int.max >> 1, first <= Int.max >> 1 else {
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
