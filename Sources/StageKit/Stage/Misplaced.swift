/// Input that a stage cannot make use of, though another stage can.
public enum Misplaced {
    /// An input that is something else than records; its name as it was given, `-` for standard input.
    case content(ForeignContent, input: String, compression: InputCompression? = nil)
    /// Records of other tables than the stage needs.
    case tables([String])
}

extension World {
    /// What to type instead, ready for a message: `; type COMMAND` with the command in backquotes. Where nobody knows,
    /// the text for that.
    public func whatToType(_ misplaced: Misplaced, else text: String) -> String {
        guard let command = advice?(misplaced) else { return text.isEmpty ? "" : "; " + text }
        return "; type `\(command)`"
    }
}
