/// The default motion of vehicles, used by `animate` and by the pages of `map`.
public enum UsualMotion {
    /// How vehicles move to a new position.
    public static let update = UpdateCurve(updateText) ?? .glide
    public static let entry = Curve(entryText) ?? .linear
    public static let exit = Curve(exitText) ?? .linear
    /// The curves as text.
    public static let updateText = "glide"
    public static let entryText = "spring(0.5,0.7)"
    public static let exitText = "ease-in"
    /// The seconds of playback that an entry or exit with a timing curve takes.
    public static let duration = 0.3
    /// The scale at which a vehicle appears and disappears.
    public static let smallScale = 0.3
    /// A vehicle that returns while it disappears drives to its new position if that is within this distance in metres
    /// and updates move by a curve of their own; otherwise it appears there.
    public static let nearMetres = 500.0
    /// Vehicles move along a line if both positions lie within this distance of it, in metres.
    public static let alongMetres = 50.0
    /// A path along a line that is longer than this factor times the straight distance, plus this many metres, is not
    /// followed.
    public static let detour = (factor: 3.0, metres: 200.0)
    /// Seconds of feed time per second of playback.
    public static let speed = 60.0
    /// The occupancy_status of vehicles that pulse: FULL.
    public static let pulsing = 5
}
