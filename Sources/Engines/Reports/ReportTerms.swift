/// What all parts of one report must have in common.
package struct ReportTerms: Equatable, Sendable {
    package var keys: [ReportKey]
    /// nil where no key is a bin.
    package var bin: TimeBin?
    /// nil where nothing is read off a clock, or it is each time's own.
    package var zone: String?
    package var window: ReportWindow

    /// - Parameter bin: of a report with such a key.
    package init(keys: [ReportKey], bin: TimeBin? = nil, zone: String? = nil, window: ReportWindow = ReportWindow()) {
        self.keys = keys
        self.bin = keys.contains(.timeBin) ? bin : nil
        self.zone = zone
        self.window = window
    }

    /// As it would be typed.
    package var words: String {
        "--by \(keys.map(\.name).joined(separator: ","))" + (bin.map { " --bin \($0.length)" } ?? "") + window.words
            + (zone.map { " --timezone \($0)" } ?? "")
    }

    /// What of the command line parts made with these terms are not, as it is typed; nil when nothing is.
    ///
    /// - Parameter readsClock: whether anything of the report depends on the zone.
    package func conflict(with options: ReportOptions, readsClock: Bool) -> String? {
        if let keys = options.keys, keys != self.keys { return "--by \(keys.map(\.name).joined(separator: ","))" }
        if let bin = options.bin, bin != self.bin { return "--bin \(bin.length)" }
        if readsClock, let zone = options.timezone, zone != self.zone { return "--timezone \(zone)" }
        return nil
    }
}
