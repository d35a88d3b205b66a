import Motion

/// Keyframes of a vehicle's look, its properties beside each other: factors on what it looks like anyway.
struct LookTrack: Sendable {
    var scale: KeyframeTrack<Double>?
    var opacity: KeyframeTrack<Double>?

    /// Seconds.
    var duration: Double { max(scale?.duration ?? 0, opacity?.duration ?? 0) }

    func apply(to appearance: inout Appearance, after time: Double) {
        guard time >= 0 else { return }
        if let scale { appearance.scale *= scale.value(at: time) }
        if let opacity { appearance.opacity *= opacity.value(at: time) }
    }
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
