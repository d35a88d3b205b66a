import StageKit

/// Reads messages for a stage that checks them against a timetable.
public struct DecodedMessages: MessageReader {
    public init() {}

    public func read(_ path: String, _ context: StageContext, _ taker: RecordTaker) throws {
        var options = DecodeRTOptions()
        options.files = [path]
        let part = context.part(output: taker)
        // The records were counted where they arrived; entities that did not arrive are counted here.
        defer {
            context.summary.bytesIn += part.summary.bytesIn
            for table in part.summary.tables {
                let figures = context.summary.table(table.table)
                figures.read += table.read - table.written
                figures.ignored += table.ignored
                figures.leftOut += table.read - table.written - table.ignored
            }
            if part.status != .done { context.degrade(to: part.status) }
        }
        try DecodeRT.run(options, part)
        try part.sink.flush()
    }
}
