/// The default motion of vehicles, used by `animate` and by the pages of `map`.
public enum UsualMotion {
    /// The curve of updates.
    public static let update = Curve(updateText) ?? .linear
    public static let entry = Curve(entryText) ?? .linear
    public static let exit = Curve(exitText) ?? .linear
    /// The curves as text.
    public static let updateText = "spring(0.5,1)"
    public static let entryText = "spring(0.5,0.7)"
    public static let exitText = "ease-in"
    /// The seconds of playback that an entry or exit with a timing curve takes.
    public static let duration = 0.3
    /// The scale at which a vehicle appears and disappears.
    public static let smallScale = 0.3
    /// A vehicle that returns while it disappears drives to its new position if that is within this distance in metres;
    /// otherwise it appears anew.
    public static let nearMetres = 500.0
    /// Seconds of feed time per second of playback.
    public static let speed = 60.0
    /// The occupancy_status of vehicles that pulse: FULL.
    public static let pulsing = 5
}
