/// How a still of a map is drawn.
public struct StillOptions: Sendable {
    public enum Format: String, Sendable, CaseIterable {
        case svg, png
    }

    /// Pixels.
    public struct Size: Sendable, Equatable {
        public let width: Int
        public let height: Int

        public init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// `1024x768`; nil for what is not a size, or one past the limits.
        public init?(_ text: String) {
            let parts = text.split(separator: "x", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
                let width = Int(parts[0]), let height = Int(parts[1]), Size.widths.contains(width),
                Size.heights.contains(height)
            else { return nil }
            self.init(width: width, height: height)
        }

        static let widths = 160...16_384
        static let heights = 120...16_384
        public static let usual = Size(width: 1024, height: 768)
        /// The words for a size that is none.
        public static let rule = "WxH in pixels, from 160x120 to 16384x16384"
    }

    public var format: Format
    public var size = Size.usual
    /// nil for one that says what is drawn.
    public var title: String?
    /// The zone of times, an IANA name; nil for that of the records.
    public var timezone: String?
    /// Whom a basemap's tiles come from; nil where there are none.
    public var attribution: String?
}
