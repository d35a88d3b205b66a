import Glibc

/// The time in front of a log's lines.
public enum LogTime {
    /// What a run that lasts sets for the stages that it starts, so that their lines tell the time too.
    public static let variable = "LINEFEED_LOG_TIME"

    /// Whether whoever started this process asks for times.
    static var isAsked: Bool { ProcessState.environment(variable).map { !$0.isEmpty } ?? false }

    /// An instant in POSIX seconds as RFC 3339 in Universal time, `2026-03-02T07:00:00Z`.
    static func text(_ instant: Int) -> String {
        var seconds = time_t(instant)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return String(instant) }
        func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let year = String(Int(parts.tm_year) + 1900)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year + "-\(two(parts.tm_mon + 1))-"
            + "\(two(parts.tm_mday))T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    /// Whether a line begins with what `text` writes.
    static func begins(_ line: String) -> Bool {
        let form = "0000-00-00T00:00:00Z "
        return line.utf8.count >= form.utf8.count
            && zip(line.utf8, form.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == wanted
            }
    }
}
