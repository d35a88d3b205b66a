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

    private init(_ identity: Identity, time: [String], isTimed: Bool, conflict: Conflict) {
        self.identity = identity
        self.time = time
        self.isTimed = isTimed
        self.conflict = conflict
    }

    /// The key of rows that nothing is known about: the whole record.
    public static let wholeRecord = NaturalKey(
        .content(except: []), time: ["timestamp", "feed_timestamp", "at", "date"], isTimed: true, conflict: .first)

    /// The key of rows without a time that differ in any member.
    public static let wholeRow = NaturalKey(.content(except: []), time: [], isTimed: false, conflict: .first)

    /// Columns of which the first, and those named as required, must be there.
    public static func columns(
        _ columns: [any AnyColumn], required: [String] = [], time: [any AnyColumn] = [], conflict: Conflict = .last
    ) -> NaturalKey {
        .columns(named: columns.map(\.name), required: required, time: time.map(\.name), conflict: conflict)
    }

    /// The same by the columns' names.
    public static func columns(
        named names: [String], required: [String] = [], time: [String] = [], conflict: Conflict = .last
    ) -> NaturalKey {
        NaturalKey(
            .columns(
                names.enumerated().map {
                    KeyColumn(name: $0.element, isRequired: $0.offset == 0 || required.contains($0.element))
                }), time: time, isTimed: false, conflict: conflict)
    }

    /// The first group whose first column is there, the columns of `with`, and the row's time.
    public static func ladder(
        _ groups: [[any AnyColumn]], with: [any AnyColumn] = [], time: [any AnyColumn], conflict: Conflict
    ) -> NaturalKey {
        NaturalKey(
            .ladder(groups.map { $0.map(\.name) }, with: with.map(\.name)), time: time.map(\.name), isTimed: true,
            conflict: conflict)
    }

    /// All columns but these, and the row's time if it `isTimed`.
    public static func content(
        except columns: [any AnyColumn], time: [any AnyColumn], isTimed: Bool, conflict: Conflict
    ) -> NaturalKey {
        NaturalKey(
            .content(except: columns.map(\.name)), time: time.map(\.name), isTimed: isTimed, conflict: conflict)
    }
}

extension NaturalKey {
    /// What one message says of a thing, kept once however often it is repeated: the row is the first to say so.
    static func statement(
        _ feedTimestamp: any AnyColumn, time: [any AnyColumn], isTimed: Bool
    ) -> NaturalKey {
        .content(except: [feedTimestamp], time: time, isTimed: isTimed, conflict: .smallest(of: feedTimestamp))
    }
}

extension NaturalKey.Conflict {
    public static func largest(of columns: any AnyColumn...) -> NaturalKey.Conflict { .largest(columns.map(\.name)) }
    public static func smallest(of column: any AnyColumn) -> NaturalKey.Conflict { .smallest(column.name) }
}
