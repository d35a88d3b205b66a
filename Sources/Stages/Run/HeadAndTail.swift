/// The beginning and the end of what a quiet stage printed, in bounded memory however much it was.
struct HeadAndTail {
    private static let headSize = 16 << 10
    private static let tailSize = 48 << 10
    private var head: [UInt8] = []
    /// A ring once it is full.
    private var tail: [UInt8] = []
    private var next = 0
    private var left = 0

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        let first = rest.prefix(HeadAndTail.headSize - head.count)
        head.append(contentsOf: first)
        rest = rest.dropFirst(first.count)
        // Only the last ones can stay.
        let gone = max(0, rest.count - HeadAndTail.tailSize)
        left += gone
        rest = rest.dropFirst(gone)
        for byte in rest {
            if tail.count < HeadAndTail.tailSize {
                tail.append(byte)
            } else {
                tail[next] = byte
                next = (next + 1) % HeadAndTail.tailSize
                left += 1
            }
        }
    }

    /// As lines, with a line that tells how much is left out between the beginning and the end.
    var lines: [String] {
        let end = Array(tail[next...] + tail[..<next])
        guard left > 0 else { return HeadAndTail.lines(head + end) }
        return HeadAndTail.lines(head) + ["… \(left) bytes left out …"] + HeadAndTail.lines(end)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
