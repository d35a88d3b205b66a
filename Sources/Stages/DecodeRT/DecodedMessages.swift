import GTFSRealtime
import StageKit

/// Reads messages for a stage that uses their records.
public struct DecodedMessages: MessageReader {
    // An archive has thousands of files, and making a schema takes longer than reading a small message.
    private static let schema = RealtimeSchema()
    private static let losslessSchema = RealtimeSchema(for: .readingLosslessly)

    public init() {}

    public func read(_ files: [String], areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws {
        var options = DecodeRTOptions()
        options.files = files
        options.isNested = areWhole
        let schema = areWhole ? DecodedMessages.losslessSchema : DecodedMessages.schema
        try context.runPart(output: taker) { part in
            try part.check(options)
            try DecodeRT(options, part, hasOwn: true, schema: schema, taker: taker).run()
        }
    }
}
