import Platform

/// A place in a picture, in its units from its upper left corner.
public struct Point: Sendable, Equatable {
    public var x: Double
    public var y: Double

    public init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }

    public func distance(to other: Point) -> Double { hypot(x - other.x, y - other.y) }
}

/// A rectangle in a picture.
public struct Frame: Sendable, Equatable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    public func overlaps(_ other: Frame) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    /// The smallest rectangle around both.
    public func union(_ other: Frame) -> Frame {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Frame(
            left, top, max(x + width, other.x + other.width) - left, max(y + height, other.y + other.height) - top)
    }

    public func contains(_ other: Frame) -> Bool {
        other.x >= x && other.y >= y && other.x + other.width <= x + width && other.y + other.height <= y + height
    }

    /// The smallest rectangle around points, wider by `margin` on each side.
    public init(around points: [Point], margin: Double) {
        let (left, top) = (points.map(\.x).min() ?? 0, points.map(\.y).min() ?? 0)
        self.init(
            left - margin, top - margin, (points.map(\.x).max() ?? 0) - left + 2 * margin,
            (points.map(\.y).max() ?? 0) - top + 2 * margin)
    }

    /// The four corners, from the upper left one on.
    var corners: [Point] {
        [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]
    }

    /// Lines that rise to the right within the rectangle, on which x and y add up to multiples of `pitch`.
    func diagonals(every pitch: Double) -> [[Point]] {
        let sums = stride(
            from: ((x + y) / pitch).rounded(.up) * pitch, through: x + y + width + height, by: pitch)
        return sums.map { sum in
            let (left, right) = (max(x, sum - y - height), min(x + width, sum - y))
            return [Point(left, sum - left), Point(right, sum - right)]
        }
    }
}

/// A colour of sRGB without transparency.
public struct Color: Sendable, Equatable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public init(_ channels: (red: UInt8, green: UInt8, blue: UInt8)) {
        self.init(channels.red, channels.green, channels.blue)
    }

    /// - Parameter hex: six hexadecimal digits; nil for anything else.
    public init?(hex: String) {
        guard hex.utf8.count == 6, hex.allSatisfy(\.isHexDigit), let value = UInt32(hex, radix: 16) else {
            return nil
        }
        self.init(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }

    public static let white = Color(255, 255, 255)
    public static let black = Color(0, 0, 0)

    /// `#1f5fbf`
    public var hex: String {
        "#"
            + [red, green, blue].map { channel in
                (channel < 16 ? "0" : "") + String(channel, radix: 16)
            }.joined()
    }

    /// Relative luminance, 0 to 1 (WCAG 2.2).
    public var luminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let share = Double(channel) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast, 1 to 21 (WCAG 2.2).
    public func contrast(with other: Color) -> Double {
        let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }
}

/// What is drawn, described once for every painter.
public struct Picture: Sendable {
    public enum Anchor: Sendable {
        case start, middle, end
    }

    public struct Outline: Sendable, Equatable {
        public let color: Color
        public let width: Double

        public init(_ color: Color, _ width: Double) {
            self.color = color
            self.width = width
        }
    }

    public enum Mark: Sendable {
        /// Open lines with round caps and joins, drawn as one.
        case lines([[Point]], Outline, dashes: [Double] = [])
        /// A closed outline.
        case area([Point], fill: Color?, outline: Outline?)
        case box(Frame, fill: Color?, outline: Outline?)
        /// Diagonal lines that fill a rectangle and lie alike over the whole picture.
        case hatch(Frame, outline: Outline)
        case disc(Point, radius: Double, fill: Color?, outline: Outline?)
        /// One line of text; `halo` is drawn around its letters. Text that climbs reads from below upwards.
        case text(
            String, at: Point, size: Double, isBold: Bool = false, anchor: Anchor = .start, color: Color,
            halo: Color? = nil, climbs: Bool = false)
        /// A mark with the names by which a page's style sheet finds it: its colours may change there.
        indirect case named(String, Mark)
        /// What follows up to `end` belongs together; its title is shown where the painter can show one.
        case begin(title: String, name: String? = nil)
        /// What follows up to `end` is cut at a rectangle.
        case clip(Frame)
        /// What follows up to `end` is drawn as a whole with an opacity, 0 to 1; `within` is a rectangle around it,
        /// which makes it cheap to draw.
        case fade(Double, within: Frame? = nil)
        case end
    }

    /// What a page's style sheet can change of a whole picture.
    public struct Sheet: Sendable {
        /// The names of the picture as a whole.
        public let names: String
        /// The colour of what is drawn unless something else is said.
        public let ink: Color
        /// Tells the ids of a picture from those of others on its page.
        public let id: String?

        public init(names: String, ink: Color, id: String? = nil) {
            self.names = names
            self.ink = ink
            self.id = id
        }
    }

    /// From one line of what is hatched to the next, along either axis.
    static let hatchPitch = 6.0
    static let hatchColor = Color(0xC8, 0xC8, 0xC8)

    /// Pixels, as is `height`.
    public let width: Int
    public let height: Int
    /// How many pixels one unit of the marks is.
    public let unit: Double
    public let background: Color
    public let title: String
    /// What the picture tells somebody who does not see it.
    public var description: String
    /// nil for a picture that stands alone.
    public var sheet: Sheet?
    public var marks: [Mark] = []

    public init(width: Int, height: Int, unit: Double = 1, background: Color, title: String, description: String) {
        self.width = width
        self.height = height
        self.unit = unit
        self.background = background
        self.title = title
        self.description = description
    }

    public mutating func rectangle(_ frame: Frame, fill: Color?, outline: Outline? = nil) {
        marks.append(.area(frame.corners, fill: fill, outline: outline))
    }

    public mutating func add(_ mark: Mark) { marks.append(mark) }
}
