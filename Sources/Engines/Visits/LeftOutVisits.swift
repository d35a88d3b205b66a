import StageKit

/// Counts the visits that are in no figure, by reason.
package struct LeftOutVisits {
    /// Why visits are in no figure.
    package struct Reason: Sendable {
        /// The code of the finding.
        package let code: StaticString
        /// The finding's sentence without the count in front, for a count of one and for others.
        package let one: StaticString
        package let words: StaticString

        package init(code: StaticString, one: StaticString, words: StaticString) {
            self.code = code
            self.one = one
            self.words = words
        }
    }

    private var reasons: [(reason: Reason, count: Int)] = []

    package init() {}

    package mutating func count(_ reason: Reason, times: Int = 1) {
        guard times > 0 else { return }
        if let place = reasons.firstIndex(where: { $0.reason.code.isSame(reason.code) }) {
            reasons[place].count += times
        } else {
            reasons.append((reason, times))
        }
    }

    /// Reports a finding for each reason, with the number of visits.
    package func report(_ diagnostics: Diagnostics) {
        for (reason, count) in reasons {
            diagnostics.report(
                Finding(.note, "\(reason.code)", message: counted(count, "\(reason.one)", plural: "\(reason.words)")))
        }
    }
}

extension LeftOutVisits.Reason {
    package static let passedOver = Self(
        code: "context_only", one: "visit excluded by --where was read for context, but not counted",
        words: "visits excluded by --where were read for context, but not counted")
}
