import TestSupport
import XCTest

/// `predict` in pipes.
final class PredictTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// Flat trip updates of decode-rt become the message that they came from.
    func testFlatTripUpdatesAreEncoded() {
        let run = Shell(
            """
            set -e -o pipefail
            for file in samples/trip-updates-*.pb; do
                linefeed decode-rt "$file" | linefeed encode-rt | cmp - "$file"
            done
            linefeed decode-rt samples/trip-updates-*.pb | linefeed encode-rt --framing delimited |
                linefeed decode-rt | grep -v feed_messages > '\(folder.path)/again'
            linefeed decode-rt samples/trip-updates-*.pb | grep -v feed_messages | cmp - '\(folder.path)/again'
            """, in: Checkout.root)
        XCTAssertEqual(run.status, 0, run.errors)
    }

    /// Of a message whose first entity cannot be encoded, not even the header is written.
    func testFlatPositionsAreRefused() {
        let run = Shell(
            "linefeed decode-rt samples/vehicles-1772402100.pb | linefeed encode-rt | wc -c", in: Checkout.root)
        XCTAssertEqual(run.lines, ["0"], run.errors)
        let status = Shell(
            "linefeed decode-rt samples/vehicles-1772402100.pb | linefeed encode-rt > /dev/null", in: Checkout.root)
        XCTAssertEqual(status.status, 65, status.errors)
    }

    func testPredictionsReachABoard() {
        let run = Shell(
            """
            set -e -o pipefail
            linefeed decode-rt samples/vehicles-*.pb | linefeed predict --feed samples/feed.zip |
                linefeed encode-rt -o '\(folder.path)/trip-updates.pb'
            linefeed predict --feed samples/feed.zip samples/vehicles-*.pb | linefeed encode-rt |
                cmp - '\(folder.path)/trip-updates.pb'
            linefeed departures --feed samples/feed.zip --stop S00 --at 2026-03-02T08:05 '\(folder.path)/trip-updates.pb' |
                grep -c '"realtime":true'
            """, in: Checkout.root)
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertGreaterThan(Int(run.lines.first ?? "") ?? 0, 0)
    }

    /// One message in each run with --state gives what all messages at once give.
    func testStateBetweenRuns() {
        let run = Shell(
            """
            set -e
            for file in samples/vehicles-*.pb; do
                linefeed predict --feed samples/feed.zip --state '\(folder.path)/state' "$file" | grep trip_updates
            done > '\(folder.path)/parts'
            linefeed predict --feed samples/feed.zip samples/vehicles-*.pb | grep trip_updates | cmp - '\(folder.path)/parts'
            head -c 400 '\(folder.path)/state' > '\(folder.path)/cut'
            linefeed predict --feed samples/feed.zip --state '\(folder.path)/cut' samples/vehicles-1772402100.pb
            """, in: Checkout.root)
        XCTAssertEqual(run.status, 65, run.errors)
        XCTAssertTrue(run.errors.contains("this is not a state file of predict; not replaced"), run.errors)
    }
}
