import Drawing
import StageKit
import YAML

/// Reads the file of `--style`; what it does not say stays as it is.
struct MapStyleFile {
    private static let limit = 1 << 20
    private static let zooms = 0.0...30.0

    /// - Throws: `StageFailure` with status 66 for a file that cannot be read, 78 for one that is wrong.
    static func style(_ path: String) throws -> MapStyle {
        guard let bytes = try WholeFile.read(path, atMost: limit) else {
            throw StageFailure(
                .configurationWrong, "--style: \(path): the file is larger than 1 MiB, so it is not a style")
        }
        do {
            return try style(bytes)
        } catch let fault as YAMLFault {
            throw StageFailure(.configurationWrong, "--style: \(path):\(fault.line): \(fault.reason)")
        }
    }

    /// - Throws: `YAMLFault`.
    static func style(_ bytes: [UInt8]) throws -> MapStyle {
        var style = MapStyle()
        let document = try YAMLReader.read(bytes)
        if document.isNull { return style }
        try read(
            document,
            [
                "background": { style.background = try optionalColor($0) },
                "lines": { try read($0, lines(&style.lines)) },
                "pins": { try read($0, pins(&style.pins)) },
                "vehicles": { try read($0, ["radius": { style.vehicles.radius = try size($0) }]) },
            ])
        return style
    }

    private typealias Member = (YAMLNode) throws -> Void

    private static func lines(_ lines: UnsafeMutablePointer<MapStyle.Lines>) -> [String: Member] {
        [
            "width": { lines.pointee.width = try size($0) },
            "casing": { lines.pointee.casing = try size($0) },
            "casing_color": { lines.pointee.casingColor = try automaticColor($0) },
            "color": { lines.pointee.color = try automaticColor($0) },
            "opacity": { lines.pointee.opacity = try number($0, 0...1) },
            "names_from_zoom": { lines.pointee.namesFromZoom = Int(try number($0, zooms)) },
            "name_size": { lines.pointee.nameSize = try size($0) },
        ]
    }

    private static func pins(_ pins: UnsafeMutablePointer<MapStyle.Pins>) -> [String: Member] {
        [
            "from_zoom": { pins.pointee.fromZoom = Int(try number($0, zooms)) },
            "radius": { pins.pointee.radius = try size($0) },
            "outline": { pins.pointee.outline = try size($0) },
            "spacing": { pins.pointee.spacing = try size($0) },
            "fill": { pins.pointee.fill = try color($0) },
            "outline_color": { pins.pointee.outlineColor = try color($0) },
            "labels_from_zoom": { pins.pointee.labelsFromZoom = Int(try number($0, zooms)) },
            "label_size": { pins.pointee.labelSize = try size($0) },
            "label_color": { pins.pointee.labelColor = try color($0) },
            "label_halo": { pins.pointee.labelHalo = try color($0) },
        ]
    }

    /// Hands each member of a mapping to what takes it.
    private static func read(_ node: YAMLNode, _ known: [String: Member]) throws {
        for member in try node.mapping() {
            guard let take = known[member.key] else {
                throw YAMLFault(
                    line: member.line,
                    reason:
                        "'\(member.key)' is not a key here; the keys are \(known.keys.sorted().joined(separator: ", "))"
                )
            }
            try take(member.value)
        }
    }

    private static func number(_ node: YAMLNode, _ range: ClosedRange<Double>) throws -> Double {
        let number = try node.number()
        guard range.contains(number) else {
            throw YAMLFault(line: node.line, reason: "\(number) is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A number of pixels, or one by zoom.
    private static func size(_ node: YAMLNode) throws -> ZoomValue {
        let pixels = 0.0...200
        guard case .mapping(let members) = node.content else {
            return ZoomValue([.init(zoom: 0, value: try number(node, pixels))])
        }
        guard !members.isEmpty else { throw YAMLFault(line: node.line, reason: "the mapping has no zooms") }
        return ZoomValue(
            try members.map { member in
                guard let zoom = Double(member.key), zooms.contains(zoom) else {
                    throw YAMLFault(line: member.line, reason: "'\(member.key)' is not a zoom")
                }
                return .init(zoom: zoom, value: try number(member.value, pixels))
            })
    }

    private static func color(_ node: YAMLNode) throws -> Color {
        let text = try node.text()
        guard let color = Color(hex: text.hasPrefix("#") ? String(text.dropFirst()) : text) else {
            throw YAMLFault(line: node.line, reason: "'\(text)' is not a colour such as \"#0072b2\"")
        }
        return color
    }

    /// `none` is nil.
    private static func optionalColor(_ node: YAMLNode) throws -> Color? {
        try node.text() == "none" ? nil : try color(node)
    }

    /// `auto` is nil.
    private static func automaticColor(_ node: YAMLNode) throws -> Color? {
        try node.text() == "auto" ? nil : try color(node)
    }
}
