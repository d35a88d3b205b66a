import Motion

/// Keyframes of a vehicle's look, its properties beside each other: factors on what it looks like anyway, and how far its
/// symbol is turned.
struct LookTrack: Sendable {
    var scale: KeyframeTrack<Double>?
    var opacity: KeyframeTrack<Double>?
    /// Degrees clockwise.
    var rotation: KeyframeTrack<Double>?

    /// Seconds.
    var duration: Double { [scale, opacity, rotation].compactMap { $0?.duration }.max() ?? 0 }

    func apply(to appearance: inout Appearance, after time: Double) {
        guard time >= 0 else { return }
        if let scale { appearance.scale *= scale.value(at: time) }
        if let opacity { appearance.opacity *= opacity.value(at: time) }
    }

    /// Degrees clockwise by which the symbol is turned.
    func turn(after time: Double) -> Double { time >= 0 ? rotation?.value(at: time) ?? 0 : 0 }
}

/// What vehicles do beside moving.
struct Effects {
    /// By occupancy_status.
    var chains: [Int: Chain<Appearance>] = [:]
    /// By the event that starts them.
    var tracks: [LifeEvent: LookTrack] = [:]

    /// The pulse of vehicles that are FULL.
    static let usual = Effects(chains: [UsualMotion.pulsing: .pulse])
}
