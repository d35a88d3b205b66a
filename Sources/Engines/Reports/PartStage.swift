import Contract
import NDJSON
import StageKit
import TimeZones

/// The leading columns of partial reports of one kind.
package protocol PartTerms: Equatable {
    /// The table of the parts.
    associatedtype Part: Table
    /// The columns with the terms.
    static var heads: [Column<Part, Anything, WhereAsked>] { get }
    /// The terms of a part.
    /// - Throws: `BrokenPart` for what `--partial` does not write.
    init(_ record: Record) throws
    /// The terms as command-line options.
    var words: String { get }
}

/// A stage that merges partial reports.
package struct PartStage<Terms: PartTerms>: HasFeedOption {
    package let tables = [Terms.Part.name]
    package let scansAhead = true
    package let needs: RecordNeeds
    package let columns: [any AnyColumn] = Terms.Part.all

    /// The terms of the parts so far.
    package private(set) var terms: Terms?
    private let expected: (Terms) -> String?
    private let takePart: (Record, Terms, GroupKeyBytes) throws -> Void
    private let keyBytes = GroupKeyBytes()
    private var lastHead: [UInt8] = []

    /// - Parameters:
    ///   - advice: tables that are often given instead of parts, with advice.
    ///   - expected: options that the first part does not satisfy, as typed; nil if it satisfies all.
    ///   - take: adds a part; throws `BrokenPart` for values that `--partial` does not write. The bytes of keys are
    ///     empty.
    package init(
        advice: [(table: String, text: String)], expected: @escaping (Terms) -> String?,
        take: @escaping (Record, Terms, GroupKeyBytes) throws -> Void
    ) {
        needs = RecordNeeds(anyOf: tables, advice: advice)
        self.expected = expected
        takePart = take
    }

    package mutating func process(_ record: Record) throws {
        do {
            let terms = try checkedTerms(record)
            keyBytes.removeAll()
            try takePart(record, terms, keyBytes)
        } catch let part as BrokenPart {
            throw failure(record, "\(part.member): \(part.isMissing ? "missing" : "not what --partial writes")")
        } catch let conflict as PartConflict {
            throw failure(record, conflict.sentence)
        }
    }

    package func finish() throws {}

    /// Parts that were counted with different options cannot be merged.
    private mutating func checkedTerms(_ record: Record) throws -> Terms {
        var head: [UInt8] = []
        for column in Terms.heads {
            head.append(contentsOf: record[column].raw)
            head.append(0)
        }
        // Most parts have their terms written alike.
        if let terms, head == lastHead { return terms }
        let found = try Terms(record)
        if let terms {
            guard terms == found else {
                throw PartConflict(
                    "this part was made with \(found.words), but the parts before it with \(terms.words); they cannot be merged"
                )
            }
        } else if let asked = expected(found) {
            throw PartConflict("this part was made with \(found.words), not with \(asked)")
        }
        terms = found
        lastHead = head
        return found
    }

    private func failure(_ record: Record, _ sentence: String) -> StageFailure {
        StageFailure(.dataUnusable, "\(record.displayName):\(record.line): \(sentence)")
    }
}

/// The error for a part that does not fit the earlier parts.
package struct PartConflict: Error {
    let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}

extension GroupKeyBytes {
    package func append(_ value: Value) {
        switch value {
        case .null: appendNull()
        case .integer(let number): append(number)
        case .text(let text): append(text)
        }
    }

    /// Appends the value of a key in a part.
    /// - Throws: `BrokenPart` with the member's name for what `--partial` does not write.
    package func append(_ key: ReportKey, of value: JSONValue, _ member: String, bin: TimeBin?) throws(BrokenPart) {
        if value.kind == .null { return appendNull() }
        let broken = BrokenPart(member, isMissing: !value.isPresent)
        let text = value.string
        switch key {
        case .directionID, .stopSequence, .hour:
            guard let number = value.integer, (0...(key == .hour ? 23 : Int.max)).contains(number) else { throw broken }
            append(number)
        case .timeBin:
            guard let text, let bin, case .clock(let second)? = WrittenTime(text), second % bin.seconds == 0,
                text == ClockTime.shortText(second)
            else { throw broken }
            append(second)
        case .weekday, .dayType:
            let words = key == .weekday ? ReportKey.weekdays : ReportKey.dayTypes
            guard let word = text.flatMap({ words.firstIndex(of: $0) }) else { throw broken }
            append(word)
        case .date, .serviceDate:
            guard value.kind == .string, let date = CivilDate(compact: value.inside) else { throw broken }
            append(date.compact)
        default:
            guard let text else { throw broken }
            append(text)
        }
    }
}
