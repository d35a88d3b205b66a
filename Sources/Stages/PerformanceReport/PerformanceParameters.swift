import NDJSON
import Reports
import TimeZones

/// Something that a kind of figures is counted by beside the keys.
struct PerformanceParameter: Sendable {
    /// In a part.
    let name: String
    let usual: ReportCell
    /// What a part has of it; nil for what `--partial` does not write.
    let read: @Sendable (JSONValue) -> ReportCell?

    /// As it is typed.
    var option: String { "--" + name.split(separator: "_").joined(separator: "-") }

    static func seconds(_ name: String, _ usual: Int) -> PerformanceParameter {
        PerformanceParameter(name: name, usual: .integer(usual)) { value in
            value.integer.flatMap { (0...(1 << 40)).contains($0) ? .integer($0) : nil }
        }
    }

    /// A part of something else, from 0.
    static func share(_ name: String, _ usual: Double) -> PerformanceParameter {
        PerformanceParameter(name: name, usual: .number(usual, decimals: -1)) { value in
            value.double.flatMap { $0 >= 0 ? .number($0, decimals: -1) : nil }
        }
    }

    static func flag(_ name: String) -> PerformanceParameter {
        PerformanceParameter(name: name, usual: .flag(false)) { value in value.bool.map { .flag($0) } }
    }

    static func word<Word: RawRepresentable<String> & Sendable>(_ name: String, _ usual: Word) -> PerformanceParameter {
        PerformanceParameter(name: name, usual: .text(usual.rawValue)) { value in
            value.string.flatMap(Word.init(rawValue:)).map { .text($0.rawValue) }
        }
    }
}

/// The parameters that were given, of whatever kinds; parts of one report have their kind's in common.
package struct PerformanceParameters: Equatable, Sendable {
    private var given: [String: ReportCell] = [:]

    subscript(parameter: PerformanceParameter) -> ReportCell {
        get { given[parameter.name] ?? parameter.usual }
        set { given[parameter.name] = newValue }
    }

    func isGiven(_ parameter: PerformanceParameter) -> Bool { given[parameter.name] != nil }

    func seconds(_ parameter: PerformanceParameter) -> Int {
        if case .integer(let seconds) = self[parameter] { seconds } else { 0 }
    }

    func share(_ parameter: PerformanceParameter) -> Double {
        if case .number(let share, _) = self[parameter] { share } else { 0 }
    }

    func word<Word: RawRepresentable<String>>(_ parameter: PerformanceParameter, _ usual: Word) -> Word {
        if case .text(let text) = self[parameter] { Word(rawValue: text) ?? usual } else { usual }
    }

    /// As they would be typed, a blank before each.
    func words(of kind: PerformanceReportOptions.Kind) -> String {
        kind.count.parameters.map { parameter in
            switch self[parameter] {
            case .flag(let isSet): isSet ? " \(parameter.option)" : ""
            case .integer(let seconds): " \(parameter.option) \(TimeSpan(seconds: seconds).text)"
            case .number(let number, _): " \(parameter.option) \(number)"
            case let cell: " \(parameter.option) \(cell.words)"
            }
        }.joined()
    }
}
