import CGTFSRealtime
import CProtobufC
import Platform

/// An enumeration of the specification: its numbers and names, from the tables of libprotobuf-c.
public struct Enumeration: @unchecked Sendable {
    /// The values, sorted by number.
    public let cases: [EnumerationCase]
    /// The names, which live as long as the process.
    private let names: [UnsafeRawBufferPointer]

    public static let tripRelationship = Enumeration("trip_update", "trip", "schedule_relationship")
    public static let stopRelationship = Enumeration("trip_update", "stop_time_update", "schedule_relationship")
    public static let pickupType = Enumeration(
        "trip_update", "stop_time_update", "stop_time_properties", "pickup_type")
    public static let stopStatus = Enumeration("vehicle", "current_status")
    public static let occupancyStatus = Enumeration("vehicle", "occupancy_status")
    public static let congestionLevel = Enumeration("vehicle", "congestion_level")
    public static let wheelchairAccessible = Enumeration("vehicle", "vehicle", "wheelchair_accessible")
    public static let alertCause = Enumeration("alert", "cause")
    public static let alertEffect = Enumeration("alert", "effect")
    public static let alertSeverity = Enumeration("alert", "severity_level")

    /// FeedHeader.Incrementality.
    public static let incrementality = Enumeration(of: "header", ["incrementality"])

    private init(_ path: String...) { self.init(of: "entity", path) }

    /// Returns the enumeration of the field at the end of a path that starts in a part of the message.
    private init(of part: String, _ path: [String]) {
        var table = UnsafeRawPointer(linefeed_transit_realtime__feed_message_descriptor())
        for name in [part] + path {
            let message = table?.assumingMemoryBound(to: ProtobufCMessageDescriptor.self)
            guard let field = protobuf_c_message_descriptor_get_field_by_name(message, name),
                let next = field.pointee.descriptor
            else { preconditionFailure("the specification has no \(path.joined(separator: "."))") }
            table = next
        }
        guard let values = table?.assumingMemoryBound(to: ProtobufCEnumDescriptor.self).pointee else {
            preconditionFailure("the specification has no \(path.joined(separator: "."))")
        }
        let all = UnsafeBufferPointer(start: values.values, count: Int(values.n_values))
        cases = all.map { EnumerationCase(Int($0.value), String(cString: $0.name)) }
        names = all.map { UnsafeRawBufferPointer(start: $0.name, count: Int(strlen($0.name))) }
    }

    public func number(named name: String) -> Int? { cases.first { $0.name == name }?.value }

    /// Returns the number of a name; nil for other text.
    public func number(of name: UnsafeRawBufferPointer) -> Int? {
        for (place, known) in names.enumerated() where name.elementsEqual(known) { return cases[place].value }
        return nil
    }
}
