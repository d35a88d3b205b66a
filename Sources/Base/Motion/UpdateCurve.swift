/// How vehicles move from one reported position to the next.
public enum UpdateCurve: Sendable, Equatable {
    /// Through all positions at the times at which they were measured, by a `MonotoneCubic` in the distance covered.
    case glide
    /// By a curve that starts when a position is reported.
    case curve(Curve)

    /// Parses `glide` or a curve; returns nil for other text.
    public init?(_ text: String) {
        if text == "glide" {
            self = .glide
        } else if let curve = Curve(text) {
            self = .curve(curve)
        } else {
            return nil
        }
    }

    /// The accepted forms, as listed in messages.
    public static let forms = "glide, " + Curve.forms
}
