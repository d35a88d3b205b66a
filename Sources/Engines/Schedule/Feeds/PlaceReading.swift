import Geometry
import NDJSON
import StageKit

/// The position of a stop: its own, or that of the nearest parent with a position.
///
/// A boarding area is in a platform and a platform in a station, so two steps are sufficient; longer or circular chains
/// end there.
package enum StopPlace {
    private static let steps = 2

    /// - Parameters:
    ///   - own: the position in the row of a stop.
    ///   - parent: the stop in the parent_station of a stop.
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
    /// The code of findings about invalid positions.
    package static let invalidPosition = "invalid_position"

    /// The position of the record; nil without one. An invalid position is reported and counts as missing.
    ///
    /// - Parameters:
    ///   - field: the column for the finding.
    ///   - name: the object with the position: `stop 'S2'`.
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

/// The message about an invalid position.
package enum PlaceWords {
    package static func refusal(_ name: String, _ latitude: String, _ longitude: String) -> String {
        "\(name) is at \(latitude), \(longitude), which is not a valid position; treated as having no position"
    }
}
