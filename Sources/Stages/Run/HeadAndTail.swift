/// The beginning and the end of what a quiet stage printed, in bounded memory however much it was.
struct HeadAndTail {
    private static let headSize = 16 << 10
    private static let tailSize = 48 << 10
    private var head: [UInt8] = []
    /// A ring: the next byte goes to `total` modulo its size.
    private var tail: [UInt8] = []
    /// Bytes that came after the head.
    private var total = 0

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let first = bytes.prefix(HeadAndTail.headSize - head.count)
        head.append(contentsOf: first)
        var rest = bytes.dropFirst(first.count)
        guard !rest.isEmpty else { return }
        let size = HeadAndTail.tailSize
        if tail.isEmpty { tail = [UInt8](repeating: 0, count: size) }
        // Only the last ones can stay.
        let passed = max(0, rest.count - size)
        total += passed
        rest = rest.dropFirst(passed)
        while !rest.isEmpty {
            let place = total % size
            let part = rest.prefix(size - place)
            tail.withUnsafeMutableBytes { ring in
                UnsafeMutableRawBufferPointer(rebasing: ring[place...]).copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: part))
            }
            total += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    /// As lines, with a line that tells how much is left out between the beginning and the end.
    var lines: [String] {
        let size = HeadAndTail.tailSize
        guard total > size else { return HeadAndTail.lines(head + tail.prefix(total)) }
        let end = Array(tail[(total % size)...] + tail[..<(total % size)])
        return HeadAndTail.lines(head) + ["… \(total - size) bytes omitted …"] + HeadAndTail.lines(end)
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
