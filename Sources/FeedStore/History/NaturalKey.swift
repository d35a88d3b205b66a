/// What tells a table's rows apart in a history, when a row is, and which of two rows with one key stays.
public struct NaturalKey: Sendable, Equatable {
    public enum Identity: Sendable, Equatable {
        /// The members of the first group whose first member is there, and those of `with`.
        case ladder([[String]], with: [String])
        /// All members but these.
        case content(except: [String])
        /// Columns, of which an index is made that serves joins too; those not required may be null.
        case columns([KeyColumn])
    }

    public struct KeyColumn: Sendable, Equatable {
        public let name: String
        public let isRequired: Bool
    }

    /// Which of two rows with the same key stays.
    public enum Conflict: Sendable, Equatable {
        case first
        case last
        /// The one with the larger values, compared in this order; null is least.
        case largest([String])
        case smallest(String)
    }

    public var identity: Identity
    /// The members that may tell the row's time; the first that does counts.
    public var time: [String]
    /// Whether the row's time belongs to the key.
    public var isTimed: Bool
    public var conflict: Conflict

    init(_ identity: Identity, time: [String] = [], isTimed: Bool, conflict: Conflict) {
        self.identity = identity
        self.time = time
        self.isTimed = isTimed
        self.conflict = conflict
    }

    /// The key of rows that nothing is known about: the whole record.
    static let wholeRecord = NaturalKey(
        .content(except: []), time: ["timestamp", "feed_timestamp", "at", "date"], isTimed: true, conflict: .first)

    /// Columns of which the first, and those named as required, must be there.
    static func columns(
        _ names: [String], required: [String] = [], time: [String] = [], conflict: Conflict = .last
    ) -> NaturalKey {
        NaturalKey(
            .columns(
                names.enumerated().map {
                    KeyColumn(name: $0.element, isRequired: $0.offset == 0 || required.contains($0.element))
                }), time: time, isTimed: false, conflict: conflict)
    }
}
