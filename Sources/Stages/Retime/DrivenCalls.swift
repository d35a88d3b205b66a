import Containers

/// The calls of all runs, each in a few numbers: its kind and its two times.
///
/// Memory: 12 bytes a call, and 60 for each kind of call, of which a stop of a pattern has one or two.
final class DrivenCalls {
    /// What calls of a trip's stop have in common from day to day.
    private struct Kind: Hashable {
        let position: Int32
        let sequence: Int32
        let stop: UInt32
        let traits: UInt8
    }

    private var kinds: [Kind] = []
    private var numbers: [Kind: UInt32] = [:]
    private let kindNumbers = GrowingColumn<UInt32>()
    private let arrivals = GrowingColumn<Int32>()
    private let departures = GrowingColumn<Int32>()

    var count: Int { kindNumbers.count }

    func append(_ call: DrivenCall) {
        let kind = Kind(
            position: call.position, sequence: call.sequence, stop: call.stop, traits: call.traits.rawValue)
        let number: UInt32
        if let known = numbers[kind] {
            number = known
        } else {
            number = UInt32(truncatingIfNeeded: kinds.count)
            numbers[kind] = number
            kinds.append(kind)
        }
        kindNumbers.append(number)
        arrivals.append(call.arrival)
        departures.append(call.departure)
    }

    subscript(place: Int) -> DrivenCall {
        let kind = kinds[Int(kindNumbers[place])]
        var call = DrivenCall(position: Int(kind.position))
        call.sequence = kind.sequence
        call.stop = kind.stop
        call.traits = DrivenCall.Traits(rawValue: kind.traits)
        call.arrival = arrivals[place]
        call.departure = departures[place]
        return call
    }
}
