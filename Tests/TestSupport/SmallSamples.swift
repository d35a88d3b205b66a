import XCTest

/// The samples with a tenth of the feed's trips, for tests that run every stage again and again.
public enum SmallSamples {
    private static let made = TemporaryFolder()

    /// A folder with the files of `samples`. Its feed has the trips of the samples' messages and positions, the trip that
    /// trials name, and every twentieth other trip.
    public static let folder: String = {
        let run = Shell(
            """
            set -e
            cd '\(made.path)'
            samples='\(Checkout.root)/samples'
            cp $samples/*.pb $samples/*.ndjson $samples/*.yaml .
            { linefeed decode-rt *.pb -q; cat positions.ndjson; echo '"trip_id":"R-T1-wd-1-26"'; } \\
              | grep -o '"trip_id":"[^"]*"' > trips
            linefeed ingest $samples/feed.zip -q > all.ndjson
            grep '"table":"trips"' all.ndjson | sed -n '0~20p' | grep -o '"trip_id":"[^"]*"' >> trips
            { grep -v '"table":"\\(trips\\|stop_times\\|frequencies\\)"' all.ndjson
              grep '"table":"\\(trips\\|stop_times\\|frequencies\\)"' all.ndjson | grep -F -f <(sort -u trips)
            } | linefeed write-gtfs -q -o feed.zip
            rm all.ndjson trips
            """)
        XCTAssertEqual(run.status, 0, run.errors)
        return made.path
    }()
}
