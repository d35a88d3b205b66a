import NDJSON
import StageKit

/// A change to the ids of the realtime records that would make them match the schedule's; tried, not guessed.
struct MatchHint: Equatable {
    enum Rule: String, CaseIterable {
        /// Taking the same bytes from the front or the end of every realtime id.
        case stripPrefix = "strip_prefix"
        case stripSuffix = "strip_suffix"
        /// Putting the same bytes before or behind every realtime id.
        case addPrefix = "add_prefix"
        case addSuffix = "add_suffix"
        case changeCase = "change_case"
        case stripLeadingZeros = "strip_leading_zeros"
        case addLeadingZeros = "add_leading_zeros"
        /// Taking what comes before or behind a separator, which is the affix; it differs from id to id.
        case stripVaryingPrefix = "strip_varying_prefix"
        case stripVaryingSuffix = "strip_varying_suffix"
        /// Putting something before or behind that ends or begins with the separator and differs from id to id.
        case addVaryingPrefix = "add_varying_prefix"
        case addVaryingSuffix = "add_varying_suffix"

        /// Whether the affix differs from id to id.
        var varies: Bool {
            switch self {
            case .stripVaryingPrefix, .stripVaryingSuffix, .addVaryingPrefix, .addVaryingSuffix: true
            default: false
            }
        }

        var hasAffix: Bool {
            switch self {
            case .changeCase, .stripLeadingZeros, .addLeadingZeros: false
            default: true
            }
        }
    }

    let kind: MatchReport.Kind
    let rule: Rule
    /// The bytes taken or put, or the separator of a rule that varies; empty for a rule without.
    let affix: [UInt8]
    /// How many of the ids tried the schedule would know.
    let wouldMatch: Int
    /// How many unmatched ids were tried: all of them, or a sample of many.
    let tested: Int
    let realtimeExample: [UInt8]
    let scheduleExample: [UInt8]

    /// `stripping the prefix '1:' would match 212 of 230 trips: '1:77' is '77' in the feed`
    var sentence: String {
        let affix = Finding.quoted(String(decoding: affix, as: UTF8.self))
        let change =
            switch rule {
            case .stripPrefix: "stripping the prefix \(affix)"
            case .stripSuffix: "stripping the suffix \(affix)"
            case .addPrefix: "adding the prefix \(affix)"
            case .addSuffix: "adding the suffix \(affix)"
            case .changeCase: "taking capital and small letters for the same"
            case .stripLeadingZeros: "stripping leading zeros"
            case .addLeadingZeros: "adding leading zeros"
            case .stripVaryingPrefix: "stripping the prefix that ends with \(affix) and differs from id to id"
            case .stripVaryingSuffix: "stripping the suffix that begins with \(affix) and differs from id to id"
            case .addVaryingPrefix: "adding the feed's prefix, which ends with \(affix) and differs from id to id,"
            case .addVaryingSuffix: "adding the feed's suffix, which begins with \(affix) and differs from id to id,"
            }
        let example =
            "\(Finding.quoted(String(decoding: realtimeExample, as: UTF8.self))) is "
            + "\(Finding.quoted(String(decoding: scheduleExample, as: UTF8.self))) in the feed"
        return "\(change) would match \(wouldMatch) of \(tested) unmatched \(kind.plural): \(example)"
    }

    func write(_ writer: RecordWriter) {
        writer.separator()
        writer.beginObject()
        writer.member(Keys.kind)
        writer.string(kind.field)
        writer.member(Keys.rule)
        writer.string(rule.rawValue)
        if rule.hasAffix {
            writer.member(Keys.affix)
            writer.string(String(decoding: affix, as: UTF8.self))
        }
        writer.member(Keys.wouldMatch)
        writer.integer(wouldMatch)
        writer.member(Keys.tested)
        writer.integer(tested)
        writer.member(Keys.realtimeExample)
        writer.string(String(decoding: realtimeExample, as: UTF8.self))
        writer.member(Keys.scheduleExample)
        writer.string(String(decoding: scheduleExample, as: UTF8.self))
        writer.endObject()
    }

    private enum Keys {
        static let kind = JSONKey("kind")
        static let rule = JSONKey("rule")
        static let affix = JSONKey("affix")
        static let wouldMatch = JSONKey("would_match")
        static let tested = JSONKey("tested")
        static let realtimeExample = JSONKey("realtime_id")
        static let scheduleExample = JSONKey("schedule_id")
    }
}
