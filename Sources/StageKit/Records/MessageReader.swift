/// Reads GTFS-Realtime messages.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol MessageReader: Sendable {
    /// Passes the records of the messages in `files` to `taker`, in their order.
    /// - Parameter areWhole: whether they are the records from which the same messages can be made again.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no message.
    func read(_ files: [String], areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws
}
