/// Reads GTFS-Realtime messages.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol MessageReader: Sendable {
    /// Passes the records of the messages at `path` to `taker`.
    /// - Parameter areWhole: whether they are the records from which the same messages can be made again.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no message.
    func read(_ path: String, areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws
}
