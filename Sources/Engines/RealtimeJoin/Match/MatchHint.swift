import Contract
import Schedule
import StageKit

/// A tested change to realtime ids that makes them match the schedule.
struct MatchHint: Equatable {
    typealias Rule = MatchRule

    let kind: IdentifierKind
    let rule: Rule
    /// The bytes to strip or add, or the separator of a varying affix; empty for rules without an affix.
    let affix: [UInt8]
    /// The number of tested ids that would match.
    let wouldMatch: Int
    /// The number of tested ids: all unmatched ones or a sample.
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
            case .changeCase: "ignoring upper and lower case"
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

    func write(_ row: Row<Tables.MatchReports.Hint>) {
        let columns = Tables.MatchReports.Hint.columns
        row[columns.kind] = kind.field
        row[columns.rule] = rule.rawValue
        if rule.hasAffix { row[columns.affix] = String(decoding: affix, as: UTF8.self) }
        row[columns.wouldMatch] = wouldMatch
        row[columns.tested] = tested
        row[columns.realtimeID] = String(decoding: realtimeExample, as: UTF8.self)
        row[columns.scheduleID] = String(decoding: scheduleExample, as: UTF8.self)
    }
}
