/// Reads the messages of GTFS-Realtime in a file, as `decode-rt` would write them.
///
/// Stages do not know each other, so the world that a stage runs in has a reader.
public protocol MessageReader: Sendable {
    /// Gives the records of the messages in `path` to `taker`.
    /// - Throws: `StageFailure` with status 65 or 66 where there is no message to read.
    func read(_ path: String, _ context: StageContext, _ taker: RecordTaker) throws
}
