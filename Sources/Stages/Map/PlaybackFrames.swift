import Motion

/// Frames of an animation that a page plays as they are.
///
/// Memory: 40 bytes a vehicle and frame.
public struct PlaybackFrames: Sendable {
    public struct Frame: Sendable, Equatable {
        /// POSIX seconds of the feed, and seconds of playback.
        var time: Double
        var playback: Double
    }

    /// A vehicle in a frame. Whole numbers, as the page has them.
    public struct Sight: Sendable, Equatable {
        /// The places in `frames` and `vehicles`.
        var frame: Int32
        var vehicle: Int32
        /// Millionths of a degree.
        var latitude: Int32
        var longitude: Int32
        /// Tenths of a degree clockwise from north; −1 where it is not known.
        var heading: Int16
        /// Ten-thousandths.
        var scale: Int32
        var opacity: Int16
        /// Tenths of a degree clockwise that the symbol is turned by.
        var rotation: Int16
        /// The place in `LifePhase.allCases`.
        var phase: UInt8
        var occupancy: Int8
        var generation: Int32
    }

    public internal(set) var frames: [Frame] = []
    public internal(set) var vehicles = Playback.Names<Playback.Vehicle>()
    public internal(set) var sights: [Sight] = []

    /// Brings the frames into the order of time; those of one time stay in the order in which they came.
    mutating func sort() {
        let order = frames.indices.sorted { (frames[$0].time, $0) < (frames[$1].time, $1) }
        guard order != Array(frames.indices) else { return }
        var place = [Int32](repeating: 0, count: frames.count)
        for (new, old) in order.enumerated() { place[old] = Int32(new) }
        frames = order.map { frames[$0] }
        for index in sights.indices { sights[index].frame = place[Int(sights[index].frame)] }
    }

    /// POSIX seconds of the first and the last frame; nil without two of them.
    public var span: ClosedRange<Double>? {
        guard let first = frames.first?.time, let last = frames.last?.time, first < last else { return nil }
        return first...last
    }

    /// Seconds of the feed in a second of playback.
    var speed: Double {
        guard let span, let first = frames.first, let last = frames.last, last.playback > first.playback else {
            return UsualMotion.speed
        }
        let speed = (span.upperBound - span.lowerBound) / (last.playback - first.playback)
        return (0.001...1_000_000).contains(speed) ? speed : UsualMotion.speed
    }

    // MARK: As the page has it

    /// The sights as varints, of each vehicle one after another in the order of frames: the number of sights, and of each
    ///
    /// | what | |
    /// |---|---|
    /// | frames | since the one before, 0 for the first frame |
    /// | a byte | 32 place · 64 heading · 1 scale and opacity · 4 rotation · 2 phase, occupancy and generation |
    /// | place | east and north of the one before, in millionths of a degree, signed |
    /// | heading | tenths of a degree, or 3600 where it is not known |
    /// | look | scale and opacity in ten-thousandths |
    /// | rotation | tenths of a degree |
    /// | state | the phase's place, occupancy + 1, generation |
    ///
    /// The first sight of a vehicle follows frame 0, a place of 0, 0, no heading, a look of 0, no rotation and no state.
    func packed() -> [UInt8] {
        var counts = [Int](repeating: 0, count: vehicles.list.count)
        for sight in sights { counts[Int(sight.vehicle)] += 1 }
        let order = sights.indices.sorted {
            (sights[$0].vehicle, sights[$0].frame, $0) < (sights[$1].vehicle, sights[$1].frame, $1)
        }
        let nothing = Sight(
            frame: 0, vehicle: 0, latitude: 0, longitude: 0, heading: -1, scale: 0, opacity: 0, rotation: 0,
            phase: 255, occupancy: -1, generation: -1)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sights.count * 8)
        var vehicle = -1
        var last = nothing
        for index in order {
            let sight = sights[index]
            while vehicle < Int(sight.vehicle) {
                vehicle += 1
                bytes.append(varint: UInt(counts[vehicle]))
                last = nothing
            }
            sight.append(to: &bytes, after: last)
            last = sight
        }
        return bytes
    }
}

extension PlaybackFrames.Sight {
    fileprivate func append(to bytes: inout [UInt8], after last: PlaybackFrames.Sight) {
        let isElsewhere = latitude != last.latitude || longitude != last.longitude
        let looksOther = scale != last.scale || opacity != last.opacity
        let isOther = phase != last.phase || occupancy != last.occupancy || generation != last.generation
        bytes.append(varint: UInt(frame - last.frame))
        bytes.append(
            (isElsewhere ? 32 : 0) | (heading != last.heading ? 64 : 0) | (looksOther ? 1 : 0)
                | (rotation != last.rotation ? 4 : 0) | (isOther ? 2 : 0))
        if isElsewhere {
            bytes.append(signed: Int(longitude) - Int(last.longitude))
            bytes.append(signed: Int(latitude) - Int(last.latitude))
        }
        if heading != last.heading { bytes.append(varint: heading < 0 ? 3600 : UInt(heading)) }
        if looksOther {
            bytes.append(varint: UInt(scale))
            bytes.append(varint: UInt(opacity))
        }
        if rotation != last.rotation { bytes.append(varint: UInt(rotation)) }
        if isOther {
            bytes.append(varint: UInt(phase))
            bytes.append(varint: UInt(occupancy + 1))
            bytes.append(varint: UInt(max(0, generation)))
        }
    }
}
