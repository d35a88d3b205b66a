import StageKit
import TimeZones

/// The part of each service day that a report covers: `--from` and `--to` as times of the service day, which exceed
/// 24:00 after midnight.
public struct ServiceDayWindow: Sendable, Equatable {
    /// The first second inside the window; nil for the start of the service day.
    public var from: Int?
    /// The first second after the window; nil for the end of the service day. If it is earlier than `from`, it is on
    /// the next day.
    public var to: Int?

    private static let day = 86_400

    public init() {}

    /// What is wrong with the window, as a message; nil if it is valid.
    public var problem: String? {
        guard let from, let to else { return nil }
        if from == to { return "--from and --to are the same time, so the window is empty" }
        guard to + ServiceDayWindow.day <= from else { return nil }
        return "--to is earlier than --from, even on the next day, so the window is empty"
    }

    /// The seconds of the service day inside the window; nil for all.
    public var seconds: Range<Int>? {
        guard from != nil || to != nil else { return nil }
        let first = from ?? .min
        guard let to else { return first..<Int.max }
        return first..<(to < first ? to + ServiceDayWindow.day : to)
    }

    /// `07:00`, `07:00:30`, `25:10`.
    public static func time(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        if let second = ScheduleTime.seconds(text) ?? ScheduleTime.seconds(text + ":00") { return second }
        throw UnusableOption(
            "\(option) takes a time of the service day such as 07:00, or 25:10 for 01:10 on the following day; "
                + "choose days with --date")
    }

    /// `from 07:00 to 09:00`, for a sentence; nil for the whole day.
    public var words: String? {
        guard seconds != nil else { return nil }
        func text(_ second: Int) -> String {
            second % 60 == 0 ? ClockTime.shortText(second) : ClockTime.text(second)
        }
        return [from.map { "from " + text($0) }, to.map { "to " + text($0) }].compactMap { $0 }.joined(separator: " ")
    }
}
