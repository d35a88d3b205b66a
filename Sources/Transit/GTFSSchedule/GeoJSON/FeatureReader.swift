import NDJSON

/// The features of a GeoJSON FeatureCollection (RFC 7946 §3.3), one at a time, without holding the file.
///
/// Only the collection's structure is followed here; each feature's bytes are handed out for a scanner to check.
/// Memory: the longest feature and a buffer of 64 KiB.
public final class FeatureReader {
    public enum Outcome {
        /// A feature inside the object `{"feature":…}`, so that it scans as a record; valid until the next call.
        case feature(UnsafeRawBufferPointer)
        /// A feature of more bytes than are accepted, passed over.
        case tooLong(bytes: Int)
        /// The text is not a feature collection from here on.
        case broken(reason: String)
        case end
    }

    private enum Place {
        case start, members, elements, afterElement, done
    }

    private struct Break: Error {
        let reason: String
    }

    private let source: any ByteSource
    private let limit: Int
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var from = 0
    private var filled = 0
    private var place = Place.start
    private var hasFeatures = false
    private let feature = RecordWriter(capacity: 1 << 12)
    private let key = RecordWriter(capacity: 64)
    private var currentLine = 1
    private let text = RecordWriter(capacity: 64)
    /// Whether the collection has the member `type`, and whether it says `FeatureCollection`; complete at the end.
    public private(set) var hasType = false
    public private(set) var isCollection = false
    /// Members of the collection that RFC 7946 does not have, and those that occur again; the first 32 of each.
    public private(set) var unknownMembers: [String] = []
    public private(set) var repeatedMembers: [String] = []
    private static let memberLimit = 32
    /// The line on which what was returned last begins, counted from 1.
    public private(set) var line = 1

    /// - Parameter limit: the longest accepted feature in bytes.
    public init(_ source: any ByteSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    deinit { buffer.deallocate() }

    /// Moves to the next feature.
    /// - Throws: what the source throws.
    public func next() throws -> Outcome {
        do {
            if place == .start { try start() }
            // What follows a feature is read after the feature was delivered, so that a fault there costs none.
            if place == .afterElement { try afterElement() }
            while place == .members { try member() }
            guard place == .elements else {
                if hasFeatures { return .end }
                throw Break(reason: "the file has no array 'features'")
            }
            return try element()
        } catch let fault as Break {
            line = currentLine
            place = .done
            hasFeatures = true
            return .broken(reason: fault.reason)
        }
    }

    // MARK: The collection

    private func start() throws {
        guard try skipBlanks() == 0x7B else { throw Break(reason: "'{' expected") }
        advance()
        place = .members
        if try skipBlanks() == 0x7D { try finish() }
    }

    private func member() throws {
        guard try skipBlanks() == 0x22 else { throw Break(reason: "expected a member name in quotes") }
        key.removeAll()
        try value(into: key)
        guard try skipBlanks() == 0x3A else { throw Break(reason: "':' expected") }
        advance()
        let first = try skipBlanks()
        if first == 0x5B, key.bytes.elementsEqual("\"features\"".utf8) {
            advance()
            if hasFeatures { note("features", in: &repeatedMembers) }
            hasFeatures = true
            place = .elements
            if try skipBlanks() == 0x5D {
                advance()
                try afterMember()
            }
            return
        }
        if key.bytes.elementsEqual("\"type\"".utf8) {
            if hasType { note("type", in: &repeatedMembers) }
            hasType = true
            text.removeAll()
            try value(into: text)
            isCollection = text.bytes.elementsEqual("\"FeatureCollection\"".utf8)
        } else {
            let name = String(decoding: key.bytes.dropFirst().dropLast(), as: UTF8.self)
            if unknownMembers.contains(name) {
                note(name, in: &repeatedMembers)
            } else {
                note(name, in: &unknownMembers)
            }
            try value(into: nil)
        }
        try afterMember()
    }

    private func note(_ name: String, in names: inout [String]) {
        if names.count < FeatureReader.memberLimit { names.append(name) }
    }

    private func afterMember() throws {
        switch try skipBlanks() {
        case 0x2C:
            advance()
            place = .members
        case 0x7D: try finish()
        default: throw Break(reason: "',' or '}' expected")
        }
    }

    private func finish() throws {
        advance()
        place = .done
        if try skipBlanks() != nil { throw Break(reason: "unexpected text after the end of the collection") }
    }

    private func element() throws -> Outcome {
        _ = try skipBlanks()
        line = currentLine
        feature.removeAll()
        feature.append("{\"feature\":")
        let count = try value(into: feature)
        place = .afterElement
        if count > limit { return .tooLong(bytes: count) }
        feature.append("}")
        return .feature(feature.bytes)
    }

    private func afterElement() throws {
        switch try skipBlanks() {
        case 0x2C:
            advance()
            place = .elements
        case 0x5D:
            advance()
            try afterMember()
        default: throw Break(reason: "expected ',' or ']' after a feature")
        }
    }

    // MARK: Values

    /// Moves past one value, copying what the limit lets in, and returns its length in bytes.
    @discardableResult
    private func value(into writer: RecordWriter?) throws -> Int {
        var depth = 0
        var count = 0
        func take(_ byte: UInt8) {
            count += 1
            if count <= limit { writer?.append(byte) }
            advance()
        }
        while let byte = try peek() {
            switch byte {
            case 0x22:
                take(byte)
                try string(take)
                if depth == 0 { return count }
            case 0x7B, 0x5B:
                depth += 1
                take(byte)
            case 0x7D, 0x5D:
                if depth == 0 { return try nonEmpty(count) }
                depth -= 1
                take(byte)
                if depth == 0 { return count }
            case 0x2C, 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return try nonEmpty(count) }
                take(byte)
            default: take(byte)
            }
        }
        throw Break(reason: "the file ends early")
    }

    private func nonEmpty(_ count: Int) throws -> Int {
        if count == 0 { throw Break(reason: "a value expected") }
        return count
    }

    /// Moves past the rest of a string and its closing quote.
    private func string(_ take: (UInt8) -> Void) throws {
        while let byte = try peek() {
            take(byte)
            if byte == 0x22 { return }
            if byte == 0x5C, let escaped = try peek() { take(escaped) }
        }
        throw Break(reason: "the file ends inside a string")
    }

    // MARK: Bytes

    @inline(__always)
    private func peek() throws -> UInt8? {
        if from == filled {
            filled = try source.read(into: buffer)
            from = 0
            if filled == 0 { return nil }
        }
        return buffer[from]
    }

    @inline(__always)
    private func advance() {
        if buffer[from] == 0x0A { currentLine += 1 }
        from += 1
    }

    private func skipBlanks() throws -> UInt8? {
        while let byte = try peek() {
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            advance()
        }
        return nil
    }
}
