/// The options that all parts of a report must share.
package struct ReportTerms: Equatable, Sendable {
    package var keys: [ReportKey]
    /// The length of bins; nil if no key is a bin.
    package var bin: TimeBin?
    /// The time zone; nil if no clock is used or each time has its own.
    package var zone: String?
    package var window: ReportWindow

    /// - Parameter bin: the length of bins, for a report with this key.
    package init(keys: [ReportKey], bin: TimeBin? = nil, zone: String? = nil, window: ReportWindow = ReportWindow()) {
        self.keys = keys
        self.bin = keys.contains(.timeBin) ? bin : nil
        self.zone = zone
        self.window = window
    }

    /// The terms as command-line options.
    package var words: String {
        "--by \(keys.map(\.name).joined(separator: ","))" + (bin.map { " --bin \($0.length)" } ?? "") + window.words
            + (zone.map { " --timezone \($0)" } ?? "")
    }

    /// The options that parts with these terms do not satisfy, as typed; nil if they satisfy all.
    ///
    /// - Parameter readsClock: whether the report depends on the time zone.
    package func conflict(with options: ReportOptions, readsClock: Bool) -> String? {
        if let keys = options.keys, keys != self.keys { return "--by \(keys.map(\.name).joined(separator: ","))" }
        if let bin = options.bin, bin != self.bin { return "--bin \(bin.length)" }
        if readsClock, let zone = options.timezone, zone != self.zone { return "--timezone \(zone)" }
        return nil
    }
}
