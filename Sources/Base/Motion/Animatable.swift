/// A value that can be animated: a vector of numbers.
public protocol Animatable: Sendable, Equatable {
    static var zero: Self { get }
    static func + (left: Self, right: Self) -> Self
    static func - (left: Self, right: Self) -> Self
    func scaled(by factor: Double) -> Self
    /// The length of the vector, in the unit used for thresholds.
    var magnitude: Double { get }
}

extension Animatable {
    /// Returns the linear interpolation to another value: 0 gives this value, 1 the other; values outside 0...1
    /// extrapolate.
    @inlinable
    public func interpolated(to other: Self, _ progress: Double) -> Self {
        self + (other - self).scaled(by: progress)
    }
}

extension Double: Animatable {
    @inlinable public func scaled(by factor: Double) -> Double { self * factor }
}

/// A value and its velocity.
public struct Movement<Value: Animatable>: Sendable, Equatable {
    public var value: Value
    /// The change of the value per second.
    public var velocity: Value

    @inlinable
    public init(_ value: Value, velocity: Value = .zero) {
        self.value = value
        self.velocity = velocity
    }
}

/// The size and opacity of a drawn object.
public struct Appearance: Animatable {
    /// The size factor; 1 is normal size.
    public var scale: Double
    /// The opacity: 0 is invisible, 1 opaque. An overshooting spring may exceed both limits.
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
