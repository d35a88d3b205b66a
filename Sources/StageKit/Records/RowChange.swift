import Contract
import NDJSON

/// How a row that a stage passes on differs from the row that it read.
public struct RowChange {
    /// A new value of a member.
    public enum Value {
        case text(String)
        case number(Int)
        /// Seconds of the service day, written as `HH:MM:SS`.
        case time(Int)
    }

    private var removed: [String] = []
    private var values: [(name: String, value: Value)] = []

    public init() {}

    public var isEmpty: Bool { removed.isEmpty && values.isEmpty }

    /// Removes a member.
    public mutating func remove(_ name: String) { removed.append(name) }

    /// Gives a member a new value; a row without the member gets it as its last one.
    public mutating func set(_ name: String, _ value: Value) {
        if let place = values.firstIndex(where: { $0.name == name }) {
            values[place].value = value
        } else {
            values.append((name, value))
        }
    }

    /// Forgets all changes.
    public mutating func clear() {
        removed.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Writes the members of a record after its head.
    /// - Parameters:
    ///   - line: the record as it was read.
    ///   - hasFeedID: whether the head has a feed id, which replaces the record's own.
    ///   - isFeature: whether the head has the GeoJSON type, which is an ordinary column in other tables.
    public func write(_ line: UnsafeRawBufferPointer, to writer: RecordWriter, hasFeedID: Bool, isFeature: Bool) {
        var written: UInt64 = 0
        JSONValue.object(line).forEachMember { key, value in
            let name = key.inside
            if name.elementsEqual("table".utf8) || hasFeedID && name.elementsEqual("feed_id".utf8) { return }
            if isFeature, name.elementsEqual("type".utf8) { return }
            if removed.contains(where: { name.elementsEqual($0.utf8) }) { return }
            writer.append(UInt8(ascii: ","))
            writer.append(key.raw)
            writer.append(UInt8(ascii: ":"))
            if let place = values.firstIndex(where: { name.elementsEqual($0.name.utf8) }) {
                written |= 1 << UInt64(place)
                RowChange.write(values[place].value, to: writer)
            } else {
                writer.append(value.raw)
            }
        }
        for (place, value) in values.enumerated() where written & 1 << UInt64(place) == 0 {
            writer.key(named: value.name)
            RowChange.write(value.value, to: writer)
        }
    }

    private static func write(_ value: Value, to writer: RecordWriter) {
        switch value {
        case .text(let text): writer.string(text)
        case .number(let number): writer.integer(number)
        case .time(let seconds):
            writer.append(UInt8(ascii: "\""))
            writer.scheduleTime(max(seconds, 0))
            writer.append(UInt8(ascii: "\""))
        }
    }
}
