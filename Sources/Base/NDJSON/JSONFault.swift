/// Where and why a line is not JSON.
public struct JSONFault: Error, Equatable {
    /// Byte offset from the start of the line, counted from 0.
    public let offset: Int
    public let reason: String
}
