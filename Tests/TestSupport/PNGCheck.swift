/// What a file of PNG says about itself.
public struct PNGCheck {
    /// Pixels; nil for what is no whole PNG.
    public let size: (width: Int, height: Int)?

    public init(_ bytes: [UInt8]) {
        let isWhole =
            bytes.count > 45 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            && bytes.suffix(8).starts(with: Array("IEND".utf8))
        func number(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
        size = isWhole ? (number(16), number(20)) : nil
    }

    /// What is wrong with a picture beside the same chart as SVG, whose units are two pixels each; nil when nothing is.
    public static func problem(_ png: InMemoryRun, _ svg: InMemoryRun) -> String? {
        guard let size = PNGCheck(png.bytes).size else { return "no PNG: \(png.log)" }
        let wanted = "width=\"\(size.width / 2)\" height=\"\(size.height / 2)\""
        return svg.output.contains(wanted) ? nil : "\(size) is not twice the size of the SVG"
    }
}
