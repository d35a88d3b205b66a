import TestSupport
import XCTest

/// What `kill -9` leaves behind, and who takes it away.
final class LeftoverTests: XCTestCase {
    func testTheNextRunSweepsWhatAKilledOneLeft() {
        let folder = TemporaryFolder()
        let shell = Shell(
            """
            feed=$PWD/samples/feed.zip
            cd '\(folder.path)'
            for kind in output load; do
              mkfifo zip
              case $kind in
                output) linefeed build-polylines -o out.nd --summary s.json --diagnostics d.nd < zip & ;;
                load) linefeed store h.db -o out.nd --summary s.json < zip & ;;
              esac
              exec 9> zip
              until ls -A | grep -q 'out[.]nd.*linefeed' && ls -A | grep -q 's[.]json.*linefeed'; do sleep 0.05; done
              # A run beside a living one takes nothing away.
              linefeed ingest "$feed" -o other.nd
              ls -A | grep -c 'linefeed$'
              kill -9 $!
              wait $! 2> /dev/null
              exec 9>&-
              rm zip
              ls -A | grep -c 'linefeed$'
              linefeed ingest "$feed" -o other.nd
              ls -A | grep -c 'linefeed$'
            done
            """)
        XCTAssertEqual(shell.lines, ["3", "3", "0", "2", "2", "0"], shell.errors)
    }
}
