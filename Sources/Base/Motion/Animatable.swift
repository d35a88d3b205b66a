/// A value that motion can be computed of: a vector of numbers.
public protocol Animatable: Sendable, Equatable {
    static var zero: Self { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    func scaled(by factor: Double) -> Self
    /// Its length, in the unit in which thresholds are given.
    var magnitude: Double { get }
}

extension Animatable {
    /// The value `progress` of the way from this one to another: 0 is this one, 1 the other, beyond is past them.
    @inlinable
    public func interpolated(to other: Self, _ progress: Double) -> Self {
        self + (other - self).scaled(by: progress)
    }
}

extension Double: Animatable {
    @inlinable public func scaled(by factor: Double) -> Double { self * factor }
}

/// A value on its way: where it is and how fast it changes.
public struct Movement<Value: Animatable>: Sendable, Equatable {
    public var value: Value
    /// A second.
    public var velocity: Value

    @inlinable
    public init(_ value: Value, velocity: Value = .zero) {
        self.value = value
        self.velocity = velocity
    }
}

/// How a thing is drawn: its size and how much of it shows.
public struct Appearance: Animatable {
    /// 1 is its own size.
    public var scale: Double
    /// 0 is invisible, 1 solid; a spring that overshoots passes both.
    public var opacity: Double

    @inlinable
    public init(scale: Double = 1, opacity: Double = 1) {
        self.scale = scale
        self.opacity = opacity
    }

    public static let zero = Appearance(scale: 0, opacity: 0)

    @inlinable
    public static func + (left: Appearance, right: Appearance) -> Appearance {
        Appearance(scale: left.scale + right.scale, opacity: left.opacity + right.opacity)
    }

    @inlinable
    public static func - (left: Appearance, right: Appearance) -> Appearance {
        Appearance(scale: left.scale - right.scale, opacity: left.opacity - right.opacity)
    }

    @inlinable
    public func scaled(by factor: Double) -> Appearance {
        Appearance(scale: scale * factor, opacity: opacity * factor)
    }

    @inlinable public var magnitude: Double { (scale * scale + opacity * opacity).squareRoot() }
}
