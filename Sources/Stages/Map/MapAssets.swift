import NDJSON
import Platform
import StageKit

/// MapLibre GL JS, which the page draws its maps with: found beside the program, as `scripts/setup` puts it there.
struct MapAssets {
    let script: [UInt8]
    let style: [UInt8]

    /// Their folder under a `share/linefeed`, and the two files that are read.
    static let folder = "maplibre"
    static let scriptName = "maplibre-gl.js"
    static let styleName = "maplibre-gl.css"
    /// Larger files are none of MapLibre's.
    private static let limit = 64 << 20

    /// The folders that are looked in, in this order.
    static func places(for options: MapOptions, program: String?, environment: String?) -> [String] {
        // Who names a folder means that one and no other.
        if let assets = options.assets { return [assets, assets + "/" + folder] }
        var places: [String] = []
        if let environment, !environment.isEmpty { places += [environment, environment + "/" + folder] }
        if let program {
            var parent = program[...]
            // bin/../share, and for a checkout .build/<triple>/<configuration>/../../share.
            for _ in 0..<3 {
                guard let slash = parent.lastIndex(of: "/") else { break }
                parent = parent[..<slash]
                guard let above = parent.lastIndex(of: "/") else { break }
                places.append(parent[..<above] + "/share/linefeed/" + folder)
            }
        }
        return places + ["/usr/local/share/linefeed/" + folder, "/usr/share/linefeed/" + folder]
    }

    /// Reads MapLibre's script and style from the first folder that has them.
    /// - Throws: `StageFailure` with status 66 that names where they were looked for and how to get them, and with 65
    ///   where what is there cannot stand in a page.
    static func find(_ options: MapOptions, _ world: World) throws -> MapAssets {
        let places = places(
            for: options, program: programPath(), environment: world.environment("LINEFEED_ASSETS"))
        for place in places {
            guard access(place + "/" + scriptName, F_OK) == 0 else { continue }
            let script = try read(place + "/" + scriptName)
            let style = try read(place + "/" + styleName)
            return MapAssets(script: script, style: style)
        }
        var shown = places.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        if options.assets != nil { shown = [shown[0]] }
        throw StageFailure(
            .inputMissing,
            "a page with a map needs MapLibre GL JS, but there is no \(scriptName) in "
                + shown.joined(separator: ", ")
                + "; download it with 'scripts/setup --assets', or name its folder with --assets DIR")
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try input.read(into: $0) }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw StageFailure(.dataUnusable, "\(path) is too large to be a file of MapLibre")
            }
        }
        guard !bytes.isEmpty, bytes.withUnsafeBytes({ JSONText.invalidUTF8($0) }) == nil else {
            let what = bytes.isEmpty ? "empty" : "not text"
            throw StageFailure(.dataUnusable, "\(path) is not a file of MapLibre: it is \(what)")
        }
        // What would end the element it is put into cannot be put there.
        for end in ["</script", "</style", "<!--"] where contains(bytes, Array(end.utf8)) {
            throw StageFailure(.dataUnusable, "\(path) is not a file of MapLibre: it contains \(end)")
        }
        return bytes
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let place = rest.firstIndex(of: part[0]) {
            if rest[place...].starts(with: part) { return true }
            rest = rest[(place + 1)...]
        }
        return false
    }

    /// The path of the running program, links followed.
    private static func programPath() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
