import GeoJSON
import Geometry
import NDJSON
import StageKit

/// What is asked for, in the form in which it is asked of rows.
final class SelectChoice {
    /// The values of an option, and which of them occurred.
    final class Values {
        let option: String
        let what: String
        private var isMet: [String: Bool]
        /// Names near the first value that is asked for; an id of millions is compared with none.
        private var nearest: NearestNames?
        private var compared = 0
        private static let mostCompared = 20_000

        init(_ option: String, _ what: String, _ values: [String]) {
            self.option = option
            self.what = what
            isMet = Dictionary(values.map { ($0, false) }, uniquingKeysWith: { first, _ in first })
            nearest = values.first.map { NearestNames($0) }
        }

        var isEmpty: Bool { isMet.isEmpty }

        /// Whether an id is one of them; any is where none is asked for.
        func takes(_ id: UnsafeRawBufferPointer?) -> Bool {
            guard !isMet.isEmpty else { return true }
            guard let id else { return false }
            let text = String(decoding: id, as: UTF8.self)
            guard isMet[text] != nil else {
                if compared < Values.mostCompared {
                    compared += 1
                    nearest?.see(text)
                }
                return false
            }
            isMet[text] = true
            return true
        }

        var unmet: [String] { isMet.filter { !$1 }.keys.sorted() }
        var nearestWords: String { nearest?.words(none: "it has none at all") ?? "" }
        var isWhollyUnmet: Bool { !isMet.isEmpty && !isMet.values.contains(true) }
    }

    let routes: Values
    let agencies: Values
    let trips: Values
    let stops: Values
    let area: Area?

    /// - Throws: `StageFailure` where the file of an area cannot be read, or has no polygon.
    init(_ options: SelectOptions, _ context: StageContext) throws {
        routes = Values("--route", "route", options.routes)
        agencies = Values("--agency", "agency", options.agencies)
        trips = Values("--trip", "trip", options.trips)
        stops = Values("--stop", "stop", options.stops)
        let polygons = try options.area.map { try AreaFile.polygons($0, context) }
        area = polygons == nil && options.box == nil ? nil : Area(box: options.box, polygons: polygons)
    }

    /// Says which values nothing has.
    /// - Throws: `StageFailure` with status 65 where that is all of an option's.
    func report(_ context: StageContext) throws {
        for values in [routes, agencies, trips, stops] where !values.unmet.isEmpty {
            let names = values.unmet.prefix(5).map(Finding.quoted).joined(separator: ", ")
            let sentence =
                "\(values.option): the feed has no \(values.what) \(names)\(values.unmet.count > 5 ? ", …" : "")"
            guard !values.isWhollyUnmet else {
                throw context.unusable("\(values.what)_not_found", "\(sentence); \(values.nearestWords)")
            }
            context.diagnostics.report(Finding(.surprise, "\(values.what)_not_found", message: sentence))
        }
    }
}

/// A box, polygons, or both: what must hold of a place together.
struct Area {
    let box: Bounds?
    /// Each with its outer ring first, then its holes.
    let polygons: [[Polyline]]?

    func contains(_ place: Coordinate) -> Bool {
        if let box, !box.contains(place) { return false }
        guard let polygons else { return true }
        return polygons.contains { Area.contains(place, $0) }
    }

    /// Even-odd rule over all rings; a ring is closed whether its last position is its first or not.
    private static func contains(_ place: Coordinate, _ rings: [Polyline]) -> Bool {
        var isInside = false
        for ring in rings {
            let points = ring.coordinates
            guard var last = points.last else { continue }
            for point in points {
                if (point.latitude > place.latitude) != (last.latitude > place.latitude) {
                    let share = (place.latitude - point.latitude) / (last.latitude - point.latitude)
                    if place.longitude < point.longitude + share * (last.longitude - point.longitude) {
                        isInside.toggle()
                    }
                }
                last = point
            }
        }
        return isInside
    }
}

/// Reads the polygons of a GeoJSON file: a geometry, a Feature, a FeatureCollection, or a Feature a line.
enum AreaFile {
    static func polygons(_ path: String, _ context: StageContext) throws -> [[Polyline]] {
        guard let bytes = try WholeFile.read(path, atMost: 256 << 20) else {
            throw StageFailure(.dataUnusable, "--area: \(path) is larger than 256 MB")
        }
        var polygons: [[Polyline]] = []
        let scanner = RecordScanner(fields: ["type", "geometry", "features"])
        func take(_ object: JSONValue) {
            if let geometry = FeatureGeometry(object) {
                polygons += geometry.polygons
                return
            }
            object.forEachMember { key, value in
                if key.inside.elementsEqual("geometry".utf8) { take(value) }
                if key.inside.elementsEqual("features".utf8) { value.forEachElement { take($0) } }
            }
        }
        try bytes.withUnsafeBytes { bytes in
            do throws(JSONFault) {
                try scanner.scan(bytes)
                return take(JSONValue.object(bytes))
            } catch {
                var isWhole = true
                for line in bytes.split(separator: 0x0A) where line.contains(where: { $0 > 0x20 }) {
                    let line = UnsafeRawBufferPointer(rebasing: line)
                    if (try? scanner.scan(line)) == nil { isWhole = false } else { take(JSONValue.object(line)) }
                }
                guard isWhole else {
                    throw StageFailure(
                        .dataUnusable, "--area: \(path) is no GeoJSON: byte \(error.offset): \(error.reason)")
                }
            }
        }
        guard !polygons.isEmpty else { throw StageFailure(.dataUnusable, "--area: \(path) has no polygon") }
        return polygons
    }
}
