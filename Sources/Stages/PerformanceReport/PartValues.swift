import Containers
import NDJSON

/// Writes the values of a part: an object of numbers, texts and lists of lists.
struct PartWriter {
    let writer: RecordWriter

    func integer(_ name: StaticString, _ value: Int?) {
        guard let value else { return }
        begin(name)
        writer.integer(value)
    }

    func text(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        begin(name)
        writer.string(value)
    }

    func flag(_ name: StaticString, _ value: Bool) {
        begin(name)
        writer.bool(value)
    }

    /// Lists of numbers; nil is null.
    func lists(_ name: StaticString, _ fill: (_ add: ([Int?]) -> Void) -> Void) {
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

    /// Values with how often each came.
    func counts(_ name: StaticString, _ values: Distribution) {
        lists(name) { add in for (value, count) in values.values { add([value, count]) } }
    }

    private func begin(_ name: StaticString) {
        writer.separator()
        writer.append("\"")
        writer.append(name)
        writer.append("\":")
    }
}

/// Thrown where a part has something that `--partial` does not write.
struct BrokenPart: Error {
    let member: StaticString
}

/// Reads the values of a part.
struct PartReader {
    private var members: [(name: [UInt8], value: JSONValue)] = []
    /// Larger counts are not counts: sums of them must not overflow.
    static let largestCount = 1 << 40
    /// The largest number that every JSON reader keeps.
    static let largest = 1 << 53

    init(_ object: JSONValue) { object.forEachMember { members.append((Array($0.inside), $1)) } }

    private func value(_ name: StaticString) -> JSONValue {
        members.last { member in member.name.withUnsafeBytes { name.isSame($0) } }?.value ?? .absent
    }

    func has(_ name: StaticString) -> Bool { value(name).isPresent }

    /// A count; 0 where there is none.
    func count(_ name: StaticString) throws -> Int {
        let value = value(name)
        guard value.isPresent else { return 0 }
        guard let count = value.integer, (0...PartReader.largestCount).contains(count) else {
            throw BrokenPart(member: name)
        }
        return count
    }

    /// A number of at most 53 bits; nil where there is none.
    func integer(_ name: StaticString) throws -> Int? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let number = value.integer, number.magnitude <= PartReader.largest else { throw BrokenPart(member: name) }
        return number
    }

    func flag(_ name: StaticString) throws -> Bool? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let flag = value.bool else { throw BrokenPart(member: name) }
        return flag
    }

    func text(_ name: StaticString) throws -> String? {
        let value = value(name)
        guard value.isPresent else { return nil }
        guard let text = value.string else { throw BrokenPart(member: name) }
        return text
    }

    /// The lists of a list, each of so many numbers.
    func lists(_ name: StaticString, of width: Int, _ take: ([Int?]) throws -> Void) throws {
        let value = value(name)
        guard value.kind == .array else { throw BrokenPart(member: name) }
        try value.forEachElement { list in
            var numbers: [Int?] = []
            try list.forEachElement { element in
                if element.kind == .null { return numbers.append(nil) }
                guard let number = element.integer, number.magnitude <= PartReader.largest else {
                    throw BrokenPart(member: name)
                }
                numbers.append(number)
            }
            guard numbers.count == width else { throw BrokenPart(member: name) }
            try take(numbers)
        }
    }

    /// Values with how often each came.
    func counts(_ name: StaticString, in range: ClosedRange<Int>, _ take: (_ value: Int, _ count: Int) -> Void) throws {
        try lists(name, of: 2) { pair in
            guard let value = pair[0], let count = pair[1], range.contains(value),
                (1...PartReader.largestCount).contains(count)
            else { throw BrokenPart(member: name) }
            take(value, count)
        }
    }
}
