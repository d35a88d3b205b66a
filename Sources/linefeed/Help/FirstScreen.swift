import StageKit

/// What `linefeed` says of itself: the first screen, the list of stages, and the text of `linefeed(1)`.
enum FirstScreen {
    /// What the examples run on.
    static let demo = "linefeed simulate --out demo"

    /// Two stages a line, each group under its name: at most 24 lines of 80 columns.
    static var text: String {
        var lines = [
            "linefeed turns transit feeds (GTFS, GTFS-Realtime) into records you can pipe.",
            "Usage: linefeed STAGE [OPTION]... [FILE]...  Help: linefeed STAGE --help",
            "  \(demo) && linefeed check demo/feed.zip --format table",
            "  linefeed build-polylines --feed demo/feed.zip | linefeed map -o demo.html",
        ]
        for group in Linefeed.groups {
            lines.append(group.name)
            var rest = group.stages[...]
            while let stage = rest.popFirst() {
                var line = "  " + stage.name.padded(to: 20) + stage.manual.brief
                if let other = rest.popFirst() {
                    line = line.padded(to: 43) + other.name.padded(to: 16) + other.manual.brief
                }
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// One stage a line, with its sentence.
    static var stages: String {
        var lines: [String] = []
        for group in Linefeed.groups {
            if !lines.isEmpty { lines.append("") }
            lines.append(group.name)
            for stage in group.stages {
                lines += stage.manual.abstract.wrapped(indent: 22, first: "  " + stage.name.padded(to: 20))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The sections of `linefeed(1)` other than the lists of stages.
    static var sections: [(title: String, blocks: [HelpBlock])] {
        [
            ("DESCRIPTION", HelpBlock.blocks(of: description)),
            ("EXIT STATUS", [.lines(ExitStatus.lines(of: ExitStatus.allCases.filter(isSpecific)))]),
            ("ENVIRONMENT", HelpBlock.blocks(of: environment)),
            ("FILES", HelpBlock.blocks(of: files)),
        ]
    }

    /// Those that `ExitStatus.lines` does not add by itself.
    private static func isSpecific(_ status: ExitStatus) -> Bool {
        ![.internalFault, .outputUncreatable, .ioFailed].contains(status)
    }

    private static let description = """
        linefeed reads GTFS Schedule feeds and GTFS-Realtime messages and writes records: one JSON object on each line \
        (NDJSON). Each stage does one job. A stage reads records from files or from standard input and writes records \
        to standard output, so that you can connect stages, jq, DuckDB and grep with pipes.

        Every record names its table in the member "table". linefeed schema TABLE prints the \
        columns of a table as JSON Schema.

        Inputs that are compressed with gzip or zstd are recognised by their first bytes. With -o FILE, a stage \
        replaces FILE only after it has written the whole output. Messages go to standard error. If standard error is not a \
        terminal, a run without problems prints no messages.
        """

    private static let environment = """
        - http_proxy, https_proxy, all_proxy, no_proxy: the proxies for URLs. The names https_proxy, all_proxy and
          no_proxy may also be written in capitals.
        - CURL_CA_BUNDLE, SSL_CERT_FILE: a file of certificates to trust instead of those of the system. If both variables are \
        set, CURL_CA_BUNDLE is used.
        - SSL_CERT_DIR: a folder of certificates to trust, if libcurl's TLS library supports such a folder.
        - SSLKEYLOGFILE: libcurl appends the keys of each TLS connection to this file. Leave SSLKEYLOGFILE unset.
        - TZDIR: the only folder to read time zones from. Without TZDIR, linefeed searches folders such \
        as /usr/share/zoneinfo.
        - TZ: the time zone of dates in pipeline files. Only the stage "run" reads TZ.
        - TMPDIR: the folder for temporary files. Default: /tmp.
        - PATH, HOME: the folders in which run finds programs, and the folder that ~ names in a pipeline file.
        - NO_COLOR, TERM: no colours if NO_COLOR is set; no progress bar if TERM is "dumb".
        - COLUMNS: the width of tables.
        - LINEFEED_LOG_TIME: if this variable is not empty and standard error is not a terminal, each message begins with the time.
        - LINEFEED_ASSETS: the folder of MapLibre GL JS for map, like --assets.
        """

    private static let files = """
        Paths are below the prefix of the installation, /usr or /usr/local:

        - share/linefeed/maplibre: MapLibre GL JS, which map puts into its pages.
        - share/linefeed/pipelines: pipeline files for run.
        - share/doc/linefeed: the documents that the help mentions, such as records.md.

        While a stage writes FILE, the new content is in .FILE.xxxxxxxxxx.linefeed beside FILE. If the run is killed,
        this hidden file remains; the next run in the same folder removes the file.
        """
}
