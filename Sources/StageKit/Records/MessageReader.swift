/// Reads GTFS-Realtime messages from a file, as records of `decode-rt`.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol MessageReader: Sendable {
    /// Passes the records of the messages in `path` to `taker`.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no message to read.
    func read(_ path: String, _ context: StageContext, _ taker: RecordTaker) throws
}
