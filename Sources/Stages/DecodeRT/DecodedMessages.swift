import GTFSRealtime
import RealtimeExtensions
import StageKit
import Synchronization

/// Reads messages for a stage that uses their records.
public final class DecodedMessages: MessageReader {
    // An archive has thousands of files, and making a schema takes longer than reading a small message.
    private static let schema = RealtimeSchema()
    private static let losslessSchema = RealtimeSchema(for: .readingLosslessly)

    /// What is made of the options once.
    private struct Made {
        let extensions: ExtensionChoice
        var schema: RealtimeSchema?
        var losslessSchema: RealtimeSchema?
    }

    private let options: DecodeRTOptions
    /// Whether the stage reports the notes on the .proto files.
    private let notesAreReported: Bool
    private let made = Mutex<Made?>(nil)

    /// - Parameters:
    ///   - options: of these only the framing, the extensions and the .proto files count.
    ///   - notesAreReported: whether the stage itself reads the .proto files and reports the notes on them.
    public init(_ options: DecodeRTOptions = DecodeRTOptions(), notesAreReported: Bool = false) {
        self.options = options
        self.notesAreReported = notesAreReported
    }

    public var expectsMessages: Bool { options.framing != .auto }

    public func addFiles(to named: inout NamedFiles) { options.addProtoFiles(to: &named) }

    public func prepare(_ context: StageContext) throws {
        guard !options.protoFiles.isEmpty, made.withLock({ $0 == nil }) else { return }
        var extensions = options.extensions
        extensions.own = try OwnExtensions.read(
            options.protoFiles, searchFolders: options.protoFolders, context, reportsNotes: !notesAreReported)
        made.withLock { [extensions] in $0 = Made(extensions: extensions) }
    }

    public func read(_ files: [String], areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws {
        try prepare(context)
        var options = DecodeRTOptions()
        options.files = files
        options.isNested = areWhole
        options.framing = self.options.framing
        let schema: RealtimeSchema
        (options.extensions, schema) = choice(areWhole: areWhole)
        try context.runPart(output: taker) { part in
            try part.check(options)
            try DecodeRT(options, part, hasOwn: true, schema: schema, taker: taker).run()
        }
    }

    /// The extensions and their schema, which is made once.
    private func choice(areWhole: Bool) -> (ExtensionChoice, RealtimeSchema) {
        if options.protoFiles.isEmpty, options.extensions.isUsual {
            return (options.extensions, areWhole ? DecodedMessages.losslessSchema : DecodedMessages.schema)
        }
        return made.withLock { made in
            var known = made ?? Made(extensions: options.extensions)
            let schema =
                (areWhole ? known.losslessSchema : known.schema)
                ?? RealtimeSchema(known.extensions, for: areWhole ? .readingLosslessly : .reading)
            if areWhole { known.losslessSchema = schema } else { known.schema = schema }
            made = known
            return (known.extensions, schema)
        }
    }
}
