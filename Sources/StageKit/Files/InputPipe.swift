import CProcess

extension StageContext {
    /// The first bytes in the pipe that standard input is, which stay there for who reads it; empty where there is none.
    public static func headOfInputPipe() -> [UInt8] {
        var head = [UInt8](repeating: 0, count: 16)
        let count = head.withUnsafeMutableBytes { linefeed_peek(0, $0.baseAddress, $0.count) }
        return Array(head.prefix(max(count, 0)))
    }
}
