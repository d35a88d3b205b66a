import Contract
import Motion
import StageKit
import TimeZones
import YAML

/// Reads the files of `--effects` and `--keyframes`; docs/motion.md has both forms.
struct EffectsFile {
    private let path: String
    private let option: String

    /// - Throws: `StageFailure` with status 66 for a file that cannot be read, 78 for one that is wrong.
    static func chains(_ path: String) throws -> [Int: Chain<Appearance>] {
        let file = EffectsFile(path: path, option: "--effects")
        var chains: [Int: Chain<Appearance>] = [:]
        for member in try file.mapping(try file.only("effects")) {
            guard let status = Enumeration.occupancyStatus.number(named: member.key) else {
                throw file.fault(member.line, "'\(member.key)' is not an occupancy_status")
            }
            chains[status] = try file.chain(member.value)
        }
        return chains
    }

    /// - Throws: the same.
    static func tracks(_ path: String) throws -> [LifeEvent: LookTrack] {
        let file = EffectsFile(path: path, option: "--keyframes")
        var tracks: [LifeEvent: LookTrack] = [:]
        for member in try file.mapping(try file.only("keyframes")) {
            guard let kind = LifeEvent(rawValue: member.key) else {
                throw file.fault(member.line, "'\(member.key)' is not an event: enter, update, recover or exit")
            }
            var track = LookTrack()
            for property in try file.mapping(member.value) {
                switch property.key {
                case "scale": track.scale = try file.track(property.value)
                case "opacity": track.opacity = try file.track(property.value)
                case "rotation": track.rotation = try file.track(property.value, from: 0)
                default:
                    throw file.fault(property.line, "'\(property.key)' is not a property: scale, opacity or rotation")
                }
            }
            tracks[kind] = track
        }
        return tracks
    }

    private func fault(_ line: Int, _ reason: String) -> StageFailure {
        StageFailure(.configurationWrong, "\(option): \(path):\(line): \(reason)")
    }

    // MARK: YAML

    private static let limit = 1 << 20

    /// The value of the document's only key.
    private func only(_ key: String) throws -> YAMLNode {
        guard let bytes = try WholeFile.read(path, atMost: EffectsFile.limit) else {
            throw fault(1, "the file is larger than 1 MiB, so it is not a file of \(key)")
        }
        do {
            let members = try mapping(try YAMLReader.read(bytes))
            guard let member = members.first, members.count == 1, member.key == key else {
                throw fault(members.first?.line ?? 1, "the file must have exactly one key, \(key)")
            }
            return member.value
        } catch let wrong as YAMLFault {
            throw fault(wrong.line, wrong.reason)
        }
    }

    /// What stands in a value; what does not is a fault of the file.
    private func value<Value>(_ read: () throws(YAMLFault) -> Value) throws -> Value {
        do throws(YAMLFault) { return try read() } catch { throw fault(error.line, error.reason) }
    }

    private func mapping(_ node: YAMLNode) throws -> [YAMLMember] {
        try value { () throws(YAMLFault) in try node.mapping() }
    }
    private func list(_ node: YAMLNode) throws -> [YAMLNode] { try value { () throws(YAMLFault) in try node.list() } }
    private func text(_ node: YAMLNode) throws -> String { try value { () throws(YAMLFault) in try node.text() } }
    private func number(_ node: YAMLNode) throws -> Double { try value { () throws(YAMLFault) in try node.number() } }

    private func seconds(_ node: YAMLNode) throws -> Double {
        let text = try text(node)
        guard let span = TimeSpan(text) else {
            throw fault(node.line, "'\(text)' is not a duration such as 300ms or 2s")
        }
        return Double(span.nanoseconds) / 1e9
    }

    private func appearance(_ node: YAMLNode) throws -> Appearance {
        var appearance = Appearance()
        for member in try mapping(node) {
            switch member.key {
            case "scale": appearance.scale = try number(member.value)
            case "opacity": appearance.opacity = try number(member.value)
            default: throw fault(member.line, "'\(member.key)' is not a property: scale or opacity")
            }
        }
        return appearance
    }

    // MARK: Chains

    /// `pulse`, a list of stages, or phases.
    private func chain(_ node: YAMLNode) throws -> Chain<Appearance> {
        do {
            switch node.content {
            case .scalar(let name, _):
                guard name == "pulse" else {
                    throw fault(node.line, "'\(name)' is not a named chain; the only one is pulse")
                }
                return .pulse
            case .sequence(let stages): return try Chain(try stages.enumerated().map { try stage($1, $0) })
            case .mapping(let members): return try phases(members).chain()
            }
        } catch let wrong as ChainFault {
            throw fault(node.line, EffectsFile.words(wrong))
        }
    }

    private func stage(_ node: YAMLNode, _ place: Int) throws -> Motion.Stage<Appearance> {
        var stage = Motion.Stage("\(place + 1)", perform: Appearance())
        var isPerforming = false
        for member in try mapping(node) {
            switch member.key {
            case "name": stage.name = try text(member.value)
            case "load": stage.load = try appearance(member.value)
            case "perform":
                stage.perform = try appearance(member.value)
                isPerforming = true
            case "next": stage.next = try text(member.value)
            default: try option(member, &stage.options)
            }
        }
        guard isPerforming else { throw fault(node.line, "the stage lacks the key perform") }
        return stage
    }

    private func option(_ member: YAMLMember, _ options: inout Motion.Options) throws {
        switch member.key {
        case "duration": options.duration = try seconds(member.value)
        case "delay": options.delay = try seconds(member.value)
        case "hold": options.hold = try seconds(member.value)
        case "curve":
            let text = try text(member.value)
            guard let curve = Curve(text) else {
                throw fault(member.line, "'\(text)' is not a curve; use one of \(Curve.forms)")
            }
            options.curve = curve
        default:
            throw fault(
                member.line,
                "'\(member.key)' is not a key of a stage; the keys are name, load, perform, next, duration, delay, curve, hold"
            )
        }
    }

    private func phases(_ members: [YAMLMember]) throws -> PhaseAnimation<Appearance> {
        var phases: [Appearance] = []
        var options = Motion.Options()
        var repeats = false
        for member in members {
            switch member.key {
            case "phases": phases = try list(member.value).map(appearance)
            case "repeats":
                let text = try text(member.value)
                guard text == "true" || text == "false" else {
                    throw fault(member.line, "repeats must be true or false")
                }
                repeats = text == "true"
            default: try option(member, &options)
            }
        }
        return PhaseAnimation(phases, options: [options], repeats: repeats)
    }

    private static func words(_ fault: ChainFault) -> String {
        switch fault {
        case .empty: "the file has neither stages nor phases"
        case .nameTwice(let name): "two stages are called '\(name)'"
        case .noSuchStage(let name, let stage): "the stage '\(name)', which should follow '\(stage)', does not exist"
        case .impossibleTime(let name): "the stage '\(name)' never ends; give its undamped spring a duration"
        case .endlessLoop(let name): "the loop through '\(name)' takes no time"
        }
    }

    // MARK: Keyframes

    /// - Parameter initial: what the property is at the start if the file does not say it.
    private func track(_ node: YAMLNode, from initial: Double = 1) throws -> KeyframeTrack<Double> {
        var from = initial
        var keyframes: [Keyframe<Double>] = []
        for member in try mapping(node) {
            switch member.key {
            case "from": from = try number(member.value)
            case "keyframes": keyframes = try list(member.value).map(keyframe)
            default:
                throw fault(member.line, "'\(member.key)' is not a key of a track; the keys are from and keyframes")
            }
        }
        guard !keyframes.isEmpty else { throw fault(node.line, "the track has no keyframes") }
        return KeyframeTrack(from: from, keyframes)
    }

    private func keyframe(_ node: YAMLNode) throws -> Keyframe<Double> {
        var value: Double?
        var duration = 0.0
        var kind = Keyframe<Double>.Kind.cubic(startVelocity: nil, endVelocity: nil)
        for member in try mapping(node) {
            switch member.key {
            case "to": value = try number(member.value)
            case "duration": duration = try seconds(member.value)
            case "kind":
                let text = try text(member.value)
                switch text {
                case "linear": kind = .linear
                case "cubic": kind = .cubic(startVelocity: nil, endVelocity: nil)
                case "move": kind = .move
                case "spring": kind = .spring(nil)
                default:
                    guard case .spring(let spring, let blend)? = Curve(text) else {
                        throw fault(
                            member.line,
                            "'\(text)' is not a kind; use linear, cubic, spring, spring(response,damping), "
                                + "interactive-spring(response,damping,blend) or move")
                    }
                    kind = .spring(spring, blend: blend)
                }
            default:
                throw fault(
                    member.line, "'\(member.key)' is not a key of a keyframe; the keys are to, duration and kind")
            }
        }
        guard let value else { throw fault(node.line, "the keyframe lacks the key to") }
        return Keyframe(value, duration: duration, kind)
    }
}
