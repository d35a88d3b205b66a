import Platform

/// A length on the ground that is a round number, 1, 2 or 5 times a power of ten, and how long it is in the picture.
public struct ScaleBar: Sendable, Equatable {
    public let metres: Double
    public let pixels: Double

    /// The longest that is no longer than `room` pixels at a latitude of the view.
    public init(_ view: MapView, atLatitude latitude: Double, room: Double) {
        let metresPerPixel = view.metresPerPixel(atLatitude: latitude)
        let most = room * metresPerPixel
        let power = pow(10, log10(most).rounded(.down))
        let metres = power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1)
        self.metres = metres
        pixels = metres / metresPerPixel
    }

    /// `500 m`, `2 km`
    public var label: String {
        metres >= 1000
            ? "\(Int((metres / 1000).rounded())) km" : metres >= 1 ? "\(Int(metres.rounded())) m" : "\(metres) m"
    }
}
