import Geometry
import StageKit

/// What `cover-tiles` is asked to do.
public struct CoverTilesOptions: StageOptions {
    /// The box to cover; nil covers the features of the input.
    public var bounds: Bounds?
    public var zooms = 12...15
    /// Pixels around, of which a tile has 256.
    public var buffer = 0.0
    public var writesBounds = false
    /// Features; none is standard input.
    public var files: [String] = []
    public var format = RecordFormat.ndjson

    public init() {}

    public var problem: String? {
        if bounds != nil, !files.isEmpty { return "--bbox and FILE cannot be combined; give one of them" }
        guard buffer >= 0, buffer <= 1_048_576 else { return "--buffer takes pixels, 0 to 1048576" }
        return nil
    }

    public func problem(with common: CommonOptions) -> String? {
        if bounds != nil, !common.conditions.isEmpty {
            return "--where has no effect with --bbox, which reads no records"
        }
        return format.problem(with: common)
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        if bounds == nil { named.read(files.isEmpty ? ["-"] : files) }
    }

    /// Reads `--bbox`: west, south, east, north in degrees.
    /// - Throws: `UnusableOption`.
    public static func box(_ text: String, _ option: String) throws(UnusableOption) -> Bounds {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Double? in
            let trimmed = part.drop { $0 == " " }
            return trimmed.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
                ? Double(trimmed) : nil
        }
        guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite) else {
            throw UnusableOption(
                "\(option) takes west,south,east,north in degrees, as in 8.4,47.3,8.7,47.5; not '\(text)'")
        }
        let box = Bounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
        guard abs(box.south) <= 90, abs(box.north) <= 90 else {
            throw UnusableOption(
                "\(option): the second and fourth numbers are latitudes and must be -90 to 90; not '\(text)'")
        }
        guard abs(box.west) <= 180, abs(box.east) <= 180 else {
            throw UnusableOption(
                "\(option): the first and third numbers are longitudes and must be -180 to 180; not '\(text)'; for a box across "
                    + "the antimeridian, give a west that is greater than the east")
        }
        guard box.south <= box.north else {
            throw UnusableOption("\(option): the second number (south) is greater than the fourth (north); '\(text)'")
        }
        return box
    }
}
