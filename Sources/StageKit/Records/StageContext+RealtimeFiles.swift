import NDJSON

extension StageContext {
    /// Reads the files of `--realtime`, each of GTFS-Realtime messages or of the records that `decode-rt` makes of them.
    ///
    /// - Throws: `StageFailure`: 65 for a file with neither, 66 for a missing one.
    public func readRealtime<Stage: RecordStage>(_ paths: [String], to stage: inout Stage) throws {
        for path in paths {
            if try StageContext.isRecords(path) {
                try read([path], to: &stage, forwarding: false)
            } else if let reader = world.messages {
                try read(rowsFrom: path, to: &stage) { try reader.read([path], areWhole: false, self, $0) }
            } else {
                throw StageFailure(.dataUnusable, "\(path): --realtime takes records of 'linefeed decode-rt' here")
            }
        }
    }

    /// Whether a file begins as one of records does; a message never begins with a brace.
    private static func isRecords(_ path: String) throws -> Bool {
        guard path != "-", !StageContext.isRemote(path) else { return path == "-" }
        let input = try InputFile(path)
        return try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { bytes in
            try input.read(into: bytes) > 0 && bytes[0] == UInt8(ascii: "{")
        }
    }
}
