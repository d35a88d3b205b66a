import Contract
import Occupancy
import XCTest

final class OccupancyStatusTests: XCTestCase {
    func testLevelsSymbolsColoursAndLabels() {
        let rows: [(Int, String, String?, String?, String?, String?)] = [
            (0, "EMPTY", "low", "figure.stand", "green", "Low occupancy"),
            (1, "MANY_SEATS_AVAILABLE", "low", "figure.stand", "green", "Low occupancy"),
            (
                2, "FEW_SEATS_AVAILABLE", "moderate", "figure.stand.line.dotted.figure.stand", "yellow",
                "Moderate occupancy"
            ),
            (3, "STANDING_ROOM_ONLY", "high", "figure.stand.line.dotted.figure.stand", "orange", "High occupancy"),
            (
                4, "CRUSHED_STANDING_ROOM_ONLY", "high", "figure.stand.line.dotted.figure.stand", "orange",
                "High occupancy"
            ),
            (5, "FULL", "very_crowded", "figure.stand.line.dotted.figure.stand", "red", "Very crowded"),
            (
                6, "NOT_ACCEPTING_PASSENGERS", "very_crowded", "figure.stand.line.dotted.figure.stand", "red",
                "Very crowded"
            ),
            (7, "NO_DATA_AVAILABLE", nil, nil, nil, nil),
            (8, "NOT_BOARDABLE", nil, nil, nil, nil),
        ]
        for (code, name, level, symbol, color, label) in rows {
            let status = OccupancyStatus(code: code)
            XCTAssertEqual(status.name, name)
            XCTAssertEqual(OccupancyStatus(name: name), status)
            XCTAssertEqual(status.level?.rawValue, level)
            XCTAssertEqual(status.level?.symbol, symbol)
            XCTAssertEqual(status.level?.color, color)
            XCTAssertEqual(status.level?.label, label)
        }
        for code in [-1, 9, 4711] {
            XCTAssertNil(OccupancyStatus(code: code).name)
            XCTAssertNil(OccupancyStatus(code: code).level)
        }
        XCTAssertNil(OccupancyStatus(name: "Empty"))
    }

    func testRanksOrderAsTheNumbersDoAndAbsenceIsLowest() {
        let ranks =
            [StatusRank.absent, StatusRank(code: .min), StatusRank(code: -3)] + (0...40).map(StatusRank.init(code:))
        XCTAssertEqual(ranks, ranks.sorted())
        XCTAssertEqual(Set(ranks).count, ranks.count)
        XCTAssertEqual((0...8).map { StatusRank(code: $0).column }, Array(0...8))
        XCTAssertEqual([StatusRank.absent, StatusRank(code: -1), StatusRank(code: 9)].map(\.column), [9, 9, 9])
    }

    // MARK: Figures

    private func figures(_ counts: [Int], percentages: [(Int, Int)] = []) -> CrowdingFigures {
        CrowdingFigures(
            counts: counts + Array(repeating: 0, count: 10 - counts.count), vehicles: 0, trips: 0,
            percentages: percentages.map { .init(percentage: $0.0, count: $0.1) })
    }

    func testModeTiesGoToTheMoreCrowdedCode() {
        XCTAssertEqual(figures([3, 3, 1]).modeStatus?.code, 1)
        XCTAssertEqual(figures([1, 0, 0, 0, 0, 0, 1]).modeStatus?.code, 6)
        XCTAssertEqual(figures([0, 2, 1, 0, 0, 0, 0, 9, 9, 9]).modeStatus?.code, 1)
        XCTAssertNil(figures([0, 0, 0, 0, 0, 0, 0, 5, 5, 5]).modeStatus)
    }

    func testTheWorstIsAmongTheCodesThatSayHowFull() {
        XCTAssertEqual(figures([4, 0, 1, 0, 0, 0, 0, 0, 9]).worstStatus?.code, 2)
        XCTAssertNil(figures([0, 0, 0, 0, 0, 0, 0, 0, 9]).worstStatus)
    }

    func testLevelsCountTheirCodes() {
        let figures = figures([1, 2, 4, 8, 16, 32, 64, 128, 256, 512])
        XCTAssertEqual(figures.withStatus, 127)
        XCTAssertEqual(figures.observations, 1023)
        XCTAssertEqual(OccupancyLevel.allCases.map { figures.count(of: $0) }, [3, 4, 24, 96])
    }

    func testPercentilesAreOfTheNearestRank() {
        // Ranks ceil(p / 100 × 5): 15 20 35 40 50 is the textbook's example.
        let five = figures([5], percentages: [(15, 1), (20, 1), (35, 1), (40, 1), (50, 1)])
        XCTAssertEqual([5, 30, 40, 50, 100].map { five.percentile($0) }, [15, 20, 20, 35, 50])
        let many = figures([10], percentages: [(0, 9), (150, 1)])
        XCTAssertEqual([50, 90, 91].map { many.percentile($0) }, [0, 0, 150])
        XCTAssertEqual(many.percentageMaximum, 150)
        XCTAssertNil(figures([3]).percentile(50))
        XCTAssertNil(figures([3]).percentageMaximum)
    }

    func testSharesAreRoundedHalfUpAndNullWithoutATotal() {
        XCTAssertEqual(CrowdingFigures.tenThousandths(1, of: 3), 3333)
        XCTAssertEqual(CrowdingFigures.tenThousandths(2, of: 3), 6667)
        XCTAssertEqual(CrowdingFigures.tenThousandths(1, of: 32), 313)
        XCTAssertEqual(CrowdingFigures.tenThousandths(3, of: 160), 188)
        XCTAssertEqual(CrowdingFigures.tenThousandths(7, of: 7), 10_000)
        XCTAssertNil(CrowdingFigures.tenThousandths(0, of: 0))
        XCTAssertEqual(CrowdingFigures.tenThousandths(Int.max / 2, of: Int.max), 5000)
    }

    func testTheNamesAreThoseOfTheSpecification() {
        let cases = Enumeration.occupancyStatus.cases
        XCTAssertEqual(cases.map(\.name), OccupancyStatus.names)
        XCTAssertEqual(cases.map(\.value), Array(OccupancyStatus.names.indices))
        XCTAssertEqual(Enumeration.tripRelationship.cases.map(\.value), [0, 1, 2, 3, 5, 6, 7, 8])
    }
}
