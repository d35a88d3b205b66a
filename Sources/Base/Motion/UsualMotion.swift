/// How vehicles come, move and go where nobody says otherwise: what `animate` writes and what a page plays.
public enum UsualMotion {
    /// Of updates.
    public static let update = Curve(updateText) ?? .linear
    public static let entry = Curve(entryText) ?? .linear
    public static let exit = Curve(exitText) ?? .linear
    /// The curves as they are written.
    public static let updateText = "spring(0.5,1)"
    public static let entryText = "spring(0.5,0.7)"
    public static let exitText = "ease-in"
    /// Seconds of playback that an entry or exit on a timing curve lasts.
    public static let duration = 0.3
    /// How small a vehicle comes and goes.
    public static let smallScale = 0.3
    /// As many metres a vehicle drives that comes back while it vanishes; from farther off it appears anew.
    public static let nearMetres = 500.0
    /// Seconds of the feed that pass in a second of playback.
    public static let speed = 60.0
    /// The occupancy_status of those that pulse: FULL.
    public static let pulsing = 5
}
