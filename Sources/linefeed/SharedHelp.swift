import ArgumentParser
import Reports

/// Help texts of the options and arguments that several stages share.
extension ArgumentHelp {
    static let records = ArgumentHelp(
        "Read records from these files; if FILE is omitted or is -, read standard input.", valueName: "file")
    static let realtimeRecords = ArgumentHelp(
        "Read realtime records or messages from these files; if FILE is omitted or is -, read standard input.",
        discussion: """
            A message is a GTFS-Realtime message, which may be compressed with gzip or zstd. The output is the same \
            as for the records that decode-rt writes.
            """, valueName: "file")
    static let scheduleRecords = ArgumentHelp(
        "Read records or feeds from these files; if FILE is omitted or is -, read standard input.",
        discussion: """
            A feed is a zip, a folder or a SQLite database. The output is the same as for the records that ingest \
            writes.
            """, valueName: "file")
    static let schedule = ArgumentHelp(
        "Read the schedule from a zip, a folder, a SQLite database or a file of records.", valueName: "path")
    static let feed = ArgumentHelp(
        "Read the feed from a zip, a folder, a SQLite database or a file of records.", valueName: "path")
    static let split = ArgumentHelp("Write one file for each table to this folder.", valueName: "dir")
    static let match = ArgumentHelp(
        """
        Match trips by trip_id only (exact), or also match trips without a valid trip_id if exactly one run fits \
        (loose).
        """,
        valueName: "match")
    static let language = ArgumentHelp(
        "Show alerts in this language (for example, fr) if they have it; repeat the option in order of preference.",
        discussion: """
            If an alert has no text in any chosen language, these texts are tried in this order: the text in the \
            language of feed_info.txt, the text without a language tag, the first text of the alert. All texts of one \
            alert are shown in the same language.
            """, valueName: "tag")
    static let typical = ArgumentHelp(
        "Add the usual occupancy and delay from this file of typical records.",
        discussion: "The stage expect writes such records. Records whose valid_until is past are not used.",
        valueName: "file")
    static let protoPath = ArgumentHelp("Search this folder for files that a --proto file imports.", valueName: "dir")
    static let parallel = ArgumentHelp("Send up to N requests at once, where N is from 1 to 64.", valueName: "n")
    static let timeout = ArgumentHelp("Abandon an attempt if there is no progress for this long.", valueName: "time")
    static let frames = ArgumentHelp(
        "Replace {frame} in the template with each of these values (for example, 0-11 or a,b).", valueName: "frames")

    // MARK: Reports

    static let timeBin = ArgumentHelp(
        "Make each time_bin this long; the default is \(TimeBin.hour.length).",
        discussion: "The length of a time_bin must be a whole number of minutes that divides a day evenly.",
        valueName: "duration")
    static let days = ArgumentHelp(
        "Use only these days: weekday, saturday, sunday, weekend, or names such as mon,tue.", valueName: "day,…")
    static let sort = ArgumentHelp(
        "Sort by this column, smallest value first; write -COLUMN for the largest value first.", valueName: "column")
}
