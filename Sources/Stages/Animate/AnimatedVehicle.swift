import Geometry
import Motion

/// A vehicle in motion.
final class AnimatedVehicle {
    /// How a vehicle comes, moves and goes.
    struct Manner {
        /// Nil for vehicles that glide.
        var update: Curve?
        var entry: TimedCurve
        var exit: TimedCurve
        var reducesMotion: Bool
    }

    /// Where a vehicle that glides is at each time, and what time of the feed a time of playback is.
    struct Glide {
        let trajectory: Trajectory
        let origin: Double
        let speed: Double

        func state(at playback: Double) -> Trajectory.State? { trajectory.state(at: origin + playback * speed) }
    }

    let feedID: String?
    let vehicleID: String
    private(set) var tripID: String?
    private(set) var routeID: String?
    private(set) var occupancyStatus: Int?
    private(set) var generation: Int

    /// What has begun, and from when to when it lasts.
    private var begun: (phase: LifePhase, begin: Double, end: Double)
    /// When it first shows.
    private(set) var appears: Double

    // MARK: Where

    private var target: SphereCenter
    private var heading: Double?
    private let glide: Glide?
    private var pose = Transition<Pose>.atRest
    private var isStill = true
    /// The line on which the target lies, how far along it, and how far beside.
    private var way: (line: WayLine, metres: Double, beside: SphereOffset)?

    // MARK: How it looks

    private var look: Appearance
    private var looking: Transition<Appearance>
    /// The chain that its crowding starts, and when it began.
    private(set) var effect: (executor: Executor<Appearance>, begin: Double)?
    /// Keyframes that an event started.
    private var tracks: [(kind: LifeEvent, track: LookTrack, begin: Double)] = []

    init(_ fix: AnimatedFix, at time: Double, _ manner: Manner, _ glide: Glide?) {
        self.glide = glide
        feedID = fix.feedID
        vehicleID = fix.vehicleID
        generation = fix.generation
        target = SphereCenter(fix.place)
        appears = time
        begun = (.idle, time, time)
        look = Appearance()
        looking = .atRest
        take(fix)
        guard fix.kind == .enter else { return }
        let small = Appearance(scale: UsualMotion.smallScale)
        change(look: Appearance(), from: Movement(small), manner.entry, time, manner)
        begun = (.entering, time, looking.end)
    }

    private func take(_ fix: AnimatedFix) {
        generation = fix.generation
        tripID = fix.tripID
        routeID = fix.routeID
        occupancyStatus = fix.occupancyStatus
        heading = fix.heading ?? heading
    }

    private func change(
        look next: Appearance, from now: Movement<Appearance>, _ curve: TimedCurve, _ time: Double, _ manner: Manner
    ) {
        look = next
        guard !manner.reducesMotion else {
            looking = .atRest
            return
        }
        looking = Transition(
            Movement(now.value - next, velocity: now.velocity), curve: curve.curve, duration: curve.duration,
            begin: time, after: looking.curve)
    }

    // MARK: Events

    /// Takes an update, a recovery, or the entry of a vehicle that is still vanishing.
    ///
    /// - Parameters:
    ///   - time: seconds of playback.
    ///   - duration: seconds of playback until the next fix.
    func update(_ fix: AnimatedFix, at time: Double, duration: Double, _ manner: Manner, _ ways: Ways?) {
        if fix.kind == .enter {
            let remaining = looking.remaining(at: time)
            change(
                look: Appearance(), from: Movement(look + remaining.value, velocity: remaining.velocity), manner.entry,
                time, manner)
        }
        let isMove = fix.place != target.place
        // Who comes back while vanishing drives there, if it is near.
        let isReturn =
            fix.kind == .enter && SphereCenter.metres(target.offset(of: fix.place)) <= UsualMotion.nearMetres
        if glide == nil, isMove, !manner.reducesMotion, fix.hasFrom || isReturn {
            move(to: fix, at: time, duration: duration, manner, ways)
        } else if isMove || fix.heading != heading {
            if isMove {
                target = SphereCenter(fix.place)
                way = nil
                pose = .atRest
                isStill = true
            }
            if glide == nil, !manner.reducesMotion, let old = shownHeading(at: time), let new = fix.heading, !isMove {
                let remaining = remaining(at: time)
                var left = remaining
                left.value.turn = Angle.turn(from: new, to: old)
                begin(left, at: time, duration: duration, manner)
            }
        }
        take(fix)
        let end = isStill ? time : pose.end
        // Before its turn comes it is still to enter.
        guard time >= appears || fix.kind == .enter else { return }
        begun = fix.kind == .enter ? (.entering, time, max(end, looking.end)) : (.updating, time, end)
    }

    private func begin(_ left: Movement<Pose>, at time: Double, duration: Double, _ manner: Manner) {
        pose = Transition(left, curve: manner.update ?? .linear, duration: duration, begin: time)
        isStill = false
    }

    /// Sends the vehicle from where it is to a fix, with the velocity that it has.
    private func move(to fix: AnimatedFix, at time: Double, duration: Double, _ manner: Manner, _ ways: Ways?) {
        let remaining = remaining(at: time)
        let now = place(remaining.value)
        var left = Movement(Pose.zero)
        if let new = fix.heading ?? heading, let shown = shownHeading(at: time) {
            left.value.turn = Angle.turn(from: new, to: shown)
        }
        left.velocity.turn = remaining.velocity.turn
        let next = SphereCenter(fix.place)
        let from = way
        if let ways,
            let found = Ways.way(
                from: now, on: from.map { ($0.line, $0.metres + remaining.value.along) }, to: fix.place,
                along: ways.lines(trip: fix.tripID, route: fix.routeID))
        {
            // Along the line; what the vehicle is beside it goes the same way.
            let onLine = SphereCenter(found.line.place(at: found.from))
            left.value.along = found.from - found.to
            let beside = onLine.offset(of: now)
            let end = SphereCenter(found.line.place(at: found.to)).offset(of: fix.place)
            left.value.offset = beside - end
            left.velocity = velocity(remaining, along: found.line, at: found.from, turn: remaining.velocity.turn)
            target = next
            way = (found.line, found.to, end)
        } else {
            if from == nil {
                let moved = target.moved(
                    Movement(remaining.value.offset, velocity: remaining.velocity.offset), to: next)
                left.value.offset = moved.value
                left.velocity.offset = moved.velocity
            } else {
                left.value.offset = next.offset(of: now)
                let step = 1e-3
                let ahead = place(remaining.value + remaining.velocity.scaled(by: step))
                left.velocity.offset = (next.offset(of: ahead) - left.value.offset).scaled(by: 1 / step)
            }
            target = next
            way = nil
        }
        begin(left, at: time, duration: duration, manner)
    }

    /// The velocity of a vehicle as one along a line and one beside it.
    private func velocity(
        _ remaining: Movement<Pose>, along line: WayLine, at metres: Double, turn: Double
    ) -> Pose {
        var velocity = Pose.zero
        velocity.turn = turn
        if let way, way.line === line {
            velocity.along = remaining.velocity.along
            velocity.offset = remaining.velocity.offset
            return velocity
        }
        let direction = line.direction(at: metres)
        let ground = self.velocity(remaining).scaled(by: 1 / Ellipsoid.meanRadius)
        let along = ground.east * direction.east + ground.north * direction.north
        velocity.along = along * Ellipsoid.meanRadius
        velocity.offset = ground - direction.scaled(by: along)
        return velocity
    }

    /// Notes that the vehicle is missed: it stays, and goes on where it was going.
    func markRemoval(_ fix: AnimatedFix, at time: Double) {
        generation = fix.generation
        begun = (.idle, time, time)
    }

    /// Lets the vehicle vanish where it is.
    func vanish(_ fix: AnimatedFix, at time: Double, _ manner: Manner) {
        generation = fix.generation
        let remaining = looking.remaining(at: time)
        change(
            look: Appearance(scale: UsualMotion.smallScale, opacity: 0),
            from: Movement(look + remaining.value, velocity: remaining.velocity), manner.exit, time, manner)
        begun = (.exiting, time, manner.reducesMotion ? time : looking.end)
    }

    func start(_ effect: Executor<Appearance>?, at time: Double) { self.effect = effect.map { ($0, time) } }

    /// Starts a track; one that the same kind of event started before is over.
    func start(_ track: LookTrack, of kind: LifeEvent, at time: Double) {
        tracks.removeAll { $0.kind == kind }
        tracks.append((kind, track, time))
    }

    // MARK: Frames

    var isExiting: Bool { begun.phase == .exiting }

    /// Whether it has vanished.
    func isGone(at time: Double) -> Bool { begun.phase == .exiting && time >= begun.end }

    /// When nothing of it moves any more, but for what goes on for ever.
    var restTime: Double {
        let tracked = tracks.map { $0.begin + $0.track.duration }.max() ?? begun.end
        return max(begun.end, looking.end, isStill ? begun.end : pose.end, tracked)
    }

    func phase(at time: Double) -> LifePhase {
        if time < begun.end { return begun.phase }
        return glided(at: time)?.progress == nil ? .idle : .updating
    }

    /// Where a vehicle that glides is. One that leaves stays where it was when it began to.
    private func glided(at time: Double) -> Trajectory.State? {
        glide?.state(at: isExiting ? min(time, begun.begin) : time)
    }

    /// How much of what has begun has passed, 0 to 1.
    func progress(at time: Double) -> Double {
        if time >= begun.end, let progress = glided(at: time)?.progress { return progress }
        let length = begun.end - begun.begin
        return length > 0 ? min(1, max(0, (time - begun.begin) / length)) : 1
    }

    /// Where the vehicle is, and where it heads.
    func state(at time: Double) -> (place: Coordinate, heading: Double?) {
        if let state = glided(at: time) { return (state.place, state.heading) }
        let remaining = remaining(at: time)
        guard !isStill else { return (target.place, heading) }
        return (place(remaining.value), heading.map { Angle.normalized($0 + remaining.value.turn) })
    }

    /// Its motion a second of playback: metres on the ground, and degrees.
    func velocity(at time: Double) -> (ground: SphereOffset, turn: Double) {
        guard let glide else {
            let remaining = remaining(at: time)
            return (velocity(remaining), remaining.velocity.turn)
        }
        guard !isExiting, let state = glided(at: time), state.progress != nil else { return (.zero, 0) }
        let step = 1e-3
        guard let ahead = glide.trajectory.state(at: glide.origin + time * glide.speed + step) else {
            return (.zero, 0)
        }
        let ground = SphereCenter(state.place).offset(of: ahead.place)
        let turn = state.heading.flatMap { from in ahead.heading.map { Angle.turn(from: from, to: $0) } } ?? 0
        return (ground.scaled(by: Ellipsoid.meanRadius / step * glide.speed), turn / step * glide.speed)
    }

    /// What is left of the way; nothing once nobody sees it.
    private func remaining(at time: Double) -> Movement<Pose> {
        guard !isStill else { return Movement(.zero) }
        let remaining = pose.remaining(at: time)
        guard time > pose.begin, remaining.value.isUnseen, remaining.velocity.isUnseen else { return remaining }
        isStill = true
        return Movement(.zero)
    }

    /// Without the last of an earlier turn, which nobody sees: on it should not hang which way a vehicle turns that turns
    /// right round.
    private func shownHeading(at time: Double) -> Double? {
        heading.map {
            let turn = remaining(at: time).value.turn
            return abs(turn) < Pose.unseenTurn ? $0 : Angle.normalized($0 + turn)
        }
    }

    private func place(_ left: Pose) -> Coordinate {
        guard let way else { return target.position(at: left.offset) }
        return SphereCenter(way.line.place(at: way.metres + left.along)).position(at: way.beside + left.offset)
    }

    /// Metres a second of playback on the ground, where the vehicle is.
    private func velocity(_ remaining: Movement<Pose>) -> SphereOffset {
        let step = 1e-4
        let ahead = place(remaining.value + remaining.velocity.scaled(by: step))
        return SphereCenter(place(remaining.value)).offset(of: ahead).scaled(by: Ellipsoid.meanRadius / step)
    }

    /// Degrees clockwise by which keyframes turn the symbol, −180 to 180; 0 without any.
    func turn(at time: Double) -> Double {
        guard !tracks.isEmpty else { return 0 }
        return Angle.turn(from: 0, to: tracks.reduce(0) { $0 + $1.track.turn(after: time - $1.begin) })
    }

    func appearance(at time: Double) -> Appearance {
        var appearance = look + looking.remaining(at: time).value
        if let effect {
            let value = effect.executor.value(at: time - effect.begin)
            appearance.scale *= value.scale
            appearance.opacity *= value.opacity
        }
        if !tracks.isEmpty {
            for (_, track, begin) in tracks { track.apply(to: &appearance, after: time - begin) }
        }
        appearance.opacity = min(1, max(0, appearance.opacity))
        appearance.scale = max(0, appearance.scale)
        return appearance
    }
}
