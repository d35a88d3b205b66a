import Glibc

/// Makes a call of the system again as long as a signal interrupts it (EINTR) before it has done anything.
package func uninterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let value = call()
        if value >= 0 || errno != EINTR { return value }
    }
}

/// Fills a buffer with what lies at an offset, as far as the file goes.
/// - Returns: how many bytes there are; -1 where they cannot be read, and `errno` says why.
package func readFully(_ descriptor: Int32, at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var filled = 0
    while filled < buffer.count {
        let count = uninterrupted {
            pread(descriptor, buffer.baseAddress! + filled, buffer.count - filled, off_t(offset + filled))
        }
        if count < 0 { return -1 }
        if count == 0 { break }
        filled += count
    }
    return filled
}
