/// VehiclePosition.OccupancyStatus of GTFS-Realtime: the number as sent, in the specification or not.
public struct OccupancyStatus: Sendable, Hashable, Comparable {
    public let code: Int

    public init(code: Int) { self.code = code }

    /// The names in the specification; the index is the code.
    public static let names: [String] = [
        "EMPTY", "MANY_SEATS_AVAILABLE", "FEW_SEATS_AVAILABLE", "STANDING_ROOM_ONLY", "CRUSHED_STANDING_ROOM_ONLY",
        "FULL", "NOT_ACCEPTING_PASSENGERS", "NO_DATA_AVAILABLE", "NOT_BOARDABLE",
    ]

    private static let nameBytes: [[UInt8]] = names.map { Array($0.utf8) }

    /// All codes of the specification.
    public static let codes = 0...8

    /// The codes that describe crowding: 0 to 6. They are not a linear scale and are never averaged.
    public static let crowdingCodes = 0...6

    /// Creates the status from its name in the specification; returns nil for other text.
    public init?(name: UnsafeRawBufferPointer) {
        for (code, bytes) in OccupancyStatus.nameBytes.enumerated() where name.elementsEqual(bytes) {
            self.code = code
            return
        }
        return nil
    }

    public init?(name: String) {
        guard let code = OccupancyStatus.names.firstIndex(of: name) else { return nil }
        self.code = code
    }

    /// The name in the specification; nil for other numbers.
    public var name: String? {
        OccupancyStatus.names.indices.contains(code) ? OccupancyStatus.names[code] : nil
    }

    /// The level of crowding for passengers; nil if the code says nothing about it.
    public var level: OccupancyLevel? {
        switch code {
        case 0, 1: .low
        case 2: .moderate
        case 3, 4: .high
        case 5, 6: .veryCrowded
        default: nil
        }
    }

    public static func < (left: OccupancyStatus, right: OccupancyStatus) -> Bool { left.code < right.code }
}
