import Platform

/// A bar on standard error with rate and the time that is left, redrawn ten times a second at most.
public final class Progress {
    private let isShown: Bool
    private let stage: String
    private let started = monotonicNanoseconds
    private var lastDrawn: UInt64 = 0
    private var done = 0
    private var drawn = false
    /// Bytes of all inputs together, where they are known; with `things` how many of these.
    public var total: Int?
    /// What is counted instead of bytes, in the plural.
    public var things: String?

    init(stage: String, isShown: Bool) {
        self.stage = stage
        self.isShown = isShown
    }

    /// Tells that `bytes` in all have been read, or so many things have been done.
    public func update(_ bytes: Int) {
        guard isShown, things != nil || bytes &- done >= 1 << 16 || bytes < done else { return }
        done = bytes
        let now = monotonicNanoseconds
        guard now &- lastDrawn > 100_000_000 else { return }
        lastDrawn = now
        draw(now)
    }

    private func draw(_ now: UInt64) {
        let seconds = Double(now - started) / 1e9
        let rate = Double(done) / max(seconds, 0.001)
        var line = "\(stage) "
        if let total, total > 0 {
            let share = min(Double(done) / Double(total), 1)
            let cells = Int(share * 24)
            line += "[" + String(repeating: "=", count: cells) + String(repeating: " ", count: 24 - cells) + "] "
            line += "\(Int(share * 100)) % "
            line += things.map { "\(done) of \(total) \($0), \(fixed(rate, 1))/s " } ?? "\(fixed(rate / 1e6, 1)) MB/s "
            if share < 1, rate > 0 { line += "ETA \(Int(Double(total - done) / rate)) s" }
        } else if let things {
            line += "\(done) \(things), \(fixed(rate, 1))/s"
        } else {
            line += "\(fixed(Double(done) / 1e6, 1)) MB, \(fixed(rate / 1e6, 1)) MB/s"
        }
        put("\r" + line + "\u{1B}[K")
        drawn = true
    }

    /// Takes the bar away, so that a message or the end of the run finds an empty line.
    public func clear() {
        guard drawn else { return }
        drawn = false
        put("\r\u{1B}[K")
    }

    private func put(_ text: String) {
        var copy = text
        _ = copy.withUTF8 { write(2, $0.baseAddress, $0.count) }
    }
}
