import Charts
import Occupancy
import Reports

/// What a picture of a report shows, as values: groups as rows, the second key's values as columns, a third key's as
/// pictures of their own.
struct OccupancyChart {
    /// Counts of a cell, or of a row as the sum of its cells.
    struct Counts: Equatable {
        var observations = 0
        var withStatus = 0
        /// By level, from low to very crowded.
        var levels = SIMD4<Int>()

        init() {}

        init(_ figures: CrowdingFigures) {
            observations = figures.observations
            withStatus = figures.withStatus
            for (place, level) in OccupancyLevel.allCases.enumerated() { levels[place] = figures.count(of: level) }
        }

        mutating func add(_ other: Counts) {
            observations += other.observations
            withStatus += other.withStatus
            levels &+= other.levels
        }

        /// Observations at high occupancy or very crowded: standing room only, or less.
        var crowded: Int { levels[2] + levels[3] }

        /// Ten-thousandths of `withStatus` that are crowded; nil without any.
        var crowdedShare: Int? { CrowdingFigures.tenThousandths(crowded, of: withStatus) }

        var weight: Weight { Weight(withStatus) }

        /// The step of the share; something that rounds to nothing is not nothing.
        var step: ChartColors.Step {
            let share = max(crowdedShare ?? 0, crowded > 0 ? 1 : 0)
            return ChartColors.shares.last { $0.from <= share } ?? ChartColors.shares[0]
        }
    }

    typealias Weight = ChartWeight

    struct Label: Equatable {
        /// As it stands in the picture, before it is cut.
        let text: String
        /// With the id, for a title.
        let full: String
    }

    struct Row {
        let label: Label
        /// As many as there are columns; nil where nothing was observed.
        var cells: [Counts?]
        var total = Counts()
    }

    struct Panel {
        /// nil where there are no more than two keys.
        let label: Label?
        var rows: [Row] = []
    }

    let keys: [ReportKey]
    let zone: String?
    /// nil where no key is a bin.
    let bin: TimeBin?
    /// The part of the time that was looked at.
    let window: ReportWindow
    var columns: [Label] = []
    var panels: [Panel] = []
    var total = Counts()
    /// Groups that the report has, and how many are not in the picture for want of room.
    var groups = 0
    var omitted = (rows: 0, columns: 0, groups: 0)
    /// Groups with fewer observations were left out of the report; 0 where none was asked to be.
    var minimumObservations = 0

    var rowKey: ReportKey { keys[0] }
    var columnKey: ReportKey? { keys.count > 1 ? keys[1] : nil }
    var panelKey: ReportKey? { keys.count > 2 ? keys[2] : nil }

    /// A picture has at most this many keys.
    static let mostKeys = 3
    /// Rows and columns beyond these, those with the fewest observations, are left to the table.
    static let mostRows = 1000
    static let mostColumns = 100
}
