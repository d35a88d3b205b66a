import StageKit

/// Reads messages for a stage that checks them against a timetable.
public struct DecodedMessages: MessageReader {
    public init() {}

    public func read(_ path: String, areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws {
        var options = DecodeRTOptions()
        options.files = [path]
        options.isNested = areWhole
        try context.runPart(output: taker) { try DecodeRT.run(options, $0) }
    }
}
