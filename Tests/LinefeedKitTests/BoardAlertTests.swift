import GTFSRealtime
import LinefeedKit
import TestSupport
import XCTest

/// Boards list the alerts of the messages, in the language that is asked for.
final class BoardAlertTests: XCTestCase {
    private let feed = Checkout.root + "/samples/feed.zip"
    private let time = "2026-03-02T08:00"

    /// A FeedMessage with an alert about each entity selector; field numbers are the specification's.
    private func message(
        _ alerts: [(id: String, severity: UInt64, selector: (ProtobufWriter) -> Void, texts: [(String, String?)])]
    ) -> [UInt8] {
        let writer = ProtobufWriter()
        writer.message(1) {
            $0.string(1, "2.0")
            $0.unsigned(3, 1_772_402_400)
        }
        for alert in alerts {
            writer.message(2) { entity in
                entity.string(1, alert.id)
                entity.message(5) {
                    $0.message(1) {
                        $0.unsigned(1, 1_772_400_000)
                        $0.unsigned(2, 1_772_410_000)
                    }
                    $0.message(5, alert.selector)
                    $0.unsigned(6, 10)
                    $0.unsigned(7, 1)
                    $0.message(8) { $0.message(1) { $0.string(1, "https://example.org/news") } }
                    $0.message(10) { header in
                        for (text, language) in alert.texts {
                            header.message(1) {
                                $0.string(1, text)
                                if let language { $0.string(2, language) }
                            }
                        }
                    }
                    $0.unsigned(14, alert.severity)
                }
            }
        }
        return Array(writer.bytes)
    }

    private func messages() throws -> RealtimeMessages {
        try RealtimeMessages(
            bytes: message([
                ("stop", 2, { $0.string(5, "S00") }, [("Lift out of order", "en"), ("Ascenseur en panne", "fr")]),
                ("route", 4, { $0.string(2, "R-T1") }, [("No trains", "en"), ("Pas de trains", "fr")]),
                ("nobody", 4, { $0.string(2, "R-none") }, [("About nothing", nil)]),
            ]))
    }

    func testABoardListsTheAlertsOfItsStopAndOfItsDepartures() throws {
        let board = try Feed(feed).departures(at: ["S00"], from: .local(time), realtime: messages())
        let alerts = try XCTUnwrap(board.stops.first).alerts
        XCTAssertEqual(alerts.map(\.id), ["route", "stop"], "the most severe first")
        XCTAssertEqual(alerts.map(\.isAboutStop), [false, true])
        XCTAssertEqual(alerts.map(\.header), ["No trains", "Lift out of order"])
        XCTAssertEqual(alerts[0].severity, 4)
        XCTAssertEqual(alerts[0].cause, 10)
        XCTAssertEqual(alerts[0].effect, 1)
        XCTAssertEqual(alerts[0].url, "https://example.org/news")
        XCTAssertEqual(alerts[0].activeFrom, 1_772_400_000)
        XCTAssertEqual(alerts[0].activeUntil, 1_772_410_000)
        XCTAssertNil(alerts[0].description)
        XCTAssertTrue(board.contains { $0.routeID == "R-T1" } && board.contains { $0.routeID != "R-T1" })
        for departure in board {
            XCTAssertEqual(departure.alertIDs, departure.routeID == "R-T1" ? ["route", "stop"] : ["stop"])
        }
        XCTAssertEqual(board.findings.map(\.code).filter { $0 == "unmatched_alert" }.count, 1)
    }

    func testTheLanguageIsTheOneThatIsAskedFor() throws {
        let board = try Feed(feed).departures(
            at: ["S00"], from: .local(time), realtime: messages(), languages: ["de", "fr"])
        let alerts = try XCTUnwrap(board.stops.first).alerts
        XCTAssertEqual(alerts.map(\.header), ["Pas de trains", "Ascenseur en panne"])
        XCTAssertEqual(alerts.map(\.language), ["fr", "fr"])
    }

    func testABoardWithoutMessagesHasNoAlerts() throws {
        let board = try Feed(feed).departures(at: ["S00"], from: .local(time))
        XCTAssertEqual(board.stops.map(\.alerts), [[]])
        XCTAssertTrue(board.allSatisfy(\.alertIDs.isEmpty))
    }
}
