/// The natural key of a table in a history: what identifies a row, when the row is, and which of two rows with the same
/// key stays.
public struct NaturalKey: Sendable, Equatable {
    public enum Identity: Sendable, Equatable {
        /// The members of the first group whose first member is present, and those of `with`.
        case ladder([[String]], with: [String])
        /// All members except these.
        case content(except: [String])
        /// Columns with an index, which joins can use; those not required may be null.
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
        /// The row with the larger values, compared in this order; null is smallest.
        case largest([String])
        case smallest(String)
    }

    public var identity: Identity
    /// The members that may hold the row's time; the first present one counts.
    public var time: [String]
    /// Whether the row's time is part of the key.
    public var isTimed: Bool
    public var conflict: Conflict

    private init(_ identity: Identity, time: [String], isTimed: Bool, conflict: Conflict) {
        self.identity = identity
        self.time = time
        self.isTimed = isTimed
        self.conflict = conflict
    }

    /// The key of unknown tables: the whole record.
    public static let wholeRecord = NaturalKey(
        .content(except: []), time: ["timestamp", "feed_timestamp", "at", "date"], isTimed: true, conflict: .first)

    /// The key of rows without a time: all members.
    public static let wholeRow = NaturalKey(.content(except: []), time: [], isTimed: false, conflict: .first)

    /// Columns of which the first one and the required ones must be present.
    public static func columns(
        _ columns: [any AnyColumn], required: [String] = [], time: [any AnyColumn] = [], conflict: Conflict = .last
    ) -> NaturalKey {
        .columns(named: columns.map(\.name), required: required, time: time.map(\.name), conflict: conflict)
    }

    /// A key of columns given by name.
    public static func columns(
        named names: [String], required: [String] = [], time: [String] = [], conflict: Conflict = .last
    ) -> NaturalKey {
        NaturalKey(
            .columns(
                names.enumerated().map {
                    KeyColumn(name: $0.element, isRequired: $0.offset == 0 || required.contains($0.element))
                }), time: time, isTimed: false, conflict: conflict)
    }

    /// The first group whose first column is present, the columns of `with`, and the row's time.
    public static func ladder(
        _ groups: [[any AnyColumn]], with: [any AnyColumn] = [], time: [any AnyColumn], conflict: Conflict
    ) -> NaturalKey {
        NaturalKey(
            .ladder(groups.map { $0.map(\.name) }, with: with.map(\.name)), time: time.map(\.name), isTimed: true,
            conflict: conflict)
    }

    /// All columns except these, and the row's time if it `isTimed`.
    public static func content(
        except columns: [any AnyColumn], time: [any AnyColumn], isTimed: Bool, conflict: Conflict
    ) -> NaturalKey {
        NaturalKey(
            .content(except: columns.map(\.name)), time: time.map(\.name), isTimed: isTimed, conflict: conflict)
    }
}

extension NaturalKey {
    /// A statement that is stored once however often messages repeat it; the first row counts.
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
