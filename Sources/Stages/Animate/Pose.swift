import Motion

/// What is left of a vehicle's way to its newest fix: all of it in one animation, so that nothing comes apart.
struct Pose: Animatable {
    /// Radians east and north of the fix, or beside the line.
    var offset: SphereOffset
    /// Metres along the line; 0 off lines.
    var along: Double
    /// Degrees clockwise.
    var turn: Double

    static let zero = Pose(offset: .zero, along: 0, turn: 0)

    static func + (left: Pose, right: Pose) -> Pose {
        Pose(offset: left.offset + right.offset, along: left.along + right.along, turn: left.turn + right.turn)
    }

    static func - (left: Pose, right: Pose) -> Pose {
        Pose(offset: left.offset - right.offset, along: left.along - right.along, turn: left.turn - right.turn)
    }

    func scaled(by factor: Double) -> Pose {
        Pose(offset: offset.scaled(by: factor), along: along * factor, turn: turn * factor)
    }

    var magnitude: Double {
        (offset.east * offset.east + offset.north * offset.north + along * along + turn * turn).squareRoot()
    }

    /// Degrees that nobody sees.
    static let unseenTurn = 1e-2

    /// Whether nobody sees that it is not zero: a millimetre, a hundredth of a degree.
    var isUnseen: Bool { offset.magnitude < 1.5e-10 && abs(along) < 1e-3 && abs(turn) < Pose.unseenTurn }
}
