import StageKit

/// Reads messages for a stage that checks them against a timetable.
public struct DecodedMessages: MessageReader {
    public init() {}

    public func read(_ path: String, _ context: StageContext, _ taker: RecordTaker) throws {
        var options = DecodeRTOptions()
        options.files = [path]
        let part = context.part(output: taker)
        defer {
            context.summary.bytesIn += part.summary.bytesIn
            if part.status != .done { context.degrade(to: part.status) }
        }
        try DecodeRT.run(options, part)
        try part.sink.flush()
    }
}
