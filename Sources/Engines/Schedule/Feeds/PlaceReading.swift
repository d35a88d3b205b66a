import Geometry
import NDJSON
import StageKit

/// Where a stop is: at its own position, else at that of the nearest stop above it that has one.
///
/// A boarding area stands in a platform and a platform in a station, so that two steps up are enough; longer chains, and
/// chains that lead into themselves, end there.
package enum StopPlace {
    private static let steps = 2

    /// - Parameters:
    ///   - own: the position that a stop's row gives.
    ///   - parent: the stop that a stop's parent_station names.
    package static func find<Stop>(
        _ stop: Stop, own: (Stop) -> Coordinate?, parent: (Stop) -> Stop?
    ) -> Coordinate? {
        var stop = stop
        for _ in 0..<steps {
            if let place = own(stop) { return place }
            guard let above = parent(stop) else { return nil }
            stop = above
        }
        return own(stop)
    }
}

extension ColumnReader {
    /// The code of a position that cannot be one.
    package static let invalidPosition = "invalid_position"

    /// The position of the record; nil if it gives none. A position that cannot be one is reported and counts as none.
    ///
    /// - Parameters:
    ///   - field: the column that the finding names.
    ///   - name: what the position is of: `stop 'S2'`.
    package func place(
        _ latitude: JSONValue, _ longitude: JSONValue, field: String, of name: @autoclosure () -> String
    ) -> Coordinate? {
        guard latitude.isPresent || longitude.isPresent else { return nil }
        if let place = Coordinate(place: latitude.double, longitude.double) { return place }
        report(.null, ColumnReader.invalidPosition, field: field, value: latitude) { _ in
            PlaceWords.refusal(name(), ColumnReader.words(latitude), ColumnReader.words(longitude))
        }
        return nil
    }

    private static func words(_ value: JSONValue) -> String {
        value.isPresent ? Finding.printable(String(decoding: value.inside, as: UTF8.self)) : "nothing"
    }
}

/// What is said of a position that cannot be one.
package enum PlaceWords {
    package static func refusal(_ name: String, _ latitude: String, _ longitude: String) -> String {
        "\(name) is at \(latitude), \(longitude), which is not a valid position; treated as having no position"
    }
}
