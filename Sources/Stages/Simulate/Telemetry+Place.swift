extension Telemetry {
    /// The place of a fix as the vehicle's receiver has it: the errors of the receiver, of `--noise` and of `--stray` add
    /// up.
    func received(_ fix: Fix, _ vehicle: Vehicle) -> Place {
        var place = measured(fix, vehicle)
        if doses.noise > 0 {
            let error = GaussMarkov(seed: seed, stream: 11, index: vehicle.index).value(at: fix.time)
            place.x += doses.noise * error.x
            place.y += doses.noise * error.y
        }
        if let stray = doses.stray {
            var random = SimulationRandom(seed: seed, 12, vehicle.index, fix.time)
            if random.unit() < stray.share {
                let reach = random.between(stray.metres.lowerBound, stray.metres.upperBound)
                let angle = random.between(0, 2 * Trigonometry.pi)
                place.x += reach * Trigonometry.cosine(angle)
                place.y += reach * Trigonometry.sine(angle)
            }
        }
        return place
    }

    /// The place with the receiver's own error: a few metres, or those of `--off`.
    private func measured(_ fix: Fix, _ vehicle: Vehicle) -> Place {
        var random = SimulationRandom(seed: seed, 6, vehicle.index, fix.time)
        guard let off = doses.off else {
            return Place(x: fix.place.x + random.between(-3, 3), y: fix.place.y + random.between(-3, 3))
        }
        // The root makes every part of the circle as likely as another.
        let reach = off * random.unit().squareRoot()
        let angle = random.between(0, 2 * Trigonometry.pi)
        return Place(
            x: fix.place.x + reach * Trigonometry.cosine(angle), y: fix.place.y + reach * Trigonometry.sine(angle))
    }
}
