/// The time in front of a log's lines.
public enum LogTime {
    /// What a run that lasts sets for the stages that it starts, so that their lines tell the time too.
    public static let variable = "LINEFEED_LOG_TIME"

    /// Whether whoever started this process asks for times.
    static var isAsked: Bool { ProcessState.environment(variable).map { !$0.isEmpty } ?? false }

    /// The same, of the process of a stage's world.
    public static func isAsked(in world: World) -> Bool { world.environment(variable).map { !$0.isEmpty } ?? false }

    /// Whether a line begins with such a time.
    static func begins(_ line: String) -> Bool {
        let form = "0000-00-00T00:00:00Z "
        return line.utf8.count >= form.utf8.count
            && zip(line.utf8, form.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == wanted
            }
    }
}
