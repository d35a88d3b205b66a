import NDJSON

/// Writes the values of a partial report: an object of numbers, texts and lists of lists.
package struct PartWriter {
    let writer: RecordWriter

    package init(_ writer: RecordWriter) { self.writer = writer }

    package func integer(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(name)
        writer.integer(value)
    }

    package func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        writer.string(value)
    }

    package func flag(_ name: StaticString, _ value: Bool) {
        begin(name)
        writer.bool(value)
    }

    /// Lists of numbers; nil is null.
    package func lists(_ name: StaticString, _ fill: (_ add: ([Int?]) -> Void) -> Void) {
        begin(name)
        writer.beginArray()
        fill { list in
            writer.separator()
            writer.beginArray()
            for value in list {
                writer.separator()
                if let value { writer.integer(value) } else { writer.null() }
            }
            writer.endArray()
        }
        writer.endArray()
    }

    /// Values with their counts.
    package func counts(_ name: StaticString, _ values: [(value: Int, count: Int)]) {
        lists(name) { add in for (value, count) in values { add([value, count]) } }
    }

    private func begin(_ name: StaticString) {
        writer.separator()
        writer.append("\"")
        writer.append(name)
        writer.append("\":")
    }
}

/// The error for a value that `--partial` does not write.
package struct BrokenPart: Error {
    let member: String
    let isMissing: Bool

    package init(_ member: String, isMissing: Bool = false) {
        self.member = member
        self.isMissing = isMissing
    }
}

/// Reads the values of a partial report.
package struct PartReader {
    private var members: [(name: [UInt8], value: JSONValue)] = []
    /// The largest accepted count, so that sums do not overflow.
    package static let largestCount = 1 << 40
    /// The largest integer that every JSON reader represents exactly.
    package static let largest = 1 << 53

    package init(_ object: JSONValue) { object.forEachMember { members.append((Array($0.inside), $1)) } }

    private func value(_ name: StaticString) -> JSONValue {
        members.last { member in member.name.withUnsafeBytes { name.isSame($0) } }?.value ?? .absent
    }

    package func has(_ name: StaticString) -> Bool { value(name).isPresent }

    /// A count; 0 where there is none.
    package func count(_ name: StaticString) throws -> Int {
        let value = value(name)
        guard value.isPresent else { return 0 }
        guard let count = value.integer, (0...PartReader.largestCount).contains(count) else {
            throw BrokenPart("\(name)")
        }
        return count
    }

    /// A number of at most 53 bits; nil where there is none.
    package func integer(_ name: StaticString) throws -> Int? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let number = value.integer, number.magnitude <= PartReader.largest else { throw BrokenPart("\(name)") }
        return number
    }

    package func flag(_ name: StaticString) throws -> Bool? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let flag = value.bool else { throw BrokenPart("\(name)") }
        return flag
    }

    package func text(_ name: StaticString) throws -> String? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let text = value.string else { throw BrokenPart("\(name)") }
        return text
    }

    /// The inner lists of a list, each with a fixed number of values.
    package func lists(_ name: StaticString, of width: Int, _ take: ([Int?]) throws -> Void) throws {
        let value = value(name)
        guard value.kind == .array else { throw BrokenPart("\(name)") }
        try value.forEachElement { list in
            var numbers: [Int?] = []
            try list.forEachElement { element in
                if element.kind == .null { return numbers.append(nil) }
                guard let number = element.integer, number.magnitude <= PartReader.largest else {
                    throw BrokenPart("\(name)")
                }
                numbers.append(number)
            }
            guard numbers.count == width else { throw BrokenPart("\(name)") }
            try take(numbers)
        }
    }

    /// Values with their counts.
    package func counts(_ name: StaticString, in range: ClosedRange<Int>, _ take: (_ value: Int, _ count: Int) -> Void)
        throws
    {
        try lists(name, of: 2) { pair in
            guard let value = pair[0], let count = pair[1], range.contains(value),
                (1...PartReader.largestCount).contains(count)
            else { throw BrokenPart("\(name)") }
            take(value, count)
        }
    }
}

extension StaticString {
    @inline(__always)
    package func isSame(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == utf8CodeUnitCount else { return false }
        for place in 0..<bytes.count where bytes[place] != utf8Start[place] { return false }
        return true
    }

    @inline(__always)
    package func isSame(_ other: StaticString) -> Bool { utf8Start == other.utf8Start || "\(self)" == "\(other)" }
}
