extension RecordWriter {
    /// Writes a JSON string when every byte is plain ASCII that needs no escape; otherwise writes nothing.
    ///
    /// One pass checks and copies, eight bytes at a time; for texts that are nearly always ids and names.
    /// - Returns: whether the string was written.
    @inlinable @inline(__always)
    public func plainString(_ start: UnsafeRawPointer, _ length: Int) -> Bool {
        reserve(length &+ 2)
        let target = base + used
        target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        let content = target + 1
        if length >= 8 {
            var position = 0
            while position &+ 8 <= length {
                let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                if !JSONText.isPlain(word) { return false }
                content.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
                position &+= 8
            }
            if position < length {
                let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
                if !JSONText.isPlain(word) { return false }
                content.storeBytes(of: word.littleEndian, toByteOffset: length &- 8, as: UInt64.self)
            }
        } else if length >= 4 {
            let first = start.loadUnaligned(as: UInt32.self)
            let last = start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
            if !JSONText.isPlain(first, last) { return false }
            content.storeBytes(of: first, as: UInt32.self)
            content.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
        } else {
            var position = 0
            while position < length {
                let byte = start.load(fromByteOffset: position, as: UInt8.self)
                if !JSONText.isPlain(byte) { return false }
                content.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
                position &+= 1
            }
        }
        content.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length, as: UInt8.self)
        used &+= length &+ 2
        return true
    }
}
