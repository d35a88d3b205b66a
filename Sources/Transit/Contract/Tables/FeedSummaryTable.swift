extension Tables {
    /// What a feed contains, at a glance.
    public struct FeedSummaries: Table {
        public static let columns = FeedSummaries()
        public static let about = About<FeedSummaries>(
            "feed_summaries",
            "What a feed contains: agencies, dates, modes, area, features, numbers of rows, and a fingerprint.",
            from: "summarize"
        ) { _ in .wholeRecord }

        public let source = text("source", .always, "The feed as named on the command line; - for standard input.")
        public let bytes = whole(
            "bytes", .ifKnown, "Size of the zip, database or file of records; absent for a folder and a pipe.")
        public let feedPublisherName = text("feed_publisher_name", .ifKnown)
        public let feedPublisherURL = text("feed_publisher_url", .ifKnown)
        public let feedLang = text("feed_lang", .ifKnown)
        public let feedVersion = text("feed_version", .ifKnown)
        public let feedStartDate = day("feed_start_date", .ifKnown, "As feed_info.txt states it.")
        public let feedEndDate = day("feed_end_date", .ifKnown)
        public let agencyCount = whole("agency_count", .always)
        public let agencies = objects("agencies", of: SummaryAgency.self, .always, "The first 100 agencies.")
        public let serviceFirstDate = day(
            "service_first_date", .nullable,
            "First day on which a trip runs, by calendar.txt and calendar_dates.txt. Null if no trip ever runs.")
        public let serviceLastDate = day("service_last_date", .nullable)
        public let serviceDays = whole("service_days", .always, "Number of days on which at least one trip runs.")
        public let modes = objects(
            "modes", of: SummaryMode.self, .always, "One object for each route_type, in ascending order.")
        public let bbox = numbers(
            "bbox", .nullable,
            "Box around the stops: west, south, east, north in degrees, as in RFC 7946; west is greater than east if the "
                + "box crosses the antimeridian. Null if no stop has a position.")
        public let features = texts(
            "features", .always,
            "Features of GTFS that the feed uses: a feature counts if a row has a value in one of its columns.")
        public let tables = objects(
            "tables", of: SummaryTable.self, .always,
            "One object for each table with rows, in the order of the reference.")
        public let fingerprint = text(
            "fingerprint", .always,
            "128 bits in hexadecimal that depend only on the values: the order of rows and columns, quotes, empty "
                + "columns and the times in a zip make no difference.")
    }

    public struct SummaryAgency: Members {
        public static let columns = SummaryAgency()
        public let agencyID = text("agency_id", .ifKnown)
        public let agencyName = text("agency_name", .ifKnown)
        public let agencyURL = text("agency_url", .ifKnown)
        public let agencyTimezone = text("agency_timezone", .ifKnown)
        public let agencyLang = text("agency_lang", .ifKnown)
    }

    public struct SummaryMode: Members {
        public static let columns = SummaryMode()
        public let routeType = whole("route_type", .nullable, "Null for routes without a valid route_type.")
        public let mode = text("mode", .ifKnown, "The mode in words, such as bus.")
        public let routes = whole("routes", .always)
        public let trips = whole("trips", .always, "Rows of trips.txt; a trip in frequencies.txt counts once.")
    }

    public struct SummaryTable: Members {
        public static let columns = SummaryTable()
        public let file = text("file", .always, "As `stop_times.txt`.")
        public let rows = whole("rows", .always)
        public let columnsWithValues = texts(
            "columns", .always, "Columns with at least one value, in the order of their first values.")
    }

    /// What an archive of realtime messages contains, at a glance.
    public struct ArchiveSummaries: Table {
        public static let columns = ArchiveSummaries()
        public static let about = About<ArchiveSummaries>(
            "archive_summaries",
            "What an archive of realtime messages contains, one record for each kind of entity.", from: "summarize"
        ) { _ in .wholeRecord }

        public let entityTable = text(
            "entity_table", .always, "As `vehicle_positions`; feed_messages covers all messages.")
        public let records = whole("records", .always)
        public let firstTimestamp = instant(
            "first_timestamp", .nullable, "Earliest timestamp of a message header, POSIX seconds.")
        public let lastTimestamp = instant("last_timestamp", .nullable)
        public let timestamps = whole("timestamps", .always, "Number of distinct timestamps of message headers.")
        public let withoutTimestamp = whole(
            "without_timestamp", .always, "Records whose message header has no valid timestamp.")
        public let intervalP50 = whole(
            "interval_p50", .nullable, unit: .seconds, "Median time from one distinct timestamp to the next.")
        public let gapCount = whole("gap_count", .always, "Gaps of more than 5 minutes between timestamps.")
        public let gaps = objects("gaps", of: MatchReports.ArchiveGap.self, .always, "The first 100 gaps.")
        public let vehicles = whole("vehicles", .ifKnown, "Distinct vehicle_id.")
        public let trips = whole("trips", .ifKnown, "Distinct trip_id.")
        public let routes = whole("routes", .ifKnown, "Distinct route_id.")
        public let stops = whole("stops", .ifKnown, "Distinct stop_id of the records themselves.")
        public let fields = objects(
            "fields", of: SummaryField.self, .always,
            "One object for each field that has a value at least once, in the order of first values.")
    }

    public struct SummaryField: Members {
        public static let columns = SummaryField()
        public let field = text(
            "field", .always, "Name of the column; members of objects and arrays follow a dot.")
        public let count = whole("count", .always, "How many records, or elements of an array, have a value.")
    }
}
