import NDJSON

extension RecordWriter {
    /// Writes non-negative seconds as `HH:MM:SS`, without quotes.
    public func scheduleTime(_ seconds: Int) {
        if seconds < 36_000 { append(UInt8(ascii: "0")) }
        integer(seconds / 3600)
        colonAndTwo(seconds / 60 % 60)
        colonAndTwo(seconds % 60)
    }

    private func colonAndTwo(_ value: Int) {
        append(UInt8(ascii: ":"))
        append(UInt8(truncatingIfNeeded: 0x30 + value / 10))
        append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
    }
}
