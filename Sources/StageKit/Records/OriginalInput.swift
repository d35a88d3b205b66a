import Contract
import NDJSON
import Platform

/// An input from which records are made, and which a stage reads in place of these records.
package enum OriginalInput {
    /// A zip, a folder or a database with a timetable: the records are those of `ingest`.
    case feed
    /// GTFS-Realtime messages: the records are those of `decode-rt`, or of `decode-rt --nested`.
    case messages(areWhole: Bool)

    /// - Returns: nil if the content is something else, or if the stage has no use for its records.
    init?<Stage: RecordStage>(_ content: ForeignContent, for stage: Stage, in world: World) {
        // A stage that works on any table.
        let takesAll = Stage.placeOfTable != nil && stage.asFeedInput == nil
        func takes(_ table: String) -> Bool { takesAll || stage.tables.contains(table) }
        switch content {
        case .zip, .database:
            guard world.schedule != nil, takes(Tables.Trips.name) else { return nil }
            self = .feed
        case .realtimeMessage, .base64Messages, .binary:
            guard let reader = world.messages, content != .binary || reader.expectsMessages,
                takes(Tables.VehiclePositions.name)
            else { return nil }
            self = .messages(areWhole: !takesAll && takes(Tables.FeedEntities.name))
        default: return nil
        }
    }

    /// The content of a folder, of a place in an archive, or of standard input, which is looked at without being read; nil
    /// for a file, and if the content is not known.
    static func content(of path: String) -> ForeignContent? {
        if path == "-" {
            let head = StageContext.headOfInput(ForeignContent.headLength)
            return ForeignContent(InputCompression.start(of: head))
        }
        return isPlace(path) ? .zip : nil
    }

    /// The files of messages at the start of a list, which are read together. Each is opened for its first bytes.
    static func messages<Stage: RecordStage>(
        at files: ArraySlice<String>, for stage: Stage, in world: World
    ) -> (original: OriginalInput, files: ArraySlice<String>)? {
        func original(_ file: String) -> OriginalInput? {
            guard file != "-", let content = ForeignContent(ofFile: file),
                case .messages(let areWhole)? = OriginalInput(content, for: stage, in: world)
            else { return nil }
            return .messages(areWhole: areWhole)
        }
        guard world.messages != nil, let first = files.first, let known = original(first) else { return nil }
        return (known, files.prefix { original($0) != nil })
    }

    /// Whether a path is that of a folder, or of a place in an archive, where nothing but a feed can be meant.
    package static func isPlace(_ path: String) -> Bool {
        FileStatus(path)?.isFolder ?? path.contains(".zip#")
    }
}

extension RecordReading {
    /// Processes the records that are made from an original input. If the input is missing or is no feed or message, this
    /// is reported, as of a missing file of records, and the run goes on with the next input.
    /// - Parameter paths: several files of messages, or one input.
    func readOriginal(_ original: OriginalInput, _ paths: [String], _ stage: inout Stage) throws {
        // With --pass-through all tables are wanted.
        let isWhole = forwards || Stage.placeOfTable != nil
        let tables = isWhole ? nil : stage.tables
        let path = paths[0]
        do {
            try readRows(from: path, repeatsKeys: true, &stage) { taker in
                switch original {
                case .feed:
                    // A row that is kept as a reject is kept whole.
                    let isOfColumns = Stage.readsOnlyColumns && !forwards && !context.diagnostics.keepsRejects
                    let request = ScheduleRequest(
                        path, tables: tables, columns: isOfColumns ? record.scanner.scanner.fieldNames : nil,
                        keepsRepeatedKeys: true)
                    try context.world.schedule?.read(request, context, taker)
                case .messages(let areWhole):
                    try context.world.messages?.read(paths, areWhole: areWhole, context, taker)
                }
            }
        } catch let failure as StageFailure
            where record.line == 0 && [.dataUnusable, .inputMissing].contains(failure.status)
        {
            context.diagnostics.report(.fault, "input_unusable", message: failure.description)
            context.degrade(to: failure.status)
        }
    }

    /// Processes an original input that cannot be read from its start again, such as a pipe: the bytes that `reader` has
    /// read and all others are first copied to a file without a name.
    func readCopy(
        of input: InputFile, _ reader: LineReader, as original: OriginalInput, _ stage: inout Stage
    ) throws {
        guard let descriptor = UnnamedFile.make() else { throw InputFile.noCopy(input) }
        defer { close(descriptor) }
        let path = "/proc/self/fd/\(descriptor)"
        context.diagnostics.call(path, input.displayName)
        var isWritten = UnnamedFile.write(reader.unread, to: descriptor)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { chunk.deallocate() }
        while isWritten, case let count = try input.read(into: chunk), count > 0 {
            isWritten = UnnamedFile.write(UnsafeRawBufferPointer(rebasing: chunk[..<count]), to: descriptor)
        }
        guard isWritten else { throw InputFile.noCopy(input) }
        try readOriginal(original, [path], &stage)
    }
}
