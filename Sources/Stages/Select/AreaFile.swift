import GeoJSON
import Geometry
import NDJSON
import StageKit

/// Reads the polygons of a GeoJSON file: a geometry, a Feature, a FeatureCollection, or one of these a line.
///
/// The whole file is understood or the run ends: an area without one of its corners or parts is another area.
struct AreaFile {
    private let path: String
    private var polygons: [[Polyline]] = []
    /// Points and lines, which enclose nothing.
    private var others = 0
    /// The line of a file that has an object a line.
    private var line: Int?
    private static let sizeLimit = 256 << 20

    /// - Throws: `StageFailure` with status 65 where the file is larger than 256 MiB, is no GeoJSON, has a geometry that is
    ///   not understood or a position that is none on earth, or has no polygon; 66 where it cannot be read.
    static func polygons(_ path: String, _ context: StageContext) throws -> [[Polyline]] {
        guard let bytes = try WholeFile.read(path, atMost: sizeLimit) else {
            throw StageFailure(.dataUnusable, "--area: \(path) is larger than 256 MB")
        }
        var file = AreaFile(path: path)
        try bytes.withUnsafeBytes { try file.read($0) }
        guard !file.polygons.isEmpty else { throw StageFailure(.dataUnusable, "--area: \(path) has no polygon") }
        if file.others > 0 {
            context.diagnostics.report(
                Finding(
                    .surprise, "area_encloses_nothing", file: path,
                    message: "\(file.others) points or lines enclose no area; ignored"),
                count: file.others)
        }
        return file.polygons
    }

    private init(path: String) { self.path = path }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
        let scanner = RecordScanner(fields: ["type"])
        var whole: JSONFault?
        do throws(JSONFault) { try scanner.scan(bytes) } catch { whole = error }
        guard let whole else { return try take(JSONValue.object(bytes), "") }
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            let object = UnsafeRawBufferPointer(rebasing: line)
            do throws(JSONFault) {
                try scanner.scan(object)
            } catch {
                // Where the first line is no object by itself, the file is one object that breaks off somewhere.
                let fault = self.line == nil ? whole : error
                throw failure("", "is not GeoJSON: byte \(fault.offset): \(fault.reason)")
            }
            self.line = number
            try take(JSONValue.object(object), "")
        }
    }

    /// - Parameter place: where the object is in the file: `features[2]`.
    private mutating func take(_ object: JSONValue, _ place: String) throws {
        var type = JSONValue.absent
        var geometry = JSONValue.absent
        var features = JSONValue.absent
        object.forEachMember { key, value in
            if key.inside.elementsEqual("type".utf8) { type = value }
            if key.inside.elementsEqual("geometry".utf8) { geometry = value }
            if key.inside.elementsEqual("features".utf8) { features = value }
        }
        switch type.string {
        case "FeatureCollection":
            guard features.kind == .array else { throw failure(AreaFile.inside(place, "features"), "is not an array") }
            var number = 0
            try features.forEachElement { feature in
                try take(feature, AreaFile.inside(place, "features[\(number)]"))
                number += 1
            }
        case "Feature":
            guard geometry.isPresent else {
                throw failure(AreaFile.inside(place, "geometry"), geometry.kind == .null ? "is null" : "is missing")
            }
            try take(geometry: geometry, AreaFile.inside(place, "geometry"))
        default: try take(geometry: object, place)
        }
    }

    private mutating func take(geometry: JSONValue, _ place: String) throws {
        if let problem = GeometryProblem.first(in: geometry) {
            throw failure(AreaFile.inside(place, problem.place), problem.words)
        }
        guard let found = FeatureGeometry(geometry) else { throw failure(place, "is not a geometry") }
        polygons += found.polygons
        others += found.points.count + found.lines.count
    }

    private static func inside(_ place: String, _ member: String) -> String {
        place.isEmpty || member.isEmpty ? place + member : place + "." + member
    }

    private func failure(_ place: String, _ words: String) -> StageFailure {
        let line = line.map { ":\($0)" } ?? ""
        return StageFailure(
            .dataUnusable,
            "--area: \(path)\(line): \(place.isEmpty ? "" : place + " ")\(Finding.printable(words, limit: 200)); nothing "
                + "was selected")
    }
}
