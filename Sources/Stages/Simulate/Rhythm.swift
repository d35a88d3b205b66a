import StageKit
import TimeZones

/// How delays and crowding differ from day to day: by day of the week, with a trend, and days without realtime data.
public struct Rhythm: Sendable, Equatable {
    /// The factor of each day of the week, from Monday.
    public var week = Array(repeating: 1.0, count: 7)
    /// The growth for each day after the first service day, as a share of the first day's factor.
    public var trend = 0.0
    /// The share of service days without any snapshot.
    public var outages = 0.0

    public init() {}

    private static let weekWords = "--week takes seven factors from 0 to 10, Monday first, as in 1,1,1,1,1.5,0.7,0.5"

    var problem: String? {
        if week.count != 7 || !week.allSatisfy({ 0...10 ~= $0 }) {
            return Rhythm.weekWords
        }
        if !(-0.1...0.1 ~= trend) { return "--trend takes a share from -0.1 to 0.1" }
        if !(0...1 ~= outages) { return "--outages takes a share from 0 to 1" }
        return nil
    }

    /// The factor of a service day, at least 0.
    ///
    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - first: the day from which the trend counts.
    func factor(on day: Int, from first: Int) -> Double {
        max(0, week[CivilDate.weekday(daysSinceEpoch: day)] * (1 + trend * Double(day - first)))
    }

    /// Whether a service day has no snapshots.
    func isOut(_ day: Int, seed: UInt64) -> Bool {
        guard outages > 0 else { return false }
        var random = SimulationRandom(seed: seed, 14, day)
        return random.unit() < outages
    }

    // MARK: As it is written

    /// Takes the factors of the week as `--week` lists them.
    public mutating func setWeek(_ text: String) throws(UnusableOption) {
        let factors = text.split(separator: ",", omittingEmptySubsequences: false).map(Doses.number)
        week = factors.compactMap { $0 }
        if week.count != factors.count || problem == Rhythm.weekWords {
            throw UnusableOption("\(Rhythm.weekWords); not '\(text)'")
        }
    }
}
