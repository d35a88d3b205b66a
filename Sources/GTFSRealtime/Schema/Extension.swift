import CGTFSRealtime
import CProtobufC

/// An extension of GTFS-Realtime: fields that a producer has agreed to add, all under one number.
///
/// What it adds to a message is a plain message in `CGTFSRealtime`; adding an extension is a row in `all`.
public struct Extension: Sendable {
    public let name: String
    /// The number that it was registered under.
    public let number: Int
    /// Numbers under which other producers send the same messages.
    let alternates: [Int]
    /// By the extended message's name, the message that holds the added fields.
    let extends: @Sendable () -> [(message: String, added: UnsafePointer<ProtobufCMessageDescriptor>)]

    public static let all: [Extension] = [
        Extension(name: "tfnsw", number: 1007, alternates: [1999]) {
            [
                ("FeedEntity", linefeed_tfnsw__feed_entity_extension_descriptor()),
                ("VehiclePosition", linefeed_tfnsw__vehicle_position_extension_descriptor()),
                ("Position", linefeed_tfnsw__position_extension_descriptor()),
                ("VehicleDescriptor", linefeed_tfnsw__vehicle_descriptor_extension_descriptor()),
                ("TripUpdate.StopTimeUpdate", linefeed_tfnsw__stop_time_update_extension_descriptor()),
            ]
        },
        Extension(name: "nyct", number: 1001, alternates: []) {
            [
                ("FeedHeader", linefeed_nyct__feed_header_extension_descriptor()),
                ("TripDescriptor", linefeed_nyct__trip_descriptor_extension_descriptor()),
                ("TripUpdate.StopTimeUpdate", linefeed_nyct__stop_time_update_extension_descriptor()),
            ]
        },
        Extension(name: "mercury", number: 1001, alternates: []) {
            [
                ("FeedHeader", linefeed_mercury__feed_header_extension_descriptor()),
                ("Alert", linefeed_mercury__alert_extension_descriptor()),
                ("EntitySelector", linefeed_mercury__entity_selector_extension_descriptor()),
            ]
        },
    ]

    public static func named(_ name: String) -> Extension? { all.first { $0.name == name } }
}

/// Which extensions a schema has, and under which numbers.
public struct ExtensionChoice: Sendable {
    /// In the order of `Extension.all`, whatever the order they were asked for in: where two meet on one message
    /// and one number, the first has it.
    public var names: [String]
    /// Numbers given in place of the registered ones.
    public var numbers: [String: Int]

    public init(names: [String] = Extension.all.map(\.name), numbers: [String: Int] = [:]) {
        self.names = names
        self.numbers = numbers
    }

    public static let none = ExtensionChoice(names: [])

    /// The numbers an extension is recognised under.
    func numbers(of added: Extension, withAlternates: Bool) -> [Int] {
        if let given = numbers[added.name] { return [given] }
        return withAlternates ? [added.number] + added.alternates : [added.number]
    }
}
