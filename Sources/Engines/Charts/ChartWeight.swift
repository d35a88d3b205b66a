/// How much a figure rests on, in three steps that are told apart by sight.
package enum ChartWeight: Int, CaseIterable, Sendable {
    case thin, some, ample

    package static let someFrom = 5
    package static let ampleFrom = 30

    package init(_ count: Int) {
        self = count < ChartWeight.someFrom ? .thin : count < ChartWeight.ampleFrom ? .some : .ample
    }

    package var words: String {
        switch self {
        case .thin: "1 to \(ChartWeight.someFrom - 1)"
        case .some: "\(ChartWeight.someFrom) to \(ChartWeight.ampleFrom - 1)"
        case .ample: "\(ChartWeight.ampleFrom) or more"
        }
    }

    /// How thick a bar is: the less it rests on, the thinner.
    package var thickness: Double {
        switch self {
        case .thin: 4
        case .some: 7
        case .ample: 12
        }
    }

    /// How wide the colour of a cell is: the less it rests on, the thinner.
    package func strip(of width: Double) -> Double {
        switch self {
        case .thin: 4
        case .some: width > 30 ? 9 : 7
        case .ample: width
        }
    }
}
