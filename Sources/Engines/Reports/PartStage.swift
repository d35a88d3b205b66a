import Contract
import NDJSON
import StageKit
import TimeZones

/// What the parts of a kind of report have at their heads.
package protocol PartTerms: Equatable {
    /// The table of the parts.
    associatedtype Part: Table
    /// The columns with the terms.
    static var heads: [Column<Part, Anything, WhereAsked>] { get }
    /// The terms of a part.
    /// - Throws: `BrokenPart` for what `--partial` does not write.
    init(_ record: Record) throws
    /// As they would be typed.
    var words: String { get }
}

/// Adds up the parts of a report.
package struct PartStage<Terms: PartTerms>: HasFeedOption {
    package let tables = [Terms.Part.name]
    package let scansAhead = true
    package let needs: RecordNeeds
    package let columns: [any AnyColumn] = Terms.Part.all

    /// Those of the parts so far.
    package private(set) var terms: Terms?
    private let expected: (Terms) -> String?
    private let takePart: (Record, Terms, GroupKeyBytes) throws -> Void
    private let keyBytes = GroupKeyBytes()
    private var lastHead: [UInt8] = []

    /// - Parameters:
    ///   - advice: tables that people give in place of parts, with what to say of them.
    ///   - expected: what of the command line the first part is not, as it is typed; nil when nothing is.
    ///   - take: adds a part, and throws `BrokenPart` for what `--partial` does not write. The bytes of keys are empty.
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

    /// Parts that were counted by other rules cannot be added up.
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

/// Thrown where a part cannot be added to the parts before it.
package struct PartConflict: Error {
    let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
}

extension GroupKeyBytes {
    package func append(_ value: Value) {
        switch value {
        case .null: appendNull()
        case .integer(let number): append(number)
        case .text(var text): text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Appends the value that a part has of a key.
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
            guard var text else { throw broken }
            text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
        }
    }
}
