import Drawing
import Occupancy
import TestSupport
import TimeZones
import XCTest

@testable import DeparturesStage

final class BoardTableTests: XCTestCase {
    /// 2026-03-01 14:05:00 in Brisbane, a Sunday.
    static let time = 1_772_337_900
    static let brisbane = Result { try Zone(named: "Australia/Brisbane") }

    static func departure(_ change: (inout BoardDeparture) -> Void = { _ in }) -> BoardDeparture {
        var departure = BoardDeparture(
            stopID: "A", tripID: "t", startDate: CivilDate(year: 2026, month: 3, day: 1), departureTime: 0,
            countdown: 240
        )
        departure.routeShortName = "T1"
        departure.routeColor = "006BB6"
        departure.routeTextColor = "FFFFFF"
        departure.headsign = "Ploverbrook"
        departure.platformCode = "2"
        departure.wheelchairAccessible = 1
        departure.delay = 0
        departure.isRealtime = true
        departure.occupancyStatus = OccupancyStatus(code: 1)
        change(&departure)
        departure.departureTime = time + departure.countdown
        return departure
    }

    private func lines(
        _ departures: [BoardDeparture], width: Int = 80, hasColor: Bool = false, name: String? = "Larkmere Central",
        hours: Int = 2
    ) throws -> [String] {
        BoardTable(
            at: BoardTableTests.time, until: BoardTableTests.time + hours * 3600,
            width: width, hasColor: hasColor
        ).lines([
            BoardTable.Section(
                stopID: "S00", stopName: name, zone: try BoardTableTests.brisbane.get(), departures: departures)
        ])
    }

    private func row(_ width: Int = 200, _ change: (inout BoardDeparture) -> Void) throws -> String {
        try XCTUnwrap(try lines([BoardTableTests.departure(change)], width: width).dropFirst().first)
    }

    // MARK: Words

    func testARowSaysEverythingInWords() throws {
        XCTAssertEqual(
            try lines([BoardTableTests.departure()], width: 120),
            [
                "Larkmere Central, Sunday 1 March 2026, 14:05 (Australia/Brisbane)",
                "[T1] Ploverbrook  platform 2  4 min  on time  ◔ Low occupancy  ♿ wheelchair accessible",
            ])
    }

    func testEightyColumnsTakeTwoLinesAndFortyMore() throws {
        let departures = [
            BoardTableTests.departure { $0.headsign = "Rowanbank via Botanic Gardens and Hospital" },
            BoardTableTests.departure {
                $0.routeShortName = "B-10"
                $0.headsign = "Zoo"
                $0.countdown = 7200
                $0.delay = 190
                $0.occupancyStatus = OccupancyStatus(code: 2)
                $0.wheelchairAccessible = 2
            },
        ]
        XCTAssertEqual(
            try lines(departures),
            [
                "Larkmere Central, Sunday 1 March 2026, 14:05 (Australia/Brisbane)",
                "[T1]   Rowanbank via Botanic Gardens and Hospital  platform 2  4 min  on time",
                "       ◔ Low occupancy, ♿ wheelchair accessible",
                "[B-10] Zoo                                         platform 2  16:05  +3 min",
                "       ◑ Moderate occupancy, ⊘ not wheelchair accessible",
            ])
        XCTAssertEqual(
            try lines(departures, width: 40),
            [
                "Larkmere Central",
                "Sunday 1 March 2026, 14:05",
                "(Australia/Brisbane)",
                "[T1]   Rowanbank via Botanic Gar…  4 min",
                "  platform 2, on time, ◔ Low occupancy",
                "  ♿ wheelchair accessible",
                "[B-10] Zoo                         16:05",
                "  platform 2, +3 min",
                "  ◑ Moderate occupancy",
                "  ⊘ not wheelchair accessible",
            ])
    }

    func testTheCountdownTurnsIntoATime() throws {
        for (seconds, words) in [
            (-30, "now"), (0, "now"), (59, "now"), (60, "1 min"), (119, "1 min"), (3599, "59 min"), (3600, "15:05"),
            (36_000, "00:05"), (86_400, "Mon 14:05"), (8 * 86_400, "9 Mar 14:05"),
        ] {
            XCTAssertTrue(try row { $0.countdown = seconds }.contains("  \(words)  "), words)
        }
    }

    func testNoPredictionIsNotOnTime() throws {
        for (delay, words) in [
            (0, "on time"), (59, "on time"), (-59, "on time"), (60, "+1 min"), (119, "+1 min"), (3700, "+61 min"),
            (-60, "1 min early"), (-125, "2 min early"),
        ] {
            XCTAssertTrue(try row { $0.delay = delay }.contains("  \(words)  "), words)
        }
        let without = try row {
            $0.delay = nil
            $0.isRealtime = false
        }
        XCTAssertTrue(without.contains("  timetable  "), without)
        XCTAssertFalse(without.contains("on time"))
        // ADDED, DUPLICATED, NEW; UNSCHEDULED, and a trip that runs every few minutes.
        for (code, words) in [
            (1, "extra trip"), (6, "extra trip"), (8, "extra trip"), (2, "predicted"), (0, "predicted"),
        ] {
            let line = try row {
                $0.delay = nil
                $0.scheduleRelationship = code
            }
            XCTAssertTrue(line.contains("  \(words)  "), line)
        }
    }

    func testACancelledTripShowsNothingThatAPassengerCouldUse() throws {
        for code in [3, 7] {
            XCTAssertEqual(
                try row { $0.scheduleRelationship = code }, "[T1] Ploverbrook  platform 2  14:09  cancelled")
        }
    }

    func testWhatIsUnknownIsLeftOut() throws {
        let bare = try row {
            $0.wheelchairAccessible = nil
            $0.occupancyStatus = nil
            $0.platformCode = nil
        }
        XCTAssertEqual(bare, "[T1] Ploverbrook  4 min  on time")
        XCTAssertEqual(
            try row {
                $0.wheelchairAccessible = 0
                $0.occupancyStatus = OccupancyStatus(code: 8)
                $0.platformCode = " "
            }, bare)
    }

    func testEveryLevelHasItsSymbolAndItsWord() throws {
        for (code, words) in [
            (0, "◔ Low occupancy"), (1, "◔ Low occupancy"), (2, "◑ Moderate occupancy"), (3, "◕ High occupancy"),
            (4, "◕ High occupancy"), (5, "● Very crowded"), (6, "● Very crowded"),
        ] {
            let line = try row { $0.occupancyStatus = OccupancyStatus(code: code) }
            XCTAssertTrue(line.hasSuffix("  \(words)  ♿ wheelchair accessible"), line)
        }
    }

    func testNamesStandInForEachOther() throws {
        XCTAssertTrue(
            try row {
                $0.routeShortName = ""
                $0.routeLongName = "Airport Express"
            }.hasPrefix("[Airport Exp…] Ploverbrook"))
        XCTAssertTrue(
            try row {
                $0.routeShortName = nil
                $0.routeID = "r-7"
            }.hasPrefix("[r-7] Ploverbrook"))
        XCTAssertTrue(try row { $0.routeShortName = nil }.hasPrefix("[?] "))
        XCTAssertTrue(try row { $0.headsign = nil }.hasPrefix("[T1] no destination given  "))
        XCTAssertTrue(
            try row {
                $0.headsign = "\n"
                $0.routeLongName = "City – Zoo"
            }.hasPrefix("[T1] City – Zoo  "))
        XCTAssertTrue(
            try row {
                $0.headsign = nil
                $0.routeShortName = nil
                $0.routeLongName = "City – Zoo"
            }.hasPrefix("[City – Zoo] no destination given  "))
    }

    func testAStopOfAStationIsToldByCodeOrByWhatItsNameAdds() throws {
        for (code, name, words) in [
            ("2", "Larkmere Central, Stand A", "platform 2"), ("Platform 2", nil, "Platform 2"),
            (nil, "Larkmere Central, Stand A", "Stand A"), (nil, "Larkmere Central (west)", "(west)"),
            (nil, "Larkmere Centralia", "Larkmere Centralia"), (nil, "Elsewhere", "Elsewhere"),
        ] as [(String?, String?, String)] {
            let line = try row {
                $0.platformCode = code
                $0.stopName = name
            }
            XCTAssertTrue(line.hasPrefix("[T1] Ploverbrook  \(words)  4 min"), line)
        }
        let same = try row {
            $0.platformCode = nil
            $0.stopName = "Larkmere Central"
        }
        XCTAssertTrue(same.hasPrefix("[T1] Ploverbrook  4 min"), same)
    }

    // MARK: Boards

    func testAnEmptyBoardSaysSo() throws {
        XCTAssertEqual(
            try lines([]),
            ["Larkmere Central, Sunday 1 March 2026, 14:05 (Australia/Brisbane)", "No departures until 16:05."])
        XCTAssertEqual(try lines([], hours: 48).last, "No departures until Tue 14:05.")
        XCTAssertTrue(try lines([], name: nil)[0].hasPrefix("S00, Sunday"))
    }

    func testEachStopHasABoardOfItsOwn() throws {
        let table = BoardTable(at: 0, until: 7200, width: 80, hasColor: false)
        XCTAssertEqual(
            table.lines([
                BoardTable.Section(stopID: "a", stopName: "Ash", zone: .utc, departures: []),
                BoardTable.Section(
                    stopID: "b", stopName: "Beech", zone: .utc, clock: "the stop's clock", departures: []),
            ]),
            [
                "Ash, Thursday 1 January 1970, 00:00 (UTC)", "No departures until 02:00.", "",
                "Beech, Thursday 1 January 1970, 00:00 (the stop's clock, UTC)", "No departures until 02:00.",
            ])
    }

    // MARK: Colours

    func testColoursAddNothingToTheWords() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<100 {
            let departures = (0..<5).map { _ in BoardTableTests.any(&generator) }
            let width = Int.random(in: 20...160, using: &generator)
            let plain = try lines(departures, width: width)
            let bright = try lines(departures, width: width, hasColor: true).map(BoardTableTests.withoutColors)
            XCTAssertEqual(plain.count, bright.count)
            for (one, other) in zip(plain, bright) {
                XCTAssertEqual(one.filter { !"[] ".contains($0) }, other.filter { !"[] ".contains($0) })
            }
        }
    }

    func testTheBadgeHasTheRoutesColours() throws {
        let line = try lines([BoardTableTests.departure()], width: 120, hasColor: true)[1]
        XCTAssertTrue(
            line.hasPrefix("\u{1B}[48;2;0;107;182;38;2;255;255;255m T1 \u{1B}[0m Ploverbrook"), line.debugDescription)
        XCTAssertTrue(line.contains("\u{1B}[32m◔\u{1B}[0m Low occupancy"), line.debugDescription)
        for color in [nil, "", "12345", "GGGGGG", "#00FF0", "１２３４５６"] {
            let plain = try lines([BoardTableTests.departure { $0.routeColor = color }], hasColor: true)[1]
            XCTAssertTrue(plain.hasPrefix("\u{1B}[1m[T1]\u{1B}[0m "), plain.debugDescription)
        }
    }

    func testColoursThatCannotBeReadAreCorrected() throws {
        for (background, text, shown) in [
            ("FFFFFF", "FFFFFF", "000000"), ("000000", "000000", "FFFFFF"), ("FFFF00", "FFFFFF", "000000"),
            ("006BB6", "FFFFFF", "FFFFFF"), ("006BB6", nil, "FFFFFF"), ("FFD700", "00008B", "00008B"),
            ("777777", "888888", "000000"), ("00008B", "FF0000", "FFFFFF"),
        ] as [(String, String?, String)] {
            XCTAssertEqual(
                try XCTUnwrap(Color(hex: background)).readableText(text.flatMap(Color.init(hex:))), Color(hex: shown),
                background)
        }
        // The figures that WCAG 2 gives for its own examples, and the ends of the scale.
        XCTAssertEqual(Color.black.contrast(with: .white), 21, accuracy: 1e-9)
        XCTAssertEqual(try XCTUnwrap(Color(hex: "777777")).contrast(with: .white), 4.478, accuracy: 0.001)
        XCTAssertEqual(try XCTUnwrap(Color(hex: "ff0000")).contrast(with: .white), 3.998, accuracy: 0.001)
        for value in stride(from: 0, to: 1 << 24, by: 40_961) {
            let color = Color(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
            XCTAssertGreaterThanOrEqual(color.contrast(with: color.readableText(color)), 4.5)
        }
    }

    // MARK: Anything

    func testNoLineIsWiderThanTheTerminalNorHoldsAControl() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            let width = Int.random(in: 36...150, using: &generator)
            let departures = (0..<Int.random(in: 0...6, using: &generator)).map { _ in BoardTableTests.any(&generator) }
            let name = BoardTableTests.texts.randomElement(using: &generator)!
            for line in try lines(departures, width: width, name: name) {
                XCTAssertLessThanOrEqual(BoardText(line).width, width, line)
                XCTAssertFalse(line.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
                XCTAssertFalse(line.hasSuffix(" "), line)
                XCTAssertFalse(line.isEmpty)
            }
        }
    }

    static let texts: [String?] = [
        nil, "", " ", "T1", "Ploverbrook", "Rowanbank via Botanic Gardens and Hospital Interchange",
        "مطار الملكة علياء",
        "नई दिल्ली रेलवे स्टेशन", "東京都庁前（大江戸線）", "👨‍👩‍👧‍👦 🇦🇺 Family Park ☂️", "e\u{301}\u{302}\u{303}\u{304}",
        "a" + String(repeating: "\u{301}", count: 5000), String(repeating: "very long ", count: 1000), "\u{1B}[31mred",
        "a\u{202E}b\u{2066}c", "tab\tnew\nline\r\u{0}", "\u{200B}\u{FEFF}", "\u{301}", "서울역", "\u{1F3F4}",
        String(repeating: "\u{200D}", count: 300), "שלום 5",
    ]

    static func any(_ generator: inout SeededGenerator) -> BoardDeparture {
        func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }
        return departure {
            $0.routeShortName = pick(texts)
            $0.routeLongName = pick(texts)
            $0.headsign = pick(texts)
            $0.platformCode = pick(texts)
            $0.stopName = pick(texts)
            $0.routeColor = pick(["FFFFFF", "", nil, "zzzzzz", "123456"])
            $0.delay = pick([nil, 0, -9000, 100_000_000])
            $0.isRealtime = pick([true, false])
            $0.countdown = pick([0, 61, 5000, 100_000, 10_000_000])
            $0.scheduleRelationship = pick([0, 0, 0, 1, 3])
            $0.occupancyStatus = pick([nil, 0, 2, 4, 6, 99]).map(OccupancyStatus.init(code:))
            $0.wheelchairAccessible = pick([nil, 0, 1, 2])
        }
    }

    static func withoutColors(_ line: String) -> String {
        var result = ""
        var isInside = false
        for scalar in line.unicodeScalars {
            if scalar.value == 0x1B { isInside = true }
            if !isInside { result.unicodeScalars.append(scalar) }
            if scalar == "m" { isInside = false }
        }
        return result
    }
}
