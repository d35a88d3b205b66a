/// Where and why a line is not JSON.
public struct JSONFault: Error, Equatable {
    /// Byte offset from the start of the line, counted from 0.
    public let offset: Int
    public let reason: String

    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}
