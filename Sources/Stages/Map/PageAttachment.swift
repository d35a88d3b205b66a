import NDJSON

/// Bytes that a page carries beside its data, in an element of their own: the script reads them by `attached(name)`.
struct PageAttachment {
    /// The element's id.
    var name: String
    var bytes: [UInt8]

    /// The markup: base64 has nothing that would end the element.
    var element: [UInt8] {
        Array("<script type=\"application/octet-stream\" id=\"\(name)\">".utf8)
            + Array(bytes.withUnsafeBytes { Base64.text(of: $0) }.utf8) + Array("</script>\n".utf8)
    }
}

extension [UInt8] {
    /// Appends a number as LEB128: seven bits a byte, the lowest first.
    mutating func append(varint number: UInt) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }

    /// Appends a signed number with its sign in the lowest bit, so that small ones of both signs are short.
    mutating func append(signed number: Int) { append(varint: UInt(bitPattern: number << 1 ^ number >> 63)) }
}
