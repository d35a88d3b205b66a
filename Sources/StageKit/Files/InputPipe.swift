import CProcess

extension StageContext {
    /// The first bytes in the pipe on standard input, without removing them; empty if standard input is not a pipe.
    public static func headOfInputPipe() -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 16)
        let count = head.withUnsafeMutableBytes { linefeed_peek(0, $0.baseAddress, $0.count) }
        return Array(head.prefix(max(count, 0)))
    }
}
