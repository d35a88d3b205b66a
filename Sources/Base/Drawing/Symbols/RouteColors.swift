/// Colours of routes on maps, and what goes with them.
public enum RouteColors {
    /// For routes without a colour of their own: colours that are told apart by every kind of sight (Okabe and Ito).
    private static let palette = [
        Color(0x00, 0x72, 0xB2), Color(0xD5, 0x5E, 0x00), Color(0x00, 0x9E, 0x73), Color(0xCC, 0x79, 0xA7),
        Color(0x56, 0xB4, 0xE9), Color(0xE6, 0x9F, 0x00), Color(0x5B, 0x4A, 0x9F), Color(0x5A, 0x5A, 0x5A),
    ]
    private static let dark = Color(0x1A, 0x1A, 0x1A)

    /// The colour of a route that has none.
    /// - Parameter place: how many such routes came before it.
    public static func own(_ place: Int) -> Color { palette[place % palette.count] }

    /// What is drawn under and around a colour so that it stands out: white, or dark for light colours.
    public static func casing(of color: Color) -> Color {
        color.luminance > 0.55 ? Color(0x4A, 0x4A, 0x4A) : .white
    }

    /// What can be read on a colour.
    public static func ink(on color: Color) -> Color {
        color.contrast(with: .white) >= 4.5 || color.contrast(with: .white) > color.contrast(with: dark) ? .white : dark
    }
}
