/// What has been read from a feed, and how much may come out of it.
public final class ReadTally {
    /// The most an archive's files may inflate to together, in bytes.
    public let limit: Int
    /// Bytes read as they lie in the archive or the folder.
    public internal(set) var bytesRead = 0
    /// Bytes delivered after inflating.
    public internal(set) var bytesInflated = 0

    /// Whether large entries are inflated by a thread of their own.
    let inflatesAhead: Bool

    public init(limit: Int = 64 << 30, inflatesAhead: Bool = true) {
        self.limit = limit
        self.inflatesAhead = inflatesAhead
    }

    /// A tally of another reading of the same files.
    public func another() -> ReadTally { ReadTally(limit: limit, inflatesAhead: inflatesAhead) }

    /// Counts what another reading of the same files has read; what it inflated does not count twice.
    public func addReading(of other: ReadTally) { bytesRead += other.bytesRead }

    /// How many times as large as its compressed bytes an entry may become once it is past `ratioFloor`.
    static let ratioLimit = 1000
    /// Bytes below which no ratio is suspicious.
    static let ratioFloor = 64 << 20

    /// Counts `count` inflated bytes.
    /// - Throws: `FeedFault` of kind unusable when the archive goes past its limit.
    func inflated(_ count: Int, of name: String) throws {
        bytesInflated += count
        guard bytesInflated <= limit else {
            throw FeedFault(
                .unusable,
                "\(name): the archive holds more than the \(limit) bytes of --max-uncompressed; it may be a zip bomb")
        }
    }
}
