/// Why a record cannot be a message.
public struct EncodeFault: Error {
    /// The member, from the record inwards: `vehicle.position.latitude`; empty for the record itself.
    public let path: String
    public let reason: String
    /// Whether the record passes a known field off as an unknown one: written, it would mean something else.
    public let isForged: Bool

    public init(path: String, reason: String, isForged: Bool = false) {
        self.path = path
        self.reason = reason
        self.isForged = isForged
    }

    /// The same fault seen from the message around it.
    func inside(_ name: String) -> EncodeFault {
        EncodeFault(path: path.isEmpty ? name : name + "." + path, reason: reason, isForged: isForged)
    }
}
