import Contract
import NDJSON

extension RecordReading {
    enum Opening {
        /// The rest is to be read as records.
        case records
        /// What records come from stands in place of them; nothing was processed.
        case original(OriginalInput)
        /// The input holds nothing, or something else, which was reported.
        case nothing
    }

    /// Processes the first non-blank line of an input. If the input does not hold records, reports what it holds and
    /// what to do.
    func takeOpening(of input: InputFile, _ reader: LineReader, _ stage: inout Stage) throws -> Opening {
        let head = try reader.head(ForeignContent.headLength, until: ForeignContent.beginsAsRecord)
        let content = ForeignContent(head)
        // A header may be longer than what was looked at: then the line after it is still to be seen.
        let isTable = content == .csv
        if let content, !isTable {
            if readsOriginals,
                let original = OriginalInput(content, for: stage, in: context.world)
            {
                return .original(original)
            }
            refuse(content, input, stage)
            return .nothing
        }
        // The first line, kept until the next one tells whether it is a part of what spreads over lines.
        var pending: (line: Int, bytes: [UInt8])?
        while let line = try reader.next() {
            record.line = reader.number
            guard case .line(let bytes) = line else {
                if let first = pending { try take(first, &stage) }
                if case .tooLong(let length) = line {
                    record.line = reader.number
                    try rejectLongLine(length, &stage)
                }
                return .records
            }
            guard let start = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            if let first = pending {
                let isRow = isTable && ForeignContent.mayBeRow(nextBegins: start)
                if let content = isRow ? .csv : ForeignContent(firstLine: first.bytes, nextBegins: start) {
                    refuse(content, input, stage)
                    return .nothing
                }
                try take(first, &stage)
                record.line = reader.number
                try take(bytes, &stage)
                return .records
            }
            guard isTable || ForeignContent.mayGoOn(firstLine: bytes), (try? record.scanner.scan(bytes)) == nil else {
                try take(bytes, &stage)
                return .records
            }
            pending = (reader.number, Array(bytes))
        }
        if isTable {
            refuse(.csv, input, stage)
            return .nothing
        }
        if let first = pending { try take(first, &stage) }
        return .records
    }

    private func take(_ kept: (line: Int, bytes: [UInt8]), _ stage: inout Stage) throws {
        record.line = kept.line
        try kept.bytes.withUnsafeBytes { try take($0, &stage) }
    }

    private func refuse(_ content: ForeignContent, _ input: InputFile, _ stage: Stage) {
        context.fault(
            Finding(
                .fault, "not_records", file: input.displayName,
                message: "this is \(content.words), not records with one JSON object per line; nothing was read"
                    + context.world.whatToType(
                        .content(content, input: input.name, compression: input.compression),
                        else: content.advice(takesFeed: stage.mentionsFeed, onMessages: stage.adviceOnMessages))))
    }
}
