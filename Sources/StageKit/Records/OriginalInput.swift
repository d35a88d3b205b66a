import Contract
import Platform

/// What records come from, and a stage reads in place of them.
package enum OriginalInput {
    /// A zip, a folder or a database with a timetable: the records are those of `ingest`.
    case feed
    /// GTFS-Realtime messages: the records are those of `decode-rt`, or of `decode-rt --nested`.
    case messages(areWhole: Bool)

    /// - Returns: nil if the content is something else, or if the stage has no use for its records.
    init?<Stage: RecordStage>(_ content: ForeignContent, for stage: Stage, in world: World) {
        let takesAll = stage.tables.isEmpty && Stage.placeOfTable != nil
        func takes(_ table: String) -> Bool { takesAll || stage.tables.contains(table) }
        switch content {
        case .zip, .database:
            guard world.schedule != nil, takes(Tables.Trips.name) else { return nil }
            self = .feed
        case .realtimeMessage, .base64Messages:
            guard world.messages != nil, takes(Tables.VehiclePositions.name) else { return nil }
            self = .messages(areWhole: !takesAll && takes(Tables.FeedEntities.name))
        default: return nil
        }
    }

    /// What an input holds that is a folder, a place in an archive, or standard input, which are not opened to look at
    /// them; nil for others.
    static func content(of path: String) -> ForeignContent? {
        if path == "-" {
            let head = StageContext.headOfInput(ForeignContent.headLength)
            return ForeignContent(head.starts(with: [0x1F, 0x8B]) ? GzipReader.start(of: head) : head)
        }
        return isPlace(path) ? .zip : nil
    }

    /// Whether a path is that of a folder, or of a place in an archive, where nothing but a feed can be meant.
    package static func isPlace(_ path: String) -> Bool {
        FileStatus(path)?.isFolder ?? path.contains(".zip#")
    }
}

extension RecordReading {
    /// Processes the records of what stands in place of them.
    func readOriginal(_ original: OriginalInput, _ path: String, _ stage: inout Stage) throws {
        // With --pass-through all tables are wanted.
        let isWhole = forwards || Stage.placeOfTable != nil
        let tables = isWhole ? nil : stage.tables
        try readRows(from: path, &stage) { taker in
            switch original {
            case .feed:
                let request = ScheduleRequest(path, tables: tables, columns: nil, keepsRepeatedKeys: true)
                try context.world.schedule?.read(request, context, taker)
            case .messages(let areWhole):
                try context.world.messages?.read(path, areWhole: areWhole, context, taker)
            }
        }
    }
}
