/// Reads GTFS-Realtime messages.
///
/// Stages do not depend on each other, so the `World` of a run supplies the reader.
public protocol MessageReader: Sendable {
    /// Passes the records of the messages in `files` to `taker`, in their order.
    /// - Parameter areWhole: whether they are the records from which the same messages can be made again.
    /// - Throws: `StageFailure` with status 65 or 66 if there is no message.
    func read(_ files: [String], areWhole: Bool, _ context: StageContext, _ taker: RecordTaker) throws
    /// Whether the user has named the form of the messages. Then a binary file whose start shows no kind of content holds
    /// messages.
    var expectsMessages: Bool { get }
    /// Adds the files that the options of decoding name, so that no output destroys an input.
    func addFiles(to named: inout NamedFiles)
    /// Reads these files before the run begins.
    /// - Throws: `StageFailure` with status 66 if one is missing, 78 if one is wrong.
    func prepare(_ context: StageContext) throws
}

extension MessageReader {
    public var expectsMessages: Bool { false }
    public func addFiles(to named: inout NamedFiles) {}
    public func prepare(_ context: StageContext) throws {}
}
